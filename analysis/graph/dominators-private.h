/* The steps of mg_dominators_new() that live in files of their own. */
#pragma once

#include "analysis/graph/dominators.h"

G_BEGIN_DECLS

#define MG_DOMINATORS_SWEEPS 6 /* shares of the progress: the reverse graph, four sweeps, the children */

/* Fills child_first and child from idom and retained. O(nodes). */
gboolean mg_dominators_make_children (MgDominators *dominators, MgProgress *progress, GError **error);

G_END_DECLS
