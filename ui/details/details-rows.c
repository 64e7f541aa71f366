#include "ui/details/details.h"

#include <string.h>

#include "analysis/report/printable.h"
#include "ui/models/instance-list.h"
#include "ui/text.h"

#define SHARE_UNIT 1000000

MgDetailsCell
mg_details_text (const char *text)
{
  return (MgDetailsCell){ .kind = text ? MG_DETAILS_TEXT : MG_DETAILS_BLANK, .text = text };
}

MgDetailsCell
mg_details_take (char *text)
{
  return (MgDetailsCell){ .kind = text ? MG_DETAILS_TEXT : MG_DETAILS_BLANK, .text = text, .owned = text };
}

MgDetailsCell
mg_details_quote (const char *text, gboolean cut)
{
  g_autofree char *printable = mg_printable (text);

  return mg_details_take (g_strdup_printf (cut ? "“%s…”" : "“%s”", printable));
}

MgDetailsCell
mg_details_count (guint64 count)
{
  return (MgDetailsCell){ .kind = MG_DETAILS_COUNT, .number = count };
}

MgDetailsCell
mg_details_bytes (guint64 bytes)
{
  return (MgDetailsCell){ .kind = MG_DETAILS_BYTES, .number = bytes };
}

MgDetailsCell
mg_details_address (guint64 address)
{
  return (MgDetailsCell){ .kind = address ? MG_DETAILS_ADDRESS : MG_DETAILS_BLANK, .number = address };
}

MgDetailsCell
mg_details_milliseconds (guint32 ms)
{
  return (MgDetailsCell){ .kind = ms == MG_TIMER_NEVER ? MG_DETAILS_BLANK : MG_DETAILS_DURATION, .number = ms };
}

MgDetailsCell
mg_details_share (guint64 part, guint64 whole)
{
  double share = whole > 0 ? MIN (1.0, (double) part / (double) whole) : 0.0;

  return (MgDetailsCell){ .kind = MG_DETAILS_SHARE, .number = (guint64) (share * SHARE_UNIT + 0.5) };
}

/* Cells that many tables have */

static const MgGraph *
graph_of (const MgDetailsRows *rows)
{
  return mg_snapshot_graph (rows->snapshot);
}

MgDetailsCell
mg_details_type_cell (const MgDetailsRows *rows, MgNode object)
{
  return mg_details_text (object == MG_NODE_NONE ? NULL : mg_graph_type_of (graph_of (rows), object)->name);
}

MgDetailsCell
mg_details_place_cell (const MgDetailsRows *rows, MgNode object)
{
  return mg_details_address (object == MG_NODE_NONE ? 0 : mg_graph_address (graph_of (rows), object));
}

MgDetailsCell
mg_details_size_cell (const MgDetailsRows *rows, MgNode object)
{
  if (object == MG_NODE_NONE)
    return (MgDetailsCell){ 0 };
  return mg_details_bytes (mg_graph_size (graph_of (rows), object));
}

MgDetailsCell
mg_details_retained_cell (const MgDetailsRows *rows, MgNode object)
{
  const MgDominators *dominators = mg_snapshot_dominators (rows->snapshot);

  if (object == MG_NODE_NONE || dominators == NULL)
    return (MgDetailsCell){ 0 };
  return mg_details_bytes (dominators->retained[object]);
}

MgDetailsCell
mg_details_retained_share_cell (const MgDetailsRows *rows, MgNode object)
{
  const MgDominators *dominators = mg_snapshot_dominators (rows->snapshot);

  if (object == MG_NODE_NONE || dominators == NULL)
    return (MgDetailsCell){ 0 };
  return mg_details_share (dominators->retained[object], dominators->retained[MG_NODE_SUPER_ROOT]);
}

MgDetailsCell
mg_details_generation_cell (const MgDetailsRows *rows, MgNode object)
{
  if (object == MG_NODE_NONE)
    return (MgDetailsCell){ 0 };
  return mg_details_text (mg_instance_list_generation_word (mg_snapshot_generation (rows->snapshot, object)));
}

MgSubject
mg_details_object_subject (MgNode object)
{
  return object == MG_NODE_NONE ? (MgSubject){ MG_SUBJECT_NONE, 0 } : mg_subject_object (object);
}

/* Rows */

static MgDetailsCell
cell_at (const MgDetailsRows *rows, guint32 row, guint column)
{
  MgDetailsCell cell = { 0 };

  if (rows->texts && rows->texts[column])
    return mg_details_text (rows->texts[column][row]);
  rows->view->cell (rows, row, column, &cell);
  return cell;
}

