#include "ui/layout/layout-layers.h"

#include <string.h>

#define SWEEPS 8
/* Points of passing edges beyond this are not worth their time: such an edge is drawn straight. */
#define MAX_ITEMS 60000
#define POINT_ROOM 6.0
#define LOOP_ROOM 30.0

/* The next node to take: one without open edges into it, or, in a cycle, the first that is left. */
static guint
next_node (const guint *open, const gboolean *done, guint n, guint *from)
{
  for (guint i = 0; i < n; i++)
    if (!done[i] && open[i] == 0)
      return i;
  while (done[*from])
    (*from)++;
  return *from;
}

static gboolean
leads_back (const MgLayoutJob *job, const MgLayoutEdge *edge)
{
  return edge->from == edge->to || job->nodes[edge->from].rank == MG_LAYOUT_RANK_LAST
         || job->nodes[edge->to].rank == MG_LAYOUT_RANK_FIRST;
}

/* Ranks by longest path. Where a cycle must be broken, what still leads into the node taken is a way back. */
static void
rank_nodes (const MgLayoutJob *job, MgLayers *layers)
{
  g_autofree guint *open = g_new0 (guint, job->n_nodes);
  g_autofree gboolean *done = g_new0 (gboolean, job->n_nodes);
  guint first = 0, last = 0;

  for (guint e = 0; e < job->n_edges; e++)
    {
      layers->back[e] = leads_back (job, &job->edges[e]);
      if (!layers->back[e])
        open[job->edges[e].to]++;
    }
  for (guint k = 0; k < job->n_nodes; k++)
    {
      guint node = next_node (open, done, job->n_nodes, &first);

      done[node] = TRUE;
      last = MAX (last, layers->rank[node]);
      for (guint e = 0; e < job->n_edges; e++)
        {
          const MgLayoutEdge *edge = &job->edges[e];

          if (!layers->back[e] && edge->to == node && !done[edge->from])
            layers->back[e] = TRUE;
          if (layers->back[e] || edge->from != node)
            continue;
          layers->rank[edge->to] = MAX (layers->rank[edge->to], layers->rank[node] + 1);
          open[edge->to]--;
        }
    }
  for (guint i = 0; i < job->n_nodes; i++)
    {
      if (job->nodes[i].rank == MG_LAYOUT_RANK_LAST && job->n_nodes > 1)
        layers->rank[i] = MAX (last, 1);
      layers->n_layers = MAX (layers->n_layers, 2 * layers->rank[i] + 1);
    }
}

static void
add_node_items (const MgLayoutJob *job, MgLayers *layers)
{
  for (guint i = 0; i < job->n_nodes; i++)
    {
      double half = job->nodes[i].extent.height / 2;
      MgLayerItem item = { .node = i, .edge = MG_LAYERS_NONE, .layer = 2 * layers->rank[i], .key = i };

      item.above = item.below = half;
      g_array_append_val (layers->items, item);
    }
  for (guint e = 0; e < job->n_edges; e++)
    if (job->edges[e].from == job->edges[e].to)
      mg_layers_item (layers, job->edges[e].from)->above += LOOP_ROOM + job->edges[e].label.height;
}

/* An edge that only repeats an earlier one would lie on it. */
static gboolean
repeats (const MgLayoutJob *job, guint e)
{
  return e > 0 && job->edges[e - 1].from == job->edges[e].from && job->edges[e - 1].to == job->edges[e].to;
}

