/* What kind of root holds an object, with the words for it. */
#pragma once

#include "analysis/types.h"

G_BEGIN_DECLS

/* In the order in which equal paths are preferred: the surest and most telling first. */
typedef enum
{
  MG_ROOT_STATIC,
  MG_ROOT_THREAD_STATIC,
  MG_ROOT_STRONG_HANDLE,
  MG_ROOT_PINNED_HANDLE,
  MG_ROOT_ASYNC_PINNED_HANDLE,
  MG_ROOT_REF_COUNTED_HANDLE,
  MG_ROOT_SIZED_REF_HANDLE,
  MG_ROOT_DEPENDENT_HANDLE, /* conditional: drawn dashed */
  MG_ROOT_COM,
  MG_ROOT_FINALIZER_READY,
  MG_ROOT_STACK,
  MG_ROOT_STACK_CONSERVATIVE, /* a word that merely looks like a reference */
  MG_ROOT_OTHER,
  MG_N_ROOT_KINDS
} MgRootKind;

/* One root: a cell outside the heap that holds one object (or, for a static of a .gcdump, a few). */
typedef struct
{
  MgRootKind kind;
  const char *label; /* "Monitor", "MyApp.Program.Monitor", "thread 7 in Main": NULL when the file has none */
  const char *note;  /* what the label does not say: "declaring class not recorded", of a local variable that it counts
                      * until its method returns; NULL when nothing */
  guint64 address;   /* of the cell; 0 when not recorded */
} MgRoot;

/* Machine name: "static", "thread_static", "strong_handle", … (JSON, --kinds). Static storage. */
const char *mg_root_kind_id (MgRootKind kind);
/* Translated words, lower case: "static field", "strong handle", "local variable". Static storage. */
const char *mg_root_kind_word (MgRootKind kind);
/* Plural of the same: "static fields". Static storage. */
const char *mg_root_kind_words (MgRootKind kind);
/* Name of the symbolic icon in the program's resources: "mangrove-root-static-symbolic". Static storage. */
const char *mg_root_kind_icon (MgRootKind kind);
/* Parses a machine name, or the short names static, stack, handle(s), finalizer. Returns a mask of kinds, 0: none. */
guint32 mg_root_kind_mask_from_id (const char *id);
/* Cost of the link root → object in the retention tree (retention picture, section 1). */
guint mg_root_kind_cost (MgRootKind kind);

/* The label of a root on the stack of the managed thread THREAD, in a frame of METHOD (NULL: in none that is known):
 * "thread 7 in Zoo.Program.Worker". Free with g_free. */
char *mg_root_stack_label (guint32 thread, const char *method) G_GNUC_WARN_UNUSED_RESULT;

#define MG_ROOT_ALL_KINDS ((guint32) ((1u << MG_N_ROOT_KINDS) - 1))

G_END_DECLS
