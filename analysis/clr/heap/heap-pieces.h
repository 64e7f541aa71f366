/* Segments cut into pieces, for several threads that walk one segment.
 *
 * Where the first object of a piece starts is known only to who has walked the piece before it. A thread that does not
 * want to wait guesses. The pieces are settled in order: one whose walk began where the one before it arrived is right.
 * Else its walk is mended, by whoever notices: what was walked too much is taken back, what was not is walked, until
 * the two meet. So all threads together have walked exactly what one would have. */
#pragma once

#include "analysis/clr/heap/gc-heap.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 from, to;       /* addresses; `to`: the next piece's `from`, or the segment's end */
  guint64 start, arrived; /* where its walk began, and what came next; both `to`: it was not walked */
  guint64 bytes_before;   /* in all pieces before it */
  guint32 segment;        /* number in the heap's array */
  gboolean is_first;      /* of its segment */
  gboolean is_walked;
  guint32 n_gaps;
} MgHeapPiece;

typedef struct
{
  MgHeapPiece *pieces; /* by address */
  guint32 n;
  guint64 n_bytes;
  guint32 n_bad_segments; /* of those settled: not walked exactly to their end */
  /* Private, under the lock. */
  GMutex lock;
  guint32 next;       /* that nobody has claimed */
  guint32 n_settled;
  gboolean is_mended; /* piece n_settled, by some thread */
  guint64 arrived;    /* of the last piece settled */
  gboolean has_gaps;  /* the segment settled last */
  gboolean always_guess;
} MgHeapPieces;

/* Cuts HEAP's segments. ONE: one thread will walk them, so that each is one piece. */
MgHeapPieces *mg_heap_pieces_new (const MgGcHeap *heap, gboolean one) G_GNUC_WARN_UNUSED_RESULT;
void mg_heap_pieces_free (MgHeapPieces *pieces);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgHeapPieces, mg_heap_pieces_free)

/* The next piece to be walked, the caller's until mg_heap_pieces_add_walked(); NULL: there is none. Its `start` is set
 * if it is known, or else 0. */
MgHeapPiece *mg_heap_pieces_claim (MgHeapPieces *pieces);
/* PIECE is walked from its start until it arrived. */
void mg_heap_pieces_add_walked (MgHeapPieces *pieces, MgHeapPiece *piece);

/* Settles what can be. Returns a piece that must be mended, since it is to be walked from *START on: the caller's until
 * mg_heap_pieces_add_mended(). NULL: there is none, or another thread has it and will go on. */
MgHeapPiece *mg_heap_pieces_claim_wrong (MgHeapPieces *pieces, guint64 *start);
void mg_heap_pieces_add_mended (MgHeapPieces *pieces, MgHeapPiece *piece);

/* For tests: pieces of so many blocks of the object index, and every start is guessed; 0: as usual. */
void mg_heap_pieces_set_blocks (guint n);

G_END_DECLS
