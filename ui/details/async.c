/* Unfinished tasks and async methods: what is waited for, below each the chain of those that go on after it. */
#include <glib/gi18n-lib.h>

#include "analysis/stats/async-chains.h"
#include "ui/details/details-kinds.h"

/* Levels that are indented; deeper ones stand below each other. */
#define MAX_INDENT 16

static const MgAsyncRow *
example_of (const MgDetailsRows *chains, const MgAsyncChainRow *link)
{
  const MgAsyncRows *async = chains->data;

  return &g_array_index (async->rows, MgAsyncRow, link->example);
}

static MgSubject
link_subject (const MgDetailsRows *chains, const MgAsyncChainRow *link)
{
  return mg_details_object_subject (example_of (chains, link)->object);
}

static gboolean
link_is_own (const MgDetailsRows *chains, const MgAsyncChainRow *link)
{
  return mg_type_is_own (example_of (chains, link)->name, NULL);
}

static MgDetailsCell
state_cell (const MgDetailsRows *chains, const MgAsyncChainRow *link)
{
  const MgAsyncRow *row = example_of (chains, link);

  return mg_details_text (row->kind == MG_ASYNC_OTHER ? "" : mg_details_async_state (row));
}

/* Chains */

enum
{
  CHAIN_COUNT,
  CHAIN_WAITED,
  CHAIN_STATE,
  CHAIN_METHOD,
  CHAIN_LINKS,
  N_CHAIN_COLUMNS
};

static const MgTableColumn chain_columns[N_CHAIN_COLUMNS] = {
  [CHAIN_COUNT] = { "count", N_("Count"), N_("Chains that look the same"), MG_CELL_NUMBER, 90, FALSE },
  [CHAIN_WAITED] = { "waited", N_("What is waited for"), NULL, MG_CELL_TEXT, 360, FALSE },
  [CHAIN_STATE] = { "state", N_("State"), NULL, MG_CELL_TEXT, 140, FALSE },
  [CHAIN_METHOD]
  = { "method", N_("Who goes on after it"), N_("The first method, of your own code if there is one"), MG_CELL_TEXT, -1,
      FALSE },
  [CHAIN_LINKS] = { "links", N_("Links"), N_("Rows of the chain"), MG_CELL_NUMBER, 90, FALSE },
};

/* Where the links of a chain lie in MORE. */
typedef struct
{
  guint first, n;
} Chain;

static const Chain *
chain_at (const MgDetailsRows *chains, guint32 row)
{
  return &g_array_index (chains->items, Chain, row);
}

static const MgAsyncChainRow *
link_at (const MgDetailsRows *chains, guint i)
{
  return &g_array_index (chains->more, MgAsyncChainRow, i);
}

static void
divide_chains (MgDetailsRows *rows)
{
  rows->items = g_array_new (FALSE, FALSE, sizeof (Chain));
  for (guint i = 0; i < rows->more->len; i++)
    if (link_at (rows, i)->depth == 0)
      {
        Chain chain = { i, 1 };

        g_array_append_val (rows->items, chain);
      }
    else if (rows->items->len > 0)
      g_array_index (rows->items, Chain, rows->items->len - 1).n++;
  rows->n = rows->items->len;
}

static void
free_async (gpointer data)
{
  mg_async_rows_free (data);
}

static gboolean
collect_chains (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  MgAsyncRows *async = mg_details_async (rows->snapshot);
  gboolean cut = FALSE;
  g_autofree char *count = NULL;

  if (async == NULL)
    return FALSE;
  rows->data = async;
  rows->free_data = free_async;
  rows->more = mg_async_chains (async, TRUE, &cut);
  divide_chains (rows);
  if (cut)
    rows->note = g_strdup (_("The chains are longer than can be shown, or run in circles: some are cut."));
  count = mg_format_count (async->rows->len);
  /* Translators: a number */
  rows->foot = g_strdup_printf (ngettext ("%s unfinished task or method", "%s unfinished tasks and methods",
                                          async->rows->len),
                                count);
  return TRUE;
}

/* Who goes on: the first method of the user's own code, or the first at all; NULL: nobody. */
static const MgAsyncChainRow *
telling_link (const MgDetailsRows *chains, const Chain *chain)
{
  for (guint i = 1; i < chain->n; i++)
    if (link_is_own (chains, link_at (chains, chain->first + i)))
      return link_at (chains, chain->first + i);
  return chain->n > 1 ? link_at (chains, chain->first + 1) : NULL;
}

static void
chain_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const Chain *chain = chain_at (rows, row);
  const MgAsyncChainRow *head = link_at (rows, chain->first), *after;

  switch (column)
    {
    case CHAIN_COUNT:
      *cell = mg_details_count (head->count);
      break;
    case CHAIN_WAITED:
      *cell = mg_details_text (example_of (rows, head)->name);
      break;
    case CHAIN_STATE:
      *cell = state_cell (rows, head);
      break;
    case CHAIN_METHOD:
      after = telling_link (rows, chain);
      *cell = mg_details_text (after ? example_of (rows, after)->name : _("nobody"));
      break;
    case CHAIN_LINKS:
    default:
      *cell = mg_details_count (chain->n);
      break;
    }
}

