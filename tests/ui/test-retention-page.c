/* The retention page with a real session: from question to picture, and every command. */

#include "tests/support/graph-recipe.h"
#include "tests/support/ui.h"
#include "ui/graph/graph-view.h"
#include "ui/pages/page.h"
#include "ui/pages/retention-page.h"

/* An event with 50 handlers; the monitor hangs on a static field and on a local variable. Z is dead. */
#define RECIPE                                                                                                         \
  "root static Monitor -> M; root stack -> M; M -> D -> L -> H{1..50} -> T{1..50}; T1 -> B; Z -> Y;"                   \
  "M: MyApp.ConnectionMonitor 24; T*50: MyApp.NotificationContext 32; B: System.Byte[] 1048;"                          \
  "D: System.EventHandler 64; L: System.Object[] 424; H*50: System.EventHandler 64; Z: MyApp.Dead; Y: MyApp.Dead"

#define CONTEXT "MyApp.NotificationContext"

typedef struct
{
  GtkWidget *window;
  MgRetentionPage *page;
  MgGraphView *graph;
  MgSession *session;
  MgSnapshot *snapshot;
  MgGraphRecipe *recipe;
} Fixture;

static void
open_recipe (Fixture *f, const char *recipe, guint needs)
{
  f->snapshot = mg_graph_recipe_snapshot (recipe, &f->recipe);
  MG_CHECK (mg_snapshot_ensure (f->snapshot, needs, NULL, NULL));
  f->session = mg_session_new (f->snapshot);
  f->page = MG_RETENTION_PAGE (mg_retention_page_new (f->session));
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->page));
  mg_test_present (GTK_WINDOW (f->window));
  f->graph = MG_GRAPH_VIEW (mg_test_find (GTK_WIDGET (f->page), MG_TYPE_GRAPH_VIEW, NULL));
}

static void
open_page (Fixture *f, guint needs)
{
  open_recipe (f, RECIPE, needs);
}

static void
close_page (Fixture *f)
{
  MgRetentionPage *page = f->page;
  MgSession *session = f->session;

  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (session);
  MG_WAIT_UNTIL (page == NULL && session == NULL, 10);
  mg_snapshot_unref (f->snapshot);
}

static MgSubject
type_subject (Fixture *f, const char *name)
{
  return mg_subject_type (mg_type_table_find (mg_snapshot_types (f->snapshot), name));
}

/* The picture of the session's subject is on screen. */
static gboolean
is_shown (Fixture *f)
{
  MgPicture *picture = mg_graph_view_picture (f->graph);

  return picture && picture == mg_retention_page_picture (f->page)
         && mg_subject_equal (picture->subject, mg_session_subject (f->session));
}

static void
ask (Fixture *f, MgSubject subject)
{
  mg_session_visit (f->session, subject, "retention");
  MG_WAIT_UNTIL (is_shown (f), 20);
}

/* Waits for another picture than BEFORE. */
static void
wait_for_new (Fixture *f, MgPicture *before)
{
  MG_WAIT_UNTIL (mg_graph_view_picture (f->graph) != before && is_shown (f), 20);
}

static void
act (Fixture *f, const char *action)
{
  MG_CHECK (gtk_widget_activate_action_variant (GTK_WIDGET (f->page), action, NULL));
}

static gboolean
says (Fixture *f, const char *text)
{
  return mg_test_find (GTK_WIDGET (f->page), GTK_TYPE_LABEL, text) != NULL;
}

static guint
find_node (Fixture *f, const char *title)
{
  MgPicture *picture = mg_graph_view_picture (f->graph);

  for (guint i = 0; i < picture->n_nodes; i++)
    if (g_str_equal (picture->nodes[i].title, title))
      return i;
  mg_test_fail (__FILE__, __LINE__, "no node %s", title);
  return 0;
}

