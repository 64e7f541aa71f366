/* Times the graph engine on big graphs of known shape and prints ratios to peers that run in the same process.
 *
 *   bench-graph                   all shapes at a tenth of their default size
 *   bench-graph --full            at their default size
 *   bench-graph SHAPE [OBJECTS [alone]]
 *
 * Each size runs in a child process of its own, so that its peak memory can be told. Seconds are the processor's.
 * "pass" is one plain depth-first search over all edges (mg_reach), the least that any such algorithm must do; "LT" is
 * the textbook's Lengauer and Tarjan, whose dominators must be the same ("alone" leaves it and its memory out).
 * "growth" compares with a quarter of the objects: the exponent of edges by which the sum of all passes grows, 1.00
 * being linear; "own" the same without the system's seconds ("sys s"), which provides the memory: a virtual machine may
 * have to fetch it from its host, at many times the usual cost. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/graph/cut.h"
#include "analysis/graph/dominators.h"
#include "analysis/graph/instances.h"
#include "analysis/graph/paths.h"
#include "analysis/graph/reach.h"
#include "analysis/graph/reverse.h"
#include "analysis/graph/tree.h"
#include "tests/support/lengauer-tarjan.h"
#include "tests/support/graph-shapes.h"

typedef struct
{
  double pass, reverse, tree, dominators, by_type, instances, tarjan, paths, cut;
  double system; /* of the passes from reverse to instances */
  double bytes_per_node;
  double peak_mb;
  guint64 edges;
} Result;

static double
now (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static double
system_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_stime.tv_sec + (double) usage.ru_stime.tv_usec / 1e6;
}

/* Seconds since *SINCE, which becomes now. */
static double
lap (double *since)
{
  double start = *since;

  *since = now ();
  return *since - start;
}

static double
peak_mb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024.0;
}

static void
check_same (const MgGraph *graph, const MgNode *expected, const MgNode *actual)
{
  for (MgNode node = 0; node < graph->n_nodes; node++)
    if (expected[node] != actual[node])
      {
        fprintf (stderr, "node %u: idom %u, Lengauer and Tarjan say %u\n", node, actual[node], expected[node]);
        exit (1);
      }
}

static gboolean alone;

static Result
measure (const MgShape *shape, guint32 n)
{
  g_autoptr (MgGraph) graph = mg_shape_graph (shape, n);
  g_autoptr (MgReverse) reverse = NULL;
  g_autoptr (MgTree) tree = NULL;
  g_autoptr (MgDominators) dominators = NULL;
  g_autoptr (MgInstances) instances = NULL;
  g_autofree guint64 *retained = g_new (guint64, graph->types->n_types);
  g_autofree MgNode *peer = NULL;
  MgNode subject = graph->n_nodes - 1, super_root = MG_NODE_SUPER_ROOT;
  Result result = { .edges = graph->n_edges };
  double since;
  MgPathScope scope;
  MgReach reach;
  MgCut cut;

  (void) mg_reach (graph, &super_root, 1, &reach, NULL, NULL);
  since = now ();
  (void) mg_reach (graph, &super_root, 1, &reach, NULL, NULL);
  result.pass = lap (&since);
  result.system = -system_seconds ();
  reverse = mg_reverse_new (graph, NULL, NULL);
  result.reverse = lap (&since);
  tree = mg_tree_new (graph, MG_ROOT_ALL_KINDS, NULL, NULL);
  result.tree = lap (&since);
  dominators = mg_dominators_new (graph, reverse, NULL, NULL);
  result.dominators = lap (&since);
  (void) mg_dominators_retained_by_type (dominators, graph, retained, NULL, NULL);
  result.by_type = lap (&since);
  instances = mg_instances_new (graph, NULL, NULL);
  result.instances = lap (&since);
  result.system += system_seconds ();
  result.peak_mb = peak_mb ();
  result.bytes_per_node = (double) mg_graph_memory (graph) / graph->n_nodes;
  since = now ();
  mg_path_scope_init (&scope, graph, reverse, tree, dominators, MG_ROOT_ALL_KINDS);
  mg_path_set_free (mg_paths_most_different (&scope, subject, 5, NULL, NULL));
  result.paths = lap (&since);
  (void) mg_cut_find (graph, reverse, tree, &subject, 1, &cut, NULL, NULL);
  result.cut = lap (&since);
  if (alone)
    return result;
  peer = mg_lengauer_tarjan (graph, reverse);
  result.tarjan = lap (&since);
  check_same (graph, peer, dominators->idom);
  return result;
}

