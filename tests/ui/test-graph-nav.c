/* The parts of the graph that are plain numbers: keys, camera, scenes, outline. No display. */

#include <math.h>

#include "tests/support/test.h"
#include "tests/ui/graph-fixture.h"
#include "ui/graph/graph-camera.h"
#include "ui/graph/graph-edge.h"
#include "ui/graph/graph-nav.h"
#include "ui/graph/graph-scene.h"
#include "ui/graph/outline-tree.h"

#define NEAR(a, b) MG_CHECK (fabs ((a) - (b)) < 1e-6)

static MgPlacement *
place (const MgPicture *picture)
{
  g_autofree MgExtent *nodes = g_new (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);

  for (guint i = 0; i < picture->n_nodes; i++)
    nodes[i] = (MgExtent){ 100, 40 };
  return mg_graph_fixture_placement (picture, nodes, labels);
}

/* ---- keys ---- */

static void
arrows_walk_along_edges (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  g_autoptr (MgPlacement) placement = place (picture);
  const MgBox *boxes = placement->nodes;

  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 3, MG_NAV_LEFT), 2);
  /* The static field carries more than the stub. */
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 2, MG_NAV_LEFT), 0);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 1, MG_NAV_RIGHT), 2);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 2, MG_NAV_RIGHT), 3);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 3, MG_NAV_RIGHT), MG_NAV_NONE);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 0, MG_NAV_LEFT), MG_NAV_NONE);
}

static void
up_and_down_stay_in_the_column (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  g_autoptr (MgPlacement) placement = place (picture);
  const MgBox *boxes = placement->nodes;

  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 0, MG_NAV_DOWN), 1);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 1, MG_NAV_DOWN), 2);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 2, MG_NAV_UP), 1);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 2, MG_NAV_DOWN), MG_NAV_NONE);
  /* Nothing else in the subject's column: the nearest below, wherever. */
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 5, MG_NAV_DOWN), 1);
}

static void
ends_and_order (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  g_autoptr (MgPlacement) placement = place (picture);
  const MgBox *boxes = placement->nodes;

  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 2, MG_NAV_FIRST), 0);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 0, MG_NAV_LAST), 3);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 1, MG_NAV_NEXT), 2);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 3, MG_NAV_NEXT), MG_NAV_NONE);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, 0, MG_NAV_PREVIOUS), MG_NAV_NONE);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, MG_NAV_NONE, MG_NAV_NEXT), 0);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, MG_NAV_NONE, MG_NAV_PREVIOUS), 3);
  MG_CHECK_UINT (mg_graph_nav_step (picture, boxes, MG_NAV_NONE, MG_NAV_LEFT), 3);
  MG_CHECK_UINT (mg_graph_nav_find (picture, 500), 2);
  MG_CHECK_UINT (mg_graph_nav_find (picture, 12345), MG_NAV_NONE);
}

/* Every node of a large picture is within reach of the arrow keys from the subject. */
static void
arrows_reach_everything (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_large (120);
  g_autoptr (MgPlacement) placement = place (picture);
  g_autofree gboolean *reached = g_new0 (gboolean, 120);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  guint start = 119;

  g_array_append_val (queue, start);
  reached[start] = TRUE;
  for (guint k = 0; k < queue->len; k++)
    for (MgNavMove move = MG_NAV_LEFT; move <= MG_NAV_DOWN; move++)
      {
        guint to = mg_graph_nav_step (picture, placement->nodes, g_array_index (queue, guint, k), move);

        if (to == MG_NAV_NONE || reached[to])
          continue;
        reached[to] = TRUE;
        g_array_append_val (queue, to);
      }
  MG_CHECK_UINT (queue->len, 120);
}

static void
path_through_a_node (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  gboolean nodes[6], edges[5];
  const gboolean of_queue[6] = { FALSE, FALSE, TRUE, TRUE, TRUE, TRUE };
  const gboolean edges_of_queue[5] = { FALSE, FALSE, TRUE, TRUE, TRUE };

  mg_graph_nav_mark_path (picture, 3, nodes, edges);
  for (guint i = 0; i < 6; i++)
    MG_CHECK (nodes[i] == of_queue[i]);
  for (guint e = 0; e < 5; e++)
    MG_CHECK (edges[e] == edges_of_queue[e]);
  mg_graph_nav_mark_path (picture, 5, nodes, edges);
  for (guint i = 0; i < 6; i++)
    MG_CHECK (nodes[i]);
}

