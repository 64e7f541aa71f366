#include "app/unpack/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "app/unpack/unpack-stream.h"

typedef struct
{
  MgSource *packed;
  int fd;
  MgProgress *progress;
} Unpacking;

static gboolean
fail_write (const MgSource *source, int number, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_IO,
               /* Translators: a file name, then the system's reason. */
               _ ("%s cannot be unpacked: %s. Unpack it where there is room, and open the file that comes out."),
               mg_source_name (source), g_strerror (number));
  return FALSE;
}

static gboolean
put (const guint8 *bytes, gsize n, gpointer user_data, GError **error)
{
  Unpacking *unpacking = user_data;

  while (n > 0)
    {
      gssize written = write (unpacking->fd, bytes, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return fail_write (unpacking->packed, errno, error);
      bytes += written;
      n -= (gsize) written;
    }
  return TRUE;
}

static gboolean
step (gsize done, gpointer user_data, GError **error)
{
  Unpacking *unpacking = user_data;

  return mg_source_check (unpacking->packed, error)
         && mg_progress_step (unpacking->progress, done, mg_source_size (unpacking->packed), error);
}

/* A file in FOLDER that has no name from the beginning, or loses it at once. -1 with errno. */
static int
open_nameless (const char *folder)
{
  int fd = open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  g_autofree char *path = NULL;

  if (fd >= 0)
    return fd;
  path = g_build_filename (folder, "unpacked-XXXXXX", NULL);
  fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0)
    g_unlink (path);
  return fd;
}

static MgSource *
unpack (MgSource *packed, MgPacking packing, const char *folder, MgProgress *progress, GError **error)
{
  Unpacking unpacking = { packed, -1, progress };

  if (folder && g_mkdir_with_parents (folder, 0700) == 0)
    unpacking.fd = open_nameless (folder);
  if (unpacking.fd < 0)
    unpacking.fd = open_nameless (g_get_tmp_dir ());
  if (unpacking.fd < 0)
    {
      fail_write (packed, errno, error);
      return NULL;
    }
  mg_progress_stage (progress, _ ("Unpacking"), 0.0, 1.0);
  mg_source_advise (packed, 0, mg_source_size (packed), MG_SOURCE_SEQUENTIAL);
  if (mg_unpack_stream (packing, mg_source_data (packed), mg_source_size (packed), mg_source_name (packed), put, step,
                        &unpacking, error))
    return mg_source_new_unpacked (unpacking.fd, packed, error);
  close (unpacking.fd);
  return NULL;
}

MgSource *
mg_unpack_open (const char *path, const char *folder, MgProgress *progress, GError **error)
{
  g_autoptr (MgSource) source = mg_source_open (path, progress, error);
  MgPacking packing = source ? mg_packing_of (mg_source_data (source), mg_source_size (source)) : MG_PACKED_NOT;

  if (packing == MG_PACKED_NOT)
    return g_steal_pointer (&source);
  return unpack (source, packing, folder, progress, error);
}
