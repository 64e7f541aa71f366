/* Times each part that is made of a memory dump (or any snapshot), in one process.
 *
 *   bench-dump FILE [--sums] [--parts graph,reverse,…] [--together] [--threads N]
 *   bench-dump FILE --peers
 *   bench-dump FILE --pick N
 *
 * For each part: seconds of the clock and of the processor, the most memory beside the mapped file so far, per object,
 * and how many of the processor's seconds the system took, which has to provide that memory. --together makes all parts
 * in one go, as a command does, so that several are made at the same time. --sums prints a check sum of each array
 * instead: two builds (or numbers of threads) must print the same. --peers times other
 * algorithms for dominators beside ours, one thread each, and compares what they find. --pick prints addresses of N
 * live objects, chosen at random but always the same. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "analysis/base/parallel.h"
#include "analysis/graph/dominators.h"
#include "analysis/snapshot.h"
#include "tests/bench/measure.h"
#include "tests/support/iterative-dominators.h"
#include "tests/support/lengauer-tarjan.h"

#define SAMPLE_USEC 2000

/* Steps up per reference after which iterated data flow is given up. */
#define CLIMBS_MOST 200

static const struct
{
  guint need;
  const char *name;
} parts[] = {
  { MG_NEED_GRAPH, "graph" },         { MG_NEED_REVERSE, "reverse" },       { MG_NEED_TREE, "tree" },
  { MG_NEED_INSTANCES, "instances" }, { MG_NEED_DOMINATORS, "dominators" }, { MG_NEED_TYPE_RETAINED, "by type" }
};

typedef struct
{
  double wall, cpu, system;
} Times;

static Times
times_now (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (Times){ mg_measure_seconds (CLOCK_MONOTONIC), mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID),
                  (double) usage.ru_stime.tv_sec + (double) usage.ru_stime.tv_usec / 1e6 };
}

static void
print_part (const char *name, const Times *since, guint64 n_objects)
{
  Times now = times_now ();

  printf ("%-12s %8.3f s  %8.3f s of the processor  %8.1f MB  %6.1f bytes per object  %6.3f s of the system's\n", name,
          now.wall - since->wall, now.cpu - since->cpu, (double) mg_measure_peak () / 1e6,
          n_objects ? (double) mg_measure_peak () / (double) n_objects : 0.0, now.system - since->system);
}

static void
print_sum (const char *name, const void *data, gsize size)
{
  printf ("%-12s %016" G_GINT64_MODIFIER "x  %" G_GSIZE_FORMAT " bytes\n", name,
          mg_measure_sum (MG_MEASURE_SUM_START, data, size), size);
}

static void
print_graph_sums (const MgGraph *graph)
{
  guint64 addresses = 0, offsets = 0, sizes = 0, roots = 0;

  printf ("nodes %u roots %u edges %" G_GUINT64_FORMAT " types %u\n", graph->n_nodes, graph->n_roots, graph->n_edges,
          graph->types->n_types);
  for (MgNode node = 0; node < graph->n_nodes; node++)
    {
      guint64 address = mg_graph_address (graph, node), first = mg_monotone_get (&graph->first, node);
      guint64 size = mg_graph_size (graph, node);

      addresses = mg_measure_sum (addresses, &address, sizeof address);
      offsets = mg_measure_sum (offsets, &first, sizeof first);
      sizes = mg_measure_sum (sizes, &size, sizeof size);
    }
  for (MgNode root = 1; root <= graph->n_roots; root++)
    {
      const MgRoot *entry = mg_graph_root (graph, root);

      roots = mg_measure_sum (roots, &entry->kind, sizeof entry->kind);
      if (entry->label)
        roots = mg_measure_sum (roots, entry->label, strlen (entry->label));
    }
  print_sum ("types", graph->type, (gsize) graph->n_nodes * 4);
  print_sum ("sizes", &sizes, 8);
  print_sum ("targets", graph->target, (gsize) graph->n_edges * 4);
  print_sum ("addresses", &addresses, 8);
  print_sum ("offsets", &offsets, 8);
  print_sum ("roots", &roots, 8);
}

static void
print_sums (MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  const MgTree *tree = mg_snapshot_tree (snapshot);
  const MgReverse *reverse = mg_snapshot_reverse (snapshot);
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  gsize n = graph->n_nodes;
  guint64 offsets = 0;

  print_graph_sums (graph);
  for (gsize i = 0; i <= n; i++)
    {
      guint64 first = mg_monotone_get (&reverse->first, i);

      offsets = mg_measure_sum (offsets, &first, sizeof first);
    }
  print_sum ("reverse", &offsets, 8);
  print_sum ("sources", reverse->source, (gsize) graph->n_edges * 4);
  print_sum ("parents", tree->parent, n * 4);
  print_sum ("distances", tree->distance, n * 4);
  print_sum ("idoms", dominators->idom, n * 4);
  print_sum ("retained", dominators->retained, n * 8);
  print_sum ("children", dominators->child, (gsize) dominators->child_first[n] * 4);
  print_sum ("by type", mg_snapshot_type_retained (snapshot), (gsize) graph->types->n_types * 8);
  print_sum ("instances", mg_snapshot_instances (snapshot)->node, (gsize) mg_graph_n_objects (graph) * 4);
}

static gboolean
print_some (MgSnapshot *snapshot, int n, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const MgGraph *graph;

  if (!mg_snapshot_ensure (snapshot, MG_NEED_TREE, NULL, error))
    return FALSE;
  graph = mg_snapshot_graph (snapshot);
  for (int found = 0; found < n;)
    {
      MgNode node = (MgNode) (g_rand_double (rand) * (double) graph->n_nodes);

      if (!mg_graph_is_object (graph, node) || !mg_tree_reached (mg_snapshot_tree (snapshot), node))
        continue;
      printf ("0x%" G_GINT64_MODIFIER "x %s\n", mg_graph_address (graph, node), mg_graph_type_of (graph, node)->name);
      found++;
    }
  return TRUE;
}

