#include "analysis/stats/type-groups.h"

#include <string.h>

gsize
mg_type_namespace_length (const char *name)
{
  gsize length = 0;

  for (gsize i = 0; name[i] && strchr ("<[+(", name[i]) == NULL; i++)
    if (name[i] == '.' && i > 0)
      length = i;
  return length;
}

const char *
mg_module_file_name (const char *module)
{
  const char *name = module;

  for (const char *p = module; *p; p++)
    if ((*p == '/' || *p == '\\') && p[1])
      name = p + 1;
  return name;
}

static const char *
namespace_of (const MgType *type, GString *scratch)
{
  g_string_truncate (scratch, 0);
  g_string_append_len (scratch, type->name, (gssize) mg_type_namespace_length (type->name));
  return scratch->str;
}

static const char *
module_of (const MgType *type, GString *scratch)
{
  return type->module ? mg_module_file_name (type->module) : "";
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Gives numbers in the order of names: provisional ones first, then the sorted ones. */
static MgTypeGroups *
group_by (const MgTypeTable *types, const char *(*name_of) (const MgType *type, GString *scratch))
{
  MgTypeGroups *groups = g_new0 (MgTypeGroups, 1);
  g_autoptr (GHashTable) index = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) scratch = g_string_new (NULL);
  g_autofree const char **of_type = g_new (const char *, (gsize) types->n_types + 1);

  groups->chunk = g_string_chunk_new (1024);
  for (guint32 i = 0; i < types->n_types; i++)
    {
      of_type[i] = g_string_chunk_insert_const (groups->chunk, name_of (&types->types[i], scratch));
      if (g_hash_table_add (index, (gpointer) of_type[i]))
        g_ptr_array_add (names, (gpointer) of_type[i]);
    }
  g_ptr_array_sort (names, compare_names);
  for (guint32 i = 0; i < names->len; i++)
    g_hash_table_replace (index, names->pdata[i], GUINT_TO_POINTER (i));
  groups->n_groups = names->len;
  groups->group_of = g_new (guint32, (gsize) types->n_types + 1);
  for (guint32 i = 0; i < types->n_types; i++)
    groups->group_of[i] = GPOINTER_TO_UINT (g_hash_table_lookup (index, of_type[i]));
  groups->names = (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  return groups;
}

MgTypeGroups *
mg_type_groups_by_namespace (const MgTypeTable *types)
{
  return group_by (types, namespace_of);
}

MgTypeGroups *
mg_type_groups_by_module (const MgTypeTable *types)
{
  return group_by (types, module_of);
}

void
mg_type_groups_free (MgTypeGroups *groups)
{
  if (groups == NULL)
    return;
  g_free (groups->names);
  g_free (groups->group_of);
  g_string_chunk_free (groups->chunk);
  g_free (groups);
}
