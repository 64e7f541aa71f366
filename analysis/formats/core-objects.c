/* What the objects of a core hold: fields and elements, texts. */
#include "analysis/clr/objects/object-fields.h"
#include "analysis/formats/core-details-private.h"

GArray *
mg_core_fields (MgReader *reader, MgNode object, gsize max)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  guint64 address = mg_graph_address (self->graph, object);
  guint64 table = mg_graph_type_of (self->graph, object)->handle;
  GArray *rows;

  g_mutex_lock (&self->names_lock);
  rows = mg_object_fields (mg_core_field_types (self), mg_method_tables_get (self->clr->tables, table), address, max);
  for (guint i = 0; i < rows->len; i++)
    {
      MgFieldRow *row = &g_array_index (rows, MgFieldRow, i);

      row->object = mg_core_node_at (self, row->reference);
    }
  g_mutex_unlock (&self->names_lock);
  return rows;
}

char *
mg_core_string (MgReader *reader, MgNode object, gsize max, gsize *length)
{
  MgCoreReader *self = (MgCoreReader *) reader;

  if (mg_graph_type_of (self->graph, object)->handle != self->clr->runtime->string_method_table)
    return NULL;
  return mg_value_string (self->clr->runtime->space, mg_graph_address (self->graph, object), max, length);
}
