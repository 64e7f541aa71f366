/* Leaks as services make them, reduced to recipes, and the sentence that each must give: the owner that a colleague
 * would name, and nothing beside it that misleads. */
#include <string.h>

#include "analysis/picture/label.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/picture-dump.h"
#include "tests/support/test.h"

/* The picture of all objects of TYPE in the graph TEXT. */
static MgPicture *
draw (const char *text, const char *type, guint alternative)
{
  const MgPictureOptions options = { .alternative = alternative };
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (text, NULL);
  g_autoptr (GError) error = NULL;
  MgPicture *picture;

  g_assert (mg_snapshot_ensure (snapshot, MG_NEED_DOMINATORS | MG_NEED_GRAPH, NULL, NULL));
  picture = mg_picture_new (snapshot, mg_subject_type (mg_type_table_find (mg_snapshot_types (snapshot), type)),
                            &options, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  if (picture)
    MG_CHECK_PICTURE (picture, picture->nodes[picture->n_nodes - 1].weight);
  return picture;
}

typedef struct
{
  const char *text, *type, *sentence;
} Case;

static void
check (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (MgPicture) picture = draw (cases[i].text, cases[i].type, 0);

      if (picture)
        MG_CHECK_STRING (picture->sentence, cases[i].sentence);
    }
}

/* ---- Owners ---- */

static const Case owners[] = {
  /* One wrapper for each: what gathers the wrappers is the answer. */
  { "root static Bus -> B -> L -> A -> S*8 -> D*8 -> T*8; B: My.Bus; L: System.Collections.Generic.List<My.Entry>\n"
    "A: My.Entry[]; S*8: My.Entry; D*8: System.Action 64; T*8: My.Screen\n",
    "My.Screen",
    "All 8 Screen are kept alive as targets of delegates by 8 Entry of one Bus, which the static field Bus holds." },
  /* Delegates in a list are no owners, and no collection worth naming. */
  { "root static Bus -> B -> L -> A -> D*8 -> C*8 -> T*8; B: My.Bus\n"
    "L: System.Collections.Generic.List<System.Delegate>; A: System.Delegate[]; D*8: System.Action 64\n"
    "C*8: My.Bus+<>c__DisplayClass1_0; T*8: My.Screen\n",
    "My.Screen", "All 8 Screen are kept alive as captured variables by one Bus, which the static field Bus holds." },
  /* Who waits says more than what they wait for. */
  { "root static gate -> G -> N*8 -> B*8 -> T*8; G: System.Threading.SemaphoreSlim\n"
    "N*8: System.Threading.SemaphoreSlim+TaskNode\n"
    "B*8: AsyncStateMachineBox<System.Threading.Tasks.VoidTaskResult,My.Work+<Run>d__1>; T*8: My.Work\n",
    "My.Work", "All 8 Work are kept alive by 8 async Run of one SemaphoreSlim, which the static field gate holds." },
  /* The callbacks keep their name, and the source its owner. */
  { "root static Life -> L -> S -> R -> N -> T1; N -> N2 -> T2; L: My.Lifetime\n"
    "S: System.Threading.CancellationTokenSource; R: Registrations; N: CallbackNode; N2: CallbackNode\n"
    "N -> R; N2 -> R; T1: My.Request; T2: My.Request\n",
    "My.Request",
    "Both Request are kept alive by the cancellation callbacks of one CancellationTokenSource of one Lifetime, which "
    "the static field Life holds." },
  { "root static Keys -> K*8 ~> T*8; K*8: My.Key; T*8: My.Extra\n", "My.Extra",
    "All 8 Extra are attached to 8 Key by dependent handles, and the static field Keys holds those." },
};

static void
test_owners (void)
{
  check (owners, G_N_ELEMENTS (owners));
}

