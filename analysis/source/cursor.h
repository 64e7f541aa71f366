/* A reading position inside bytes that came from outside. Nothing else touches them.
 *
 * Every read is checked. The first read that fails marks the cursor; from then on all reads give zeros and leave the
 * position alone, so that a sequence of fields can be read straight through and checked once, at its end:
 *
 *   cursor.part = _("type table");
 *   n = mg_cursor_u32 (&cursor);
 *   size = mg_cursor_i64 (&cursor);
 *   if (!mg_cursor_check (&cursor, error))
 *     return FALSE;
 *
 * Numbers are little-endian. */
#pragma once

#include <string.h>

#include "analysis/base/error.h"
#include "analysis/types.h"

G_BEGIN_DECLS

typedef struct
{
  const guint8 *start, *at, *end;
  guint64 offset;       /* of START in the file */
  gboolean is_tail;     /* END is the end of the file: running into it means that the file was cut */
  const char *name;     /* of the file, for messages */
  const char *part;     /* translated name of what is being read, for messages; changed as one goes */
  gboolean failed;
  MgError code;         /* of the failure */
  const char *problem;  /* translated sentence, static; NULL: the bytes ended */
  guint64 failed_at;    /* offset in the file */
} MgCursor;

/* Reads all of SOURCE, which must stay alive. */
void mg_cursor_init (MgCursor *cursor, const MgSource *source);
/* Cuts a part of LENGTH bytes off the front of CURSOR, as a cursor of its own; fails CURSOR when there are fewer. */
MgCursor mg_cursor_cut (MgCursor *cursor, guint64 length);

/* Marks the cursor as failed at its present position. PROBLEM: a translated static sentence. The first failure
 * stays. */
void mg_cursor_fail (MgCursor *cursor, MgError code, const char *problem);
/* Returns TRUE when no read has failed; else FALSE and an error with file, part, offset, reason and advice. */
gboolean mg_cursor_check (const MgCursor *cursor, GError **error);

static inline gsize
mg_cursor_left (const MgCursor *cursor)
{
  return (gsize) (cursor->end - cursor->at);
}

/* Offset of the position in the file. */
static inline guint64
mg_cursor_tell (const MgCursor *cursor)
{
  return cursor->offset + (guint64) (cursor->at - cursor->start);
}

/* Returns the position and passes over LENGTH bytes, or fails and returns NULL. */
const guint8 *mg_cursor_take (MgCursor *cursor, guint64 length);
/* Moves to an offset in the file; fails when it lies outside. */
void mg_cursor_seek (MgCursor *cursor, guint64 offset);

guint8 mg_cursor_u8 (MgCursor *cursor);
gint32 mg_cursor_i32 (MgCursor *cursor);
guint32 mg_cursor_u32 (MgCursor *cursor);
gint64 mg_cursor_i64 (MgCursor *cursor);
guint64 mg_cursor_u64 (MgCursor *cursor);
float mg_cursor_f32 (MgCursor *cursor);
/* A compressed integer of a .gcdump's node records (compressed-int.h). */
gint32 mg_cursor_compressed (MgCursor *cursor);

/* A count of things that take at least MINIMUM_BYTES each in what follows. Fails when it is negative, above LIMIT
 * (MG_ERROR_LIMIT) or when so many cannot follow, so that the caller may allocate for it. */
guint32 mg_cursor_count (MgCursor *cursor, gsize minimum_bytes, guint64 limit);

/* A string as FastSerialization writes it: i32 number of UTF-16 units (-1: none), then each unit as 1 … 3 bytes, pairs
 * of surrogates one by one. Puts UTF-8 into TEXT (a lone surrogate becomes U+FFFD, NUL a blank); FALSE for none. At
 * most as long as what follows in the file: a collector's log may have megabytes. */
gboolean mg_cursor_utf16_string (MgCursor *cursor, GString *text);

/* For bytes whose range has been checked already. */
static inline guint32
mg_read_u32 (const guint8 *at)
{
  guint32 value;

  memcpy (&value, at, sizeof value);
  return GUINT32_FROM_LE (value);
}

static inline guint64
mg_read_u64 (const guint8 *at)
{
  guint64 value;

  memcpy (&value, at, sizeof value);
  return GUINT64_FROM_LE (value);
}

G_END_DECLS