/* ---- camera ---- */

static void
zoom_keeps_the_point (void)
{
  MgCamera camera = { 13, -7, 0.8 };
  MgPoint pointer = { 333, 127 }, before = mg_camera_to_world (&camera, pointer), after;

  for (double zoom = 0.1; zoom < 4; zoom *= 1.37)
    {
      mg_camera_zoom_at (&camera, pointer, zoom);
      after = mg_camera_to_world (&camera, pointer);
      NEAR (after.x, before.x);
      NEAR (after.y, before.y);
      NEAR (camera.zoom, zoom);
    }
  mg_camera_zoom_at (&camera, pointer, 1000);
  NEAR (camera.zoom, MG_CAMERA_MAX_ZOOM);
  mg_camera_zoom_at (&camera, pointer, 0);
  NEAR (camera.zoom, MG_CAMERA_MIN_ZOOM);
}

static void
fit_shows_all (void)
{
  const MgBox worlds[] = { { 0, 0, 300, 200 }, { -50, 20, 5000, 100 }, { 0, 0, 10, 4000 }, { 5, 5, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      MgCamera camera = mg_camera_fit (worlds[i], (MgExtent){ 800, 600 }, 1);
      MgPoint low = mg_camera_to_screen (&camera, (MgPoint){ worlds[i].x, worlds[i].y });
      MgPoint high
          = mg_camera_to_screen (&camera, (MgPoint){ worlds[i].x + worlds[i].width, worlds[i].y + worlds[i].height });

      MG_CHECK (low.x >= 0 && low.y >= 0 && high.x <= 800 && high.y <= 600);
      MG_CHECK (camera.zoom <= 1);
      /* In the middle, but for whole pixels. */
      MG_CHECK (fabs (low.x + high.x - 800) < 2 && fabs (low.y + high.y - 600) < 2);
    }
}

/* In a low view what lies at its lower edge hides nothing, if there is room for both. */
static void
fit_leaves_room_below (void)
{
  const MgBox world = { 0, 0, 700, 70 };
  MgCamera low = mg_camera_fit (world, (MgExtent){ 800, 150 }, 1);
  MgCamera high = mg_camera_fit (world, (MgExtent){ 800, 400 }, 1);
  MgCamera lower = mg_camera_fit (world, (MgExtent){ 800, 120 }, 1);

  MG_CHECK (low.y >= MG_CAMERA_HEAD && low.y + 70 <= 150 - MG_CAMERA_FOOT);
  NEAR (high.y, (400 - 70) / 2.0);
  NEAR (lower.y, (120 - 64) / 2.0);
}

static void
reveal_moves_no_more_than_needed (void)
{
  MgCamera camera = { 0, 0, 1 };
  MgExtent view = { 400, 300 };

  mg_camera_reveal (&camera, (MgBox){ 100, 100, 50, 50 }, view);
  NEAR (camera.x, 0);
  NEAR (camera.y, 0);
  mg_camera_reveal (&camera, (MgBox){ 500, 100, 50, 50 }, view);
  NEAR (camera.x, 400 - 20 - 550);
  NEAR (camera.y, 0);
  mg_camera_reveal (&camera, (MgBox){ 0, -100, 4000, 50 }, view);
  NEAR (camera.x, 20);
  NEAR (camera.y, 120);
}

static void
nobody_gets_lost (void)
{
  MgCamera camera = { -10000, 10000, 1 };
  MgBox world = { 0, 0, 300, 200 };
  MgPoint low, high;

  mg_camera_clamp (&camera, world, (MgExtent){ 400, 300 });
  low = mg_camera_to_screen (&camera, (MgPoint){ 0, 0 });
  high = mg_camera_to_screen (&camera, (MgPoint){ 300, 200 });
  MG_CHECK (high.x > 20 && low.x < 380 && high.y > 20 && low.y < 280);
}

/* ---- scenes ---- */

static void
scene_mirrors (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  g_autoptr (MgPlacement) placement = place (picture);
  g_autoptr (MgGraphScene) plain = mg_graph_scene_new (picture, placement, FALSE);
  g_autoptr (MgGraphScene) mirrored = mg_graph_scene_new (picture, placement, TRUE);

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      NEAR (mirrored->boxes[i].x + mirrored->boxes[i].width, placement->width - plain->boxes[i].x);
      NEAR (mirrored->boxes[i].y, plain->boxes[i].y);
    }
  for (guint e = 0; e < picture->n_edges; e++)
    NEAR (mirrored->routes[e].tip.x, placement->width - plain->routes[e].tip.x);
  /* Right becomes left: the keys follow what is seen. */
  MG_CHECK_UINT (mg_graph_nav_step (picture, mirrored->boxes, 3, MG_NAV_RIGHT), 2);
}