/* A trunk of the framework does not hide what gathers, what has an event, or an exception. */
static void
test_answers_stay_out_of_trunks (void)
{
  static const Case cases[] = {
    { "root static Host -> H1 -> H2 -> H3 -> M -> D -> L -> E*8 -> C*8 -> T*8; H1: System.A; H2: System.B\n"
      "H3: System.C; M: Microsoft.Monitor; D: System.Action 64; L: System.Object[]; E*8: System.Action 64\n"
      "C*8: Microsoft.Change; T*8: My.Watcher\n",
      "My.Watcher",
      "All 8 Watcher are kept alive by 8 Change of one Monitor, which the static field Host holds." },
    { "root static Faulted -> H1*8 -> H2*8 -> H3*8 -> X*8 -> L*8 -> N*8 -> T*8; H1*8: System.A; H2*8: System.B\n"
      "H3*8: System.C; X*8: System.IO.IOException; L*8: System.Collections.ListDictionaryInternal\n"
      "N*8: System.Collections.ListDictionaryInternal+DictionaryNode; T*8: My.Order\n",
      "My.Order",
      "All 8 Order are kept alive by 8 IOException (through ListDictionaryInternal), which the static field Faulted "
      "holds." },
    { "root static Db -> C -> H1 -> H2 -> H3 -> D -> A -> T*8; C: My.Context; H1: System.A; H2: System.B; H3: Ef.Map\n"
      "type Ef.Map module Microsoft.EntityFrameworkCore.dll\n"
      "D: System.Collections.Generic.Dictionary<System.Object,System.Object>; A: Entry[]; T*8: My.Product\n",
      "My.Product",
      "All 8 Product are kept alive by one Map of one Context (through Dictionary<Object, Object>), which the static "
      "field Db holds." },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Subjects that keep others in collections hold each other, as those in a chain do. */
static void
test_trees_of_subjects (void)
{
  static const char tree[] = "root static Root -> T1 -> L1 -> A1; A1 -> T2, T3; T2 -> L2 -> A2; A2 -> T4, T5\n"
                             "L1: System.Collections.Generic.List<My.Item>\n"
                             "L2: System.Collections.Generic.List<My.Item>\n"
                             "A1: My.Item[]; A2: My.Item[]; T{1..5}: My.Item; ";
  g_autofree char *with_others = g_strconcat (tree, "T3 -> X -> T6; X: My.Page; T6: My.Item", NULL);
  g_autoptr (MgPicture) picture = draw (tree, "My.Item", 0), other = draw (with_others, "My.Item", 0);

  MG_CHECK_STRING (picture->sentence, "All 5 Item are kept alive by the static field Root.");
  MG_CHECK_STRING (picture->explanation, "They hold each other in chains of up to 3.");
  MG_CHECK_UINT (picture->n_nodes, 2);
  MG_CHECK (other->n_nodes > 2);
}

/* ---- Dependency injection ---- */

#define DI "Microsoft.Extensions.DependencyInjection."
#define PROVIDER                                                                                                       \
  "root static scopes -> X; root stack -> P; P -> R; R -> P; X -> P\n"                                                 \
  "P: " DI "ServiceProvider; R: " DI "ServiceLookup.ServiceProviderEngineScope\n"                                      \
  "X: " DI "ServiceLookup.ServiceProviderEngineScope\n"                                                                \
  "R -> L -> A; L: System.Collections.Generic.List<System.Object>; A: System.Object[]\n"

static void
test_services (void)
{
  static const Case cases[] = {
    { PROVIDER "A -> S -> I -> B -> T*8; S: My.Catalog; I: System.Collections.Generic.List<My.Item>; B: My.Item[]\n"
               "T*8: My.Item\n",
      "My.Item",
      "All 8 Item are kept alive by one Catalog (through List<Item>), which the service provider holds." },
    { PROVIDER "A -> T*8; T*8: My.Unit\n", "My.Unit",
      "All 8 Unit are kept alive by the root scope of the service provider, which keeps the disposables it made until "
      "it is disposed of itself." },
    { PROVIDER "P -> C -> Q -> V -> N -> Y -> Z -> S -> T; S: My.Catalog; T: My.Captive\n"
               "C: System.Collections.Concurrent.ConcurrentDictionary<System.Int32,System.Object>; Q: Tables\n"
               "V: VolatileNode[]; N: Node; Y: ServiceAccessor; Z: FactoryCallSite\n",
      "My.Captive", "The only Captive is kept alive by service provider → Catalog." },
    /* Scopes that are held in another way are named like anything else. */
    { "root static open -> X*8 -> D*8 -> E*8 -> T*8; X*8: " DI "ServiceLookup.ServiceProviderEngineScope\n"
      "D*8: System.Collections.Generic.Dictionary<System.Object,System.Object>; E*8: Entry[]; T*8: My.Repository\n"
      "X*8 -> P; P: " DI "ServiceProvider\n",
      "My.Repository",
      "All 8 Repository are kept alive as services of 8 ServiceProviderEngineScope, which the static field open "
      "holds." },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* What leads to the provider is not worth a word. */
static void
test_services_have_no_other_roots (void)
{
  g_autoptr (MgPicture) picture
      = draw (PROVIDER "A -> S -> I -> B -> T*8; S: My.Catalog; I: System.Collections.Generic.List<My.Item>\n"
                       "B: My.Item[]; T*8: My.Item\n",
              "My.Item", 0);

  MG_CHECK_STRING (picture->explanation, "");
}

/* ---- Chance ---- */

/* An entry is in a map and in a list: that the tree finds some through the list is chance. */
#define CACHE                                                                                                          \
  "root static pages -> C -> M, L; C: My.Cache; M: System.Collections.Generic.Dictionary<System.String,My.Entry>\n"    \
  "M -> E -> X*40 -> V*40; E: Entry[]; X*40: My.Entry; V*40: My.Page\n"                                                \
  "L: System.Collections.Generic.LinkedList<My.Entry>; L -> N1 -> N2; N1 -> X1; N2 -> N3; N2 -> X2; N3 -> X3\n"        \
  "N1: LinkedListNode<My.Entry>; N2: LinkedListNode<My.Entry>; N3: LinkedListNode<My.Entry>\n"

static void
test_chance_holders_are_gathered (void)
{
  g_autoptr (MgPicture) picture = draw (CACHE, "My.Page", 0);

  MG_CHECK_STRING (picture->sentence,
                   "All 40 Page are kept alive by 40 Entry of one Cache, which the static field pages holds.");
  MG_CHECK_UINT (picture->n_nodes, 5);
}

/* Below one root the holders are named, not the root twice. */
static void
test_two_holders_below_one_root (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root static pages -> C -> M, L; C: My.Cache; M: System.Collections.Generic.HashSet<My.Page>\n"
              "M -> E => V{1..9}; E: Entry[]; V*9: My.Page; L: My.History; L -> W -> Q => V{1..9}; Q: My.Page[]\n"
              "W: My.Week\n",
              "My.Page", 0);

  MG_CHECK_STRING (picture->sentence,
                   "All 9 Page are kept alive by one Cache (through HashSet<Page>), which the static field pages "
                   "holds.");
  MG_CHECK_STRING (picture->explanation, "Without one HashSet<Page>, one History would still hold all 9.");
  MG_CHECK (!picture->alike_below);
}

/* How one root leads to the owner in two ways is of no interest. */
static void
test_two_ways_to_one_owner (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root static host -> H -> A, B; A -> X; B -> C -> X; X -> L -> Q -> V*9; H: My.Host; A: My.Map\n"
              "B: My.Page; C: My.Other; X: My.Catalog; L: System.Collections.Generic.List<My.Item>\n"
              "Q: My.Item[]; V*9: My.Item\n",
              "My.Item", 0);

  MG_CHECK_CONTAINS (picture->sentence, "by one Catalog (through List<Item>), which the static field host holds.");
  MG_CHECK_STRING (picture->explanation, "");
}

/* A register that still has the last one adds nothing to the list of all. */
static void
test_variables_with_one_of_all_are_gathered (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root stack \"thread 7 in Work\" -> L -> A -> T{1..9}; L: System.Collections.Generic.List<My.Row>\n"
              "A: My.Row[]; root stack \"thread 7 in Work\" -> T9; T{1..9}: My.Row\n",
              "My.Row", 0);

  MG_CHECK_STRING (picture->sentence, "All 9 Row are kept alive as items of one List<Row>, which a local variable "
                                      "(thread 7 in Work) holds.");
}

/* Some only hang elsewhere: nothing is gathered that does not belong together. */
static void
test_what_hangs_elsewhere_stays (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root static all -> L -> A -> T{1..9}; L: System.Collections.Generic.List<My.Row>; A: My.Row[]\n"
              "root static last -> O -> T10; O: My.Owner; T{1..10}: My.Row\n",
              "My.Row", 0);

  MG_CHECK_STRING (picture->sentence,
                   "9 of 10 Row are kept alive as items of one List<Row>, which the static field all holds.");
}

