/* The layout: the helper and all that can be wrong with it, our own placement, and what both must hold to. */
#include <locale.h>
#include <math.h>
#include <string.h>
#include <glib/gstdio.h>

#include "tests/support/picture-fixture.h"
#include "tests/support/test.h"
#include "ui/layout/layout-protocol.h"
#include "ui/layout/layout.h"

typedef MgPlacement *(*Layout) (const MgPicture *picture, const MgLayoutRequest *request);

static MgPlacement *
lay_out_after (const MgPicture *picture, Layout layout, const MgPicture *old_picture, const MgPlacement *old)
{
  g_autofree MgExtent *nodes = g_new0 (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);
  MgLayoutRequest request = { nodes, labels, old_picture, old };

  mg_placement_estimate (picture, nodes, labels);
  return layout (picture, &request);
}

static MgPlacement *
lay_out (const MgPicture *picture, Layout layout)
{
  return lay_out_after (picture, layout, NULL, NULL);
}

static gboolean
overlap (const MgBox *a, const MgBox *b)
{
  return a->x < b->x + b->width - 0.01 && b->x < a->x + a->width - 0.01 && a->y < b->y + b->height - 0.01
         && b->y < a->y + a->height - 0.01;
}

static gboolean
inside (const MgPlacement *placement, double x, double y)
{
  return x >= -0.01 && y >= -0.01 && x <= placement->width + 0.01 && y <= placement->height + 0.01;
}

/* How far a point is from the border of a box. */
static double
from_border (const MgBox *box, MgPoint point)
{
  double x = fabs (point.x - (box->x + box->width / 2)) - box->width / 2;
  double y = fabs (point.y - (box->y + box->height / 2)) - box->height / 2;

  return x <= 0.0 && y <= 0.0 ? -MAX (x, y) : hypot (MAX (x, 0.0), MAX (y, 0.0));
}

static void
check_nodes (const MgPicture *picture, const MgPlacement *placement)
{
  const MgBox *subject = &placement->nodes[picture->n_nodes - 1];
  guint overlapping = 0, misplaced = 0;

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgBox *box = &placement->nodes[i];

      if (!inside (placement, box->x, box->y) || !inside (placement, box->x + box->width, box->y + box->height))
        misplaced++;
      if (picture->nodes[i].kind == MG_PICTURE_ROOT && i + 1 < picture->n_nodes && box->x > subject->x)
        misplaced++;
      for (guint k = i + 1; k < picture->n_nodes; k++)
        overlapping += overlap (box, &placement->nodes[k]);
    }
  MG_CHECK_UINT (overlapping, 0);
  MG_CHECK_UINT (misplaced, 0);
}

static void
check_edges (const MgPicture *picture, const MgPlacement *placement)
{
  guint unrouted = 0, loose = 0, covered = 0;

  for (guint e = 0; e < picture->n_edges; e++)
    {
      const MgRoute *route = &placement->edges[e];

      if (route->n < 4 || route->n % 3 != 1)
        {
          unrouted++;
          continue;
        }
      loose += from_border (&placement->nodes[picture->edges[e].from], route->points[0]) > 1.5;
      loose += from_border (&placement->nodes[picture->edges[e].to], route->tip) > 1.5;
      for (guint i = 0; i < picture->n_nodes && route->label.width > 0.0; i++)
        covered += overlap (&route->label, &placement->nodes[i]);
      loose += (route->label.width > 0.0) != (picture->edges[e].label[0] != '\0' || picture->edges[e].note[0] != '\0');
    }
  MG_CHECK_UINT (unrouted, 0);
  MG_CHECK_UINT (loose, 0);
  MG_CHECK_UINT (covered, 0);
}

static void
check_sound (const MgPicture *picture, const MgPlacement *placement)
{
  MG_CHECK_UINT (placement->n_nodes, picture->n_nodes);
  MG_CHECK_UINT (placement->n_edges, picture->n_edges);
  if (picture->n_nodes > 0)
    check_nodes (picture, placement);
  check_edges (picture, placement);
}

static gboolean
equal (const MgPlacement *a, const MgPlacement *b)
{
  g_autoptr (GString) x = g_string_new (NULL);
  g_autoptr (GString) y = g_string_new (NULL);

  mg_layout_answer_write (a, x);
  mg_layout_answer_write (b, y);
  return g_string_equal (x, y);
}

static void
check_layout (MgPicture *picture, Layout layout, MgLayoutMethod method)
{
  g_autoptr (MgPlacement) first = lay_out (picture, layout);
  g_autoptr (MgPlacement) second = lay_out (picture, layout);

  MG_CHECK_UINT (first->method, method);
  check_sound (picture, first);
  MG_CHECK (equal (first, second));
  mg_fixture_free (picture);
}

static void
test_graphviz_places_pictures (void)
{
  check_layout (mg_fixture_event_leak (), mg_layout_run, MG_LAYOUT_DOT);
  check_layout (mg_fixture_everything (), mg_layout_run, MG_LAYOUT_DOT);
  check_layout (mg_fixture_hard_names (), mg_layout_run, MG_LAYOUT_DOT);
  check_layout (mg_fixture_one_object (), mg_layout_run, MG_LAYOUT_DOT);
}

static void
test_own_layout_places_pictures (void)
{
  check_layout (mg_fixture_event_leak (), mg_layout_fallback, MG_LAYOUT_OWN);
  check_layout (mg_fixture_everything (), mg_layout_fallback, MG_LAYOUT_OWN);
  check_layout (mg_fixture_hard_names (), mg_layout_fallback, MG_LAYOUT_OWN);
  check_layout (mg_fixture_one_object (), mg_layout_fallback, MG_LAYOUT_OWN);
}

static const MgTest tests[] = {
  { "Graphviz places pictures", test_graphviz_places_pictures },
  { "our own layout places pictures", test_own_layout_places_pictures },
};

MG_TEST_MAIN ("layout", tests)
