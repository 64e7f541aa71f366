/* One window shows one snapshot: welcome, progress, the pages, or why the file cannot be opened. */
#pragma once

#include <adwaita.h>

#include "app/application.h"
#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_WINDOW (mg_window_get_type ())
G_DECLARE_FINAL_TYPE (MgWindow, mg_window, MG, WINDOW, AdwApplicationWindow)

MgWindow *mg_window_new (MgApplication *application);

/* TRUE while no file is open or opening: the next file may come here. */
gboolean mg_window_is_empty (MgWindow *self);

/* Opens FILE here, in the background. What the window showed stays until the file is open. */
void mg_window_open (MgWindow *self, GFile *file);
/* Stops opening; the window shows what it showed before. */
void mg_window_cancel (MgWindow *self);

/* NULL until a file is open. Borrowed. */
MgSession *mg_window_session (MgWindow *self);
/* "welcome", "progress", "error", "content". */
const char *mg_window_state (MgWindow *self);

/* Writes the picture on screen to FILE (NULL: to the clipboard), in the background, and tells when it is done. FORMAT:
 * see app/export/export.h. */
void mg_window_export (MgWindow *self, const char *format, GFile *file);
/* Saves the whole snapshot to FILE in FORMAT ("gcdump", "csv", "ndjson", "graphml"), redacted as the menu says. */
void mg_window_save_snapshot (MgWindow *self, const char *format, GFile *file);

/* Shows TEXT for a few seconds. */
void mg_window_toast (MgWindow *self, const char *text);

G_END_DECLS