/* ---- Timers ---- */

#define QUEUE                                                                                                          \
  "root static System.Threading.TimerQueue.Instances -> Q\n"                                                           \
  "root static System.Threading.TimerQueue.s_scheduledTimers -> S -> SA -> Q\n"                                        \
  "S: System.Collections.Generic.List<System.Threading.TimerQueue>; SA: System.Threading.TimerQueue[]\n"               \
  "Q: System.Threading.TimerQueue; Q -> N1 -> N2 -> N3 -> N4 -> N5 -> N6 -> N7 -> N8; N*8 -> Q\n"                      \
  "N*8: System.Threading.TimerQueueTimer; N*8 -> D*8 -> T*8; D*8: System.Threading.TimerCallback 64\n"                 \
  "type System.Threading.TimerQueueTimer list_element\n"

/* The runtime has two roots for its queue; a timer knows its neighbours. Neither is another reason. */
static void
test_the_timer_queue_is_one_reason (void)
{
  g_autoptr (MgPicture) picture = draw (QUEUE "root static Own -> O -> H -> N8; O: System.Threading.Timer\n"
                                              "H: System.Threading.TimerHolder; T*8: My.Poller\n",
                                        "My.Poller", 0);

  MG_CHECK_STRING (picture->sentence, "All 8 Poller are kept alive by the timers of one TimerQueue, which the static "
                                      "field TimerQueue.Instances holds.");
  MG_CHECK_STRING (picture->explanation, "");
  MG_CHECK_UINT (picture->n_alternatives, 0);
}

