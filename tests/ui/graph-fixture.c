#include "tests/ui/graph-fixture.h"

#include <math.h>

/* ---- building blocks ---- */

static MgPicture *
picture_alloc (guint n_nodes, guint n_edges, const char *question, const char *sentence)
{
  /* As mg_picture_new() does, so that mg_picture_unref() frees it. */
  MgPicture *picture = g_atomic_rc_box_new0 (MgPicture);

  picture->n_nodes = n_nodes;
  picture->n_edges = n_edges;
  picture->nodes = g_new0 (MgPictureNode, n_nodes);
  picture->edges = g_new0 (MgPictureEdge, n_edges);

  picture->subject = mg_subject_type (1);
  picture->n_subjects = picture->n_live = 10000;
  picture->question = g_strdup (question);
  picture->sentence = g_strdup (sentence);
  picture->explanation = g_strdup ("");
  return picture;
}

static MgPictureNode *
node (MgPicture *picture,
      guint i,
      guint64 id,
      MgPictureNodeKind kind,
      guint rank,
      const char *over,
      const char *title,
      const char *under)
{
  MgPictureNode *node = &picture->nodes[i];

  node->id = id;
  node->kind = kind;
  node->rank = rank;
  node->type = MG_TYPE_NONE;
  node->example = MG_NODE_NONE;
  node->count = 1;
  node->weight = 10000;
  node->over = g_strdup (over);
  node->title = g_strdup (title);
  node->under = g_strdup (under);
  if (kind == MG_PICTURE_STUB || *over == '\0' || kind == MG_PICTURE_TRUNK)
    node->full = g_strdup (title);
  else
    node->full
        = kind == MG_PICTURE_ROOT ? g_strdup_printf ("%s %s", over, title) : g_strdup_printf ("%s.%s", over, title);
  return node;
}

static MgPictureNode *
root (MgPicture *picture, guint i, guint64 id, MgRootKind kind, const char *title, const char *under)
{
  MgPictureNode *result = node (picture, i, id, MG_PICTURE_ROOT, 0, mg_root_kind_word (kind), title, under);

  result->root_kind = kind;
  return result;
}

static MgPictureNode *
group (
    MgPicture *picture, guint i, guint64 id, guint rank, const char *name_space, const char *title, const char *under)
{
  MgPictureNode *result = node (picture, i, id, MG_PICTURE_GROUP, rank, name_space, title, under);

  result->own = TRUE;
  return result;
}

static MgPictureEdge *
edge (MgPicture *picture, guint e, guint from, guint to, double share, const char *label, const char *note)
{
  MgPictureEdge *edge = &picture->edges[e];

  edge->from = from;
  edge->to = to;
  edge->share = share;
  edge->weight = (guint64) (share * 10000);
  edge->label = g_strdup (label);
  edge->note = g_strdup (note);
  edge->raw = g_strdup ("");
  return edge;
}

static void
subject (MgPicture *picture, guint i, guint rank)
{
  MgPictureNode *last
      = node (picture, i, 900, MG_PICTURE_SUBJECT, rank, "MyApp", "NotificationContext", "× 10,000 · retain 11.4 MB");

  last->type = 1;
  last->count = 10000;
  last->retained = 11400000;
  last->retained_known = last->own = TRUE;
}

static void
monitor (MgPicture *picture, guint i, guint rank)
{
  MgPictureNode *result
      = group (picture, i, 500, rank, "MyApp", "ConnectionMonitor", "1 object · retains 12.1 MB (88 %)");

  result->dominator = result->retained_known = TRUE;
  result->retained = 12100000;
  result->type = 0;
}

static void
event_edge (MgPicture *picture, guint e, guint from, guint to)
{
  MgPictureEdge *event = edge (picture, e, from, to, 1, "event StatusChanged", "10,000 handlers");

  event->folded = event->dominator = TRUE;
  event->folded_count = 10000;
  g_free (event->raw);
  event->raw = g_strdup ("EventHandler<Boolean> → Object[] → EventHandler<Boolean>");
}

