/* Where a report goes: bytes are gathered and handed on in large pieces. The first error sticks, and everything put
 * after it is dropped, so that writers need to look only now and then. Owns no file: the caller gives the function. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes N bytes. FALSE with ERROR set when they could not be written. */
typedef gboolean (*MgSinkFunc) (const char *bytes, gsize n, gpointer user_data, GError **error);

typedef struct
{
  MgSinkFunc func;
  gpointer user_data;
  GString *buffer;
  GError *error; /* the first one; NULL while all is well */
} MgSink;

void mg_sink_init (MgSink *sink, MgSinkFunc func, gpointer user_data);
/* Gathers everything in sink->buffer instead of handing it on. */
void mg_sink_init_memory (MgSink *sink);
/* Drops what was not flushed. */
void mg_sink_clear (MgSink *sink);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgSink, mg_sink_clear)

void mg_sink_put (MgSink *sink, const char *text);
void mg_sink_put_bytes (MgSink *sink, const char *bytes, gsize n);
void mg_sink_put_char (MgSink *sink, char c);
/* N times the character C. */
void mg_sink_put_repeated (MgSink *sink, char c, gsize n);
/* 10000, and 0x2710: tables print millions of them. */
void mg_sink_put_number (MgSink *sink, guint64 number);
void mg_sink_put_address (MgSink *sink, guint64 address);
void mg_sink_printf (MgSink *sink, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Hands on what is left. FALSE with the first error of all when anything was lost. */
gboolean mg_sink_finish (MgSink *sink, GError **error);

G_END_DECLS