static MgSubject
chain_subject (const MgDetailsRows *rows, guint32 row)
{
  return link_subject (rows, link_at (rows, chain_at (rows, row)->first));
}

static MgRowEmphasis
chain_looks (const MgDetailsRows *rows, guint32 row)
{
  const Chain *chain = chain_at (rows, row);

  for (guint i = 0; i < chain->n; i++)
    if (link_is_own (rows, link_at (rows, chain->first + i)))
      return MG_ROW_STRONG;
  return MG_ROW_FAINT;
}

static const MgDetailsView chains_view = {
  .title = N_("Unfinished Tasks"),
  .search = N_("Find tasks and methods"),
  .empty = N_("No task is unfinished."),
  .columns = chain_columns,
  .n_columns = N_CHAIN_COLUMNS,
  .sort = CHAIN_COUNT,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect_chains,
  .cell = chain_cell,
  .subject = chain_subject,
  .looks = chain_looks,
};

/* Links of the chain chosen */

enum
{
  LINK_STEP,
  LINK_NAME,
  LINK_COUNT,
  LINK_STATE,
  LINK_AWAIT,
  LINK_EXAMPLE,
  LINK_RETAINED,
  N_LINK_COLUMNS
};

static const MgTableColumn link_columns[N_LINK_COLUMNS] = {
  [LINK_STEP] = { "step", N_("Step"), N_("0 is what all the others wait for"), MG_CELL_NUMBER, 80, FALSE },
  [LINK_NAME] = { "name", N_("Method or task"), N_("Further to the right: goes on after the one above"), MG_CELL_TEXT,
                  -1, FALSE },
  [LINK_COUNT] = { "count", N_("Count"), N_("Those that look the same"), MG_CELL_NUMBER, 90, FALSE },
  [LINK_STATE] = { "state", N_("State"), NULL, MG_CELL_TEXT, 140, FALSE },
  [LINK_AWAIT] = { "await", N_("Await"), N_("Number of the await in the method, from 0"), MG_CELL_NUMBER, 80, FALSE },
  [LINK_EXAMPLE] = { "example", N_("One of them"), N_("Address of the object"), MG_CELL_CODE, 150, FALSE },
  [LINK_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with that object"), MG_CELL_NUMBER, 110, FALSE },
};

static const MgAsyncChainRow *
chosen_link (const MgDetailsRows *rows, guint32 row)
{
  return link_at (rows->above, chain_at (rows->above, rows->chosen)->first + row);
}

static gboolean
collect_links (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  rows->n = chain_at (rows->above, rows->chosen)->n;
  return TRUE;
}

static void
link_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgAsyncChainRow *link = chosen_link (rows, row);
  const MgAsyncRow *example = example_of (rows->above, link);

  switch (column)
    {
    case LINK_STEP:
      *cell = mg_details_count (row);
      break;
    case LINK_NAME:
      *cell = mg_details_take (
          g_strdup_printf ("%*s%s", (int) MIN (link->depth, MAX_INDENT) * 4, "", example->name));
      break;
    case LINK_COUNT:
      *cell = mg_details_count (link->count);
      break;
    case LINK_STATE:
      *cell = state_cell (rows->above, link);
      break;
    case LINK_AWAIT:
      if (example->await_state != MG_ASYNC_NO_STATE && example->await_state >= 0)
        *cell = mg_details_count ((guint64) example->await_state);
      break;
    case LINK_EXAMPLE:
      *cell = mg_details_place_cell (rows, example->object);
      break;
    case LINK_RETAINED:
    default:
      *cell = mg_details_retained_cell (rows, example->object);
      break;
    }
}

static MgSubject
link_row_subject (const MgDetailsRows *rows, guint32 row)
{
  return link_subject (rows->above, chosen_link (rows, row));
}

static MgRowEmphasis
link_looks (const MgDetailsRows *rows, guint32 row)
{
  return link_is_own (rows->above, chosen_link (rows, row)) ? MG_ROW_STRONG : MG_ROW_FAINT;
}

static const MgDetailsView links_view = {
  .title = N_("The Chain of the Row Above"),
  .search = N_("Find tasks and methods"),
  .empty = N_("There is no chain."),
  .columns = link_columns,
  .n_columns = N_LINK_COLUMNS,
  .sort = LINK_STEP,
  .needs = MG_NEED_GRAPH,
  .collect = collect_links,
  .cell = link_cell,
  .subject = link_row_subject,
  .looks = link_looks,
};

const MgDetailsKind mg_details_async_kind = {
  .name = "async",
  .title = N_("Async"),
  .icon = "mangrove-tasks-symbolic",
  .absent = N_("No Tasks in This File"),
  .capability = MG_CAPABILITY_VALUES,
  .view = &chains_view,
  .below = { &links_view },
};