static void
unrouted_edges_are_straight (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  g_autoptr (MgPlacement) placement = place (picture);
  g_autoptr (MgGraphScene) scene = NULL;
  const MgBox *to;

  g_clear_pointer (&placement->edges[0].points, g_free);
  placement->edges[0].n = 0;
  scene = mg_graph_scene_new (picture, placement, FALSE);
  to = &scene->boxes[picture->edges[0].to];
  MG_CHECK_UINT (scene->routes[0].n, 4);
  NEAR (scene->routes[0].tip.x, to->x);
  NEAR (scene->routes[0].tip.y, to->y + to->height / 2);
}

static void
shift_of_the_anchor (void)
{
  g_autoptr (MgPicture) before = mg_graph_fixture_event (), after = mg_graph_fixture_event_opened ();
  g_autoptr (MgPicture) other = mg_graph_fixture_large (9);
  g_autoptr (MgPlacement) a = place (before), b = place (after), c = place (other);
  g_autoptr (MgGraphScene) from = mg_graph_scene_new (before, a, FALSE);
  g_autoptr (MgGraphScene) to = mg_graph_scene_new (after, b, FALSE);
  g_autoptr (MgGraphScene) far = mg_graph_scene_new (other, c, FALSE);
  MgPoint shift;

  MG_CHECK (mg_graph_scene_shift (before, from, after, to, 500, &shift));
  NEAR (shift.x, to->boxes[4].x - from->boxes[2].x);
  NEAR (shift.y, to->boxes[4].y - from->boxes[2].y);
  /* Three in common (root, monitor, subject), none of them the anchor: the median. */
  MG_CHECK (mg_graph_scene_shift (before, from, after, to, 4711, &shift));
  NEAR (shift.x, to->boxes[4].x - from->boxes[2].x);
  other->nodes[8].id = 901;
  MG_CHECK (!mg_graph_scene_shift (before, from, other, far, 500, &shift));
}

static void
scene_between (void)
{
  g_autoptr (MgPicture) before = mg_graph_fixture_event (), after = mg_graph_fixture_event_opened ();
  g_autoptr (MgPlacement) a = place (before), b = place (after);
  g_autoptr (MgGraphScene) from = mg_graph_scene_new (before, a, FALSE);
  g_autoptr (MgGraphScene) to = mg_graph_scene_new (after, b, FALSE);
  MgPoint shift = { 30, -10 };
  g_autoptr (MgGraphScene) start = mg_graph_scene_between (before, from, shift, after, to, 0);
  g_autoptr (MgGraphScene) middle = mg_graph_scene_between (before, from, shift, after, to, 0.5);
  g_autoptr (MgGraphScene) end = mg_graph_scene_between (before, from, shift, after, to, 1);

  /* Monitor: 2 before, 4 after. */
  NEAR (start->boxes[4].x, from->boxes[2].x + 30);
  NEAR (start->boxes[4].y, from->boxes[2].y - 10);
  NEAR (end->boxes[4].x, to->boxes[4].x);
  NEAR (middle->boxes[4].x, (from->boxes[2].x + 30 + to->boxes[4].x) / 2);
  /* The new roots fade in where they belong. */
  NEAR (start->node_opacity[1], 0);
  NEAR (middle->node_opacity[1], 0.5);
  NEAR (start->boxes[1].x, to->boxes[1].x);
  NEAR (start->node_opacity[4], 1);
  /* Monitor → subject is edge 2 before and 4 after. */
  NEAR (start->routes[4].tip.x, from->routes[2].tip.x + 30);
  NEAR (end->routes[4].tip.x, to->routes[4].tip.x);
  NEAR (start->edge_opacity[4], 1);
  NEAR (start->edge_opacity[1], 0);
}

