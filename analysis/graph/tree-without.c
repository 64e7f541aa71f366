/* Links only get dearer or fewer. So whatever the basis's tree does not lead to through a node taken out, or through an
 * element of a list, keeps its path: no other path becomes better than it was. The rest is hung anew as in tree.c, from
 * the links that lead into it. */
#include "analysis/graph/tree-without.h"

#include "analysis/base/node-stack.h"
#include "analysis/base/progress.h"
#include "analysis/graph/link-cost.h"

#define FAR G_MAXUINT32
/* A search that has looked at one in so many of all nodes is given up: a pass over all is quicker. */
#define GIVE_UP_PART 4
#define GIVE_UP_LEAST 100000

/* A node that must be hung anew. */
typedef struct
{
  MgNode node;
  guint32 cost;
  guint8 kind; /* of the root that its best path so far starts from */
} Loose;

typedef enum
{
  DONE,
  TOO_MUCH,
  CANCELLED,
} Outcome;

typedef struct
{
  const MgTreeBasis *basis;
  MgTreeView *view;  /* of loose nodes, until they are done, the distance is the index among them; FAR: taken out */
  GArray *loose;     /* of Loose */
  guint64 *moving;   /* bitmap: nodes taken out, and loose ones */
  MgNodeStack queue; /* nodes taken out, elements, loose nodes: what hangs on them is loose */
  MgNodeMap known;   /* of nodes that keep their path: a is its cost, b the kind of its root */
  MgNodeStack way;
  MgNodeStack waiting[MG_LINK_COST_MAX + 1]; /* indexes of loose nodes, by cost */
  guint64 work, most_work;
  MgProgress *progress;
  GError **error;
} Search;

static Loose *
loose_at (const Search *search, guint32 index)
{
  return &g_array_index (search->loose, Loose, index);
}

/* Before step I of N: whether the work may go on. */
static Outcome
check (const Search *search, guint64 i, guint64 n)
{
  if (search->work > search->most_work)
    return TOO_MUCH;
  return i % MG_PROGRESS_INTERVAL != 0 || mg_progress_step (search->progress, i, n, search->error) ? DONE : CANCELLED;
}

/* ---- What hangs on the nodes taken out ---- */

static void
take_out (Search *search, MgNode node)
{
  if (search->basis->base->parent[node] != MG_NODE_NONE && mg_bitmap_add (search->moving, node))
    mg_node_stack_push (&search->queue, node);
}

static gboolean
is_element_type (const MgGraph *graph, MgTypeId type)
{
  return (mg_type_table_get (graph->types, type)->flags & MG_TYPE_LIST_ELEMENT) != 0;
}

static void
queue_elements (Search *search)
{
  const MgGraph *graph = search->basis->graph;

  for (MgTypeId type = 0; type < graph->types->n_types; type++)
    {
      guint32 n = 0;
      const MgNode *nodes = is_element_type (graph, type) ? mg_instances_of (search->basis->instances, type, &n) : NULL;

      for (guint32 i = 0; i < n; i++)
        if (search->basis->base->parent[nodes[i]] != MG_NODE_NONE)
          mg_node_stack_push (&search->queue, nodes[i]);
    }
}

/* Appends to the queue what hangs on the nodes in there. */
static Outcome
queue_loose (Search *search)
{
  const MgTreeBasis *basis = search->basis;
  Outcome outcome = DONE;

  for (gsize i = 0; i < search->queue.n && (outcome = check (search, i, basis->graph->n_nodes)) == DONE; i++)
    {
      MgNode node = search->queue.items[i];
      guint32 n;
      const MgNode *targets = mg_graph_edges (basis->graph, node, &n);

      search->work += n + 1;
      for (guint32 k = 0; k < n; k++)
        if (basis->base->parent[targets[k]] == node && mg_bitmap_add (search->moving, targets[k]))
          mg_node_stack_push (&search->queue, targets[k]);
    }
  return outcome;
}

/* The first N_TAKEN of the queue get no place in the view; N_ELEMENTS after them keep theirs, unless they come again;
 * the rest is loose. */
static void
loosen (Search *search, gsize n_taken, gsize n_elements)
{
  for (gsize i = 0; i < n_taken; i++)
    mg_tree_view_set (search->view, search->queue.items[i], MG_NODE_NONE, FAR);
  for (gsize i = n_taken + n_elements; i < search->queue.n; i++)
    {
      const Loose loose = { search->queue.items[i], FAR, 0 };

      mg_tree_view_set (search->view, loose.node, MG_NODE_NONE, search->loose->len);
      g_array_append_val (search->loose, loose);
    }
  mg_node_stack_clear (&search->queue);
}

/* ---- Links from nodes that keep their path ---- */

static guint32
link_cost (const MgGraph *graph, MgNode node)
{
  if (mg_graph_is_object (graph, node) && is_element_type (graph, graph->type[node]))
    return MG_LINK_COST_RUNTIME_TABLE;
  return mg_link_cost_from (graph, node);
}

