/* The container of a .gcdump: objects written by .NET's FastSerialization. Little-endian, no padding.
 *
 *   offset  size  meaning
 *   0       4     20
 *   4       20    "!FastSerialization.1", no NUL
 *   24      …     entry object
 *           …     deferred objects, each behind tag 7
 *           1     tag 6
 *   T       4     number of forward labels, then so many labels
 *   S       L     trailer: the label T
 *   S+L     L     suffix: the label S                                  (last bytes of the file)
 *
 * A label is an offset in the file; its width L is 4 or 8 and is recorded nowhere: the width whose chain suffix →
 * trailer → table fits the file's length is the right one. An object:
 *
 *   tag 1                                     null
 *   tag 2, label                              the object that begins at the label
 *   tag 3, i32, type                          the object that the forward label of that index names
 *   tag 4 or 5, type, fields, tag 6           an object here
 *   tag 7, i32, then tag 4 or 5               the same, found by a forward label
 *   type: tag 4, tag 1, i32 version, i32 oldest reader that copes, string class name, tag 6; or tag 2, label of one
 *
 * Fields added later carry a tag of their own, so that older readers can pass over them: 8 u8, 9 i16, 10 i32, 11 i64,
 * 12 region (i32 index of the forward label of its end, then an object), 13 string, 14 blob (i32 size, bytes).
 *
 * Example: 04 04 01 0a000000 08000000 0a000000 "GCHeapDump" 06 …fields… 06 */
#pragma once

#include "analysis/base/limits.h"
#include "analysis/source/cursor.h"

G_BEGIN_DECLS

typedef enum
{
  MG_FS_NULL = 1,
  MG_FS_OBJECT_REFERENCE,
  MG_FS_FORWARD_REFERENCE,
  MG_FS_BEGIN,
  MG_FS_BEGIN_PRIVATE,
  MG_FS_END,
  MG_FS_FORWARD_DEFINITION,
  MG_FS_BYTE,
  MG_FS_INT16,
  MG_FS_INT32,
  MG_FS_INT64,
  MG_FS_REGION,
  MG_FS_STRING,
  MG_FS_BLOB
} MgFsTag;

#define MG_FS_SIGNATURE "!FastSerialization.1"
#define MG_FS_HEADER_SIZE 24

/* The class of an object. Names are short: "GCHeapDump" */
typedef struct
{
  char name[64];
  gint32 version;
  gint32 oldest_reader;
} MgFsClass;

typedef struct
{
  MgCursor cursor;
  guint label_width;     /* 4 or 8; 0 when the file's end is lost and no label has told yet */
  gboolean complete;     /* the chain at the end of the file is sound: nothing was cut off */
  guint64 table_offset;  /* of the first forward label */
  guint32 n_forward;
  guint depth;           /* objects entered */
  guint64 return_to[MG_LIMIT_NESTING]; /* where to go on after each; 0: right behind it */
  GString *text;         /* scratch */
} MgFs;

/* Whether the bytes begin like this container. */
gboolean mg_fs_sniff (const guint8 *head, gsize length);

/* Starts at the entry object of SOURCE, which must stay alive. Fails (mg_cursor_check (&fs->cursor)) without header. */
void mg_fs_init (MgFs *fs, const MgSource *source);
void mg_fs_clear (MgFs *fs);

/* Enters the object at the cursor and gives its class. FALSE: it is null, or the cursor failed. */
gboolean mg_fs_enter (MgFs *fs, MgFsClass *klass);
/* Enters an object that must be of class NAME; fails the cursor when it is another one. FALSE also for null. */
gboolean mg_fs_enter_class (MgFs *fs, const char *name, MgFsClass *klass);
/* Passes over fields that are newer than this program, up to the object's end, and goes on behind the object. */
void mg_fs_leave (MgFs *fs);
/* Offset where the object at the cursor really begins (behind references), as a key for objects met again; the cursor
 * stays where it is. 0 when it is null or cannot be told. */
guint64 mg_fs_peek_identity (MgFs *fs);

/* A tag, then nothing more: FALSE (and no failure) when another tag stands here. */
gboolean mg_fs_take_tag (MgFs *fs, MgFsTag tag);
/* Target of the forward label INDEX; fails the cursor when there is none. */
guint64 mg_fs_forward (MgFs *fs, gint32 index);
/* A string; NULL for none. Free with g_free. */
char *mg_fs_string (MgFs *fs) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
