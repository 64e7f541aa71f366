/* Arrays: u32 length @8, then the elements @16; of several dimensions u32 lengths[rank] @16, i32 lower bounds[rank],
 * then the elements. Base size 24 without, 24 + 8 rank with dimensions. */
#include "analysis/clr/types/slot-names.h"

#include <string.h>

#include "analysis/clr/types/values.h"

#define MAX_DEPTH 7
#define MAX_RANK 32
#define OBJECT_HEADER 8
#define ARRAY_DATA_AT 16
#define ARRAY_BASE_SIZE 24
#define ARRAY_ELEMENT_AT 48
/* Keys are labels: longer ones are cut. */
#define MAX_KEY_UNITS 40

/* The class or struct that a place lies in, from the outermost to the innermost. */
typedef struct
{
  guint64 table, base; /* its fields' offsets count from BASE */
} Place;

typedef struct
{
  MgFieldTypes *types;
  guint64 slot;
  GString *name;
  Place places[MAX_DEPTH];
  guint n_places;
} Way;

static const MgRuntime *
runtime_of (const MgFieldTypes *types)
{
  return types->names->modules->runtime;
}

static gboolean
is_array (const MgMethodTable *table)
{
  return mg_method_table_is_array (table->flags) && table->component_size > 0;
}

guint64
mg_slot_elements_at (const MgMethodTable *table)
{
  return table->flags & MG_MT_SZ_ARRAY ? ARRAY_DATA_AT : (guint64) table->base_size - OBJECT_HEADER;
}

