/* What the builders of a graph share. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

/* A graph without edges: room for types, sizes and addresses of its nodes (roots have theirs), none for `first`. */
MgGraph *mg_graph_alloc (MgTypeTable *types, guint32 n_roots, guint32 n_objects) G_GNUC_WARN_UNUSED_RESULT;
/* Sets root number K (from 0 on). Copies ROOT's texts. */
void mg_graph_set_root (MgGraph *graph, guint32 k, const MgRoot *root);
void mg_graph_keep_big_size (MgGraph *graph, MgNode node, guint64 size_bytes);
void mg_graph_mark_conditional (MgGraph *graph, MgNode from, MgNode to);

G_END_DECLS
