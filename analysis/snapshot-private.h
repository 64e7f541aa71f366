/* The snapshot's own state, shared by snapshot.c (what can be asked) and snapshot-parts.c (what is made on demand). */
#pragma once

#include "analysis/formats/reader.h"
#include "analysis/index/index.h"

G_BEGIN_DECLS

struct _MgSnapshot
{
  MgReader *reader;
  MgSource *source; /* what READER reads; NULL: memory of this program */
  MgSnapshot *base; /* of a view: the snapshot that makes and owns tree, reverse edges and dominators; NULL. Borrowed:
                     * the reader holds it */
  GMutex lock; /* guards WORKING */
  GCond idle;
  gboolean working;
  guint ready; /* atomic; MgNeed bits. A part below is written before its bit is set and never changes after. */
  MgGraph *graph;
  gboolean is_part; /* it is of one path only; written before its bit in READY is set */
  MgReverse *reverse;
  MgTree *tree;
  MgDominators *dominators;
  MgInstances *instances;
  guint64 *type_retained;
  MgEdgeLabelFunc edge_label;
  gpointer edge_label_data;
  GDestroyNotify edge_label_destroy;
  guint64 memory_limit; /* as in MgSnapshotOptions */
  GMutex kept_lock;
  GData *kept; /* mg_snapshot_keep() */
  /* Only while WORKING. */
  MgIndex *index;        /* NULL: there is none */
  guint32 index_min_objects;
  guint indexed;         /* parts that the index has, by their place in snapshot-index.c */
  guint mapped;          /* the same, for parts that came from there */
  guint broken;          /* the same, for parts that could not be loaded */
  gboolean walk_saved;
  guint n_opening_notes, n_graph_notes; /* the notes between these came with the graph */
};

/* A snapshot that looks at BASE through READER (taken), which holds a reference on BASE. */
MgSnapshot *mg_snapshot_new_view (MgReader *reader, MgSnapshot *base) G_GNUC_WARN_UNUSED_RESULT;

/* Frees what was made. */
void mg_snapshot_clear_parts (MgSnapshot *snapshot);

/* One at a time makes, loads or saves parts. FALSE with MG_ERROR_CANCELLED: stopped while waiting. */
gboolean mg_snapshot_take_turn (MgSnapshot *snapshot, MgProgress *progress, GError **error);
void mg_snapshot_end_turn (MgSnapshot *snapshot);

/* snapshot-index.c; NEED: of one part. Whether the index seems to have it. */
gboolean mg_snapshot_part_is_indexed (MgSnapshot *snapshot, guint need);
/* Whether the part was loaded from it, and so takes no memory of its own. */
gboolean mg_snapshot_part_is_mapped (MgSnapshot *snapshot, guint need);
/* FALSE without an error: it has to be made. */
gboolean mg_snapshot_load_part (MgSnapshot *snapshot, guint need, MgProgress *progress, GError **error);

/* snapshot-estimate.c: FALSE with MG_ERROR_MEMORY when making NEEDS would not fit, with what does in words. */
gboolean mg_snapshot_check_memory (MgSnapshot *snapshot, guint needs, GError **error);

G_END_DECLS
