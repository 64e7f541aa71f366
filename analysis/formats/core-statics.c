/* The static and thread-static fields of a core, as rows. */
#include "analysis/formats/core-details-private.h"

static void
clear_static_row (gpointer data)
{
  MgStaticRow *row = data;

  g_free (row->class_name);
  g_free (row->field);
}

static int
compare_static_rows (gconstpointer a, gconstpointer b)
{
  const MgStaticRow *first = a, *second = b;
  int order = strcmp (first->class_name, second->class_name);

  if (order == 0)
    order = strcmp (first->field, second->field);
  return order ? order : (first->address > second->address) - (first->address < second->address);
}

/* Completes ROW with its names and what its cell holds, and takes it into ROWS. */
static void
add_static_row (MgCoreReader *self, GArray *rows, MgStaticRow row, guint64 class, const MgField *field)
{
  row.class_name = g_strdup (mg_type_names_get (self->clr->names, class));
  row.field = mg_field_name_or_token (self->clr->modules, field);
  row.object = mg_core_node_at (self, mg_address_space_u64_or_0 (self->clr->runtime->space, row.address));
  g_array_append_val (rows, row);
}

GArray *
mg_core_statics (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  const GArray *statics = self->clr->statics->statics;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgStaticRow));

  g_array_set_clear_func (rows, clear_static_row);
  g_mutex_lock (&self->names_lock);
  for (guint i = 0; i < statics->len; i++)
    {
      const MgStatic *entry = &g_array_index (statics, MgStatic, i);
      MgStaticRow row = { .address = entry->slot };

      if (i > 0 && g_array_index (statics, MgStatic, i - 1).slot == entry->slot)
        continue; /* a generic class and its instance name one cell */
      add_static_row (self, rows, row, entry->class, &entry->field);
    }
  for (guint i = 0; i < self->clr->thread_statics->len; i++)
    {
      const MgThreadStatic *entry = &g_array_index (self->clr->thread_statics, MgThreadStatic, i);
      MgStaticRow row = { .address = entry->slot, .thread_static = TRUE, .managed_thread = entry->thread };

      add_static_row (self, rows, row, entry->class, &entry->field);
    }
  g_mutex_unlock (&self->names_lock);
  g_array_sort (rows, compare_static_rows);
  return rows;
}
