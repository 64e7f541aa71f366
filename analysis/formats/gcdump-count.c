/* The figures of a .gcdump: one pass over the heads of its records, in index order, no graph built. It also finds the
 * pseudo-nodes, since they are no objects, and settles which types the snapshot has. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "analysis/formats/gcdump-file.h"
#include "analysis/names/type-name.h"
#include "analysis/source/file.h"

/* Records are laid out nearly in index order; looking this far ahead hides the latency of those that are not. */
#define PREFETCH_DISTANCE 16
/* Fewer are not worth a thread. */
#define NODES_PER_WORKER 500000u
#define MAX_WORKERS 16u
/* Above this, a multiplier is damage, not sampling. */
#define MULTIPLIER_MAX 1e9

gboolean
mg_gcdump_read_node_checked (const MgGcdump *self, const guint8 *at, MgGcdumpNode *head)
{
  const guint8 *end = self->blob_end;
  gint32 word, size, n;

  *head = (MgGcdumpNode){ .children = end };
  if (!mg_compressed_read_checked (&at, end, &word) || (guint32) word >> 1 >= self->types->len)
    return FALSE;
  size = mg_gcdump_type (self, (guint32) word >> 1)->size;
  if ((word & 1) && !mg_compressed_read_checked (&at, end, &size))
    return FALSE;
  if (!mg_compressed_read_checked (&at, end, &n) || n < 0 || n > end - at)
    return FALSE;
  *head = (MgGcdumpNode){ (guint32) word >> 1, size, (guint32) n, at };
  return TRUE;
}

/* Figures of one type of the file. */
typedef struct
{
  guint64 count;
  guint64 size;
} Figures;

/* One worker's share: the nodes FIRST … END - 1, and what it found there. */
typedef struct
{
  MgGcdump *self;
  guint32 first, end;
  MgProgress *progress; /* looked at by all, reported to by the first only */
  gboolean reports;
  GError *error;
  Figures *figures; /* by type of the file */
  guint64 n_edges;
  gint64 signed_total;
  guint32 n_pseudo, n_broken, n_negative;
} Share;

static gboolean
node_is_pseudo (const MgGcdump *self, guint32 node, const MgGcdumpType *type)
{
  if (!(type->flags & MG_GCDUMP_BRACKETED))
    return FALSE;
  if (type->flags & MG_GCDUMP_CCW)
    return TRUE;
  /* Where addresses are lost, only names that cannot be anything else are taken for roots. */
  if (node >= self->n_addresses)
    return (type->flags & MG_GCDUMP_KNOWN_ROOT) != 0;
  return mg_gcdump_address (self, node) == 0;
}

static inline void
count_node (Share *share, guint32 node)
{
  MgGcdump *self = share->self;
  MgGcdumpNode head;
  const MgGcdumpType *type;

  if (G_UNLIKELY (!mg_gcdump_read_node (self, node, &head)))
    share->n_broken++;
  type = mg_gcdump_type (self, head.type);
  share->n_edges += head.n_children;
  share->signed_total += head.size;
  if (G_UNLIKELY (type->flags & MG_GCDUMP_BRACKETED) && node_is_pseudo (self, node, type))
    {
      mg_bitmap_set (self->pseudo, node);
      share->n_pseudo++;
      return;
    }
  if (G_UNLIKELY (head.size < 0))
    share->n_negative++;
  share->figures[head.type].count++;
  share->figures[head.type].size += mg_gcdump_size (head.size);
}

static gboolean
step (Share *share, guint32 node)
{
  if (!share->reports)
    return !mg_progress_is_cancelled (share->progress);
  return mg_progress_step (share->progress, node - share->first, share->end - share->first, &share->error)
         && mg_source_check (share->self->source, &share->error);
}

static gpointer
count_share (gpointer data)
{
  /* A copy on this thread's stack: shares stand side by side, and workers would fight over the same cache lines. */
  Share share = *(Share *) data;

  for (guint32 node = share.first; node < share.end; node++)
    {
      if ((node - share.first) % MG_PROGRESS_INTERVAL == 0 && !step (&share, node))
        break;
      mg_gcdump_prefetch (share.self, node + PREFETCH_DISTANCE);
      count_node (&share, node);
    }
  *(Share *) data = share;
  return NULL;
}

