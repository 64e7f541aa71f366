#include "ui/graph/outline-tree.h"

void
mg_outline_tree_free (MgOutlineTree *tree)
{
  if (tree == NULL)
    return;
  g_free (tree->lines);
  g_free (tree);
}

/* Edges by their start, the heaviest first; then as the picture has them. */
static int
compare_edges (gconstpointer a, gconstpointer b, gpointer picture)
{
  const MgPictureEdge *edges = ((const MgPicture *) picture)->edges;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (edges[x].from != edges[y].from)
    return edges[x].from < edges[y].from ? -1 : 1;
  if (edges[x].weight != edges[y].weight)
    return edges[x].weight > edges[y].weight ? -1 : 1;
  return x < y ? -1 : x > y;
}

static guint *
sort_edges (const MgPicture *picture)
{
  guint *order = g_new (guint, picture->n_edges + 1);

  for (guint e = 0; e < picture->n_edges; e++)
    order[e] = e;
  if (picture->n_edges > 0)
    g_qsort_with_data (order, (int) picture->n_edges, sizeof *order, compare_edges, (gpointer) picture);
  return order;
}

/* Where the edges of each node start in ORDER; n_nodes + 1 places. */
static guint *
find_starts (const MgPicture *picture)
{
  guint *first = g_new0 (guint, picture->n_nodes + 1);

  for (guint e = 0; e < picture->n_edges; e++)
    first[picture->edges[e].from + 1]++;
  for (guint i = 0; i < picture->n_nodes; i++)
    first[i + 1] += first[i];
  return first;
}

static void
add_line (MgOutlineTree *tree, guint node, guint edge)
{
  tree->lines[tree->n_lines++] = (MgOutlineLine){ .node = node, .edge = edge };
}

/* Nodes that nothing in the picture leads to; when there are none (a cycle), the first. */
static void
add_top (MgOutlineTree *tree, const MgPicture *picture)
{
  g_autofree gboolean *held = g_new0 (gboolean, picture->n_nodes + 1);

  for (guint e = 0; e < picture->n_edges; e++)
    if (picture->edges[e].from != picture->edges[e].to)
      held[picture->edges[e].to] = TRUE;
  for (guint i = 0; i < picture->n_nodes; i++)
    if (!held[i])
      add_line (tree, i, G_MAXUINT);
  if (tree->n_lines == 0 && picture->n_nodes > 0)
    add_line (tree, 0, G_MAXUINT);
  tree->n_top = tree->n_lines;
}

MgOutlineTree *
mg_outline_tree_new (const MgPicture *picture)
{
  MgOutlineTree *tree = g_new0 (MgOutlineTree, 1);
  g_autofree guint *order = sort_edges (picture);
  g_autofree guint *first = find_starts (picture);
  g_autofree gboolean *opened = g_new0 (gboolean, picture->n_nodes + 1);

  tree->lines = g_new0 (MgOutlineLine, picture->n_nodes + picture->n_edges + 1);
  add_top (tree, picture);
  /* Breadth first: lines[] is its own queue, and the lines below one line come to lie side by side. */
  for (guint k = 0; k < tree->n_lines; k++)
    {
      guint node = tree->lines[k].node;

      tree->lines[k].first = tree->n_lines;
      if (opened[node])
        {
          tree->lines[k].again = first[node + 1] > first[node];
          continue;
        }
      opened[node] = TRUE;
      tree->lines[k].n_below = first[node + 1] - first[node];
      for (guint e = first[node]; e < first[node + 1]; e++)
        add_line (tree, picture->edges[order[e]].to, order[e]);
    }
  return tree;
}
