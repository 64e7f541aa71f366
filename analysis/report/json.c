#include "analysis/report/json.h"

#include <string.h>

json_t *
mg_json_string (const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    return json_null ();
  if (g_utf8_validate (text, -1, NULL))
    return json_string (text);
  valid = g_utf8_make_valid (text, -1);
  return json_string (valid);
}

json_t *
mg_json_address (guint64 address)
{
  return address ? json_sprintf ("0x%" G_GINT64_MODIFIER "x", address) : json_null ();
}

json_t *
mg_json_number (guint64 number)
{
  return json_integer ((json_int_t) MIN (number, (guint64) G_MAXINT64));
}

json_t *
mg_json_envelope (const char *command, json_t *file)
{
  json_t *envelope = json_object ();

  json_object_set_new (envelope, "mangrove", json_string (command));
  json_object_set_new (envelope, "version", json_integer (MG_JSON_VERSION));
  if (file)
    json_object_set (envelope, "file", file);
  else
    json_object_set_new (envelope, "file", json_null ());
  return envelope;
}

void
mg_json_open (MgSink *sink, const char *command, const json_t *file)
{
  mg_sink_printf (sink, "{\n  \"mangrove\": \"%s\",\n  \"version\": %d", command, MG_JSON_VERSION);
  mg_json_key (sink, "file");
  if (file)
    mg_json_put (sink, file, 1);
  else
    mg_sink_put (sink, "null");
}

void
mg_json_key (MgSink *sink, const char *key)
{
  mg_sink_printf (sink, ",\n  \"%s\": ", key);
}

void
mg_json_close (MgSink *sink, const json_t *notes)
{
  mg_json_key (sink, "notes");
  if (notes)
    mg_json_put (sink, notes, 1);
  else
    mg_sink_put (sink, "[]");
  mg_sink_put (sink, "\n}\n");
}

void
mg_json_put (MgSink *sink, const json_t *value, guint indent)
{
  char *text = json_dumps (value, JSON_INDENT (2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION (6));

  /* Lines after the first stand deeper by INDENT levels. A newline inside a string is written \n: none is hit. */
  for (const char *p = text; p && *p;)
    {
      const char *end = strchr (p, '\n');

      mg_sink_put_bytes (sink, p, end ? (gsize) (end - p) + 1 : strlen (p));
      if (end == NULL)
        break;
      mg_sink_put_repeated (sink, ' ', (gsize) indent * 2);
      p = end + 1;
    }
  free (text);
}

/* How many bytes from TEXT on need no escape. */
static gsize
plain_span (const char *text)
{
  gsize n = 0;

  while ((guchar) text[n] >= 0x20 && text[n] != '"' && text[n] != '\\' && text[n] != 0x7f)
    n++;
  return n;
}

void
mg_json_put_string (MgSink *sink, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);

  mg_sink_put_char (sink, '"');
  for (const char *p = valid ? valid : text; *p;)
    {
      gsize n = plain_span (p);

      mg_sink_put_bytes (sink, p, n);
      p += n;
      if (*p == '"' || *p == '\\')
        {
          mg_sink_put_char (sink, '\\');
          mg_sink_put_char (sink, *p++);
        }
      else if (*p)
        mg_sink_printf (sink, "\\u%04x", (guint) *p++);
    }
  mg_sink_put_char (sink, '"');
}
