#include "analysis/stats/kind-groups.h"

void
mg_kind_groups_add (GHashTable *places, GArray *groups, guint kind, const MgGraph *graph, MgNode object)
{
  MgTypeId type = object == MG_NODE_NONE ? MG_TYPE_NONE : graph->type[object];
  guint64 key = (guint64) kind << 32 | type;
  gpointer place = g_hash_table_lookup (places, &key);
  MgKindGroup *group;

  if (place == NULL)
    {
      MgKindGroup fresh = { kind, type, 0, 0 };

      g_array_append_val (groups, fresh);
      place = GUINT_TO_POINTER (groups->len);
      g_hash_table_insert (places, g_memdup2 (&key, sizeof key), place);
    }
  group = &g_array_index (groups, MgKindGroup, GPOINTER_TO_UINT (place) - 1);
  group->count++;
  if (object != MG_NODE_NONE)
    group->size += mg_graph_size (graph, object);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const MgKindGroup *first = a, *second = b;

  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  if (first->size != second->size)
    return first->size > second->size ? -1 : 1;
  return first->type < second->type ? -1 : first->type > second->type;
}

void
mg_kind_groups_sort (GArray *groups)
{
  g_array_sort (groups, compare_groups);
}