/* One for each layer between the ends, so that every link leads from a layer to the next. */
static void
add_way_points (const MgLayoutJob *job, MgLayers *layers)
{
  for (guint e = 0; e < job->n_edges; e++)
    {
      const MgLayoutEdge *edge = &job->edges[e];
      guint end = 2 * layers->rank[edge->to];

      layers->first_way[e] = layers->items->len;
      if (layers->back[e])
        continue;
      for (guint layer = layers->items->len > MAX_ITEMS ? end - 1 : 2 * layers->rank[edge->from] + 1; layer < end;
           layer++)
        {
          MgLayerItem item = { .node = MG_LAYERS_NONE, .edge = MG_LAYERS_NONE, .layer = layer };

          item.key = (edge->from + edge->to) / 2.0;
          item.above = item.below = POINT_ROOM;
          if (layer == end - 1 && (edge->label.width > 0.0 || repeats (job, e)))
            {
              item.edge = e;
              item.above += edge->label.height;
            }
          g_array_append_val (layers->items, item);
        }
      layers->n_ways[e] = layers->items->len - layers->first_way[e];
    }
}

/* Calls FUNC for each pair of neighbours, left and right, along all edges. */
static void
for_each_link (const MgLayoutJob *job, MgLayers *layers, void (*func) (MgLayers *layers, guint left, guint right))
{
  for (guint e = 0; e < job->n_edges; e++)
    {
      guint at = job->edges[e].from;

      if (layers->back[e])
        continue;
      for (guint k = 0; k < layers->n_ways[e]; k++)
        {
          func (layers, at, layers->first_way[e] + k);
          at = layers->first_way[e] + k;
        }
      func (layers, at, job->edges[e].to);
    }
}

static void
count_link (MgLayers *layers, guint left, guint right)
{
  mg_layers_item (layers, left)->n_out++;
  mg_layers_item (layers, right)->n_in++;
}

static void
store_link (MgLayers *layers, guint left, guint right)
{
  MgLayerItem *a = mg_layers_item (layers, left), *b = mg_layers_item (layers, right);

  layers->right[a->first_out + a->n_out++] = right;
  layers->left[b->first_in + b->n_in++] = left;
}

static void
link_items (const MgLayoutJob *job, MgLayers *layers)
{
  guint in = 0, out = 0;

  for_each_link (job, layers, count_link);
  for (guint i = 0; i < layers->items->len; i++)
    {
      MgLayerItem *item = mg_layers_item (layers, i);

      item->first_in = in;
      item->first_out = out;
      in += item->n_in;
      out += item->n_out;
      item->n_in = item->n_out = 0;
    }
  layers->left = g_new0 (guint, in);
  layers->right = g_new0 (guint, out);
  for_each_link (job, layers, store_link);
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgLayers *layers = user_data;
  guint x = *(const guint *) a, y = *(const guint *) b;
  double p = mg_layers_item (layers, x)->key, q = mg_layers_item (layers, y)->key;

  if (p != q)
    return p < q ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
sort_layer (MgLayers *layers, guint layer)
{
  GArray *order = g_ptr_array_index (layers->order, layer);

  g_array_sort_with_data (order, compare_keys, layers);
  for (guint i = 0; i < order->len; i++)
    mg_layers_item (layers, g_array_index (order, guint, i))->position = i;
}

/* Sorts a layer by the middle of each item's neighbours on one side; items without any stay where they are. */
static void
sort_by_barycentre (MgLayers *layers, guint layer, gboolean by_left)
{
  GArray *order = g_ptr_array_index (layers->order, layer);

  for (guint i = 0; i < order->len; i++)
    {
      MgLayerItem *item = mg_layers_item (layers, g_array_index (order, guint, i));
      guint n = by_left ? item->n_in : item->n_out;
      const guint *near = by_left ? layers->left + item->first_in : layers->right + item->first_out;
      double sum = 0.0;

      for (guint k = 0; k < n; k++)
        sum += mg_layers_item (layers, near[k])->position;
      item->key = n > 0 ? sum / n : item->position;
    }
  sort_layer (layers, layer);
}

static int
compare_uints (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? -1 : x > y;
}

/* Crossings between LAYER and the next: pairs of links whose ends are in opposite order, counted with a Fenwick tree.
 */
static guint64
count_layer_crossings (const MgLayers *layers, guint layer, guint *tree, GArray *ends)
{
  const GArray *order = g_ptr_array_index (layers->order, layer);
  guint size = ((const GArray *) g_ptr_array_index (layers->order, layer + 1))->len;
  guint64 crossings = 0;
  guint seen = 0;

  memset (tree, 0, (size + 1) * sizeof *tree);
  for (guint i = 0; i < order->len; i++)
    {
      const MgLayerItem *item = mg_layers_item (layers, g_array_index (order, guint, i));

      g_array_set_size (ends, 0);
      for (guint k = 0; k < item->n_out; k++)
        g_array_append_val (ends, mg_layers_item (layers, layers->right[item->first_out + k])->position);
      g_array_sort (ends, compare_uints);
      for (guint k = 0; k < ends->len; k++, seen++)
        {
          guint before = 0, end = MIN (g_array_index (ends, guint, k) + 1, size);

          for (guint t = end; t > 0; t -= t & -t)
            before += tree[t];
          crossings += seen - before;
          for (guint t = end; t <= size; t += t & -t)
            tree[t]++;
        }
    }
  return crossings;
}

static guint64
count_crossings (const MgLayers *layers)
{
  g_autofree guint *tree = g_new (guint, layers->items->len + 1);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint));
  guint64 crossings = 0;

  for (guint layer = 0; layer + 1 < layers->n_layers; layer++)
    crossings += count_layer_crossings (layers, layer, tree, ends);
  return crossings;
}

