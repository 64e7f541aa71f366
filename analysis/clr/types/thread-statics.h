/* Thread statics: which cell belongs to which field of which thread.
 *
 *   .NET 9 and later
 *   Thread → ThreadLocalData {i32 2 counts, Object[] 8, …}; element e of the array belongs to TLS offset e + 2
 *   type   → auxiliary data − 40: ThreadStaticsInfo {u32 index of the others, u32 index of the references}: type of
 *            index in the top byte (0 = this array), offset in the low 24 bits; the element is an Object[] of the
 *            class's fields
 *   field  → cell = that Object[] + the FieldDesc's offset
 *
 *   up to .NET 8
 *   Thread → block {modules *, u64 count}, by the index in Module → {dynamic classes 0, count 8, handle * 16}
 *   dynamic classes {entry *, u32 flags} by the id of a generic class (statics.h); entry {handle *}
 *   handle → Object[] of the fields; cell = its first element + the FieldDesc's offset */
#pragma once

#include "analysis/clr/heap/threads.h"
#include "analysis/clr/types/statics.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 slot;      /* address of the cell */
  MgField field;
  guint64 class;     /* exact MethodTable */
  guint32 thread;    /* managed id */
} MgThreadStatic;

/* The thread statics that hold a reference, by slot (MgThreadStatic; free with g_array_unref). THREADS:
 * MgManagedThread. TABLES: N MethodTables to look at, with their modules' types. */
GArray *mg_thread_statics_read (MgRuntime *runtime,
                                MgClrModules *modules,
                                const GArray *threads,
                                const guint64 *tables,
                                gsize n) G_GNUC_WARN_UNUSED_RESULT;

/* The thread static whose cell is at SLOT, or NULL. O(log statics). */
const MgThreadStatic *mg_thread_statics_find (const GArray *statics, guint64 slot);

G_END_DECLS
