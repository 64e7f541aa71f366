#include "analysis/clr/types/named-fields.h"

#define OBJECT_HEADER 8
#define MARK_BITS G_GUINT64_CONSTANT (7)

MgNamedFields *
mg_named_fields_new (MgClrModules *modules)
{
  MgNamedFields *fields = g_new0 (MgNamedFields, 1);

  fields->modules = modules;
  fields->classes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  return fields;
}

void
mg_named_fields_free (MgNamedFields *fields)
{
  if (fields == NULL)
    return;
  g_hash_table_unref (fields->classes);
  g_free (fields);
}

guint64
mg_named_fields_class (const MgNamedFields *fields, guint64 address)
{
  return address ? mg_address_space_u64_or_0 (fields->modules->runtime->space, address) & ~MARK_BITS : 0;
}

/* By offset, parents come first: of two fields of one name the more derived one stays. */
static GHashTable *
read_class (MgNamedFields *fields, guint64 table)
{
  GHashTable *by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GArray) all = NULL;

  if (!mg_runtime_is_method_table (fields->modules->runtime, table))
    return by_name;
  all = mg_fields_instance (fields->modules->runtime, table);
  for (guint i = 0; i < all->len; i++)
    {
      const MgField *field = &g_array_index (all, MgField, i);
      char *name = mg_field_name (fields->modules, field);

      if (name)
        g_hash_table_insert (by_name, name, g_memdup2 (field, sizeof *field));
    }
  return by_name;
}

const MgField *
mg_named_fields_find (MgNamedFields *fields, guint64 table, const char *name)
{
  GHashTable *by_name = g_hash_table_lookup (fields->classes, &table);

  if (by_name == NULL)
    {
      by_name = read_class (fields, table);
      g_hash_table_insert (fields->classes, g_memdup2 (&table, sizeof table), by_name);
    }
  return g_hash_table_lookup (by_name, name);
}

static guint64
place_of (MgNamedFields *fields, guint64 address, const char *name, gboolean reference)
{
  guint64 table = mg_named_fields_class (fields, address);
  const MgField *field = table ? mg_named_fields_find (fields, table, name) : NULL;

  if (field == NULL || (reference && field->element != MG_ELEMENT_CLASS))
    return 0;
  return address + OBJECT_HEADER + field->offset;
}

guint64
mg_named_fields_u64 (MgNamedFields *fields, guint64 address, const char *name)
{
  guint64 place = place_of (fields, address, name, FALSE);

  return place ? mg_address_space_u64_or_0 (fields->modules->runtime->space, place) : 0;
}

guint32
mg_named_fields_u32 (MgNamedFields *fields, guint64 address, const char *name)
{
  guint64 place = place_of (fields, address, name, FALSE);

  return place ? mg_address_space_u32_or_0 (fields->modules->runtime->space, place) : 0;
}

guint64
mg_named_fields_reference (MgNamedFields *fields, guint64 address, const char *name)
{
  guint64 place = place_of (fields, address, name, TRUE);

  return place ? mg_address_space_u64_or_0 (fields->modules->runtime->space, place) : 0;
}
