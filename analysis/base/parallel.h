/* One function in several threads at once. */
#pragma once

#include "analysis/base/progress.h"

G_BEGIN_DECLS

#define MG_PARALLEL_MAX 64

/* Threads that heavy work is split over: as many as there are processors, or as set, at most MG_PARALLEL_MAX. */
guint mg_parallel_threads (void);
/* The same for work on N items: 1 when that is not worth waking threads for. */
guint mg_parallel_threads_for (guint64 n);
/* Of the whole process; 0: one per processor. Results never depend on it. */
void mg_parallel_set_threads (guint n);
/* From how many items on threads are worth it; 0: as is usual. For tests. */
void mg_parallel_set_worth (guint n);

typedef void (*MgParallelFunc) (guint thread, gpointer data);

/* Calls FUNC (0 … N - 1, DATA) at the same time, number 0 in the calling thread; returns when all have returned. Number
 * 0 alone may report progress. */
void mg_parallel_run (guint n, MgParallelFunc func, gpointer data);

/* How a pass over numbered items is split, and where it stands in the caller's progress. */
typedef struct
{
  guint64 n;         /* items */
  guint n_threads;   /* what it is split over; 0: as many as are worth it */
  gboolean each;     /* every thread sees all items, in order: for passes that write to one place per thread */
  MgShare share;     /* of the caller's stage */
  MgProgress *progress;
} MgParallelPass;

/* Items FROM to END (without): at most MG_PROGRESS_INTERVAL. N_THREADS: of the pass. */
typedef void (*MgParallelItems) (guint thread, guint n_threads, guint64 from, guint64 end, gpointer data);

/* Calls FUNC for all items, each once, in any thread and any order, or once in each thread. FALSE: cancelled. */
gboolean mg_parallel_pass (const MgParallelPass *pass, MgParallelItems func, gpointer data, GError **error);

/* The part [mg_parallel_part (N, 0, T), mg_parallel_part (N, 1, T)) of N items is thread 0's of T, and so on. */
static inline guint64
mg_parallel_part (guint64 n, guint thread, guint n_threads)
{
  return n / n_threads * thread + n % n_threads * thread / n_threads;
}

G_END_DECLS
