/* Walks the fold table along a path: is this object plumbing, and what does it stand for?
 *
 * A state is the place reached in the table; 0 means the object is drawn. The state of an object depends only on the
 * objects before it on its path, so one pass in tree order settles all. */
#pragma once

#include "analysis/picture/fold-table.h"
#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct _MgFolds MgFolds;
typedef guint8 MgFoldState;

/* For SNAPSHOT (borrowed), whose graph is loaded. Its instances, if they are, help to tell delegates from objects whose
 * class merely ends in "Handler". */
MgFolds *mg_folds_new (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
void mg_folds_free (MgFolds *folds);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgFolds, mg_folds_free)

/* State of NODE, an object that is not a subject, which PARENT holds, itself in state STATE and held by GRAND (the
 * super root where there is none). O(1), but the first look at an invocation list reads a few of its elements, and a
 * step that asks for a field looks the reference's name up. */
MgFoldState mg_folds_enter (MgFolds *folds, MgFoldState state, MgNode grand, MgNode parent, MgNode node);

/* Whether no fold begins with NODE, an object of TYPE: the table does not name it, and it is no delegate. Where the
 * state of its holder is 0, its own is, too. */
gboolean mg_folds_is_plain (MgFolds *folds, MgTypeId type, MgNode node);

/* In what way NODE, which is drawn, is held by the objects before it: STATE is that of PARENT. */
MgFoldKind mg_folds_kind (MgFolds *folds, MgFoldState state, MgNode parent, MgNode node);

/* The list that NODE belongs to, where its neighbours in it do not own it; MG_NODE_NONE: NODE is of no such list. */
MgNode mg_folds_owner (MgFolds *folds, MgNode node);
/* Whether objects of NODE's type belong to such a list, if to any. */
gboolean mg_folds_may_have_owner (MgFolds *folds, MgNode node);

/* Whether an object in STATE is the invocation list of an event. */
gboolean mg_folds_is_list (MgFolds *folds, MgFoldState state);

/* Whether objects of NODE's type merely carry others: collections, arrays, delegates, timers, … They do not own. */
gboolean mg_folds_is_carrier (MgFolds *folds, MgNode node);
gboolean mg_folds_is_delegate (MgFolds *folds, MgNode node);

G_END_DECLS
