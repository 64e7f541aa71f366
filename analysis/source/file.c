#include "analysis/source/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/source/fault.h"

/* First piece read from a pipe; later pieces double what is there. */
#define PIPE_CHUNK ((gsize) 1024 * 1024)
/* How long to wait for a pipe before looking at the cancel flag. */
#define POLL_MSEC 50

struct _MgSource
{
  char *path, *name;
  int fd; /* -1 for memory */
  guint8 *data;
  gsize size;
  gsize packed_size; /* 0: not packed */
  gint64 time; /* ns since 1970; 0: not a file */
  gint cut;    /* atomic; zeros were read where the file ended too early */
};

static MgSource *
source_new (const char *path, const char *name)
{
  MgSource *source = g_atomic_rc_box_new0 (MgSource);

  source->path = g_strdup (path);
  source->name = g_strdup (name);
  source->fd = -1;
  return source;
}

MgSource *
mg_source_new_take (gpointer data, gsize size, const char *name)
{
  MgSource *source = source_new (name, name);

  source->data = data;
  source->size = size;
  return source;
}

MgSource *
mg_source_ref (MgSource *source)
{
  return g_atomic_rc_box_acquire (source);
}

static void
source_clear (gpointer data)
{
  MgSource *source = data;

  if (source->fd >= 0)
    {
      if (source->data)
        {
          mg_fault_release (source->data);
          munmap (source->data, source->size);
        }
      close (source->fd);
    }
  else
    g_free (source->data);
  g_free (source->path);
  g_free (source->name);
}

void
mg_source_unref (MgSource *source)
{
  if (source)
    g_atomic_rc_box_release_full (source, source_clear);
}

/* What can be done about it depends on the reason; of most there is nothing to say but what the system says. */
static gboolean
fail_io (const MgSource *source, int number, GError **error)
{
  if (number == ENOENT)
    g_set_error (error, MG_ERROR, MG_ERROR_IO,
                 /* Translators: a file name. */
                 _ ("%s is not there: it was moved, renamed or deleted. Choose it where it is now."), source->name);
  else if (number == EACCES)
    g_set_error (error, MG_ERROR, MG_ERROR_IO,
                 /* Translators: a file name. */
                 _ ("%s may be read by others only. Copy it as the user it belongs to, or change its permissions."),
                 source->name);
  else
    /* Translators: a file name, then the system's reason. */
    g_set_error (error, MG_ERROR, MG_ERROR_IO, _ ("%s cannot be read: %s."), source->name, g_strerror (number));
  return FALSE;
}

static gboolean
fail_empty (const MgSource *source, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_NOT_RECOGNIZED,
               /* Translators: a file name. */
               _ ("%s is empty. The tool that should have written it probably stopped with an error: look at its "
                  "output and take the snapshot again."),
               source->name);
  return FALSE;
}

/* Waits until FD has something to read, and looks now and then whether it is still wanted: who writes to a pipe may
 * take for ever. */
static gboolean
wait_for_input (int fd, MgProgress *progress, GError **error)
{
  struct pollfd wanted = { .fd = fd, .events = POLLIN };
  int ready;

  do
    {
      if (!mg_progress_step (progress, 0, 1, error))
        return FALSE;
      ready = poll (&wanted, 1, POLL_MSEC);
    }
  while (ready == 0 || (ready < 0 && errno == EINTR));
  return TRUE;
}

/* Reads FD to its end into memory: standard input and pipes cannot be mapped. */
static gboolean
read_all (MgSource *source, int fd, MgProgress *progress, GError **error)
{
  gsize allocated = 0;

  for (;;)
    {
      gssize got;

      if (source->size == allocated)
        {
          guint8 *bigger;

          allocated = MAX (PIPE_CHUNK, allocated * 2);
          bigger = g_try_realloc (source->data, allocated);
          if (bigger == NULL)
            {
              g_set_error (error, MG_ERROR, MG_ERROR_MEMORY,
                           _ ("The input does not fit in memory. Write it to a file and open that: files are not "
                              "loaded."));
              return FALSE;
            }
          source->data = bigger;
        }
      if (!wait_for_input (fd, progress, error))
        return FALSE;
      got = read (fd, source->data + source->size, allocated - source->size);
      if (got == 0)
        return source->size > 0 || fail_empty (source, error);
      if (got < 0 && errno != EINTR && errno != EAGAIN)
        return fail_io (source, errno, error);
      if (got > 0)
        source->size += (gsize) got;
    }
}

