/* What only a dump of memory knows: segments, handles, threads with frames, statics, finalizer queues, fields with
 * values, what delegates call, timers, unfinished asynchronous work.
 *
 * Every function answers NULL (or FALSE) for a snapshot whose format has no such thing; mg_snapshot_capability() says
 * why. Rows are plain values; node numbers are those of the snapshot's graph, which must be loaded (MG_NEED_GRAPH), but
 * for segments and threads: these are told without it, then with MG_NODE_NONE in place of objects.
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

typedef struct
{
  MgNode delegate; /* MG_NODE_NONE: not an object that was found */
  MgNode target;   /* object it is called on, or its first argument; MG_NODE_NONE: a static method */
  char *method;    /* "MyApp.NotificationContext.OnStatusChanged"; NULL: not known */
} MgHandlerRow;

#define MG_TIMER_NEVER G_MAXUINT32

typedef struct
{
  guint64 address;     /* of the runtime's TimerQueueTimer */
  MgNode object;       /* the same; MG_NODE_NONE: not an object that was found */
  guint32 due_ms;      /* counted from when it was set last */
  guint32 period_ms;   /* MG_TIMER_NEVER: fires once */
  gboolean is_short;   /* in the queue's list of those that are due soon */
  char *callback;      /* method; in angle brackets the class of what is no TimerCallback; NULL: not known */
  MgNode target;       /* object that the callback is called on; MG_NODE_NONE: a static method */
  MgNode state;        /* object it is called with; MG_NODE_NONE: null */
} MgTimerRow;

typedef enum
{
  MG_ASYNC_TASK,           /* a task without a method of its own: a promise, or work for a thread */
  MG_ASYNC_STATE_MACHINE,  /* an async method, as the C# compiler takes it apart */
  MG_ASYNC_RUNTIME_METHOD, /* an async method that .NET 11 suspended */
  MG_ASYNC_OTHER,          /* what else goes on after a task: an object with a callback */
  MG_N_ASYNC_KINDS
} MgAsyncKind;

#define MG_ASYNC_NO_STATE G_MININT32

typedef struct
{
  MgNode object;       /* MG_NODE_NONE: not an object that was found */
  const char *name;    /* "Lab.Program+<Load>d__12", "System.Threading.Tasks.Task {Lab.Program.Work}" */
  MgAsyncKind kind;
  gint32 await_state;  /* of methods: number of the await they stand at, −1 runs; MG_ASYNC_NO_STATE */
  guint32 task_flags;  /* Task.m_stateFlags; 0 of what is no task */
  guint32 first_link, n_links; /* what goes on when it has ended: places in MgAsyncRows.links */
  gboolean is_top;     /* it waits for nothing of these */
} MgAsyncRow;

/* Who awaits whom: rows[links[first_link … + n_links]] go on after a row. Damaged memory may have circles. */
typedef struct
{
  GArray *rows;        /* MgAsyncRow, tasks and methods by address, then what else goes on */
  GArray *links;       /* guint32 */
  GStringChunk *names;
} MgAsyncRows;

/* Arrays of the rows above with a free function set: g_array_unref() frees all. Sorted: segments by heap, generation,
 * start; handles by kind, address; statics by class, field; threads in the runtime's order. */
GArray *mg_details_heap (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_handles (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_threads (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_statics (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
GArray *mg_details_finalizers (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
/* The instance fields of an object, or the first MAX elements of an array (0 = all); structs are flattened. */
GArray *mg_details_fields (MgSnapshot *snapshot, MgNode object, gsize max) G_GNUC_WARN_UNUSED_RESULT;

/* The handlers of a delegate in the order they are called, the first MAX of them (0 = all): one row for a single-cast
 * one. *N (may be NULL): how many there are. NULL: OBJECT is no delegate. */
GArray *mg_details_delegate (MgSnapshot *snapshot, MgNode object, gsize max, guint32 *n) G_GNUC_WARN_UNUSED_RESULT;
/* The method of all handlers of a delegate, or of all those that are called on objects of TARGET_TYPE (MG_TYPE_NONE:
 * whatever they are called on). *N (may be NULL): how many handlers it has. NULL: no delegate, not known,
 * or different ones. Free with g_free. O(handlers). */
char *mg_details_delegate_method (MgSnapshot *snapshot,
                                  MgNode object,
                                  MgTypeId target_type,
                                  guint32 *n) G_GNUC_WARN_UNUSED_RESULT;
/* Armed timers, the one due first first, then by address. */
GArray *mg_details_timers (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
/* The timer whose TimerQueueTimer OBJECT is, armed or not; FALSE: it is none. Clear ROW with mg_timer_row_clear(). */
gboolean mg_details_timer (MgSnapshot *snapshot, MgNode object, MgTimerRow *row);
void mg_timer_row_clear (MgTimerRow *row);
/* Unfinished tasks and methods. O(objects). */
MgAsyncRows *mg_details_async (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
void mg_async_rows_free (MgAsyncRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgAsyncRows, mg_async_rows_free)
/* State of a row in words: "awaiting", "running", "waiting to run", "faulted"; "" for what has none. Static. */
const char *mg_details_async_state (const MgAsyncRow *row);
/* The method that a Continuation of .NET 11 has suspended; NULL: OBJECT is none, or waits for a task. Free with
 * g_free. */
char *mg_details_suspended_method (MgSnapshot *snapshot, MgNode object) G_GNUC_WARN_UNUSED_RESULT;
/* Whether the class of OBJECT declares an event that it keeps in its instance field FIELD. FALSE also: not known. */
gboolean mg_details_is_event (MgSnapshot *snapshot, MgNode object, const char *field);
/* "timer, due in 1 h, then every 5 s". Free with g_free. */
char *mg_details_timer_text (guint32 due_ms, guint32 period_ms) G_GNUC_WARN_UNUSED_RESULT;
/* A time as people say it: "250 ms", "5 s", "1 h 30 min". Free with g_free. */
char *mg_details_duration (guint32 ms) G_GNUC_WARN_UNUSED_RESULT;
/* One line about an object of a well-known class: what a delegate calls, a timer's times, a task's state. NULL: nothing
 * to say. Free with g_free. */
char *mg_details_describe (MgSnapshot *snapshot, MgNode object) G_GNUC_WARN_UNUSED_RESULT;

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

/* Why a function above answers NULL: the reason for which CAPABILITY is missing, or, where it is not, that the file
 * covers less than a process's memory. NULL: not known. Borrowed from SNAPSHOT. */
const char *mg_details_absent_reason (MgSnapshot *snapshot, MgCapability capability);

G_END_DECLS
