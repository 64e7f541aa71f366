#include "ui/charts/treemap-layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/progress.h"
#include "analysis/stats/dominator-groups.h"

#define MIN_CELL_AREA 150.0 /* square pixels a cell of its own must have */
#define MIN_NEST_WIDTH 46.0 /* room inside which children are drawn */
#define MIN_NEST_HEIGHT 40.0
#define TALL_HEADER 36.0  /* two lines: name, size */
#define SHORT_HEADER 19.0 /* one line */
#define PADDING 4.0
#define GAP 2.0
#define MAX_CELLS 3000

/* What will become a cell, before it has a place. */
typedef struct
{
  MgTreemapKind kind;
  MgNode node;
  guint32 count;
  guint64 retained;
} Item;

typedef struct
{
  double x, y, width, height;
} Area;

typedef struct
{
  const MgGraph *graph;
  const MgDominators *dominators;
  GArray *cells;  /* MgTreemapCell; also the queue of cells still to be filled */
  guint32 *tally; /* per type and root kind: item number + 1, while one level is gathered */
  MgProgress *progress;
} Work;

static int
compare_items (const void *a, const void *b)
{
  const Item *first = a, *second = b;

  if (first->retained != second->retained)
    return first->retained > second->retained ? -1 : 1;
  return first->node < second->node ? -1 : first->node > second->node;
}

/* Puts the small children from FROM on into one item per type. */
static void
gather_groups (Work *work, GArray *items, const MgNode *children, guint32 from, guint32 n)
{
  guint first_group = items->len;

  for (guint32 c = from; c < n; c++)
    {
      guint32 key = mg_dominator_group_key (work->graph, children[c]);
      Item *item;

      if (work->tally[key] == 0)
        {
          Item fresh = { MG_TREEMAP_GROUP, children[c], 0, 0 };

          g_array_append_val (items, fresh);
          work->tally[key] = items->len;
        }
      item = &g_array_index (items, Item, work->tally[key] - 1);
      item->count++;
      item->retained += work->dominators->retained[children[c]];
    }
  for (guint i = first_group; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      work->tally[mg_dominator_group_key (work->graph, item->node)] = 0;
      if (item->count == 1)
        item->kind = MG_TREEMAP_NODE;
    }
}

/* Merges the items at the end that would be too small to see into one. ITEMS is sorted. */
static void
gather_rest (GArray *items, double area_per_byte)
{
  Item rest = { MG_TREEMAP_REST, MG_NODE_NONE, 0, 0 };
  guint n = items->len;

  while (n > 0 && (double) g_array_index (items, Item, n - 1).retained * area_per_byte < MIN_CELL_AREA / 3)
    {
      rest.count += g_array_index (items, Item, n - 1).count;
      rest.retained += g_array_index (items, Item, n - 1).retained;
      n--;
    }
  g_array_set_size (items, n);
  if (rest.retained > 0 && (n > 0 || rest.count > 0))
    g_array_append_val (items, rest);
}

/* The children of NODE as items, biggest first, for an area of AREA square pixels that stands for TOTAL bytes. */
static GArray *
gather_items (Work *work, MgNode node, double area, guint64 total)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (Item));
  double area_per_byte = total > 0 ? area / (double) total : 0;
  guint32 n, big = 0;
  const MgNode *children = mg_dominators_children (work->dominators, node, &n);

  while (big < n && (double) work->dominators->retained[children[big]] * area_per_byte >= MIN_CELL_AREA)
    {
      Item item = { MG_TREEMAP_NODE, children[big], 1, work->dominators->retained[children[big]] };

      g_array_append_val (items, item);
      big++;
    }
  gather_groups (work, items, children, big, n);
  if (items->len > 1)
    qsort (items->data, items->len, sizeof (Item), compare_items);
  gather_rest (items, area_per_byte);
  return items;
}

static double
worst_ratio (double sum, double largest, double smallest, double side)
{
  double s2 = sum * sum, w2 = side * side;

  return MAX (w2 * largest / s2, s2 / (w2 * smallest));
}

