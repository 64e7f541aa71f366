/* --sort and --reverse for tables whose rows are at hand in an order of their own: by the table's own cells. */
#pragma once

#include "app/cli/run.h"

G_BEGIN_DECLS

/* Where the N rows of TABLE go. The command's first key is the order that they come in; any other is the key of a
 * column: numbers biggest first, addresses and texts upwards, absent ones last; --reverse turns it round. Equal ones
 * go by name, then address. Free with g_free. */
guint32 *mg_run_order_by_cells (const MgRun *run, const MgTable *table, guint32 n) G_GNUC_WARN_UNUSED_RESULT;

/* mg_run_write_table() in that order. */
gboolean mg_run_write_sorted_table (MgRun *run, MgTable *table, guint32 n, GError **error);

G_END_DECLS
