/* The saved index of one analysed file: what took long to compute, as arrays that are mapped and not read.
 *
 * One index file for each part, beside each other in a folder that the program gives: NAME.walk, NAME.graph, … where
 * NAME stands for the analysed file (its size, time and some of its bytes), the program's version, its language and the
 * options that shape results. Parts other than the graph say which graph they belong to. A part that is missing, stale,
 * damaged or from elsewhere is as good as none: loading answers NULL, and the caller computes. */
#pragma once

#include "analysis/graph/dominators.h"
#include "analysis/graph/graph.h"
#include "analysis/graph/instances.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"
#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef enum
{
  MG_INDEX_WALK, /* what a reader found out while it opened the file */
  MG_INDEX_GRAPH,
  MG_INDEX_INSTANCES,
  MG_INDEX_TREE,
  MG_INDEX_REVERSE,
  MG_INDEX_DOMINATORS,
  MG_INDEX_TYPE_RETAINED,
  MG_N_INDEX_PARTS
} MgIndexPart;

typedef struct _MgIndex MgIndex;

/* The index of SOURCE. NULL when OPTIONS name no folder, or SOURCE is no file. Reads some pages of the file. */
MgIndex *mg_index_new (const MgSource *source, const MgSnapshotOptions *options) G_GNUC_WARN_UNUSED_RESULT;
/* What is saved and loaded from now on is for those alone who depend on SUM besides the file. 0: nothing. INDEX
 * may be NULL. */
void mg_index_depend (MgIndex *index, guint64 sum);
void mg_index_free (MgIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgIndex, mg_index_free)

/* Whether there seems to be a saved PART: it may still turn out to be damaged, or to belong to another graph. INDEX may
 * be NULL. */
gboolean mg_index_has (MgIndex *index, MgIndexPart part);

/* What belongs to a graph and is not in it. */
typedef struct
{
  GPtrArray *notes; /* texts of notes that loading the graph added; of damage when they begin with "!", else with " " */
  GVariant *reader; /* of the reader: MgReaderClass.save_graph(); NULL */
} MgIndexExtra;

void mg_index_extra_clear (MgIndexExtra *extra);

/* Loading: NULL without an error: make it yourself. NULL with MG_ERROR_CANCELLED: stopped. INDEX may be NULL. What is
 * loaded was checked from end to end, and keeps its mapping. TYPES, GRAPH: those that it must fit. */
GVariant *mg_index_load_walk (MgIndex *index);
MgGraph *mg_index_load_graph (MgIndex *index,
                              MgTypeTable *types,
                              MgIndexExtra *extra,
                              MgProgress *progress,
                              GError **error);
MgInstances *mg_index_load_instances (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error);
MgTree *mg_index_load_tree (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error);
MgReverse *mg_index_load_reverse (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error);
MgDominators *mg_index_load_dominators (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error);
/* As many as the graph has types, and one more place. */
guint64 *mg_index_load_type_retained (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error);

/* Saving: FALSE with MG_ERROR_IO or MG_ERROR_CANCELLED, which nobody but a log need know of. The graph first: the other
 * parts belong to it. */
gboolean mg_index_save_walk (MgIndex *index, GVariant *walk, MgProgress *progress, GError **error);
gboolean mg_index_save_graph (MgIndex *index,
                              const MgGraph *graph,
                              const MgIndexExtra *extra,
                              MgProgress *progress,
                              GError **error);
gboolean mg_index_save_instances (MgIndex *index, const MgInstances *instances, MgProgress *progress, GError **error);
gboolean mg_index_save_tree (MgIndex *index, const MgTree *tree, MgProgress *progress, GError **error);
gboolean mg_index_save_reverse (MgIndex *index, const MgReverse *reverse, MgProgress *progress, GError **error);
gboolean mg_index_save_dominators (MgIndex *index,
                                   const MgDominators *dominators,
                                   MgProgress *progress,
                                   GError **error);
gboolean mg_index_save_type_retained (MgIndex *index,
                                      const guint64 *retained,
                                      guint32 n_types,
                                      MgProgress *progress,
                                      GError **error);

/* Makes the folder if need be, and room in it for BYTES more: the indexes used longest ago go first. FALSE: they would
 * not fit under the limit, or the disk has too little to spare. */
gboolean mg_index_make_room (MgIndex *index, guint64 bytes);

/* What all indexes in FOLDER take on the disk, and their end. */
guint64 mg_index_folder_bytes (const char *folder);
void mg_index_folder_empty (const char *folder);

G_END_DECLS
