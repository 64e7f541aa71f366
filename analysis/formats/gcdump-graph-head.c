/* The object Graphs.MemoryGraph: its types are read, its big tables are only found. Layout: gcdump-file.h. */
#include <glib/gi18n-lib.h>

#include "analysis/formats/gcdump-file.h"
#include "analysis/formats/gcdump-root-name.h"
#include "analysis/names/type-name.h"

/* Name length, size and module length of a type. */
#define TYPE_MINIMUM_BYTES 12
/* Number, null module and null suffix of a deferred type. */
#define DEFERRED_MINIMUM_BYTES 9

static const char *
keep_string (MgGcdump *self, MgFs *fs)
{
  /* Modules repeat in nearly every type: const keeps one of each. */
  if (!mg_cursor_utf16_string (&fs->cursor, fs->text))
    return NULL;
  if (fs->text->len > MG_LIMIT_NAME_UNITS)
    mg_cursor_fail (&fs->cursor, MG_ERROR_LIMIT, _ ("A name is longer than in any real file."));
  return g_string_chunk_insert_const (self->strings, fs->text->str);
}

static guint32
type_flags (const char *name)
{
  gsize length = mg_type_name_base_length (name);
  guint32 flags = mg_gcdump_root_name_flags (name);

  if (length == strlen ("System.Object[]") && strncmp (name, "System.Object[]", length) == 0)
    flags |= MG_GCDUMP_OBJECT_ARRAY;
  return flags;
}

static gboolean
read_types (MgGcdump *self, MgFs *fs, GError **error)
{
  guint32 n;

  fs->cursor.part = _ ("table of types");
  n = mg_cursor_count (&fs->cursor, TYPE_MINIMUM_BYTES, MG_LIMIT_TYPES);
  if (n == 0 && !fs->cursor.failed)
    mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("There are no types."));
  for (guint32 i = 0; i < n && !fs->cursor.failed; i++)
    {
      MgGcdumpType type = { .name = keep_string (self, fs) };

      type.size = mg_cursor_i32 (&fs->cursor);
      type.module = keep_string (self, fs);
      g_array_append_val (self->types, type);
    }
  return mg_cursor_check (&fs->cursor, error);
}

/* The blob may be cut: then what is left of it is used. */
static gboolean
find_records (MgGcdump *self, MgFs *fs, GError **error)
{
  MgCursor *cursor = &fs->cursor;
  gint32 length;
  gsize available;

  cursor->part = _ ("table of objects");
  self->n_nodes = mg_cursor_count (cursor, 4, MG_LIMIT_NODES);
  if (self->n_nodes == 0 && !cursor->failed)
    mg_cursor_fail (cursor, MG_ERROR_CORRUPT, _ ("There are no objects."));
  self->offsets = mg_cursor_take (cursor, (guint64) self->n_nodes * 4);
  cursor->part = _ ("records of objects");
  length = mg_cursor_i32 (cursor);
  if (length < 0)
    mg_cursor_fail (cursor, MG_ERROR_CORRUPT, _ ("A count is negative."));
  if (!mg_cursor_check (cursor, error))
    return FALSE;
  available = MIN (mg_cursor_left (cursor), (gsize) length);
  if (available < (gsize) length)
    {
      self->lost |= MG_GCDUMP_LOST_RECORDS | MG_GCDUMP_LOST_ADDRESSES | MG_GCDUMP_LOST_DETAILS;
      /* An undefined node's record and one true record are the least that can be shown. */
      if (fs->complete || available <= 4)
        mg_cursor_take (cursor, (guint64) length);
    }
  self->blob = mg_cursor_take (cursor, available);
  self->blob_end = self->blob + available;
  return mg_cursor_check (cursor, error);
}

/* Path of the module at the cursor, which several types share. MODULES: identity → kept path. */
static const char *
read_module (MgGcdump *self, MgFs *fs, GHashTable *modules)
{
  guint64 identity = mg_fs_peek_identity (fs);
  const char *path = NULL;
  MgFsClass klass;

  if (!mg_fs_enter_class (fs, "Graphs.Module", &klass))
    return NULL;
  if (identity && g_hash_table_contains (modules, GSIZE_TO_POINTER (identity)) && fs->return_to[fs->depth - 1])
    {
      path = g_hash_table_lookup (modules, GSIZE_TO_POINTER (identity));
      mg_cursor_seek (&fs->cursor, fs->return_to[--fs->depth]);
      return path;
    }
  path = keep_string (self, fs);
  mg_cursor_take (&fs->cursor, 3 * 8); /* image base, size, build time */
  mg_cursor_utf16_string (&fs->cursor, fs->text);
  mg_cursor_take (&fs->cursor, 16 + 4); /* GUID and age of the PDB */
  mg_fs_leave (fs);
  g_hash_table_insert (modules, GSIZE_TO_POINTER (identity), (char *) path);
  return path;
}

