#include "tests/support/picture-fixture.h"

#include <string.h>

MgPicture *
mg_fixture_new (const char *question, const char *sentence, guint64 n_subjects)
{
  MgPicture *picture = g_new0 (MgPicture, 1);

  picture->subject = mg_subject_type (0);
  picture->n_subjects = picture->n_live = n_subjects;
  picture->question = g_strdup (question);
  picture->sentence = g_strdup (sentence);
  picture->explanation = g_strdup ("");
  picture->fingerprint = 0xa41f09c2;
  return picture;
}

void
mg_fixture_free (MgPicture *picture)
{
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      g_free (picture->nodes[i].over);
      g_free (picture->nodes[i].title);
      g_free (picture->nodes[i].under);
      g_free (picture->nodes[i].full);
    }
  for (guint i = 0; i < picture->n_edges; i++)
    {
      g_free (picture->edges[i].label);
      g_free (picture->edges[i].note);
      g_free (picture->edges[i].raw);
    }
  for (guint i = 0; i < picture->n_cuts; i++)
    g_free (picture->cuts[i].text);
  g_free (picture->nodes);
  g_free (picture->edges);
  g_free (picture->cuts);
  g_free (picture->question);
  g_free (picture->sentence);
  g_free (picture->explanation);
  g_free (picture);
}

static MgPictureNode *
add_node (MgPicture *picture, MgPictureNodeKind kind, guint rank)
{
  MgPictureNode *node;

  picture->nodes = g_renew (MgPictureNode, picture->nodes, picture->n_nodes + 1);
  node = &picture->nodes[picture->n_nodes++];
  memset (node, 0, sizeof *node);
  node->id = picture->n_nodes;
  node->kind = kind;
  node->type = MG_TYPE_NONE;
  node->example = MG_NODE_NONE;
  node->rank = rank;
  node->count = 1;
  return node;
}

