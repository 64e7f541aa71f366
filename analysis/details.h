/* What only a dump of memory knows: segments, handles, threads with frames, statics, finalizer queues, fields with
 * values.
 *
 * Every function answers NULL (or FALSE) for a snapshot whose format has no such thing; mg_snapshot_capability() says
 * why. Rows are plain values; node numbers are those of the snapshot's graph, which must be loaded (MG_NEED_GRAPH).
 * Results belong to the caller, texts in them too unless said otherwise. May be called from any thread. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 heap;        /* number of the GC heap */
  MgGeneration generation;
  guint64 start, end, committed, reserved; /* addresses */
  guint64 n_objects, object_bytes;         /* without Free blocks */
  guint64 n_free, free_bytes;
} MgHeapRow;

typedef struct
{
  guint kind;          /* as the runtime numbers them; mg_details_handle_kind_name() */
  guint64 address;     /* of the cell */
  MgNode object;       /* MG_NODE_NONE: does not point at an object */
  MgNode secondary;    /* of a dependent handle; MG_NODE_NONE */
} MgHandleRow;

typedef struct
{
  guint64 ip, sp;
  char *method;        /* NULL: not known */
  gboolean approximate;
} MgFrameRow;

typedef struct
{
  guint32 os_id, managed_id;
  char *name;          /* NULL: it has none */
  char *state;         /* translated words: "background, waiting"; "" */
  gboolean is_finalizer;
  MgNode thread_object; /* System.Threading.Thread; MG_NODE_NONE */
  guint n_frames;
  MgFrameRow *frames;  /* newest first */
} MgThreadRow;

typedef struct
{
  char *class_name, *field;
  gboolean thread_static;
  guint32 managed_thread; /* of a thread static; 0 */
  guint64 address;     /* of the cell */
  MgNode object;       /* MG_NODE_NONE: null */
} MgStaticRow;

typedef struct
{
  gboolean ready;      /* waits for the finalizer thread; else registered only */
  MgNode object;
} MgFinalizerRow;

typedef struct
{
  char *name;          /* "_items", "[3]", "Owner.Name" of a struct's field */
  char *type;          /* "System.Int32"; NULL: not known */
  guint64 offset;      /* from the object's address */
  char *value;         /* "42", "true", "Green", "\"text\""; NULL for references and what cannot be read */
  guint64 reference;   /* address it refers to; 0 = null, or no reference */
  MgNode object;       /* that object; MG_NODE_NONE */
  gboolean is_reference;
} MgFieldRow;

/* Arrays of the rows above with a free function set: g_array_unref() frees all. Sorted: segments by heap, generation,
 * start; handles by kind, address; statics by class, field; threads in the runtime's order. */
GArray *mg_details_heap (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_handles (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_threads (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_statics (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_finalizers (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
/* The instance fields of an object, or the first MAX elements of an array (0 = all); structs are flattened. */
GArray *mg_details_fields (MgSnapshot *snapshot, MgNode object, gsize max) G_GNUC_WARN_UNUSED_RESULT;

/* The text of a System.String, at most MAX UTF-16 units (0 = all), as valid UTF-8; *LENGTH: all of its units. */
char *mg_details_string (MgSnapshot *snapshot, MgNode object, gsize max, gsize *length) G_GNUC_WARN_UNUSED_RESULT;

/* "strong", "weak short", "dependent": SOS's words. Static. */
const char *mg_details_handle_kind_name (guint kind);

/* The self-checks that the reader made: what, passed or not, in words. *N of them. */
typedef struct
{
  const char *id;   /* "gc_vars" */
  const char *what; /* translated */
  int state;        /* 0 not run, 1 passed, 2 failed */
} MgSelfCheck;

GArray *mg_details_checks (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
