/* One function in several threads at once. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_PARALLEL_MAX 64

/* Threads that heavy work is split over: as many as there are processors, or as set, at most MG_PARALLEL_MAX. */
guint mg_parallel_threads (void);
/* Of the whole process; 0: one per processor. Results never depend on it. */
void mg_parallel_set_threads (guint n);

typedef void (*MgParallelFunc) (guint thread, gpointer data);

/* Calls FUNC (0 … N - 1, DATA) at the same time, number 0 in the calling thread; returns when all have returned. Number
 * 0 alone may report progress. */
void mg_parallel_run (guint n, MgParallelFunc func, gpointer data);

G_END_DECLS
