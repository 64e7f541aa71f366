#include "tests/support/core-sample.h"

#include <string.h>
#include <zstd.h>

#include "analysis/clr/runtime/runtime.h"
#include "analysis/source/elf-core.h"
#include "analysis/source/file.h"
#include "tests/support/test.h"

const char *const mg_core_versions[] = { "8.0.33", "9.0.22", "10.0.15", "11.0.0", NULL };

static const char *
sample_path (const char *sample, const char *suffix)
{
  g_autofree char *name = g_strdup_printf ("cores/%s.%s", sample, suffix);
  const char *path = mg_test_data_path (name);

  if (path == NULL)
    g_error ("tests/data/%s is missing", name);
  return path;
}

/* "garden-10.0.15" for "waiting-10.0.15" and "garden-10.0.15-kernel". NULL: SAMPLE is packed by itself. */
static char *
reference_of (const char *sample)
{
  g_auto (GStrv) parts = g_strsplit (sample, "-", 3);
  g_autofree char *reference = g_strconcat ("garden-", parts[1], NULL);

  return strcmp (reference, sample) == 0 ? NULL : g_steal_pointer (&reference);
}

GBytes *
mg_core_sample_named (const char *sample)
{
  g_autofree char *packed = NULL, *reference = reference_of (sample);
  g_autoptr (GBytes) prefix = reference ? mg_core_sample_bytes (strchr (reference, '-') + 1) : NULL;
  g_autoptr (GError) error = NULL;
  ZSTD_DCtx *context = ZSTD_createDCtx ();
  gsize packed_size, size;
  guint8 *bytes;

  if (!g_file_get_contents (sample_path (sample, "core.zst"), &packed, &packed_size, &error))
    g_error ("%s", error->message);
  size = ZSTD_getFrameContentSize (packed, packed_size);
  g_assert (size > 0 && size < 64u << 20); /* also neither unknown nor an error */
  bytes = g_malloc (size);
  if (prefix)
    ZSTD_DCtx_refPrefix (context, g_bytes_get_data (prefix, NULL), g_bytes_get_size (prefix));
  if (ZSTD_decompressDCtx (context, bytes, size, packed, packed_size) != size)
    g_error ("tests/data/cores/%s.core.zst cannot be unpacked", sample);
  ZSTD_freeDCtx (context);
  return g_bytes_new_take (bytes, size);
}

GBytes *
mg_core_sample_bytes (const char *version)
{
  g_autofree char *sample = g_strconcat ("garden-", version, NULL);

  return mg_core_sample_named (sample);
}

char *
mg_core_sample_named_text (const char *sample, const char *suffix)
{
  char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (sample_path (sample, suffix), &text, NULL, &error))
    g_error ("%s", error->message);
  return text;
}

char *
mg_core_sample_text (const char *version, const char *suffix)
{
  g_autofree char *sample = g_strconcat ("garden-", version, NULL);

  return mg_core_sample_named_text (sample, suffix);
}

MgSnapshot *
mg_core_sample_open (GBytes *bytes, const char *name, GError **error)
{
  return mg_core_sample_open_with (bytes, name, NULL, error);
}

MgSnapshot *
mg_core_sample_open_with (GBytes *bytes, const char *name, const MgSnapshotOptions *options, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  g_autoptr (MgSource) source = mg_source_new_take (g_memdup2 (data, size), size, name);

  return mg_snapshot_open_source (source, options, NULL, error);
}

GBytes *
mg_core_sample_in_collection (const char *version)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);
  gsize size;
  guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, &size), g_bytes_get_size (bytes));
  g_autoptr (GError) error = NULL;
  MgProcessImage *image = mg_elf_core_read (copy, size, &error);
  g_autoptr (MgRuntime) runtime = mg_runtime_find (image, NULL, &error);
  guint64 available, at;
  const guint8 *counter;

  if (runtime == NULL)
    g_error ("%s", error->message);
  at = runtime->gc.variable[MG_GC_STRUCTURES_INVALID];
  counter = mg_address_space_find (runtime->space, at, &available);
  g_assert (counter != NULL);
  copy[counter - copy] = 1;
  g_clear_pointer (&runtime, mg_runtime_free);
  mg_process_image_free (image);
  return g_bytes_new_take (copy, size);
}

MgNode
mg_core_sample_pick (MgSnapshot *snapshot, GRand *rand, gboolean shared)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  guint32 n = 0;
  MgNode node;

  do
    {
      node = (MgNode) g_rand_int_range (rand, (gint) mg_graph_first_object (graph), (gint) graph->n_nodes);
      mg_reverse_sources (mg_snapshot_reverse (snapshot), node, &n);
    }
  while (shared && n < 2);
  return node;
}
