/* mangrove-layout: lays out one small graph with Graphviz, from standard input to standard output (layout-protocol.h),
 * and ends. The only file that knows Graphviz. It runs in a process of its own because a layout cannot be cancelled,
 * changes the locale of its process, is not safe in threads, and may crash.
 *
 * Sizes are given, text is not drawn: no plugin but the one for dot is needed, and it is linked in. */
#include <glib.h>
#include <gvc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ui/layout/layout-protocol.h"

extern gvplugin_library_t gvplugin_dot_layout_LTX_library;

/* Up to this many nodes and edges the best of all placements costs next to nothing. */
#define SMALL 160
/* Between nodes one above the other. Beside labels Graphviz shrinks the distance of nodes to 5 points, so part of it is
 * asked for as part of the nodes. */
#define NODE_PAD 10.0
#define NODE_SEPARATION 18.0
/* Graphviz draws a head ten points long at arrowsize 1. */
#define HEAD_POINTS 10.0

static char *
number (double value, char *text)
{
  return g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.4f", value);
}

static void
set (void *object, const char *name, const char *value)
{
  agsafeset (object, (char *) name, (char *) value, (char *) "");
}

static void
set_number (void *object, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  set (object, name, number (value, text));
}

static void
set_graph_attributes (Agraph_t *graph, const MgLayoutJob *job)
{
  set (graph, "rankdir", "LR");
  set_number (graph, "nodesep", NODE_SEPARATION / 72.0);
  set (graph, "ranksep", "1.1");
  set (graph, "splines", job->quick ? "line" : "true");
  if (job->quick || job->n_nodes + job->n_edges > SMALL)
    {
      set (graph, "nslimit", job->quick ? "0.1" : "1");
      set (graph, "nslimit1", job->quick ? "0.1" : "1");
      set (graph, "mclimit", job->quick ? "0.1" : "0.5");
    }
  if (job->ordered && !job->quick)
    set (graph, "ordering", "out");
}

static Agnode_t **
add_nodes (Agraph_t *graph, const MgLayoutJob *job)
{
  Agnode_t **nodes = g_new0 (Agnode_t *, job->n_nodes);
  Agraph_t *first = agsubg (graph, (char *) "first", 1), *last = agsubg (graph, (char *) "last", 1);

  set (first, "rank", "source");
  set (last, "rank", "sink");
  for (guint i = 0; i < job->n_nodes; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "n%u", i);
      nodes[i] = agnode (graph, name, 1);
      set (nodes[i], "shape", "box");
      set (nodes[i], "fixedsize", "true");
      set (nodes[i], "label", "");
      set_number (nodes[i], "width", job->nodes[i].extent.width / 72.0);
      set_number (nodes[i], "height", (job->nodes[i].extent.height + NODE_PAD) / 72.0);
      if (job->nodes[i].rank == MG_LAYOUT_RANK_FIRST)
        agsubnode (first, nodes[i], 1);
      if (job->nodes[i].rank == MG_LAYOUT_RANK_LAST)
        agsubnode (last, nodes[i], 1);
    }
  return nodes;
}

/* An empty table of exactly that size: without a text plugin Graphviz would guess the size of text. */
static void
set_label (Agraph_t *graph, Agedge_t *edge, const MgExtent *label)
{
  g_autofree char *table = g_strdup_printf (
      "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"0\" fixedsize=\"true\" width=\"%d\" "
      "height=\"%d\"><tr><td></td></tr></table>",
      (int) ceil (label->width), (int) ceil (label->height));
  char *html = agstrdup_html (graph, table);

  agxset (edge, agattr (graph, AGEDGE, (char *) "label", NULL), html);
  agstrfree (graph, html);
}

static Agedge_t **
add_edges (Agraph_t *graph, const MgLayoutJob *job, Agnode_t **nodes)
{
  Agedge_t **edges = g_new0 (Agedge_t *, job->n_edges);

  agattr (graph, AGEDGE, (char *) "label", (char *) "");
  for (guint i = 0; i < job->n_edges; i++)
    {
      const MgLayoutEdge *edge = &job->edges[i];
      char text[16];

      edges[i] = agedge (graph, nodes[edge->from], nodes[edge->to], NULL, 1);
      g_snprintf (text, sizeof text, "%u", MAX (edge->weight, 1));
      set (edges[i], "weight", text);
      set_number (edges[i], "arrowsize", edge->arrow / HEAD_POINTS);
      if (edge->ports && edge->from != edge->to)
        {
          set (edges[i], "tailport", "e");
          set (edges[i], "headport", "w");
        }
      if (edge->label.width > 0.0)
        set_label (graph, edges[i], &edge->label);
    }
  return edges;
}

