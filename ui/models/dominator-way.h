/* The way to an object in the dominator tree, from the top down. Mostly it has a few steps; in a list of millions of
 * objects each is below the one before, and then a worker goes it. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

/* No more steps than that, from the top, are of interest: the indentation of a deeper tree leaves no room for names. */
#define MG_DOMINATOR_WAY_MAX 32

typedef struct _MgDominatorWay MgDominatorWay;

/* WAY: the N first nodes below the top; 0 when the top does not dominate the object. */
typedef void (*MgDominatorWayFunc) (const MgNode *way, guint n, gpointer user_data);

/* Looks for the way from FROM (left out) to TO. FUNC is called once: before this returns, and then NULL is returned, or
 * later in the main loop. SNAPSHOT has its dominators. */
MgDominatorWay *mg_dominator_way_find (MgSnapshot *snapshot,
                                       MgNode from,
                                       MgNode to,
                                       MgDominatorWayFunc func,
                                       gpointer user_data) G_GNUC_WARN_UNUSED_RESULT;
/* FUNC will not be called. Not after it was; NULL does nothing. */
void mg_dominator_way_cancel (MgDominatorWay *self);

G_END_DECLS
