/* Writing an index file: the sections first, each block summed up while the processor still has it, the head last. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/base/checksum.h"
#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/index/index-head.h"

static gboolean
fail_io (const char *path, int number, GError **error)
{
  /* Translators: a file name, then the system's reason. */
  g_set_error (error, MG_ERROR, MG_ERROR_IO, _ ("%s cannot be written: %s."), path, g_strerror (number));
  return FALSE;
}

/* FALSE with errno set. */
static gboolean
write_all (int fd, gconstpointer data, gsize bytes, guint64 offset)
{
  const char *at = data;

  while (bytes > 0)
    {
      gssize done = pwrite (fd, at, bytes, (off_t) offset);

      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        {
          errno = done == 0 ? ENOSPC : errno;
          return FALSE;
        }
      at += done;
      offset += (gsize) done;
      bytes -= (gsize) done;
    }
  return TRUE;
}

typedef struct
{
  const char *path; /* for messages */
  int fd;
  guint64 total, done; /* bytes of sections */
  MgProgress *progress;
} Writing;

static gboolean
write_section (Writing *writing, const MgIndexBytes *section, guint64 offset, guint64 *sums, GError **error)
{
  for (gsize at = 0; at < section->bytes; at += MG_INDEX_BLOCK)
    {
      const guint8 *data = (const guint8 *) section->data + at;
      gsize n = MIN (MG_INDEX_BLOCK, section->bytes - at);

      if (!mg_progress_step (writing->progress, writing->done, writing->total, error))
        return FALSE;
      *sums++ = mg_checksum (data, n, MG_INDEX_FORMAT);
      if (!write_all (writing->fd, data, n, offset + at))
        return fail_io (writing->path, errno, error);
      writing->done += n;
    }
  return TRUE;
}

/* Lays the sections out: HEAD and ENTRIES are filled in. */
static void
plan (MgIndexHead *head, MgIndexEntry *entries, const MgIndexKey *key, const MgIndexBytes *sections, guint n)
{
  guint64 at;

  memset (head, 0, sizeof *head);
  memcpy (head->magic, MG_INDEX_MAGIC, sizeof head->magic);
  head->format = MG_INDEX_FORMAT;
  head->byte_order = MG_INDEX_BYTE_ORDER;
  head->key = *key;
  head->n_sections = n;
  for (guint i = 0; i < n; i++)
    head->n_blocks += (guint32) mg_index_n_blocks (sections[i].bytes);
  at = mg_index_aligned (mg_index_head_bytes (n, head->n_blocks) + 8);
  for (guint32 i = 0, block = 0; i < n; i++)
    {
      entries[i] = (MgIndexEntry){ at, sections[i].bytes, block, 0 };
      at += mg_index_aligned (sections[i].bytes);
      block += (guint32) mg_index_n_blocks (sections[i].bytes);
    }
  head->bytes = at;
}

static gboolean
write_file (Writing *writing,
            const MgIndexKey *key,
            const MgIndexBytes *sections,
            guint n,
            guint64 *identity,
            GError **error)
{
  MgIndexHead head;
  MgIndexEntry entries[MG_INDEX_SECTIONS];
  g_autofree guint8 *bytes = NULL;
  guint64 *sums;
  gsize length;

  plan (&head, entries, key, sections, n);
  length = mg_index_head_bytes (n, head.n_blocks);
  bytes = g_malloc (length + 8);
  memcpy (bytes, &head, sizeof head);
  memcpy (bytes + sizeof head, entries, n * sizeof *entries);
  sums = (guint64 *) (gpointer) (bytes + sizeof head + n * sizeof *entries);
  /* The file has its full length at once, zeros between the sections included. */
  if (ftruncate (writing->fd, (off_t) head.bytes) != 0)
    return fail_io (writing->path, errno, error);
  for (guint i = 0; i < n; i++)
    if (!write_section (writing, &sections[i], entries[i].offset, sums + entries[i].first_block, error))
      return FALSE;
  *identity = mg_checksum (bytes, length, MG_INDEX_FORMAT);
  memcpy (bytes + length, identity, 8);
  return write_all (writing->fd, bytes, length + 8, 0) || fail_io (writing->path, errno, error);
}

gboolean
mg_index_file_write (const char *path,
                     const MgIndexKey *key,
                     const MgIndexBytes *sections,
                     guint n,
                     guint64 *identity,
                     MgProgress *progress,
                     GError **error)
{
  g_autofree char *temporary = g_strdup_printf ("%s.%ld-%08x.tmp", path, (long) getpid (), g_random_int ());
  Writing writing = { .path = path, .progress = progress };
  guint64 own;
  gboolean done;

  g_return_val_if_fail (n <= MG_INDEX_SECTIONS, FALSE);
  for (guint i = 0; i < n; i++)
    writing.total += sections[i].bytes;
  writing.fd = g_open (temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (writing.fd < 0)
    return fail_io (path, errno, error);
  done = write_file (&writing, key, sections, n, identity ? identity : &own, error);
  if (close (writing.fd) != 0 && done)
    done = fail_io (path, errno, error);
  if (done && g_rename (temporary, path) != 0)
    done = fail_io (path, errno, error);
  if (!done)
    g_unlink (temporary);
  return done;
}