static void
add_cell (Work *work, const Item *item, Area area, guint parent, guint depth)
{
  MgTreemapCell cell = { .kind = item->kind,
                         .depth = depth,
                         .parent = parent,
                         .node = item->node,
                         .count = item->count,
                         .retained = item->retained };

  cell.x = area.x + GAP / 2;
  cell.y = area.y + GAP / 2;
  cell.width = MAX (0.5, area.width - GAP);
  cell.height = MAX (0.5, area.height - GAP);
  g_array_append_val (work->cells, cell);
}

/* Places items FROM … TO - 1 as one row along the shorter side of *AREA, and takes the row off *AREA. */
static void
place_row (Work *work,
           const Item *items,
           guint from,
           guint to,
           double scale,
           double sum,
           Area *area,
           guint parent,
           guint depth)
{
  gboolean vertical = area->width >= area->height;
  double side = vertical ? area->height : area->width;
  double thickness = side > 0 ? sum / side : 0, along = 0;

  for (guint i = from; i < to; i++)
    {
      double length = thickness > 0 ? (double) items[i].retained * scale / thickness : 0;
      Area place = vertical ? (Area){ area->x, area->y + along, thickness, length }
                            : (Area){ area->x + along, area->y, length, thickness };

      add_cell (work, &items[i], place, parent, depth);
      along += length;
    }
  if (vertical)
    {
      area->x += thickness;
      area->width = MAX (0, area->width - thickness);
    }
  else
    {
      area->y += thickness;
      area->height = MAX (0, area->height - thickness);
    }
}

/* Squarifies ITEMS into AREA: rows grow while their worst aspect ratio gets better. */
static void
squarify (Work *work, const Item *items, guint n, guint64 total, Area area, guint parent, guint depth)
{
  double scale = total > 0 ? area.width * area.height / (double) total : 0;
  guint from = 0;

  while (from < n && work->cells->len + (n - from) < MAX_CELLS)
    {
      double side = MIN (area.width, area.height), sum = 0, worst = HUGE_VAL;
      guint to = from;

      while (to < n)
        {
          double size = MAX (1e-9, (double) items[to].retained * scale);
          double ratio = worst_ratio (sum + size, MAX (1e-9, (double) items[from].retained * scale), size, side);

          if (ratio > worst && to > from)
            break;
          worst = ratio;
          sum += size;
          to++;
        }
      place_row (work, items, from, to, scale, sum, &area, parent, depth);
      from = to;
    }
}

/* The room for children inside CELL; sets the height of its header. FALSE when there is none. */
static gboolean
inner_area (MgTreemapCell *cell, double text_scale, Area *area)
{
  double header;

  if (cell->kind != MG_TREEMAP_NODE || cell->width < MIN_NEST_WIDTH || cell->height < MIN_NEST_HEIGHT)
    return FALSE;
  header = text_scale * (cell->height >= 110 && cell->width >= 110 ? TALL_HEADER : SHORT_HEADER);
  *area = (Area){ cell->x + PADDING, cell->y + header, cell->width - 2 * PADDING, cell->height - header - PADDING };
  if (area->width < 12 || area->height < 12)
    return FALSE;
  cell->header = header;
  return TRUE;
}

/* Draws the children of NODE into AREA, which stands for TOTAL bytes: what the node itself weighs stays blank. */
static void
fill_area (Work *work, MgNode node, guint64 total, Area area, guint parent, guint depth)
{
  g_autoptr (GArray) items = gather_items (work, node, area.width * area.height, total);
  guint before = work->cells->len;
  guint64 sum = 0;

  for (guint i = 0; i < items->len; i++)
    sum += g_array_index (items, Item, i).retained;
  if (sum == 0)
    return;
  /* The node's own bytes are left blank at the end of the longer side, so that areas stay comparable. */
  if (total > sum)
    {
      double share = (double) sum / (double) total;

      if (area.width >= area.height)
        area.width *= share;
      else
        area.height *= share;
    }
  squarify (work, (const Item *) (gpointer) items->data, items->len, sum, area, parent, depth);
  if (parent != G_MAXUINT)
    g_array_index (work->cells, MgTreemapCell, parent).n_children = work->cells->len - before;
}

