/* Small graphs as recipes, and the picture each must give. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/picture/label.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/picture-dump.h"
#include "tests/support/test.h"

/* The picture of all objects of TYPE, or with OBJECT of that one, in the graph TEXT. */
static MgPicture *
draw (const char *text, const char *type, const char *object, const MgPictureOptions *options, guint needs)
{
  MgGraphRecipe *recipe;
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (text, &recipe);
  g_autoptr (GError) error = NULL;
  MgSubject subject;
  MgPicture *picture;

  g_assert (mg_snapshot_ensure (snapshot, needs | MG_NEED_GRAPH, NULL, NULL));
  subject = object ? mg_subject_object (mg_graph_recipe_node (recipe, object))
                   : mg_subject_type (mg_type_table_find (mg_snapshot_types (snapshot), type));
  picture = mg_picture_new (snapshot, subject, options, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  if (picture)
    MG_CHECK_PICTURE (picture, picture->nodes[picture->n_nodes - 1].weight);
  return picture;
}

/* The same picture as text: the sentence, then nodes, edges and cuts. */
static char *
show_with (const char *text, const char *type, const char *object, const MgPictureOptions *options, guint needs)
{
  g_autoptr (MgPicture) picture = draw (text, type, object, options, needs);
  g_autofree char *dump = picture ? mg_test_dump_picture (picture) : NULL;

  return picture ? g_strdup_printf ("%s\n%s%s%s", picture->sentence, picture->explanation,
                                    *picture->explanation ? "\n" : "", dump)
                 : NULL;
}

static char *
show (const char *text, const char *type)
{
  return show_with (text, type, NULL, NULL, 0);
}

/* ---- Events ---- */

#define EVENT_LEAK                                                                                                     \
  "root static Monitor -> M; root stack -> M; M: MyApp.ConnectionMonitor\n"                                            \
  "M -> D -> L -> H*5 -> C*5\n"                                                                                        \
  "D: System.EventHandler<System.Boolean> 64; H*5: System.EventHandler<System.Boolean> 64; L: System.Object[] 64\n"    \
  "C*5: MyApp.NotificationContext; C*5 -> M\n"

static void
test_event_leak (void)
{
  g_autofree char *text = show_with (EVENT_LEAK, "MyApp.NotificationContext", NULL, NULL, MG_NEED_DOMINATORS);

  MG_CHECK_STRING (text,
                   "All 5 NotificationContext are kept alive by the event handlers of one ConnectionMonitor, which the "
                   "static field Monitor holds.\n"
                   "ConnectionMonitor is also held by a local variable.\n"
                   "0 root static \"Monitor\" x1 w5\n"
                   "1 group \"ConnectionMonitor\" x1 w5 retained 592 dominator own\n"
                   "2 subject \"NotificationContext\" x5 w5 retained 120 dominator own\n"
                   "0 -> 1 w5\n"
                   "1 -> 2 w5 \"event handlers\" \"5 of them\" folded(EventHandler<Boolean> → Object[] → "
                   "EventHandler<Boolean>) bold\n");
}

static void
test_event_with_field_names_and_other_handlers (void)
{
  g_autofree char *text = show ("root static Monitor -> M -StatusChanged-> D -> L -> H*3; M: MyApp.Monitor\n"
                                "H1, H2 -> C*2; H3 -> O; C*2: MyApp.Context; O: MyApp.Other\n"
                                "D: MyApp.StatusHandler 64; H*3: MyApp.StatusHandler 64; L: System.Object[]\n",
                                "MyApp.Context");

  MG_CHECK_STRING (text,
                   "Both Context are kept alive by the event StatusChanged of one Monitor, which the static field "
                   "Monitor holds.\n"
                   "0 root static \"Monitor\" x1 w2\n"
                   "1 group \"Monitor\" x1 w2 own\n"
                   "2 subject \"Context\" x2 w2 own\n"
                   "0 -> 1 w2\n"
                   "1 -> 2 w2 \"event StatusChanged\" \"2 of 3 handlers\" folded(StatusHandler → Object[] → "
                   "StatusHandler)\n");
}

static void
test_net11_event_and_static_event (void)
{
  g_autofree char *text = show ("root static Changed -> D -> L -> H*2 -> C*2; C*2: MyApp.Context\n"
                                "D: System.EventHandler 56; H*2: System.EventHandler 56; L: Wrapper[]\n",
                                "MyApp.Context");

  MG_CHECK_STRING (text,
                   "Both Context are kept alive as event handlers by the static field Changed.\n"
                   "0 root static \"Changed\" x1 w2\n"
                   "1 subject \"Context\" x2 w2 own\n"
                   "0 -> 1 w2 \"event handlers\" \"2 of them\" folded(EventHandler → Wrapper[] → EventHandler)\n");
}

static void
test_single_delegates_and_closures (void)
{
  g_autofree char *text = show ("root static Work -> O; O -> D -> C -> T; O: MyApp.Owner; T: MyApp.Captured\n"
                                "D: System.Action 64; C: MyApp.Owner+<>c__DisplayClass3_0\n",
                                "MyApp.Captured");
  g_autofree char *direct
      = show ("root static Work -> O -> D -> T; O: MyApp.Owner; T: MyApp.Target; D: System.Action 64", "MyApp.Target");

  MG_CHECK_CONTAINS (text, "1 -> 2 w1 \"captured variable\" folded(Action → closure in Owner)\n");
  MG_CHECK_CONTAINS (direct, "1 -> 2 w1 \"delegate\" folded(Action)\n");
}

/* A class that is merely called a handler is no delegate: neither its size nor a list says so. */
static void
test_a_handler_class_is_drawn (void)
{
  g_autofree char *text
      = show ("root static Bus -> B -> H -> T; B: MyApp.Bus; H: MyApp.OrderEventHandler 40; T: MyApp.Order\n"
              "root static Other -> D -> X; D: System.Action 64\n",
              "MyApp.Order");

  MG_CHECK_CONTAINS (text, "group \"OrderEventHandler\"");
}

/* An object array that does not hold delegates of its holder's type is no invocation list. */
static void
test_an_ambiguous_list_is_drawn (void)
{
  g_autofree char *text
      = show ("root static S -> O -> D -> L -> T*3; O: MyApp.Owner; D: System.Action 64; L: System.Object[]\n"
              "T*3: MyApp.Target\n",
              "MyApp.Target");

  MG_CHECK_CONTAINS (text, "group \"Object[]\"");
}

/* ---- Collections and other plumbing ---- */

typedef struct
{
  const char *recipe; /* from the holder H to the subjects T{1..2}, T: MyApp.T */
  const char *edge;   /* the edge into the subject */
} Plumbing;

static const Plumbing plumbing[] = {
  { "H -> A -> T*2; H: System.Collections.Generic.List<MyApp.T>; A: MyApp.T[]", "\"items\" \"2 of them\" folded(T[])" },
  { "H -> A -> T*2; H: System.Collections.Generic.Dictionary<System.Int32,MyApp.T>; A: Entry<System.Int32,MyApp.T>[]",
    "\"entries\" \"2 of them\" folded(Entry<Int32, T>[])" },
  { "H -> A -> T*2; H: System.Collections.Generic.Dictionary<System.Int32, MyApp.T>;"
    "A: System.Collections.Generic.Dictionary<System.Int32, MyApp.T>+Entry[]",
    "\"entries\" \"2 of them\" folded(Dictionary<Int32, T>+Entry[])" },
  { "H -> A -> B -> N*2 -> T*2; N1 -> N2; H: System.Collections.Concurrent.ConcurrentDictionary<System.Int32,MyApp.T>;"
    "A: Tables<System.Int32,MyApp.T>; B: VolatileNode<System.Int32,MyApp.T>[]; N*2: Node<System.Int32,MyApp.T>",
    "\"entries\" \"2 of them\" folded(Tables<Int32, T> → VolatileNode<Int32, T>[] → Node<Int32, T>)" },
  { "H -> A1 -> B1 -> T1; A1 -> A2 -> B2 -> T2; H: System.Collections.Concurrent.ConcurrentQueue<MyApp.T>;"
    "A*2: System.Collections.Concurrent.ConcurrentQueueSegment<MyApp.T>; B*2: Slot<MyApp.T>[]",
    "\"items\" \"2 of them\" folded(ConcurrentQueueSegment<T> → Slot<T>[])" },
  { "H -> N1 -> N2; N*2 -> T*2; H: System.Collections.Generic.LinkedList<MyApp.T>;"
    "N*2: System.Collections.Generic.LinkedListNode<MyApp.T>",
    "\"items\" \"2 of them\" folded(LinkedListNode<T>)" },
  { "H -> N1 -> N2; N*2 -> T*2; N*2 -> H; H: System.Threading.TimerQueue; N*2: System.Threading.TimerQueueTimer",
    "\"timers\" \"2 of them\" folded(TimerQueueTimer)" },
  { "H -> R -> N1 -> N2; N*2 -> T*2; N*2 -> R; H: System.Threading.CancellationTokenSource; R: Registrations;"
    "N*2: CallbackNode",
    "\"cancellation callbacks\" \"2 of them\" folded(Registrations → CallbackNode)" },
  { "H -> R -> N1 -> N2; N*2 -> D*2 -> T*2; N*2 -> R; H: System.Threading.CancellationTokenSource; R: Registrations;"
    "N*2: CallbackNode; D*2: System.Action<System.Object> 64",
    "\"cancellation callbacks\" \"2 of them\" folded(Registrations → CallbackNode → Action<Object>)" },
  { "H -> M -> T*2; H: System.Threading.ExecutionContext; M: TwoElementAsyncLocalValueMap",
    "\"flow with AsyncLocal\" folded(TwoElementAsyncLocalValueMap)" },
  { "H -> S1 -> S2; S*2 -> T*2; H: System.Threading.ThreadLocal<MyApp.T>; S*2: LinkedSlot<MyApp.T>",
    "\"thread-local values\" \"2 of them\" folded(LinkedSlot<T>)" },
  { "H -> L -> A -> T*2; H: ServiceProviderEngineScope; L: System.Collections.Generic.List<System.Object>; A: "
    "System.Object[]",
    "\"disposables kept by the scope\" \"2 of them\" folded(List<Object> → Object[])" },
  { "H -> C -> E -> T*2; H: System.Runtime.CompilerServices.ConditionalWeakTable<A,MyApp.T>; C: Container<A,MyApp.T>;"
    "E: Entry<A,MyApp.T>[]",
    "\"attached (weak table)\" \"2 of them\" folded(Container<A, T> → Entry<A, T>[]) dashed" },
  { "H -> T*2; H: MyApp.T[]", "\"items\" \"2 of them\"" },
  { "H -m_continuationObject-> L -> A -> T*2; H: System.Threading.Tasks.Task<System.Int32>;"
    "L: System.Collections.Generic.List<System.Object>; A: System.Object[]",
    "\"awaited by\" folded(List<Object> → Object[])" },
  { "H -_task-> K -m_continuationObject-> L -> A -> T*2; H: System.Threading.Tasks.TaskCompletionSource;"
    "K: System.Threading.Tasks.Task; L: System.Collections.Generic.List<System.Object>; A: System.Object[]",
    "\"awaited by\" folded(Task → List<Object> → Object[])" },
  { "H -> K*2 -> T*2; H: System.Threading.Tasks.TaskCompletionSource; K*2: System.Threading.Tasks.Task",
    "\"tasks\" folded(Task)" },
  /* Several fields may hold the same list. */
  { "H -m_stateObject-> L; H -m_continuationObject-> L -> A -> T*2; L: System.Collections.Generic.List<System.Object>;"
    "H: System.Runtime.CompilerServices.AsyncTaskMethodBuilder<System.Int32>+AsyncStateMachineBox<MyApp.P+<F>d__1>;"
    "A: System.Object[]",
    "\"awaited by\" folded(List<Object> → Object[])" },
};

/* The result of a task, or what it was started with, may be a list of objects as well: without the name of the field
 * nobody knows, and the list is drawn. */
static void
test_other_lists_of_tasks_are_drawn (void)
{
  static const char *const links[] = { "->", "-m_result->", "-m_stateObject->", "-m_continuationObjects->" };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *recipe
          = g_strconcat ("root static S -> H ", links[i],
                         " L -> A -> T*2; T*2: MyApp.T; A: System.Object[];"
                         "H: System.Threading.Tasks.Task<System.Collections.Generic.List<System.Object>>;"
                         "L: System.Collections.Generic.List<System.Object>",
                         NULL);
      g_autofree char *text = show (recipe, "MyApp.T");

      MG_CHECK_CONTAINS (text, "group \"List<Object>\"");
      MG_CHECK_CONTAINS (text, "\"items\" \"2 of them\" folded(Object[])");
    }
}