/* Adds what OTHER found to SHARE. */
static void
add_share (Share *share, const Share *other)
{
  for (guint32 i = 0; i < share->self->types->len; i++)
    {
      share->figures[i].count += other->figures[i].count;
      share->figures[i].size += other->figures[i].size;
    }
  share->n_edges += other->n_edges;
  share->signed_total += other->signed_total;
  share->n_pseudo += other->n_pseudo;
  share->n_broken += other->n_broken;
  share->n_negative += other->n_negative;
}

static guint
n_workers (const MgGcdump *self)
{
  guint n = self->n_threads ? self->n_threads : g_get_num_processors ();

  return CLAMP (self->n_nodes / NODES_PER_WORKER, 1, MIN (n, MAX_WORKERS));
}

/* Counts all nodes into TOTAL, in several threads when there are many. The result does not depend on their number. */
static gboolean
count_nodes (MgGcdump *self, Share *total, MgProgress *progress, GError **error)
{
  guint n = n_workers (self);
  /* Whole words of the bit map for each. */
  guint32 each = (self->n_nodes / n / 64 + 1) * 64;
  Share shares[MAX_WORKERS] = { 0 };
  GThread *threads[MAX_WORKERS] = { NULL };

  mg_progress_stage (progress, _ ("Counting objects by type"), 0.0, 1.0);
  for (guint i = 0; i < n; i++)
    {
      guint64 first = (guint64) each * i;

      shares[i] = (Share){ .self = self, .progress = progress, .reports = i == 0 };
      shares[i].first = (guint32) MIN (first, self->n_nodes);
      shares[i].end = (guint32) MIN (first + each, self->n_nodes);
      shares[i].figures = i == 0 ? total->figures : g_new0 (Figures, self->types->len);
      if (i > 0)
        threads[i] = g_thread_new ("count", count_share, &shares[i]);
    }
  count_share (&shares[0]);
  *total = shares[0];
  for (guint i = 1; i < n; i++)
    {
      g_thread_join (threads[i]);
      add_share (total, &shares[i]);
      g_free (shares[i].figures);
    }
  if (total->error)
    {
      g_propagate_error (error, total->error);
      return FALSE;
    }
  return mg_progress_step (progress, 1, 1, error);
}

/* Each reference takes a byte of the blob, and each record is one node's: more references than bytes mean that records
 * overlap, and then the graph could be made to need any amount of memory. */
static gboolean
check_total (const MgGcdump *self, const Share *total, GError **error)
{
  const char *name = self->parent.info.base_name;

  if (total->n_edges > (guint64) (self->blob_end - self->blob))
    {
      g_set_error (error, MG_ERROR, MG_ERROR_CORRUPT,
                   /* Translators: a file name. */
                   _ ("%s is damaged: the records of its objects overlap. Fetch it again, or take a new "
                      "snapshot."), name);
      return FALSE;
    }
  if (self->n_broken == self->n_nodes
      || (!(self->lost & MG_GCDUMP_LOST_RECORDS) && self->n_broken > self->n_nodes / 2))
    {
      g_set_error (error, MG_ERROR, self->lost ? MG_ERROR_TRUNCATED : MG_ERROR_CORRUPT,
                   /* Translators: a file name, two numbers. */
                   _ ("%s is damaged: %u of its %u objects cannot be read. Fetch it again, or take a new "
                      "snapshot."), name,
                   self->n_broken, self->n_nodes);
      return FALSE;
    }
  return TRUE;
}

static double
multiplier_of (float recorded)
{
  return isfinite (recorded) && recorded > 0 && recorded < MULTIPLIER_MAX ? (double) recorded : 1.0;
}