static void
first_nothing_then_an_answer (void)
{
  Fixture f;
  MgPicture *picture;
  const MgPlacement *placement;

  open_page (&f, MG_NEED_ALL);
  MG_CHECK_STRING (mg_retention_page_state (f.page), "empty");
  MG_CHECK (mg_page_picture (MG_PAGE (f.page), &placement) == NULL);
  ask (&f, type_subject (&f, CONTEXT));
  MG_CHECK_STRING (mg_retention_page_state (f.page), "graph");
  picture = mg_page_picture (MG_PAGE (f.page), &placement);
  MG_CHECK (picture == mg_retention_page_picture (f.page));
  MG_CHECK (placement && placement->n_nodes == picture->n_nodes);
  MG_CHECK (says (&f, picture->question));
  MG_CHECK (says (&f, picture->sentence));
  MG_CHECK_CONTAINS (picture->sentence, "50");
  /* Every node of the picture is a widget with its name, under the graph. */
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      GtkWidget *node = mg_graph_view_node (f.graph, i);
      g_autofree char *wrong = gtk_test_accessible_check_property (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                                   picture->nodes[i].full);

      MG_CHECK_STRING (wrong, NULL);
    }
  /* The subject has the focus: the keys work at once. */
  MG_CHECK_UINT (mg_graph_view_focused_node (f.graph), picture->n_nodes - 1);
  close_page (&f);
}

static void
enter_asks_on_and_back_returns (void)
{
  Fixture f;
  MgSubject first, second;

  open_page (&f, MG_NEED_ALL);
  first = type_subject (&f, CONTEXT);
  ask (&f, first);
  mg_graph_view_focus_node (f.graph, find_node (&f, "ConnectionMonitor"));
  mg_test_key (GTK_WIDGET (f.graph), GDK_KEY_Return, 0);
  second = mg_session_subject (f.session);
  MG_CHECK (mg_subject_equal (second, mg_subject_object (mg_graph_recipe_node (f.recipe, "M"))));
  MG_WAIT_UNTIL (is_shown (&f), 20);
  act (&f, "retention.back");
  MG_CHECK (mg_subject_equal (mg_session_subject (f.session), first));
  MG_WAIT_UNTIL (is_shown (&f), 20);
  /* On the subject itself Enter asks nothing new. */
  mg_graph_view_focus_node (f.graph, mg_graph_view_picture (f.graph)->n_nodes - 1);
  mg_test_key (GTK_WIDGET (f.graph), GDK_KEY_Return, 0);
  MG_CHECK (mg_subject_equal (mg_session_subject (f.session), first));
  close_page (&f);
}

static void
all_or_one (void)
{
  Fixture f;
  MgSubject type;

  open_page (&f, MG_NEED_ALL);
  type = type_subject (&f, CONTEXT);
  ask (&f, type);
  gtk_widget_activate_action (GTK_WIDGET (f.page), "retention.scope", "s", "one");
  MG_CHECK (mg_session_subject (f.session).kind == MG_SUBJECT_OBJECT);
  MG_WAIT_UNTIL (is_shown (&f), 20);
  MG_CHECK (says (&f, "All 50"));
  gtk_widget_activate_action (GTK_WIDGET (f.page), "retention.scope", "s", "all");
  MG_CHECK (mg_subject_equal (mg_session_subject (f.session), type));
  MG_WAIT_UNTIL (is_shown (&f), 20);
  close_page (&f);
}

static void
raw_links (void)
{
  Fixture f;
  MgPicture *folded;
  guint n_folded;

  open_page (&f, MG_NEED_ALL);
  ask (&f, type_subject (&f, CONTEXT));
  folded = mg_picture_ref (mg_graph_view_picture (f.graph));
  n_folded = folded->n_nodes;
  act (&f, "retention.raw");
  wait_for_new (&f, folded);
  MG_CHECK (mg_graph_view_picture (f.graph)->n_nodes > n_folded);
  mg_picture_unref (folded);
  close_page (&f);
}

static gboolean
unheld (gpointer page)
{
  return g_str_equal (mg_retention_page_state (page), "unheld");
}

