#include "ui/graph/neighbours.h"

#include <string.h>

#define MAX_REFERENCES 100000

void
mg_neighbours_free (MgNeighbours *neighbours)
{
  if (neighbours == NULL)
    return;
  g_free (neighbours->items);
  g_free (neighbours);
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  MgNode x = *(const MgNode *) a, y = *(const MgNode *) b;

  return x < y ? -1 : x > y;
}

typedef struct
{
  const MgGraph *graph;
  const MgDominators *dominators; /* may be NULL */
} Order;

/* Smaller is earlier. */
static int
standing (const MgGraph *graph, MgNode node)
{
  const MgType *type = mg_graph_type_of (graph, node);

  if (type == NULL)
    return 0;
  return type->flags & MG_TYPE_OWN ? 1 : 2;
}

static int
compare_neighbours (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgNeighbour *x = a, *y = b;
  const Order *order = user_data;
  int by_standing = standing (order->graph, x->node) - standing (order->graph, y->node);

  if (by_standing != 0)
    return by_standing;
  if (order->dominators && order->dominators->retained[x->node] != order->dominators->retained[y->node])
    return order->dominators->retained[x->node] > order->dominators->retained[y->node] ? -1 : 1;
  return compare_nodes (&x->node, &y->node);
}

/* SORTED (ascending, with repeats) becomes distinct neighbours with counts. */
static GArray *
count (const MgNode *sorted, guint n)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (MgNeighbour));

  for (guint i = 0; i < n; i++)
    {
      MgNeighbour *last = items->len > 0 ? &g_array_index (items, MgNeighbour, items->len - 1) : NULL;

      if (last && last->node == sorted[i])
        last->n_references++;
      else
        g_array_append_val (items, ((MgNeighbour){ sorted[i], 1 }));
    }
  return items;
}

static MgNeighbours *
collect (MgSnapshot *snapshot, const MgNode *nodes, guint32 n, guint max)
{
  MgNeighbours *neighbours = g_new0 (MgNeighbours, 1);
  guint looked_at = MIN (n, MAX_REFERENCES);
  g_autofree MgNode *sorted = g_memdup2 (nodes, sizeof (MgNode) * looked_at);
  g_autoptr (GArray) items = NULL;
  Order order = { mg_snapshot_graph (snapshot), mg_snapshot_dominators (snapshot) };

  if (looked_at > 0)
    qsort (sorted, looked_at, sizeof (MgNode), compare_nodes);
  items = count (sorted, looked_at);
  if (items->len > 0)
    g_qsort_with_data (items->data, (int) items->len, sizeof (MgNeighbour), compare_neighbours, &order);
  neighbours->n = MIN (items->len, max);
  neighbours->more = items->len - neighbours->n;
  neighbours->bounded = looked_at < n;
  neighbours->items = g_memdup2 (items->data, sizeof (MgNeighbour) * neighbours->n);
  return neighbours;
}

MgNeighbours *
mg_neighbours_referrers (MgSnapshot *snapshot, MgNode node, guint max)
{
  const MgReverse *reverse = mg_snapshot_reverse (snapshot);
  const MgNode *sources;
  guint32 n;

  if (reverse == NULL)
    return NULL;
  sources = mg_reverse_sources (reverse, node, &n);
  return collect (snapshot, sources, n, max);
}

MgNeighbours *
mg_neighbours_references (MgSnapshot *snapshot, MgNode node, guint max)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgNode *targets;
  guint32 n;

  if (graph == NULL)
    return NULL;
  targets = mg_graph_edges (graph, node, &n);
  return collect (snapshot, targets, n, max);
}
