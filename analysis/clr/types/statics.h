/* Names of static fields: which cell of which hidden array (or of native memory) is `Class.Field`.
 *
 * Statics that hold references live in a few Object[] which strong handles keep alive; a root path that starts there is
 * named by the slot. From .NET 9 a type's auxiliary data says where its statics begin; up to .NET 8 its module does. */
#pragma once

#include "analysis/clr/types/fields.h"
#include "analysis/clr/types/type-names.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 slot;  /* address of the cell that holds the reference */
  MgField field;
  guint64 class; /* exact MethodTable: a generic instance, where FieldDesc names the canonical one */
  gboolean collectible; /* its array is no root: the class's load context holds it (load-contexts.h) */
} MgStatic;

typedef struct
{
  GArray *statics; /* MgStatic by slot */
  guint32 n_classes, n_bad_slots;
} MgStatics;

/* All static reference fields of the types in TABLES (MethodTable addresses, duplicates allowed), of their parents, and
 * of all types that the modules in MODULES have loaded. */
MgStatics *mg_statics_read (MgRuntime *runtime,
                            MgClrModules *modules,
                            const guint64 *tables,
                            gsize n) G_GNUC_WARN_UNUSED_RESULT;
void mg_statics_free (MgStatics *statics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgStatics, mg_statics_free)

/* The static whose cell is at SLOT, or NULL. O(log statics). */
const MgStatic *mg_statics_find (const MgStatics *statics, guint64 slot);
/* Up to .NET 8: the place of a generic or collectible class in the tables of dynamic classes that modules and threads
 * have. FALSE: TABLE is neither. */
gboolean mg_statics_dynamic_id (const MgRuntime *runtime, guint64 table, guint64 *id);

/* "MyApp.Program.Monitor". Free with g_free. */
char *mg_static_name (MgTypeNames *names, const MgStatic *entry) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
