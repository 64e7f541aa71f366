#include "analysis/clr/types/fields.h"

#include <stdlib.h>

#define FIELD_SIGNATURE 0x06
#define MAX_FIELDS 20000
#define MAX_PARENTS 64
#define N_PACKED 11
#define CLASS_FIELD_LIST_AT 24

typedef struct
{
  guint32 instance, statics;
} Counts;

/* Up to .NET 8 the counts follow the fixed part of the EEClass: eleven words, or a stream of bits, least significant
 * first, of {5 bits: length − 1, the value}, in the order instance fields, methods, static fields, … */
static gboolean
read_packed (const MgRuntime *runtime, guint64 class, Counts *counts)
{
  const MgAddressSpace *space = runtime->space;
  guint32 values[3] = { 0 };
  guint8 packed, size, bits[64] = { 0 };
  guint at = 0;

  if (!mg_address_space_u8 (space, class + 49, &packed) || !mg_address_space_u8 (space, class + 50, &size))
    return FALSE;
  if (!packed)
    return mg_address_space_u32 (space, class + size, &counts->instance)
           && mg_address_space_u32 (space, class + size + 8, &counts->statics);
  if (!mg_address_space_read (space, class + size, bits, 16))
    return FALSE;
  for (guint v = 0; v < G_N_ELEMENTS (values); v++)
    {
      guint length = 0;

      for (guint b = 0; b < 5; b++, at++)
        length |= (guint) (bits[at / 8] >> at % 8 & 1) << b;
      for (guint b = 0; b <= length && at < 16 * 8; b++, at++)
        values[v] |= (guint32) (bits[at / 8] >> at % 8 & 1) << b;
    }
  counts->instance = values[0];
  counts->statics = values[2];
  return TRUE;
}

static gboolean
read_counts (const MgRuntime *runtime, guint64 table, Counts *counts)
{
  guint64 class = mg_runtime_class_of (runtime, table);
  guint16 instance, statics;

  if (class == 0 || runtime->layout == NULL)
    return FALSE;
  if (runtime->layout->packed_counts)
    return read_packed (runtime, class, counts);
  if (!mg_address_space_u16 (runtime->space, mg_layout_at (class, runtime->layout->class_instance_fields), &instance)
      || !mg_address_space_u16 (runtime->space, mg_layout_at (class, runtime->layout->class_static_fields), &statics))
    return FALSE;
  counts->instance = instance;
  counts->statics = statics;
  return TRUE;
}

static gboolean
read_field (const MgRuntime *runtime, guint64 at, MgField *field)
{
  guint32 first, second;

  if (!mg_address_space_u64 (runtime->space, at, &field->class)
      || !mg_address_space_u32 (runtime->space, at + 8, &first)
      || !mg_address_space_u32 (runtime->space, at + 12, &second))
    return FALSE;
  field->class &= ~G_GUINT64_CONSTANT (7);
  field->row = first & 0xffffff;
  field->is_static = first >> 24 & 1;
  field->is_thread_static = first >> 25 & 1;
  field->is_rva = first >> 26 & 1;
  field->offset = second & 0x7ffffff;
  field->element = (guint8) (second >> 27);
  return TRUE;
}

GArray *
mg_fields_declared (const MgRuntime *runtime, guint64 table, gboolean *complete)
{
  GArray *fields = g_array_new (FALSE, TRUE, sizeof (MgField));
  guint64 class = mg_runtime_class_of (runtime, table), parent, list;
  Counts own = { 0 }, inherited = { 0 };
  guint32 n;

  if (complete)
    *complete = FALSE;
  if (class == 0 || !read_counts (runtime, table, &own)
      || !mg_address_space_u64 (runtime->space, class + CLASS_FIELD_LIST_AT, &list))
    return fields;
  parent = mg_runtime_parent_of (runtime, table);
  if (parent != 0 && !read_counts (runtime, parent, &inherited))
    return fields;
  n = (own.instance >= inherited.instance ? own.instance - inherited.instance : 0) + own.statics;
  if (n > MAX_FIELDS)
    return fields;
  for (guint32 i = 0; i < n; i++)
    {
      MgField field;

      if (list == 0 || !read_field (runtime, list + 16 * (guint64) i, &field))
        return fields;
      field.owner = table;
      g_array_append_val (fields, field);
    }
  if (complete)
    *complete = TRUE;
  return fields;
}

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  const MgField *first = a, *second = b;

  return first->offset < second->offset ? -1 : first->offset > second->offset;
}

