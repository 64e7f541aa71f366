#include "tests/support/core-sample.h"

#include <gio/gio.h>

#include "analysis/clr/runtime.h"
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

GBytes *
mg_core_sample_named (const char *sample)
{
  g_autofree char *packed = NULL;
  gsize size;
  g_autoptr (GError) error = NULL;
  g_autoptr (GZlibDecompressor) gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) memory = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  if (!g_file_get_contents (sample_path (sample, "core.gz"), &packed, &size, &error))
    g_error ("%s", error->message);
  memory = g_memory_input_stream_new_from_data (packed, (gssize) size, NULL);
  stream = g_converter_input_stream_new (memory, G_CONVERTER (gunzip));
  if (g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error) < 0)
    g_error ("%s: %s", sample, error->message);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
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
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  g_autoptr (MgSource) source = mg_source_new_take (g_memdup2 (data, size), size, name);

  return mg_snapshot_open_source (source, NULL, NULL, error);
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