static void
kinds_of_roots (void)
{
  Fixture f;

  open_page (&f, MG_NEED_ALL);
  ask (&f, mg_subject_object (mg_graph_recipe_node (f.recipe, "M")));
  MG_CHECK_UINT (mg_graph_view_picture (f.graph)->n_nodes, 3); /* static, local, monitor */
  act (&f, "retention.kind-stack");
  MG_WAIT_UNTIL (mg_graph_view_picture (f.graph)->n_nodes == 2, 20);
  act (&f, "retention.kind-static");
  MG_CHECK (mg_test_wait (unheld, f.page, 20));
  act (&f, "retention.all-kinds");
  MG_WAIT_UNTIL (is_shown (&f), 20);
  MG_CHECK_UINT (mg_graph_view_picture (f.graph)->n_nodes, 3);
  close_page (&f);
}

static void
nothing_holds_it (void)
{
  Fixture f;
  const MgPlacement *placement;

  open_page (&f, MG_NEED_ALL);
  mg_session_visit (f.session, type_subject (&f, "MyApp.Dead"), "retention");
  MG_CHECK (mg_test_wait (unheld, f.page, 20));
  MG_CHECK (says (&f, mg_retention_page_picture (f.page)->sentence));
  MG_CHECK (mg_page_picture (MG_PAGE (f.page), &placement) == NULL);
  close_page (&f);
}

static void
outline_and_back (void)
{
  Fixture f;

  open_page (&f, MG_NEED_ALL);
  ask (&f, type_subject (&f, CONTEXT));
  mg_graph_view_focus_node (f.graph, find_node (&f, "ConnectionMonitor"));
  act (&f, "retention.outline");
  MG_CHECK_STRING (mg_retention_page_state (f.page), "outline");
  /* A new picture stays an outline. */
  mg_session_visit (f.session, mg_subject_object (mg_graph_recipe_node (f.recipe, "B")), "retention");
  MG_WAIT_UNTIL (is_shown (&f), 20);
  MG_CHECK_STRING (mg_retention_page_state (f.page), "outline");
  act (&f, "retention.outline");
  MG_CHECK_STRING (mg_retention_page_state (f.page), "graph");
  close_page (&f);
}

static void
the_newest_question_wins (void)
{
  Fixture f;
  MgPicture *picture;

  open_page (&f, MG_NEED_ALL);
  mg_session_visit (f.session, type_subject (&f, CONTEXT), "retention");
  mg_session_visit (f.session, mg_subject_object (mg_graph_recipe_node (f.recipe, "M")), "retention");
  mg_session_visit (f.session, mg_subject_object (mg_graph_recipe_node (f.recipe, "B")), "retention");
  MG_WAIT_UNTIL (is_shown (&f), 20);
  picture = mg_graph_view_picture (f.graph);
  mg_test_spin (0.3);
  MG_CHECK (mg_graph_view_picture (f.graph) == picture);
  MG_CHECK_UINT (picture->subject.id, mg_graph_recipe_node (f.recipe, "B"));
  close_page (&f);
}

static void
stopping (void)
{
  Fixture f;

  open_page (&f, MG_NEED_ALL);
  mg_session_visit (f.session, type_subject (&f, CONTEXT), "retention");
  act (&f, "retention.stop");
  MG_CHECK_STRING (mg_retention_page_state (f.page), "stopped");
  mg_test_spin (0.3);
  MG_CHECK_STRING (mg_retention_page_state (f.page), "stopped");
  MG_CHECK (mg_retention_page_picture (f.page) == NULL);
  act (&f, "retention.retry");
  MG_WAIT_UNTIL (is_shown (&f), 20);
  /* With nothing under way it does nothing. */
  act (&f, "retention.stop");
  MG_CHECK_STRING (mg_retention_page_state (f.page), "graph");
  close_page (&f);
}

/* Retained sizes arrive later: the picture is made again, with the same widgets in the same places. */
static void
retained_sizes_arrive_later (void)
{
  Fixture f;
  GtkWidget *subject;

  open_page (&f, MG_NEED_TREE | MG_NEED_INSTANCES | MG_NEED_REVERSE);
  ask (&f, type_subject (&f, CONTEXT));
  if (!mg_retention_page_picture (f.page)->retained_known)
    {
      subject = mg_graph_view_node (f.graph, mg_graph_view_picture (f.graph)->n_nodes - 1);
      mg_session_prepare (f.session);
      MG_WAIT_UNTIL (is_shown (&f) && mg_graph_view_picture (f.graph)->retained_known, 20);
      MG_CHECK (mg_graph_view_node (f.graph, mg_graph_view_picture (f.graph)->n_nodes - 1) == subject);
    }
  close_page (&f);
}

