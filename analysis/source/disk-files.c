#include "analysis/source/disk-files.h"

#include <string.h>

#include "analysis/base/checksum.h"
#include "analysis/base/limits.h"
#include "analysis/source/file.h"
#include "analysis/source/image-identity.h"

#define PAGE G_GUINT64_CONSTANT (4096)
/* Of each end of a file, to tell whether it is the same. */
#define SUM_BYTES ((guint64) 64 * 1024)

void
mg_disk_file_free (gpointer data)
{
  MgDiskFile *file = data;

  g_free (file->path);
  g_clear_pointer (&file->source, mg_source_unref);
  g_array_unref (file->entries);
  g_free (file);
}

/* Whether the process's own bytes, or the lack of them, say that nothing of the range was written to. */
static gboolean
is_left_out (const MgProcessImage *image, const MgMappedFile *entry)
{
  guint64 next = mg_address_space_next (image->space, entry->start);

  if (next < entry->start + PAGE)
    next = mg_address_space_next (image->space, entry->start + PAGE);
  if (next < entry->end || entry->end <= entry->start)
    return FALSE;
  for (guint i = 0; i < image->lost->len; i++)
    {
      const MgAddressRange *lost = &g_array_index (image->lost, MgAddressRange, i);

      if (lost->start < entry->end && lost->end > entry->start)
        return FALSE; /* the core had it, and was cut */
    }
  return TRUE;
}

/* Path of the executable: what the program headers lie in. NULL when the core does not say. */
static const char *
executable_path (const MgProcessImage *image)
{
  for (guint i = 0; i < image->files->len; i++)
    {
      const MgMappedFile *entry = &g_array_index (image->files, MgMappedFile, i);

      if (image->program_headers >= entry->start && image->program_headers < entry->end)
        return entry->path;
    }
  return NULL;
}

/* Assemblies, the runtime's libraries, the executable: nothing else that a core names is opened. */
static gboolean
is_wanted (const char *path, const char *executable, gboolean *is_elf)
{
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;

  *is_elf = strcmp (name, "libcoreclr.so") == 0 || strcmp (name, "libclrgc.so") == 0
            || g_strcmp0 (path, executable) == 0;
  return path[0] == '/' && (*is_elf || g_str_has_suffix (name, ".dll") || g_str_has_suffix (name, ".exe"));
}

/* Adds the spans of FILE for the ranges that are left out. */
static void
add_spans (const MgProcessImage *image, const MgDiskFile *file, GArray *spans)
{
  for (guint i = 0; i < file->entries->len; i++)
    {
      const MgMappedFile *entry = &g_array_index (file->entries, MgMappedFile, i);
      guint64 size = mg_source_size (file->source);
      MgSpan span;

      if (entry->file_offset >= size || !is_left_out (image, entry))
        continue;
      /* The first page may be in the core; then it stays the core's. */
      span.start = mg_address_space_next (image->space, entry->start) < entry->start + PAGE ? entry->start + PAGE
                                                                                          : entry->start;
      span.end = entry->start + MIN (entry->end - entry->start, size - entry->file_offset);
      span.bytes = mg_source_data (file->source) + entry->file_offset + (span.start - entry->start);
      if (span.end > span.start)
        g_array_append_val (spans, span);
    }
}

static gboolean
is_any_left_out (const MgProcessImage *image, const GArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    if (is_left_out (image, &g_array_index (entries, MgMappedFile, i)))
      return TRUE;
  return FALSE;
}

/* Opens PATH when it is a regular file that is the recorded one. */
static gboolean
try_path (const MgProcessImage *image, MgDiskFile *file, const char *path)
{
  g_autoptr (MgSource) source = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  source = mg_source_open (path, NULL, NULL);
  if (source == NULL)
    return FALSE;
  g_free (file->path);
  file->path = g_strdup (path);
  file->state = MG_DISK_FILE_OTHER;
  if (!(file->is_elf ? mg_image_identity_same_elf (image->space, file->entries, source)
                     : mg_image_identity_same_pe (image->space, file->entries, source)))
    return FALSE;
  file->state = MG_DISK_FILE_USED;
  file->source = g_steal_pointer (&source);
  return TRUE;
}

/* /a/b/c.dll in FOLDER: FOLDER/a/b/c.dll, FOLDER/b/c.dll, FOLDER/c.dll. */
static gboolean
try_folder (const MgProcessImage *image, MgDiskFile *file, const char *folder)
{
  for (const char *tail = file->recorded; tail != NULL; tail = strchr (tail + 1, '/'))
    {
      g_autofree char *path = g_strconcat (folder, tail, NULL);

      if (try_path (image, file, path))
        return TRUE;
    }
  return FALSE;
}

