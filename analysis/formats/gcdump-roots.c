/* The roots of a .gcdump: what the pseudo-nodes refer to. A walk from the file's root through pseudo-nodes only; each
 * reference from one of them to an object is a root. */
#include "analysis/formats/gcdump-file.h"
#include "analysis/formats/gcdump-root-name.h"

/* Kind of the group NODE below a group of kind PARENT. The static vars of threads are named as all others are. */
static MgRootKind
kind_of_group (const MgGcdump *self, guint32 node, MgRootKind parent)
{
  MgGcdumpNode head;
  MgRootKind kind;

  mg_gcdump_read_node (self, node, &head);
  if (!mg_gcdump_root_name_kind (mg_gcdump_type (self, head.type)->name, &kind))
    return parent;
  return kind == MG_ROOT_STATIC && parent == MG_ROOT_THREAD_STATIC ? MG_ROOT_THREAD_STATIC : kind;
}

static void
enqueue (MgGcdump *self, GArray *queue, guint32 node, MgRootKind parent)
{
  if (g_hash_table_contains (self->group_of, GUINT_TO_POINTER (node)))
    return;
  g_hash_table_insert (self->group_of, GUINT_TO_POINTER (node),
                       GUINT_TO_POINTER (kind_of_group (self, node, parent) + 1));
  g_array_append_val (queue, node);
}

static MgRootKind
kind_of (const MgGcdump *self, guint32 group)
{
  return (MgRootKind) (GPOINTER_TO_UINT (g_hash_table_lookup (self->group_of, GUINT_TO_POINTER (group))) - 1);
}

static void
visit_group (MgGcdump *self, GArray *queue, guint32 group)
{
  MgGcdumpNode head;
  const guint8 *at;
  MgRootKind kind = kind_of (self, group);
  gboolean dead;

  mg_gcdump_read_node (self, group, &head);
  dead = mg_gcdump_root_name_is_dead (mg_gcdump_type (self, head.type)->name);
  at = head.children;
  for (guint32 i = 0; i < head.n_children && at < self->blob_end; i++)
    {
      MgGcdumpRootEdge edge = { .group = group };

      if (!mg_gcdump_next_child (self, group, &at, &edge.target))
        self->n_roots_nowhere++;
      else if (mg_gcdump_is_pseudo (self, edge.target))
        enqueue (self, queue, edge.target, kind);
      else if (!dead)
        g_array_append_val (self->root_edges, edge);
    }
}

/* Whether the file's root is an ordinary object, as in a graph written by hand. */
static gboolean
root_is_object (const MgGcdump *self)
{
  MgGcdumpNode head;

  return self->root < self->n_nodes && mg_gcdump_read_node (self, self->root, &head) && head.type != 0;
}

/* Where the walk begins. Without a root among the pseudo-nodes: all groups. */
static void
enqueue_first (MgGcdump *self, GArray *queue)
{
  if (self->root < self->n_nodes && mg_gcdump_is_pseudo (self, self->root))
    {
      enqueue (self, queue, self->root, MG_ROOT_OTHER);
      return;
    }
  for (guint32 node = 0; node < self->n_nodes; node++)
    if (mg_gcdump_is_pseudo (self, node))
      enqueue (self, queue, node, MG_ROOT_OTHER);
  if (root_is_object (self))
    {
      MgGcdumpRootEdge edge = { G_MAXUINT32, self->root };

      g_array_append_val (self->root_edges, edge);
    }
}

/* Pseudo-nodes that the walk did not meet, in the file's own count of what is not reached. */
static void
count_unreached (MgGcdump *self)
{
  if (g_hash_table_size (self->group_of) == self->n_pseudo)
    return;
  for (guint32 node = 0; node < self->n_nodes; node++)
    {
      MgGcdumpNode head;

      if (!mg_gcdump_is_pseudo (self, node) || g_hash_table_contains (self->group_of, GUINT_TO_POINTER (node)))
        continue;
      mg_gcdump_read_node (self, node, &head);
      self->parent.unreached_pseudo_nodes++;
      self->parent.unreached_pseudo_bytes += mg_gcdump_size (head.size);
    }
}

void
mg_gcdump_find_roots (MgGcdump *self)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->root_edges = g_array_new (FALSE, FALSE, sizeof (MgGcdumpRootEdge));
  self->group_of = g_hash_table_new (NULL, NULL);
  enqueue_first (self, queue);
  for (guint i = 0; i < queue->len; i++)
    visit_group (self, queue, g_array_index (queue, guint32, i));
  count_unreached (self);
}
