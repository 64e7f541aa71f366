#include "analysis/clr/clr.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/progress.h"
#include "analysis/clr/clr-early.h"
#include "analysis/clr/heap/heap-glimpse.h"
#include "analysis/clr/types/assembly-files.h"
#include "analysis/names/type-name.h"

static void
clear_cells (MgClr *clr)
{
  g_clear_pointer (&clr->statics, mg_statics_free);
  g_clear_pointer (&clr->handles, g_array_unref);
  g_clear_pointer (&clr->thread_statics, g_array_unref);
}

void
mg_clr_free (MgClr *clr)
{
  if (clr == NULL)
    return;
  g_clear_pointer (&clr->early_part, mg_graph_unref);
  clear_cells (clr);
  g_clear_pointer (&clr->threads, g_array_unref);
  g_clear_pointer (&clr->index, mg_object_index_free);
  g_clear_pointer (&clr->types, mg_type_table_unref);
  g_free (clr->type_of_table);
  g_clear_pointer (&clr->names, mg_type_names_free);
  g_clear_pointer (&clr->modules, mg_clr_modules_free);
  g_clear_pointer (&clr->tables, mg_method_tables_free);
  g_clear_pointer (&clr->heap, mg_gc_heap_free);
  g_clear_pointer (&clr->runtime, mg_runtime_free);
  g_clear_pointer (&clr->image, mg_process_image_free);
  g_free (clr);
}

static gboolean
has_objects (const MgClr *clr, const MgMethodTable *table)
{
  return table->address != clr->runtime->free_method_table && (clr->is_walked ? table->count > 0 : table->valid);
}

/* Several MethodTables can have one name (the same class in two load contexts): each stays a type of its own, told
 * apart by its handle, as SOS does. */
void
mg_clr_name_types (MgClr *clr)
{
  MgTypeTableBuilder *builder;
  guint n = clr->tables->tables->len;
  g_autofree guint32 *provisional = NULL;
  g_autofree MgTypeId *map = NULL;

  if (clr->types != NULL && clr->n_tables_named == n)
    return;
  builder = mg_type_table_builder_new ();
  provisional = g_new (guint32, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (clr->tables->tables, i);
      const MgClrModule *module;
      const char *name;

      provisional[i] = G_MAXUINT32;
      if (!has_objects (clr, table))
        continue;
      module = mg_clr_modules_get (clr->modules, mg_clr_module_of (clr->runtime, table->address));
      name = mg_type_names_get (clr->names, table->address);
      provisional[i] = mg_type_table_builder_add (builder, name, module->name, table->address,
                                                  mg_type_name_is_list_element (name) ? MG_TYPE_LIST_ELEMENT : 0);
    }
  g_clear_pointer (&clr->types, mg_type_table_unref);
  g_free (clr->type_of_table);
  clr->types = mg_type_table_builder_finish (builder, &map);
  clr->n_tables_named = n;
  clr->type_of_table = g_new (MgTypeId, n + 1);
  for (guint i = 0; i < n; i++)
    clr->type_of_table[i] = provisional[i] == G_MAXUINT32 ? MG_TYPE_NONE : map[provisional[i]];
}

/* Whether the class at TABLE is NAME by the metadata of its module. */
static gboolean
is_named (MgClr *clr, guint64 table, const char *name)
{
  const MgClrModule *module = mg_clr_modules_get (clr->modules, mg_clr_module_of (clr->runtime, table));
  g_autofree char *found = mg_type_names_of_def (module, mg_clr_type_def_of (clr->runtime, table), FALSE);

  return g_strcmp0 (found, name) == 0;
}

static void
check_names (MgClr *clr)
{
  MgRuntime *runtime = clr->runtime;
  gboolean right = is_named (clr, runtime->object_method_table, "System.Object")
                   && is_named (clr, runtime->string_method_table, "System.String");

  runtime->checks[MG_CHECK_NAMES] = right ? MG_CHECK_PASSED : MG_CHECK_FAILED;
}

/* Whether WALK fits the heap: every table that has objects is one, and no object is counted twice or not at all. */
static gboolean
walk_makes_sense (const MgClr *clr, const MgClrWalk *walk)
{
  guint64 n_objects = 0;

  for (gsize i = 0; i < walk->n_tallies; i++)
    {
      const MgClrTally *tally = &walk->tallies[i];
      const MgMethodTable *table = mg_method_tables_get (clr->tables, tally->address);

      if (table->number != i || (tally->count > 0 && !table->valid))
        return FALSE;
      n_objects += tally->count;
    }
  return n_objects == walk->result.n_objects;
}

