#include "analysis/clr/clr-edges.h"

#include "analysis/base/clones.h"
#include "analysis/base/parallel.h"
#include "analysis/base/prefetch.h"

/* Blocks of the index that a thread decodes at a time: 1.5 MB of heap, so that what it gathers stays in its cache. */
#define PORTION 512
#define FIRST_ROOM 65536
/* How many references ahead their targets' blocks are fetched. */
#define FETCH_AHEAD 16
#define NO_BIT G_MAXUINT64

typedef struct
{
  guint32 segment;
  guint64 from, end; /* blocks */
} Portion;

typedef struct
{
  const MgReferences *references;
  MgBulkBuilder *builder;
  Portion *portions;
  guint n_portions;
  gint next; /* atomic */
  gint done; /* atomic */
  gint stop; /* atomic */
  MgProgress *progress;
  GError *error;
  GMutex lock; /* guards RESULT */
  MgClrEdges *result;
} Crew;

/* What one thread gathers of a portion. */
typedef struct
{
  Crew *crew;
  MgMethodTables *tables;
  guint64 *addresses, *offsets; /* n */
  guint32 first, n, room;
  guint64 *bits;   /* e: of the targets, in the index */
  MgNode *targets; /* e */
  guint64 e, e_room;
  MgClrEdges result;
} Decoder;

static void
make_room_for_object (Decoder *decoder)
{
  if (decoder->n < decoder->room)
    return;
  decoder->room = MAX (FIRST_ROOM, decoder->room * 2);
  decoder->addresses = g_renew (guint64, decoder->addresses, decoder->room);
  decoder->offsets = g_renew (guint64, decoder->offsets, decoder->room);
}

static void
make_room_for_edges (Decoder *decoder)
{
  decoder->e_room = MAX (FIRST_ROOM, decoder->e_room * 2);
  decoder->bits = g_renew (guint64, decoder->bits, decoder->e_room);
  decoder->targets = g_renew (MgNode, decoder->targets, decoder->e_room);
}

static inline void
take_reference (guint64 target, gpointer data)
{
  Decoder *decoder = data;
  const MgIndexedSegment *segment = mg_object_index_segment (decoder->crew->references->index, target);

  if (G_UNLIKELY (decoder->e == decoder->e_room))
    make_room_for_edges (decoder);
  decoder->bits[decoder->e++] = segment && !(target & 7) ? mg_object_index_bit (segment, target) : NO_BIT;
}

static void
decode_object (Decoder *decoder, const MgIndexedSegment *segment, guint64 address)
{
  const MgReferences *references = decoder->crew->references;
  MgTypeId type = MG_TYPE_NONE;
  MgReferrer object;

  make_room_for_object (decoder);
  decoder->addresses[decoder->n] = address;
  decoder->offsets[decoder->n] = decoder->e;
  if (G_LIKELY (mg_references_open (references, decoder->tables, segment, address, &object)))
    type = mg_clr_type_of (references->clr, object.table);
  if (G_LIKELY (type != MG_TYPE_NONE))
    mg_references_each (references, &object, take_reference, decoder);
  mg_bulk_builder_set_object (decoder->crew->builder, decoder->first + decoder->n++,
                              type == MG_TYPE_NONE ? 0 : type, type == MG_TYPE_NONE ? 0 : object.size);
}

static void
decode_blocks (Decoder *decoder, const Portion *portion)
{
  const MgObjectIndex *index = decoder->crew->references->index;
  const MgIndexedSegment *segment = &index->segments[portion->segment];

  for (guint64 b = portion->from; b < portion->end; b++)
    for (guint w = 0; w < MG_INDEX_WORDS; w++)
      for (guint64 bits = index->blocks[b].bits[w]; bits != 0; bits &= bits - 1)
        decode_object (decoder, segment,
                       segment->start + (b - segment->first_block) * MG_INDEX_BLOCK_BYTES
                           + 8 * (w * 64 + (guint64) __builtin_ctzll (bits)));
}

/* Bits of targets become nodes; returns how many are no objects. */
MG_COUNTS_BITS static guint64
find_targets (const MgObjectIndex *index, const guint64 *bits, MgNode *targets, guint64 n, MgNode first_object)
{
  guint64 bad = 0;

  for (guint64 i = 0; i < n; i++)
    {
      guint32 number = MG_OBJECT_NONE;

      if (i + FETCH_AHEAD < n && bits[i + FETCH_AHEAD] != NO_BIT)
        mg_prefetch (&index->blocks[bits[i + FETCH_AHEAD] / MG_INDEX_BITS]);
      if (G_LIKELY (bits[i] != NO_BIT))
        number = mg_object_index_at_bit (index, bits[i]);
      bad += number == MG_OBJECT_NONE;
      targets[i] = number == MG_OBJECT_NONE ? MG_NODE_NONE : first_object + number;
    }
  return bad;
}

