#include "analysis/clr/types/loaded-classes.h"

#include "analysis/clr/types/module-list.h"

#define MAX_PARENTS 64

typedef struct
{
  const MgRuntime *runtime;
  GHashTable *seen; /* guint64 *: classes done */
  MgTableFunc func;
  gpointer user_data;
} Visit;

static gboolean
first_time (GHashTable *seen, guint64 address)
{
  if (g_hash_table_contains (seen, &address))
    return FALSE;
  g_hash_table_add (seen, g_memdup2 (&address, sizeof address));
  return TRUE;
}

static void
visit_with_parents (guint64 table, gpointer user_data)
{
  Visit *visit = user_data;

  for (guint depth = 0; table != 0 && depth < MAX_PARENTS; depth++)
    {
      if (!first_time (visit->seen, table) || !mg_runtime_is_method_table (visit->runtime, table))
        return;
      visit->func (table, visit->user_data);
      table = mg_runtime_parent_of (visit->runtime, table);
    }
}

static void
visit_module (MgClrModules *modules, guint64 module, GHashTable *seen, Visit *visit)
{
  if (module == 0 || !first_time (seen, module))
    return;
  mg_clr_modules_each_defined (modules, module, visit_with_parents, visit);
  mg_clr_modules_each_constructed (modules, module, visit_with_parents, visit);
}

void
mg_loaded_classes_each (MgClrModules *modules, const guint64 *tables, gsize n, MgTableFunc func, gpointer user_data)
{
  const MgRuntime *runtime = modules->runtime;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) modules_seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) list = NULL;
  Visit visit = { runtime, seen, func, user_data };

  if (runtime->layout == NULL)
    return;
  for (gsize i = 0; i < n; i++)
    {
      visit_with_parents (tables[i], &visit);
      visit_module (modules, mg_clr_module_of (runtime, tables[i]), modules_seen, &visit);
    }
  list = mg_module_list_read (runtime);
  for (guint i = 0; i < list->len; i++)
    visit_module (modules, g_array_index (list, guint64, i), modules_seen, &visit);
}

gboolean
mg_loaded_classes_are_known (const MgRuntime *runtime)
{
  g_autoptr (GArray) modules = NULL;

  if (runtime->layout == NULL || runtime->layout_source == MG_LAYOUT_CALIBRATED
      || runtime->layout->module_type_params < 0 || runtime->layout->module_typedef_map < 0)
    return FALSE;
  modules = mg_module_list_read (runtime);
  return modules->len > 0;
}
