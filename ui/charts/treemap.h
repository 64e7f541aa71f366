/* A treemap of what keeps the memory: areas are retained sizes. Pointer and keyboard; one tab stop.
 *
 * Signals
 *   "selected" (guint node)   the user chose a cell (click, arrow keys); not emitted by mg_treemap_select()
 *   "activated" (guint node)  double click or Enter: the caller opens it in Retention
 *
 * The accessible label names the selected cell, so that a screen reader hears what the arrows reach; the tree
 * beside the
 * treemap holds the same objects as rows. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/snapshot.h"

G_BEGIN_DECLS

#define MG_TYPE_TREEMAP (mg_treemap_get_type ())
G_DECLARE_FINAL_TYPE (MgTreemap, mg_treemap, MG, TREEMAP, GtkWidget)

GtkWidget *mg_treemap_new (void);
/* Shows what ROOT dominates (MG_NODE_SUPER_ROOT: everything). SNAPSHOT must have its dominators. */
void mg_treemap_show (MgTreemap *self, MgSnapshot *snapshot, MgNode root);
MgNode mg_treemap_root (MgTreemap *self);
/* Highlights NODE, or the nearest object drawn that dominates it. MG_NODE_NONE: nothing. */
void mg_treemap_select (MgTreemap *self, MgNode node);
MgNode mg_treemap_selected (MgTreemap *self);

G_END_DECLS
