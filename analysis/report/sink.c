#include "analysis/report/sink.h"

#include <string.h>

#define PIECE (64 * 1024)

void
mg_sink_init (MgSink *sink, MgSinkFunc func, gpointer user_data)
{
  sink->func = func;
  sink->user_data = user_data;
  sink->buffer = g_string_sized_new (func ? PIECE + 4096 : 4096);
  sink->error = NULL;
}

void
mg_sink_init_memory (MgSink *sink)
{
  mg_sink_init (sink, NULL, NULL);
}

void
mg_sink_clear (MgSink *sink)
{
  if (sink->buffer)
    g_string_free (g_steal_pointer (&sink->buffer), TRUE);
  g_clear_error (&sink->error);
}

static void
hand_on (MgSink *sink)
{
  if (sink->func == NULL)
    return;
  if (sink->error == NULL && sink->buffer->len > 0)
    sink->func (sink->buffer->str, sink->buffer->len, sink->user_data, &sink->error);
  g_string_truncate (sink->buffer, 0);
}

static inline void
hand_on_when_full (MgSink *sink)
{
  if (G_UNLIKELY (sink->buffer->len >= PIECE))
    hand_on (sink);
}

void
mg_sink_put_bytes (MgSink *sink, const char *bytes, gsize n)
{
  g_string_append_len (sink->buffer, bytes, (gssize) n);
  hand_on_when_full (sink);
}

void
mg_sink_put (MgSink *sink, const char *text)
{
  mg_sink_put_bytes (sink, text, strlen (text));
}

void
mg_sink_put_char (MgSink *sink, char c)
{
  g_string_append_c (sink->buffer, c);
  hand_on_when_full (sink);
}

void
mg_sink_put_repeated (MgSink *sink, char c, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_string_append_c (sink->buffer, c);
  hand_on_when_full (sink);
}

/* Digits of NUMBER in BASE from the end of BUFFER; returns where they begin. */
static char *
write_digits (char *end, guint64 number, guint base)
{
  do
    {
      *--end = "0123456789abcdef"[number % base];
      number /= base;
    }
  while (number > 0);
  return end;
}

void
mg_sink_put_number (MgSink *sink, guint64 number)
{
  char digits[20];
  char *begin = write_digits (digits + sizeof digits, number, 10);

  mg_sink_put_bytes (sink, begin, (gsize) (digits + sizeof digits - begin));
}

void
mg_sink_put_address (MgSink *sink, guint64 address)
{
  char digits[18];
  char *begin = write_digits (digits + sizeof digits, address, 16);

  *--begin = 'x';
  *--begin = '0';
  mg_sink_put_bytes (sink, begin, (gsize) (digits + sizeof digits - begin));
}

void
mg_sink_printf (MgSink *sink, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (sink->buffer, format, args);
  va_end (args);
  hand_on_when_full (sink);
}

gboolean
mg_sink_finish (MgSink *sink, GError **error)
{
  hand_on (sink);
  if (sink->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&sink->error));
  return FALSE;
}
