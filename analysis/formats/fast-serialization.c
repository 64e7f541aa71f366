#include "analysis/formats/fast-serialization.h"

#include <glib/gi18n-lib.h>

#include "analysis/source/file.h"

gboolean
mg_fs_sniff (const guint8 *head, gsize length)
{
  static const guint8 size[4] = { sizeof MG_FS_SIGNATURE - 1 };

  return length >= MG_FS_HEADER_SIZE && memcmp (head, size, 4) == 0
         && memcmp (head + 4, MG_FS_SIGNATURE, sizeof MG_FS_SIGNATURE - 1) == 0;
}

static guint64
label_at (const guint8 *at, guint width)
{
  return width == 4 ? mg_read_u32 (at) : mg_read_u64 (at);
}

/* Whether labels of WIDTH bytes make sense of the file's last bytes. */
static gboolean
try_width (MgFs *fs, guint width)
{
  const guint8 *start = fs->cursor.start;
  guint64 size = (guint64) (fs->cursor.end - start);
  guint64 trailer, table;
  guint32 n;

  if (size < MG_FS_HEADER_SIZE + 2 * width + 4)
    return FALSE;
  trailer = size - 2 * width;
  table = label_at (start + trailer, width);
  if (label_at (start + trailer + width, width) != trailer || table < MG_FS_HEADER_SIZE || table > trailer - 4)
    return FALSE;
  n = mg_read_u32 (start + table);
  if (n > G_MAXINT32 || table + 4 + (guint64) n * width != trailer)
    return FALSE;
  fs->label_width = width;
  fs->table_offset = table + 4;
  fs->n_forward = n;
  fs->complete = TRUE;
  return TRUE;
}

void
mg_fs_init (MgFs *fs, const MgSource *source)
{
  memset (fs, 0, sizeof *fs);
  mg_cursor_init (&fs->cursor, source);
  fs->text = g_string_new (NULL);
  fs->cursor.part = _ ("header");
  if (!mg_fs_sniff (fs->cursor.start, mg_cursor_left (&fs->cursor)))
    {
      mg_cursor_fail (&fs->cursor, MG_ERROR_NOT_RECOGNIZED, _ ("It does not begin as a .gcdump does."));
      return;
    }
  if (!try_width (fs, 4))
    try_width (fs, 8);
  mg_cursor_take (&fs->cursor, MG_FS_HEADER_SIZE);
}

void
mg_fs_clear (MgFs *fs)
{
  if (fs->text)
    g_string_free (fs->text, TRUE);
  fs->text = NULL;
}

/* In a file whose end is lost the width of labels is unknown. The first label tells: it leads back to a type or to an
 * object, so the byte there is one of the tags that begin one. */
static gboolean
guess_width (MgFs *fs, guint width)
{
  guint64 here = mg_cursor_tell (&fs->cursor), target;
  guint8 tag;

  if (mg_cursor_left (&fs->cursor) < width)
    return FALSE;
  target = label_at (fs->cursor.at, width);
  if (target < MG_FS_HEADER_SIZE || target >= here)
    return FALSE;
  tag = fs->cursor.start[target];
  if (tag != MG_FS_BEGIN && tag != MG_FS_BEGIN_PRIVATE && tag != MG_FS_FORWARD_DEFINITION)
    return FALSE;
  fs->label_width = width;
  return TRUE;
}

static guint64
take_label (MgFs *fs)
{
  /* Eight first: the upper half of a wide label is zero, while a narrow label is followed by something else. */
  if (fs->label_width == 0 && !fs->cursor.failed && !guess_width (fs, 8) && !guess_width (fs, 4))
    mg_cursor_fail (&fs->cursor, MG_ERROR_TRUNCATED, NULL);
  return fs->label_width == 8 ? mg_cursor_u64 (&fs->cursor) : mg_cursor_u32 (&fs->cursor);
}

guint64
mg_fs_forward (MgFs *fs, gint32 index)
{
  if (fs->cursor.failed)
    return 0;
  if (!fs->complete)
    mg_cursor_fail (&fs->cursor, MG_ERROR_TRUNCATED, NULL);
  else if (index < 0 || (guint32) index >= fs->n_forward)
    mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("A forward reference has no target."));
  else
    return label_at (fs->cursor.start + fs->table_offset + (gsize) index * fs->label_width, fs->label_width);
  return 0;
}

gboolean
mg_fs_take_tag (MgFs *fs, MgFsTag tag)
{
  if (fs->cursor.failed || mg_cursor_left (&fs->cursor) == 0 || *fs->cursor.at != tag)
    return FALSE;
  fs->cursor.at++;
  return TRUE;
}

char *
mg_fs_string (MgFs *fs)
{
  return mg_cursor_utf16_string (&fs->cursor, fs->text) ? g_strndup (fs->text->str, fs->text->len) : NULL;
}

static void
fail_tag (MgFs *fs)
{
  mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("Something else stands where an object should begin or end."));
}

static void
read_class_here (MgFs *fs, MgFsClass *klass)
{
  MgCursor *cursor = &fs->cursor;

  if (mg_cursor_u8 (cursor) != MG_FS_BEGIN || mg_cursor_u8 (cursor) != MG_FS_NULL)
    fail_tag (fs);
  klass->version = mg_cursor_i32 (cursor);
  klass->oldest_reader = mg_cursor_i32 (cursor);
  if (!mg_cursor_utf16_string (cursor, fs->text))
    fail_tag (fs);
  g_strlcpy (klass->name, fs->text->str, sizeof klass->name);
  if (mg_cursor_u8 (cursor) != MG_FS_END)
    fail_tag (fs);
}