#define QUESTION "Why is MyApp.NotificationContext alive?"
#define SENTENCE                                                                                                       \
  "All 10,000 NotificationContext are kept alive by one event, StatusChanged, of one ConnectionMonitor, which the "    \
  "static field Program.Monitor holds."

/* ---- the pictures ---- */

MgPicture *
mg_graph_fixture_event (void)
{
  MgPicture *picture = picture_alloc (4, 3, QUESTION, SENTENCE);

  root (picture, 0, 100, MG_ROOT_STATIC, "Program.Monitor", "MyApp")->dominator = TRUE;
  node (picture, 1, 700, MG_PICTURE_STUB, 0, "", "+ 2 more referrers", "");
  monitor (picture, 2, 1);
  subject (picture, 3, 2);
  edge (picture, 0, 0, 2, 0.9, "", "")->dominator = TRUE;
  edge (picture, 1, 1, 2, 0.1, "", "");
  event_edge (picture, 2, 2, 3);
  return picture;
}

MgPicture *
mg_graph_fixture_event_opened (void)
{
  MgPicture *picture = picture_alloc (6, 5, QUESTION, SENTENCE);

  root (picture, 0, 100, MG_ROOT_STATIC, "Program.Monitor", "MyApp");
  root (picture, 1, 101, MG_ROOT_STACK, "thread 7 in Main", "");
  root (picture, 2, 102, MG_ROOT_STRONG_HANDLE, "0x7ef7c9001000", "");
  group (picture, 3, 501, 1, "System.Threading", "TimerQueue", "1 object · retains 13 MB")->own = FALSE;
  monitor (picture, 4, 2);
  subject (picture, 5, 3);
  edge (picture, 0, 0, 4, 0.9, "", "")->dominator = TRUE;
  edge (picture, 1, 1, 4, 0.05, "", "");
  edge (picture, 2, 2, 3, 0.05, "", "");
  edge (picture, 3, 3, 4, 0.05, "timer", "")->conditional = TRUE;
  event_edge (picture, 4, 4, 5);
  return picture;
}

static void
gallery_middle (MgPicture *picture, guint first)
{
  MgPictureNode *result;

  group (picture, first, 200, 1, "MyApp.Caching", "SessionCache", "1 object · retains 8.2 MB");
  result
      = group (picture, first + 1, 201, 1, "System.Collections.Generic",
               "Dictionary<String, List<MyApp.Messaging.PendingNotificationEnvelope<Byte[]>>>", "× 12 · retain 1.1 MB");
  result->own = FALSE;
  result = node (picture, first + 2, 202, MG_PICTURE_TRUNK, 1, "", "6 links through Microsoft.Extensions.Hosting",
                 "opens on click");
  result = group (picture, first + 3, 203, 1, "System.Threading", "TimerQueueTimer × 4,211",
                  "longest chain 4,211 · retain 301 KB");
  result->own = FALSE;
  result->run_longest = 4211;
  node (picture, first + 4, 204, MG_PICTURE_STUB, 1, "", "+ 12 more", "312 objects");
}

MgPicture *
mg_graph_fixture_gallery (void)
{
  guint n = MG_N_ROOT_KINDS + 6, first = MG_N_ROOT_KINDS;
  MgPicture *picture = picture_alloc (n, MG_N_ROOT_KINDS + 5, QUESTION, SENTENCE);

  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    {
      g_autofree char *title = g_strdup_printf ("Cell number %u", k);

      root (picture, k, 1 + k, k, title, "");
      edge (picture, k, k, first + k % 5, (k + 1) / 14.0, k % 3 == 0 ? "_cache" : "", k % 6 == 0 ? "12 items" : "")
          ->conditional
          = k == MG_ROOT_DEPENDENT_HANDLE;
    }
  gallery_middle (picture, first);
  for (guint i = 0; i < 5; i++)
    edge (picture, MG_N_ROOT_KINDS + i, first + i, n - 1, (i + 1) / 6.0, i % 2 ? "[…]" : "", "");
  subject (picture, n - 1, 2);
  return picture;
}

