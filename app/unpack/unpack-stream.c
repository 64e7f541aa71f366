#include "app/unpack/unpack-stream.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <zstd.h>

#include "analysis/base/error.h"

#define PIECE ((gsize) 256 * 1024)

static const guint8 gzip_magic[] = { 0x1f, 0x8b }, zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

MgPacking
mg_packing_of (const guint8 *data, gsize size)
{
  if (size >= sizeof gzip_magic && memcmp (data, gzip_magic, sizeof gzip_magic) == 0)
    return MG_PACKED_GZIP;
  if (size >= sizeof zstd_magic && memcmp (data, zstd_magic, sizeof zstd_magic) == 0)
    return MG_PACKED_ZSTD;
  return MG_PACKED_NOT;
}

static gboolean
fail_truncated (const char *name, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_TRUNCATED,
               /* Translators: a file name. */
               _ ("%s is cut off: the compressed file ends too early. Fetch it again."), name);
  return FALSE;
}

static gboolean
fail_corrupt (const char *name, const char *reason, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_CORRUPT,
               /* Translators: a file name, then a reason. */
               _ ("%s is damaged and cannot be unpacked: %s. Fetch it again."), name, reason);
  return FALSE;
}

typedef struct
{
  const guint8 *data;
  gsize size, at;
  const char *name;
  MgUnpackFunc func;
  MgUnpackStepFunc step;
  gpointer user_data;
} Work;

/* --- zstd --- */

static gboolean
unpack_zstd (Work *work, ZSTD_DStream *stream, guint8 *room, GError **error)
{
  ZSTD_inBuffer in = { work->data, work->size, 0 };
  size_t left = 1;
  gboolean full = FALSE;

  while (in.pos < in.size || full)
    {
      ZSTD_outBuffer out = { room, PIECE, 0 };

      left = ZSTD_decompressStream (stream, &out, &in);
      if (ZSTD_isError (left))
        return fail_corrupt (work->name, ZSTD_getErrorName (left), error);
      full = out.pos == out.size;
      if (!work->func (room, out.pos, work->user_data, error) || !work->step (in.pos, work->user_data, error))
        return FALSE;
    }
  return left == 0 || fail_truncated (work->name, error);
}

/* --- gzip --- */

/* One piece: moves on in the input. *ENDED: a stream is over. */
static gboolean
inflate_piece (Work *work, GConverter *inflater, guint8 *room, gboolean *ended, GError **error)
{
  g_autoptr (GError) local = NULL;
  gsize read = 0, written = 0;
  GConverterResult result = g_converter_convert (inflater, work->data + work->at, work->size - work->at, room, PIECE,
                                                 G_CONVERTER_INPUT_AT_END, &read, &written, &local);

  if (result == G_CONVERTER_ERROR)
    return g_error_matches (local, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
             ? fail_truncated (work->name, error)
             : fail_corrupt (work->name, local->message, error);
  work->at += read;
  *ended = result == G_CONVERTER_FINISHED;
  return work->func (room, written, work->user_data, error) && work->step (work->at, work->user_data, error);
}

static gboolean
unpack_gzip (Work *work, guint8 *room, GError **error)
{
  g_autoptr (GZlibDecompressor) inflater = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  gboolean ended = FALSE;

  for (;;)
    {
      if (!inflate_piece (work, G_CONVERTER (inflater), room, &ended, error))
        return FALSE;
      if (!ended)
        continue;
      /* Another stream may follow; what is none is padding, as gzip(1) has it. */
      if (mg_packing_of (work->data + work->at, work->size - work->at) != MG_PACKED_GZIP)
        return TRUE;
      g_converter_reset (G_CONVERTER (inflater));
    }
}

gboolean
mg_unpack_stream (MgPacking packing,
                  const guint8 *data,
                  gsize size,
                  const char *name,
                  MgUnpackFunc func,
                  MgUnpackStepFunc step,
                  gpointer user_data,
                  GError **error)
{
  Work work = { data, size, 0, name, func, step, user_data };
  g_autofree guint8 *room = g_malloc (PIECE);
  ZSTD_DStream *stream;
  gboolean done;

  if (packing == MG_PACKED_GZIP)
    return unpack_gzip (&work, room, error);
  stream = ZSTD_createDStream ();
  done = stream != NULL && unpack_zstd (&work, stream, room, error);
  if (stream == NULL)
    g_set_error_literal (error, MG_ERROR, MG_ERROR_MEMORY, _ ("There is not enough memory to unpack the file."));
  ZSTD_freeDStream (stream);
  return done;
}
