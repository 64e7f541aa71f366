#include "analysis/formats/reader.h"

void
mg_reader_init (MgReader *reader, const MgReaderClass *klass)
{
  reader->klass = klass;
  reader->texts = g_string_chunk_new (256);
  reader->info.pid = -1;
  reader->info.pointer_size = 8;
}

void
mg_reader_free (MgReader *reader)
{
  if (reader == NULL)
    return;
  reader->klass->free (reader);
  for (gint i = 0; i < reader->n_notes; i++)
    g_free ((char *) reader->notes[i].text);
  g_clear_pointer (&reader->stats, mg_type_stats_unref);
  g_string_chunk_free (reader->texts);
  g_free (reader);
}

const char *
mg_reader_keep (MgReader *reader, const char *text)
{
  return text ? g_string_chunk_insert (reader->texts, text) : NULL;
}

void
mg_reader_take_file (MgReader *reader, const MgSource *source)
{
  gsize packed = mg_source_packed_size (source), size = mg_source_size (source);

  reader->info.path = mg_reader_keep (reader, mg_source_path (source));
  reader->info.base_name = mg_reader_keep (reader, mg_source_name (source));
  reader->info.file_size = packed != 0 ? packed : size;
  reader->info.unpacked_size = packed != 0 ? size : 0;
}

void
mg_reader_take_note (MgReader *reader, gboolean damage, char *text)
{
  gint n = g_atomic_int_get (&reader->n_notes);

  if (n == MG_READER_MAX_NOTES)
    {
      /* The text of a note that another thread may be showing stays: one lost string is better than a dangling one. */
      if (damage)
        reader->notes[n - 1].damage = TRUE;
      g_free (text);
      return;
    }
  reader->notes[n] = (MgNote){ damage, text };
  g_atomic_int_set (&reader->n_notes, n + 1);
}

void
mg_reader_note_count (MgReader *reader, gboolean damage, guint64 n, const char *format)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  if (n == 0)
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  mg_reader_take_note (reader, damage, g_strdup_printf (format, number));
#pragma GCC diagnostic pop
}

void
mg_reader_set_capability (MgReader *reader, MgCapability capability, gboolean have, const char *reason)
{
  reader->capability[capability] = (MgCapabilityState){ have, reason };
}