#define OWNED                                                                                                          \
  QUEUE "root static Own -> L -> A -> O*8 -> H*8 -> N*8; O*8: System.Threading.Timer\n"                                \
        "L: System.Collections.Generic.List<System.Threading.Timer>; A: System.Threading.Timer[]\n"                    \
        "H*8: System.Threading.TimerHolder; T*8: My.Poller\n"

/* A Timer that nobody has is collected, and its timer ends: the queue is no other reason. */
static void
test_timers_end_with_their_objects (void)
{
  g_autoptr (MgPicture) picture = draw (OWNED, "My.Poller", 0);

  MG_CHECK_STRING (picture->sentence,
                   "All 8 Poller are kept alive as targets of delegates by 8 Timer, which the static field Own holds.");
  MG_CHECK_STRING (picture->explanation, "");
  MG_CHECK_UINT (picture->n_alternatives, 0);
}

/* But objects that have their own Timer keep it, once the queue has them. */
static void
test_timers_that_keep_themselves (void)
{
  g_autoptr (MgPicture) picture = draw (OWNED "T*8 -> O*8\n", "My.Poller", 0);

  MG_CHECK_STRING (picture->explanation, "Without the static field Own, the static field TimerQueue.Instances would "
                                         "still hold all 8.");
  MG_CHECK_UINT (picture->n_alternatives, 1);
}

/* The list goes from a timer that somebody has to one that nobody has, time after time: still no other reason. */
static void
test_timers_beside_those_that_somebody_has (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root static Instances -> Q; Q: System.Threading.TimerQueue\n"
              "root static Own -> L -> A -> O*4 -> H*4 -> N*4 -> M*4; N*4 -> Q; M*4 -> Q; Q -> N1; M1 -> N2; M2 -> N3\n"
              "M3 -> N4; L: System.Collections.Generic.List<System.Threading.Timer>; A: System.Threading.Timer[]\n"
              "O*4: System.Threading.Timer; H*4: System.Threading.TimerHolder; N*4: System.Threading.TimerQueueTimer\n"
              "M*4: System.Threading.TimerQueueTimer; M*4 -> D*4 -> T*4; D*4: System.Threading.TimerCallback 64\n"
              "T*4: My.Request; type System.Threading.TimerQueueTimer list_element\n",
              "My.Request", 0);

  MG_CHECK_STRING (picture->sentence,
                   "All 4 Request are kept alive by the timers of one TimerQueue, which the static field Instances "
                   "holds.");
  MG_CHECK_STRING (picture->explanation, "");
}

