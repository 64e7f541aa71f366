#include "app/cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/base/error.h"

struct _MgOutput
{
  int fd;
  char *path;      /* for messages; NULL = standard output */
  char *place;     /* where the file shall be, symbolic links followed; NULL when written directly */
  char *temporary; /* where it is until then; NULL when there is none, or no longer */
};

/* The name of the half-written file, for a signal handler: there is one output at a time. */
static char *volatile half_written;

static void
set_io_error (GError **error, const char *path, int code)
{
  g_set_error (error, MG_ERROR, MG_ERROR_IO, _("%s: cannot write: %s"), path ? path : _("standard output"),
               g_strerror (code));
}

static gboolean
open_directly (MgOutput *output, GError **error)
{
  output->fd = open (output->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (output->fd < 0)
    set_io_error (error, output->path, errno);
  return output->fd >= 0;
}

/* The umask can only be read by setting it; nothing else runs yet. */
static mode_t
usual_mode (void)
{
  mode_t mask = umask (0);

  umask (mask);
  return 0666 & ~mask;
}

static gboolean
open_beside (MgOutput *output, mode_t mode, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (output->place);
  g_autofree char *name = g_path_get_basename (output->place);
  g_autofree char *hidden = g_strdup_printf (".%s.XXXXXX", name);
  g_autofree char *temporary = g_build_filename (folder, hidden, NULL);

  output->fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0600);
  if (output->fd < 0)
    {
      set_io_error (error, output->path, errno);
      return FALSE;
    }
  output->temporary = g_steal_pointer (&temporary);
  half_written = output->temporary;
  if (fchmod (output->fd, mode) != 0)
    g_debug ("%s: cannot set the mode: %s", output->temporary, g_strerror (errno));
  return TRUE;
}

static gboolean
open_file (MgOutput *output, GError **error)
{
  struct stat there;

  if (stat (output->path, &there) != 0)
    {
      output->place = g_strdup (output->path);
      return open_beside (output, usual_mode (), error);
    }
  if (S_ISDIR (there.st_mode))
    {
      set_io_error (error, output->path, EISDIR);
      return FALSE;
    }
  if (!S_ISREG (there.st_mode))
    return open_directly (output, error);
  /* The superuser may write everything; a file without any permission to write is protected on purpose. */
  if (access (output->path, W_OK) != 0 || (there.st_mode & 0222) == 0)
    {
      set_io_error (error, output->path, EACCES);
      return FALSE;
    }
  output->place = realpath (output->path, NULL);
  if (output->place == NULL)
    output->place = g_strdup (output->path);
  return open_beside (output, there.st_mode & 07777, error);
}

/* Renaming over the snapshot would destroy it, however good the results are. */
static gboolean
refuse_input (const char *path, const char *input, GError **error)
{
  struct stat out, in;
  gboolean known = strcmp (input, "-") == 0 ? fstat (STDIN_FILENO, &in) == 0 : stat (input, &in) == 0;

  if (!known || stat (path, &out) != 0 || !S_ISREG (out.st_mode) || out.st_dev != in.st_dev || out.st_ino != in.st_ino)
    return TRUE;
  g_set_error (error, MG_ERROR, MG_ERROR_USAGE,
               _("-o %s would replace the snapshot that is read; choose another name"), path);
  return FALSE;
}

MgOutput *
mg_output_open (const char *path, const char *input, GError **error)
{
  g_autoptr (MgOutput) output = g_new0 (MgOutput, 1);

  output->fd = -1;
  output->path = g_strdup (path);
  if (path == NULL)
    output->fd = STDOUT_FILENO;
  else if (!refuse_input (path, input, error) || !open_file (output, error))
    return NULL;
  return g_steal_pointer (&output);
}

gboolean
mg_output_write (const char *bytes, gsize n, gpointer user_data, GError **error)
{
  MgOutput *output = user_data;

  while (n > 0)
    {
      gssize written = write (output->fd, bytes, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0 && errno == EPIPE)
        {
          g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_PIPE, g_strerror (EPIPE));
          return FALSE;
        }
      if (written < 0)
        {
          set_io_error (error, output->path, errno);
          return FALSE;
        }
      bytes += written;
      n -= (gsize) written;
    }
  return TRUE;
}

/* Closing tells of errors that writing did not (a full disk of another machine). */
static gboolean
close_checked (MgOutput *output, GError **error)
{
  int fd = output->fd;

  output->fd = -1;
  if (output->temporary && fsync (fd) != 0 && errno != EINVAL && errno != EROFS)
    {
      set_io_error (error, output->path, errno);
      close (fd);
      return FALSE;
    }
  if (close (fd) != 0 && errno != EINTR)
    {
      set_io_error (error, output->path, errno);
      return FALSE;
    }
  return TRUE;
}

gboolean
mg_output_commit (MgOutput *output, GError **error)
{
  if (!close_checked (output, error))
    return FALSE;
  if (output->temporary == NULL)
    return TRUE;
  if (g_rename (output->temporary, output->place) != 0)
    {
      set_io_error (error, output->path, errno);
      return FALSE;
    }
  half_written = NULL;
  g_clear_pointer (&output->temporary, g_free);
  return TRUE;
}

void
mg_output_free (MgOutput *output)
{
  if (output == NULL)
    return;
  if (output->fd >= 0 && output->fd != STDOUT_FILENO)
    close (output->fd);
  if (output->temporary)
    {
      half_written = NULL;
      g_unlink (output->temporary);
    }
  g_free (output->temporary);
  free (output->place);
  g_free (output->path);
  g_free (output);
}

gboolean
mg_output_is_terminal (const char *path)
{
  return path == NULL && isatty (STDOUT_FILENO);
}

void
mg_output_abandon_at_once (void)
{
  if (half_written)
    unlink (half_written);
}