/* The Bézier pieces of an edge. Graphviz gives one piece here: several only appear with features that are not used. */
static void
read_route (Agedge_t *edge, double height, const MgExtent *label, MgRoute *route)
{
  const splines *all = ED_spl (edge);
  const textlabel_t *text = ED_label (edge);

  if (all != NULL && all->size > 0)
    {
      const bezier *piece = &all->list[0];

      route->n = (guint) piece->size;
      route->points = g_new (MgPoint, route->n);
      for (guint k = 0; k < route->n; k++)
        route->points[k] = (MgPoint){ piece->list[k].x, height - piece->list[k].y };
      route->tip = piece->eflag ? (MgPoint){ piece->ep.x, height - piece->ep.y } : route->points[route->n - 1];
    }
  if (label->width > 0.0 && text != NULL && text->set)
    route->label = (MgBox){ text->pos.x - label->width / 2, height - text->pos.y - label->height / 2, label->width,
                            label->height };
}

/* By how much the height Y is too low or too high for NODE. Ends that are not at a port were cut off at the padded box.
 */
static double
beyond (const MgBox *node, double y)
{
  return y - CLAMP (y, node->y, node->y + node->height);
}

/* Leads the ends of ROUTE to the borders of its nodes. */
static void
close_gaps (const MgBox *from, const MgBox *to, MgRoute *route)
{
  double dy;

  if (route->n == 0)
    return;
  route->points[0].y -= beyond (from, route->points[0].y);
  dy = beyond (to, route->tip.y);
  route->tip.y -= dy;
  route->points[route->n - 1].y -= dy;
}

static MgPlacement *
read_placement (Agraph_t *graph, const MgLayoutJob *job, Agnode_t **nodes, Agedge_t **edges)
{
  MgPlacement *placement = mg_placement_new (job->n_nodes, job->n_edges);

  placement->width = GD_bb (graph).UR.x;
  placement->height = GD_bb (graph).UR.y;
  for (guint i = 0; i < job->n_nodes; i++)
    {
      const MgExtent *extent = &job->nodes[i].extent;

      placement->nodes[i]
          = (MgBox){ ND_coord (nodes[i]).x - extent->width / 2,
                     placement->height - ND_coord (nodes[i]).y - extent->height / 2, extent->width, extent->height };
    }
  for (guint i = 0; i < job->n_edges; i++)
    {
      read_route (edges[i], placement->height, &job->edges[i].label, &placement->edges[i]);
      close_gaps (&placement->nodes[job->edges[i].from], &placement->nodes[job->edges[i].to], &placement->edges[i]);
    }
  return placement;
}

static MgPlacement *
lay_out (const MgLayoutJob *job)
{
  lt_symlist_t builtins[] = { { "gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library }, { NULL, NULL } };
  GVC_t *context = gvContextPlugins (builtins, 0);
  Agraph_t *graph = agopen ((char *) "picture", Agdirected, NULL);
  g_autofree Agnode_t **nodes = NULL;
  g_autofree Agedge_t **edges = NULL;
  MgPlacement *placement = NULL;

  agseterr (AGMAX);
  set_graph_attributes (graph, job);
  nodes = add_nodes (graph, job);
  edges = add_edges (graph, job, nodes);
  if (gvLayout (context, graph, "dot") == 0)
    {
      placement = read_placement (graph, job, nodes, edges);
      gvFreeLayout (context, graph);
    }
  agclose (graph);
  gvFreeContext (context);
  return placement;
}

/* Whoever started us kills us after seconds. Should that one be gone, we must not run on for hours or eat the memory.
 */
static void
bound_resources (void)
{
  struct rlimit cpu = { 20, 20 }, core = { 0, 0 };

  setrlimit (RLIMIT_CPU, &cpu);
  setrlimit (RLIMIT_CORE, &core);
}

static gboolean
read_input (GString *text)
{
  char buffer[65536];
  gssize n;

  while ((n = read (STDIN_FILENO, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (text, buffer, n);
      if (text->len > MG_LAYOUT_MAX_BYTES)
        return FALSE;
    }
  return n == 0;
}

int
main (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (MgLayoutJob) job = NULL;
  g_autoptr (MgPlacement) placement = NULL;

  bound_resources ();
  if (!read_input (text) || (job = mg_layout_job_read (text->str, text->len)) == NULL)
    return 2;
  placement = lay_out (job);
  if (placement == NULL)
    return 1;
  g_string_truncate (text, 0);
  mg_layout_answer_write (placement, text);
  return fwrite (text->str, 1, text->len, stdout) == text->len && fflush (stdout) == 0 ? 0 : 1;
}
