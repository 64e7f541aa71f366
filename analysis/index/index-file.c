#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/base/checksum.h"
#include "analysis/base/monotone.h"
#include "analysis/base/progress.h"
#include "analysis/index/index-head.h"

#define MAX_THREADS 8

struct _MgIndexFile
{
  MgMapping *mapping;
  const MgIndexHead *head; /* these lie in the mapping */
  const MgIndexEntry *entries;
  const guint64 *sums;
  guint64 identity;
};

void
mg_index_file_free (MgIndexFile *file)
{
  if (file == NULL)
    return;
  mg_mapping_unref (file->mapping);
  g_free (file);
}

/* --- the head --- */

static MgMapping *
map_file (const char *path)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
  MgMapping *mapping = NULL;
  struct stat info;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && (guint64) info.st_size >= sizeof (MgIndexHead) + 8
      && (guint64) info.st_size < G_MAXSSIZE)
    mapping = mg_mapping_new (fd, (gsize) info.st_size);
  close (fd);
  return mapping;
}

static gboolean
head_fits (const MgIndexHead *head, gsize size, const MgIndexKey *key)
{
  return memcmp (head->magic, MG_INDEX_MAGIC, sizeof head->magic) == 0 && head->format == MG_INDEX_FORMAT
         && head->byte_order == MG_INDEX_BYTE_ORDER && memcmp (&head->key, key, sizeof *key) == 0
         && head->bytes == size && head->n_sections <= MG_INDEX_SECTIONS && head->n_blocks <= size / 8
         && mg_index_head_bytes (head->n_sections, head->n_blocks) + 8 <= size;
}

static gboolean
entries_fit (const MgIndexFile *file)
{
  guint64 block = 0;

  for (guint i = 0; i < file->head->n_sections; i++)
    {
      const MgIndexEntry *entry = &file->entries[i];

      if (entry->offset % MG_INDEX_ALIGN != 0 || entry->offset > file->mapping->size
          || entry->bytes > file->mapping->size - entry->offset || entry->first_block != block)
        return FALSE;
      block += mg_index_n_blocks (entry->bytes);
    }
  return block == file->head->n_blocks;
}

static gboolean
read_head (MgIndexFile *file, const MgIndexKey *key)
{
  const guint8 *data = file->mapping->data;
  gsize length;

  file->head = (const MgIndexHead *) (gconstpointer) data;
  if (!head_fits (file->head, file->mapping->size, key))
    return FALSE;
  length = mg_index_head_bytes (file->head->n_sections, file->head->n_blocks);
  file->entries = (const MgIndexEntry *) (gconstpointer) (data + sizeof *file->head);
  file->sums = (const guint64 *) (gconstpointer) (file->entries + file->head->n_sections);
  memcpy (&file->identity, data + length, 8);
  return file->identity == mg_checksum (data, length, MG_INDEX_FORMAT) && entries_fit (file);
}

MgIndexFile *
mg_index_file_open (const char *path, const MgIndexKey *key)
{
  g_autoptr (MgIndexFile) file = g_new0 (MgIndexFile, 1);

  file->mapping = map_file (path);
  if (file->mapping == NULL || !read_head (file, key))
    return NULL;
  return g_steal_pointer (&file);
}

guint64
mg_index_file_identity (const MgIndexFile *file)
{
  return file->identity;
}

MgMapping *
mg_index_file_mapping (const MgIndexFile *file)
{
  return file->mapping;
}

gconstpointer
mg_index_file_section (const MgIndexFile *file, guint i, gsize *bytes)
{
  *bytes = i < file->head->n_sections ? file->entries[i].bytes : 0;
  return *bytes > 0 ? file->mapping->data + file->entries[i].offset : NULL;
}

/* --- the sections --- */

/* The rules for elements FROM … END of NUMBERS. Loops without a way out, so that the compiler can take several
 * numbers at once. */
static gboolean
all_below (const guint32 *numbers, gsize from, gsize end, guint32 limit)
{
  guint32 bad = 0;

  for (gsize i = from; i < end; i++)
    bad |= numbers[i] >= limit;
  return bad == 0;
}

static gboolean
all_below_or_none (const guint32 *numbers, gsize from, gsize end, guint32 limit)
{
  guint32 bad = 0;

  for (gsize i = from; i < end; i++)
    bad |= numbers[i] + 1 > limit;
  return bad == 0;
}

