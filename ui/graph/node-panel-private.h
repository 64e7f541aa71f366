/* What the sections of the side panel share. */
#pragma once

#include "ui/graph/node-panel.h"

G_BEGIN_DECLS

/* Links of a list at first, and how many "+ n more" adds at most. */
#define MG_PANEL_LINKS 8
#define MG_PANEL_MAX_LINKS 500

struct _MgNodePanel
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* child */
  GtkBox *box;         /* in it */
  MgSession *session;  /* borrowed, may be NULL */
  MgPicture *picture;  /* owned, may be NULL */
  guint node, edge;
  char *cut_text;                      /* owned; NULL: under way */
  guint max_referrers, max_references; /* links shown */
};

/* node-panel.c */
void mg_node_panel_add (MgNodePanel *self, GtkWidget *widget);

/* node-panel-whole.c, node-panel-node.c, node-panel-edge.c: fill the empty box */
void mg_node_panel_fill_whole (MgNodePanel *self);
void mg_node_panel_fill_node (MgNodePanel *self);
void mg_node_panel_fill_edge (MgNodePanel *self);

G_END_DECLS