/* What the path costs that NODE keeps, and the kind of its root. */
static MgNodeMapEntry
look_up (Search *search, MgNode node)
{
  const MgGraph *graph = search->basis->graph;
  MgNodeMapEntry *entry;

  while ((entry = mg_node_map_find (&search->known, node)) == NULL && !mg_graph_is_root (graph, node))
    {
      mg_node_stack_push (&search->way, node);
      node = search->basis->base->parent[node];
    }
  if (entry == NULL)
    {
      entry = mg_node_map_add (&search->known, node);
      entry->a = 0;
      entry->b = mg_graph_root (graph, node)->kind;
    }
  search->work += search->way.n;
  while (search->way.n > 0)
    {
      guint32 cost = entry->a + link_cost (graph, entry->key), kind = entry->b;

      entry = mg_node_map_add (&search->known, mg_node_stack_pop (&search->way));
      entry->a = cost;
      entry->b = kind;
    }
  return *entry;
}

/* NODE, whose root is of KIND, can hold the loose node number INDEX at COST. Returns whether that is cheaper than
 * before; what is as cheap but better comes in as well (see tree.c). */
static gboolean
offer (Search *search, guint32 index, MgNode node, guint32 cost, guint kind)
{
  const MgTypeId *type = search->basis->graph->type;
  Loose *loose = loose_at (search, index);
  MgNodeMapEntry *place;
  gboolean better, cheaper = cost < loose->cost;

  if (cost > loose->cost)
    return FALSE;
  place = mg_node_map_find (&search->view->places, loose->node);
  if (cheaper)
    better = TRUE;
  else if (kind != loose->kind)
    better = kind < loose->kind;
  else if (type[node] != type[place->a])
    better = type[node] < type[place->a];
  else
    better = node < place->a;
  if (better)
    {
      loose->cost = cost;
      loose->kind = (guint8) kind;
      place->a = node;
    }
  return cheaper;
}

/* Whether NODE, which keeps its path, cannot come to hold the loose node number INDEX. All links cost 1 at least, and
 * no root is better than one of kind 0. */
static inline gboolean
cannot_win (const Search *search, guint32 index, MgNode node)
{
  const MgTypeId *type = search->basis->graph->type;
  const Loose *loose = loose_at (search, index);
  guint32 least = search->basis->base->distance[node]; /* the path's links but the one from the super root, and this */
  MgNode holder;

  if (least != loose->cost || loose->kind != 0)
    return least > loose->cost;
  holder = mg_node_map_find (&search->view->places, loose->node)->a;
  return type[node] != type[holder] ? type[node] > type[holder] : node >= holder;
}

/* Offers the loose node number INDEX to all that keep their path. */
static void
offer_from_outside (Search *search, guint32 index)
{
  const MgTreeBasis *basis = search->basis;
  guint32 n;
  const MgNode *sources = mg_reverse_sources (basis->reverse, loose_at (search, index)->node, &n);

  search->work += n;
  for (guint32 i = 0; i < n && search->work <= search->most_work; i++)
    {
      MgNodeMapEntry known;

      if (basis->base->parent[sources[i]] == MG_NODE_NONE || mg_tree_view_is_changed (search->view, sources[i])
          || cannot_win (search, index, sources[i]))
        continue;
      known = look_up (search, sources[i]);
      offer (search, index, sources[i], known.a + link_cost (basis->graph, sources[i]), known.b);
    }
}

static Outcome
offer_all (Search *search)
{
  guint32 n = search->loose->len;
  Outcome outcome = DONE;

  for (guint32 i = 0; i < n && (outcome = check (search, i, n)) == DONE; i++)
    offer_from_outside (search, i);
  return outcome == DONE ? check (search, 1, n) : outcome;
}

/* ---- From the nearest on ---- */

static gint
compare_costs (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Search *search = user_data;
  guint32 x = loose_at (search, *(const guint32 *) a)->cost, y = loose_at (search, *(const guint32 *) b)->cost;

  return x < y ? -1 : x > y;
}

/* Those that hang on nodes outside, the cheapest first. */
static GArray *
sort_offered (const Search *search)
{
  GArray *offered = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < search->loose->len; i++)
    if (loose_at (search, i)->cost != FAR)
      g_array_append_val (offered, i);
  g_array_sort_with_data (offered, compare_costs, (gpointer) search);
  return offered;
}

/* The loose node number INDEX has its place: others may hang on it. */
static void
settle (Search *search, guint32 index)
{
  const MgGraph *graph = search->basis->graph;
  Loose loose = *loose_at (search, index);
  MgNodeMapEntry *place = mg_node_map_find (&search->view->places, loose.node);
  guint32 n, cost = loose.cost + link_cost (graph, loose.node);
  const MgNode *targets = mg_graph_edges (graph, loose.node, &n);

  place->b = mg_tree_view_distance (search->view, place->a) + 1;
  for (guint32 i = 0; i < n; i++)
    {
      const MgNodeMapEntry *target;

      if (!mg_tree_view_is_changed (search->view, targets[i]))
        continue;
      target = mg_node_map_find (&search->view->places, targets[i]);
      /* Settled ones were cheaper, so that their distance is not taken for an index. */
      if (target->b < search->loose->len && loose_at (search, target->b)->node == targets[i]
          && offer (search, target->b, loose.node, cost, loose.kind))
        mg_node_stack_push (&search->waiting[cost % (MG_LINK_COST_MAX + 1)], target->b);
    }
}