static gboolean
all_rising (const guint32 *numbers, gsize from, gsize end, guint32 limit)
{
  guint32 bad = 0;

  for (gsize i = MAX (from, 1); i < end; i++)
    bad |= numbers[i - 1] > numbers[i];
  return bad == 0 && (end == 0 || numbers[end - 1] <= limit);
}

static gboolean
all_blocks_rising (const guint16 *numbers, gsize from, gsize end)
{
  guint32 bad = 0;

  for (gsize i = from; i < end; i += MG_MONOTONE_BLOCK)
    for (gsize k = i + 1; k < MIN (i + MG_MONOTONE_BLOCK, end); k++)
      bad |= numbers[k - 1] > numbers[k];
  return bad == 0;
}

/* FIRST … END: place of the block's bytes in the section, which starts at DATA. */
static gboolean
rule_holds (const MgIndexCheck *check, gconstpointer data, gsize first_byte, gsize end_byte)
{
  const guint32 *numbers = data;
  gsize end = end_byte / sizeof *numbers, from = MAX (first_byte / sizeof *numbers, MIN (check->from, end));
  guint32 limit = (guint32) MIN (check->limit, G_MAXUINT32);

  switch (check->rule)
    {
    case MG_INDEX_BELOW:
      return all_below (numbers, from, end, limit);
    case MG_INDEX_BELOW_OR_NONE:
      return all_below_or_none (numbers, from, end, limit);
    case MG_INDEX_RISING:
      return all_rising (numbers, from, end, limit);
    case MG_INDEX_BLOCKS_RISING:
      return all_blocks_rising (data, first_byte / sizeof (guint16), end_byte / sizeof (guint16));
    case MG_INDEX_ANY:
    default:
      return TRUE;
    }
}

typedef struct
{
  const MgIndexFile *file;
  const MgIndexCheck *checks;
  MgProgress *progress;
  gint next; /* atomic: block to take */
  gint bad;  /* atomic */
} Verify;

/* FALSE: there is no further block, or no need to look at it. */
static gboolean
verify_next (Verify *verify)
{
  const MgIndexFile *file = verify->file;
  guint32 block = (guint32) g_atomic_int_add (&verify->next, 1);
  guint section = 0;
  const MgIndexEntry *entry;
  const guint8 *data;
  gsize from, end;

  if (block >= file->head->n_blocks || g_atomic_int_get (&verify->bad) || mg_progress_is_cancelled (verify->progress))
    return FALSE;
  while (section + 1 < file->head->n_sections && file->entries[section + 1].first_block <= block)
    section++;
  entry = &file->entries[section];
  data = file->mapping->data + entry->offset;
  from = (block - entry->first_block) * MG_INDEX_BLOCK;
  end = MIN (from + MG_INDEX_BLOCK, entry->bytes);
  if (mg_checksum (data + from, end - from, MG_INDEX_FORMAT) != file->sums[block]
      || !rule_holds (&verify->checks[section], data, from, end))
    g_atomic_int_set (&verify->bad, 1);
  return TRUE;
}

static gpointer
verify_thread (gpointer data)
{
  while (verify_next (data))
    ;
  return NULL;
}

static gboolean
sizes_fit (const MgIndexFile *file, const MgIndexCheck *checks, guint n)
{
  if (file->head->n_sections != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (file->entries[i].bytes != checks[i].bytes)
      return FALSE;
  return TRUE;
}

gboolean
mg_index_file_verify (const MgIndexFile *file,
                      const MgIndexCheck *checks,
                      guint n,
                      guint n_threads,
                      MgProgress *progress,
                      GError **error)
{
  Verify verify = { .file = file, .checks = checks, .progress = progress };
  GThread *threads[MAX_THREADS];
  guint wanted = MIN (n_threads ? n_threads : g_get_num_processors (), MAX_THREADS), helpers = 0;

  if (!sizes_fit (file, checks, n))
    return FALSE;
  while (helpers + 1 < wanted && helpers + 1 < file->head->n_blocks / 4)
    {
      threads[helpers] = g_thread_try_new ("verify index", verify_thread, &verify, NULL);
      if (threads[helpers] == NULL)
        break;
      helpers++;
    }
  while (verify_next (&verify))
    mg_progress_step (progress, (guint64) g_atomic_int_get (&verify.next), file->head->n_blocks + 1, NULL);
  for (guint i = 0; i < helpers; i++)
    g_thread_join (threads[i]);
  return mg_progress_step (progress, 1, 1, error) && !verify.bad;
}
