/* Big graphs at the extremes, each of which breaks some plausible way to do it: recursion, walking paths, climbing.
 *
 * Every algorithm must come to an end in a small multiple of the time that the random graph of as many edges takes, on
 * a stack of half a megabyte, and with the dominators that the textbook's algorithm finds. Time is that of the
 * processor, so that a busy machine does not matter. */
#include <sys/resource.h>
#include <time.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/base/progress.h"
#include "analysis/graph/cut.h"
#include "analysis/graph/dominators.h"
#include "analysis/graph/instances.h"
#include "analysis/graph/paths.h"
#include "analysis/graph/reach.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"
#include "tests/support/graph-shapes.h"
#include "tests/support/impatience.h"
#include "tests/support/lengauer-tarjan.h"
#include "tests/support/test.h"

/* Instrumented builds are some ten times slower and need more memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SCALE 10
#else
#define SCALE 1
#endif

#define SMALL_STACK (512 * 1024)
/* How much slower than the random graph, edge by edge. Measured: below 1 but for paths, which may search up to their
 * limit of nodes several times. */
#define SLOWER_MOST 3
#define PATHS_SECONDS_MOST (SCALE * 15.0)

typedef struct
{
  double pass; /* seconds for reverse edges, tree, dominators, instances, sizes by type */
  double paths, cut;
  guint64 n_edges;
} Cost;

static double
cpu_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static double
lap (double *since)
{
  double start = *since;

  *since = cpu_seconds ();
  return *since - start;
}

static void
check_dominators (const MgGraph *graph, const MgReverse *reverse, const MgDominators *dominators)
{
  g_autofree MgNode *expected = mg_lengauer_tarjan (graph, reverse);
  guint32 wrong = 0;

  for (MgNode node = 0; node < graph->n_nodes; node++)
    wrong += expected[node] != dominators->idom[node];
  MG_CHECK_UINT (wrong, 0);
}

static Cost
run_shape (const char *name, guint32 n)
{
  const MgShape *shape = mg_shape_find (name);
  g_autoptr (MgGraph) graph = mg_shape_graph (shape, n / SCALE);
  g_autoptr (MgReverse) reverse = NULL;
  g_autoptr (MgTree) tree = NULL;
  g_autoptr (MgDominators) dominators = NULL;
  g_autoptr (MgInstances) instances = NULL;
  g_autoptr (MgPathSet) paths = NULL;
  g_autofree guint64 *retained = g_new (guint64, graph->types->n_types);
  MgNode subject = graph->n_nodes - 1;
  Cost cost = { .n_edges = graph->n_edges };
  double since = cpu_seconds ();
  MgPathScope scope;
  MgCut cut;

  reverse = mg_reverse_new (graph, NULL, NULL);
  tree = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  dominators = mg_dominators_new (graph, reverse, NULL, NULL);
  instances = mg_instances_new (graph, NULL, NULL);
  MG_CHECK (mg_dominators_retained_by_type (dominators, graph, retained, NULL, NULL));
  cost.pass = lap (&since);
  mg_path_scope_init (&scope, graph, reverse, tree, dominators, MG_ROOT_ALL_KINDS);
  paths = mg_paths_most_different (&scope, subject, 5, NULL, NULL);
  cost.paths = lap (&since);
  MG_CHECK (mg_cut_find (graph, reverse, tree, &subject, 1, &cut, NULL, NULL));
  cost.cut = lap (&since);
  if (mg_tree_reached (tree, subject))
    MG_CHECK (paths->n > 0 && (cut.n > 0 || cut.more));
  else
    MG_CHECK (paths->n == 0 && cut.n == 0 && !cut.more);
  MG_CHECK_UINT (tree->reached_bytes, dominators->retained[MG_NODE_SUPER_ROOT]);
  check_dominators (graph, reverse, dominators);
  return cost;
}

/* Seconds per edge of the random graph, measured once. */
static double
random_pace (void)
{
  static double pace;

  if (pace == 0.0)
    {
      Cost cost = run_shape ("random", 500000);

      pace = cost.pass / (double) cost.n_edges;
    }
  return pace;
}