char *
mg_slot_element (const MgAddressSpace *space, const MgMethodTable *table, guint64 object, guint64 index)
{
  guint32 rank = table->flags & MG_MT_SZ_ARRAY || table->base_size < ARRAY_BASE_SIZE
                     ? 0
                     : (table->base_size - ARRAY_BASE_SIZE) / 8;
  guint64 places[MAX_RANK];
  GString *text;

  if (rank == 0 || rank > MAX_RANK)
    return g_strdup_printf ("[%" G_GUINT64_FORMAT "]", index);
  for (guint32 d = rank; d-- > 0;)
    {
      guint32 length = MAX (mg_address_space_u32_or_0 (space, object + ARRAY_DATA_AT + 4 * d), 1);

      places[d] = index % length;
      index /= length;
    }
  text = g_string_new ("[");
  for (guint32 d = 0; d < rank; d++)
    {
      gint32 lower = (gint32) mg_address_space_u32_or_0 (space, object + ARRAY_DATA_AT + 4 * (rank + d));

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? "," : "", (gint64) places[d] + lower);
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* The last field that begins at or before OFFSET: the one that contains it. */
static const MgField *
field_around (const GArray *fields, guint64 offset)
{
  const MgField *found = NULL;

  for (guint i = 0; i < fields->len && g_array_index (fields, MgField, i).offset <= offset; i++)
    found = &g_array_index (fields, MgField, i);
  if (found == NULL || found->element == MG_ELEMENT_VALUE_TYPE || found->offset == offset)
    return found;
  return NULL;
}

static void
add_name (Way *way, const MgField *field)
{
  g_autofree char *name = mg_field_name (way->types->names->modules, field);

  if (way->name->len > 0)
    g_string_append_c (way->name, '.');
  if (name)
    g_string_append (way->name, name);
  else
    g_string_append_printf (way->name, "+%u", field->offset);
}

/* From the class or struct TABLE at BASE down through structs to the slot. */
static void
descend (Way *way, guint64 table, guint64 base)
{
  while (table != 0 && way->n_places < MAX_DEPTH)
    {
      g_autoptr (GArray) fields = mg_fields_instance (runtime_of (way->types), table);
      const MgField *field = field_around (fields, way->slot - base);
      MgFieldType type = { 0 };

      if (field == NULL)
        return;
      add_name (way, field);
      way->places[way->n_places++] = (Place){ table, base };
      if (field->element != MG_ELEMENT_VALUE_TYPE)
        return;
      table = mg_field_types_get (way->types, field, &type) ? type.table : 0;
      mg_field_type_clear (&type);
      base += field->offset;
    }
}

static void
find_way (Way *way, const MgMethodTable *table, guint64 object)
{
  const MgAddressSpace *space = runtime_of (way->types)->space;
  guint64 data = object + mg_slot_elements_at (table), index;
  g_autofree char *element = NULL;

  if (!is_array (table))
    {
      descend (way, table->address, object + OBJECT_HEADER);
      return;
    }
  if (way->slot < data)
    return;
  index = (way->slot - data) / table->component_size;
  element = mg_slot_element (space, table, object, index);
  g_string_append (way->name, element);
  if (table->n_items > 0 || table->component_size != 8)
    descend (way, mg_address_space_u64_or_0 (space, table->address + ARRAY_ELEMENT_AT),
             data + index * table->component_size);
}

char *
mg_slot_name (MgFieldTypes *types, const MgMethodTable *table, guint64 object, guint64 slot)
{
  Way way = { .types = types, .slot = slot, .name = g_string_new (NULL) };

  find_way (&way, table, object);
  if (way.name->len > 0)
    return g_string_free (way.name, FALSE);
  g_string_free (way.name, TRUE);
  return NULL;
}

/* ---- Keys ---- */

static gboolean
is_called_key (MgFieldTypes *types, const MgField *field)
{
  g_autofree char *name = mg_field_name (types->names->modules, field);

  return name && (strcmp (name, "key") == 0 || strcmp (name, "_key") == 0 || strcmp (name, "Key") == 0);
}

static const MgField *
key_field (MgFieldTypes *types, const GArray *fields)
{
  for (guint i = 0; i < fields->len; i++)
    if (is_called_key (types, &g_array_index (fields, MgField, i)))
      return &g_array_index (fields, MgField, i);
  return NULL;
}

/* "\"text\"" of a string, NULL for other objects. */
static char *
reference_text (MgFieldTypes *types, guint64 address)
{
  const MgRuntime *runtime = runtime_of (types);
  guint64 object = mg_address_space_u64_or_0 (runtime->space, address);
  g_autofree char *text = NULL;
  gsize length;

  if (mg_method_table_of (runtime->space, object) != runtime->string_method_table)
    return NULL;
  text = mg_value_string (runtime->space, object, MAX_KEY_UNITS, &length);
  return text ? g_strdup_printf (length > MAX_KEY_UNITS ? "\"%s…\"" : "\"%s\"", text) : NULL;
}

static char *
key_text (MgFieldTypes *types, const MgField *key, guint64 base)
{
  MgFieldType type = { 0 };
  gboolean known;
  char *text;

  if (key->element == MG_ELEMENT_CLASS || key->element == MG_ELEMENT_STRING)
    return reference_text (types, base + key->offset);
  known = mg_field_types_get (types, key, &type);
  text = mg_value_text (types, key->element, known ? &type : NULL, base + key->offset);
  mg_field_type_clear (&type);
  return text;
}

char *
mg_slot_key (MgFieldTypes *types, const MgMethodTable *table, guint64 object, guint64 slot)
{
  g_autoptr (GString) name = g_string_new (NULL);
  Way way = { .types = types, .slot = slot, .name = name };

  find_way (&way, table, object);
  for (guint i = way.n_places; i-- > 0;)
    {
      const Place *place = &way.places[i];
      g_autoptr (GArray) fields = mg_fields_instance (runtime_of (types), place->table);
      const MgField *key = key_field (types, fields);
      g_autofree char *text = NULL;

      if (key == NULL)
        continue;
      if (field_around (fields, slot - place->base) == key)
        return NULL;
      text = key_text (types, key, place->base);
      return text ? g_strdup_printf ("[%s]", text) : NULL;
    }
  return NULL;
}
