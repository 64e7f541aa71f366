/* The bytes of one input: a mapped file, or memory (standard input, a pipe, tests).
 *
 * Files are mapped, never loaded, so that opening costs nothing and the kernel may drop pages already read. A mapped
 * file that another program cuts short while it is read gives zeros from there on (fault.h); long passes call
 * mg_source_check() at each progress step, which tells. Reference counted; reading is safe from any thread. */
#pragma once

#include "analysis/types.h"

G_BEGIN_DECLS

/* Opens PATH; "-" reads standard input to its end. Pipes are read to their end as well; PROGRESS stops the waiting, no
 * later than after a tenth of a second. Refuses, with a message that
 * says what to do: a missing file, a folder, an empty file, a device (MG_ERROR_IO or MG_ERROR_NOT_RECOGNIZED). */
MgSource *mg_source_open (const char *path, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Takes DATA (from g_malloc). NAME stands for a path in messages. */
MgSource *mg_source_new_take (gpointer data, gsize size, const char *name) G_GNUC_WARN_UNUSED_RESULT;
/* Maps the regular file FD (taken, also on failure): what was packed in ORIGINAL, whose path, name and time it has. As
 * long as that file stays the same, unpacking it gives the same bytes. */
MgSource *mg_source_new_unpacked (int fd, const MgSource *original, GError **error) G_GNUC_WARN_UNUSED_RESULT;
MgSource *mg_source_ref (MgSource *source);
void mg_source_unref (MgSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgSource, mg_source_unref)

const guint8 *mg_source_data (const MgSource *source);
/* When the file was last changed, as it was opened: ns since 1970; 0 for pipes and memory. */
gint64 mg_source_time (const MgSource *source);
gsize mg_source_size (const MgSource *source); /* bytes, never 0 when it came from mg_source_open() */
/* What the file takes that it was unpacked from; 0: it was not packed. */
gsize mg_source_packed_size (const MgSource *source);
const char *mg_source_path (const MgSource *source); /* as opened */
const char *mg_source_name (const MgSource *source); /* for people: last part of the path, in UTF-8 */

/* Whether all bytes are still there. FALSE and MG_ERROR_IO when the file has become shorter, or was when it was read.
 * One system call. */
gboolean mg_source_check (const MgSource *source, GError **error);

typedef enum
{
  MG_SOURCE_SEQUENTIAL, /* will be read from front to back */
  MG_SOURCE_RANDOM,     /* here and there */
  MG_SOURCE_DONE,       /* not soon needed: its pages need not count as this program's memory; reading still works */
} MgSourceAdvice;

/* A hint about LENGTH bytes from OFFSET (both are cut to whole pages inside the range). No-op for memory. */
void mg_source_advise (const MgSource *source, gsize offset, gsize length, MgSourceAdvice advice);

G_END_DECLS
