/* One opened file, and everything that can be asked of it. The one header most callers need.
 *
 * Opening recognises the file, reads its head and the type statistics (the table can be shown). What costs time is made
 * by mg_snapshot_ensure() in a worker, once, and never changes afterwards; the getters below return NULL before that.
 * Reference counted; every function may be called from any thread. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/graph/dominators.h"
#include "analysis/graph/graph.h"
#include "analysis/graph/instances.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"
#include "analysis/stats/type-stats.h"
#include "analysis/types.h"

G_BEGIN_DECLS

/* What a snapshot can tell. For each one that is missing there is a reason in words. */
typedef enum
{
  MG_CAPABILITY_FIELD_NAMES,
  MG_CAPABILITY_VALUES,
  MG_CAPABILITY_STACKS,
  MG_CAPABILITY_GENERATIONS,
  MG_CAPABILITY_HANDLE_KINDS,
  MG_CAPABILITY_MEMORY_MAP,
  MG_CAPABILITY_DEAD_OBJECTS,
  MG_CAPABILITY_MODULES,
  MG_N_CAPABILITIES
} MgCapability;

typedef struct
{
  gboolean have;
  const char *reason; /* translated, one sentence; NULL when have and there is nothing to add */
} MgCapabilityState;

/* Facts from the head of the file. Strings are NULL, numbers negative or 0 (as said) when the file does not say. */
typedef struct
{
  const char *path;        /* as opened */
  const char *base_name;   /* for people */
  const char *format;      /* "gcdump", "elf-core" */
  const char *format_name; /* "GC heap snapshot (.gcdump)" */
  guint64 file_size;     /* as it lies there, packed or not */
  guint64 unpacked_size; /* 0: it is not packed */
  const char *writer; /* tool that wrote it: "dotnet-gcdump" */
  const char *process_name;
  const char *machine;
  const char *runtime;      /* ".NET 10.0.15", "JavaScript" */
  const char *architecture; /* "x64", "64-bit" when no more is known */
  const char *os;
  const char *gc_mode;
  const char *log;            /* the collector's own log */
  gint64 pid;                 /* -1 */
  const char *time_collected; /* "2015-01-05 10:48:40", the collecting machine's local time */
  int pointer_size;           /* 4 or 8 */
  gboolean sampled;
  /* As the file itself counts, pseudo-nodes included. 0 where the format has no such notion. */
  guint64 file_nodes, file_types, file_edges, file_bytes;
} MgSnapshotInfo;

typedef struct
{
  gboolean damage;  /* part of the file is lost: the command line ends with status 4 */
  const char *text; /* translated, whole sentences */
} MgNote;

typedef struct
{
  gboolean raw_names;  /* keep size classes "(Bytes > 10K)" apart and names exactly as recorded */
  guint n_threads;     /* 0 = all */
  gboolean graph_soon; /* the graph will be asked for: what it needs is done while the types are counted */
  /* The address of the one object that is asked about, or NULL: when the heap has about so many objects at least, its
   * path is looked for at once, and nothing is counted. Where that succeeds, mg_snapshot_is_part() is true from the
   * start, and the snapshot knows the types on the path, but no counts. */
  const guint64 *sought;
  guint64 sought_min_objects;
  /* Where saved indexes lie (analysis/index/index.h); NULL: neither read nor write any. Made when needed. */
  const char *index_folder;
  guint64 index_limit_bytes; /* of all indexes together; 0: 20 GB */
  guint32 index_min_objects; /* files with fewer are not worth one; 0: half a million */
  /* Folders with the program's files and the runtime's, for cores that leave them out; NULL-terminated, NULL = none. */
  const char *const *file_folders;
  /* Bytes that computing may take; MG_ERROR_MEMORY before it would take more. 0: what the system has to spare;
   * G_MAXUINT64: go on whatever happens. Mapped files do not count: the system can drop their pages. */
  guint64 memory_limit;
} MgSnapshotOptions;

