/* The side panel: what it says about the answer, a node, a reference; lists that grow. */

#include "tests/support/graph-recipe.h"
#include "tests/support/ui.h"
#include "ui/graph/neighbours.h"
#include "ui/graph/node-panel.h"

/* An event with 30 handlers; the monitor is held by a static field and by thirty watchers besides. */
#define RECIPE                                                                                                         \
  "root static Monitor -> M; M -> D -> L -> H{1..30} -> T{1..30};"                                                     \
  "root strong_handle -> P -> W{1..30} -> M;"                                                                          \
  "M: app.dll!MyApp.ConnectionMonitor 24; T*30: app.dll!MyApp.NotificationContext 32;"                                 \
  "W*30: app.dll!MyApp.Watcher 24; P: System.Object[] 264;"                                                            \
  "D: System.EventHandler 64; L: System.Object[] 264; H*30: System.EventHandler 64"

typedef struct
{
  GtkWidget *window;
  MgNodePanel *panel;
  MgSession *session;
  MgSnapshot *snapshot;
  MgPicture *picture;
  MgGraphRecipe *recipe;
} Fixture;

static void
open_panel (Fixture *f, const char *type)
{
  g_autoptr (GError) error = NULL;
  MgTypeId id;

  f->snapshot = mg_graph_recipe_snapshot (RECIPE, &f->recipe);
  MG_CHECK (mg_snapshot_ensure (f->snapshot, MG_NEED_ALL, NULL, &error));
  id = mg_type_table_find (mg_snapshot_types (f->snapshot), type);
  f->picture = mg_picture_new (f->snapshot, mg_subject_type (id), NULL, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  f->session = mg_session_new (f->snapshot);
  f->panel = MG_NODE_PANEL (mg_node_panel_new ());
  mg_node_panel_set_session (f->panel, f->session);
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 320, 800);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->panel));
  mg_test_present (GTK_WINDOW (f->window));
}

static void
close_panel (Fixture *f)
{
  MgNodePanel *panel = f->panel;

  g_object_add_weak_pointer (G_OBJECT (panel), (gpointer *) &panel);
  gtk_window_destroy (GTK_WINDOW (f->window));
  MG_WAIT_UNTIL (panel == NULL, 5);
  g_object_unref (f->session);
  mg_picture_unref (f->picture);
  mg_snapshot_unref (f->snapshot);
}

static gboolean
says (Fixture *f, const char *text)
{
  return mg_test_find (GTK_WIDGET (f->panel), GTK_TYPE_LABEL, text) != NULL;
}

#define SAYS(text)                                                                                                     \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (!says (&f, text))                                                                                              \
      mg_test_fail (__FILE__, __LINE__, "the panel does not say \"%s\"", text);                                        \
  }                                                                                                                    \
  G_STMT_END

static guint
count_links (GtkWidget *widget, const char *action)
{
  guint n = 0;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    n++;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_links (child, action);
  return n;
}

static guint
find_node (Fixture *f, const char *title)
{
  for (guint i = 0; i < f->picture->n_nodes; i++)
    if (g_str_equal (f->picture->nodes[i].title, title))
      return i;
  mg_test_fail (__FILE__, __LINE__, "no node %s", title);
  return 0;
}

static void
the_answer_as_a_whole (void)
{
  Fixture f;

  open_panel (&f, "MyApp.NotificationContext");
  mg_node_panel_show (f.panel, f.picture, G_MAXUINT, G_MAXUINT);
  SAYS ("NotificationContext");
  SAYS ("Looking for what must let go…");
  SAYS ("30");
  SAYS ("Retained");
  mg_node_panel_set_cut_text (f.panel, "Remove the reference.");
  SAYS ("What must let go");
  SAYS ("Remove the reference.");
  MG_CHECK (!says (&f, "Looking for what must let go…"));
  close_panel (&f);
}

static void
a_root (void)
{
  Fixture f;

  open_panel (&f, "MyApp.NotificationContext");
  mg_node_panel_show (f.panel, f.picture, find_node (&f, "Monitor"), G_MAXUINT);
  SAYS ("Monitor");
  SAYS ("static field");
  SAYS ("How to let go");
  SAYS ("Holds, in the picture");
  SAYS ("ConnectionMonitor");
  close_panel (&f);
}

