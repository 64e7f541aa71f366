/* A toast that says how far work of a worker is, and can stop it. */
#pragma once

#include <adwaita.h>

#include "analysis/base/progress.h"

G_BEGIN_DECLS

typedef struct _MgNotice MgNotice;

/* WHAT: translated, "Writing the table". VISIBLE: work that is over before anybody could read needs no toast. */
MgNotice *mg_notice_new (AdwToastOverlay *toasts, const char *what, gboolean visible) G_GNUC_WARN_UNUSED_RESULT;
/* Takes the toast down. Main thread; the worker must have ended. NULL is allowed. */
void mg_notice_free (MgNotice *notice);

/* For the worker; cancelled by the toast's button. Borrowed. */
MgProgress *mg_notice_progress (MgNotice *notice);

G_END_DECLS
