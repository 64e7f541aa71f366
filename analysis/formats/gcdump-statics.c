#include "analysis/formats/gcdump-statics.h"

#define STORE_MINIMUM_BYTES 1024

static MgRootKind
kind_of_edge (const MgGcdump *self, const MgGcdumpRootEdge *edge)
{
  gpointer kind = g_hash_table_lookup (self->group_of, GUINT_TO_POINTER (edge->group));

  return kind ? (MgRootKind) (GPOINTER_TO_UINT (kind) - 1) : MG_ROOT_OTHER;
}

/* Whether at least half of the different children of the array are targets of static vars. */
static gboolean
holds_statics (const MgGcdump *self, guint32 node, const MgGcdumpNode *head, const guint64 *static_targets)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const guint8 *at = head->children;
  guint hits = 0;

  for (guint32 i = 0; i < head->n_children && at < self->blob_end; i++)
    {
      guint32 child;

      if (mg_gcdump_next_child (self, node, &at, &child) && g_hash_table_add (seen, GUINT_TO_POINTER (child)))
        hits += mg_bitmap_get (static_targets, child);
    }
  return hits > 0 && hits * 2 >= g_hash_table_size (seen);
}

static gboolean
may_be_store (const MgGcdump *self, const MgGcdumpRootEdge *edge, MgGcdumpNode *head)
{
  MgRootKind kind = kind_of_edge (self, edge);

  if ((kind != MG_ROOT_STRONG_HANDLE && kind != MG_ROOT_PINNED_HANDLE)
      || !mg_gcdump_read_node (self, edge->target, head))
    return FALSE;
  return (mg_gcdump_type (self, head->type)->flags & MG_GCDUMP_OBJECT_ARRAY)
         && mg_gcdump_size (head->size) >= STORE_MINIMUM_BYTES;
}

void
mg_gcdump_statics_init (MgGcdumpStatics *statics, const MgGcdump *self)
{
  const MgGcdumpRootEdge *edges = (const MgGcdumpRootEdge *) (gpointer) self->root_edges->data;
  g_autofree guint64 *targets = mg_bitmap_new (self->n_nodes);

  *statics = (MgGcdumpStatics){ .stores = g_hash_table_new (NULL, NULL) };
  for (guint i = 0; i < self->root_edges->len; i++)
    if (kind_of_edge (self, &edges[i]) == MG_ROOT_STATIC)
      mg_bitmap_set (targets, edges[i].target);
  for (guint i = 0; i < self->root_edges->len; i++)
    {
      MgGcdumpNode head;

      if (!g_hash_table_contains (statics->stores, GUINT_TO_POINTER (edges[i].target))
          && may_be_store (self, &edges[i], &head) && holds_statics (self, edges[i].target, &head, targets))
        g_hash_table_add (statics->stores, GUINT_TO_POINTER (edges[i].target));
    }
  if (g_hash_table_size (statics->stores) > 0)
    statics->static_targets = g_steal_pointer (&targets);
}

void
mg_gcdump_statics_clear (MgGcdumpStatics *statics)
{
  g_clear_pointer (&statics->stores, g_hash_table_unref);
  g_clear_pointer (&statics->static_targets, g_free);
}