/* Whoever has another timer of the queue does not hold this one's object, though a path leads there. */
static void
test_neighbours_hold_nothing (void)
{
  MgGraphRecipe *recipe;
  g_autoptr (MgSnapshot) snapshot
      = mg_graph_recipe_snapshot ("root static Own -> H -> N3; H: System.Threading.TimerHolder\n"
                                  "root static Instances -> W -> Q; W: System.Threading.TimerQueue[]\n"
                                  "Q: System.Threading.TimerQueue; Q -> N1 -> N2 -> N3 -> N4 -> D -> T; N*4 -> Q\n"
                                  "N*4: System.Threading.TimerQueueTimer; D: System.Threading.TimerCallback 64\n"
                                  "T: My.Poller\n",
                                  &recipe);
  g_autoptr (MgPicture) picture
      = mg_picture_new (snapshot, mg_subject_object (mg_graph_recipe_node (recipe, "T")), NULL, NULL, NULL);

  MG_CHECK_CONTAINS (picture->sentence, "is kept alive by 1 path: static field Instances → TimerQueue → timer.");
}

/* The values of a ThreadLocal go with it, and its field has a name. */
static void
test_thread_local_values_belong_to_their_field (void)
{
  g_autoptr (MgPicture) picture
      = draw ("root thread_static System.Threading.ThreadLocal<My.List>.ts_slotArray -> A -> S -> V -> B -> T*8\n"
              "root static My.State.Local -> L -> H -> S; L: System.Threading.ThreadLocal<My.List>\n"
              "A: LinkedSlotVolatile[]; H: LinkedSlot; S: LinkedSlot; V: System.Collections.Generic.List<My.Row>\n"
              "B: My.Row[]; T*8: My.Row\n",
              "My.Row", 0);

  MG_CHECK_STRING (picture->sentence,
                   "All 8 Row are kept alive as items of one List<Row>, which the static field State.Local holds.");
  MG_CHECK_UINT (picture->n_alternatives, 0);
}

/* ---- Words ---- */

static void
test_methods_of_constructors (void)
{
  g_autofree char *lambda = mg_label_method ("My.Watcher.<.ctor>b__0_0");
  g_autofree char *in_class = mg_label_method ("My.Watcher+<>c.<<.cctor>b__22_0");

  MG_CHECK_STRING (lambda, "lambda in Watcher..ctor");
  MG_CHECK_CONTAINS (in_class, "Watcher");
}

static const MgTest tests[] = {
  { "owners", test_owners },
  { "answers stay out of trunks", test_answers_stay_out_of_trunks },
  { "trees of subjects", test_trees_of_subjects },
  { "services", test_services },
  { "services have no other roots", test_services_have_no_other_roots },
  { "chance holders are gathered", test_chance_holders_are_gathered },
  { "two holders below one root", test_two_holders_below_one_root },
  { "two ways to one owner", test_two_ways_to_one_owner },
  { "variables with one of all are gathered", test_variables_with_one_of_all_are_gathered },
  { "what hangs elsewhere stays", test_what_hangs_elsewhere_stays },
  { "the timer queue is one reason", test_the_timer_queue_is_one_reason },
  { "timers beside those that somebody has", test_timers_beside_those_that_somebody_has },
  { "timers end with their objects", test_timers_end_with_their_objects },
  { "timers that keep themselves", test_timers_that_keep_themselves },
  { "neighbours hold nothing", test_neighbours_hold_nothing },
  { "thread local values belong to their field", test_thread_local_values_belong_to_their_field },
  { "methods of constructors", test_methods_of_constructors },
};

MG_TEST_MAIN ("picture-patterns", tests)
