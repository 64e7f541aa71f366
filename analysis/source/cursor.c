#include "analysis/source/cursor.h"

#include <glib/gi18n-lib.h>

#include "analysis/source/compressed-int.h"
#include "analysis/source/file.h"

void
mg_cursor_init (MgCursor *cursor, const MgSource *source)
{
  *cursor = (MgCursor){ .name = mg_source_name (source), .is_tail = TRUE };
  cursor->start = cursor->at = mg_source_data (source);
  cursor->end = cursor->start + mg_source_size (source);
}

MgCursor
mg_cursor_cut (MgCursor *cursor, guint64 length)
{
  guint64 offset = mg_cursor_tell (cursor);
  const guint8 *start = mg_cursor_take (cursor, length);
  MgCursor part = *cursor;

  part.start = part.at = part.end = start ? start : cursor->at;
  if (start)
    part.end += length;
  part.offset = offset;
  part.is_tail = FALSE;
  return part;
}

void
mg_cursor_fail (MgCursor *cursor, MgError code, const char *problem)
{
  if (cursor->failed)
    return;
  cursor->failed = TRUE;
  cursor->code = code;
  cursor->problem = problem;
  cursor->failed_at = mg_cursor_tell (cursor);
}

static void
fail_at_end (MgCursor *cursor)
{
  mg_cursor_fail (cursor, cursor->is_tail ? MG_ERROR_TRUNCATED : MG_ERROR_CORRUPT,
                  cursor->is_tail ? NULL : _ ("It is longer than the space it has."));
}

gboolean
mg_cursor_check (const MgCursor *cursor, GError **error)
{
  g_autofree char *at = NULL;

  if (!cursor->failed)
    return TRUE;
  at = g_strdup_printf ("%" G_GUINT64_FORMAT, cursor->failed_at);
  if (cursor->problem == NULL)
    g_set_error (error, MG_ERROR, (int) cursor->code,
                 /* Translators: a file name, a part of a file such as "type table", a number. */
                 _ ("%s ends too early. Part: %s, at byte %s. A copy or download was probably cut off: fetch the file "
                    "again."),
                 cursor->name, cursor->part, at);
  else
    g_set_error (error, MG_ERROR, (int) cursor->code,
                 /* Translators: a file name, a part of a file such as "type table", a number, a sentence that says what
                  * is wrong there. */
                 _ ("%s cannot be understood. Part: %s, at byte %s. %s The file is damaged: fetch it again, or take a "
                    "new snapshot."),
                 cursor->name, cursor->part, at, cursor->problem);
  return FALSE;
}

const guint8 *
mg_cursor_take (MgCursor *cursor, guint64 length)
{
  const guint8 *at = cursor->at;

  if (cursor->failed)
    return NULL;
  if (length > mg_cursor_left (cursor))
    {
      fail_at_end (cursor);
      return NULL;
    }
  cursor->at += length;
  return at;
}

void
mg_cursor_seek (MgCursor *cursor, guint64 offset)
{
  if (cursor->failed)
    return;
  if (offset < cursor->offset || offset - cursor->offset > (guint64) (cursor->end - cursor->start))
    mg_cursor_fail (cursor, MG_ERROR_CORRUPT, _ ("It points outside the file."));
  else
    cursor->at = cursor->start + (offset - cursor->offset);
}

guint8
mg_cursor_u8 (MgCursor *cursor)
{
  const guint8 *at = mg_cursor_take (cursor, 1);

  return at ? *at : 0;
}

guint32
mg_cursor_u32 (MgCursor *cursor)
{
  const guint8 *at = mg_cursor_take (cursor, 4);

  return at ? mg_read_u32 (at) : 0;
}

gint32
mg_cursor_i32 (MgCursor *cursor)
{
  return (gint32) mg_cursor_u32 (cursor);
}

guint64
mg_cursor_u64 (MgCursor *cursor)
{
  const guint8 *at = mg_cursor_take (cursor, 8);

  return at ? mg_read_u64 (at) : 0;
}

gint64
mg_cursor_i64 (MgCursor *cursor)
{
  return (gint64) mg_cursor_u64 (cursor);
}

float
mg_cursor_f32 (MgCursor *cursor)
{
  guint32 bits = mg_cursor_u32 (cursor);
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

gint32
mg_cursor_compressed (MgCursor *cursor)
{
  gint32 value;

  if (cursor->failed)
    return 0;
  if (mg_compressed_read_checked (&cursor->at, cursor->end, &value))
    return value;
  fail_at_end (cursor);
  return 0;
}

guint32
mg_cursor_count (MgCursor *cursor, gsize minimum_bytes, guint64 limit)
{
  gint32 n = mg_cursor_i32 (cursor);

  if (cursor->failed)
    return 0;
  cursor->at -= 4; /* a failure is about the count itself */
  if (n < 0)
    mg_cursor_fail (cursor, MG_ERROR_CORRUPT, _ ("A count is negative."));
  else if ((guint64) n > limit)
    mg_cursor_fail (cursor, MG_ERROR_LIMIT, _ ("A count is larger than any real file has."));
  else if ((guint64) n * minimum_bytes > mg_cursor_left (cursor) - 4)
    fail_at_end (cursor);
  if (cursor->failed)
    return 0;
  cursor->at += 4;
  return (guint32) n;
}

/* One UTF-16 unit in one to three bytes; bit patterns that cannot occur give U+FFFD. */
static guint32
take_unit (MgCursor *cursor)
{
  guint8 first = mg_cursor_u8 (cursor);
  const guint8 *rest;

  if (first < 0x80)
    return first;
  rest = mg_cursor_take (cursor, first < 0xe0 ? 1 : 2);
  if (rest == NULL || first < 0xc0 || first >= 0xf0)
    return 0xfffd;
  if (first < 0xe0)
    return (first & 0x1fu) << 6 | (rest[0] & 0x3fu);
  return (first & 0x0fu) << 12 | (rest[0] & 0x3fu) << 6 | (rest[1] & 0x3fu);
}

static void
append_character (GString *text, guint32 character)
{
  if (character == 0)
    character = ' ';
  if (character < 0x80)
    g_string_append_c (text, (char) character);
  else
    g_string_append_unichar (text, character >= 0xd800 && character < 0xe000 ? 0xfffd : character);
}

static gsize
ascii_run (const guint8 *at, gsize length)
{
  gsize n = 0;

  while (n < length && at[n] < 0x80 && at[n] != 0)
    n++;
  return n;
}

gboolean
mg_cursor_utf16_string (MgCursor *cursor, GString *text)
{
  guint32 high = 0, left;

  g_string_truncate (text, 0);
  if (mg_cursor_left (cursor) >= 4 && mg_read_u32 (cursor->at) == G_MAXUINT32)
    {
      mg_cursor_take (cursor, 4);
      return FALSE;
    }
  left = mg_cursor_count (cursor, 1, G_MAXINT32);
  while (left > 0 && !cursor->failed)
    {
      gsize run = ascii_run (cursor->at, MIN (left, mg_cursor_left (cursor)));
      guint32 unit;

      if (run > 0 && high == 0)
        {
          g_string_append_len (text, (const char *) mg_cursor_take (cursor, run), (gssize) run);
          left -= (guint32) run;
          continue;
        }
      unit = take_unit (cursor);
      left--;
      if (high && unit >= 0xdc00 && unit < 0xe000)
        unit = 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00);
      else if (high)
        append_character (text, high);
      high = 0;
      if (unit >= 0xd800 && unit < 0xdc00)
        high = unit;
      else
        append_character (text, unit);
    }
  if (high)
    append_character (text, high);
  return !cursor->failed;
}