/* The cost of the next loose nodes after LEVEL: of those that wait, or of OFFERED. FAR: there are none. */
static guint32
next_level (const Search *search, guint32 level, guint32 offered)
{
  for (guint32 ahead = 1; ahead <= MG_LINK_COST_MAX && level + ahead < offered; ahead++)
    if (search->waiting[(level + ahead) % (MG_LINK_COST_MAX + 1)].n > 0)
      return level + ahead;
  return offered;
}

static guint32
offered_cost (const Search *search, const GArray *offered, guint next)
{
  return next < offered->len ? loose_at (search, g_array_index (offered, guint32, next))->cost : FAR;
}

static Outcome
hang (Search *search)
{
  g_autoptr (GArray) offered = sort_offered (search);
  g_autofree guint32 *cost = g_new (guint32, offered->len + 1); /* when sorted */
  guint32 next = 0, n_settled = 0;

  for (guint32 i = 0; i < offered->len; i++)
    cost[i] = offered_cost (search, offered, i);
  cost[offered->len] = FAR;
  for (guint32 level = next_level (search, 0, cost[0]); level != FAR; level = next_level (search, level, cost[next]))
    {
      MgNodeStack *waiting = &search->waiting[level % (MG_LINK_COST_MAX + 1)];

      for (; cost[next] == level; next++)
        mg_node_stack_push (waiting, g_array_index (offered, guint32, next));
      for (gsize i = 0; i < waiting->n; i++)
        {
          guint32 index = waiting->items[i];

          if (check (search, n_settled++, search->loose->len) != DONE)
            return CANCELLED;
          /* Not one that was found cheaper, nor twice. */
          if (loose_at (search, index)->cost == level)
            settle (search, index);
        }
      waiting->n = 0;
    }
  return DONE;
}

static void
search_clear (Search *search)
{
  g_free (search->moving);
  g_array_unref (search->loose);
  mg_node_stack_clear (&search->queue);
  mg_node_stack_clear (&search->way);
  mg_node_map_clear (&search->known);
  for (guint i = 0; i < G_N_ELEMENTS (search->waiting); i++)
    mg_node_stack_clear (&search->waiting[i]);
}

/* Distances take the place of indexes of what nothing else holds. */
static void
leave_dead (Search *search)
{
  for (guint32 i = 0; i < search->loose->len; i++)
    if (loose_at (search, i)->cost == FAR)
      mg_tree_view_set (search->view, loose_at (search, i)->node, MG_NODE_NONE, FAR);
}

static Outcome
search_run (Search *search, guint32 kinds, const MgNode *without, gsize n)
{
  const MgGraph *graph = search->basis->graph;
  gsize n_taken, n_elements;
  Outcome outcome;

  for (MgNode root = 1; root <= graph->n_roots; root++)
    if ((kinds >> mg_graph_root (graph, root)->kind & 1) == 0)
      take_out (search, root);
  for (gsize i = 0; i < n; i++)
    take_out (search, without[i]);
  n_taken = search->queue.n;
  queue_elements (search);
  n_elements = search->queue.n - n_taken;
  outcome = queue_loose (search);
  if (outcome != DONE)
    return outcome;
  loosen (search, n_taken, n_elements);
  outcome = offer_all (search);
  if (outcome == DONE)
    outcome = hang (search);
  if (outcome == DONE)
    leave_dead (search);
  return outcome;
}

gboolean
mg_tree_without (const MgTreeBasis *basis,
                 guint32 kinds,
                 const MgNode *without,
                 gsize n,
                 MgTreeView *view,
                 MgProgress *progress,
                 GError **error)
{
  Outcome outcome = TOO_MUCH;

  *view = mg_tree_view_of (basis->base);
  if (basis->reverse)
    {
      Search search = { .basis = basis, .view = view, .progress = progress, .error = error };

      search.loose = g_array_new (FALSE, FALSE, sizeof (Loose));
      search.moving = mg_bitmap_new (basis->graph->n_nodes);
      search.most_work = basis->most_work;
      if (search.most_work == 0)
        search.most_work = MAX (basis->graph->n_nodes / GIVE_UP_PART, GIVE_UP_LEAST);
      outcome = search_run (&search, kinds, without, n);
      search_clear (&search);
    }
  if (outcome != DONE)
    mg_tree_view_clear (view);
  if (outcome != TOO_MUCH || basis->most_work > 0)
    return outcome != CANCELLED;
  view->tree = view->owned = mg_tree_new_without (basis->graph, kinds, without, n, progress, error);
  return view->owned != NULL;
}
