/* What types, or other groups of nodes, keep alive: each node's retained bytes count for its group, unless another of
 * the group is above it in the dominator tree. A walk over the tree knows, since it remembers which groups are open.
 *
 * For several threads the first one walks the nodes at the top alone, and sets aside what is below: children that keep
 * little each, but much together, in portions, with the groups that are open there. Then all threads walk the portions.
 * Where nothing but one long list is big, there is nothing to set aside, and the first thread walks it all. */
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"
#include "analysis/graph/dominators.h"

/* How many children ahead the walk fetches what it will read. */
#define FETCH_CHILDREN 4
/* Portions keep this part of all bytes each, about, and have so many children at most. */
#define PORTIONS 256
#define CHILDREN_MOST 65536

typedef struct
{
  guint32 from, end;   /* places in child[] */
  guint32 open, n_open; /* places in open_groups */
} Portion;

typedef struct
{
  const MgDominators *dominators;
  const MgTypeId *type; /* by node; NULL: ask GROUP_OF */
  MgGroupFunc group_of;
  gpointer user_data;
  guint32 n_groups;
  guint64 set_aside_bytes; /* what keeps less is set aside; G_MAXUINT64: nothing is */
  GArray *portions;        /* Portion */
  GArray *open_groups;     /* guint32 */
  guint n_threads;
  gint next; /* atomic: portion that nobody walks yet */
  gint stop; /* atomic */
  MgProgress *progress;
  GError **error;
  struct Walker *walkers;
} Sums;

/* For each node on the way down the places [next, end) in child[] that are still to visit. */
typedef struct
{
  guint32 next, end;
} Range;

/* Of one thread; on a line of its own. */
typedef struct Walker
{
  Sums *sums;
  guint32 *open; /* how many on the way down are of the group */
  guint64 *retained;
  Range *ranges;
  gsize allocated;
  guint64 steps;
  gboolean reports;
} __attribute__ ((aligned (128))) Walker;

static Range
children_range (const MgDominators *dominators, MgNode node)
{
  return (Range){ dominators->child_first[node], dominators->child_first[node + 1] };
}

/* ---- Portions ---- */

static void
add_portion (Sums *sums, guint32 from, guint32 end, guint32 open)
{
  Portion portion = { from, end, open, sums->open_groups->len - open };

  g_array_append_val (sums->portions, portion);
}

static guint32
note_open_groups (const Walker *walker)
{
  GArray *groups = walker->sums->open_groups;
  guint32 first = groups->len;

  for (guint32 group = 0; group < walker->sums->n_groups; group++)
    if (walker->open[group] > 0)
      g_array_append_val (groups, group);
  return first;
}

/* Cuts the children in RANGE into portions. */
static void
add_portions (const Walker *walker, Range range)
{
  Sums *sums = walker->sums;
  const MgDominators *dominators = sums->dominators;
  guint32 open = note_open_groups (walker);
  guint64 bytes = 0;
  guint32 from = range.next;

  for (guint32 at = from; at < range.end; at++)
    {
      bytes += dominators->retained[dominators->child[at]];
      if (bytes < sums->set_aside_bytes && at - from + 1 < CHILDREN_MOST)
        continue;
      add_portion (sums, from, at + 1, open);
      from = at + 1;
      bytes = 0;
    }
  if (from < range.end)
    add_portion (sums, from, range.end, open);
}

/* RANGE: NODE's children, the biggest first. Sets the small ones aside if together they are worth it. Returns the
 * others. */
static Range
set_aside (const Walker *walker, MgNode node, Range range)
{
  const Sums *sums = walker->sums;
  const MgDominators *dominators = sums->dominators;
  guint64 bytes = dominators->retained[node];
  Range small = range;

  for (; small.next < small.end; small.next++)
    {
      guint64 retained = dominators->retained[dominators->child[small.next]];

      if (retained < sums->set_aside_bytes)
        break;
      bytes -= retained;
    }
  if (small.next == small.end || bytes < sums->set_aside_bytes)
    return range;
  add_portions (walker, small);
  return (Range){ range.next, small.next };
}

/* ---- The walk ---- */

static gboolean
go_on (Walker *walker)
{
  Sums *sums = walker->sums;
  guint64 n = sums->dominators->n_nodes;

  if (walker->reports ? !mg_progress_step (sums->progress, MIN (walker->steps * sums->n_threads, n), n, sums->error)
                      : mg_progress_is_cancelled (sums->progress))
    g_atomic_int_set (&sums->stop, 1);
  return !g_atomic_int_get (&sums->stop);
}

/* Asks for what the walk will read of a child that comes a little later. */
static inline void
fetch_child (const Sums *sums, const Range *range, const MgTypeId *type)
{
  const MgDominators *dominators = sums->dominators;
  MgNode ahead = dominators->child[MIN (range->next + FETCH_CHILDREN, range->end - 1)];

  mg_prefetch (&dominators->child_first[ahead]);
  mg_prefetch (&dominators->retained[ahead]);
  if (type)
    mg_prefetch (&type[ahead]);
}

static inline guint32
group_of_node (const Sums *sums, MgNode node, const MgTypeId *type)
{
  return type ? type[node] : sums->group_of (node, sums->user_data);
}

static inline void
go_down (Walker *walker, gsize depth, MgNode node)
{
  const Sums *sums = walker->sums;
  Range range = children_range (sums->dominators, node);

  if (depth == walker->allocated)
    walker->ranges = g_renew (Range, walker->ranges, walker->allocated *= 2);
  if (G_UNLIKELY (sums->dominators->retained[node] >= sums->set_aside_bytes))
    range = set_aside (walker, node, range);
  walker->ranges[depth] = range;
}

