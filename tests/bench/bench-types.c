/* Times the picture of a whole type, everything that it is made from being there already, for the types with the most
 * instances.
 *
 *   bench-types FILE [--type NAME] [--most N] [--runs N] [--threads N] [--index FOLDER] [--raw]
 *   bench-types FILE --sums
 *
 * For each type: its instances, those alive, the least seconds of the clock of some runs and the least of the
 * processor's, and the most memory during it beside the snapshot, per node of the graph. --sums prints a check sum of
 * each type's picture and of those that are "also held by" instead: two builds (or numbers of threads) must print the
 * same. A saved index in FOLDER, written when there is none, makes starting quick. */
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "analysis/base/parallel.h"
#include "analysis/picture/picture.h"
#include "tests/bench/measure.h"

#define SAMPLE_USEC 500

typedef struct
{
  char *type;
  char *index_folder;
  int most, runs, threads;
  gboolean raw, sums;
} Asked;

/* ---- Check sums ---- */

static guint64
sum_text (guint64 sum, const char *text)
{
  return mg_measure_sum (sum, text, strlen (text) + 1);
}

#define SUM(sum, value) mg_measure_sum ((sum), &(value), sizeof (value))

static guint64
sum_node (guint64 sum, const MgPictureNode *node)
{
  const char *const texts[] = { node->over, node->title, node->under, node->full };

  sum = SUM (sum, node->id);
  sum = SUM (sum, node->kind);
  sum = SUM (sum, node->root_kind);
  sum = SUM (sum, node->type);
  sum = SUM (sum, node->example);
  sum = SUM (sum, node->count);
  sum = SUM (sum, node->weight);
  sum = SUM (sum, node->run_longest);
  sum = SUM (sum, node->run_median);
  sum = SUM (sum, node->retained);
  sum = SUM (sum, node->dominator);
  sum = SUM (sum, node->rank);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    sum = sum_text (sum, texts[i]);
  return sum;
}

static guint64
sum_edge (guint64 sum, const MgPictureEdge *edge)
{
  const char *const texts[] = { edge->label, edge->note, edge->raw };

  sum = SUM (sum, edge->from);
  sum = SUM (sum, edge->to);
  sum = SUM (sum, edge->weight);
  sum = SUM (sum, edge->conditional);
  sum = SUM (sum, edge->attached);
  sum = SUM (sum, edge->dominator);
  sum = SUM (sum, edge->folded_count);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    sum = sum_text (sum, texts[i]);
  return sum;
}

static guint64
sum_picture (guint64 sum, const MgPicture *picture)
{
  for (guint i = 0; i < picture->n_nodes; i++)
    sum = sum_node (sum, &picture->nodes[i]);
  for (guint i = 0; i < picture->n_edges; i++)
    sum = sum_edge (sum, &picture->edges[i]);
  for (guint i = 0; i < picture->n_cuts; i++)
    {
      sum = SUM (sum, picture->cuts[i].stub);
      sum = SUM (sum, picture->cuts[i].groups);
      sum = sum_text (sum, picture->cuts[i].text);
    }
  sum = SUM (sum, picture->n_live);
  sum = SUM (sum, picture->alike_below);
  sum = SUM (sum, picture->subject_retained);
  sum = sum_text (sum, picture->sentence);
  return sum_text (sum, picture->explanation);
}

static gboolean
print_sum (MgSnapshot *snapshot, MgTypeId type, const Asked *asked, GError **error)
{
  guint64 sum = MG_MEASURE_SUM_START;
  guint n = 0;

  for (guint i = 0; i <= n; i++)
    {
      const MgPictureOptions options = { .raw = asked->raw, .alternative = i };
      g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), &options, NULL, error);

      if (picture == NULL)
        return FALSE;
      sum = sum_picture (sum, picture);
      n = picture->n_alternatives;
    }
  printf ("%016" G_GINT64_MODIFIER "x %u %s\n", sum, n, mg_type_table_get (mg_snapshot_types (snapshot), type)->name);
  return TRUE;
}

/* ---- Times ---- */