static void
compare_idoms (const MgDominators *dominators, const MgNode *other)
{
  guint32 differ = 0;

  for (MgNode node = 0; node < dominators->n_nodes; node++)
    differ += other[node] != dominators->idom[node];
  printf ("%s", differ == 0 ? "  the same\n" : "  DIFFERENT\n");
}

static gboolean
time_peers (MgSnapshot *snapshot, GError **error)
{
  g_autoptr (MgDominators) dominators = NULL;
  g_autofree MgNode *tarjan = NULL, *iterative = NULL;
  const MgGraph *graph;
  const MgReverse *reverse;
  MgIterations iterations;
  double since;

  if (!mg_snapshot_ensure (snapshot, MG_NEED_GRAPH | MG_NEED_REVERSE, NULL, error))
    return FALSE;
  graph = mg_snapshot_graph (snapshot);
  reverse = mg_snapshot_reverse (snapshot);
  since = mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID);
  dominators = mg_dominators_new (graph, reverse, NULL, error);
  if (dominators == NULL)
    return FALSE;
  printf ("%-28s %8.3f s of the processor\n", "ours, with retained sizes",
          mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID) - since);
  since = mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID);
  tarjan = mg_lengauer_tarjan (graph, reverse);
  printf ("%-28s %8.3f s of the processor", "Lengauer and Tarjan",
          mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID) - since);
  compare_idoms (dominators, tarjan);
  since = mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID);
  iterative = mg_iterative_dominators (graph, reverse, graph->n_edges * CLIMBS_MOST, &iterations);
  printf ("%-28s %8.3f s of the processor, %u passes, %.1f steps up per reference, %.1f %% of the nodes with several "
          "referrers",
          "iterated data flow", mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID) - since, iterations.passes,
          (double) iterations.n_climbed / (double) graph->n_edges, 100.0 * iterations.n_joins / graph->n_nodes);
  if (iterative)
    compare_idoms (dominators, iterative);
  else
    printf ("  given up\n");
  return TRUE;
}

static gboolean
wanted (const char *list, const char *name)
{
  g_auto (GStrv) names = list ? g_strsplit (list, ",", -1) : NULL;

  return list == NULL || g_strv_contains ((const char *const *) names, name);
}

static gboolean
make_together (MgSnapshot *snapshot, const char *list, GError **error)
{
  guint needs = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (wanted (list, parts[i].name))
      needs |= parts[i].need;
  return mg_snapshot_ensure (snapshot, needs, NULL, error);
}

static gboolean
make_one_by_one (MgSnapshot *snapshot, const char *list, gboolean quiet, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (wanted (list, parts[i].name))
      {
        Times since = times_now ();

        if (!mg_snapshot_ensure (snapshot, parts[i].need, NULL, error))
          return FALSE;
        if (!quiet)
          print_part (parts[i].name, &since, mg_snapshot_type_stats (snapshot)->total.count);
      }
  return TRUE;
}

static gboolean
run (const char *path, gboolean sums, gboolean together, const char *list, GError **error)
{
  g_autoptr (MgSnapshot) snapshot = NULL;
  Times since = times_now ();
  guint64 n;

  snapshot = mg_snapshot_open (path, NULL, NULL, error);
  if (snapshot == NULL)
    return FALSE;
  n = mg_snapshot_type_stats (snapshot)->total.count;
  if (!sums)
    print_part ("types", &since, n);
  if (!(together ? make_together (snapshot, list, error) : make_one_by_one (snapshot, list, sums, error)))
    return FALSE;
  if (sums)
    print_sums (snapshot);
  else
    print_part ("all", &since, n);
  return TRUE;
}

int
main (int argc, char **argv)
{
  gboolean sums = FALSE, together = FALSE, peers = FALSE;
  char *list = NULL;
  int threads = 0, pick = 0;
  const GOptionEntry options[] = { { "sums", 0, 0, G_OPTION_ARG_NONE, &sums, "print check sums", NULL },
                                   { "parts", 0, 0, G_OPTION_ARG_STRING, &list, "only these", "LIST" },
                                   { "together", 0, 0, G_OPTION_ARG_NONE, &together, "all in one go", NULL },
                                   { "threads", 0, 0, G_OPTION_ARG_INT, &threads, "0: one per processor", "N" },
                                   { "peers", 0, 0, G_OPTION_ARG_NONE, &peers, "other dominators", NULL },
                                   { "pick", 0, 0, G_OPTION_ARG_INT, &pick, "addresses of N objects", "N" },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  GThread *watcher;
  gboolean done;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    {
      fprintf (stderr, "usage: bench-dump FILE [--sums] [--parts LIST] [--together]\n");
      return 2;
    }
  mg_parallel_set_threads ((guint) MAX (threads, 0));
  watcher = mg_measure_watch_memory (SAMPLE_USEC);
  if (pick > 0 || peers)
    {
      g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (argv[1], NULL, NULL, &error);

      done = snapshot && (peers ? time_peers (snapshot, &error) : print_some (snapshot, pick, &error));
    }
  else
    done = run (argv[1], sums, together, list, &error);
  mg_measure_end_watch (watcher);
  if (!done)
    fprintf (stderr, "%s\n", error->message);
  g_free (list);
  return done ? 0 : 1;
}
