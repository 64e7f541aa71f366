/* Several reasons for one object (retention picture, section 3): the K most different paths, not the K shortest. */
#pragma once

#include "analysis/graph/path-ways.h"

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
  gboolean bounded;   /* the searches hit their limit (MG_PATHS_LIMIT): there may be more, or shorter ones */
  gboolean exhausted; /* there are no further paths that differ enough (otherwise more exist than were asked for) */
  gboolean unique;    /* the one path is the only one at all: all its nodes dominate the subject */
} MgPathSet;

/* Nodes that all searches for one subject together look at, about: a click waits for them. */
#define MG_PATHS_LIMIT 24000

/* At most K paths to SUBJECT within SCOPE. The first is the tree's path (when the kinds allow it, else searched).
 * Then: shortest path in the reverse graph with + 8 for each node and + 2 for each type that an earlier path has above
 * the subject; stops when the best new one shares more than 80 % of its nodes above the subject, the root node among
 * them, with an earlier one. All are simple and different. A set without paths: nothing holds the subject. NULL only
 * when cancelled. The path's length, and what else was looked at. */
MgPathSet *mg_paths_most_different (
    const MgPathScope *scope, MgNode subject, guint k, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_path_set_free (MgPathSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgPathSet, mg_path_set_free)

G_END_DECLS
