#include "analysis/clr/heap/heap-pieces.h"

#include "analysis/clr/heap/object-index.h"

/* 1.5 MB. Pieces end with blocks, in which no two threads may mark objects at once. */
#define PIECE_BLOCKS 512
/* Segments of so many bytes at most, such as most regions, stay whole. */
#define WHOLE (G_GUINT64_CONSTANT (6) << 20)

static gint blocks_wanted; /* atomic */

void
mg_heap_pieces_set_blocks (guint n)
{
  g_atomic_int_set (&blocks_wanted, (gint) n);
}

static void
cut_segment (const MgHeapSegment *segment, guint32 number, guint64 size, GArray *to)
{
  for (guint64 from = segment->start; from < segment->end; from += MIN (size, segment->end - from))
    {
      MgHeapPiece piece = { .from = from,
                            .to = from + MIN (size, segment->end - from),
                            .segment = number,
                            .is_first = from == segment->start };

      g_array_append_val (to, piece);
    }
}

MgHeapPieces *
mg_heap_pieces_new (const MgGcHeap *heap, gboolean one)
{
  MgHeapPieces *pieces = g_new0 (MgHeapPieces, 1);
  guint wanted = (guint) g_atomic_int_get (&blocks_wanted);
  guint64 size = (guint64) MG_INDEX_BLOCK_BYTES * (wanted ? wanted : PIECE_BLOCKS), whole = wanted ? 0 : WHOLE;
  GArray *all = g_array_new (FALSE, TRUE, sizeof (MgHeapPiece));

  for (guint32 i = 0; i < heap->segments->len; i++)
    {
      const MgHeapSegment *segment = &g_array_index (heap->segments, MgHeapSegment, i);

      cut_segment (segment, i, one || segment->end - segment->start <= whole ? G_MAXUINT64 : size, all);
    }
  g_mutex_init (&pieces->lock);
  pieces->always_guess = wanted != 0;
  pieces->n = all->len;
  pieces->pieces = (MgHeapPiece *) (gpointer) g_array_free (all, FALSE);
  for (guint32 i = 0; i < pieces->n; i++)
    {
      pieces->pieces[i].bytes_before = pieces->n_bytes;
      pieces->n_bytes += pieces->pieces[i].to - pieces->pieces[i].from;
    }
  return pieces;
}

void
mg_heap_pieces_free (MgHeapPieces *pieces)
{
  if (pieces == NULL)
    return;
  g_mutex_clear (&pieces->lock);
  g_free (pieces->pieces);
  g_free (pieces);
}

static gboolean
is_last (const MgHeapPieces *pieces, guint32 number)
{
  return number + 1 == pieces->n || pieces->pieces[number + 1].is_first;
}

/* Where the walk of piece number NUMBER, before which all is settled, has to begin. */
static guint64
true_start (const MgHeapPieces *pieces, guint32 number)
{
  return pieces->pieces[number].is_first ? pieces->pieces[number].from : pieces->arrived;
}

/* Whether the last object settled covers all of PIECE, in which then nothing starts. */
static gboolean
is_covered (const MgHeapPieces *pieces, const MgHeapPiece *piece)
{
  return pieces->n_settled > 0 && pieces->pieces[pieces->n_settled - 1].segment == piece->segment
         && piece->to <= pieces->arrived;
}

MgHeapPiece *
mg_heap_pieces_claim (MgHeapPieces *pieces)
{
  MgHeapPiece *claimed = NULL;

  g_mutex_lock (&pieces->lock);
  while (pieces->next < pieces->n && claimed == NULL)
    {
      MgHeapPiece *piece = &pieces->pieces[pieces->next];

      if (is_covered (pieces, piece) && !pieces->always_guess)
        {
          piece->start = piece->arrived = piece->to;
          piece->is_walked = TRUE;
        }
      else
        {
          claimed = piece;
          if (piece->is_first || (pieces->n_settled == pieces->next && !pieces->always_guess))
            piece->start = true_start (pieces, pieces->next);
        }
      pieces->next++;
    }
  g_mutex_unlock (&pieces->lock);
  return claimed;
}

void
mg_heap_pieces_add_walked (MgHeapPieces *pieces, MgHeapPiece *piece)
{
  g_mutex_lock (&pieces->lock);
  piece->is_walked = TRUE;
  g_mutex_unlock (&pieces->lock);
}

static void
settle_next (MgHeapPieces *pieces)
{
  guint32 number = pieces->n_settled++;
  const MgHeapPiece *piece = &pieces->pieces[number];

  pieces->arrived = piece->arrived;
  pieces->has_gaps = piece->n_gaps > 0 || (pieces->has_gaps && !piece->is_first);
  if (is_last (pieces, number) && (piece->arrived != piece->to || pieces->has_gaps))
    pieces->n_bad_segments++;
}

MgHeapPiece *
mg_heap_pieces_claim_wrong (MgHeapPieces *pieces, guint64 *start)
{
  MgHeapPiece *wrong = NULL;

  g_mutex_lock (&pieces->lock);
  while (!pieces->is_mended && pieces->n_settled < pieces->n && pieces->pieces[pieces->n_settled].is_walked)
    {
      MgHeapPiece *piece = &pieces->pieces[pieces->n_settled];

      *start = true_start (pieces, pieces->n_settled);
      if (piece->start == *start && piece->arrived >= piece->to)
        settle_next (pieces);
      else
        {
          pieces->is_mended = TRUE;
          wrong = piece;
        }
    }
  g_mutex_unlock (&pieces->lock);
  return wrong;
}

void
mg_heap_pieces_add_mended (MgHeapPieces *pieces, MgHeapPiece *piece)
{
  g_mutex_lock (&pieces->lock);
  pieces->is_mended = FALSE;
  settle_next (pieces);
  g_mutex_unlock (&pieces->lock);
}
