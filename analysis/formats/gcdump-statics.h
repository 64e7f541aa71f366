/* The arrays in which the runtime stores static fields.
 *
 * Since .NET 5 every static that holds a reference lives in a slot of a few Object[] arrays, which hang on strong or
 * pinned handles. A .gcdump that also lists "[static var T.f]" shows each static twice: once by name, once through such
 * an array. A static field is its root, so the slots that a static var names are left out, and paths and dominators
 * speak of the static (retention picture, section 1). Slots that no static var names stay.
 *
 * An array counts as such a store when a strong or pinned handle holds it directly, it is a System.Object[] of at
 * least 1,024 bytes (the runtime allocates them in pages of 1,020 slots, older ones in steps from 128), and at least
 * half of the different objects in it are targets of static vars. In the samples of .NET 8 to 11: 56 … 86 % [measured];
 * .NET Framework: 93 … 100 %; its string tables: below 4 %. */
#pragma once

#include "analysis/formats/gcdump-file.h"

G_BEGIN_DECLS

typedef struct
{
  GHashTable *stores;      /* nodes of the file (GUINT_TO_POINTER) */
  guint64 *static_targets; /* bit map of nodes of the file; NULL when there are no stores */
  guint64 n_left_out;      /* slots; counted by the caller */
} MgGcdumpStatics;

void mg_gcdump_statics_init (MgGcdumpStatics *statics, const MgGcdump *self);
void mg_gcdump_statics_clear (MgGcdumpStatics *statics);

/* Whether node FROM, of a type with FLAGS, is a store of statics. */
static inline gboolean
mg_gcdump_statics_is_store (const MgGcdumpStatics *statics, guint32 from, guint32 flags)
{
  return G_UNLIKELY (flags & MG_GCDUMP_OBJECT_ARRAY) && statics->static_targets
         && g_hash_table_contains (statics->stores, GUINT_TO_POINTER (from));
}

G_END_DECLS
