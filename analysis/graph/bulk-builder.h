/* Builds an MgGraph of objects that several threads read at the same time, chunk by chunk: what builder.h does for
 * files that are read in one go.
 *
 *   builder = mg_bulk_builder_new (types, n_roots, n_objects, max_edges)
 *   mg_bulk_builder_add_root () × n_roots
 *   in any thread, for chunks that together are all objects in order:
 *     mg_bulk_builder_set_object ()    for each of the chunk's objects
 *     mg_bulk_builder_add_chunk ()     waits until the chunks before have been added
 *   graph = mg_bulk_builder_finish ()
 *
 * The graph is the same whichever thread adds which chunk. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct _MgBulkBuilder MgBulkBuilder;

/* A run of objects with their edges. */
typedef struct
{
  guint32 first, n;         /* objects, by number */
  const guint64 *addresses; /* n, rising */
  const guint64 *offsets;   /* n: edges of the chunk that come before each object's own */
  const MgNode *targets;
  guint64 n_edges;
} MgBulkChunk;

/* Takes a reference on TYPES. N_ROOTS + N_OBJECTS + 1 is at most MG_LIMIT_NODES. MAX_EDGES: all edges of roots and
 * objects, at most; memory is taken for what there is. */
MgBulkBuilder *mg_bulk_builder_new (MgTypeTable *types,
                                    guint32 n_roots,
                                    guint32 n_objects,
                                    guint64 max_edges) G_GNUC_WARN_UNUSED_RESULT;
void mg_bulk_builder_free (MgBulkBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgBulkBuilder, mg_bulk_builder_free)

/* Adds the next root, which leads to the N objects with these numbers. Copies its texts. Before any chunk. */
void mg_bulk_builder_add_root (MgBulkBuilder *builder, const MgRoot *root, const guint32 *objects, guint32 n);
/* The node of object NUMBER. */
MgNode mg_bulk_builder_node (const MgBulkBuilder *builder, guint32 number);
/* Any thread. */
void mg_bulk_builder_set_object (MgBulkBuilder *builder, guint32 number, MgTypeId type, guint64 size_bytes);
/* Any thread, which must not hold the next chunk back. Copies. FALSE: somebody gave up. */
gboolean mg_bulk_builder_add_chunk (MgBulkBuilder *builder, const MgBulkChunk *chunk);
/* Wakes those who wait for their turn; the graph will not be finished. */
void mg_bulk_builder_give_up (MgBulkBuilder *builder);
/* Says that an edge between two objects, by number, holds only while FROM lives for another reason. */
void mg_bulk_builder_mark_conditional (MgBulkBuilder *builder, guint32 from, guint32 to);
/* Frees BUILDER. */
MgGraph *mg_bulk_builder_finish (MgBulkBuilder *builder) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