/* Walks what is below the range at depth 0. By TYPE, or when that is NULL by group: one loop for both, which the
 * compiler makes two of. FALSE: stopped. */
static inline G_ALWAYS_INLINE gboolean
walk (Walker *walker, const MgTypeId *type)
{
  const Sums *sums = walker->sums;
  const MgDominators *dominators = sums->dominators;
  gsize depth = 1;

  while (depth > 0)
    {
      Range *range = &walker->ranges[depth - 1];
      MgNode node;
      guint32 group;

      if (range->next == range->end)
        {
          /* The range's owner is done; the child before its parent's next one is that owner. */
          if (--depth > 0)
            {
              group = group_of_node (sums, dominators->child[walker->ranges[depth - 1].next - 1], type);
              if (group != MG_GROUP_NONE)
                walker->open[group]--;
            }
          continue;
        }
      fetch_child (sums, range, type);
      node = dominators->child[range->next++];
      if (walker->steps++ % MG_PROGRESS_INTERVAL == 0 && !go_on (walker))
        return FALSE;
      group = group_of_node (sums, node, type);
      if (group != MG_GROUP_NONE && walker->open[group] == 0)
        walker->retained[group] += dominators->retained[node];
      /* What has no children need not be entered. */
      if (dominators->child_first[node] == dominators->child_first[node + 1])
        continue;
      if (group != MG_GROUP_NONE)
        walker->open[group]++;
      go_down (walker, depth++, node);
    }
  return TRUE;
}

static gboolean
walk_down (Walker *walker)
{
  return walker->sums->type ? walk (walker, walker->sums->type) : walk (walker, NULL);
}

/* ---- Threads ---- */

static void
walk_portions (guint thread, gpointer data)
{
  Sums *sums = data;
  Walker *walker = &sums->walkers[thread];
  const guint32 *groups = (const guint32 *) (gpointer) sums->open_groups->data;
  guint i;

  while ((i = (guint) g_atomic_int_add (&sums->next, 1)) < sums->portions->len)
    {
      const Portion *portion = &g_array_index (sums->portions, Portion, i);

      for (guint32 k = 0; k < portion->n_open; k++)
        walker->open[groups[portion->open + k]] = 1;
      walker->ranges[0] = (Range){ portion->from, portion->end };
      if (!walk_down (walker))
        return;
      for (guint32 k = 0; k < portion->n_open; k++)
        walker->open[groups[portion->open + k]] = 0;
    }
}

static void
walk_all (Sums *sums)
{
  guint64 all = sums->dominators->retained[MG_NODE_SUPER_ROOT];

  sums->set_aside_bytes = sums->n_threads > 1 ? MAX (all / PORTIONS, 1) : G_MAXUINT64;
  go_down (&sums->walkers[0], 0, MG_NODE_SUPER_ROOT);
  if (!walk_down (&sums->walkers[0]))
    return;
  sums->set_aside_bytes = G_MAXUINT64;
  if (sums->portions->len > 0)
    mg_parallel_run (sums->n_threads, walk_portions, sums);
}

static void
walker_init (Walker *walker, Sums *sums)
{
  *walker = (Walker){ .sums = sums, .allocated = 1024, .reports = walker == sums->walkers };
  walker->open = g_new0 (guint32, (gsize) sums->n_groups + 1);
  walker->retained = g_new0 (guint64, (gsize) sums->n_groups + 1);
  walker->ranges = g_new (Range, walker->allocated);
}

/* Adds what WALKER found to RETAINED, and frees it. */
static void
walker_end (Walker *walker, guint64 *retained)
{
  for (guint32 group = 0; group < walker->sums->n_groups; group++)
    retained[group] += walker->retained[group];
  g_free (walker->open);
  g_free (walker->retained);
  g_free (walker->ranges);
}

static gboolean
sum_up (Sums *sums, guint64 *retained)
{
  Walker walkers[MG_PARALLEL_MAX];
  guint64 n = sums->dominators->n_nodes;

  sums->walkers = walkers;
  sums->portions = g_array_new (FALSE, FALSE, sizeof (Portion));
  sums->open_groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < sums->n_threads; i++)
    walker_init (&walkers[i], sums);
  walk_all (sums);
  memset (retained, 0, sums->n_groups * sizeof *retained);
  for (guint i = 0; i < sums->n_threads; i++)
    walker_end (&walkers[i], retained);
  g_array_unref (sums->portions);
  g_array_unref (sums->open_groups);
  /* The first thread may have been done when another one stopped. */
  if (sums->stop && (sums->error == NULL || *sums->error == NULL))
    mg_progress_step (sums->progress, n, n, sums->error);
  return !sums->stop;
}

gboolean
mg_dominators_retained_by_group (const MgDominators *dominators,
                                 guint32 n_groups,
                                 MgGroupFunc group_of,
                                 gpointer user_data,
                                 guint64 *retained,
                                 MgProgress *progress,
                                 GError **error)
{
  Sums sums = { .dominators = dominators,
                .group_of = group_of,
                .user_data = user_data,
                .n_groups = n_groups,
                .n_threads = 1,
                .progress = progress,
                .error = error };

  return sum_up (&sums, retained);
}

gboolean
mg_dominators_retained_by_type (
    const MgDominators *dominators, const MgGraph *graph, guint64 *retained, MgProgress *progress, GError **error)
{
  Sums sums = { .dominators = dominators,
                .type = graph->type,
                .n_groups = graph->types->n_types,
                .n_threads = mg_parallel_threads_for (dominators->n_nodes),
                .progress = progress,
                .error = error };

  G_STATIC_ASSERT (MG_TYPE_NONE == MG_GROUP_NONE);
  return sum_up (&sums, retained);
}