/* What was tried must not change the order in which tables are met, nor which types there are. */
static void
forget_tables (MgClr *clr)
{
  g_clear_pointer (&clr->types, mg_type_table_unref);
  g_clear_pointer (&clr->type_of_table, g_free);
  g_clear_pointer (&clr->tables, mg_method_tables_free);
  clr->tables = mg_method_tables_new (clr->runtime);
}

/* Believes WALK, which may be NULL, when it fits. */
static void
take_walk (MgClr *clr, const MgClrWalk *walk)
{
  if (walk == NULL)
    return;
  if (!walk_makes_sense (clr, walk))
    {
      forget_tables (clr);
      return;
    }
  for (gsize i = 0; i < walk->n_tallies; i++)
    {
      MgMethodTable *table = g_ptr_array_index (clr->tables->tables, i);

      table->count = walk->tallies[i].count;
      table->size = walk->tallies[i].size;
    }
  clr->walk = walk->result;
  clr->walk_known = clr->is_walked = TRUE;
}

static gboolean
walk_heap (MgClr *clr, gboolean graph_soon, MgProgress *progress, GError **error)
{
  forget_tables (clr);
  mg_progress_stage (progress, _ ("Walking the heap"), 0.1, 1.0);
  if (graph_soon)
    clr->index = mg_object_index_new (clr->heap, clr->runtime->space);
  clr->is_walked
      = mg_heap_walk_count (clr->heap, clr->tables, clr->index, &clr->n_slots, &clr->walk, progress, error);
  return clr->is_walked;
}

/* Looks for the path to the object that is asked about. FALSE: cancelled. */
static gboolean
look_early (MgClr *clr, const MgClrOpening *how, MgProgress *progress, GError **error)
{
  GError *local = NULL;

  if (how->sought == NULL || mg_heap_glimpse_count (clr->heap, clr->runtime) < how->sought_min_objects)
    return TRUE;
  clr->early_part = mg_clr_early_part (clr, *how->sought, progress, &local);
  if (local)
    g_propagate_error (error, local);
  return local == NULL;
}

/* Types, in one of three ways: from a walk that is known, from the path to one object, or from a walk. FALSE:
 * cancelled. */
static gboolean
read_heap (MgClr *clr, const MgClrOpening *how, MgProgress *progress, GError **error)
{
  take_walk (clr, how->walk);
  if (!look_early (clr, how, progress, error))
    return FALSE;
  return clr->early_part != NULL || clr->is_walked || walk_heap (clr, how->graph_soon, progress, error);
}

MgClr *
mg_clr_open (MgProcessImage *image,
             const MgClrOpening *how,
             MgProgress *progress,
             GError **error)
{
  g_autoptr (MgClr) clr = g_new0 (MgClr, 1);

  clr->image = image;
  mg_progress_stage (progress, _ ("Finding the runtime"), 0.0, 0.1);
  clr->runtime = mg_runtime_find (image, progress, error);
  if (clr->runtime == NULL)
    return NULL;
  clr->heap = mg_gc_heap_read (clr->runtime, error);
  if (clr->heap == NULL)
    return NULL;
  clr->tables = mg_method_tables_new (clr->runtime);
  clr->threads = mg_threads_read (clr->runtime);
  clr->modules = mg_clr_modules_new (clr->runtime);
  clr->names = mg_type_names_new (clr->modules);
  if (!read_heap (clr, how, progress, error))
    return NULL;
  if (clr->is_walked)
    clr->runtime->checks[MG_CHECK_SEGMENTS]
        = clr->walk.n_bad_segments == 0 && clr->heap->in_order ? MG_CHECK_PASSED : MG_CHECK_FAILED;
  mg_assembly_files_check (clr->runtime, clr->image, clr->tables);
  check_names (clr);
  mg_clr_name_types (clr);
  return g_steal_pointer (&clr);
}

void
mg_clr_read_cells (MgClr *clr)
{
  g_autofree guint64 *tables = g_new (guint64, clr->tables->tables->len + 1);
  guint n = 0;

  for (guint i = 0; clr->types != NULL && i < clr->tables->tables->len; i++)
    if (clr->type_of_table[i] != MG_TYPE_NONE)
      tables[n++] = ((MgMethodTable *) g_ptr_array_index (clr->tables->tables, i))->address;
  clear_cells (clr);
  clr->handles = mg_handles_read (clr->runtime);
  clr->statics = mg_statics_read (clr->runtime, clr->modules, tables, n);
  clr->thread_statics = mg_thread_statics_read (clr->runtime, clr->modules, clr->threads, tables, n);
}

MgTypeId
mg_clr_type_of (const MgClr *clr, const MgMethodTable *table)
{
  gboolean known = table->number < clr->n_tables_named
                   && g_ptr_array_index (clr->tables->tables, table->number) == (gconstpointer) table;

  return known ? clr->type_of_table[table->number] : MG_TYPE_NONE;
}
