/* The runtime's Modules: their metadata and names, read on first use. */
#pragma once

#include "analysis/clr/runtime/runtime.h"
#include "analysis/clr/types/metadata.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address;       /* of the runtime's Module */
  gboolean has_metadata;
  MgMetadata metadata;
  char *name;            /* "System.Private.CoreLib.dll", of the file when there is no metadata; NULL: not known */
} MgClrModule;

typedef struct
{
  const MgRuntime *runtime;
  GHashTable *by_address; /* guint64 * → MgClrModule */
} MgClrModules;

MgClrModules *mg_clr_modules_new (const MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;
void mg_clr_modules_free (MgClrModules *modules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgClrModules, mg_clr_modules_free)

/* The module at ADDRESS. Never NULL; look at has_metadata. O(1) after the first time. */
const MgClrModule *mg_clr_modules_get (MgClrModules *modules, guint64 address);

/* Where the image of the Module at MODULE lies: as loaded, and flat. Writes addresses, 0 among them, and returns how
 * many. */
#define MG_MODULE_MAX_BASES 3
guint mg_clr_module_bases (const MgRuntime *runtime, guint64 module, guint64 bases[MG_MODULE_MAX_BASES]);

/* Calls FUNC for each MethodTable that MODULE has loaded: of the types it defines, and of those constructed in it
 * (generic instances, arrays). O(types). */
typedef void (*MgTableFunc) (guint64 table, gpointer user_data);
void mg_clr_modules_each_defined (MgClrModules *modules, guint64 module, MgTableFunc func, gpointer user_data);
void mg_clr_modules_each_constructed (MgClrModules *modules, guint64 module, MgTableFunc func, gpointer user_data);

/* Row ROW of a map from TypeDef or TypeRef rows to MethodTables that starts at MAP; 0: not loaded. */
guint64 mg_clr_module_map_get (const MgRuntime *runtime, guint64 map, guint32 row);

/* Address of the Module of a MethodTable; 0 when it cannot be told. */
guint64 mg_clr_module_of (const MgRuntime *runtime, guint64 method_table);

/* TypeDef row of a MethodTable; 0 when it does not fit its field. */
guint32 mg_clr_type_def_of (const MgRuntime *runtime, guint64 method_table);

/* Writes the type handles a generic instance was made with, at most MAX of them, into ARGUMENTS and returns how many.
 * They stand in the last dictionary behind its PerInstInfo. 0 when there are none or they cannot be read. O(MAX). */
guint mg_clr_type_arguments_of (const MgRuntime *runtime, guint64 method_table, guint64 *arguments, guint max);

G_END_DECLS
