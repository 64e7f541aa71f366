/* Several reasons for one object (retention picture, section 3): the K most different paths, not the K shortest. */
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"

G_BEGIN_DECLS

typedef struct
{
  MgNode *nodes; /* root node first, subject last */
  guint32 n;
} MgPath;

typedef struct
{
  MgPath *paths; /* the shortest first, the others in the order of choice */
  guint n;
  gboolean bounded;   /* a search hit its limit (MG_PATHS_LIMIT nodes): there may be more, or shorter ones */
  gboolean exhausted; /* there are no further paths that differ enough (otherwise more exist than were asked for) */
} MgPathSet;

#define MG_PATHS_LIMIT 1000000

/* At most K paths to SUBJECT from roots of KINDS. The first is TREE's path (when KINDS allows it, else searched).
 * Then: shortest path in the reverse graph with + 8 for each node and + 2 for each type that an earlier path has above
 * the subject; stops when the best new one shares more than 80 % of its nodes above the subject, the root node among
 * them, with an earlier one. All are simple and different. TREE must have been made for KINDS or for more. A set
 * without paths: nothing holds the subject. NULL only when cancelled. */
MgPathSet *mg_paths_most_different (const MgGraph *graph,
                                    const MgReverse *reverse,
                                    const MgTree *tree,
                                    MgNode subject,
                                    guint k,
                                    guint32 kinds,
                                    MgProgress *progress,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_path_set_free (MgPathSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgPathSet, mg_path_set_free)

G_END_DECLS