static void
test_plumbing_folds (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (plumbing); i++)
    {
      g_autofree char *recipe = g_strconcat ("root static S -> H; T*2: MyApp.T\n", plumbing[i].recipe, NULL);
      g_autofree char *text = show (recipe, "MyApp.T"), *edge = g_strdup_printf ("1 -> 2 w2 %s\n", plumbing[i].edge);

      MG_CHECK_CONTAINS (text, edge);
      MG_CHECK_CONTAINS (text, "2 subject \"T\" x2 w2 own\n");
    }
}

/* A promise with one method that waits for it. */
static void
test_who_waits_for_a_promise (void)
{
  g_autofree char *text
      = show ("root static Door -> P -> K -> B -> T; P: System.Threading.Tasks.TaskCompletionSource\n"
              "K: System.Threading.Tasks.Task; T: MyApp.T\n"
              "B: AsyncStateMachineBox<System.Threading.Tasks.VoidTaskResult,MyApp.Program+<Wait>d__1>\n",
              "MyApp.T");

  MG_CHECK_CONTAINS (text, "1 -> 2 w1 \"awaited by\" folded(Task)");
}

static void
test_names_made_by_the_compiler (void)
{
  g_autofree char *text
      = show ("root static Pending -> L -> A -> B*3 -> P*3; P*3: MyApp.Payload; A: System.Threading.Tasks.Task[]\n"
              "L: System.Collections.Generic.List<System.Threading.Tasks.Task>\n"
              "B*3: AsyncStateMachineBox<System.Threading.Tasks.VoidTaskResult,MyApp.Program+<Forever>d__36>\n",
              "MyApp.Payload");

  MG_CHECK_CONTAINS (text, "2 group \"async Forever\" x3 w3 own\n");
  MG_CHECK_CONTAINS (text, "All 3 Payload are kept alive by 3 async Forever, which the static field Pending holds.\n");
}

