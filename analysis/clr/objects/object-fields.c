#include "analysis/clr/objects/object-fields.h"

#include "analysis/clr/types/slot-names.h"

#define MAX_STRUCT_DEPTH 6
#define ARRAY_LENGTH_AT 8
#define OBJECT_HEADER 8
/* Of a string shown as a field's value. */
#define MAX_TEXT_UNITS 200

typedef struct
{
  MgFieldTypes *types;
  const MgAddressSpace *space;
  guint64 object; /* rows' offsets count from it */
  GArray *rows;
} Listing;

static void
clear_row (gpointer data)
{
  MgFieldRow *row = data;

  g_free (row->name);
  g_free (row->type);
  g_free (row->value);
}

static void add_struct (Listing *listing, const char *prefix, guint64 table, guint64 address, guint depth);

/* What the values of a type are: MgElementType. Of a value type its EEClass says; every other one is a reference. */
static guint8
element_kind (const MgRuntime *runtime, guint64 table)
{
  guint8 kind = 0;

  if (!mg_method_table_is_value_type (mg_address_space_u32_or_0 (runtime->space, table)))
    return MG_ELEMENT_CLASS;
  if (runtime->layout)
    mg_address_space_u8 (runtime->space,
                         mg_layout_at (mg_runtime_class_of (runtime, table), runtime->layout->class_attributes) + 8,
                         &kind);
  return kind ? kind : MG_ELEMENT_VALUE_TYPE;
}

static gboolean
is_enum (const MgRuntime *runtime, guint64 table)
{
  return (mg_address_space_u32_or_0 (runtime->space, table) & MG_MT_CATEGORY_MASK) == MG_MT_CATEGORY_ENUM;
}

/* The value in a box: a number, an enum by name, a date; NULL for objects. */
static char *
boxed_text (Listing *listing, guint64 object, guint64 table)
{
  const MgRuntime *runtime = listing->types->names->modules->runtime;
  guint8 kind = element_kind (runtime, table);
  MgFieldType type = { .name = (char *) mg_type_names_get (listing->types->names, table), .table = table };

  if (kind == MG_ELEMENT_CLASS || !mg_runtime_is_method_table (runtime, table))
    return NULL;
  type.is_enum = is_enum (runtime, table);
  return mg_value_text (listing->types, kind, &type, object + OBJECT_HEADER);
}

/* A reference; a string shows its text. */
static void
fill_reference (Listing *listing, MgFieldRow *row, guint64 address)
{
  const MgRuntime *runtime = listing->types->names->modules->runtime;
  guint64 table;

  row->is_reference = TRUE;
  row->reference = mg_address_space_u64_or_0 (listing->space, address);
  if (row->reference == 0)
    {
      row->value = g_strdup ("null");
      return;
    }
  table = mg_method_table_of (listing->space, row->reference);
  if (table == runtime->string_method_table)
    {
      gsize length;
      g_autofree char *text = mg_value_string (listing->space, row->reference, MAX_TEXT_UNITS, &length);

      if (text)
        row->value = g_strdup_printf (length > MAX_TEXT_UNITS ? "\"%s…\"" : "\"%s\"", text);
    }
  else
    row->value = boxed_text (listing, row->reference, table);
}

/* "null", or the text of the value; NULL when that is a struct, whose fields then follow. */
static char *
nullable_text (Listing *listing, guint64 table, guint64 address)
{
  g_autoptr (GArray) fields = mg_fields_instance (listing->types->names->modules->runtime, table);
  const MgField *value = fields->len == 2 ? &g_array_index (fields, MgField, 1) : NULL;
  MgFieldType type = { 0 };
  guint8 has_value;
  char *text;

  if (value == NULL || !mg_address_space_u8 (listing->space, address, &has_value))
    return NULL;
  if (!has_value)
    return g_strdup ("null");
  text = mg_field_types_get (listing->types, value, &type)
             ? mg_value_text (listing->types, value->element, &type, address + value->offset)
             : NULL;
  mg_field_type_clear (&type);
  return text;
}

static void
add_value (Listing *listing, const char *name, guint8 element, const MgFieldType *type, guint64 address, guint depth)
{
  MgFieldRow row = { .name = g_strdup (name), .offset = address - listing->object, .object = MG_NODE_NONE };
  gboolean reference = element == MG_ELEMENT_CLASS || element == MG_ELEMENT_STRING;

  row.type = type ? g_strdup (type->name) : NULL;
  if (reference)
    fill_reference (listing, &row, address);
  else if (type && g_str_has_prefix (type->name, "System.Nullable<"))
    row.value = nullable_text (listing, type->table, address);
  else
    row.value = mg_value_text (listing->types, element, type, address);
  g_array_append_val (listing->rows, row);
  if (element == MG_ELEMENT_VALUE_TYPE && row.value == NULL && type && type->table != 0)
    add_struct (listing, name, type->table, address, depth + 1);
}

/* The fields of a struct that lies at ADDRESS: no object header before them. */
static void
add_struct (Listing *listing, const char *prefix, guint64 table, guint64 address, guint depth)
{
  g_autoptr (GArray) fields = NULL;

  if (depth > MAX_STRUCT_DEPTH)
    return;
  fields = mg_fields_instance (listing->types->names->modules->runtime, table);
  for (guint i = 0; i < fields->len; i++)
    {
      const MgField *field = &g_array_index (fields, MgField, i);
      g_autofree char *own = mg_field_name (listing->types->names->modules, field);
      g_autofree char *name = NULL;
      MgFieldType type = { 0 };
      gboolean known = mg_field_types_get (listing->types, field, &type);

      if (own == NULL)
        own = g_strdup_printf ("+%u", field->offset);
      name = *prefix ? g_strdup_printf ("%s.%s", prefix, own) : g_steal_pointer (&own);
      add_value (listing, name, field->element, known ? &type : NULL, address + field->offset, depth);
      mg_field_type_clear (&type);
    }
}

static void
add_elements (Listing *listing, const MgMethodTable *table, gsize max)
{
  const MgRuntime *runtime = listing->types->names->modules->runtime;
  guint64 element_table = mg_address_space_u64_or_0 (listing->space, table->address + 48);
  guint32 length = mg_address_space_u32_or_0 (listing->space, listing->object + ARRAY_LENGTH_AT);
  guint64 data = listing->object + mg_slot_elements_at (table);
  MgFieldType type
      = { .name = (char *) mg_type_names_get (listing->types->names, element_table), .table = element_table };
  /* Bit 1 set: not a class, but a pointer type. */
  guint8 kind = element_table & 2 ? MG_ELEMENT_PTR : element_kind (runtime, element_table);

  type.is_enum = kind != MG_ELEMENT_PTR && is_enum (runtime, element_table);
  for (gsize i = 0; i < length && (max == 0 || i < max); i++)
    {
      g_autofree char *name = mg_slot_element (listing->space, table, listing->object, i);

      add_value (listing, name, kind, &type, data + (guint64) i * table->component_size, 0);
    }
}

GArray *
mg_object_fields (MgFieldTypes *types, const MgMethodTable *table, guint64 address, gsize max)
{
  Listing listing = { types, types->names->modules->runtime->space, address, NULL };

  listing.rows = g_array_new (FALSE, TRUE, sizeof (MgFieldRow));
  g_array_set_clear_func (listing.rows, clear_row);
  if (!table->valid)
    return listing.rows;
  if (mg_method_table_is_array (table->flags))
    add_elements (&listing, table, max);
  else
    add_struct (&listing, "", table->address, address + OBJECT_HEADER, 0);
  return listing.rows;
}
