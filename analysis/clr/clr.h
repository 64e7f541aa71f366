/* One .NET process opened from memory: the runtime, its heap, and what names things in it. The engine's facade for
 * everything that reads cores; formats/core-reader.c turns it into a snapshot. */
#pragma once

#include "analysis/clr/heap/gc-heap.h"
#include "analysis/clr/heap/handles.h"
#include "analysis/clr/heap/heap-walk.h"
#include "analysis/clr/heap/object-index.h"
#include "analysis/clr/heap/threads.h"
#include "analysis/clr/types/field-types.h"
#include "analysis/clr/types/statics.h"
#include "analysis/clr/types/thread-statics.h"
#include "analysis/clr/types/type-names.h"
#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  MgProcessImage *image; /* owned */
  MgRuntime *runtime;
  MgGcHeap *heap;
  MgMethodTables *tables; /* with counts and sizes after the walk */
  MgClrModules *modules;
  MgTypeNames *names;
  GArray *threads;         /* MgManagedThread */
  MgWalkResult walk;
  gboolean walk_known; /* it was given, and not done */
  gboolean is_walked;  /* by whomever; else only the types of objects met are known, and no counts */
  MgGraph *early_part; /* found instead of walking; until it is asked for */
  /* Types by name, and which type each MethodTable of `tables` is (by its place there; MG_TYPE_NONE: Free, unused). */
  MgTypeTable *types;
  MgTypeId *type_of_table;
  guint n_tables_named; /* how many tables there were when they were named */
  /* Made with the graph, the first two perhaps before it. */
  MgObjectIndex *index;
  guint64 n_slots; /* references of all objects, at most */
  MgStatics *statics;
  GArray *thread_statics; /* MgThreadStatic */
  GArray *handles;        /* MgHandle */
  guint64 n_references, n_bad_references;
} MgClr;

/* What a walk over the heap found out: all that it leaves behind, so that it need not be done twice. */
typedef struct
{
  guint64 address, count, size; /* of a MethodTable and its objects */
} MgClrTally;

typedef struct
{
  MgWalkResult result;
  const MgClrTally *tallies; /* in the order of MgMethodTables */
  gsize n_tallies;
} MgClrWalk;

/* How a process is to be opened. */
typedef struct
{
  const MgClrWalk *walk; /* of the same file: used instead of walking when it makes sense; NULL */
  gboolean graph_soon;   /* number the objects in the same walk */
  const guint64 *sought; /* the object that is asked about: when its path is found first, nothing is walked; NULL */
  guint64 sought_min_objects; /* with fewer, by an estimate, everything is quick */
} MgClrOpening;

/* Finds the runtime in IMAGE (taken, also on failure), walks the heap once and names its types. */
MgClr *mg_clr_open (MgProcessImage *image,
                    const MgClrOpening *how,
                    MgProgress *progress,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_clr_free (MgClr *clr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgClr, mg_clr_free)

/* Builds the graph: objects (Free blocks left out), references, roots by kind and name. Called once. */
MgGraph *mg_clr_load_graph (MgClr *clr, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Instead of it, much quicker: only the best path to the object that contains ADDRESS (clr-part.h); *IS_PART tells. The
 * whole graph where that is not possible. Called once, instead of the other. */
MgGraph *mg_clr_load_path (MgClr *clr, guint64 address, gboolean *is_part, MgProgress *progress, GError **error)
  G_GNUC_WARN_UNUSED_RESULT;

/* Names the types of CLR's tables: those that have objects, or before the walk all that are valid. Again when more have
 * been met since: types keep their order, but not their numbers. */
void mg_clr_name_types (MgClr *clr);

/* The type of objects of TABLE; MG_TYPE_NONE when it was not met when objects were counted. */
MgTypeId mg_clr_type_of (const MgClr *clr, const MgMethodTable *table);

/* Reads what holds objects from outside the heap: handles, statics, thread statics. Part of loading the graph; called
 * alone when the graph is at hand already (a saved index). */
void mg_clr_read_cells (MgClr *clr);

/* What names the reference from the object at FROM to the one at TO: "_items", "[3]", "_entry.value, _next". NULL when
 * there is none or it is not known. Free with g_free. */
char *mg_clr_reference_name (MgClr *clr, MgFieldTypes *types, guint64 from, guint64 to) G_GNUC_WARN_UNUSED_RESULT;
/* The key under which the object at FROM, a part of a dictionary, holds the one at TO: "[\"settings\"]", "[42]". NULL:
 * it has no key, or one without a short text. Free with g_free. */
char *mg_clr_reference_key (MgClr *clr, MgFieldTypes *types, guint64 from, guint64 to) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
