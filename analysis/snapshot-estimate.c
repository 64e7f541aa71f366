/* How much memory a part of a snapshot will take: asked before it is made, since being killed halfway explains
 * nothing. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/base/memory.h"
#include "analysis/base/monotone.h"
#include "analysis/base/parallel.h"
#include "analysis/snapshot-private.h"

/* References of an object where nothing better is known; real heaps have 1.5 to 2.5. */
#define USUAL_REFERENCES 2
/* So much of what the system calls available may be taken: its estimate is one, too, and others need some. */
#define SHARE 0.9

/* A number of a sequence (base/monotone.h), with its part of the base. */
#define SEQUENCE (2 + 8.0 / MG_MONOTONE_BLOCK)
/* Addresses of a block that lie too far apart take 8 bytes more each: at most one such block for 64 KiB of heap. */
#define WIDE_BYTES 8
#define HEAP_BYTES_EACH (65536 / MG_MONOTONE_BLOCK)

/* Bytes for each node and each edge: what stays, and what is needed beside it while the part is made; in the order in
 * which parts are made. At worst: the children of a node are sorted at once, nearly all nodes when a root dominates
 * them, and the walk over the dominator tree keeps the way down, all nodes when they form a list. */
static const struct
{
  guint need;
  double node, edge, node_while;
} costs[] = {
  { MG_NEED_GRAPH, 6 + 2 * SEQUENCE, 4, 24 }, { MG_NEED_INSTANCES, 4, 0, 0 },   { MG_NEED_TREE, 8, 0, 5 },
  { MG_NEED_REVERSE, SEQUENCE, 4, 4 },        { MG_NEED_DOMINATORS, 20, 0, 5 }, { MG_NEED_TYPE_RETAINED, 0, 0, 8 },
};

static void
count (MgSnapshot *snapshot, guint64 *nodes, guint64 *edges)
{
  const MgReader *reader = snapshot->reader;
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  *nodes = graph ? graph->n_nodes : reader->stats->total.count;
  if (graph)
    *edges = graph->n_edges;
  else if (reader->expected_references > 0)
    *edges = reader->expected_references;
  else
    *edges = *nodes * USUAL_REFERENCES;
}

static gboolean
is_there (MgSnapshot *snapshot, guint need)
{
  return (mg_snapshot_ready (snapshot) & need) == need || mg_snapshot_part_is_indexed (snapshot, need);
}

/* What part I takes when it is there. */
static double
bytes_of (MgSnapshot *snapshot, gsize i, double nodes, double edges)
{
  double wide = 0.0;

  if (costs[i].need == MG_NEED_GRAPH)
    wide = MIN (nodes * WIDE_BYTES, (double) snapshot->reader->stats->total.size / HEAP_BYTES_EACH * WIDE_BYTES);
  return nodes * costs[i].node + edges * costs[i].edge + wide;
}

guint64
mg_snapshot_estimate (MgSnapshot *snapshot, guint needs)
{
  guint64 nodes, edges, kept = 0, most = 0;
  double n, e, beside = 0.0;

  count (snapshot, &nodes, &edges);
  n = (double) nodes;
  e = (double) edges;
  for (gsize i = 0; i < G_N_ELEMENTS (costs); i++)
    {
      double own, while_made;

      if ((costs[i].need & needs) != costs[i].need || is_there (snapshot, costs[i].need))
        continue;
      own = bytes_of (snapshot, i, n, e);
      while_made = n * costs[i].node_while;
      /* Without a reverse graph at hand the dominators make one for themselves, for a while. */
      if (costs[i].need == MG_NEED_DOMINATORS
          && ((needs | mg_snapshot_ready (snapshot)) & MG_NEED_REVERSE) != MG_NEED_REVERSE)
        while_made += n * SEQUENCE + e * 4;
      most = MAX (most, kept + (guint64) (own + while_made + beside));
      kept += (guint64) own;
      /* The tree may be made beside what follows. */
      if (costs[i].need == MG_NEED_TREE && mg_parallel_threads_for (edges) > 1)
        beside = while_made;
    }
  return most;
}

/* What parts made here take: they count under a limit that was given. */
static guint64
in_use (MgSnapshot *snapshot)
{
  guint64 nodes, edges;
  double sum = 0.0;

  count (snapshot, &nodes, &edges);
  for (gsize i = 0; i < G_N_ELEMENTS (costs); i++)
    if ((mg_snapshot_ready (snapshot) & costs[i].need) == costs[i].need
        && !mg_snapshot_part_is_mapped (snapshot, costs[i].need))
      sum += bytes_of (snapshot, i, (double) nodes, (double) edges);
  return (guint64) sum;
}

static guint64
budget (MgSnapshot *snapshot)
{
  guint64 limit = snapshot->memory_limit, available;

  if (limit == G_MAXUINT64)
    return limit;
  if (limit > 0)
    return limit - MIN (limit, in_use (snapshot));
  available = mg_memory_available ();
  return available == G_MAXUINT64 ? available : (guint64) ((double) available * SHARE);
}

gboolean
mg_snapshot_fits (MgSnapshot *snapshot, guint needs)
{
  return mg_snapshot_estimate (snapshot, needs) <= budget (snapshot);
}

/* What works with the memory there is, as the end of a message. */
static const char *
what_works (MgSnapshot *snapshot)
{
  if (!mg_snapshot_fits (snapshot, MG_NEED_GRAPH))
    return _ ("The table of types needs none of it.");
  if (!mg_snapshot_fits (snapshot, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES))
    return _ ("The table of types and the lists of objects work without it.");
  return _ ("The table of types, the lists of objects and paths to them work without it.");
}

gboolean
mg_snapshot_check_memory (MgSnapshot *snapshot, guint needs, GError **error)
{
  guint64 bytes = mg_snapshot_estimate (snapshot, needs), most = budget (snapshot);
  g_autofree char *bytes_text = NULL, *most_text = NULL;

  if (bytes <= most)
    return TRUE;
  bytes_text = g_format_size (bytes);
  most_text = g_format_size (most);
  g_set_error (error, MG_ERROR, MG_ERROR_MEMORY,
               /* Translators: a file name, two amounts of memory such as "4.2 GB", a sentence. */
               _ ("This needs about %2$s of memory for %1$s, and %3$s can be had. %4$s Close other programs, or use a "
                  "computer with more memory."),
               snapshot->reader->info.base_name, bytes_text, most_text, what_works (snapshot));
  return FALSE;
}

void
mg_snapshot_set_memory_limit (MgSnapshot *snapshot, guint64 bytes)
{
  snapshot->memory_limit = bytes;
}
