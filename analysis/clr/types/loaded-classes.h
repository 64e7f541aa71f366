/* Every class that a process has loaded, as far as its modules tell. */
#pragma once

#include "analysis/clr/types/modules.h"

G_BEGIN_DECLS

/* Calls FUNC once for each of the N MethodTables in TABLES (duplicates allowed), for their parents, and for all types
 * that their modules, and those in the runtime's list, have loaded. O(classes). */
void mg_loaded_classes_each (MgClrModules *modules,
                             const guint64 *tables,
                             gsize n,
                             MgTableFunc func,
                             gpointer user_data);

/* Whether mg_loaded_classes_each() meets all classes when it is given none: the runtime's list of modules can be read,
 * and what each has loaded. O(modules). */
gboolean mg_loaded_classes_are_known (const MgRuntime *runtime);

G_END_DECLS
