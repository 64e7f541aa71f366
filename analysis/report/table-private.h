/* What the four writers of a table share. */
#pragma once

#include "analysis/report/table.h"

G_BEGIN_DECLS

/* All cells of one row, absent before. */
void mg_table_get_row (const MgTable *table, guint64 row, MgCell *cells);
/* Called once per row: FALSE when the user cancelled or the sink is broken; ERROR is set then. */
gboolean mg_table_may_go_on (const MgTable *table, guint64 row, MgSink *sink, GError **error);
/* The columns that AUDIENCE sees; free with g_free. */
guint *mg_table_columns_for (const MgTable *table, MgColumnAudience audience, guint *n) G_GNUC_WARN_UNUSED_RESULT;
/* Whether values of TYPE are numbers, which stand to the right. */
gboolean mg_column_is_number (MgColumnType type);
/* Appends CELL as people read it: 10,000, 12.3%, 0x7f87…, a dash when absent. */
void mg_table_append_for_people (GString *out, const MgColumn *column, const MgCell *cell);

gboolean mg_table_write_text (const MgTable *table, MgSink *sink, GError **error);
gboolean mg_table_write_json (const MgTable *table, MgSink *sink, GError **error);
gboolean mg_table_write_csv (const MgTable *table, MgSink *sink, GError **error);
gboolean mg_table_write_markdown (const MgTable *table, MgSink *sink, GError **error);

G_END_DECLS