static gboolean
map_file (MgSource *source, const struct stat *info, GError **error)
{
  void *data;

  if (info->st_size == 0)
    return fail_empty (source, error);
  if ((guint64) info->st_size > G_MAXSSIZE)
    return fail_io (source, EFBIG, error);
  data = mmap (NULL, (gsize) info->st_size, PROT_READ, MAP_PRIVATE, source->fd, 0);
  if (data == MAP_FAILED)
    return fail_io (source, errno, error);
  source->data = data;
  source->size = (gsize) info->st_size;
  mg_fault_guard (data, source->size, &source->cut);
  source->time = (gint64) info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec;
  return TRUE;
}

static gboolean
load (MgSource *source, MgProgress *progress, GError **error)
{
  struct stat info;
  /* Not waiting: a pipe that nobody writes to would never open, and not even let itself be cancelled. */
  int fd = open (source->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  gboolean done;

  if (fd < 0)
    return fail_io (source, errno, error);
  if (fstat (fd, &info) != 0)
    {
      int number = errno;

      close (fd);
      return fail_io (source, number, error);
    }
  if (S_ISREG (info.st_mode))
    {
      source->fd = fd;
      return map_file (source, &info, error);
    }
  if (S_ISFIFO (info.st_mode) || S_ISSOCK (info.st_mode))
    done = read_all (source, fd, progress, error);
  else
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_RECOGNIZED,
                   S_ISDIR (info.st_mode) /* Translators: a file name. */
                     ? _ ("%s is a folder. Choose the snapshot file inside it.")
                     : _ ("%s is a device, not a file. Choose a snapshot file."),
                   source->name);
      done = FALSE;
    }
  close (fd);
  return done;
}

MgSource *
mg_source_open (const char *path, MgProgress *progress, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  gboolean is_input = strcmp (path, "-") == 0;
  g_autoptr (MgSource) source = source_new (path, is_input ? _ ("Standard input") : name);

  if (is_input ? read_all (source, STDIN_FILENO, progress, error) : load (source, progress, error))
    return g_steal_pointer (&source);
  return NULL;
}

MgSource *
mg_source_new_unpacked (int fd, const MgSource *original, GError **error)
{
  g_autoptr (MgSource) source = source_new (original->path, original->name);
  struct stat info;

  source->fd = fd;
  if (fstat (fd, &info) != 0)
    fail_io (source, errno, error);
  else if (map_file (source, &info, error))
    {
      source->time = original->time;
      source->packed_size = original->size;
      return g_steal_pointer (&source);
    }
  return NULL;
}

const guint8 *
mg_source_data (const MgSource *source)
{
  return source->data;
}

gsize
mg_source_size (const MgSource *source)
{
  return source->size;
}

gsize
mg_source_packed_size (const MgSource *source)
{
  return source->packed_size;
}

gint64
mg_source_time (const MgSource *source)
{
  return source->time;
}

const char *
mg_source_path (const MgSource *source)
{
  return source->path;
}

const char *
mg_source_name (const MgSource *source)
{
  return source->name;
}

gboolean
mg_source_check (const MgSource *source, GError **error)
{
  struct stat info;

  if (source->fd < 0
      || (!g_atomic_int_get (&source->cut) && fstat (source->fd, &info) == 0 && (guint64) info.st_size >= source->size))
    return TRUE;
  g_set_error (error, MG_ERROR, MG_ERROR_IO,
               /* Translators: a file name. */
               _ ("%s became shorter while it was being read. Wait until nothing writes to it, and open it again."),
               source->name);
  return FALSE;
}

void
mg_source_advise (const MgSource *source, gsize offset, gsize length, MgSourceAdvice advice)
{
  static const int kinds[] = { MADV_SEQUENTIAL, MADV_RANDOM, MADV_DONTNEED };
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize start, end;

  if (source->fd < 0 || offset >= source->size)
    return;
  end = offset + MIN (length, source->size - offset);
  start = (offset + page - 1) / page * page;
  /* The last page of the file counts as whole: nothing follows it. */
  if (end < source->size)
    end = end / page * page;
  if (start < end)
    madvise (source->data + start, end - start, kinds[advice]);
}
