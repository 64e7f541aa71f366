/* The .NET runtime inside a dumped process: where it is, which version, and its global variables. */
#pragma once

#include "analysis/clr/runtime/gc-vars.h"
#include "analysis/clr/runtime/layout.h"
#include "analysis/source/process-image.h"

G_BEGIN_DECLS

/* How something was found out, for the self-check panel. */
typedef enum
{
  MG_CHECK_SYMBOLS,      /* the runtime's exported tables were found */
  MG_CHECK_GC_VARS,      /* exactly one block of GC variables */
  MG_CHECK_VERSION,      /* a version was read, and the layout table knows it */
  MG_CHECK_WELL_KNOWN,   /* Free, String and Object pass the test of a MethodTable */
  MG_CHECK_SEGMENTS,     /* every segment is in order and walks exactly to its end */
  MG_CHECK_REFERENCES,   /* every reference decoded leads to the start of an object */
  MG_CHECK_NAMES,        /* System.Object and System.String come out under these names */
  MG_CHECK_HANDLES,      /* handles point at objects */
  MG_CHECK_THREADS,      /* the thread list is as long as its count, and its threads are in the dump */
  MG_CHECK_STATICS,      /* static fields found hold objects */
  MG_CHECK_STACKS,       /* nine of ten managed frames tell exactly which references they hold */
  MG_CHECK_FILES,        /* files of this machine that stand in for what the core leaves out are those it ran */
  MG_CHECK_LAYOUT,       /* where things lie in this version is known, from what layout_source says */
  MG_CHECK_DESCRIPTOR,   /* the runtime's own descriptor and the table of layouts say the same */
  MG_N_CHECKS
} MgCheck;

typedef enum
{
  MG_CHECK_NOT_RUN,
  MG_CHECK_PASSED,
  MG_CHECK_FAILED,
} MgCheckState;

/* Where the layout comes from. */
typedef enum
{
  MG_LAYOUT_UNKNOWN,
  MG_LAYOUT_TABLE,      /* the built-in table */
  MG_LAYOUT_DESCRIPTOR, /* the runtime's own contract descriptor; the table for what it does not tell */
  MG_LAYOUT_CALIBRATED, /* worked out from the memory (calibrate.h) */
} MgLayoutSource;

typedef struct
{
  const MgProcessImage *image; /* borrowed */
  const MgAddressSpace *space;
  guint64 base;                /* of the library or executable that holds the runtime; 0 = found by its data alone */
  const char *path;            /* of that file; NULL */
  gboolean single_file;        /* the runtime lies in the application's own executable */
  int major, minor, patch;     /* -1 when not known */
  const MgLayout *layout;      /* own_layout; NULL: not known */
  MgLayout own_layout;
  MgLayoutSource layout_source;
  MgGcVars gc;
  guint gc_vars_at;            /* place of the GC variables among the globals; G_MAXUINT: found by scanning */
  gboolean server;
  gboolean in_gc;              /* heap structures were being changed when the dump was taken */
  guint64 *globals;            /* the runtime's table of addresses of globals */
  guint n_globals;
  guint64 free_method_table, string_method_table, object_method_table;
  MgCheckState checks[MG_N_CHECKS];
  guint n_stack_frames, n_exact_frames; /* managed frames of all threads; those of which MG_CHECK_STACKS holds */
} MgRuntime;

/* Finds the runtime. Errors: UNSUPPORTED with the reason (no .NET in it, no heap in this kind of dump, …). */
MgRuntime *mg_runtime_find (const MgProcessImage *image,
                            MgProgress *progress,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_runtime_free (MgRuntime *runtime);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgRuntime, mg_runtime_free)

/* The value of the global OFFSET places after the GC variables in the table (−4 thread store, −3 finalizer thread,
 * −1 heap type, +1 application domain: the same neighbours from .NET 6 to 11, but for the thread store, which stands
 * elsewhere on 7); 0 when absent. */
guint64 mg_runtime_neighbour (const MgRuntime *runtime, int offset);

/* The EEClass that TABLE shares with its canonical MethodTable; 0 when it cannot be read. */
guint64 mg_runtime_class_of (const MgRuntime *runtime, guint64 table);

/* MethodTable of the class that TABLE's comes of; 0: none, or it cannot be read. */
static inline guint64
mg_runtime_parent_of (const MgRuntime *runtime, guint64 table)
{
  return mg_address_space_u64_or_0 (runtime->space, table + 16);
}

/* Whether TABLE is one of the classes that the runtime of .NET 11 makes up for suspended async methods, one for each
 * layout of their locals: they share one EEClass, which belongs to a sister with the same parent (Continuation). */
gboolean mg_runtime_is_continuation (const MgRuntime *runtime, guint64 table);

/* What stands at OFFSET of the structure at BASE; 0 when the offset is not known, or it is not in the dump. */
static inline guint64
mg_runtime_member (const MgRuntime *runtime, guint64 base, gint16 offset)
{
  return mg_address_space_u64_or_0 (runtime->space, mg_layout_at (base, offset));
}

/* Whether TABLE passes the closed-loop test of a MethodTable: MethodTable → EEClass → the same MethodTable; or is a
 * continuation's. */
gboolean mg_runtime_is_method_table (const MgRuntime *runtime, guint64 table);

/* "10.0.15"; NULL when the version is not known. Free with g_free. */
char *mg_runtime_version (const MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
