/* Progress on standard error, and the keyboard's wish to stop.
 *
 * On a terminal one line is drawn over and over, from half a second after the start; elsewhere (--progress in a log)
 * one line per stage and tenth. The first Ctrl+C asks the work to stop (exit status 5), a second one ends at once. */
#pragma once

#include "analysis/base/progress.h"

G_BEGIN_DECLS

/* WANTED: --progress; without it, only a terminal gets the line. Also takes over SIGINT, SIGTERM and SIGHUP. One at a
 * time. Free with mg_progress_unref. */
MgProgress *mg_progress_line_new (gboolean wanted) G_GNUC_WARN_UNUSED_RESULT;
/* Takes the line away and keeps it away: results or messages follow. */
void mg_progress_line_end (void);

G_END_DECLS
