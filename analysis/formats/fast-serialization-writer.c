#include "analysis/formats/fast-serialization-writer.h"

#include <string.h>

#include "analysis/formats/fast-serialization.h"

#define BUFFER_SIZE ((gsize) 64 * 1024)

void
mg_fs_writer_init (MgFsWriter *writer, MgWriteFunc func, gpointer user_data, GError **error)
{
  *writer = (MgFsWriter){ .func = func, .user_data = user_data, .error = error };
  writer->buffer = g_byte_array_sized_new (2 * BUFFER_SIZE);
}

void
mg_fs_writer_clear (MgFsWriter *writer)
{
  g_clear_pointer (&writer->buffer, g_byte_array_unref);
}

void
mg_fs_flush (MgFsWriter *writer)
{
  if (!writer->failed && writer->buffer->len > 0)
    writer->failed = !writer->func (writer->buffer->data, writer->buffer->len, writer->user_data, writer->error);
  g_byte_array_set_size (writer->buffer, 0);
}

void
mg_fs_put (MgFsWriter *writer, const void *data, gsize length)
{
  g_byte_array_append (writer->buffer, data, (guint) length);
  writer->written += length;
  if (writer->buffer->len >= BUFFER_SIZE)
    mg_fs_flush (writer);
}

void
mg_fs_put_u8 (MgFsWriter *writer, guint8 value)
{
  mg_fs_put (writer, &value, 1);
}

void
mg_fs_put_u32 (MgFsWriter *writer, guint32 value)
{
  value = GUINT32_TO_LE (value);
  mg_fs_put (writer, &value, sizeof value);
}

void
mg_fs_put_u64 (MgFsWriter *writer, guint64 value)
{
  value = GUINT64_TO_LE (value);
  mg_fs_put (writer, &value, sizeof value);
}

void
mg_fs_put_f32 (MgFsWriter *writer, float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  mg_fs_put_u32 (writer, bits);
}

void
mg_fs_put_string (MgFsWriter *writer, const char *text)
{
  glong n = 0;
  g_autofree gunichar2 *units = text ? g_utf8_to_utf16 (text, -1, NULL, &n, NULL) : NULL;

  mg_fs_put_u32 (writer, units ? (guint32) n : G_MAXUINT32);
  for (glong i = 0; units && i < n; i++)
    {
      guint32 unit = units[i];
      guint8 bytes[3] = { (guint8) (0xe0 | unit >> 12), (guint8) (0x80 | (unit >> 6 & 0x3f)),
                          (guint8) (0x80 | (unit & 0x3f)) };

      if (unit < 0x80)
        mg_fs_put_u8 (writer, (guint8) unit);
      else if (unit < 0x800)
        {
          bytes[1] = (guint8) (0xc0 | unit >> 6);
          mg_fs_put (writer, bytes + 1, 2);
        }
      else
        mg_fs_put (writer, bytes, 3);
    }
}

void
mg_fs_put_class (MgFsWriter *writer, const char *name, guint32 version, guint32 oldest_reader)
{
  mg_fs_put_u8 (writer, MG_FS_BEGIN);
  mg_fs_put_u8 (writer, MG_FS_BEGIN);
  mg_fs_put_u8 (writer, MG_FS_NULL);
  mg_fs_put_u32 (writer, version);
  mg_fs_put_u32 (writer, oldest_reader);
  mg_fs_put_string (writer, name);
  mg_fs_put_u8 (writer, MG_FS_END);
}
