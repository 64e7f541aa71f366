/* Which field or element of an object holds another: asked for the few references of a picture, not stored. */
#include "analysis/clr/clr.h"

#define MAX_NAMES 4 /* of one reference; more are not listed */
#define ARRAY_DATA_AT 16

typedef struct
{
  MgClr *clr;
  guint64 target;
  GString *text;
  guint n;
} Search;

static void
add_name (Search *search, const char *prefix, const char *name)
{
  if (search->n > 0)
    g_string_append (search->text, ", ");
  g_string_append_printf (search->text, "%s%s", prefix, name);
  search->n++;
}

/* MethodTable of a struct field is not recorded: its references are found by the class's own GCDesc, and the field that
 * contains the slot names it. Nested structs give the outer field's name. */
static const MgField *
field_at (const GArray *fields, guint64 offset)
{
  const MgField *found = NULL;

  for (guint i = 0; i < fields->len; i++)
    {
      const MgField *field = &g_array_index (fields, MgField, i);

      if (field->offset > offset)
        break;
      if (field->element == MG_ELEMENT_CLASS ? field->offset == offset : field->element == MG_ELEMENT_VALUE_TYPE)
        found = field;
    }
  return found;
}

typedef struct
{
  Search *search;
  GArray *fields;
  guint64 object;
  guint64 element_size; /* of an array; 0 = an object */
} SlotSearch;

static void
check_slot (guint64 slot, gpointer data)
{
  SlotSearch *slots = data;
  Search *search = slots->search;
  g_autofree char *name = NULL;
  const MgField *field;

  if (search->n >= MAX_NAMES || mg_address_space_u64_or_0 (search->clr->runtime->space, slot) != search->target)
    return;
  if (slots->element_size != 0)
    {
      name = g_strdup_printf ("[%" G_GUINT64_FORMAT "]", (slot - slots->object - ARRAY_DATA_AT) / slots->element_size);
      add_name (search, "", name);
      return;
    }
  field = field_at (slots->fields, slot - slots->object - 8);
  name = field ? mg_field_name (search->clr->modules, field) : NULL;
  if (name)
    add_name (search, "", name);
}

char *
mg_clr_reference_name (MgClr *clr, guint64 from, guint64 to)
{
  guint64 address = mg_address_space_u64_or_0 (clr->runtime->space, from) & ~G_GUINT64_CONSTANT (7);
  const MgMethodTable *table = mg_method_tables_get (clr->tables, address);
  Search search = { clr, to, g_string_new (NULL), 0 };
  SlotSearch slots = { &search, NULL, from, 0 };
  guint32 length = 0;

  if (table->valid)
    {
      if (table->component_size != 0)
        {
          length = mg_address_space_u32_or_0 (clr->runtime->space, from + 8);
          slots.element_size = table->component_size;
        }
      slots.fields = mg_fields_instance (clr->runtime, address);
      mg_method_table_each_slot (table, from, mg_method_table_object_size (table, length), check_slot, &slots);
      g_array_unref (slots.fields);
    }
  if (search.n > 0)
    return g_string_free (search.text, FALSE);
  g_string_free (search.text, TRUE);
  return NULL;
}
