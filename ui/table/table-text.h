/* The rows of a table as text, taken down in an instant and written out by any thread: a million rows take seconds. */
#pragma once

#include "analysis/base/progress.h"
#include "ui/models/row-list.h"

G_BEGIN_DECLS

typedef struct _MgTableText MgTableText;

/* The numbers of columns and what people call them. TITLE is translated and static. */
typedef struct
{
  guint number;
  const char *id, *title;
  gboolean at_end; /* a number: stands to the right */
} MgTableTextColumn;

/* ROWS (guint32, taken) of LIST, with COLUMNS (MgTableTextColumn, taken), as CSV or in columns of blanks. Keeps the
 * list's data. */
MgTableText *mg_table_text_new (MgRowList *list, GArray *rows, GArray *columns, gboolean csv) G_GNUC_WARN_UNUSED_RESULT;
/* One that is written already; takes TEXT. */
MgTableText *mg_table_text_new_ready (char *text) G_GNUC_WARN_UNUSED_RESULT;
void mg_table_text_free (MgTableText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTableText, mg_table_text_free)

/* Rows to be written; 0 of one that is ready. */
guint mg_table_text_n_rows (const MgTableText *self);
/* Any thread; PROGRESS may be NULL. NULL with MG_ERROR_CANCELLED. Free with g_free. */
char *mg_table_text_write (MgTableText *self, MgProgress *progress, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
