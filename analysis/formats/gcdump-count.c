/* The figures of a .gcdump: one pass over the heads of its records, in index order, no graph built. It also finds the
 * pseudo-nodes, since they are no objects, and settles which types the snapshot has. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "analysis/formats/gcdump-file.h"
#include "analysis/names/type-name.h"
#include "analysis/source/file.h"

/* Records are laid out nearly in index order; looking this far ahead hides the latency of those that are not. */
#define PREFETCH_DISTANCE 16
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

/* Figures by type of the file. */
typedef struct
{
  guint32 *count;
  guint64 *size;
  guint64 n_edges;
} Tallies;

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

static void
count_node (MgGcdump *self, guint32 node, Tallies *tallies)
{
  MgGcdumpNode head;
  const MgGcdumpType *type;

  if (G_UNLIKELY (!mg_gcdump_read_node (self, node, &head)))
    self->n_broken++;
  type = mg_gcdump_type (self, head.type);
  tallies->n_edges += head.n_children;
  self->signed_total += head.size;
  if (G_UNLIKELY (type->flags & MG_GCDUMP_BRACKETED) && node_is_pseudo (self, node, type))
    {
      mg_bitmap_set (self->pseudo, node);
      self->n_pseudo++;
      return;
    }
  if (G_UNLIKELY (head.size < 0))
    self->n_negative++;
  tallies->count[head.type]++;
  tallies->size[head.type] += mg_gcdump_size (head.size);
}

static gboolean
count_nodes (MgGcdump *self, Tallies *tallies, MgProgress *progress, GError **error)
{
  mg_progress_stage (progress, _ ("Counting objects by type"), 0.0, 1.0);
  for (guint32 node = 0; node < self->n_nodes; node++)
    {
      if (node % MG_PROGRESS_INTERVAL == 0
          && (!mg_progress_step (progress, node, self->n_nodes, error) || !mg_source_check (self->source, error)))
        return FALSE;
      mg_gcdump_prefetch (self, node + PREFETCH_DISTANCE);
      count_node (self, node, tallies);
    }
  return mg_progress_step (progress, 1, 1, error);
}

/* Each reference takes a byte of the blob, and each record is one node's: more references than bytes mean that records
 * overlap, and then the graph could be made to need any amount of memory. */
static gboolean
check_tallies (const MgGcdump *self, const Tallies *tallies, GError **error)
{
  const char *name = self->parent.info.base_name;

  if (tallies->n_edges > (guint64) (self->blob_end - self->blob))
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
make_types (MgGcdump *self, const Tallies *tallies)
{
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  g_autofree guint32 *provisional = g_new (guint32, self->types->len);
  g_autofree MgTypeId *map = NULL;
  MgTypeTable *types;

  for (guint32 i = 0; i < self->types->len; i++)
    if (tallies->count[i] > 0)
      {
        const MgGcdumpType *type = mg_gcdump_type (self, i);
        g_autofree char *name = self->raw_names ? g_strdup (type->name) : mg_type_name_clean (type->name);
        gboolean undefined = i == 0 && strcmp (name, "UNDEFINED") == 0;
        guint32 flags = undefined                              ? MG_TYPE_UNDEFINED
                        : mg_type_name_is_runtime_table (name) ? MG_TYPE_RUNTIME_TABLE
                                                               : 0;

        provisional[i] = mg_type_table_builder_add (builder, name, type->module, 0, flags);
      }
  types = mg_type_table_builder_finish (builder, &map);
  self->type_ids = g_new (MgTypeId, self->types->len);
  for (guint32 i = 0; i < self->types->len; i++)
    self->type_ids[i] = tallies->count[i] > 0 ? map[provisional[i]] : MG_TYPE_NONE;
  return types;
}

static void
make_stats (MgGcdump *self, const Tallies *tallies)
{
  g_autoptr (MgTypeTable) types = make_types (self, tallies);
  MgTypeStats *stats = mg_type_stats_new (types);

  self->parent.stats = stats;
  stats->estimated = self->parent.info.sampled;
  for (guint32 i = 0; i < self->types->len; i++)
    if (tallies->count[i] > 0)
      {
        MgTally *tally = &stats->tally[self->type_ids[i]];
        double by_count = 1.0, by_size = 1.0;
        guint64 count, size;

        if (stats->estimated)
          multipliers_of_type (self, i, &by_count, &by_size);
        count = by_count == 1.0 ? tallies->count[i] : (guint64) (tallies->count[i] * by_count + 0.5);
        size = by_size == 1.0 ? tallies->size[i] : (guint64) ((double) tallies->size[i] * by_size + 0.5);
        tally->count += count;
        tally->size += size;
        stats->total.count += count;
        stats->total.size += size;
      }
  self->n_undefined = tallies->count[0] - MIN (tallies->count[0], self->n_broken);
}

gboolean
mg_gcdump_count (MgGcdump *self, MgProgress *progress, GError **error)
{
  g_autofree guint32 *count = g_new0 (guint32, self->types->len);
  g_autofree guint64 *size = g_new0 (guint64, self->types->len);
  Tallies tallies = { count, size, 0 };

  self->pseudo = mg_bitmap_new (self->n_nodes);
  if (!count_nodes (self, &tallies, progress, error) || !check_tallies (self, &tallies, error))
    return FALSE;
  self->parent.info.file_nodes = self->n_nodes;
  self->parent.info.file_types = self->types->len;
  self->parent.info.file_edges = tallies.n_edges;
  self->parent.info.file_bytes = (guint64) MAX (self->signed_total, 0);
  self->parent.info.sampled = self->n_multipliers > 0 || multiplier_of (self->count_multiplier) != 1.0
                              || multiplier_of (self->size_multiplier) != 1.0;
  make_stats (self, &tallies);
  return TRUE;
}
