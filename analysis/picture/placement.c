#include "analysis/picture/placement.h"

#include "analysis/picture/text-width.h"

/* Room inside a node's border, points. */
#define PAD_X 15.0
#define PAD_Y 9.0
/* The slanted or notched sides of a root's shape, and the icon before its word. */
#define ROOT_SIDE 12.0
#define ROOT_ICON 18.0
#define SUBJECT_RING 4.0
#define TRUNK_STACK 8.0
#define MIN_WIDTH 96.0
#define LABEL_PAD 4.0
#define MAX_WIDENING 1.5

MgPlacement *
mg_placement_new (guint n_nodes, guint n_edges)
{
  MgPlacement *placement = g_new0 (MgPlacement, 1);

  placement->n_nodes = n_nodes;
  placement->n_edges = n_edges;
  placement->nodes = g_new0 (MgBox, n_nodes);
  placement->edges = g_new0 (MgRoute, n_edges);
  return placement;
}

void
mg_placement_free (MgPlacement *placement)
{
  if (placement == NULL)
    return;
  for (guint i = 0; i < placement->n_edges; i++)
    g_free (placement->edges[i].points);
  g_free (placement->nodes);
  g_free (placement->edges);
  g_free (placement);
}

/* Widens EXTENT for one line of text; an empty line takes no room. */
static void
add_line (MgExtent *extent, const char *text, MgTextStyle style, double beside)
{
  const MgTextMetrics *m = mg_text_metrics (style);
  double width;

  if (*text == '\0')
    return;
  width = MIN (mg_placement_text_width (text, m->size, m->bold), m->limit) + beside;
  extent->width = MAX (extent->width, width);
  extent->height += m->height;
}

static MgExtent
estimate_node (const MgPictureNode *node)
{
  MgExtent extent = { 0.0, 0.0 };
  double side = PAD_X, ring = 0.0;

  if (node->kind == MG_PICTURE_STUB)
    {
      add_line (&extent, node->title, MG_TEXT_STUB, 0.0);
      add_line (&extent, node->under, MG_TEXT_NOTE, 0.0);
    }
  else
    {
      double icon = node->kind == MG_PICTURE_ROOT ? ROOT_ICON : 0.0;

      /* The icon stands before the first line that there is. */
      add_line (&extent, node->over, MG_TEXT_OVER, icon);
      add_line (&extent, node->title, MG_TEXT_TITLE, *node->over == '\0' ? icon : 0.0);
      add_line (&extent, node->under, MG_TEXT_UNDER, 0.0);
    }
  if (node->kind == MG_PICTURE_ROOT)
    side += ROOT_SIDE;
  if (node->kind == MG_PICTURE_SUBJECT)
    ring = 2 * SUBJECT_RING;
  if (node->kind == MG_PICTURE_TRUNK)
    ring = TRUNK_STACK;
  extent.width = MAX (extent.width + 2 * side, MIN_WIDTH) + ring;
  extent.height += 2 * (node->kind == MG_PICTURE_STUB ? PAD_Y / 1.5 : PAD_Y) + ring;
  /* Whole points: sums stay exact, and lines are sharp in pixels. */
  extent.width = 2 * (int) (extent.width / 2 + 0.999);
  extent.height = 2 * (int) (extent.height / 2 + 0.999);
  return extent;
}

/* Columns are calmer when their boxes are equally wide; a box much narrower than the widest stays as it is. */
static void
even_widths (const MgPicture *picture, MgExtent *nodes)
{
  g_autofree MgExtent *own = g_memdup2 (nodes, picture->n_nodes * sizeof *nodes);

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgPictureNode *node = &picture->nodes[i];
      double widest = own[i].width;

      if (node->kind != MG_PICTURE_ROOT && node->kind != MG_PICTURE_GROUP)
        continue;
      for (guint k = 0; k < picture->n_nodes; k++)
        if (picture->nodes[k].kind == node->kind && picture->nodes[k].rank == node->rank
            && own[k].width <= own[i].width * MAX_WIDENING)
          widest = MAX (widest, own[k].width);
      nodes[i].width = widest;
    }
}

void
mg_placement_estimate (const MgPicture *picture, MgExtent *nodes, MgExtent *labels)
{
  for (guint i = 0; i < picture->n_nodes; i++)
    nodes[i] = estimate_node (&picture->nodes[i]);
  even_widths (picture, nodes);
  for (guint i = 0; i < picture->n_edges; i++)
    {
      MgExtent extent = { 0.0, 0.0 };

      add_line (&extent, picture->edges[i].label, MG_TEXT_LABEL, 0.0);
      add_line (&extent, picture->edges[i].note, MG_TEXT_NOTE, 0.0);
      if (extent.width > 0.0)
        {
          extent.width = (int) (extent.width + 2 * LABEL_PAD + 0.999);
          extent.height += mg_placement_edge_width (picture, i) / 2 + LABEL_PAD;
          extent.height = (int) (extent.height + 0.999);
        }
      labels[i] = extent;
    }
}

double
mg_placement_edge_width (const MgPicture *picture, guint edge)
{
  double share = CLAMP (picture->edges[edge].share, 0.0, 1.0);

  return picture->n_subjects > 1 ? 1.8 + 4.2 * share : 1.8;
}

double
mg_placement_arrow_length (const MgPicture *picture, guint edge)
{
  return 8.0 + 1.4 * mg_placement_edge_width (picture, edge);
}