static void
scene_covers (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  g_autoptr (MgPlacement) placement = place (picture);
  g_autoptr (MgGraphScene) scene = mg_graph_scene_new (picture, placement, FALSE);
  const MgBox *subject = &scene->boxes[3];
  MgPoint on_line = scene->routes[2].points[0];

  MG_CHECK (mg_graph_scene_covers (scene, &(MgBox){ subject->x + 90, subject->y + 30, 500, 500 }));
  MG_CHECK (!mg_graph_scene_covers (scene, &(MgBox){ subject->x + 101, subject->y, 500, 500 }));
  MG_CHECK (mg_graph_scene_covers (scene, &(MgBox){ on_line.x, on_line.y - 3, 6, 6 }));
}

static void
edges_are_hit (void)
{
  MgPoint points[4] = { { 0, 0 }, { 30, 0 }, { 60, 0 }, { 90, 0 } };
  MgRoute route = { points, 4, { 100, 0 }, { 40, -30, 20, 20 } };

  NEAR (mg_graph_edge_distance (&route, (MgPoint){ 50, 6 }), 6);
  NEAR (mg_graph_edge_distance (&route, (MgPoint){ 103, 4 }), 5);
  NEAR (mg_graph_edge_distance (&route, (MgPoint){ 45, -20 }), 0); /* in the label */
  route.n = 0;
  MG_CHECK (mg_graph_edge_distance (&route, (MgPoint){ 0, 0 }) > 1e300);
}

/* ---- outline ---- */

static void
outline_has_one_line_an_edge (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event_opened ();
  g_autoptr (MgOutlineTree) tree = mg_outline_tree_new (picture);
  guint of_subject = 0, again = 0;

  /* Three roots and five edges. */
  MG_CHECK_UINT (tree->n_top, 3);
  MG_CHECK_UINT (tree->n_lines, 3 + 5);
  for (guint i = 0; i < tree->n_lines; i++)
    {
      const MgOutlineLine *line = &tree->lines[i];

      of_subject += line->node == 5;
      again += line->again;
      for (guint k = 0; k < line->n_below; k++)
        {
          const MgOutlineLine *below = &tree->lines[line->first + k];

          MG_CHECK_UINT (picture->edges[below->edge].from, line->node);
          MG_CHECK_UINT (picture->edges[below->edge].to, below->node);
        }
    }
  /* The monitor is opened out once; twice more it refers to that. */
  MG_CHECK_UINT (of_subject, 1);
  MG_CHECK_UINT (again, 2);
}

static void
outline_ends_in_cycles (void)
{
  g_autoptr (MgPicture) picture = mg_graph_fixture_event ();
  g_autoptr (MgOutlineTree) tree = NULL, closed = NULL;

  /* subject → monitor, too: a cycle below the root. */
  picture->edges[1].from = 3;
  tree = mg_outline_tree_new (picture);
  MG_CHECK_UINT (tree->n_top, 2);
  MG_CHECK_UINT (tree->n_lines, 2 + 3);
  /* Nothing but a cycle: it starts somewhere all the same. */
  picture->edges[0].from = 2;
  picture->edges[0].to = 3;
  picture->n_nodes = 4;
  closed = mg_outline_tree_new (picture);
  MG_CHECK (closed->n_lines <= 4 + 3);
  MG_CHECK (closed->n_top > 0);
}

static const MgTest tests[] = {
  { "arrows walk along edges", arrows_walk_along_edges },
  { "up and down stay in the column", up_and_down_stay_in_the_column },
  { "ends and order", ends_and_order },
  { "arrows reach everything", arrows_reach_everything },
  { "path through a node", path_through_a_node },
  { "zoom keeps the point", zoom_keeps_the_point },
  { "fit shows all", fit_shows_all },
  { "fit leaves room below", fit_leaves_room_below },
  { "reveal moves no more than needed", reveal_moves_no_more_than_needed },
  { "nobody gets lost", nobody_gets_lost },
  { "scene mirrors", scene_mirrors },
  { "unrouted edges are straight", unrouted_edges_are_straight },
  { "shift of the anchor", shift_of_the_anchor },
  { "scene between", scene_between },
  { "scene covers", scene_covers },
  { "edges are hit", edges_are_hit },
  { "outline has one line an edge", outline_has_one_line_an_edge },
  { "outline ends in cycles", outline_ends_in_cycles },
};

MG_TEST_MAIN ("graph-nav", tests)