static void
check_shape (const char *name, guint32 n)
{
  double pace = random_pace ();
  Cost cost = run_shape (name, n);
  double allowed = SLOWER_MOST * pace * (double) cost.n_edges + 0.2;

  if (cost.pass > allowed)
    mg_test_fail (__FILE__, __LINE__, "%s takes %.2f s, at most %.2f are allowed", name, cost.pass, allowed);
  if (cost.paths > PATHS_SECONDS_MOST || cost.cut > PATHS_SECONDS_MOST)
    mg_test_fail (__FILE__, __LINE__, "%s: paths take %.2f s, the cut %.2f s", name, cost.paths, cost.cut);
}

static void
test_list_of_five_million (void)
{
  check_shape ("list", 5000000);
}

static void
test_doubly_linked_list (void)
{
  check_shape ("doubly", 1000000);
}

static void
test_list_with_a_heavy_end (void)
{
  check_shape ("list-tail", 1000000);
}

static void
test_event_with_a_million_handlers (void)
{
  check_shape ("event", 2000003);
}

static void
test_complete_bipartite (void)
{
  check_shape ("bipartite", 2000 * SCALE);
}

static void
test_every_object_names_every_root_object (void)
{
  check_shape ("all-roots", 20000);
}

static void
test_tree_with_parents (void)
{
  check_shape ("tree", 500000);
}

static void
test_hubs (void)
{
  check_shape ("hubs", 300000);
}

static void
test_dictionaries (void)
{
  check_shape ("dictionaries", 500000);
}

static void
test_heap (void)
{
  check_shape ("heap", 1000000);
}

/* Makes all that can be made of GRAPH. FALSE when cancelled. */
static gboolean
make_all (const MgGraph *graph, MgProgress *progress, GError **error)
{
  g_autofree guint64 *retained = g_new (guint64, graph->types->n_types);
  g_autoptr (MgReverse) reverse = mg_reverse_new (graph, progress, error);
  g_autoptr (MgTree) tree = reverse ? mg_tree_new (graph, MG_ROOT_ALL_KINDS, progress, error) : NULL;
  g_autoptr (MgDominators) dominators = tree ? mg_dominators_new (graph, NULL, progress, error) : NULL;
  g_autoptr (MgInstances) instances = dominators ? mg_instances_new (graph, progress, error) : NULL;

  return instances && mg_dominators_retained_by_type (dominators, graph, retained, progress, error);
}

/* Nothing may leak, be used after it is freed (sanitizers tell), or end without an error. */
static void
cancel_anywhere (guint threads)
{
  g_autoptr (MgGraph) graph = mg_shape_graph (mg_shape_find ("random"), 150000);
  guint last = 0, cancelled = 0;
  gboolean done = FALSE;

  mg_parallel_set_threads (threads);
  mg_parallel_set_worth (1);
  for (; !done && last < 1000; last++)
    {
      g_autoptr (MgProgress) progress = mg_test_impatient_progress (last);
      g_autoptr (GError) error = NULL;

      done = make_all (graph, progress, &error);
      MG_CHECK (done || g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED));
      cancelled += !done;
    }
  mg_parallel_set_threads (0);
  mg_parallel_set_worth (0);
  MG_CHECK (done && cancelled > 10);
}

static void
test_cancel_anywhere (void)
{
  cancel_anywhere (1);
}

static void
test_cancel_anywhere_in_threads (void)
{
  cancel_anywhere (2);
}

static const MgTest tests[] = {
  { "list of five million", test_list_of_five_million },
  { "doubly linked list", test_doubly_linked_list },
  { "list with a heavy end", test_list_with_a_heavy_end },
  { "event with a million handlers", test_event_with_a_million_handlers },
  { "complete bipartite", test_complete_bipartite },
  { "every object names every root's object", test_every_object_names_every_root_object },
  { "tree with parents", test_tree_with_parents },
  { "hubs", test_hubs },
  { "dictionaries", test_dictionaries },
  { "heap", test_heap },
  { "cancel anywhere", test_cancel_anywhere },
  { "cancel anywhere, in threads", test_cancel_anywhere_in_threads },
};

int
main (int argc, char **argv)
{
  struct rlimit limit;

  /* Takes effect at once: the kernel grows the stack no further. Recursion would end the program. */
  getrlimit (RLIMIT_STACK, &limit);
  limit.rlim_cur = MIN (limit.rlim_max, SCALE * SMALL_STACK);
  setrlimit (RLIMIT_STACK, &limit);
  return mg_test_run ("graph-extremes", tests, G_N_ELEMENTS (tests), argc, argv);
}
