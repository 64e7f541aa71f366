/* The children of one place in the dominator tree as a list model, biggest retained size first.
 *
 * By object it is a window on the engine's array: rows are made on demand, so a node with millions of children costs
 * nothing until they are looked at. By type the children are grouped when the list is first asked for its rows, by a
 * worker when there are many: until then there is one row that says so. Both start with a bounded number of rows and a
 * last row "+ n more". */
#pragma once

#include <gio/gio.h>

#include "analysis/snapshot.h"
#include "ui/models/dominator-row.h"

G_BEGIN_DECLS

#define MG_TYPE_DOMINATOR_LIST (mg_dominator_list_get_type ())
G_DECLARE_FINAL_TYPE (MgDominatorList, mg_dominator_list, MG, DOMINATOR_LIST, GObject)

/* What the N nodes of PARENTS dominate (one node when BY_TYPE is FALSE). SNAPSHOT has its dominators. PARENTS must live
 * as long as OWNER, of which the list takes a reference (NULL: as long as the program). */
MgDominatorList *
mg_dominator_list_new (MgSnapshot *snapshot, const MgNode *parents, gsize n, gboolean by_type, GObject *owner);
/* FALSE while a worker groups; "items-changed" tells when it is over. */
gboolean mg_dominator_list_is_ready (MgDominatorList *self);
/* Shows further rows in place of "+ n more". */
void mg_dominator_list_show_more (MgDominatorList *self);
/* Position of the row that holds NODE, which one of PARENTS dominates directly; one that lies further down is shown
 * behind the first rows. G_MAXUINT when it is not here, or the list not ready. O(log n), by type O(groups). */
guint mg_dominator_list_find (MgDominatorList *self, MgNode node);

G_END_DECLS