GArray *
mg_fields_instance (const MgRuntime *runtime, guint64 table)
{
  GArray *all = g_array_new (FALSE, TRUE, sizeof (MgField));

  for (guint depth = 0; table != 0 && depth < MAX_PARENTS; depth++)
    {
      g_autoptr (GArray) own = mg_fields_declared (runtime, table, NULL);

      for (guint i = 0; i < own->len; i++)
        if (!g_array_index (own, MgField, i).is_static)
          g_array_append_val (all, g_array_index (own, MgField, i));
      table = mg_runtime_parent_of (runtime, table);
    }
  g_array_sort (all, compare_offsets);
  return all;
}

/* Compilers name what stands behind a property "<Name>k__BackingField", a local variable of an async method or iterator
 * "<name>5__2", and a captured "this" "<>4__this". */
static char *
source_name (char *name)
{
  char *end = name[0] == '<' ? strchr (name, '>') : NULL;

  if (end && end > name + 1 && (strcmp (end, ">k__BackingField") == 0 || g_str_has_prefix (end, ">5__")))
    {
      *end = '\0';
      memmove (name, name + 1, strlen (name));
    }
  else if (strcmp (name, "<>4__this") == 0)
    memcpy (name, "this", sizeof "this");
  return name;
}

char *
mg_field_name (MgClrModules *modules, const MgField *field)
{
  const MgClrModule *module = mg_clr_modules_get (modules, mg_clr_module_of (modules->runtime, field->class));
  char *name;

  if (!module->has_metadata)
    return NULL;
  name = mg_metadata_text (&module->metadata, MG_TABLE_FIELD, field->row, MG_FIELD_NAME);
  return name ? source_name (name) : NULL;
}

char *
mg_field_name_or_token (MgClrModules *modules, const MgField *field)
{
  char *name = mg_field_name (modules, field);

  return name ? name : mg_metadata_token (MG_TOKEN_FIELD, field->row);
}

guint32
mg_field_signature (MgClrModules *modules, const MgField *field, guint8 *bytes, guint32 max)
{
  const MgAddressSpace *space = modules->runtime->space;
  const MgClrModule *module = mg_clr_modules_get (modules, mg_clr_module_of (modules->runtime, field->class));
  guint32 blob, length;
  guint64 address;
  guint8 mark;

  if (!module->has_metadata
      || !mg_metadata_cell (&module->metadata, MG_TABLE_FIELD, field->row, MG_FIELD_SIGNATURE, &blob)
      || !mg_metadata_blob (&module->metadata, blob, &address, &length) || length < 2
      || !mg_address_space_read (space, address, &mark, 1) || mark != FIELD_SIGNATURE
      || !mg_address_space_read (space, address + 1, bytes, MIN (length - 1, max)))
    return 0;
  return length - 1;
}

gboolean
mg_field_is_event (MgClrModules *modules, const MgField *field)
{
  const MgClrModule *module = mg_clr_modules_get (modules, mg_clr_module_of (modules->runtime, field->class));
  guint32 type = mg_clr_type_def_of (modules->runtime, field->class), from, end;
  g_autofree char *name = mg_field_name (modules, field), *adder = name ? g_strconcat ("add_", name, NULL) : NULL;
  gboolean found = FALSE;

  if (adder == NULL || !mg_metadata_cell (&module->metadata, MG_TABLE_TYPE_DEF, type, MG_TYPE_DEF_METHODS, &from))
    return FALSE;
  /* The next class's methods follow. */
  if (!mg_metadata_cell (&module->metadata, MG_TABLE_TYPE_DEF, type + 1, MG_TYPE_DEF_METHODS, &end))
    end = module->metadata.n_rows[MG_TABLE_METHOD_DEF] + 1;
  end = MIN (end, module->metadata.n_rows[MG_TABLE_METHOD_DEF] + 1);
  for (guint32 row = from; row < end && !found; row++)
    {
      g_autofree char *method = mg_metadata_text (&module->metadata, MG_TABLE_METHOD_DEF, row, MG_METHOD_NAME);

      found = g_strcmp0 (method, adder) == 0;
    }
  return found;
}
