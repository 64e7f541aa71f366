#include "app/cli/dump-rows.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"

gboolean
mg_dump_refuse (MgRun *run, MgCapability capability, GError **error)
{
  const char *reason = mg_snapshot_capability (run->snapshot, capability).reason;

  g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND,
               /* Translators: a whole sentence with the reason, may be empty */
               _("this file does not hold that; a core dump does. %s"), reason ? reason : "");
  return FALSE;
}

GArray *
mg_dump_rows (MgRun *run, guint needs, GArray *(*get) (MgSnapshot *snapshot), MgCapability capability, GError **error)
{
  GArray *rows;

  if (!mg_snapshot_ensure (run->snapshot, needs | MG_NEED_GRAPH, run->progress, error))
    return NULL;
  rows = get (run->snapshot);
  if (rows == NULL)
    mg_dump_refuse (run, capability, error);
  return rows;
}

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

const char *
mg_dump_type_name (const MgGraph *graph, MgNode object)
{
  return object == MG_NODE_NONE ? "null" : mg_graph_type_of (graph, object)->name;
}
