/* Where results go: standard output, or a file that appears complete or not at all.
 *
 * A regular file is written beside its place under another name and renamed when all is there. What is not a regular
 * file (a device, a pipe) is written directly. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _MgOutput MgOutput;

/* PATH: NULL for standard output. INPUT: what is read ("-" for standard input); writing over it is refused with
 * MG_ERROR_USAGE. NULL with MG_ERROR_IO when there is no writing there; a file that nobody may write is left alone,
 * even where the user is allowed everything. */
MgOutput *mg_output_open (const char *path, const char *input, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* An MgSinkFunc; OUTPUT is an MgOutput. A reader that went away is G_FILE_ERROR_PIPE, all else MG_ERROR_IO. */
gboolean mg_output_write (const char *bytes, gsize n, gpointer output, GError **error);
/* Makes the file appear. */
gboolean mg_output_commit (MgOutput *output, GError **error);
/* Without a commit nothing is left behind. NULL is allowed. */
void mg_output_free (MgOutput *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgOutput, mg_output_free)

/* Whether results go to a terminal. */
gboolean mg_output_is_terminal (const char *path);
/* For signal handlers: removes a half-written file at once. */
void mg_output_abandon_at_once (void);

G_END_DECLS