/* Types of native AOT programs are known by number only; the region tells module and suffix ("[]"). */
static void
read_deferred_types (MgGcdump *self, MgFs *fs)
{
  g_autoptr (GHashTable) modules = g_hash_table_new (NULL, NULL);
  gint32 end_index;
  guint32 n;

  fs->cursor.part = _ ("names of deferred types");
  end_index = mg_cursor_i32 (&fs->cursor);
  n = mg_cursor_count (&fs->cursor, DEFERRED_MINIMUM_BYTES, self->types->len);
  for (guint32 i = 0; i < n && !fs->cursor.failed; i++)
    {
      MgGcdumpType *type = &g_array_index (self->types, MgGcdumpType, i);
      guint32 number = mg_cursor_u32 (&fs->cursor);
      const char *module = read_module (self, fs, modules);
      gboolean has_suffix = mg_cursor_utf16_string (&fs->cursor, fs->text);
      g_autofree char *name = NULL;

      if (fs->cursor.failed)
        break;
      if (type->module == NULL)
        type->module = module;
      name = g_strdup_printf ("TypeID(0x%x)%s", number, has_suffix ? fs->text->str : "");
      if (type->name == NULL)
        type->name = g_string_chunk_insert (self->strings, name);
    }
  if (mg_cursor_u8 (&fs->cursor) != MG_FS_END)
    mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("Something else stands where an object should begin or end."));
  if (fs->complete)
    mg_cursor_seek (&fs->cursor, mg_fs_forward (fs, end_index));
}

/* Names that are missing after all get a stand-in; flags are worked out once names are settled. */
static void
settle_types (MgGcdump *self)
{
  for (guint32 i = 0; i < self->types->len; i++)
    {
      MgGcdumpType *type = &g_array_index (self->types, MgGcdumpType, i);

      if (type->name == NULL)
        {
          g_autofree char *name = g_strdup_printf ("Type(%u)", i);

          type->name = g_string_chunk_insert (self->strings, name);
        }
      type->flags = type_flags (type->name);
    }
}

static gboolean
find_addresses (MgGcdump *self, MgFs *fs, GError **error)
{
  MgCursor *cursor = &fs->cursor;
  gint32 n;

  cursor->part = _ ("table of addresses");
  if (mg_cursor_left (cursor) < 4 && !fs->complete)
    {
      self->lost |= MG_GCDUMP_LOST_ADDRESSES | MG_GCDUMP_LOST_DETAILS;
      return TRUE;
    }
  n = mg_cursor_i32 (cursor);
  if (n < 0 || (guint32) n != self->n_nodes)
    mg_cursor_fail (cursor, MG_ERROR_CORRUPT, _ ("There are not as many addresses as objects."));
  if (!mg_cursor_check (cursor, error))
    return FALSE;
  self->n_addresses = (guint32) MIN (mg_cursor_left (cursor) / 8, (guint64) n);
  if (self->n_addresses < self->n_nodes)
    {
      self->lost |= MG_GCDUMP_LOST_ADDRESSES | MG_GCDUMP_LOST_DETAILS;
      if (fs->complete)
        mg_cursor_take (cursor, (guint64) n * 8);
    }
  self->addresses = mg_cursor_take (cursor, (guint64) self->n_addresses * 8);
  return mg_cursor_check (cursor, error);
}

gboolean
mg_gcdump_read_graph (MgGcdump *self, MgFs *fs, GError **error)
{
  MgFsClass klass;

  fs->cursor.part = _ ("graph");
  if (!mg_fs_enter_class (fs, "Graphs.MemoryGraph", &klass))
    mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("The graph is missing."));
  if (klass.oldest_reader > 1)
    mg_cursor_fail (&fs->cursor, MG_ERROR_UNSUPPORTED, _ ("It asks for a newer reader."));
  self->total_size = mg_cursor_i64 (&fs->cursor);
  self->root = mg_cursor_u32 (&fs->cursor);
  if (!read_types (self, fs, error) || !find_records (self, fs, error))
    return FALSE;
  if (klass.oldest_reader == 1 && !(self->lost & MG_GCDUMP_LOST_RECORDS))
    {
      read_deferred_types (self, fs);
      if (fs->cursor.failed && fs->cursor.code == MG_ERROR_TRUNCATED)
        self->lost |= MG_GCDUMP_LOST_NAMES | MG_GCDUMP_LOST_ADDRESSES | MG_GCDUMP_LOST_DETAILS;
      else if (!mg_cursor_check (&fs->cursor, error))
        return FALSE;
    }
  settle_types (self);
  if (self->lost == 0 && !find_addresses (self, fs, error))
    return FALSE;
  if (self->lost == 0)
    {
      fs->cursor.part = _ ("end of the graph");
      if (mg_fs_take_tag (fs, MG_FS_BYTE))
        self->is_64bit = mg_cursor_u8 (&fs->cursor) != 0;
      mg_fs_leave (fs);
    }
  return TRUE;
}
