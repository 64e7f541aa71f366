/* Strings that stand in memory more than once; below the copies of the chosen, with what refers to them. */
#include <glib/gi18n-lib.h>

#include "analysis/stats/duplicate-strings.h"
#include "ui/details/details-kinds.h"

enum
{
  TEXT_WASTED,
  TEXT_SHARE,
  TEXT_COPIES,
  TEXT_LENGTH,
  TEXT_SIZE,
  TEXT_TEXT,
  TEXT_HOLDER,
  TEXT_HELD,
  N_TEXT_COLUMNS
};

static const MgTableColumn text_columns[N_TEXT_COLUMNS] = {
  [TEXT_WASTED] = { "wasted", N_("Wasted"), N_("What one shared copy would save"), MG_CELL_NUMBER, 100, FALSE },
  [TEXT_SHARE] = { "share", N_("Share"), N_("Of the bytes of all strings"), MG_CELL_SHARE, 150, FALSE },
  [TEXT_COPIES] = { "copies", N_("Copies"), NULL, MG_CELL_NUMBER, 90, FALSE },
  [TEXT_LENGTH] = { "length", N_("Length"), N_("UTF-16 units"), MG_CELL_NUMBER, 90, TRUE },
  [TEXT_SIZE] = { "size", N_("Bytes"), N_("Of all copies"), MG_CELL_NUMBER, 100, FALSE },
  [TEXT_TEXT] = { "text", N_("Text"), NULL, MG_CELL_TEXT, -1, FALSE },
  [TEXT_HOLDER]
  = { "holder", N_("Mostly held by"), N_("The class that refers to most of the copies, and its field"), MG_CELL_TEXT,
      330, FALSE },
  [TEXT_HELD] = { "held", N_("Held"), N_("Copies that this type refers to"), MG_CELL_NUMBER, 90, TRUE },
};

static const MgDuplicateString *
text_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, MgDuplicateString, row);
}

static gboolean
collect_texts (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  MgTally all = { 0, 0 };
  g_autofree char *count = NULL, *bytes = NULL;

  rows->items = mg_duplicate_strings_new (rows->snapshot, &all, progress, error);
  if (rows->items == NULL)
    return FALSE;
  rows->n = rows->items->len;
  rows->total = all.size;
  count = mg_format_count (all.count);
  bytes = mg_format_bytes (all.size);
  /* Translators: number of strings, their bytes */
  rows->foot = g_strdup_printf (_("of %s strings, %s in all"), count, bytes);
  return TRUE;
}

static void
text_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgDuplicateString *entry = text_at (rows, row);

  switch (column)
    {
    case TEXT_WASTED:
      *cell = mg_details_bytes (entry->wasted);
      break;
    case TEXT_SHARE:
      *cell = mg_details_share (entry->wasted, rows->total);
      break;
    case TEXT_COPIES:
      *cell = mg_details_count (entry->count);
      break;
    case TEXT_LENGTH:
      *cell = mg_details_count (entry->length);
      break;
    case TEXT_SIZE:
      *cell = mg_details_bytes (entry->size);
      break;
    case TEXT_TEXT:
      *cell = mg_details_quote (entry->text, entry->length > MG_DUPLICATE_TEXT_UNITS);
      break;
    case TEXT_HOLDER:
      *cell = mg_details_take (mg_duplicate_string_holders (rows->snapshot, entry));
      break;
    case TEXT_HELD:
    default:
      *cell = mg_details_count (entry->held);
      break;
    }
}

static MgSubject
text_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (text_at (rows, row)->first);
}

/* Own where the holder is: strings themselves belong to the framework. */
static MgRowEmphasis
text_looks (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_type_looks (rows, text_at (rows, row)->holder);
}

static const MgDetailsView texts_view = {
  .title = N_("Repeated Strings"),
  .search = N_("Find texts and holders"),
  .empty = N_("Every string is there only once."),
  .columns = text_columns,
  .n_columns = N_TEXT_COLUMNS,
  .sort = TEXT_WASTED,
  .descending = TRUE,
  .needs = MG_NEED_INSTANCES | MG_NEED_REVERSE,
  .collect = collect_texts,
  .cell = text_cell,
  .subject = text_subject,
  .looks = text_looks,
};

/* Copies */

enum
{
  COPY_ADDRESS,
  COPY_GENERATION,
  COPY_SIZE,
  COPY_REFERRERS,
  COPY_FIELD,
  COPY_HOLDER,
  N_COPY_COLUMNS
};