static void
multipliers_of_type (const MgGcdump *self, guint32 type, double *count, double *size)
{
  if (type < self->n_multipliers)
    {
      guint32 bits = mg_read_u32 (self->multipliers + (gsize) type * 4);
      float value;

      memcpy (&value, &bits, sizeof value);
      *count = *size = multiplier_of (value);
      return;
    }
  *count = multiplier_of (self->count_multiplier);
  *size = multiplier_of (self->size_multiplier);
}

/* The snapshot's types: those that have objects, size classes merged. */
static MgTypeTable *
make_types (MgGcdump *self, const Share *total)
{
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  g_autofree guint32 *provisional = g_new (guint32, self->types->len);
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *types;

  for (guint32 i = 0; i < self->types->len; i++)
    if (total->figures[i].count > 0)
      {
        const MgGcdumpType *type = mg_gcdump_type (self, i);
        g_autofree char *name = self->raw_names ? g_strdup (type->name) : mg_type_name_clean (type->name);
        gboolean undefined = i == 0 && strcmp (name, "UNDEFINED") == 0;
        guint32 flags = undefined                              ? MG_TYPE_UNDEFINED
                        : mg_type_name_is_runtime_table (name) ? MG_TYPE_RUNTIME_TABLE
                        : mg_type_name_is_list_element (name)  ? MG_TYPE_LIST_ELEMENT
                                                               : 0;

        provisional[i] = mg_type_table_builder_add (builder, name, type->module, 0, flags);
      }
  types = mg_type_table_builder_finish (builder, &map);
  self->type_ids = g_new (MgTypeId, self->types->len);
  for (guint32 i = 0; i < self->types->len; i++)
    self->type_ids[i] = total->figures[i].count > 0 ? map[provisional[i]] : MG_TYPE_NONE;
  return types;
}

/* A damaged multiplier must not make a number that no integer holds. */
static guint64
multiply (guint64 figure, double by)
{
  return by == 1.0 ? figure : (guint64) MIN ((double) figure * by + 0.5, (double) G_MAXINT64 / 2);
}

static void
make_stats (MgGcdump *self, const Share *total)
{
  g_autoptr (MgTypeTable) types = make_types (self, total);
  MgTypeStats *stats = mg_type_stats_new (types);

  self->parent.stats = stats;
  stats->estimated = self->parent.info.sampled;
  for (guint32 i = 0; i < self->types->len; i++)
    if (total->figures[i].count > 0)
      {
        MgTally *tally = &stats->tally[self->type_ids[i]];
        double by_count = 1.0, by_size = 1.0;
        guint64 count, size;

        if (stats->estimated)
          multipliers_of_type (self, i, &by_count, &by_size);
        count = multiply (total->figures[i].count, by_count);
        size = multiply (total->figures[i].size, by_size);
        tally->count += count;
        tally->size += size;
        stats->total.count += count;
        stats->total.size += size;
      }
  self->n_undefined = (guint32) total->figures[0].count - (guint32) MIN (total->figures[0].count, self->n_broken);
}

gboolean
mg_gcdump_count (MgGcdump *self, MgProgress *progress, GError **error)
{
  g_autofree Figures *figures = g_new0 (Figures, self->types->len);
  Share total = { .self = self, .figures = figures };

  self->pseudo = mg_bitmap_new (self->n_nodes);
  if (!count_nodes (self, &total, progress, error))
    return FALSE;
  self->n_pseudo = total.n_pseudo;
  self->n_broken = total.n_broken;
  self->n_negative = total.n_negative;
  self->signed_total = total.signed_total;
  if (!check_total (self, &total, error))
    return FALSE;
  self->parent.info.file_nodes = self->n_nodes;
  self->parent.info.file_types = self->types->len;
  self->parent.info.file_edges = self->parent.expected_references = total.n_edges;
  self->parent.info.file_bytes = (guint64) MAX (self->signed_total, 0);
  self->parent.info.sampled = self->n_multipliers > 0 || multiplier_of (self->count_multiplier) != 1.0
                              || multiplier_of (self->size_multiplier) != 1.0;
  make_stats (self, &total);
  return TRUE;
}