static void
not_computed_while_hidden (void)
{
  Fixture f;

  open_page (&f, MG_NEED_ALL);
  gtk_widget_set_visible (GTK_WIDGET (f.page), FALSE);
  mg_session_visit (f.session, type_subject (&f, CONTEXT), "types");
  mg_test_spin (0.3);
  MG_CHECK (mg_retention_page_picture (f.page) == NULL);
  gtk_widget_set_visible (GTK_WIDGET (f.page), TRUE);
  MG_WAIT_UNTIL (is_shown (&f), 20);
  close_page (&f);
}

static void
commands_follow_what_is_selected (void)
{
  Fixture f;
  guint monitor;

  open_page (&f, MG_NEED_ALL);
  ask (&f, type_subject (&f, CONTEXT));
  monitor = find_node (&f, "ConnectionMonitor");
  mg_graph_view_focus_node (f.graph, monitor);
  gtk_widget_activate_action (GTK_WIDGET (f.page), "retention.select-node", "u", monitor);
  MG_CHECK_UINT (mg_graph_view_selected_node (f.graph), monitor);
  MG_CHECK (says (&f, "MyApp.ConnectionMonitor"));
  act (&f, "retention.copy-name");
  act (&f, "retention.copy-address");
  act (&f, "retention.zoom-in");
  act (&f, "retention.zoom-out");
  act (&f, "retention.zoom-100");
  MG_CHECK (mg_graph_view_zoom (f.graph) == 1);
  act (&f, "retention.fit");
  act (&f, "retention.panel");
  MG_CHECK (!says (&f, "How to let go"));
  act (&f, "retention.panel");
  gtk_widget_activate_action (GTK_WIDGET (f.page), "retention.select-edge", "u", 0);
  MG_CHECK_UINT (mg_graph_view_selected_edge (f.graph), 0);
  close_page (&f);
}

static void
what_must_let_go (void)
{
  Fixture f;

  open_page (&f, MG_NEED_ALL);
  ask (&f, type_subject (&f, CONTEXT));
  MG_WAIT_UNTIL (says (&f, "What must let go"), 20);
  MG_WAIT_UNTIL (says (&f, "must let go"), 20); /* marked in the graph: the legend explains the mark */
  close_page (&f);
}

/* Where the middle of the widget called TITLE is, within the graph. */
static MgPoint
place_of (Fixture *f, const char *title)
{
  GtkWidget *node = mg_graph_view_node (f->graph, find_node (f, title));
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (node, GTK_WIDGET (f->graph), &bounds))
    mg_test_fail (__FILE__, __LINE__, "%s is nowhere", title);
  return (MgPoint){ bounds.origin.x + bounds.size.width / 2, bounds.origin.y + bounds.size.height / 2 };
}

static guint
find_stub (Fixture *f)
{
  MgPicture *picture = mg_graph_view_picture (f->graph);

  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_STUB)
      return i;
  return MG_GRAPH_NONE;
}

/* A chain of one type: the reference leads to its first link, which is not the first by address. */
static void
what_must_let_go_of_a_chain (void)
{
  Fixture f;

  open_recipe (&f, "N1; N2; N3; root static Head -> N3 -> N2 -> N1; N*3: MyApp.Node", MG_NEED_ALL);
  ask (&f, type_subject (&f, "MyApp.Node"));
  MG_WAIT_UNTIL (says (&f, "must let go"), 20);
  close_page (&f);
}