static void
read_class (MgFs *fs, MgFsClass *klass)
{
  memset (klass, 0, sizeof *klass);
  if (mg_fs_take_tag (fs, MG_FS_OBJECT_REFERENCE))
    {
      guint64 target = take_label (fs);
      guint64 back = mg_cursor_tell (&fs->cursor);

      mg_cursor_seek (&fs->cursor, target);
      read_class_here (fs, klass);
      mg_cursor_seek (&fs->cursor, back);
    }
  else
    read_class_here (fs, klass);
}

/* Follows references until an object begins here. Returns where to go on afterwards (0: right behind the object).
 * FALSE: it is null, or the cursor failed. */
static gboolean
find_object (MgFs *fs, guint64 *return_to)
{
  MgCursor *cursor = &fs->cursor;

  *return_to = 0;
  for (guint hops = 0; hops < MG_LIMIT_NESTING && !cursor->failed; hops++)
    {
      MgFsClass unused;
      guint64 target = 0;

      switch (mg_cursor_u8 (cursor))
        {
        case MG_FS_BEGIN:
        case MG_FS_BEGIN_PRIVATE:
          return !cursor->failed;
        case MG_FS_NULL:
          if (*return_to)
            mg_cursor_seek (cursor, *return_to);
          return FALSE;
        case MG_FS_FORWARD_DEFINITION:
          mg_cursor_i32 (cursor);
          continue;
        case MG_FS_BLOB:
          mg_cursor_take (cursor, mg_cursor_count (cursor, 1, G_MAXINT32));
          continue;
        case MG_FS_OBJECT_REFERENCE:
          target = take_label (fs);
          break;
        case MG_FS_FORWARD_REFERENCE:
          target = mg_fs_forward (fs, mg_cursor_i32 (cursor));
          read_class (fs, &unused);
          break;
        default:
          if (!cursor->failed)
            cursor->at--;
          fail_tag (fs);
          return FALSE;
        }
      if (*return_to == 0)
        *return_to = mg_cursor_tell (cursor);
      mg_cursor_seek (cursor, target);
    }
  fail_tag (fs);
  return FALSE;
}

guint64
mg_fs_peek_identity (MgFs *fs)
{
  MgCursor saved = fs->cursor;
  guint64 return_to, identity = 0;

  if (find_object (fs, &return_to))
    identity = mg_cursor_tell (&fs->cursor);
  fs->cursor = saved;
  return identity;
}

gboolean
mg_fs_enter (MgFs *fs, MgFsClass *klass)
{
  guint64 return_to;

  memset (klass, 0, sizeof *klass);
  if (!find_object (fs, &return_to))
    return FALSE;
  read_class (fs, klass);
  if (fs->depth == MG_LIMIT_NESTING)
    mg_cursor_fail (&fs->cursor, MG_ERROR_LIMIT, _ ("Objects stand inside each other deeper than in any real file."));
  if (fs->cursor.failed)
    return FALSE;
  fs->return_to[fs->depth++] = return_to;
  return TRUE;
}

gboolean
mg_fs_enter_class (MgFs *fs, const char *name, MgFsClass *klass)
{
  if (!mg_fs_enter (fs, klass))
    return FALSE;
  if (strcmp (klass->name, name) == 0)
    return TRUE;
  mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("An object of another class stands here."));
  return FALSE;
}

static void
skip_region (MgFs *fs)
{
  guint64 here = mg_cursor_tell (&fs->cursor);
  guint64 end = mg_fs_forward (fs, mg_cursor_i32 (&fs->cursor));

  if (end <= here)
    mg_cursor_fail (&fs->cursor, MG_ERROR_CORRUPT, _ ("A region ends before it begins."));
  mg_cursor_seek (&fs->cursor, end);
}

void
mg_fs_leave (MgFs *fs)
{
  MgCursor *cursor = &fs->cursor;
  gboolean done = FALSE;

  while (!done && !cursor->failed)
    switch (mg_cursor_u8 (cursor))
      {
      case MG_FS_END:
        done = TRUE;
        break;
      case MG_FS_NULL:
        break;
      case MG_FS_BYTE:
        mg_cursor_take (cursor, 1);
        break;
      case MG_FS_INT16:
        mg_cursor_take (cursor, 2);
        break;
      case MG_FS_INT32:
        mg_cursor_take (cursor, 4);
        break;
      case MG_FS_INT64:
        mg_cursor_take (cursor, 8);
        break;
      case MG_FS_STRING:
        mg_cursor_utf16_string (cursor, fs->text);
        break;
      case MG_FS_BLOB:
        mg_cursor_take (cursor, mg_cursor_count (cursor, 1, G_MAXINT32));
        break;
      case MG_FS_OBJECT_REFERENCE:
        take_label (fs);
        break;
      case MG_FS_REGION:
        skip_region (fs);
        break;
      default:
        fail_tag (fs);
      }
  if (done && fs->depth > 0 && fs->return_to[--fs->depth])
    mg_cursor_seek (cursor, fs->return_to[fs->depth]);
}