static void
look_for (const MgProcessImage *image, MgDiskFile *file, const char *const *folders)
{
  for (guint i = 0; folders && folders[i]; i++)
    if (try_folder (image, file, folders[i]))
      return;
  try_path (image, file, file->recorded);
}

/* The mapped ranges of each path, in the order of the first of each. */
static GPtrArray *
group_by_path (const MgProcessImage *image)
{
  /* Equal paths are one string. */
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < image->files->len; i++)
    {
      const MgMappedFile *entry = &g_array_index (image->files, MgMappedFile, i);
      GArray *group = g_hash_table_lookup (places, entry->path);

      if (group == NULL)
        {
          group = g_array_new (FALSE, FALSE, sizeof (MgMappedFile));
          g_ptr_array_add (groups, group);
          g_hash_table_insert (places, (gpointer) entry->path, group);
        }
      g_array_append_val (group, *entry);
    }
  return groups;
}

/* The container's own spans, and those of the files in use. */
static void
rebuild_space (MgProcessImage *image, const GArray *spans)
{
  mg_address_space_free (image->space);
  image->space = mg_address_space_new (g_memdup2 (spans->data, spans->len * sizeof (MgSpan)), spans->len);
}

void
mg_disk_files_add (MgProcessImage *image, const char *const *folders)
{
  g_autoptr (GPtrArray) groups = group_by_path (image);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (MgSpan));
  const char *executable = executable_path (image);

  g_array_append_vals (spans, image->space->spans, image->space->n);
  for (guint i = 0; i < groups->len && image->disk_files->len < MG_LIMIT_DISK_FILES; i++)
    {
      GArray *entries = g_ptr_array_index (groups, i);
      const char *path = g_array_index (entries, MgMappedFile, 0).path;
      MgDiskFile *file;
      gboolean is_elf;

      if (!is_wanted (path, executable, &is_elf) || !is_any_left_out (image, entries))
        continue;
      file = g_new0 (MgDiskFile, 1);
      file->recorded = path;
      file->is_elf = is_elf;
      file->entries = g_array_ref (entries);
      g_ptr_array_add (image->disk_files, file);
      look_for (image, file, folders);
      if (file->state == MG_DISK_FILE_USED)
        add_spans (image, file, spans);
    }
  if (spans->len > image->space->n)
    rebuild_space (image, spans);
}

/* Files that are used are mapped: another one in their place, or another time, is another sum. */
static guint64
file_sum (const MgDiskFile *file, guint64 sum)
{
  const guint64 facts[] = { file->state, file->source ? mg_source_size (file->source) : 0,
                            file->source ? (guint64) mg_source_time (file->source) : 0 };

  sum = mg_checksum (file->recorded, strlen (file->recorded), sum);
  sum = mg_checksum (facts, sizeof facts, sum);
  if (file->source == NULL)
    return sum;
  sum = mg_checksum (mg_source_data (file->source), MIN (facts[1], SUM_BYTES), sum);
  return mg_checksum (mg_source_data (file->source) + facts[1] - MIN (facts[1], SUM_BYTES), MIN (facts[1], SUM_BYTES),
                      sum);
}

guint64
mg_disk_files_sum (const MgProcessImage *image)
{
  guint64 sum = 0;

  for (guint i = 0; i < image->disk_files->len; i++)
    sum = file_sum (g_ptr_array_index (image->disk_files, i), sum);
  return image->disk_files->len > 0 ? MAX (sum, 1) : 0;
}

static gboolean
lies_in (const MgDiskFile *file, const guint8 *bytes)
{
  const guint8 *data = file->source ? mg_source_data (file->source) : NULL;

  return data && bytes >= data && bytes < data + mg_source_size (file->source);
}

MgDiskFile *
mg_disk_files_find (const MgProcessImage *image, guint64 address)
{
  guint64 available;
  const guint8 *bytes = image->disk_files->len > 0 ? mg_address_space_find (image->space, address, &available) : NULL;

  for (guint i = 0; bytes && i < image->disk_files->len; i++)
    {
      MgDiskFile *file = g_ptr_array_index (image->disk_files, i);

      if (lies_in (file, bytes))
        return file;
    }
  return NULL;
}

void
mg_disk_files_drop (MgProcessImage *image, MgDiskFile *file)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (MgSpan));

  for (guint32 i = 0; i < image->space->n; i++)
    if (!lies_in (file, image->space->spans[i].bytes))
      g_array_append_val (kept, image->space->spans[i]);
  rebuild_space (image, kept);
  file->state = MG_DISK_FILE_OTHER;
  g_clear_pointer (&file->source, mg_source_unref);
}
