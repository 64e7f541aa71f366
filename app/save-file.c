#include "app/save-file.h"

#include <stdlib.h>
#include <string.h>

/* Names tried for the half-written file, until one is free. */
#define TRIES 100

/* What is half written must not be left, and must not take the place of what was there: a stream that is closed as
 * cancelled sees to the latter. */
static gboolean
close_stream (GOutputStream *stream, gboolean done, GError **error)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  if (done)
    return g_output_stream_close (stream, NULL, error);
  g_cancellable_cancel (cancelled);
  g_output_stream_close (stream, cancelled, NULL);
  return FALSE;
}

/* Beside FILE, under a name that hides it. *TEMPORARY: where. NULL: nothing else can be made there. */
static GFileOutputStream *
create_beside (GFile *file, GFile **temporary)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file);
  GFileOutputStream *stream = NULL;

  for (guint i = 0; i < TRIES && stream == NULL && folder; i++)
    {
      g_autofree char *hidden = g_strdup_printf (".%s.%06x", name, g_random_int () & 0xffffff);
      g_autoptr (GFile) beside = g_file_get_child (folder, hidden);
      g_autoptr (GError) error = NULL;

      stream = g_file_create (beside, G_FILE_CREATE_NONE, NULL, &error);
      if (stream)
        *temporary = g_steal_pointer (&beside);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
        break;
    }
  return stream;
}

static gboolean
write_and_close (GFileOutputStream *stream, MgWriteFunc write, gpointer user_data, GError **error)
{
  return close_stream (G_OUTPUT_STREAM (stream), write (G_OUTPUT_STREAM (stream), user_data, error), error);
}

static gboolean
save_beside (
    GFileOutputStream *stream, GFile *temporary, GFile *file, MgWriteFunc write, gpointer user_data, GError **error)
{
  if (write_and_close (stream, write, user_data, error)
      && g_file_move (temporary, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error))
    return TRUE;
  g_file_delete (temporary, NULL, NULL);
  return FALSE;
}

/* What a symbolic link leads to: GIO would write through it, over what is there. Owned. */
static GFile *
follow_link (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  char *place = path && g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? realpath (path, NULL) : NULL;
  GFile *followed = place ? g_file_new_for_path (place) : g_object_ref (file);

  free (place);
  return followed;
}

/* GIO replaces a file that is there at the end, but writes a new one under its own name, where it can be seen half
 * done. */
gboolean
mg_save_file (GFile *file, MgWriteFunc write, gpointer user_data, GError **error)
{
  g_autoptr (GFile) place = follow_link (file), temporary = NULL;
  g_autoptr (GFileOutputStream) stream = NULL;

  if (!g_file_query_exists (place, NULL))
    stream = create_beside (place, &temporary);
  if (stream)
    return save_beside (stream, temporary, place, write, user_data, error);
  stream = g_file_replace (place, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error);
  return stream != NULL && write_and_close (stream, write, user_data, error);
}

static gboolean
write_text (GOutputStream *stream, gpointer user_data, GError **error)
{
  return g_output_stream_write_all (stream, user_data, strlen (user_data), NULL, NULL, error);
}

gboolean
mg_save_text (GFile *file, const char *text, GError **error)
{
  return mg_save_file (file, write_text, (gpointer) text, error);
}
