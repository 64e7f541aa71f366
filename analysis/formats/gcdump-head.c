/* The entry object GCHeapDump around the graph: who was looked at, when, by which tool. Layout of versions 9 and 10:
 * gcdump-file.h. Versions 4 to 7:
 *
 *   object    graph
 *   i64 × 3   bytes of all segments, two figures of no use here
 *   bool
 *   from 5:   string log, i64 ticks, string machine, string process, i32 pid, i64 commit, i64 working set
 *   from 6:   i32 n, n × object GCHeapDumpSegment
 *   from 7:   bool 64-bit process
 *
 * Once the graph is read, nothing here can make the file unreadable: what fails is lost details. */
#include <glib/gi18n-lib.h>

#include "analysis/formats/gcdump-file.h"

#define NEWEST_VERSION 10
/* Tags, reference to the class and five addresses. */
#define SEGMENT_MINIMUM_BYTES 40

static void
read_segment (MgGcdump *self, MgFs *fs)
{
  MgGcdumpSegment segment = { 0 };
  MgFsClass klass;

  if (!mg_fs_enter_class (fs, "GCHeapDumpSegment", &klass))
    return;
  segment.start = mg_cursor_u64 (&fs->cursor);
  segment.end = mg_cursor_u64 (&fs->cursor);
  for (guint i = 0; i < (klass.version >= 1 ? 5 : 4); i++)
    segment.generation_end[i] = mg_cursor_u64 (&fs->cursor);
  mg_fs_leave (fs);
  if (!fs->cursor.failed && segment.start < segment.end)
    g_array_append_val (self->segments, segment);
}

static int
compare_segments (gconstpointer a, gconstpointer b)
{
  const MgGcdumpSegment *first = a, *second = b;

  return (first->start > second->start) - (first->start < second->start);
}

static void
read_segments (MgGcdump *self, MgFs *fs)
{
  guint32 n = mg_cursor_count (&fs->cursor, SEGMENT_MINIMUM_BYTES, MG_LIMIT_SEGMENTS);

  for (guint32 i = 0; i < n && !fs->cursor.failed; i++)
    read_segment (self, fs);
  g_array_sort (self->segments, compare_segments);
}

static void
read_heap_info (MgGcdump *self, MgFs *fs)
{
  MgFsClass klass;

  fs->cursor.part = _ ("heap segments");
  if (!mg_fs_enter_class (fs, "DotNetHeapInfo", &klass))
    return;
  mg_cursor_i64 (&fs->cursor);
  read_segments (self, fs);
  mg_fs_leave (fs);
}

static void
read_javascript_info (MgGcdump *self, MgFs *fs)
{
  MgFsClass klass;

  if (mg_fs_enter (fs, &klass))
    {
      self->is_javascript = TRUE;
      mg_fs_leave (fs);
    }
}

static void
read_collection (MgGcdump *self, MgFs *fs)
{
  fs->cursor.part = _ ("details of the process");
  self->log = mg_fs_string (fs);
  self->ticks = mg_cursor_i64 (&fs->cursor);
  self->machine = mg_fs_string (fs);
  self->process = mg_fs_string (fs);
  self->pid = mg_cursor_i32 (&fs->cursor);
  mg_cursor_take (&fs->cursor, 2 * 8); /* commit and working set */
}

/* COM wrappers. Their nodes are in the graph under names of their own, so this is only passed over:
 *
 *   i32 total (0: nothing more), i32 RCWs, i32 CCWs, i32 interfaces, i32 modules
 *   RCW        i32 node, i32 references, i64 IUnknown, i64 Jupiter object, i64 vtable, i32 first interface, i32 count
 *   CCW        i32 node, i32 references, i64 IUnknown, i64 handle, i32 first interface, i32 count
 *   interface  u8 of an RCW, i32 owner, i32 type, i64 address, i64 vtable, i64 first method
 *   module     i64 base, i32 bytes, i32 time, string file */
static void
read_interop (MgFs *fs)
{
  MgCursor *cursor = &fs->cursor;
  MgFsClass klass;
  guint32 n_rcws, n_ccws, n_interfaces, n_modules;

  cursor->part = _ ("COM wrappers");
  if (!mg_fs_enter_class (fs, "InteropInfo", &klass))
    return;
  if (mg_cursor_i32 (cursor) != 0)
    {
      n_rcws = mg_cursor_count (cursor, 40, G_MAXINT32);
      n_ccws = mg_cursor_count (cursor, 32, G_MAXINT32);
      n_interfaces = mg_cursor_count (cursor, 33, G_MAXINT32);
      n_modules = mg_cursor_count (cursor, 20, G_MAXINT32);
      mg_cursor_take (cursor, (guint64) n_rcws * 40 + (guint64) n_ccws * 32 + (guint64) n_interfaces * 33);
      for (guint32 i = 0; i < n_modules && !cursor->failed; i++)
        {
          mg_cursor_take (cursor, 16);
          mg_cursor_utf16_string (cursor, fs->text);
        }
    }
  mg_fs_leave (fs);
}