static gboolean
by_name (const MgDetailsView *view, guint column)
{
  return view->columns[column].kind == MG_CELL_TEXT;
}

typedef struct
{
  const char *text;
  guint32 row;
} Named;

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const Named *first = a, *second = b;
  int order = g_strcmp0 (first->text, second->text);

  return order ? order : (first->row > second->row) - (first->row < second->row);
}

/* Makes the texts of COLUMN that do not lie in the rows already. */
static void
keep_texts (MgDetailsRows *rows, guint column)
{
  char **texts = NULL;

  for (guint32 row = 0; row < rows->n; row++)
    {
      MgDetailsCell cell = cell_at (rows, row, column);

      if (cell.owned && texts == NULL)
        texts = g_new0 (char *, (gsize) rows->n + 1);
      if (texts)
        texts[row] = cell.owned ? cell.owned : g_strdup (cell.text);
    }
  /* Cells before the first that had a text made for it. */
  for (guint32 row = 0; texts && row < rows->n && texts[row] == NULL; row++)
    texts[row] = g_strdup (cell_at (rows, row, column).text);
  rows->texts[column] = texts;
}

/* Equal texts get equal ranks, so that the order of rows decides among them. */
static guint32 *
ranks_new (const MgDetailsRows *rows, guint column)
{
  guint32 *ranks = g_new (guint32, (gsize) rows->n + 1), rank = 0;
  g_autofree Named *names = g_new (Named, (gsize) rows->n + 1);

  for (guint32 row = 0; row < rows->n; row++)
    names[row] = (Named){ cell_at (rows, row, column).text, row };
  qsort (names, rows->n, sizeof *names, compare_named);
  for (guint32 i = 0; i < rows->n; i++)
    {
      if (i > 0 && g_strcmp0 (names[i - 1].text, names[i].text) != 0)
        rank++;
      ranks[names[i].row] = rank;
    }
  return ranks;
}

static void
free_texts (char **texts, guint32 n)
{
  for (guint32 i = 0; texts && i < n; i++)
    g_free (texts[i]);
  g_free (texts);
}

static void
rows_clear (gpointer data)
{
  MgDetailsRows *rows = data;

  for (guint c = 0; rows->ranks && c < rows->view->n_columns; c++)
    {
      g_free (rows->ranks[c]);
      free_texts (rows->texts[c], rows->n);
    }
  g_free (rows->ranks);
  g_free (rows->texts);
  g_clear_pointer (&rows->items, g_array_unref);
  g_clear_pointer (&rows->more, g_array_unref);
  if (rows->data)
    rows->free_data (rows->data);
  g_clear_pointer (&rows->above, mg_details_rows_unref);
  g_free (rows->note);
  g_free (rows->foot);
  mg_snapshot_unref (rows->snapshot);
}

MgDetailsRows *
mg_details_rows_ref (MgDetailsRows *rows)
{
  return g_atomic_rc_box_acquire (rows);
}

void
mg_details_rows_unref (MgDetailsRows *rows)
{
  if (rows)
    g_atomic_rc_box_release_full (rows, rows_clear);
}

guint
mg_details_view_needs (const MgDetailsView *view, MgSnapshot *snapshot)
{
  return view->without_graph && mg_snapshot_no_graph_reason (snapshot) ? 0 : view->needs;
}

MgDetailsRows *
mg_details_rows_new (const MgDetailsView *view,
                     MgSnapshot *snapshot,
                     MgSubject subject,
                     MgDetailsRows *above,
                     guint32 chosen,
                     MgProgress *progress,
                     GError **error)
{
  g_autoptr (MgDetailsRows) rows = g_atomic_rc_box_new0 (MgDetailsRows);

  rows->view = view;
  rows->snapshot = mg_snapshot_ref (snapshot);
  rows->subject = subject;
  rows->above = above ? mg_details_rows_ref (above) : NULL;
  rows->chosen = chosen;
  if (!mg_snapshot_ensure (snapshot, mg_details_view_needs (view, snapshot), progress, error)
      || !view->collect (rows, progress, error))
    return NULL;
  rows->ranks = g_new0 (guint32 *, view->n_columns);
  rows->texts = g_new0 (char **, view->n_columns);
  for (guint c = 0; c < view->n_columns; c++)
    if (by_name (view, c))
      {
        if (!mg_progress_step (progress, c, view->n_columns, error))
          return NULL;
        keep_texts (rows, c);
        rows->ranks[c] = ranks_new (rows, c);
      }
  return g_steal_pointer (&rows);
}

/* As a model */

