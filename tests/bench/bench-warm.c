/* How long the answer for one object takes once the snapshot is open: what a click in the window waits for.
 *
 *   bench-warm FILE [--types N] [--objects N] [--address HEX …]
 *
 * Of the types with the most objects, N live objects each, chosen at random but always the same, and the one farthest
 * from the roots: milliseconds of the processor for the picture with one path and with five, the median and the worst.
 * With --address, of these objects alone. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/picture/picture.h"
#include "analysis/snapshot.h"
#include "tests/bench/measure.h"

typedef struct
{
  double *msec;
  guint n;
  double worst;
  MgNode worst_node;
} Times;

static double
picture_msec (MgSnapshot *snapshot, MgNode node, guint paths)
{
  const MgPictureOptions options = { .max_paths = paths };
  double since = mg_measure_seconds (CLOCK_THREAD_CPUTIME_ID);
  g_autoptr (MgPicture) picture = NULL;

  picture = mg_picture_new (snapshot, mg_subject_object (node), &options, NULL, NULL);
  g_assert (picture != NULL);
  return (mg_measure_seconds (CLOCK_THREAD_CPUTIME_ID) - since) * 1e3;
}

static void
take (MgSnapshot *snapshot, MgNode node, guint paths, Times *times)
{
  double msec = picture_msec (snapshot, node, paths);

  times->msec[times->n++] = msec;
  if (msec > times->worst)
    {
      times->worst = msec;
      times->worst_node = node;
    }
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print_times (MgSnapshot *snapshot, guint paths, Times *times)
{
  qsort (times->msec, times->n, sizeof *times->msec, compare_doubles);
  printf ("  %u path%s: %7.2f  %7.2f (0x%" G_GINT64_MODIFIER "x, %u links)", paths, paths == 1 ? " " : "s",
          times->msec[times->n / 2], times->worst, mg_graph_address (mg_snapshot_graph (snapshot), times->worst_node),
          mg_snapshot_tree (snapshot)->distance[times->worst_node]);
}

static double worst_of_all;

static void
time_nodes (MgSnapshot *snapshot, const MgNode *nodes, guint n, const char *name)
{
  static const guint paths[] = { 1, 5 };

  printf ("%-44.44s %3u", name, n);
  for (gsize p = 0; p < G_N_ELEMENTS (paths); p++)
    {
      Times times = { .msec = g_new (double, n) };

      for (guint i = 0; i < n; i++)
        take (snapshot, nodes[i], paths[p], &times);
      print_times (snapshot, paths[p], &times);
      worst_of_all = MAX (worst_of_all, times.worst);
      g_free (times.msec);
    }
  printf ("\n");
}

/* Live objects of TYPE: N at random, and the deepest. */
static GArray *
choose_nodes (MgSnapshot *snapshot, MgTypeId type, guint n, GRand *rand)
{
  const MgTree *tree = mg_snapshot_tree (snapshot);
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (MgNode));
  guint32 n_all;
  const MgNode *all = mg_instances_of (mg_snapshot_instances (snapshot), type, &n_all);
  MgNode deepest = MG_NODE_NONE;

  for (guint32 i = 0; i < n_all; i++)
    if (mg_tree_reached (tree, all[i]) && (deepest == MG_NODE_NONE || tree->distance[all[i]] > tree->distance[deepest]))
      deepest = all[i];
  if (deepest == MG_NODE_NONE)
    return nodes;
  for (guint tries = 0; nodes->len < n && tries < n * 8; tries++)
    {
      MgNode node = all[g_rand_int_range (rand, 0, (gint32) n_all)];

      if (mg_tree_reached (tree, node))
        g_array_append_val (nodes, node);
    }
  g_array_append_val (nodes, deepest);
  return nodes;
}

static void
time_types (MgSnapshot *snapshot, guint n_types, guint n_objects)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const MgTypeTable *types = mg_snapshot_graph (snapshot)->types;
  g_autofree guint8 *done = g_new0 (guint8, types->n_types);

  for (guint i = 0; i < MIN (n_types, types->n_types); i++)
    {
      MgTypeId most = MG_TYPE_NONE;
      guint32 n_most = 0;
      g_autoptr (GArray) nodes = NULL;

      for (MgTypeId t = 0; t < types->n_types; t++)
        {
          guint32 n;

          mg_instances_of (mg_snapshot_instances (snapshot), t, &n);
          if (!done[t] && n > n_most)
            {
              most = t;
              n_most = n;
            }
        }
      if (most == MG_TYPE_NONE)
        return;
      done[most] = 1;
      nodes = choose_nodes (snapshot, most, n_objects, rand);
      if (nodes->len > 0)
        time_nodes (snapshot, (const MgNode *) (gpointer) nodes->data, nodes->len, types->types[most].name);
    }
}

static gboolean
time_addresses (MgSnapshot *snapshot, char **addresses)
{
  for (; *addresses; addresses++)
    {
      MgNode node = mg_graph_find_address (mg_snapshot_graph (snapshot), g_ascii_strtoull (*addresses, NULL, 16));

      if (node == MG_NODE_NONE)
        {
          fprintf (stderr, "no object at %s\n", *addresses);
          return FALSE;
        }
      time_nodes (snapshot, &node, 1, *addresses);
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  int n_types = 16, n_objects = 20;
  g_auto (GStrv) addresses = NULL;
  const GOptionEntry options[] = { { "types", 0, 0, G_OPTION_ARG_INT, &n_types, "how many types", "N" },
                                   { "objects", 0, 0, G_OPTION_ARG_INT, &n_objects, "objects of each", "N" },
                                   { "address", 0, 0, G_OPTION_ARG_STRING_ARRAY, &addresses, "this object", "HEX" },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    {
      fprintf (stderr, "usage: bench-warm FILE [--types N] [--objects N] [--address HEX]\n");
      return 2;
    }
  snapshot = mg_snapshot_open (argv[1], NULL, NULL, &error);
  if (snapshot == NULL
      || !mg_snapshot_ensure (snapshot,
                              MG_NEED_GRAPH | MG_NEED_REVERSE | MG_NEED_TREE | MG_NEED_INSTANCES | MG_NEED_DOMINATORS,
                              NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  printf ("milliseconds of the processor: median and worst (object, its distance from the roots)\n");
  if (addresses)
    return time_addresses (snapshot, addresses) ? 0 : 1;
  time_types (snapshot, (guint) MAX (n_types, 0), (guint) MAX (n_objects, 0));
  printf ("worst of all: %.2f\n", worst_of_all);
  return 0;
}
