/* What benchmarks measure this process by. */
#pragma once

#include <glib.h>
#include <time.h>

G_BEGIN_DECLS

double mg_measure_seconds (clockid_t clock);

/* A thread that looks every so many microseconds how many bytes of this process belong to no file: its arrays, without
 * the mapped dump. To be ended with mg_measure_end_watch(). */
GThread *mg_measure_watch_memory (guint usec) G_GNUC_WARN_UNUSED_RESULT;
void mg_measure_end_watch (GThread *watcher);
/* The most that was seen since the last mg_measure_reset_peak(). */
guint64 mg_measure_peak (void);
/* Starts anew from what there is now, which is returned. */
guint64 mg_measure_reset_peak (void);

/* FNV-1a, going on from SUM; MG_MEASURE_SUM_START at first. */
#define MG_MEASURE_SUM_START G_GUINT64_CONSTANT (14695981039346656037)
guint64 mg_measure_sum (guint64 sum, gconstpointer data, gsize size);

G_END_DECLS