static void
one_object (void)
{
  Fixture f;
  g_autofree char *address = NULL;
  MgNode monitor;

  open_panel (&f, "MyApp.NotificationContext");
  monitor = mg_graph_recipe_node (f.recipe, "M");
  address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", mg_graph_address (mg_snapshot_graph (f.snapshot), monitor));
  mg_node_panel_show (f.panel, f.picture, find_node (&f, "ConnectionMonitor"), G_MAXUINT);
  SAYS ("MyApp.ConnectionMonitor");
  SAYS ("Address");
  SAYS (address);
  SAYS ("24 bytes");
  SAYS ("app.dll");
  SAYS ("Referrers");
  SAYS ("References");
  MG_CHECK_UINT (count_links (GTK_WIDGET (f.panel), "retention.visit-type"), 1);
  close_panel (&f);
}

static void
lists_grow (void)
{
  Fixture f;
  guint before;

  open_panel (&f, "MyApp.NotificationContext");
  mg_node_panel_show (f.panel, f.picture, find_node (&f, "ConnectionMonitor"), G_MAXUINT);
  before = count_links (GTK_WIDGET (f.panel), "retention.visit-object");
  /* 31 referrers, the root among them: seven watchers and "+ 23 more". */
  SAYS ("+ 23 more");
  gtk_widget_activate_action (GTK_WIDGET (f.panel), "panel.more", "s", "referrers");
  MG_CHECK_UINT (count_links (GTK_WIDGET (f.panel), "retention.visit-object"), before + 23);
  MG_CHECK_UINT (count_links (GTK_WIDGET (f.panel), "panel.more"), 0);
  close_panel (&f);
}

static void
a_folded_reference (void)
{
  Fixture f;
  guint edge = 0;

  open_panel (&f, "MyApp.NotificationContext");
  while (edge < f.picture->n_edges && !f.picture->edges[edge].folded)
    edge++;
  MG_CHECK (edge < f.picture->n_edges);
  mg_node_panel_show (f.panel, f.picture, G_MAXUINT, edge);
  SAYS ("Folded chain");
  SAYS ("From");
  SAYS ("ConnectionMonitor");
  SAYS ("To");
  SAYS ("NotificationContext");
  close_panel (&f);
}

static void
neighbours_are_bounded_and_ordered (void)
{
  MgGraphRecipe *recipe;
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (
      "root static S -> T; A -> T; A -> T; B -> T; root stack -> A, B; A: System.Object; B: MyApp.Own; T: MyApp.Target",
      &recipe);
  g_autoptr (MgNeighbours) none = NULL, all = NULL, two = NULL, out = NULL;
  MgNode target = mg_graph_recipe_node (recipe, "T");

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
  none = mg_neighbours_referrers (snapshot, target, 10);
  MG_CHECK (none == NULL); /* the reverse graph is not there yet */
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  all = mg_neighbours_referrers (snapshot, target, 10);
  MG_CHECK_UINT (all->n, 3);
  MG_CHECK (mg_graph_is_root (mg_snapshot_graph (snapshot), all->items[0].node));
  MG_CHECK_UINT (all->items[1].node, mg_graph_recipe_node (recipe, "B")); /* the program's own first */
  MG_CHECK_UINT (all->items[2].node, mg_graph_recipe_node (recipe, "A"));
  MG_CHECK_UINT (all->items[2].n_references, 2);
  MG_CHECK_UINT (all->more, 0);
  two = mg_neighbours_referrers (snapshot, target, 2);
  MG_CHECK_UINT (two->n, 2);
  MG_CHECK_UINT (two->more, 1);
  out = mg_neighbours_references (snapshot, mg_graph_recipe_node (recipe, "A"), 10);
  MG_CHECK_UINT (out->n, 1);
  MG_CHECK_UINT (out->items[0].n_references, 2);
}

static const MgTest tests[] = {
  { "the answer as a whole", the_answer_as_a_whole },
  { "a root", a_root },
  { "one object", one_object },
  { "lists grow", lists_grow },
  { "a folded reference", a_folded_reference },
  { "neighbours are bounded and ordered", neighbours_are_bounded_and_ordered },
};

int
main (int argc, char **argv)
{
  mg_test_ui_init ();
  return mg_test_run ("node-panel", tests, G_N_ELEMENTS (tests), argc, argv);
}