static const MgTableColumn copy_columns[N_COPY_COLUMNS] = {
  [COPY_ADDRESS] = { "address", N_("Address"), N_("Where the string lies in memory"), MG_CELL_CODE, 160, FALSE },
  [COPY_GENERATION]
  = { "generation", N_("Generation"), N_("Which part of the heap the string lies in"), MG_CELL_TEXT, 130, FALSE },
  [COPY_SIZE] = { "size", N_("Bytes"), N_("The string’s own size"), MG_CELL_NUMBER, 100, FALSE },
  [COPY_REFERRERS]
  = { "referrers", N_("Referrers"), N_("References to it, from objects and roots"), MG_CELL_NUMBER, 110, FALSE },
  [COPY_FIELD] = { "field", N_("In the field"), N_("Of the first referrer"), MG_CELL_TEXT, 220, FALSE },
  [COPY_HOLDER] = { "holder", N_("Held by"), N_("The first referrer"), MG_CELL_TEXT, -1, FALSE },
};

static MgNode
copy_at (const MgDetailsRows *rows, guint32 row)
{
  return g_array_index (rows->items, MgNode, row);
}

/* Strings of the same size are candidates; their texts decide. */
static gboolean
collect_copies (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  const MgDuplicateString *entry = text_at (rows->above, rows->chosen);
  const MgGraph *graph = mg_snapshot_graph (rows->snapshot);
  guint64 size = mg_graph_size (graph, entry->first);
  g_autofree char *text = mg_details_string (rows->snapshot, entry->first, 0, NULL);
  guint32 n;
  const MgNode *strings
      = mg_instances_of (mg_snapshot_instances (rows->snapshot), graph->type[entry->first], &n);

  rows->items = g_array_new (FALSE, FALSE, sizeof (MgNode));
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *other = NULL;

      if (i % MG_PROGRESS_INTERVAL == 0 && !mg_progress_step (progress, i, n, error))
        return FALSE;
      if (mg_graph_size (graph, strings[i]) != size)
        continue;
      other = mg_details_string (rows->snapshot, strings[i], 0, NULL);
      if (g_strcmp0 (other, text) == 0)
        g_array_append_val (rows->items, strings[i]);
    }
  rows->n = rows->items->len;
  return TRUE;
}

/* The first object that refers to COPY; MG_NODE_NONE: only roots or nothing. *N: references altogether. */
static MgNode
first_referrer (const MgDetailsRows *rows, MgNode copy, guint32 *n)
{
  const MgGraph *graph = mg_snapshot_graph (rows->snapshot);
  const MgNode *sources = mg_reverse_sources (mg_snapshot_reverse (rows->snapshot), copy, n);

  for (guint32 i = 0; i < *n; i++)
    if (mg_graph_is_object (graph, sources[i]))
      return sources[i];
  return MG_NODE_NONE;
}

static void
copy_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  MgNode copy = copy_at (rows, row), holder;
  guint32 n;

  switch (column)
    {
    case COPY_ADDRESS:
      *cell = mg_details_place_cell (rows, copy);
      break;
    case COPY_GENERATION:
      *cell = mg_details_generation_cell (rows, copy);
      break;
    case COPY_SIZE:
      *cell = mg_details_size_cell (rows, copy);
      break;
    case COPY_REFERRERS:
      first_referrer (rows, copy, &n);
      *cell = mg_details_count (n);
      break;
    case COPY_FIELD:
      holder = first_referrer (rows, copy, &n);
      if (holder != MG_NODE_NONE)
        *cell = mg_details_take (mg_snapshot_edge_label (rows->snapshot, holder, copy));
      break;
    case COPY_HOLDER:
    default:
      *cell = mg_details_type_cell (rows, first_referrer (rows, copy, &n));
      break;
    }
}

static MgSubject
copy_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (copy_at (rows, row));
}

static MgRowEmphasis
copy_looks (const MgDetailsRows *rows, guint32 row)
{
  guint32 n;
  MgNode holder = first_referrer (rows, copy_at (rows, row), &n);

  if (holder == MG_NODE_NONE)
    return MG_ROW_PLAIN;
  return mg_details_type_looks (rows, mg_snapshot_graph (rows->snapshot)->type[holder]);
}

static const MgDetailsView copies_view = {
  .title = N_("Copies"),
  .search = N_("Find copies"),
  .empty = N_("There are no copies."),
  .columns = copy_columns,
  .n_columns = N_COPY_COLUMNS,
  .sort = COPY_ADDRESS,
  .needs = MG_NEED_INSTANCES | MG_NEED_REVERSE,
  .collect = collect_copies,
  .cell = copy_cell,
  .subject = copy_subject,
  .looks = copy_looks,
};

const MgDetailsKind mg_details_strings_kind = {
  .name = "strings",
  .title = N_("Strings"),
  .icon = "mangrove-strings-symbolic",
  .absent = N_("No Texts in This File"),
  .capability = MG_CAPABILITY_VALUES,
  .view = &texts_view,
  .below = { &copies_view },
};