static void
test_titles (void)
{
  static const struct
  {
    const char *type, *title;
  } names[] = {
    { "MyApp.Row", "Row" },
    { "System.Collections.Generic.List<MyApp.Row>", "List<Row>" },
    { "System.Collections.Generic.Dictionary<System.Int32,MyApp.Data.Row>", "Dictionary<Int32, Row>" },
    { "System.Collections.Generic.List<System.Threading.Tasks.TaskCompletionSource<MyApp.TcsPayload>>",
      "List<TaskCompletionSource<…>>" },
    { "System.Collections.Concurrent.ConcurrentDictionary<System.String, MyApp.ConnectionState>",
      "ConcurrentDictionary<…>" },
    { "MyApp.Grid[,]", "Grid[,]" },
    { "MyApp.Outer+Inner", "Outer+Inner" },
    { "MyApp.Program+<Load>d__12", "suspended Load" },
    { "MyApp.Program+<<Main>$>d__0", "suspended Main" },
    { "AsyncStateMachineBox<System.Threading.Tasks.VoidTaskResult,MyApp.Program+<Load>d__12>", "async Load" },
    { "System.Runtime.CompilerServices.AsyncTaskMethodBuilder<System.Int32>+AsyncStateMachineBox<MyApp.Cache<System."
      "Int32>+<Fill>d__3>",
      "async Fill" },
    { "AsyncStateMachineBox<System.Int32, MyApp.Program+<>c+<<Run>b__4_0>d>", "async lambda in Run" },
    { "MyApp.Program+<<Run>g__Retry|4_0>d", "suspended Retry in Run" },
    { "MyApp.Program+<>c__DisplayClass3_0", "closure in Program" },
    { "<>c__DisplayClass3_0", "closure" },
    { "MyApp.Program+<>c", "lambdas of Program" },
    { "<>f__AnonymousType0<System.Int32>", "anonymous type" },
    { "(Type  JSArray)", "(Type  JSArray)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *title = mg_label_type_title (names[i].type);

      MG_CHECK_STRING (title, names[i].title);
    }
}

static void
test_full_names_say_async (void)
{
  static const char *const names[][2] = {
    { "System.Runtime.CompilerServices.AsyncTaskMethodBuilder<System.Threading.Tasks.VoidTaskResult>+"
      "AsyncStateMachineBox"
      "<MyApp.Cache<System.Int32>+<Fill>d__3>",
      "async MyApp.Cache<System.Int32>.Fill" },
    { "AsyncStateMachineBox<System.Int32,MyApp.Program+<Load>d__12>", "async MyApp.Program.Load" },
    { "AsyncStateMachineBox<System.Int32,MyApp.Program+<>c+<<<Main>$>b__0_3>d>", "async lambda in MyApp.Program.Main" },
    { "MyApp.Row", "MyApp.Row" },
    { "MyApp.StateMachineBox", "MyApp.StateMachineBox" },
    { "AsyncStateMachineBox<System.Int32,MyApp.Struct>", "AsyncStateMachineBox<System.Int32,MyApp.Struct>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *full = mg_label_type_full (names[i][0]);

      MG_CHECK_STRING (full, names[i][1]);
    }
}

/* Fields of generic classes, and of threads. */
static void
test_roots_are_named (void)
{
  static const struct
  {
    MgRoot root;
    guint64 count;
    const char *title, *space, *words;
  } roots[] = {
    { { MG_ROOT_STATIC, "MyApp.Program.Monitor", NULL, 0 },
      1,
      "Program.Monitor",
      "MyApp",
      "the static field Program.Monitor" },
    { { MG_ROOT_STATIC, "Monitor", NULL, 0 }, 1, "Monitor", "", "the static field Monitor" },
    { { MG_ROOT_STATIC, "MyApp.Cache<System.Int32, MyApp.Row>.Shared", NULL, 0 },
      1,
      "Cache<Int32, Row>.Shared",
      "MyApp",
      "the static field Cache<Int32, Row>.Shared" },
    { { MG_ROOT_THREAD_STATIC, "MyApp.Program.t_list", "thread 5", 0 },
      1,
      "Program.t_list",
      "MyApp",
      "the thread-static field Program.t_list (thread 5)" },
    { { MG_ROOT_THREAD_STATIC, "MyApp.Program.t_list", NULL, 0 },
      200,
      "Program.t_list",
      "MyApp",
      "the thread-static field Program.t_list of 200 threads" },
    { { MG_ROOT_STACK, "thread 7 in MyApp.Program.Main", NULL, 0 },
      1,
      "thread 7 in MyApp.Program.Main",
      "",
      "a local variable (thread 7 in MyApp.Program.Main)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *space = NULL, *title = mg_label_root_title (&roots[i].root, roots[i].count, &space);
      g_autofree char *words = mg_label_root_words (&roots[i].root, roots[i].count);

      MG_CHECK_STRING (title, roots[i].title);
      MG_CHECK_STRING (space, roots[i].space);
      MG_CHECK_STRING (words, roots[i].words);
    }
}

/* ---- Raw ---- */

static void
test_raw_shows_every_helper (void)
{
  MgPictureOptions options = { .raw = TRUE };
  g_autofree char *text = show_with (EVENT_LEAK, "MyApp.NotificationContext", NULL, &options, 0);

  MG_CHECK_CONTAINS (text, "2 group \"EventHandler<Boolean>\" x1 w5\n"
                           "3 group \"Object[]\" x1 w5\n"
                           "4 group \"EventHandler<Boolean>\" x5 w5\n"
                           "5 subject \"NotificationContext\" x5 w5 own\n");
}

/* ---- Runs ---- */

static void
test_runs_collapse (void)
{
  g_autofree char *list
      = show ("root static Head -> N1; N{1..9} -> N{2..10}; N10 -> T; N*10: MyApp.Node; T: MyApp.T", "MyApp.T");
  g_autofree char *cycle
      = show ("root static R -> A1; A1 -> B1 -> A2 -> B2 -> A3 -> B3 -> T; A*3: MyApp.A; B*3: MyApp.B\n"
              "T: MyApp.T",
              "MyApp.T");

  MG_CHECK_CONTAINS (list, "1 group \"Node\" x10 w1 run 10/10 own\n");
  MG_CHECK_CONTAINS (cycle, "1 group \"A\" x3 w1 run 3/3 own\n2 group \"B\" x3 w1 own\n");
}

/* Two lists of 4 and 6: the longest and the median run. */
static void
test_runs_have_a_longest_and_a_median (void)
{
  g_autofree char *text
      = show ("root static R -> L1, M1, K1; L{1..3} -> L{2..4}; M{1..5} -> M{2..6}; K{1..5} -> K{2..6}\n"
              "L4, M6, K6 -> T*3; L*4: MyApp.Node; M*6: MyApp.Node; K*6: MyApp.Node; T*3: MyApp.T",
              "MyApp.T");

  MG_CHECK_CONTAINS (text, "1 group \"Node\" x16 w3 run 6/6 own\n");
}

static void
test_subjects_that_hold_each_other (void)
{
  g_autofree char *text = show ("root static Head -> N1; N{1..99} -> N{2..100}; N*100: MyApp.Node", "MyApp.Node");

  MG_CHECK_STRING (text, "All 100 Node are kept alive by the static field Head.\n"
                         "They hold each other in chains of up to 100.\n"
                         "0 root static \"Head\" x1 w100\n"
                         "1 subject \"Node\" x100 w100 run 100/100 own\n"
                         "0 -> 1 w100\n");
}

/* A list in an object in a list is no run of lists, and does not hide the object. */
static void
test_carriers_do_not_hide_what_they_carry (void)
{
  g_autofree char *text = show ("root static R -> L1 -> A1 -> O -> L2 -> A2 -> T*4; T*4: MyApp.T; O: MyApp.Owner\n"
                                "L*2: System.Collections.Generic.List<System.Object>; A*2: System.Object[]",
                                "MyApp.T");

  MG_CHECK_CONTAINS (text, "1 group \"List<Object>\" x1 w4\n"
                           "2 group \"Owner\" x1 w4 own\n"
                           "3 group \"List<Object>\" x1 w4\n");
  MG_CHECK_CONTAINS (text,
                     "All 4 T are kept alive by one Owner (through List<Object>), which the static field R holds.\n");
}

/* ---- Branches, tails, trunk ---- */

static void
test_equal_tails_become_one (void)
{
  g_autofree char *text = show ("root static A -> X1; root static B -> X2; X*2 -> L*2; L1 -> T{1..3}; L2 -> T{4..5}\n"
                                "X1: MyApp.One; X2: MyApp.Two; L*2: MyApp.Shelf; T*5: MyApp.T",
                                "MyApp.T");

  MG_CHECK_STRING (text, "All 5 T are kept alive by 2 Shelf, which 2 static fields hold.\n"
                         "0 root static \"A\" x1 w3\n"
                         "1 root static \"B\" x1 w2\n"
                         "2 group \"One\" x1 w3 own\n"
                         "3 group \"Two\" x1 w2 own\n"
                         "4 group \"Shelf\" x2 w5 own\n"
                         "5 subject \"T\" x5 w5 own\n"
                         "0 -> 2 w3\n1 -> 3 w2\n2 -> 4 w3\n3 -> 4 w2\n4 -> 5 w5\n");
}

/* Two shelves with a stub each: opening one must not open, or split, the other. */
static void
test_groups_with_stubs_stay_apart (void)
{
  g_autoptr (GString) recipe
      = g_string_new ("root static A -> S1; root static B -> S2; S*2: MyApp.Shelf; T*400: MyApp.T\n");
  g_autoptr (MgPicture) picture = NULL, open = NULL;
  MgPictureOptions options = { .max_nodes = 60, .n_opened = 1 };
  guint n_stubs = 0;

  for (guint i = 0; i < 20; i++)
    g_string_append_printf (recipe, "S%u -> B%u -> T{%u..%u}; B%u: MyApp.Box%u\n", 1 + i / 10, i, i * 20 + 1,
                            i * 20 + 20, i, i % 10);
  picture = draw (recipe->str, "MyApp.T", NULL, &(MgPictureOptions){ .max_nodes = 60 }, 0);
  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_STUB && n_stubs++ == 0)
      options.opened = &picture->nodes[i].id;
  MG_CHECK_UINT (n_stubs, 2);
  open = draw (recipe->str, "MyApp.T", NULL, &options, 0);
  MG_CHECK_UINT (open->n_nodes, picture->n_nodes + 1);
}

static void
test_more_than_eight_branches (void)
{
  g_autoptr (GString) recipe = g_string_new ("root static S -> O; O: MyApp.Owner; T*100: MyApp.T\n");
  g_autofree char *text = NULL;

  for (guint i = 1; i <= 10; i++)
    g_string_append_printf (recipe, "O -> B%u -> T{%u..%u}; B%u: MyApp.Branch%u\n", i, i * 10 - 9, i * 10, i, i);
  text = show (recipe->str, "MyApp.T");
  MG_CHECK_CONTAINS (text, "stub \"+ 2 more\" x0 w20\n");
  MG_CHECK_CONTAINS (
      text, "cut wide groups 2 subjects 20: 2 branches beyond the heaviest eight are not shown (objects: 20).\n");
}

static void
test_branches_below_one_percent (void)
{
  g_autofree char *text = show ("root static S -> O; O -> A -> T{1..398}; O -> B -> T399; O -> C -> T400\n"
                                "O: MyApp.Owner; A: MyApp.A; B: MyApp.B; C: MyApp.C; T*400: MyApp.T",
                                "MyApp.T");

  MG_CHECK_CONTAINS (
      text, "cut small groups 2 subjects 2: 2 branches that hold under 1 % each are not shown (objects: 2).\n");
  MG_CHECK_CONTAINS (text, "398 of 400 T are kept alive by one A, which the static field S holds.\n"
                           "2 more are held in other ways.\n");
}

/* Each of 20 static fields carries 1 of 2,000: they stand together. */
static void
test_minor_roots_stand_together (void)
{
  g_autoptr (GString) recipe = g_string_new ("root static Big -> O -> T{1..1980}; O: MyApp.Owner; T*2000: MyApp.T\n");
  g_autofree char *text = NULL;

  for (guint i = 1; i <= 20; i++)
    g_string_append_printf (recipe, "root static Minor%u -> T%u\n", i, 1980 + i);
  text = show (recipe->str, "MyApp.T");
  MG_CHECK_CONTAINS (text, "1 root static \"static fields\" x20 w20\n");
}

static void
test_the_trunk_collapses_and_opens (void)
{
  static const char recipe[]
      = "root stack -> A -> B -> C -> D -> O -> T*3; O: MyApp.Worker; T*3: MyApp.T\n"
        "A: Microsoft.Extensions.Hosting.Internal.Host; B: Microsoft.Extensions.Hosting.Internal.Scope\n"
        "C: Microsoft.Extensions.Hosting.Internal.Provider; D: System.Threading.Thread\n";
  g_autoptr (MgPicture) picture = draw (recipe, "MyApp.T", NULL, NULL, 0), open = NULL;
  MgPictureOptions options = { .n_opened = 1 };

  MG_CHECK_UINT (picture->n_nodes, 4);
  MG_CHECK_UINT (picture->nodes[1].kind, MG_PICTURE_TRUNK);
  MG_CHECK_STRING (picture->nodes[1].title, "4 links");
  MG_CHECK_STRING (picture->nodes[1].full, "4 links through Microsoft.Extensions.Hosting.Internal");
  options.opened = &picture->nodes[1].id;
  open = draw (recipe, "MyApp.T", NULL, &options, 0);
  MG_CHECK_UINT (open->n_nodes, 7);
  MG_CHECK_UINT (open->nodes[0].id, picture->nodes[0].id);
  MG_CHECK_UINT (open->nodes[5].id, picture->nodes[2].id);
  MG_CHECK_UINT (open->nodes[6].id, picture->nodes[3].id);
}

/* The framework's objects before other framework objects are no trunk: there the answer is among them. */
static void
test_no_trunk_without_own_code (void)
{
  g_autofree char *text
      = show ("root static S -> A -> B -> C -> D -> T; A: System.A; B: System.B; C: System.C; D: System.D\n"
              "T: System.T",
              "System.T");

  MG_CHECK (strstr (text, "trunk") == NULL);
}

/* ---- Several reasons ---- */

#define TWO_HOLDERS                                                                                                    \
  "root static Timers -> L -> A -> T*4 -> P*4; root static Queue -> Q -> B -> P*4\n"                                   \
  "L: System.Collections.Generic.List<MyApp.Timer>; A: MyApp.Timer[]; T*4: MyApp.Timer; P*4: MyApp.P; Q: "             \
  "MyApp.Queue\n"                                                                                                      \
  "B: MyApp.Table; B -> X*9; X*9: MyApp.X\n"

static void
test_what_else_would_hold (void)
{
  g_autoptr (MgPicture) first = draw (TWO_HOLDERS, "MyApp.P", NULL, NULL, 0), second = NULL, third = NULL;
  MgPictureOptions options = { .alternative = 1 };

  MG_CHECK_UINT (first->n_alternatives, 1);
  MG_CHECK_STRING (first->sentence, "All 4 P are kept alive by one Table, which the static field Queue holds.");
  MG_CHECK_STRING (first->explanation,
                   "Without the static field Queue, the static field Timers would still hold all 4.");
  second = draw (TWO_HOLDERS, "MyApp.P", NULL, &options, 0);
  MG_CHECK_UINT (second->n_alternatives, 1);
  MG_CHECK_STRING (second->sentence, "All 4 P are kept alive by 4 Timer, which the static field Timers holds.");
  options.alternative = 9;
  third = draw (TWO_HOLDERS, "MyApp.P", NULL, &options, 0);
  MG_CHECK_STRING (third->sentence, second->sentence);
}

static void
test_one_holder_has_no_alternative (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root static S -> O -> T*9; O: MyApp.Owner; T*9: MyApp.T", "MyApp.T", NULL, NULL, 0);

  MG_CHECK_UINT (picture->n_alternatives, 0);
  MG_CHECK_STRING (picture->explanation, "");
}

/* The last handler stands in a local variable too: that does not make it another way. */
static void
test_local_variables_hold_what_nothing_else_holds (void)
{
  g_autofree char *both = show (EVENT_LEAK "root stack -> C5", "MyApp.NotificationContext");
  g_autofree char *only
      = show (EVENT_LEAK "root stack -> C6; C6: MyApp.NotificationContext", "MyApp.NotificationContext");

  MG_CHECK_CONTAINS (both, "0 root static \"Monitor\" x1 w5\n1 group");
  MG_CHECK_CONTAINS (only, "1 root stack \"local variable\" x1 w1\n");
  MG_CHECK_CONTAINS (only, "5 by one ConnectionMonitor (the static field Monitor) and 1 by a local variable.");
}

/* ---- Kinds, dead, conditional ---- */

static void
test_only_some_kinds_of_roots (void)
{
  MgPictureOptions options = { .kinds = 1u << MG_ROOT_STACK };
  g_autofree char *text = show_with (EVENT_LEAK, "MyApp.NotificationContext", NULL, &options, 0);

  MG_CHECK_CONTAINS (text, "0 root stack \"local variable\" x1 w5\n");
  MG_CHECK (strstr (text, "static") == NULL);
}

static void
test_nothing_holds_it (void)
{
  g_autofree char *dead = show ("root static S -> A; T*3: MyApp.T; T1 -> T2", "MyApp.T");
  g_autofree char *some = show ("root static S -> A -> T1; T*3: MyApp.T; A: MyApp.A", "MyApp.T");

  MG_CHECK_CONTAINS (dead, "Nothing holds the 3 T; the next collection frees them.");
  MG_CHECK_CONTAINS (dead, "0 subject \"T\" x3 w0 own\n");
  MG_CHECK_CONTAINS (some, "The only live T is kept alive by static field S → A.\n0 root");
  MG_CHECK_CONTAINS (some, "1 group \"A\" x1 w1 own\n2 subject \"T\" x1 w1 own\n");
  MG_CHECK_CONTAINS (some, "cut dead groups 0 subjects 2: Nothing holds 2 of the objects; the next "
                           "collection frees them.\n");
}

static void
test_conditional_references_are_dashed (void)
{
  g_autofree char *text
      = show ("root dependent_handle -> T; root static S -> K ~> V; T: MyApp.T; V: MyApp.V", "MyApp.T");
  g_autofree char *value = show ("root static S -> K ~> V; V: MyApp.V; K: MyApp.K", "MyApp.V");

  MG_CHECK_CONTAINS (text, "0 -> 1 w1 dashed\n");
  MG_CHECK_CONTAINS (value, "1 -> 2 w1 \"attached (dependent handle)\" dashed\n");
}

/* ---- One object ---- */

static void
test_one_object_with_two_paths (void)
{
  g_autofree char *text
      = show_with ("root static A -> X -> S -> T; root strong_handle -> Y -> S; S: MyApp.Shelf; X: MyApp.X\n"
                   "Y: MyApp.Y; T: MyApp.T\n",
                   NULL, "T", NULL, MG_NEED_DOMINATORS);

  MG_CHECK_STRING (text, "T 0x10030 is kept alive by 2 paths; the shortest: static field A → X → Shelf.\n"
                         "0 root static \"A\" x1 w1\n"
                         "1 root strong_handle \"strong handle\" x1 w1\n"
                         "2 group \"X\" x1 w1 retained 24 own\n"
                         "3 group \"Y\" x1 w1 retained 24 own\n"
                         "4 group \"Shelf\" x1 w2 retained 48 dominator own\n"
                         "5 subject \"T\" x1 w2 retained 24 dominator own\n"
                         "0 -> 2 w1\n1 -> 3 w1\n2 -> 4 w1\n3 -> 4 w1\n4 -> 5 w2 bold\n");
}

static void
test_one_handler_of_an_event (void)
{
  g_autofree char *text = show_with (EVENT_LEAK, NULL, "C4", NULL, 0);

  MG_CHECK_CONTAINS (text, "\"event handlers\" \"handler 4 of 5\" folded(EventHandler<Boolean> → Object[] → "
                           "EventHandler<Boolean>)");
  MG_CHECK_CONTAINS (
      text, "is kept alive by 2 paths; the shortest: static field Monitor → ConnectionMonitor → event handlers.");
}

/* Paths that pass two objects in opposite order must not make a circle. */
static void
test_paths_in_opposite_order (void)
{
  g_autofree char *text = show_with ("root static P -> A; root static Q -> B; A -> B; B -> A; A -> T; B -> T\n"
                                     "A: MyApp.A; B: MyApp.B; T: MyApp.T",
                                     NULL, "T", NULL, 0);

  MG_CHECK_CONTAINS (text, "is kept alive by 2 paths");
}

static void
test_a_long_path_loses_its_middle (void)
{
  g_autoptr (GString) recipe = g_string_new ("root static S -> A1; A{1..39} -> A{2..40}; A40 -> T; T: MyApp.T\n");
  MgPictureOptions options = { .max_nodes = 12 };
  g_autoptr (MgPicture) picture = NULL, open = NULL;
  guint64 stub = 0;

  for (guint i = 1; i <= 40; i++)
    g_string_append_printf (recipe, "A%u: MyApp.Link%u\n", i, i);
  picture = draw (recipe->str, NULL, "T", &options, 0);
  MG_CHECK (picture->n_nodes <= 12);
  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_STUB)
      stub = picture->nodes[i].id;
  MG_CHECK (stub != 0);
  options.opened = &stub;
  options.n_opened = 1;
  open = draw (recipe->str, NULL, "T", &options, 0);
  MG_CHECK_UINT (open->n_nodes, 42);
}

/* One turn and a half is no run. */
static void
test_a_path_that_nearly_repeats (void)
{
  g_autofree char *text = show_with (
      "root static R -> A1 -> B1 -> C1 -> A2 -> B2 -> T; A*2: MyApp.A; B*2: MyApp.B; C1: MyApp.C; T: MyApp.T", NULL,
      "T", NULL, 0);

  MG_CHECK_CONTAINS (text, "static field R → A → B → C → A → B.\n");
}

/* Neighbours in a timer queue do not own each other. */
static void
test_timers_belong_to_their_queue (void)
{
  g_autofree char *text = show_with (
      "root static Timers -> L -> A -> T*9 -> H*9 -> N*9 -> P*9; root static Instances -> QA -> Q -> N1\n"
      "N{1..8} -> N{2..9}; N{2..9} -> N{1..8}; N*9 -> Q\n"
      "L: System.Collections.Generic.List<System.Threading.Timer>; A: System.Threading.Timer[]\n"
      "T*9: System.Threading.Timer; H*9: System.Threading.TimerHolder; N*9: System.Threading.TimerQueueTimer\n"
      "QA: System.Threading.TimerQueue[]; Q: System.Threading.TimerQueue; P*9: MyApp.P",
      NULL, "P5", NULL, 0);

  MG_CHECK_CONTAINS (text, "is kept alive by 2 paths; the shortest: static field Timers → List<Timer> → Timer.");
  MG_CHECK_CONTAINS (text, "\"timer\" folded(TimerQueueTimer)");
}

/* ---- Sets, errors, cut ---- */

static void
test_errors (void)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot ("root static S -> A; A: MyApp.A", NULL);
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  MgNode root = 1;

  MG_CHECK (mg_picture_new (snapshot, mg_subject_type (999), NULL, NULL, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_NOT_FOUND);
  g_clear_error (&error);
  MG_CHECK (mg_picture_new (snapshot, mg_subject_object (1), NULL, NULL, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_NOT_FOUND);
  g_clear_error (&error);
  MG_CHECK (mg_picture_new (snapshot, (MgSubject){ MG_SUBJECT_NONE, 0 }, NULL, NULL, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_USAGE);
  g_clear_error (&error);
  MG_CHECK (mg_picture_new_for_nodes (snapshot, &root, 1, "roots", NULL, NULL, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_NOT_FOUND);
  g_clear_error (&error);
  mg_progress_cancel (progress);
  MG_CHECK (mg_picture_new (snapshot, mg_subject_type (0), NULL, progress, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
}

static char *
cut_of (const char *text, const char *type)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (text, NULL);
  g_autoptr (GError) error = NULL;
  char *words = mg_picture_describe_cut (
      snapshot, mg_subject_type (mg_type_table_find (mg_snapshot_types (snapshot), type)), NULL, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  return words;
}

static void
test_what_must_let_go (void)
{
  g_autofree char *one = cut_of ("root static S -> A -> T; A: MyApp.A; T: MyApp.T", "MyApp.T");
  g_autofree char *event = cut_of (EVENT_LEAK, "MyApp.NotificationContext");
  g_autofree char *two = cut_of (TWO_HOLDERS, "MyApp.P");
  g_autofree char *many
      = cut_of ("root static S -> A*20 -> T*20; T*20: MyApp.T; root static R -> B*20 -> T*20", "MyApp.T");
  g_autofree char *none = cut_of ("root static S -> A; T: MyApp.T", "MyApp.T");

  MG_CHECK_STRING (one, "Remove 1 reference: A 0x10000 → T 0x10018.");
  MG_CHECK_CONTAINS (event, "ConnectionMonitor 0x10000 (event handlers: ");
  MG_CHECK_CONTAINS (two, "Remove 2 references: ");
  MG_CHECK (many != NULL && strstr (many, "Remove 2 references: static field") != NULL);
  MG_CHECK_STRING (none, "Nothing has to let go: nothing holds this.");
}

/* ---- Numbers for people ---- */

static void
test_bytes_and_counts (void)
{
  static const struct
  {
    guint64 bytes;
    const char *text;
  } bytes[] = {
    { 0, "0 bytes" },        { 1, "1 byte" },          { 1144, "1,144 bytes" },    { 9999, "9,999 bytes" },
    { 10000, "10.0 kB" },    { 99949, "99.9 kB" },     { 99950, "100 kB" },        { 999499, "999 kB" },
    { 999500, "1.0 MB" },    { 11400000, "11.4 MB" },  { 12149999, "12.1 MB" },    { 123456789, "123 MB" },
    { 999999999, "1.0 GB" }, { 5000000000, "5.0 GB" }, { G_MAXUINT64, "18.4 EB" },
  };
  static const struct
  {
    guint64 count;
    const char *text;
  } counts[] = { { 0, "0" },          { 999, "999" },           { 1000, "1,000" },
                 { 10000, "10,000" }, { 1234567, "1,234,567" }, { G_MAXUINT64, "18,446,744,073,709,551,615" } };

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      g_autofree char *text = mg_format_bytes (bytes[i].bytes);

      MG_CHECK_STRING (text, bytes[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = mg_format_count (counts[i].count);

      MG_CHECK_STRING (text, counts[i].text);
    }
}

static const MgTest tests[] = {
  { "event leak", test_event_leak },
  { "event with field names and other handlers", test_event_with_field_names_and_other_handlers },
  { "net11 event and static event", test_net11_event_and_static_event },
  { "single delegates and closures", test_single_delegates_and_closures },
  { "a handler class is drawn", test_a_handler_class_is_drawn },
  { "an ambiguous list is drawn", test_an_ambiguous_list_is_drawn },
  { "plumbing folds", test_plumbing_folds },
  { "other lists of tasks are drawn", test_other_lists_of_tasks_are_drawn },
  { "who waits for a promise", test_who_waits_for_a_promise },
  { "names made by the compiler", test_names_made_by_the_compiler },
  { "titles", test_titles },
  { "full names say async", test_full_names_say_async },
  { "roots are named", test_roots_are_named },
  { "raw shows every helper", test_raw_shows_every_helper },
  { "runs collapse", test_runs_collapse },
  { "runs have a longest and a median", test_runs_have_a_longest_and_a_median },
  { "subjects that hold each other", test_subjects_that_hold_each_other },
  { "carriers do not hide what they carry", test_carriers_do_not_hide_what_they_carry },
  { "equal tails become one", test_equal_tails_become_one },
  { "groups with stubs stay apart", test_groups_with_stubs_stay_apart },
  { "more than eight branches", test_more_than_eight_branches },
  { "branches below one percent", test_branches_below_one_percent },
  { "minor roots stand together", test_minor_roots_stand_together },
  { "the trunk collapses and opens", test_the_trunk_collapses_and_opens },
  { "no trunk without own code", test_no_trunk_without_own_code },
  { "what else would hold", test_what_else_would_hold },
  { "one holder has no alternative", test_one_holder_has_no_alternative },
  { "local variables hold what nothing else holds", test_local_variables_hold_what_nothing_else_holds },
  { "only some kinds of roots", test_only_some_kinds_of_roots },
  { "nothing holds it", test_nothing_holds_it },
  { "conditional references are dashed", test_conditional_references_are_dashed },
  { "one object with two paths", test_one_object_with_two_paths },
  { "one handler of an event", test_one_handler_of_an_event },
  { "paths in opposite order", test_paths_in_opposite_order },
  { "a long path loses its middle", test_a_long_path_loses_its_middle },
  { "a path that nearly repeats", test_a_path_that_nearly_repeats },
  { "timers belong to their queue", test_timers_belong_to_their_queue },
  { "errors", test_errors },
  { "what must let go", test_what_must_let_go },
  { "bytes and counts", test_bytes_and_counts },
};

MG_TEST_MAIN ("picture", tests)
