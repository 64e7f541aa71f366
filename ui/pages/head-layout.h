/* Lays out the head of a page: a text and, beside it, tools. Where the window is too narrow for both, the tools go
 * below. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define MG_TYPE_HEAD_LAYOUT (mg_head_layout_get_type ())
G_DECLARE_FINAL_TYPE (MgHeadLayout, mg_head_layout, MG, HEAD_LAYOUT, GtkLayoutManager)

GtkLayoutManager *mg_head_layout_new (void);

G_END_DECLS