MgTreemapLayout *
mg_treemap_layout_new (const MgGraph *graph,
                       const MgDominators *dominators,
                       MgNode root,
                       double width,
                       double height,
                       double text_scale,
                       MgProgress *progress,
                       GError **error)
{
  g_autoptr (MgTreemapLayout) layout = g_new0 (MgTreemapLayout, 1);
  g_autofree guint32 *tally = g_new0 (guint32, (gsize) graph->types->n_types + MG_N_ROOT_KINDS);
  Work work = { graph, dominators, g_array_new (FALSE, FALSE, sizeof (MgTreemapCell)), tally, progress };
  gboolean ok = TRUE;

  if (width > 0 && height > 0)
    fill_area (&work, root, dominators->retained[root], (Area){ 0, 0, width, height }, G_MAXUINT, 0);
  /* Breadth first: when the bound on cells is met, the deepest are the ones left out. */
  for (guint i = 0; i < work.cells->len && work.cells->len < MAX_CELLS && ok; i++)
    {
      MgTreemapCell *cell = &g_array_index (work.cells, MgTreemapCell, i);
      Area area;

      ok = mg_progress_step (progress, i, MAX_CELLS, error);
      if (ok && inner_area (cell, text_scale, &area))
        fill_area (&work, cell->node, cell->retained, area, i, cell->depth + 1);
    }
  layout->n = work.cells->len;
  layout->cells = (MgTreemapCell *) (gpointer) g_array_free (work.cells, FALSE);
  layout->width = width;
  layout->height = height;
  layout->text_scale = text_scale;
  layout->by_node = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < layout->n; i++)
    if (layout->cells[i].kind == MG_TREEMAP_NODE)
      g_hash_table_insert (layout->by_node, GUINT_TO_POINTER (layout->cells[i].node), GUINT_TO_POINTER (i + 1));
  return ok ? g_steal_pointer (&layout) : NULL;
}

void
mg_treemap_layout_free (MgTreemapLayout *layout)
{
  if (layout == NULL)
    return;
  g_free (layout->cells);
  g_clear_pointer (&layout->by_node, g_hash_table_unref);
  g_free (layout);
}

guint
mg_treemap_layout_find (const MgTreemapLayout *layout, double x, double y)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < layout->n; i++)
    {
      const MgTreemapCell *cell = &layout->cells[i];

      if (x >= cell->x && x < cell->x + cell->width && y >= cell->y && y < cell->y + cell->height)
        found = i;
    }
  return found;
}

guint
mg_treemap_layout_find_node (const MgTreemapLayout *layout, const MgNode *way, guint n)
{
  while (n-- > 0)
    {
      gpointer cell = g_hash_table_lookup (layout->by_node, GUINT_TO_POINTER (way[n]));

      if (cell)
        return GPOINTER_TO_UINT (cell) - 1;
    }
  return G_MAXUINT;
}

guint
mg_treemap_layout_step (const MgTreemapLayout *layout, guint from, int dx, int dy)
{
  const MgTreemapCell *start;
  double best = HUGE_VAL, cx, cy;
  guint found = from;

  if (from >= layout->n)
    return layout->n > 0 ? 0 : G_MAXUINT;
  start = &layout->cells[from];
  cx = start->x + start->width / 2;
  cy = start->y + start->height / 2;
  for (guint i = 0; i < layout->n; i++)
    {
      const MgTreemapCell *cell = &layout->cells[i];
      double x = cell->x + cell->width / 2 - cx, y = cell->y + cell->height / 2 - cy;
      double ahead = x * dx + y * dy, aside = fabs (x * dy) + fabs (y * dx);

      if (i == from || cell->depth != start->depth || ahead <= 0.5)
        continue;
      if (ahead + 2 * aside < best)
        {
          best = ahead + 2 * aside;
          found = i;
        }
    }
  return found;
}
