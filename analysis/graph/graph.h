/* The object graph of one snapshot: frozen, compressed sparse rows, safe to share between threads.
 *
 *   node 0                    super root; its edges lead to every root node
 *   nodes 1 … n_roots         root nodes, sorted by kind, label, address; type MG_TYPE_NONE, size 0
 *   nodes first_object … n-1  objects in address order (ties: the file's order)
 *
 *   per node   type u32, size u16 bytes (bigger ones in a table), address and first edge 2 bytes each (monotone.h)
 *   per edge   target u32
 *
 * Edges are a multiset in the file's order: an object may name a target several times, or itself. */
#pragma once

#include "analysis/base/mapping.h"
#include "analysis/base/monotone.h"
#include "analysis/graph/root-kind.h"
#include "analysis/graph/type-table.h"
#include "analysis/types.h"

G_BEGIN_DECLS

#define MG_GRAPH_BIG_SIZE G_MAXUINT16

struct _MgGraph
{
  guint32 n_nodes;
  guint32 n_roots;
  guint64 n_edges; /* with the super root's */
  MgTypeTable *types;
  MgTypeId *type;
  guint16 *size;         /* use mg_graph_size() */
  GHashTable *big_sizes; /* node → guint64 *, for sizes of MG_GRAPH_BIG_SIZE and more; NULL when there are none. A heap
                          * of B bytes has at most B / 64 Ki of them */
  MgMonotone address;    /* of objects: index node - first_object */
  MgMonotone first;      /* n_nodes + 1 numbers */
  MgNode *target;
  MgRoot *roots;       /* n_roots of them: root node k is roots[k - 1] */
  GStringChunk *texts; /* owns the roots' labels and notes */
  GHashTable *conditional; /* key << 32 | value of edges that hold only while the key lives; NULL: none */
  MgGraph *lender;    /* whose arrays these are, all but `types`, `type`, `roots` and `texts`; NULL: its own */
  MgMapping *mapping; /* of a saved index, in which the arrays lie; NULL: they are the graph's own */
};

MgGraph *mg_graph_ref (MgGraph *graph);
void mg_graph_unref (MgGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgGraph, mg_graph_unref)

/* The same nodes and references under other types: TYPES, and VIEW_TYPE gives the new type of each old one. Labels of
 * roots may be replaced, before the view is shared (in `texts`). Memory: 4 bytes an object. O(objects). */
MgGraph *mg_graph_new_view (const MgGraph *graph,
                            MgTypeTable *types,
                            const MgTypeId *view_type) G_GNUC_WARN_UNUSED_RESULT;

static inline MgNode
mg_graph_first_object (const MgGraph *graph)
{
  return graph->n_roots + 1;
}

static inline guint32
mg_graph_n_objects (const MgGraph *graph)
{
  return graph->n_nodes - graph->n_roots - 1;
}

static inline gboolean
mg_graph_is_root (const MgGraph *graph, MgNode node)
{
  return node >= 1 && node <= graph->n_roots;
}

static inline gboolean
mg_graph_is_object (const MgGraph *graph, MgNode node)
{
  return node > graph->n_roots && node < graph->n_nodes;
}

static inline const MgRoot *
mg_graph_root (const MgGraph *graph, MgNode node)
{
  return &graph->roots[node - 1];
}

/* The targets of NODE, *N of them, in the file's order. O(1). */
static inline const MgNode *
mg_graph_edges (const MgGraph *graph, MgNode node, guint32 *n)
{
  guint64 first = mg_monotone_get (&graph->first, node);

  *n = (guint32) (mg_monotone_get (&graph->first, (guint64) node + 1) - first);
  return graph->target + first;
}

guint64 mg_graph_big_size (const MgGraph *graph, MgNode node);

/* Shallow size of NODE in bytes; 0 for roots. */
static inline guint64
mg_graph_size (const MgGraph *graph, MgNode node)
{
  guint16 size = graph->size[node];

  return G_LIKELY (size != MG_GRAPH_BIG_SIZE) ? size : mg_graph_big_size (graph, node);
}

/* Address of an object; of a root's cell for root nodes; 0 when there is none. */
guint64 mg_graph_address (const MgGraph *graph, MgNode node);
/* The object at exactly ADDRESS, or MG_NODE_NONE. O(log n). */
MgNode mg_graph_find_address (const MgGraph *graph, guint64 address);
/* The object whose bytes contain ADDRESS, or MG_NODE_NONE. O(log n). */
MgNode mg_graph_find_containing (const MgGraph *graph, guint64 address);
/* The object's type record; NULL for roots and the super root. */
const MgType *mg_graph_type_of (const MgGraph *graph, MgNode node);
/* Whether FROM → TO holds only while FROM is alive for another reason (dependent handle). O(1). */
gboolean mg_graph_edge_is_conditional (const MgGraph *graph, MgNode from, MgNode to);
/* Bytes of memory in use. */
guint64 mg_graph_memory (const MgGraph *graph);

G_END_DECLS