/* Runs measure () in a child process. */
static Result
measure_apart (const MgShape *shape, guint32 n)
{
  int ends[2];
  pid_t child;
  int status;
  Result result = { 0 };

  if (pipe (ends) != 0)
    g_error ("pipe: %s", g_strerror (errno));
  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      result = measure (shape, n);
      _exit (write (ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
    }
  close (ends[1]);
  if (read (ends[0], &result, sizeof result) != sizeof result)
    result.edges = 0;
  close (ends[0]);
  if (waitpid (child, &status, 0) != child || status != 0 || result.edges == 0)
    {
      fprintf (stderr, "%s failed\n", shape->name);
      exit (1);
    }
  return result;
}

static double
sum_of_passes (const Result *r)
{
  return r->reverse + r->tree + r->dominators + r->by_type + r->instances;
}

static void
print_result (const MgShape *shape, guint32 n, const Result *r, double growth, double own_growth)
{
  printf ("%-13s %6.2f M %6.2f M  %6.2f  ", shape->name, n / 1e6, (double) r->edges / 1e6, r->pass);
  printf ("%6.2f %6.2f %6.2f %6.2f %6.2f  ", r->reverse, r->tree, r->dominators, r->by_type, sum_of_passes (r));
  printf ("%6.2f %6.0f %6.2f %6.2f  ", r->system, sum_of_passes (r) * 1e9 / (double) r->edges, growth, own_growth);
  printf ("%6.2f  %6.2f  ", r->dominators / r->pass, r->tarjan / r->dominators);
  printf ("%7.1f %7.1f  %6.0f\n", r->paths * 1e3, r->cut * 1e3, r->peak_mb);
}

static void
run_shape (const MgShape *shape, guint32 n)
{
  Result quarter = measure_apart (shape, n / 4), whole = measure_apart (shape, n);
  double edges = log ((double) whole.edges / (double) quarter.edges);
  double growth = log (sum_of_passes (&whole) / sum_of_passes (&quarter)) / edges;
  double own = log ((sum_of_passes (&whole) - whole.system) / (sum_of_passes (&quarter) - quarter.system)) / edges;

  print_result (shape, n, &whole, growth, own);
}

int
main (int argc, char **argv)
{
  gboolean full = argc > 1 && strcmp (argv[1], "--full") == 0;
  const MgShape *only = argc > 1 && !full ? mg_shape_find (argv[1]) : NULL;

  if (argc > 1 && !full && only == NULL)
    {
      fprintf (stderr, "no such shape: %s\n", argv[1]);
      return 2;
    }
  alone = argc > 3 && strcmp (argv[3], "alone") == 0;
  printf ("%-13s %8s %8s  %6s  %6s %6s %6s %6s %6s  %6s %6s %6s %6s  %6s  %6s  %7s %7s  %6s\n", "shape", "objects",
          "edges", "pass s", "rev s", "tree s", "dom s", "type s", "all s", "sys s", "ns/e", "growth", "own", "dom/ps",
          "LT/dom", "path ms", "cut ms", "MB");
  for (const MgShape *shape = mg_shapes; shape->name; shape++)
    if (only == NULL)
      run_shape (shape, full ? shape->default_objects : shape->default_objects / 10);
    else if (only == shape)
      run_shape (shape, argc > 2 ? (guint32) strtoul (argv[2], NULL, 10) : shape->default_objects);
  return 0;
}