MgPicture *
mg_graph_fixture_large (guint n)
{
  guint layers = MAX (3, (guint) sqrt (n) / 2), per_layer = (n - 1) / layers + 1, n_edges = (n - 1) + n / 2, e = 0;
  MgPicture *picture = picture_alloc (n, n_edges, QUESTION, SENTENCE);

  for (guint i = 0; i + 1 < n; i++)
    {
      guint rank = i / per_layer;
      g_autofree char *title = g_strdup_printf ("Worker%u", i);

      if (rank == 0)
        root (picture, i, 1 + i, (MgRootKind) (i % MG_N_ROOT_KINDS), title, "");
      else
        group (picture, i, 1 + i, rank, "MyApp.Jobs", title, "× 12 · retain 1.1 MB")->own = i % 3 != 0;
    }
  subject (picture, n - 1, (n - 2) / per_layer + 1);
  for (guint i = 0; i + 1 < n; i++)
    {
      guint next = i + per_layer - i % 3;

      edge (picture, e++, i, next < n - 1 && picture->nodes[next].rank > picture->nodes[i].rank ? next : n - 1,
            (i % 10) / 10.0, i % 4 ? "" : "_items", "");
    }
  for (guint k = 0; e < n_edges; k++)
    {
      guint from = (k * 7) % (n - 1), to = MIN (n - 1, from + per_layer + 1 + k % 5);

      edge (picture, e++, from, to, 0.05, "", "");
    }
  return picture;
}

MgPicture *
mg_graph_fixture_unheld (void)
{
  MgPicture *picture
      = picture_alloc (1, 0, QUESTION, "Nothing holds the 10,000 NotificationContext: the next collection frees them.");

  subject (picture, 0, 0);
  picture->n_live = 0;
  return picture;
}

/* ---- placing ---- */

static double
place_column (const MgPicture *picture, const MgExtent *nodes, MgPlacement *placement, guint rank, double x)
{
  double y = 0, width = 0;

  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].rank == rank)
      {
        placement->nodes[i] = (MgBox){ x, y, nodes[i].width, nodes[i].height };
        y += nodes[i].height + 24;
        width = MAX (width, nodes[i].width);
      }
  placement->height = MAX (placement->height, y - 24);
  return width;
}

MgPlacement *
mg_graph_fixture_placement (const MgPicture *picture, const MgExtent *nodes, const MgExtent *labels)
{
  MgPlacement *placement = mg_placement_new (picture->n_nodes, picture->n_edges);
  double x = 0, gap = 60;

  for (guint e = 0; e < picture->n_edges; e++)
    gap = MAX (gap, labels[e].width + 40);
  for (guint rank = 0; rank <= picture->nodes[picture->n_nodes - 1].rank; rank++)
    x += place_column (picture, nodes, placement, rank, x) + gap;
  placement->width = x - gap;
  for (guint e = 0; e < picture->n_edges; e++)
    {
      const MgBox *a = &placement->nodes[picture->edges[e].from], *b = &placement->nodes[picture->edges[e].to];
      MgPoint from = { a->x + a->width, a->y + a->height / 2 }, to = { b->x - 10, b->y + b->height / 2 };
      MgRoute *route = &placement->edges[e];

      route->points = g_new (MgPoint, 4);
      route->n = 4;
      route->points[0] = from;
      route->points[1] = (MgPoint){ from.x + gap / 3, from.y };
      route->points[2] = (MgPoint){ to.x - gap / 3, to.y };
      route->points[3] = to;
      route->tip = (MgPoint){ b->x, to.y };
      if (labels[e].width > 0)
        route->label = (MgBox){ (from.x + to.x - labels[e].width) / 2, (from.y + to.y - labels[e].height) / 2,
                                labels[e].width, labels[e].height };
    }
  return placement;
}
