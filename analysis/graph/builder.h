/* Builds an MgGraph without intermediate lists: nodes, then how many edges each has, then the edges.
 *
 *   builder = mg_graph_builder_new (types, n_roots, n_objects)
 *   mg_graph_builder_add_root () × n_roots       any order: finish () keeps it, so callers add them sorted
 *   mg_graph_builder_add_object () × n_objects   in address order
 *   mg_graph_builder_count_edges ()              any order, sums up
 *   mg_graph_builder_begin_edges ()
 *   mg_graph_builder_add_edge ()                 as many as were counted, in the order each node shall keep
 *   graph = mg_graph_builder_finish ()
 *
 * The super root's edges to all roots are made by the builder. Node ids are mg_graph_builder_root(k) for the k-th root
 * and mg_graph_builder_object(k) for the k-th object; both are known from the start. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

/* Takes a reference on TYPES. N_ROOTS + N_OBJECTS + 1 must be at most MG_LIMIT_NODES (the caller has checked). */
MgGraphBuilder *mg_graph_builder_new (MgTypeTable *types, guint32 n_roots, guint32 n_objects) G_GNUC_WARN_UNUSED_RESULT;
void mg_graph_builder_free (MgGraphBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgGraphBuilder, mg_graph_builder_free)

static inline MgNode
mg_graph_builder_root (guint32 k)
{
  return 1 + k;
}

static inline MgNode
mg_graph_builder_object (guint32 n_roots, guint32 k)
{
  return 1 + n_roots + k;
}

/* Copies ROOT's texts. */
void mg_graph_builder_add_root (MgGraphBuilder *builder, const MgRoot *root);
void mg_graph_builder_add_object (MgGraphBuilder *builder, MgTypeId type, guint64 size_bytes, guint64 address);
void mg_graph_builder_count_edges (MgGraphBuilder *builder, MgNode from, guint32 n);
void mg_graph_builder_begin_edges (MgGraphBuilder *builder);
void mg_graph_builder_add_edge (MgGraphBuilder *builder, MgNode from, MgNode to);
/* Says that an edge added (or to be added) holds only while FROM lives for another reason. */
void mg_graph_builder_mark_conditional (MgGraphBuilder *builder, MgNode from, MgNode to);
/* Frees BUILDER. Edges counted but never added are a programmer's error (asserted). */
MgGraph *mg_graph_builder_finish (MgGraphBuilder *builder) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