typedef enum
{
  MG_NEED_GRAPH = 1 << 0,
  MG_NEED_REVERSE = 1 << 1 | MG_NEED_GRAPH,
  MG_NEED_TREE = 1 << 2 | MG_NEED_GRAPH,
  MG_NEED_DOMINATORS = 1 << 3 | MG_NEED_GRAPH,
  MG_NEED_INSTANCES = 1 << 4 | MG_NEED_GRAPH,
  MG_NEED_TYPE_RETAINED = 1 << 5 | MG_NEED_DOMINATORS,
  MG_NEED_ALL = MG_NEED_REVERSE | MG_NEED_TREE | MG_NEED_DOMINATORS | MG_NEED_INSTANCES | MG_NEED_TYPE_RETAINED
} MgNeed;

/* Opens PATH ("-" reads standard input). OPTIONS may be NULL. Types are ready when it returns. */
MgSnapshot *mg_snapshot_open (const char *path, const MgSnapshotOptions *options, MgProgress *progress, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;
/* The same for bytes that are at hand already (analysis/source/file.h). Takes a reference on SOURCE. */
MgSnapshot *mg_snapshot_open_source (MgSource *source,
                                     const MgSnapshotOptions *options,
                                     MgProgress *progress,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A snapshot around a graph made in memory (tests, pasted text). Takes references. NAME is shown as the file's name. */
MgSnapshot *mg_snapshot_new_for_graph (MgGraph *graph, const char *name) G_GNUC_WARN_UNUSED_RESULT;
/* FALSE and MG_ERROR_IO: another program cut the file short since it was opened; what is read from there on is nothing.
 * One system call. */
gboolean mg_snapshot_check_file (MgSnapshot *snapshot, GError **error);
MgSnapshot *mg_snapshot_ref (MgSnapshot *snapshot);
void mg_snapshot_unref (MgSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgSnapshot, mg_snapshot_unref)

/* Makes what NEEDS (MgNeed bits) asks for and is not there yet; cheap when all is. One caller works, others wait.
 * MG_ERROR_MEMORY: it would not fit, and nothing was begun. */
gboolean mg_snapshot_ensure (MgSnapshot *snapshot, guint needs, MgProgress *progress, GError **error);
/* What making one part, NEED, takes of the time that all parts take: 0 … 1. */
double mg_snapshot_need_weight (MgNeed need) G_GNUC_CONST;
/* About how many bytes of memory making NEEDS takes at most, beyond what is there: 0 when nothing is to be made. */
guint64 mg_snapshot_estimate (MgSnapshot *snapshot, guint needs);
/* Whether that is within the limit, at this moment. */
gboolean mg_snapshot_fits (MgSnapshot *snapshot, guint needs);
/* Another limit from now on, as in MgSnapshotOptions: what "go on all the same" means. Not while a worker works. */
void mg_snapshot_set_memory_limit (MgSnapshot *snapshot, guint64 bytes);
/* Writes what was computed, and is worth it, to the index that the options of opening named: in a worker, once the
 * answers are on the screen. FALSE with MG_ERROR_IO or MG_ERROR_CANCELLED is no reason to trouble the user. */
gboolean mg_snapshot_save_index (MgSnapshot *snapshot, MgProgress *progress, GError **error);
/* The graph, or when it is neither there nor in the saved index and the file allows it, only a part of it, which is
 * found much sooner: the best path to the object that contains ADDRESS (the one that the whole graph's tree has), with
 * what the objects on it refer to. All that is made of the graph is then of this part, and nothing will be saved. */
gboolean mg_snapshot_ensure_path (MgSnapshot *snapshot, guint64 address, MgProgress *progress, GError **error);
/* Whether the graph is such a part. */
gboolean mg_snapshot_is_part (MgSnapshot *snapshot);
/* What MAKE found out about the snapshot, by a NAME: made once, and kept until the snapshot goes. Any thread may ask;
 * others that ask meanwhile wait. */
typedef gpointer (*MgSnapshotMakeFunc) (MgSnapshot *snapshot);
gconstpointer
mg_snapshot_keep (MgSnapshot *snapshot, const char *name, MgSnapshotMakeFunc make, GDestroyNotify destroy);
/* Which needs are met. */
guint mg_snapshot_ready (MgSnapshot *snapshot);

const MgSnapshotInfo *mg_snapshot_info (MgSnapshot *snapshot);
MgCapabilityState mg_snapshot_capability (MgSnapshot *snapshot, MgCapability capability);
/* Machine name ("field_names") and translated name ("Field names") of a capability. */
const char *mg_capability_id (MgCapability capability);
const char *mg_capability_name (MgCapability capability);
/* What the file could not tell, for the user; *N of them. Grows when the graph is loaded. */
const MgNote *mg_snapshot_notes (MgSnapshot *snapshot, guint *n);
gboolean mg_snapshot_damaged (MgSnapshot *snapshot);

/* Why this file's graph cannot be had, and with it no paths and no retained sizes; NULL when it can. Known from the
 * start, unlike what mg_snapshot_ensure() may still meet. */
const char *mg_snapshot_no_graph_reason (MgSnapshot *snapshot);

MgTypeTable *mg_snapshot_types (MgSnapshot *snapshot);      /* never NULL; borrowed, like all below */
MgTypeStats *mg_snapshot_type_stats (MgSnapshot *snapshot); /* never NULL */
const MgGraph *mg_snapshot_graph (MgSnapshot *snapshot);
const MgReverse *mg_snapshot_reverse (MgSnapshot *snapshot);
const MgTree *mg_snapshot_tree (MgSnapshot *snapshot);
const MgDominators *mg_snapshot_dominators (MgSnapshot *snapshot);
const MgInstances *mg_snapshot_instances (MgSnapshot *snapshot);
/* Retained bytes per type as a set (n_types places). */
const guint64 *mg_snapshot_type_retained (MgSnapshot *snapshot);
/* What the file's own root does not reach, as the file itself counts: pseudo-nodes included (for objects alone, ask the
 * tree). FALSE before the tree is there. Either place may be NULL. */
gboolean mg_snapshot_file_unreached (MgSnapshot *snapshot, guint64 *nodes, guint64 *bytes);
/* Generation of an object; MG_GENERATION_UNKNOWN when the file has none. Needs the graph. O(log segments). */
MgGeneration mg_snapshot_generation (MgSnapshot *snapshot, MgNode node);

/* What names the reference FROM → TO: "_items", "[3]", "StatusChanged", "_a, _b". Returns NULL when the file has no
 * field names (a .gcdump never has). Free with g_free. Resolved when asked for, not stored. */
char *mg_snapshot_edge_label (MgSnapshot *snapshot, MgNode from, MgNode to) G_GNUC_WARN_UNUSED_RESULT;
/* The key under which FROM, a part of a dictionary, holds TO: "[\"settings\"]", "[42]". NULL when there is none, it has
 * no short text, or the file has no values. Free with g_free. */
char *mg_snapshot_edge_key (MgSnapshot *snapshot, MgNode from, MgNode to) G_GNUC_WARN_UNUSED_RESULT;

#define MG_EDGE_NO_INDEX G_MAXUINT64

/* What names one reference: a field, or an element of an array (in memory order), of an array of structs both; neither
 * when that is not known. */
typedef struct
{
  const char *name; /* as long as the snapshot */
  guint64 index;    /* MG_EDGE_NO_INDEX */
} MgEdgeName;

/* The same for all references of FROM at once, in the order of mg_graph_edges(): for passes over the whole heap. NAMES
 * has a place for each. FALSE: the file has no field names. O(bytes of the object). */
gboolean mg_snapshot_edge_names (MgSnapshot *snapshot, MgNode from, MgEdgeName *names);
/* Formats that know fields (and tests) install the function behind it, before the snapshot is shared. */
typedef char *(*MgEdgeLabelFunc) (MgNode from, MgNode to, gpointer user_data);
void
mg_snapshot_set_edge_labels (MgSnapshot *snapshot, MgEdgeLabelFunc func, gpointer user_data, GDestroyNotify destroy);

G_END_DECLS