static void
read_fields_9 (MgGcdump *self, MgFs *fs)
{
  MgCursor *cursor = &fs->cursor;

  cursor->part = _ ("details of the process");
  self->is_64bit = mg_cursor_u8 (cursor) != 0 || self->is_64bit;
  self->count_multiplier = mg_cursor_f32 (cursor);
  self->size_multiplier = mg_cursor_f32 (cursor);
  read_javascript_info (self, fs);
  read_heap_info (self, fs);
  read_collection (self, fs);
  self->n_multipliers = mg_cursor_count (cursor, 4, MG_LIMIT_TYPES);
  self->multipliers = mg_cursor_take (cursor, (guint64) self->n_multipliers * 4);
  if (mg_fs_take_tag (fs, MG_FS_REGION))
    {
      mg_cursor_i32 (cursor);
      read_interop (fs);
    }
  if (mg_fs_take_tag (fs, MG_FS_STRING))
    self->tool = mg_fs_string (fs);
}

static void
read_fields_4 (MgGcdump *self, MgFs *fs)
{
  fs->cursor.part = _ ("details of the process");
  mg_cursor_take (&fs->cursor, 3 * 8 + 1);
  if (self->version >= 5)
    read_collection (self, fs);
  if (self->version >= 6)
    {
      fs->cursor.part = _ ("heap segments");
      read_segments (self, fs);
    }
  if (self->version >= 7)
    self->is_64bit = mg_cursor_u8 (&fs->cursor) != 0 || self->is_64bit;
}

static void
fail_version (MgGcdump *self, const MgFsClass *klass, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_UNSUPPORTED,
               /* Translators: a file name, a name of a class, two version numbers. */
               _ ("%s is a snapshot of a kind that this program does not know: %s, version %d, for readers from "
                  "version %d. Versions 4 to 7, 9 and 10 of GCHeapDump can be read."),
               self->parent.info.base_name, klass->name, klass->version, klass->oldest_reader);
}

static gboolean
version_is_known (const MgFsClass *klass)
{
  return strcmp (klass->name, "GCHeapDump") == 0 && klass->version >= 4 && klass->version != 8
         && klass->oldest_reader <= NEWEST_VERSION;
}

/* Reads the graph, then the fields around it. A bare graph is an entry object itself. */
static gboolean
read_entry (MgGcdump *self, MgFs *fs, GError **error)
{
  guint64 start = mg_cursor_tell (&fs->cursor);
  MgFsClass klass;

  fs->cursor.part = _ ("header");
  if (!mg_fs_enter (fs, &klass))
    mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("There is no snapshot in it."));
  if (!mg_cursor_check (&fs->cursor, error))
    return FALSE;
  if (strcmp (klass.name, "Graphs.MemoryGraph") == 0)
    {
      fs->depth = 0;
      mg_cursor_seek (&fs->cursor, start);
      return mg_gcdump_read_graph (self, fs, error);
    }
  if (!version_is_known (&klass))
    {
      fail_version (self, &klass, error);
      return FALSE;
    }
  self->version = klass.version;
  if (!mg_gcdump_read_graph (self, fs, error))
    return FALSE;
  if (self->lost)
    return TRUE;
  if (self->version >= 9)
    read_fields_9 (self, fs);
  else
    read_fields_4 (self, fs);
  mg_fs_leave (fs);
  return TRUE;
}

gboolean
mg_gcdump_read_head (MgGcdump *self, GError **error)
{
  MgFs fs;
  gboolean done;

  mg_fs_init (&fs, self->source);
  self->count_multiplier = self->size_multiplier = 1.0f;
  self->segments = g_array_new (FALSE, FALSE, sizeof (MgGcdumpSegment));
  done = mg_cursor_check (&fs.cursor, error) && read_entry (self, &fs, error);
  if (done && fs.cursor.failed)
    self->lost |= MG_GCDUMP_LOST_DETAILS;
  else if (done && !fs.complete)
    self->lost |= MG_GCDUMP_LOST_END;
  if (self->multipliers == NULL)
    self->n_multipliers = 0;
  mg_fs_clear (&fs);
  return done;
}