static gboolean
print_times (MgSnapshot *snapshot, MgTypeId type, const Asked *asked, GError **error)
{
  double best = G_MAXDOUBLE, least = G_MAXDOUBLE;
  guint64 n_live = 0, before;
  guint32 n;
  guint n_others = 0;

  mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  malloc_trim (0);
  before = mg_measure_reset_peak ();
  for (int i = 0; i < asked->runs; i++)
    {
      const MgPictureOptions options = { .raw = asked->raw };
      double wall = mg_measure_seconds (CLOCK_MONOTONIC), cpu = mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID);
      g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), &options, NULL, error);

      if (picture == NULL)
        return FALSE;
      best = MIN (best, mg_measure_seconds (CLOCK_MONOTONIC) - wall);
      least = MIN (least, mg_measure_seconds (CLOCK_PROCESS_CPUTIME_ID) - cpu);
      n_live = picture->n_live;
      n_others = picture->n_alternatives;
    }
  printf ("%10u  %10" G_GUINT64_FORMAT "  %8.4f s  %8.4f s  %6.1f bytes per node  %u  %s\n", n, n_live, best, least,
          (double) (mg_measure_peak () - before) / (double) mg_snapshot_graph (snapshot)->n_nodes, n_others,
          mg_type_table_get (mg_snapshot_types (snapshot), type)->name);
  return TRUE;
}

static gint
compare_counts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  MgTypeId x = *(const MgTypeId *) a, y = *(const MgTypeId *) b;
  guint32 n, m;

  mg_instances_of (user_data, x, &n);
  mg_instances_of (user_data, y, &m);
  if (n != m)
    return n > m ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* The types that have instances, those with the most first. */
static GArray *
sort_types (MgSnapshot *snapshot)
{
  const MgInstances *instances = mg_snapshot_instances (snapshot);
  GArray *types = g_array_new (FALSE, FALSE, sizeof (MgTypeId));
  guint32 n;

  for (MgTypeId type = 0; type < instances->n_types; type++)
    {
      mg_instances_of (instances, type, &n);
      if (n > 0)
        g_array_append_val (types, type);
    }
  g_array_sort_with_data (types, compare_counts, (gpointer) instances);
  return types;
}

static gboolean
run (const char *path, const Asked *asked, GError **error)
{
  const MgSnapshotOptions options = { .graph_soon = TRUE, .index_folder = asked->index_folder };
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, &options, NULL, error);
  g_autoptr (GArray) types = NULL;
  guint n = 0;

  if (snapshot == NULL || !mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, error))
    return FALSE;
  if (asked->index_folder && !mg_snapshot_save_index (snapshot, NULL, error))
    return FALSE;
  types = sort_types (snapshot);
  for (guint i = 0; i < types->len && (asked->most == 0 || n < (guint) asked->most); i++)
    {
      MgTypeId type = g_array_index (types, MgTypeId, i);

      if (asked->type && strcmp (asked->type, mg_type_table_get (mg_snapshot_types (snapshot), type)->name) != 0)
        continue;
      n++;
      if (!(asked->sums ? print_sum : print_times) (snapshot, type, asked, error))
        return FALSE;
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  Asked asked = { .most = 0, .runs = 3 };
  const GOptionEntry options[]
      = { { "type", 0, 0, G_OPTION_ARG_STRING, &asked.type, "only this type", "NAME" },
          { "most", 0, 0, G_OPTION_ARG_INT, &asked.most, "only the N types with the most instances", "N" },
          { "runs", 0, 0, G_OPTION_ARG_INT, &asked.runs, "how often each is made; default 3", "N" },
          { "threads", 0, 0, G_OPTION_ARG_INT, &asked.threads, "0: one per processor", "N" },
          { "index", 0, 0, G_OPTION_ARG_STRING, &asked.index_folder, "of saved indexes", "FOLDER" },
          { "raw", 0, 0, G_OPTION_ARG_NONE, &asked.raw, "nothing folded", NULL },
          { "sums", 0, 0, G_OPTION_ARG_NONE, &asked.sums, "print check sums", NULL },
          { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  GThread *watcher;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    {
      fprintf (stderr, "usage: bench-types FILE [--type NAME] [--most N] [--sums]\n");
      return 2;
    }
  mg_parallel_set_threads ((guint) MAX (asked.threads, 0));
  watcher = mg_measure_watch_memory (SAMPLE_USEC);
  if (!run (argv[1], &asked, &error))
    fprintf (stderr, "%s\n", error->message);
  mg_measure_end_watch (watcher);
  g_free (asked.type);
  g_free (asked.index_folder);
  return error ? 1 : 0;
}
