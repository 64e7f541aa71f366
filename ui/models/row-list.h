/* Numbered rows over column arrays, sorted and filtered. Millions of rows are fine.
 *
 * A row is a number; nothing is made for it. Sorting is a radix sort of row numbers by a 64-bit key. Up to
 * MG_ROW_LIST_SYNC rows it is done at once, beyond that in a worker ("busy" is TRUE meanwhile, the newest wish wins).
 * Until then the order shown stays what it was; of new data no row is shown.
 *
 * Properties: busy (boolean, notifies).
 * Signals: changed: other rows are shown, or the same ones in another order. */
#pragma once

#include <gio/gio.h>

#include "ui/models/text-filter.h"

G_BEGIN_DECLS

#define MG_ROW_NONE G_MAXUINT32
#define MG_ROW_LIST_SYNC 16384
#define MG_ROW_LIST_MAX_SUMS 4

/* What the rows are. DATA is the list's data; functions may be called from any thread. */
typedef struct
{
  /* Orders rows ascending by COLUMN. Equal keys keep the order of row numbers. */
  guint64 (*key) (gconstpointer data, guint column, guint32 row);
  /* Whether ROW is to be shown; FILTER may be NULL. NULL: all rows are. */
  gboolean (*match) (gconstpointer data, guint32 row, const MgTextFilter *filter);
  /* The cell for people, and for CSV (plain digits; NULL: as for people). Free with g_free. */
  char *(*text) (gconstpointer data, guint column, guint32 row);
  char *(*csv) (gconstpointer data, guint column, guint32 row);
  /* Numbers to be added up over the rows shown; N_SUMS of them. */
  guint n_sums;
  guint64 (*addend) (gconstpointer data, guint sum, guint32 row);
  gpointer (*ref) (gpointer data);
  void (*unref) (gpointer data);
} MgRowKind;

#define MG_TYPE_ROW_LIST (mg_row_list_get_type ())
G_DECLARE_FINAL_TYPE (MgRowList, mg_row_list, MG, ROW_LIST, GObject)

/* KIND must outlive the list. */
MgRowList *mg_row_list_new (const MgRowKind *kind) G_GNUC_WARN_UNUSED_RESULT;

/* Shows N rows of DATA (takes a reference; NULL with N 0 = nothing). */
void mg_row_list_set_data (MgRowList *self, gpointer data, guint32 n);
gpointer mg_row_list_data (MgRowList *self); /* borrowed */

/* Sorts by COLUMN; G_MAXUINT: by row number. */
void mg_row_list_set_sort (MgRowList *self, guint column, gboolean descending);
/* FILTER may be NULL: all rows. Takes a reference. */
void mg_row_list_set_filter (MgRowList *self, MgTextFilter *filter);

const MgRowKind *mg_row_list_kind (MgRowList *self);
guint32 mg_row_list_n_all (MgRowList *self);   /* rows before filtering */
guint32 mg_row_list_n_shown (MgRowList *self); /* and after it */
/* The row shown at POSITION; MG_ROW_NONE past the end. O(1). */
guint32 mg_row_list_row_at (MgRowList *self, guint position);
/* Where ROW is shown; G_MAXUINT when it is not. O(rows shown). */
guint mg_row_list_find (MgRowList *self, guint32 row);
/* The rows shown now, guint32, in order; not to be changed. They stay what they are when others are shown. O(1). */
GArray *mg_row_list_take_rows (MgRowList *self) G_GNUC_WARN_UNUSED_RESULT;
/* The sum over the rows shown. */
guint64 mg_row_list_sum (MgRowList *self, guint sum);
/* Whether a worker is sorting. */
gboolean mg_row_list_busy (MgRowList *self);

/* Cell texts. Free with g_free. */
char *mg_row_list_text (MgRowList *self, guint column, guint32 row) G_GNUC_WARN_UNUSED_RESULT;
char *mg_row_list_csv (MgRowList *self, guint column, guint32 row) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
