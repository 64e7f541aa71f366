#include "analysis/index/index.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/base/checksum.h"
#include "analysis/index/index-private.h"
#include "analysis/source/file.h"

/* Of the analysed file: its ends whole, and between them so many pages. */
#define SAMPLE_END ((gsize) 64 * 1024)
#define SAMPLE_PAGE ((gsize) 4096)
#define SAMPLE_PAGES 16

#define DEFAULT_LIMIT_BYTES ((guint64) 20 * 1000 * 1000 * 1000)

const char *const mg_index_suffixes[MG_N_INDEX_PARTS]
    = { "walk", "graph", "instances", "tree", "reverse", "dominators", "types" };

static guint64
sample (const guint8 *data, gsize size)
{
  guint64 sum = mg_checksum (data, MIN (size, SAMPLE_END), 0);

  for (gsize i = 1; i <= SAMPLE_PAGES && size > 4 * SAMPLE_END; i++)
    sum = mg_checksum (data + size / (SAMPLE_PAGES + 1) * i / SAMPLE_PAGE * SAMPLE_PAGE, SAMPLE_PAGE, sum);
  return mg_checksum (data + size - MIN (size, SAMPLE_END), MIN (size, SAMPLE_END), sum);
}

/* Texts in an index (names of roots, notes) are in the language of the run that made it. */
static guint64
producer (const MgSnapshotOptions *options)
{
  const char *const *languages = g_get_language_names ();
  guint64 sum = mg_checksum (MG_VERSION, strlen (MG_VERSION), options->raw_names ? 2 : 1);

  for (; *languages; languages++)
    sum = mg_checksum (*languages, strlen (*languages), sum);
  return sum;
}

static void
name_index (MgIndex *index)
{
  g_free (index->name);
  index->name = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", mg_checksum (&index->key, sizeof index->key, 0));
}

MgIndex *
mg_index_new (const MgSource *source, const MgSnapshotOptions *options)
{
  MgIndex *index;

  if (options == NULL || options->index_folder == NULL || mg_source_time (source) == 0)
    return NULL;
  index = g_new0 (MgIndex, 1);
  index->folder = g_strdup (options->index_folder);
  index->limit_bytes = options->index_limit_bytes ? options->index_limit_bytes : DEFAULT_LIMIT_BYTES;
  index->n_threads = options->n_threads;
  index->key.size = mg_source_size (source);
  index->key.time = (guint64) mg_source_time (source);
  index->key.sample = sample (mg_source_data (source), mg_source_size (source));
  index->key.producer = producer (options);
  name_index (index);
  return index;
}

void
mg_index_depend (MgIndex *index, guint64 sum)
{
  if (index == NULL || sum == 0)
    return;
  index->key.producer = mg_checksum (&sum, sizeof sum, index->key.producer);
  name_index (index);
}

void
mg_index_free (MgIndex *index)
{
  if (index == NULL)
    return;
  g_free (index->folder);
  g_free (index->name);
  g_free (index);
}

char *
mg_index_path (const MgIndex *index, MgIndexPart part)
{
  return g_strdup_printf ("%s/%s.%s", index->folder, index->name, mg_index_suffixes[part]);
}

gboolean
mg_index_has (MgIndex *index, MgIndexPart part)
{
  g_autofree char *path = NULL;
  GStatBuf info;

  if (index == NULL)
    return FALSE;
  path = mg_index_path (index, part);
  return g_stat (path, &info) == 0 && S_ISREG (info.st_mode);
}

static gboolean
needs_graph (MgIndexPart part)
{
  return part != MG_INDEX_WALK && part != MG_INDEX_GRAPH;
}

static MgIndexKey
key_of_part (const MgIndex *index, MgIndexPart part)
{
  MgIndexKey key = index->key;

  key.base = needs_graph (part) ? index->graph : 0;
  /* The suffix alone would let a renamed file pass for another part. */
  key.producer = mg_checksum (&part, sizeof part, key.producer);
  return key;
}