/* Twelve branches of different types: four more than one group shows. */
static void
a_stub_opens_in_place (void)
{
  g_autoptr (GString) recipe = g_string_new ("root static Hub -> H;H: MyApp.Hub;T*12: " CONTEXT);
  MgPicture *before;
  MgPoint hub, after;
  Fixture f;

  for (guint i = 1; i <= 12; i++)
    g_string_append_printf (recipe, ";H -> K%u -> T%u;K%u: MyApp.Kind%c", i, i, i, 'A' + (int) i);
  open_recipe (&f, recipe->str, MG_NEED_ALL);
  ask (&f, type_subject (&f, CONTEXT));
  mg_test_spin (0.2);
  before = mg_picture_ref (mg_graph_view_picture (f.graph));
  MG_CHECK (find_stub (&f) != MG_GRAPH_NONE);
  hub = place_of (&f, "Hub");
  mg_graph_view_focus_node (f.graph, find_stub (&f));
  mg_test_key (GTK_WIDGET (f.graph), GDK_KEY_Return, 0);
  wait_for_new (&f, before);
  mg_test_spin (0.2);
  MG_CHECK (mg_graph_view_picture (f.graph)->n_nodes > before->n_nodes);
  /* What the stub hung on has not moved. */
  find_node (&f, "KindM");
  after = place_of (&f, "Hub");
  MG_CHECK (ABS (after.x - hub.x) < 1.01 && ABS (after.y - hub.y) < 1.01);
  mg_picture_unref (before);
  close_page (&f);
}

/* Two holders of everything: without the one, the other still holds all. */
static void
also_held_by (void)
{
  MgPicture *first;
  Fixture f;

  open_recipe (&f,
               "root static First -> X => T*20; root static Second -> Y => T*20;"
               "X: MyApp.Holder; Y: MyApp.Other; T*20: " CONTEXT,
               MG_NEED_ALL);
  ask (&f, type_subject (&f, CONTEXT));
  first = mg_picture_ref (mg_graph_view_picture (f.graph));
  MG_CHECK (first->n_alternatives > 0);
  MG_CHECK (gtk_widget_get_mapped (mg_test_find (GTK_WIDGET (f.page), GTK_TYPE_LABEL, "Also Held By")));
  gtk_widget_activate_action (GTK_WIDGET (f.page), "retention.alternative", "i", 1);
  wait_for_new (&f, first);
  MG_CHECK (mg_graph_view_picture (f.graph)->fingerprint != first->fingerprint);
  MG_CHECK_UINT (mg_graph_view_picture (f.graph)->n_live, 20);
  /* Another question starts with the heaviest holder again. */
  ask (&f, mg_subject_object (mg_graph_recipe_node (f.recipe, "X")));
  MG_CHECK (!gtk_widget_get_mapped (mg_test_find (GTK_WIDGET (f.page), GTK_TYPE_LABEL, "Also Held By")));
  mg_picture_unref (first);
  close_page (&f);
}

/* The window closes while the worker runs. */
static void
closing_in_the_middle (void)
{
  Fixture f;

  open_page (&f, MG_NEED_ALL);
  mg_session_visit (f.session, type_subject (&f, CONTEXT), "retention");
  close_page (&f);
}

static const MgTest tests[] = {
  { "first nothing, then an answer", first_nothing_then_an_answer },
  { "enter asks on and back returns", enter_asks_on_and_back_returns },
  { "all or one", all_or_one },
  { "raw links", raw_links },
  { "kinds of roots", kinds_of_roots },
  { "nothing holds it", nothing_holds_it },
  { "outline and back", outline_and_back },
  { "the newest question wins", the_newest_question_wins },
  { "stopping", stopping },
  { "retained sizes arrive later", retained_sizes_arrive_later },
  { "not computed while hidden", not_computed_while_hidden },
  { "commands follow what is selected", commands_follow_what_is_selected },
  { "what must let go", what_must_let_go },
  { "what must let go of a chain", what_must_let_go_of_a_chain },
  { "a stub opens in place", a_stub_opens_in_place },
  { "also held by", also_held_by },
  { "closing in the middle", closing_in_the_middle },
};

int
main (int argc, char **argv)
{
  mg_test_ui_init ();
  return mg_test_run ("retention-page", tests, G_N_ELEMENTS (tests), argc, argv);
}