static guint64
rows_key (gconstpointer data, guint column, guint32 row)
{
  const MgDetailsRows *rows = data;
  MgDetailsCell cell;

  if (rows->ranks[column])
    return rows->ranks[column][row];
  cell = cell_at (rows, row, column);
  g_free (cell.owned);
  /* What is not known comes before nothing at all. */
  return cell.kind == MG_DETAILS_BLANK ? 0 : cell.number + 1;
}

static char *
cell_text (MgDetailsCell *cell, gboolean for_people)
{
  switch (cell->kind)
    {
    case MG_DETAILS_TEXT:
      return cell->owned ? g_steal_pointer (&cell->owned) : g_strdup (cell->text);
    case MG_DETAILS_COUNT:
      return for_people ? mg_format_count (cell->number) : g_strdup_printf ("%" G_GUINT64_FORMAT, cell->number);
    case MG_DETAILS_BYTES:
      return for_people ? mg_format_bytes (cell->number) : g_strdup_printf ("%" G_GUINT64_FORMAT, cell->number);
    case MG_DETAILS_ADDRESS:
      return mg_text_address (cell->number);
    case MG_DETAILS_ID:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, cell->number);
    case MG_DETAILS_DURATION:
      return for_people ? mg_details_duration ((guint32) cell->number)
                        : g_strdup_printf ("%" G_GUINT64_FORMAT, cell->number);
    case MG_DETAILS_SHARE:
      if (for_people)
        return mg_text_share (cell->number, SHARE_UNIT);
      return g_strdup_printf ("%u.%06u", (guint) (cell->number / SHARE_UNIT), (guint) (cell->number % SHARE_UNIT));
    case MG_DETAILS_BLANK:
    default:
      return g_strdup (for_people ? "–" : "");
    }
}

static char *
rows_text (gconstpointer data, guint column, guint32 row)
{
  MgDetailsCell cell = cell_at (data, row, column);

  return cell_text (&cell, TRUE);
}

static char *
rows_csv (gconstpointer data, guint column, guint32 row)
{
  MgDetailsCell cell = cell_at (data, row, column);

  return cell_text (&cell, FALSE);
}

/* A row is found by any of its texts and addresses; figures would match everything. */
static gboolean
rows_match (gconstpointer data, guint32 row, const MgTextFilter *filter)
{
  const MgDetailsRows *rows = data;
  gboolean found = filter == NULL;

  for (guint c = 0; !found && c < rows->view->n_columns; c++)
    {
      MgDetailsCell cell = cell_at (rows, row, c);
      g_autofree char *address = cell.kind == MG_DETAILS_ADDRESS ? mg_text_address (cell.number) : NULL;

      if (cell.kind == MG_DETAILS_TEXT || address)
        found = mg_text_filter_match (filter, address ? address : cell.text);
      g_free (cell.owned);
    }
  return found;
}

static gpointer
rows_ref (gpointer data)
{
  return mg_details_rows_ref (data);
}

static void
rows_unref (gpointer data)
{
  mg_details_rows_unref (data);
}

MgRowList *
mg_details_list_new (void)
{
  static const MgRowKind kind = {
    .key = rows_key, .match = rows_match, .text = rows_text, .csv = rows_csv, .ref = rows_ref, .unref = rows_unref
  };

  return mg_row_list_new (&kind);
}

MgRowEmphasis
mg_details_type_looks (const MgDetailsRows *rows, MgTypeId type)
{
  if (type == MG_TYPE_NONE)
    return MG_ROW_PLAIN;
  return mg_type_table_get (mg_snapshot_types (rows->snapshot), type)->flags & MG_TYPE_OWN ? MG_ROW_STRONG
                                                                                           : MG_ROW_FAINT;
}

/* The type that a row is about. */
static MgTypeId
subject_type (const MgDetailsRows *rows, guint32 row)
{
  MgSubject subject = rows->view->subject ? rows->view->subject (rows, row) : (MgSubject){ MG_SUBJECT_NONE, 0 };

  if (subject.kind == MG_SUBJECT_TYPE)
    return subject.id;
  return subject.kind == MG_SUBJECT_OBJECT ? graph_of (rows)->type[subject.id] : MG_TYPE_NONE;
}

MgRowEmphasis
mg_details_style (gconstpointer data, guint32 row, double *share)
{
  const MgDetailsRows *rows = data;

  for (guint c = 0; c < rows->view->n_columns; c++)
    if (rows->view->columns[c].kind == MG_CELL_SHARE)
      *share = (double) cell_at (rows, row, c).number / SHARE_UNIT;
  if (rows->view->looks)
    return rows->view->looks (rows, row);
  return mg_details_type_looks (rows, subject_type (rows, row));
}
