/* What the files of the retention page share. */
#pragma once

#include <adwaita.h>

#include "ui/graph/graph-legend.h"
#include "ui/graph/graph-outline.h"
#include "ui/graph/graph-view.h"
#include "ui/graph/node-panel.h"
#include "ui/pages/retention-page.h"
#include "ui/relay.h"

G_BEGIN_DECLS

/* Different paths of one object when nothing else was chosen. */
#define MG_RETENTION_PATHS 5

struct _MgRetentionPage
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkLabel *question, *sentence, *status;
  GtkToggleButton *all_button, *one_button;
  GtkMenuButton *alternatives_button, *paths_button, *roots_button;
  GtkPaned *paned;
  GtkStack *stack;
  MgGraphView *graph;
  MgGraphOutline *outline;
  MgGraphLegend *legend;
  MgNodePanel *panel;
  GtkRevealer *busy_revealer;
  GtkSpinner *busy_spinner;
  GtkProgressBar *busy_bar;
  AdwStatusPage *empty_page, *busy_page, *stopped_page, *unheld_page;
  GtkWidget *zoom_box;
  GtkButton *zoom_label;
  GtkBox *trail;

  MgSession *session;          /* owned */
  GSimpleActionGroup *actions; /* owned */
  GtkWidget *menu;             /* child, a popover; NULL until first shown */

  /* What the next picture is asked with */
  guint max_paths, alternative;
  guint32 kinds; /* 0 = all */
  gboolean raw;
  GArray *opened; /* guint64: stubs and trunks */

  /* What is shown */
  MgPicture *picture; /* owned; also while it is still being laid out */
  gboolean outlined;
  gboolean legend_fits; /* there is a corner where it hides nothing */

  /* retention-page-compute.c */
  gboolean stale;               /* to be computed as soon as the page is mapped */
  guint serial;                 /* of the newest request: older answers are dropped */
  MgProgress *picture_progress; /* owned, of the picture under way; NULL: none */
  MgRelay *relay;               /* owned, of it */
  MgProgress *cut_progress;     /* owned, of the cut under way; NULL: none */
  MgCut *cut;                   /* owned, of the picture shown; NULL: not known (yet) */
  guint busy_timeout;
};

/* retention-page.c */
void mg_retention_page_show_state (MgRetentionPage *self, const char *state);
/* Takes a new picture (NULL: none) to the graph, the outline, the texts and the panel. */
void mg_retention_page_show_picture (MgRetentionPage *self, MgPicture *picture);
/* Finds a corner for the legend where it hides nothing of the fitted picture. */
void mg_retention_page_place_legend (MgRetentionPage *self);
/* Shows the legend when it is wanted and fits. */
void mg_retention_page_update_legend (MgRetentionPage *self);
/* Names of types have angle brackets, and descriptions of status pages are markup. */
void mg_retention_page_describe (AdwStatusPage *page, const char *text);
/* Shows what is selected in the side panel. */
void mg_retention_page_show_panel (MgRetentionPage *self);
/* The node that commands are about: selected or focused; MG_GRAPH_NONE: none. */
guint mg_retention_page_current_node (MgRetentionPage *self);

/* retention-page-trail.c */
void mg_retention_page_update_trail (MgRetentionPage *self);
void mg_retention_page_update_status (MgRetentionPage *self);

/* retention-page-compute.c */
void mg_retention_page_compute (MgRetentionPage *self); /* now, or when mapped */
void mg_retention_page_stop (MgRetentionPage *self);    /* the user's wish: says so */
void mg_retention_page_cancel (MgRetentionPage *self);  /* silently */

/* Marks in the graph what must let go, when both are there. */
void mg_retention_page_mark_cut (MgRetentionPage *self);

/* retention-page-actions.c */
void mg_retention_page_add_actions (MgRetentionPage *self);
void mg_retention_page_update_actions (MgRetentionPage *self);
/* Asks about NODE of the picture, or opens it. */
void mg_retention_page_activate (MgRetentionPage *self, guint node);

/* retention-page-menu.c */
void mg_retention_page_add_menus (MgRetentionPage *self);
void mg_retention_page_update_alternatives (MgRetentionPage *self);
void mg_retention_page_popup (MgRetentionPage *self, GtkWidget *from, guint node, double x, double y);
void mg_retention_page_add_shortcuts (GtkWidgetClass *widget_class);

G_END_DECLS
