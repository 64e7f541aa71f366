/* The folder of all saved indexes: how full it is, and what goes when there is no room. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "analysis/index/index-private.h"

#define NAME_DIGITS 16
/* What a program that ended in the middle of writing has left behind. */
#define ABANDONED_AFTER_SEC (60 * 60)

typedef struct
{
  char *path; /* owned */
  char name[NAME_DIGITS + 1]; /* of the analysed file */
  gboolean temporary;
  guint64 bytes;
  gint64 used; /* seconds since 1970 */
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_free (entry->path);
}

/* "0123456789abcdef.graph", or the same with more behind it while it is written. Anything else is not ours. */
static gboolean
parse_name (const char *file, Entry *entry)
{
  gsize digits = strspn (file, "0123456789abcdef");

  if (digits != NAME_DIGITS || file[digits] != '.')
    return FALSE;
  for (guint i = 0; i < MG_N_INDEX_PARTS; i++)
    {
      gsize length = strlen (mg_index_suffixes[i]);
      const char *rest = file + digits + 1;

      if (strncmp (rest, mg_index_suffixes[i], length) != 0)
        continue;
      entry->temporary = rest[length] == '.' && g_str_has_suffix (rest, ".tmp");
      memcpy (entry->name, file, NAME_DIGITS);
      entry->name[NAME_DIGITS] = '\0';
      return rest[length] == '\0' || entry->temporary;
    }
  return FALSE;
}

static GArray *
list_folder (const char *folder)
{
  GArray *entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *file;

  g_array_set_clear_func (entries, entry_clear);
  while (directory && (file = g_dir_read_name (directory)) != NULL)
    {
      Entry entry = { 0 };
      GStatBuf info;

      if (!parse_name (file, &entry))
        continue;
      entry.path = g_build_filename (folder, file, NULL);
      if (g_lstat (entry.path, &info) != 0 || !S_ISREG (info.st_mode))
        {
          g_free (entry.path);
          continue;
        }
      entry.bytes = (guint64) info.st_size;
      entry.used = info.st_mtime;
      g_array_append_val (entries, entry);
    }
  return entries;
}

/* All parts of one analysed file count as used when one of them was. Afterwards by name. */
static int
compare_names (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;
  int order = strcmp (first->name, second->name);

  return order ? order : (first->used < second->used) - (first->used > second->used);
}

static int
compare_ages (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;

  if (first->used != second->used)
    return first->used < second->used ? -1 : 1;
  return strcmp (first->name, second->name);
}

static void
sort_by_age (GArray *entries)
{
  g_array_sort (entries, compare_names);
  for (guint i = 1; i < entries->len; i++)
    {
      const Entry *before = &g_array_index (entries, Entry, i - 1);
      Entry *entry = &g_array_index (entries, Entry, i);

      if (strcmp (entry->name, before->name) == 0)
        entry->used = before->used;
    }
  g_array_sort (entries, compare_ages);
}

static guint64
sum_bytes (const GArray *entries)
{
  guint64 sum = 0;

  for (guint i = 0; i < entries->len; i++)
    sum += g_array_index (entries, Entry, i).bytes;
  return sum;
}

static void
remove_abandoned (GArray *entries)
{
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  for (guint i = entries->len; i-- > 0;)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (entry->temporary && entry->used + ABANDONED_AFTER_SEC < now && g_unlink (entry->path) == 0)
        g_array_remove_index (entries, i);
    }
}

/* Bytes that the disk can give without becoming full: a tenth of it, at most 2 GB, stays for others. */
static guint64
disk_bytes (const char *folder)
{
  struct statvfs info;
  guint64 all, free_bytes, reserve;

  if (statvfs (folder, &info) != 0)
    return 0;
  all = (guint64) info.f_blocks * info.f_frsize;
  free_bytes = (guint64) info.f_bavail * info.f_frsize;
  reserve = MIN (all / 10, G_GUINT64_CONSTANT (2000000000));
  return free_bytes > reserve ? free_bytes - reserve : 0;
}

gboolean
mg_index_make_room (MgIndex *index, guint64 bytes)
{
  g_autoptr (GArray) entries = NULL;
  guint64 sum;

  if (bytes > index->limit_bytes || g_mkdir_with_parents (index->folder, 0700) != 0)
    return FALSE;
  entries = list_folder (index->folder);
  remove_abandoned (entries);
  sum = sum_bytes (entries);
  sort_by_age (entries);
  for (guint i = 0; i < entries->len && (sum + bytes > index->limit_bytes || disk_bytes (index->folder) < bytes); i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (!entry->temporary && strcmp (entry->name, index->name) != 0 && g_unlink (entry->path) == 0)
        sum -= entry->bytes;
    }
  return sum + bytes <= index->limit_bytes && disk_bytes (index->folder) >= bytes;
}

guint64
mg_index_folder_bytes (const char *folder)
{
  g_autoptr (GArray) entries = list_folder (folder);

  return sum_bytes (entries);
}

void
mg_index_folder_empty (const char *folder)
{
  g_autoptr (GArray) entries = list_folder (folder);

  for (guint i = 0; i < entries->len; i++)
    g_unlink (g_array_index (entries, Entry, i).path);
}
