/* The pieces of which FastSerialization files are made (fast-serialization.h), buffered on their way to a function.
 * After a failure nothing more is handed over. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes the next LENGTH bytes of the file. FALSE and an error end the writing. */
typedef gboolean (*MgWriteFunc) (const void *data, gsize length, gpointer user_data, GError **error);

typedef struct
{
  MgWriteFunc func;
  gpointer user_data;
  GByteArray *buffer;
  guint64 written; /* bytes so far: the label of what comes next */
  gboolean failed;
  GError **error; /* set by FUNC when it fails, or by whoever sets FAILED */
} MgFsWriter;

void mg_fs_writer_init (MgFsWriter *writer, MgWriteFunc func, gpointer user_data, GError **error);
void mg_fs_writer_clear (MgFsWriter *writer);

void mg_fs_put (MgFsWriter *writer, const void *data, gsize length);
void mg_fs_put_u8 (MgFsWriter *writer, guint8 value);
void mg_fs_put_u32 (MgFsWriter *writer, guint32 value);
void mg_fs_put_u64 (MgFsWriter *writer, guint64 value);
void mg_fs_put_f32 (MgFsWriter *writer, float value);
/* Number of UTF-16 units, then each as UTF-8 of its own; NULL is the null string. */
void mg_fs_put_string (MgFsWriter *writer, const char *text);
/* Begins an object whose class is written out: the tags, then the class. */
void mg_fs_put_class (MgFsWriter *writer, const char *name, guint32 version, guint32 oldest_reader);
/* Hands over what is buffered; call at the end. */
void mg_fs_flush (MgFsWriter *writer);

G_END_DECLS
