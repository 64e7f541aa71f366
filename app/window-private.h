/* Shared by the files of the window: window.c (life), window-actions.c (commands), window-export.c (saving). */
#pragma once

#include "analysis/base/time-left.h"
#include "app/page-list.h"
#include "app/status-line.h"
#include "app/window.h"
#include "ui/pages/page.h"

G_BEGIN_DECLS

struct _MgWindow
{
  AdwApplicationWindow parent_instance;

  /* Template widgets */
  AdwViewSwitcherTitle *switcher_title;
  AdwViewSwitcherBar *switcher_bar;
  AdwToastOverlay *toasts;
  GtkStack *states;
  AdwViewStack *pages;
  GtkMenuButton *menu_button;
  GtkMenuButton *export_button;
  GtkWidget *history_box;
  GtkWidget *search_button;
  GtkWidget *banner;
  GtkLabel *banner_label;
  GtkWidget *go_on;
  MgTimeLeft left; /* of opening */
  GtkLabel *progress_file;
  GtkLabel *progress_stage;
  GtkProgressBar *progress_bar;
  GtkWidget *cancel_button;
  AdwStatusPage *error_page;
  GtkLabel *error_file;
  GtkWidget *error_open_button;
  MgStatusLine *status_line;
  GMenuModel *picture_menu;
  GMenuModel *table_menu;

  /* Owned */
  MgPageList *page_list;     /* of PAGES */
  MgSession *coming;         /* open, while its first page is being made; NULL */
  MgSession *session;        /* NULL until a file is shown */
  GFile *file;               /* of the session, or of the one that is coming */
  GFileMonitor *monitor;     /* of FILE; NULL: it cannot be watched */
  GFile *opening;            /* while a file is being opened, and after it failed */
  GCancellable *cancellable; /* while a file is being opened */
  GError *error;             /* why the last file could not be opened */
  GtkFileChooserNative *chooser; /* while a dialog is open */
  guint bar_tick;   /* tick callback; 0: none */
  guint bar_frames; /* until then */
};

/* window.c */
void mg_window_show_state (MgWindow *self, const char *state);
/* A note across the window, until it is closed. */
void mg_window_show_banner (MgWindow *self, const char *message);
MgPage *mg_window_visible_page (MgWindow *self); /* NULL when there is none */

/* window-watch.c */
void mg_window_watch_file (MgWindow *self);
void mg_window_unwatch_file (MgWindow *self);

/* window-actions.c */
void mg_window_class_install_actions (GtkWidgetClass *widget_class);
/* Enables what is possible now. */
void mg_window_update_actions (MgWindow *self);
/* Asks for a file name to save to; calls FUNC with it unless the user cancels. SUGGESTION: a file name. */
typedef void (*MgSaveFunc) (MgWindow *self, GFile *file, gpointer user_data);
void mg_window_choose_save (MgWindow *self,
                            const char *title,
                            const char *suggestion,
                            MgSaveFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy);

/* window-export.c */
void mg_window_class_install_export (GtkWidgetClass *widget_class);
void mg_window_init_export (MgWindow *self);
/* "eventleak-round20" + "types.csv" → "eventleak-round20-types.csv". Free with g_free. */
char *mg_window_suggest_name (MgWindow *self, const char *what) G_GNUC_WARN_UNUSED_RESULT;
/* Says that FILE is there, or why it is not. */
void mg_window_tell_saved (MgWindow *self, GFile *file, const GError *error);

/* window-snapshot.c */
void mg_window_class_install_snapshot (GtkWidgetClass *widget_class);
void mg_window_init_snapshot (MgWindow *self);

/* window-table.c */
void mg_window_class_install_tables (GtkWidgetClass *widget_class);
void mg_window_update_export (MgWindow *self);

G_END_DECLS