/* Leaves out what leads nowhere. */
static void
drop_bad (Decoder *decoder)
{
  guint64 kept = 0;

  for (guint32 i = 0; i < decoder->n; i++)
    {
      guint64 end = i + 1 < decoder->n ? decoder->offsets[i + 1] : decoder->e;

      for (guint64 k = decoder->offsets[i], first = kept; k <= end; k++)
        if (k == end)
          decoder->offsets[i] = first;
        else if (decoder->targets[k] != MG_NODE_NONE)
          decoder->targets[kept++] = decoder->targets[k];
    }
  decoder->e = kept;
}

/* FALSE: somebody gave up. */
static gboolean
decode_portion (Decoder *decoder, const Portion *portion)
{
  const MgObjectIndex *index = decoder->crew->references->index;
  MgBulkBuilder *builder = decoder->crew->builder;
  MgBulkChunk chunk;
  guint64 bad;

  decoder->first = mg_object_index_rank (index, portion->from);
  decoder->n = 0;
  decoder->e = 0;
  decode_blocks (decoder, portion);
  if (decoder->n == 0)
    return TRUE;
  bad = find_targets (index, decoder->bits, decoder->targets, decoder->e, mg_bulk_builder_node (builder, 0));
  decoder->result.n_bad += bad;
  if (bad > 0)
    drop_bad (decoder);
  decoder->result.n_references += decoder->e;
  chunk = (MgBulkChunk){ decoder->first, decoder->n, decoder->addresses, decoder->offsets, decoder->targets,
                         decoder->e };
  return mg_bulk_builder_add_chunk (builder, &chunk);
}

/* Thread 0 reports; whoever is told to stop wakes the others. */
static gboolean
step (Crew *crew, guint thread)
{
  gint done = g_atomic_int_add (&crew->done, 1);

  if (thread == 0 && !mg_progress_step (crew->progress, (guint64) done, crew->n_portions, &crew->error))
    {
      g_atomic_int_set (&crew->stop, 1);
      mg_bulk_builder_give_up (crew->builder);
    }
  return !g_atomic_int_get (&crew->stop);
}

static void
decode_in_thread (guint thread, gpointer data)
{
  Crew *crew = data;
  Decoder decoder = { .crew = crew, .tables = mg_method_tables_fork (crew->references->clr->tables) };
  guint i;

  while ((i = (guint) g_atomic_int_add (&crew->next, 1)) < crew->n_portions)
    if (!decode_portion (&decoder, &crew->portions[i]) || !step (crew, thread))
      break;
  g_mutex_lock (&crew->lock);
  crew->result->n_references += decoder.result.n_references;
  crew->result->n_bad += decoder.result.n_bad;
  g_mutex_unlock (&crew->lock);
  mg_method_tables_free (decoder.tables);
  g_free (decoder.addresses);
  g_free (decoder.offsets);
  g_free (decoder.bits);
  g_free (decoder.targets);
}

static Portion *
make_portions (const MgObjectIndex *index, guint *n)
{
  GArray *portions = g_array_new (FALSE, FALSE, sizeof (Portion));

  for (guint32 s = 0; s < index->n_segments; s++)
    {
      guint64 end = mg_object_index_end_block (index, s);

      for (guint64 from = index->segments[s].first_block; from < end; from += PORTION)
        {
          Portion portion = { s, from, MIN (from + PORTION, end) };

          g_array_append_val (portions, portion);
        }
    }
  *n = portions->len;
  return (Portion *) (gpointer) g_array_free (portions, FALSE);
}

gboolean
mg_clr_edges_add (const MgReferences *references,
                  MgBulkBuilder *builder,
                  MgClrEdges *result,
                  MgProgress *progress,
                  GError **error)
{
  Crew crew = { .references = references, .builder = builder, .progress = progress, .result = result };

  *result = (MgClrEdges){ 0 };
  g_mutex_init (&crew.lock);
  crew.portions = make_portions (references->index, &crew.n_portions);
  mg_parallel_run (MIN (mg_parallel_threads (), MAX (crew.n_portions, 1)), decode_in_thread, &crew);
  g_mutex_clear (&crew.lock);
  g_free (crew.portions);
  if (crew.error == NULL)
    mg_progress_step (progress, 1, 1, &crew.error);
  if (crew.error)
    g_propagate_error (error, crew.error);
  return crew.error == NULL;
}