static char *
count_text (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  GString *text = g_string_new (NULL);
  gsize n = strlen (digits);

  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

guint
mg_fixture_add_root (MgPicture *picture, MgRootKind kind, const char *title)
{
  MgPictureNode *node = add_node (picture, MG_PICTURE_ROOT, 0);

  node->root_kind = kind;
  node->over = g_strdup (mg_root_kind_word (kind));
  node->title = g_strdup (title);
  node->under = g_strdup ("");
  node->full = g_strdup_printf ("%s %s", node->over, title);
  return picture->n_nodes - 1;
}

static guint
add_objects (MgPicture *picture, MgPictureNodeKind kind, guint rank, const char *full, guint64 count, guint64 retained)
{
  MgPictureNode *node = add_node (picture, kind, rank);
  const char *dot = g_strrstr_len (full, (gssize) strcspn (full, "<"), ".");
  g_autofree char *number = count_text (count);

  node->count = node->weight = count;
  node->retained = retained;
  node->retained_known = retained > 0;
  node->own = !g_str_has_prefix (full, "System.") && !g_str_has_prefix (full, "Microsoft.");
  node->type = 0;
  node->over = dot != NULL ? g_strndup (full, (gsize) (dot - full)) : g_strdup ("");
  node->title = g_strdup (dot != NULL ? dot + 1 : full);
  node->full = g_strdup (full);
  node->under = retained > 0 ? g_strdup_printf (count == 1 ? "%s object · retains %.1f MB" : "× %s · retain %.1f MB",
                                                number, (double) retained / 1e6)
                             : g_strdup_printf (count == 1 ? "%s object" : "× %s", number);
  return picture->n_nodes - 1;
}

guint
mg_fixture_add_group (MgPicture *picture, guint rank, const char *full, guint64 count, guint64 retained)
{
  return add_objects (picture, MG_PICTURE_GROUP, rank, full, count, retained);
}

guint
mg_fixture_add_subject (MgPicture *picture, guint rank, const char *full, guint64 count, guint64 retained)
{
  picture->subject_retained = retained;
  picture->retained_known = retained > 0;
  return add_objects (picture, MG_PICTURE_SUBJECT, rank, full, count, retained);
}

guint
mg_fixture_add_stub (MgPicture *picture, guint rank, guint64 groups, guint64 subjects)
{
  MgPictureNode *node = add_node (picture, MG_PICTURE_STUB, rank);
  g_autofree char *number = count_text (subjects);

  node->count = node->weight = subjects;
  node->over = g_strdup ("");
  node->under = g_strdup_printf ("%s objects", number);
  node->title = g_strdup_printf ("+ %" G_GUINT64_FORMAT " more", groups);
  node->full = g_strdup_printf ("%" G_GUINT64_FORMAT " more branches, which hold %s of the objects", groups, number);
  return picture->n_nodes - 1;
}

guint
mg_fixture_add_trunk (MgPicture *picture, guint rank, guint64 links, const char *through)
{
  MgPictureNode *node = add_node (picture, MG_PICTURE_TRUNK, rank);

  node->over = g_strdup_printf ("%" G_GUINT64_FORMAT " links through", links);
  node->title = g_strdup (through);
  node->under = g_strdup ("");
  node->full = g_strdup_printf ("%s %s", node->over, through);
  return picture->n_nodes - 1;
}

MgPictureEdge *
mg_fixture_add_edge (MgPicture *picture, guint from, guint to, guint64 weight, const char *label, const char *note)
{
  MgPictureEdge *edge;

  picture->edges = g_renew (MgPictureEdge, picture->edges, picture->n_edges + 1);
  edge = &picture->edges[picture->n_edges++];
  memset (edge, 0, sizeof *edge);
  edge->from = from;
  edge->to = to;
  edge->weight = weight;
  edge->share = picture->n_subjects > 0 ? (double) weight / (double) picture->n_subjects : 0.0;
  edge->label = g_strdup (label);
  edge->note = g_strdup (note);
  edge->raw = g_strdup ("");
  return edge;
}

static void
add_cut (MgPicture *picture, MgPictureCutReason reason, const char *text)
{
  picture->cuts = g_renew (MgPictureCut, picture->cuts, picture->n_cuts + 1);
  picture->cuts[picture->n_cuts++] = (MgPictureCut){ .reason = reason, .text = g_strdup (text) };
}

MgPicture *
mg_fixture_event_leak (void)
{
  MgPicture *picture
      = mg_fixture_new ("Why is MyApp.NotificationContext alive?",
                        "All 10,000 NotificationContext are kept alive by one event, StatusChanged, of one "
                        "ConnectionMonitor, which the static field Program.Monitor holds.",
                        10000);
  guint root = mg_fixture_add_root (picture, MG_ROOT_STATIC, "Program.Monitor");
  guint monitor = mg_fixture_add_group (picture, 1, "MyApp.ConnectionMonitor", 1, 12100000);
  guint subject = mg_fixture_add_subject (picture, 2, "MyApp.NotificationContext", 10000, 11400000);
  MgPictureEdge *edge;

  picture->nodes[monitor].dominator = TRUE;
  mg_fixture_add_edge (picture, root, monitor, 10000, "", "")->dominator = TRUE;
  edge = mg_fixture_add_edge (picture, monitor, subject, 10000, "event StatusChanged", "10,000 handlers");
  edge->folded = edge->dominator = TRUE;
  edge->folded_count = 10000;
  return picture;
}

MgPicture *
mg_fixture_everything (void)
{
  static const char *const titles[MG_N_ROOT_KINDS] = {
    "OrderService.Cache", "Worker.t_buffer",        "GCHandle in SocketPool",  "pinned buffer",
    "overlapped buffer",  "RCW of Excel",           "sized reference",         "attached property",
    "IUnknown",           "ready for finalization", "order in Main, thread 7", "word on thread 9",
    "[other roots]",
  };
  MgPicture *picture
      = mg_fixture_new ("Why is Shop.Order alive?",
                        "All 48,210 Order are kept alive: 62 % by the list Orders of one OrderCache, 21 % by "
                        "local variables, the rest in 11 other ways.",
                        48210);
  guint root[MG_N_ROOT_KINDS], cache, scope, entry, list, subject;

  for (guint k = 0; k < MG_N_ROOT_KINDS; k++)
    root[k] = mg_fixture_add_root (picture, (MgRootKind) k, titles[k]);
  cache = mg_fixture_add_group (picture, 1, "Shop.Caching.OrderCache", 1, 41300000);
  scope = mg_fixture_add_trunk (picture, 1, 6, "Microsoft.Extensions.Hosting");
  list = mg_fixture_add_group (picture, 2, "System.Collections.Generic.Dictionary<System.Int64, Shop.Order>", 3,
                               30000000);
  entry = mg_fixture_add_group (picture, 2, "System.Threading.TimerQueueTimer", 4211, 0);
  picture->nodes[entry].run_longest = 4211;
  mg_fixture_add_stub (picture, 2, 11, 812);
  subject = mg_fixture_add_subject (picture, 3, "Shop.Order", 48210, 38200000);
  mg_fixture_add_edge (picture, root[MG_ROOT_STATIC], cache, 29890, "", "");
  mg_fixture_add_edge (picture, cache, list, 29890, "_orders", "");
  mg_fixture_add_edge (picture, list, subject, 29890, "[…]", "29,890 entries")->folded = TRUE;
  for (guint k = 1; k < MG_N_ROOT_KINDS; k++)
    mg_fixture_add_edge (picture, root[k],
                         k < 6                ? scope
                         : k == MG_ROOT_STACK ? subject
                                              : entry,
                         k == MG_ROOT_STACK ? 10124 : 1000, "", "");
  mg_fixture_add_edge (picture, scope, entry, 5000, "", "");
  mg_fixture_add_edge (picture, scope, subject - 1, 812, "", "");
  mg_fixture_add_edge (picture, entry, subject, 7384, "timer", "due in 30 s, every 60 s")->conditional = TRUE;
  mg_fixture_add_edge (picture, subject - 1, subject, 812, "", "");
  picture->explanation = (g_free (picture->explanation), g_strdup ("The list Orders is also held by the session."));
  add_cut (picture, MG_CUT_SMALL, "11 branches with less than 1 % of the objects each are not shown.");
  return picture;
}

MgPicture *
mg_fixture_hard_names (void)
{
  MgPicture *picture = mg_fixture_new ("Why is <\"A&B\"> ]]> alive?",
                                       "Because of #1; 'quotes' & \"more\" --> <b>tags</b>\nand lines.", 3);
  guint root = mg_fixture_add_root (picture, MG_ROOT_STATIC, "Кэш.Запись \"x\"");
  guint long_name = mg_fixture_add_group (picture, 1,
                                          "Company.Product.Infrastructure.Messaging.Pipelines.Behaviours."
                                          "TransactionalOutboxPublishingPipelineBehaviour<TRequest, TResponse>",
                                          1, 0);
  guint wide = mg_fixture_add_group (picture, 1, "订单服务.通知上下文管理器", 12, 1000);
  guint right = mg_fixture_add_group (picture, 2, "מערכת.הודעות", 2, 0);
  guint control = mg_fixture_add_group (picture, 2, "A\001B\\n{x}|`y`[]();#end 😀", 2, 0);
  guint subject = mg_fixture_add_subject (picture, 3, "A<B>&C\"D\"", 3, 100);

  mg_fixture_add_edge (picture, root, long_name, 2, "event <OnChanged>", "2 handlers & \"1\"");
  mg_fixture_add_edge (picture, root, wide, 1, "字典 [\"键\"]", "");
  mg_fixture_add_edge (picture, long_name, right, 1, "שדה", "");
  mg_fixture_add_edge (picture, long_name, control, 1, "a]b|c", "");
  mg_fixture_add_edge (picture, wide, control, 1, "", "");
  mg_fixture_add_edge (picture, right, subject, 1, "", "");
  mg_fixture_add_edge (picture, control, subject, 2, "", "");
  return picture;
}

MgPicture *
mg_fixture_one_object (void)
{
  MgPicture *picture
      = mg_fixture_new ("Why is MyApp.Session alive?",
                        "It is kept alive by 3 paths; the shortest leads from the static field App.Current.", 1);
  guint app = mg_fixture_add_root (picture, MG_ROOT_STATIC, "App.Current");
  guint handle = mg_fixture_add_root (picture, MG_ROOT_STRONG_HANDLE, "strong handle");
  guint local = mg_fixture_add_root (picture, MG_ROOT_STACK, "s in Main, thread 1");
  guint window = mg_fixture_add_group (picture, 1, "MyApp.MainWindow", 1, 0);
  guint server = mg_fixture_add_group (picture, 1, "System.Net.Sockets.Socket", 1, 0);
  guint users = mg_fixture_add_group (picture, 2, "MyApp.UserList", 1, 0);
  guint subject = mg_fixture_add_subject (picture, 3, "MyApp.Session", 1, 0);

  mg_fixture_add_edge (picture, app, window, 1, "_window", "");
  mg_fixture_add_edge (picture, handle, server, 1, "", "");
  mg_fixture_add_edge (picture, window, users, 1, "_users", "");
  mg_fixture_add_edge (picture, server, users, 1, "", "")->conditional = TRUE;
  mg_fixture_add_edge (picture, users, subject, 2, "[3]", "")->dominator = TRUE;
  mg_fixture_add_edge (picture, local, subject, 1, "", "");
  for (guint i = 0; i < picture->n_edges; i++)
    picture->edges[i].share = (double) picture->edges[i].weight / 3.0;
  return picture;
}

MgPicture *
mg_fixture_random (guint32 seed, guint n, guint m, guint back)
{
  GRand *random = g_rand_new_with_seed (seed);
  MgPicture *picture = mg_fixture_new ("Why?", "Because.", 1000);
  guint n_roots = MAX (1, n / 12), last = n - 1, n_ranks = 2 + n / 14;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("Shop.Part%u.Class%u", i % 7, i * 37 % 1000);

      if (i == last)
        mg_fixture_add_subject (picture, n_ranks, name, 1000, 1);
      else if (i < n_roots)
        mg_fixture_add_root (picture, (MgRootKind) (i % MG_N_ROOT_KINDS), name);
      else
        mg_fixture_add_group (picture, 1 + (i - n_roots) * (n_ranks - 1) / (n - n_roots), name, i, 0);
    }
  for (guint i = n_roots; i < n; i++)
    mg_fixture_add_edge (picture, (guint) g_rand_int_range (random, 0, (gint) MAX (1, i - 1)), i, 10,
                         i % 5 == 0 ? "field" : "", "");
  while (picture->n_edges < m && n > 2)
    {
      guint a = (guint) g_rand_int_range (random, 0, (gint) n), b = (guint) g_rand_int_range (random, 0, (gint) n);
      gboolean leads_back = (guint) g_rand_int_range (random, 0, 100) < back;

      if (!leads_back && (a == b || picture->nodes[a].rank == picture->nodes[b].rank))
        continue;
      mg_fixture_add_edge (picture, leads_back ? MAX (a, b) : MIN (a, b), leads_back ? MIN (a, b) : MAX (a, b), 10, "",
                           "");
    }
  g_rand_free (random);
  return picture;
}
