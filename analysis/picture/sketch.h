/* A picture while it is made: nodes and edges with everything that can be counted, no texts yet. Both kinds of picture
 * (merged and single object) are drawn here and finished the same way (finish.c). At most a few hundred nodes. */
#pragma once

#include "analysis/picture/fold-table.h"
#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 id;
  MgPictureNodeKind kind;
  MgTypeId type;
  MgNode first; /* lowest object or root here */
  guint64 count, weight;
  guint64 run_longest, run_median;
  guint64 retained;
  gboolean dominator;
  gboolean mixed;            /* roots of one kind with different labels */
  guint64 n_left_out;        /* of stubs: branches, or objects where a chain is cut; of trunks: links */
  gboolean leading;          /* on the way that the sentence names */
  gboolean is_chain;         /* a run on one path: FIRST holds the others */
  gboolean is_gap;           /* a stub in the middle of a single chain */
  gboolean is_service;       /* a service provider keeps it, or something that a trunk hides */
  MgPictureCutReason reason; /* of stubs */
  guint rank;
} MgSketchNode;

typedef struct
{
  guint from, to; /* indexes of nodes */
  guint64 weight;
  guint64 links;     /* references that the edge stands for */
  guint64 all_links; /* of an event: all handlers, whatever they lead to; 0 = not counted */
  guint64 place;     /* of one object's path through an event: which handler, from 1; 0 = none */
  MgFoldKind fold;
  guint64 fold_weight; /* of the heaviest part, which named the fold */
  gboolean conditional, dominator;
  gboolean leading; /* on the way that the sentence names */
  char *field;      /* what the file calls the reference; NULL when it does not say. Set by finish.c */
  GArray *chain;    /* of MgNode: one way along the edge, holder and held object included; empty at stubs and trunks */
} MgSketchEdge;

typedef struct
{
  GPtrArray *nodes; /* of MgSketchNode */
  GPtrArray *edges; /* of MgSketchEdge */
  GArray *cuts;     /* of MgPictureCut; texts come later */
} MgSketch;

MgSketch *mg_sketch_new (void) G_GNUC_WARN_UNUSED_RESULT;
void mg_sketch_free (MgSketch *sketch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgSketch, mg_sketch_free)

/* Adds a node, all zero but for KIND and ID. Returns its index. */
guint mg_sketch_add_node (MgSketch *sketch, MgPictureNodeKind kind, guint64 id);
/* The edge FROM → TO, made when there is none, with WEIGHT and LINKS added. The heaviest part names the fold. */
MgSketchEdge *
mg_sketch_add_edge (MgSketch *sketch, guint from, guint to, guint64 weight, guint64 links, MgFoldKind fold);
/* Drops node INDEX with its edges; the indexes behind it move up. */
void mg_sketch_remove_node (MgSketch *sketch, guint index);

static inline MgSketchNode *
mg_sketch_node (const MgSketch *sketch, guint index)
{
  return g_ptr_array_index (sketch->nodes, index);
}

static inline MgSketchEdge *
mg_sketch_edge (const MgSketch *sketch, guint index)
{
  return g_ptr_array_index (sketch->edges, index);
}

/* The only edge into (or out of) node INDEX, or NULL when there are several or none. O(edges). */
MgSketchEdge *mg_sketch_only_in (const MgSketch *sketch, guint index);
MgSketchEdge *mg_sketch_only_out (const MgSketch *sketch, guint index);

/* Sets the flag of edges whose chain has a reference that holds only while something else lives. */
void mg_sketch_mark_conditional (MgSketch *sketch, const MgGraph *graph);

/* Sets ranks (longest path from the left; the subject alone at the right) and sorts nodes: ranks ascending, heaviest
 * first, then by root kind, type, id. Edges follow, sorted by from, to. */
void mg_sketch_arrange (MgSketch *sketch, const MgGraph *graph);

G_END_DECLS