MgIndexFile *
mg_index_open_part (const MgIndex *index, MgIndexPart part, const guint64 **sizes)
{
  g_autofree char *path = NULL;
  g_autoptr (MgIndexFile) file = NULL;
  MgIndexKey key;
  gsize bytes;

  if (index == NULL || (needs_graph (part) && index->graph == 0))
    return NULL;
  path = mg_index_path (index, part);
  key = key_of_part (index, part);
  file = mg_index_file_open (path, &key);
  if (file == NULL)
    return NULL;
  *sizes = mg_index_file_section (file, 0, &bytes);
  if (bytes != MG_INDEX_N_SIZES * sizeof **sizes)
    return NULL;
  utimensat (AT_FDCWD, path, NULL, 0); /* the one used longest ago goes first */
  return g_steal_pointer (&file);
}

gboolean
mg_index_write_part (MgIndex *index,
                     MgIndexPart part,
                     const guint64 *sizes,
                     MgIndexBytes *sections,
                     guint n,
                     MgProgress *progress,
                     GError **error)
{
  g_autofree char *path = mg_index_path (index, part);
  MgIndexKey key = key_of_part (index, part);
  guint64 identity;

  sections[0] = (MgIndexBytes){ sizes, MG_INDEX_N_SIZES * sizeof *sizes };
  if (!mg_index_file_write (path, &key, sections, n, &identity, progress, error))
    return FALSE;
  if (part == MG_INDEX_GRAPH)
    index->graph = identity;
  return TRUE;
}

/* --- monotone sequences --- */

void
mg_index_put_monotone (const MgMonotone *sequence, MgIndexBytes *sections)
{
  sections[0] = (MgIndexBytes){ sequence->base, (sequence->n / MG_MONOTONE_BLOCK + 1) * sizeof *sequence->base };
  sections[1] = (MgIndexBytes){ sequence->delta, sequence->n * sizeof *sequence->delta };
  sections[2]
      = (MgIndexBytes){ sequence->wide, (gsize) sequence->n_wide * MG_MONOTONE_BLOCK * sizeof *sequence->wide };
}

void
mg_index_check_monotone (guint64 n, guint64 n_wide, MgIndexCheck *checks)
{
  checks[0] = (MgIndexCheck){ .bytes = (n / MG_MONOTONE_BLOCK + 1) * sizeof (guint64) };
  checks[1] = (MgIndexCheck){ .bytes = n * sizeof (guint16), .rule = MG_INDEX_BLOCKS_RISING };
  checks[2] = (MgIndexCheck){ .bytes = n_wide * MG_MONOTONE_BLOCK * sizeof (guint64) };
}

/* Whether the COUNT numbers from FIRST on, one block, rise from *LAST on; moves *LAST to the last one. */
static gboolean
block_rises (const MgMonotone *self, guint64 first, guint64 count, guint64 *last)
{
  guint64 base = self->base[first / MG_MONOTONE_BLOCK];

  if (!(base & MG_MONOTONE_WIDE))
    {
      /* Within the block the rule of the section has seen to it. */
      if (base < *last)
        return FALSE;
      *last = base + self->delta[first + count - 1];
      return base + self->delta[first] >= base;
    }
  if ((base & ~MG_MONOTONE_WIDE) >= self->n_wide)
    return FALSE;
  for (guint64 i = first; i < first + count; i++)
    {
      guint64 value = mg_monotone_get (self, i);

      if (value < *last || value & MG_MONOTONE_WIDE)
        return FALSE;
      *last = value;
    }
  return TRUE;
}

gboolean
mg_index_get_monotone (const MgIndexFile *file,
                       guint at,
                       guint64 n,
                       guint64 n_wide,
                       guint64 limit,
                       MgMonotone *self)
{
  guint64 last = 0;
  gsize bytes;

  memset (self, 0, sizeof *self);
  self->n = n;
  self->base = (guint64 *) mg_index_file_section (file, at, &bytes);
  self->delta = (guint16 *) mg_index_file_section (file, at + 1, &bytes);
  self->wide = (guint64 *) mg_index_file_section (file, at + 2, &bytes);
  self->n_wide = self->wide_allocated = (guint32) n_wide;
  self->borrowed = TRUE;
  for (guint64 i = 0; i < n; i += MG_MONOTONE_BLOCK)
    if (!block_rises (self, i, MIN (MG_MONOTONE_BLOCK, n - i), &last))
      return FALSE;
  return last <= limit;
}