static void
keep_positions (const MgLayers *layers, guint *kept)
{
  for (guint i = 0; i < layers->items->len; i++)
    kept[i] = mg_layers_item (layers, i)->position;
}

static void
fill_layers (MgLayers *layers)
{
  layers->order = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint layer = 0; layer < layers->n_layers; layer++)
    g_ptr_array_add (layers->order, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < layers->items->len; i++)
    g_array_append_val ((GArray *) g_ptr_array_index (layers->order, mg_layers_item (layers, i)->layer), i);
  for (guint layer = 0; layer < layers->n_layers; layer++)
    sort_layer (layers, layer);
}

/* Sweeps to the right and to the left until no lines cross, or nothing gets better; keeps the best order seen. */
static void
order_layers (MgLayers *layers)
{
  g_autofree guint *best = g_new (guint, layers->items->len);
  guint64 least;

  least = count_crossings (layers);
  keep_positions (layers, best);
  for (guint sweep = 0; sweep < SWEEPS && least > 0; sweep++)
    {
      gboolean down = sweep % 2 == 0;
      guint64 crossings;

      for (guint k = 1; k < layers->n_layers; k++)
        sort_by_barycentre (layers, down ? k : layers->n_layers - 1 - k, down);
      crossings = count_crossings (layers);
      if (crossings >= least)
        continue;
      least = crossings;
      keep_positions (layers, best);
    }
  for (guint i = 0; i < layers->items->len; i++)
    mg_layers_item (layers, i)->key = best[i];
  for (guint layer = 0; layer < layers->n_layers; layer++)
    sort_layer (layers, layer);
}

MgLayers *
mg_layers_new (const MgLayoutJob *job)
{
  MgLayers *layers = g_new0 (MgLayers, 1);

  layers->items = g_array_new (FALSE, FALSE, sizeof (MgLayerItem));
  layers->rank = g_new0 (guint, job->n_nodes);
  layers->back = g_new0 (gboolean, job->n_edges);
  layers->first_way = g_new0 (guint, job->n_edges);
  layers->n_ways = g_new0 (guint, job->n_edges);
  rank_nodes (job, layers);
  add_node_items (job, layers);
  add_way_points (job, layers);
  link_items (job, layers);
  fill_layers (layers);
  order_layers (layers);
  return layers;
}

void
mg_layers_free (MgLayers *layers)
{
  if (layers == NULL)
    return;
  g_array_unref (layers->items);
  g_ptr_array_unref (layers->order);
  g_free (layers->left);
  g_free (layers->right);
  g_free (layers->rank);
  g_free (layers->back);
  g_free (layers->first_way);
  g_free (layers->n_ways);
  g_free (layers);
}
