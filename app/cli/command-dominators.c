/* dominators: who keeps the most, or the tree under one object. */
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/picture/picture.h"
#include "analysis/report/digits.h"
#include "app/cli/dominator-rows.h"
#include "app/cli/run.h"

#define DEPTH_OF_LIST 1
#define DEPTH_OF_TREE 4

enum
{
  COLUMN_ADDRESS,
  COLUMN_NAME,
  COLUMN_COUNT,
  COLUMN_SIZE,
  COLUMN_RETAINED,
  COLUMN_SHARE,
  COLUMN_PARENT,
  COLUMN_DEPTH,
  COLUMN_ROOT_KIND,
  COLUMN_ROOT_LABEL,
  COLUMN_SHOWN,
  N_COLUMNS
};

/* A line for people: a row, or "… 12 more" below the row that has them. */
typedef struct
{
  guint32 row;
  gboolean more;
} Line;

typedef struct
{
  MgRun *run;
  const MgGraph *graph;
  const MgDominators *dominators;
  gboolean one;  /* an ADDRESS was given */
  GArray *seeds; /* MgNode */
  guint depth;
  MgDominatorRows *rows;
  GArray *lines; /* Line */
  GString *scratch;
} Tree;

/* --- seeds --- */

/* Objects that no other object dominates; roots are looked through. */
static void
seed_with_top_level (Tree *tree)
{
  guint32 n, n_below;
  const MgNode *children = mg_dominators_children (tree->dominators, MG_NODE_SUPER_ROOT, &n);

  for (guint32 i = 0; i < n; i++)
    if (mg_graph_is_root (tree->graph, children[i]))
      {
        const MgNode *below = mg_dominators_children (tree->dominators, children[i], &n_below);

        g_array_append_vals (tree->seeds, below, n_below);
      }
    else
      g_array_append_val (tree->seeds, children[i]);
}

/* One place per type: whether its name passes. Matching once per type is cheap, once per object is not. */
static guint8 *
match_types (const Tree *tree)
{
  const MgTypeTable *types = tree->graph->types;
  guint8 *matches = g_new0 (guint8, (gsize) types->n_types + 1);

  for (MgTypeId id = 0; id < types->n_types; id++)
    matches[id] = mg_run_match_name (tree->run, types->types[id].name);
  return matches;
}

/* Matching objects with no matching object above them: their retained sizes never overlap. */
static gboolean
seed_with_matches (Tree *tree, GError **error)
{
  g_autofree guint8 *matches = match_types (tree);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (MgNode));
  MgNode node = MG_NODE_SUPER_ROOT;
  guint64 steps = 0;

  g_array_append_val (stack, node);
  while (stack->len > 0)
    {
      guint32 n;
      const MgNode *children;

      node = g_array_index (stack, MgNode, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      if (steps++ % MG_PROGRESS_INTERVAL == 0
          && !mg_progress_step (tree->run->progress, steps, tree->graph->n_nodes, error))
        return FALSE;
      if (mg_graph_is_object (tree->graph, node) && matches[tree->graph->type[node]])
        {
          g_array_append_val (tree->seeds, node);
          continue;
        }
      children = mg_dominators_children (tree->dominators, node, &n);
      g_array_append_vals (stack, children, n);
    }
  return TRUE;
}

static gboolean
seed_with_address (Tree *tree, GError **error)
{
  MgNode node = mg_run_find_object (tree->run, tree->run->options->arguments[1], error);

  if (node == MG_NODE_NONE)
    return FALSE;
  if (tree->dominators->idom[node] == MG_NODE_NONE)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND,
                   _("nothing keeps the %s at 0x%" PRIx64 " alive, so that it retains nothing"),
                   mg_graph_type_of (tree->graph, node)->name, mg_graph_address (tree->graph, node));
      return FALSE;
    }
  g_array_append_val (tree->seeds, node);
  return TRUE;
}

static gboolean
find_seeds (Tree *tree, GError **error)
{
  if (tree->one)
    return seed_with_address (tree, error);
  if (tree->run->options->filter == NULL)
    seed_with_top_level (tree);
  else if (!seed_with_matches (tree, error))
    return FALSE;
  if (tree->seeds->len > 0)
    return TRUE;
  g_set_error_literal (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("no object that is kept alive matches"));
  return FALSE;
}

/* --- lines --- */

static const MgDominatorRow *
row_at (const Tree *tree, guint32 row)
{
  return &g_array_index (tree->rows->list, MgDominatorRow, row);
}

static gboolean
has_child_row (const Tree *tree, guint32 row)
{
  return row + 1 < tree->rows->list->len && row_at (tree, row + 1)->parent == row;
}

/* What is left is worth a line when something else of the same parent has one, or when it is much. */
static void
close_row (Tree *tree, guint32 row)
{
  Line line = { row, TRUE };
  guint64 left = row_at (tree, row)->retained_left, all = tree->dominators->retained[MG_NODE_SUPER_ROOT];

  if (row_at (tree, row)->n_left > 0 && (has_child_row (tree, row) || tree->one || left >= all / 100))
    g_array_append_val (tree->lines, line);
}

/* Rows in their order, and after the last child of each row what is left of its children. */
static void
lay_out_lines (Tree *tree)
{
  gboolean people = tree->run->options->format == MG_FORMAT_TEXT || tree->run->options->format == MG_FORMAT_MARKDOWN;
  guint32 open = MG_ROW_NONE; /* the row whose children are being laid out */

  for (guint32 i = 0; i < tree->rows->list->len; i++)
    {
      Line line = { i, FALSE };

      for (; people && open != row_at (tree, i)->parent; open = row_at (tree, open)->parent)
        close_row (tree, open);
      g_array_append_val (tree->lines, line);
      open = i;
    }
  for (; people && open != MG_ROW_NONE; open = row_at (tree, open)->parent)
    close_row (tree, open);
}

/* "│  ├─ " before a row's name; MORE: before the line of what is left below the row. */
static void
append_branches (const Tree *tree, guint32 row, gboolean more, GString *out)
{
  g_autoptr (GString) branches = g_string_new (NULL);
  guint32 at = row;

  if (more)
    g_string_prepend (branches, "└─ ");
  else if (row_at (tree, row)->parent != MG_ROW_NONE)
    {
      const MgDominatorRow *own = row_at (tree, row), *parent = row_at (tree, own->parent);

      g_string_prepend (branches, own->has_next || parent->n_left > 0 ? "├─ " : "└─ ");
      at = own->parent;
    }
  for (; row_at (tree, at)->parent != MG_ROW_NONE; at = row_at (tree, at)->parent)
    {
      const MgDominatorRow *own = row_at (tree, at), *parent = row_at (tree, own->parent);

      g_string_prepend (branches, own->has_next || parent->n_left > 0 ? "│  " : "   ");
    }
  g_string_append (out, branches->str);
}

/* The root that alone holds a row at the top; NULL when several do. */
static const MgRoot *
root_of (const Tree *tree, const MgDominatorRow *row)
{
  MgNode above = tree->dominators->idom[row->node];

  if (row->parent != MG_ROW_NONE || tree->run->options->by == MG_BY_TYPE || !mg_graph_is_root (tree->graph, above))
    return NULL;
  return mg_graph_root (tree->graph, above);
}

static const char *
shown_name (Tree *tree, guint32 index)
{
  const MgDominatorRow *row = row_at (tree, index);
  const MgRoot *root = root_of (tree, row);

  g_string_truncate (tree->scratch, 0);
  append_branches (tree, index, FALSE, tree->scratch);
  g_string_append (tree->scratch, mg_graph_type_of (tree->graph, row->node)->name);
  if (root)
    {
      /* Without the remark: the table is wide enough. */
      MgRoot brief = { .kind = root->kind, .label = root->label };
      g_autofree char *text = mg_run_root_text (&brief);

      g_string_append_printf (tree->scratch, "  ← %s", text);
    }
  return tree->scratch->str;
}

static void
fill_more (Tree *tree, guint32 index, MgCell *cells)
{
  const MgDominatorRow *row = row_at (tree, index);
  char digits[MG_DIGITS_SIZE];

  g_string_truncate (tree->scratch, 0);
  append_branches (tree, index, TRUE, tree->scratch);
  g_string_append_printf (tree->scratch, g_dngettext (GETTEXT_PACKAGE, "… %s more", "… %s more", row->n_left),
                          mg_digits (digits, row->n_left));
  cells[COLUMN_ADDRESS] = cells[COLUMN_COUNT] = cells[COLUMN_SIZE] = mg_cell_blank ();
  cells[COLUMN_RETAINED] = mg_cell_number (row->retained_left);
  cells[COLUMN_SHARE] = mg_cell_share (row->retained_left, tree->dominators->retained[MG_NODE_SUPER_ROOT]);
  cells[COLUMN_SHOWN] = mg_cell_text (tree->scratch->str);
}

static void
fill_row (guint64 index, MgCell *cells, gpointer user_data)
{
  Tree *tree = user_data;
  const Line *line = &g_array_index (tree->lines, Line, index);
  const MgDominatorRow *row = row_at (tree, line->row);
  const MgRoot *root = root_of (tree, row);

  if (line->more)
    {
      fill_more (tree, line->row, cells);
      return;
    }
  if (tree->run->options->by != MG_BY_TYPE)
    cells[COLUMN_ADDRESS] = mg_cell_number (mg_graph_address (tree->graph, row->node));
  cells[COLUMN_NAME] = mg_cell_text (mg_graph_type_of (tree->graph, row->node)->name);
  cells[COLUMN_COUNT] = mg_cell_number (row->count);
  cells[COLUMN_SIZE] = mg_cell_number (row->size);
  cells[COLUMN_RETAINED] = mg_cell_number (row->retained);
  cells[COLUMN_SHARE] = mg_cell_share (row->retained, tree->dominators->retained[MG_NODE_SUPER_ROOT]);
  if (row->parent != MG_ROW_NONE && tree->run->options->by != MG_BY_TYPE)
    cells[COLUMN_PARENT] = mg_cell_number (mg_graph_address (tree->graph, row_at (tree, row->parent)->node));
  else if (row->parent != MG_ROW_NONE)
    cells[COLUMN_PARENT] = mg_cell_number (row->parent);
  cells[COLUMN_DEPTH] = mg_cell_number (row->depth);
  if (root)
    {
      cells[COLUMN_ROOT_KIND] = mg_cell_text (mg_root_kind_id (root->kind));
      cells[COLUMN_ROOT_LABEL] = mg_cell_text (root->label);
    }
  cells[COLUMN_SHOWN] = mg_cell_text (shown_name (tree, line->row));
}

/* --- the table --- */

static void
set_columns (const Tree *tree, MgColumn *columns)
{
  gboolean by_type = tree->run->options->by == MG_BY_TYPE;
  const MgColumn all[N_COLUMNS] = {
    [COLUMN_ADDRESS]
    = { "address", _("Address"), MG_COLUMN_ADDRESS, by_type ? MG_COLUMN_FOR_PROGRAMS : MG_COLUMN_EVERYWHERE },
    [COLUMN_NAME] = { "type", _("Type"), MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_COUNT] = { "count", _("Count"), MG_COLUMN_COUNT, by_type ? MG_COLUMN_EVERYWHERE : MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SIZE] = { "size", _("Bytes"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_RETAINED] = { "retained", _("Retained"), MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
    [COLUMN_SHARE] = { "share", _("Share"), MG_COLUMN_SHARE, MG_COLUMN_FOR_PEOPLE },
    [COLUMN_PARENT] = { "parent", _("Parent"), by_type ? MG_COLUMN_COUNT : MG_COLUMN_ADDRESS, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_DEPTH] = { "depth", _("Depth"), MG_COLUMN_COUNT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_ROOT_KIND] = { "root_kind", _("Root"), MG_COLUMN_TEXT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_ROOT_LABEL] = { "root_label", _("Root"), MG_COLUMN_TEXT, MG_COLUMN_FOR_PROGRAMS },
    [COLUMN_SHOWN] = { "shown", _("Type"), MG_COLUMN_TEXT, MG_COLUMN_FOR_PEOPLE },
  };

  memcpy (columns, all, sizeof all);
}

static guint64
sum_of_seeds (const Tree *tree, gboolean retained)
{
  guint64 sum = 0;

  for (guint i = 0; i < tree->seeds->len; i++)
    {
      MgNode node = g_array_index (tree->seeds, MgNode, i);

      sum += retained ? tree->dominators->retained[node] : mg_graph_size (tree->graph, node);
    }
  return sum;
}

static gboolean
write_rows (Tree *tree, GError **error)
{
  MgColumn columns[N_COLUMNS];
  MgCell totals[N_COLUMNS] = { 0 };
  char digits[MG_DIGITS_SIZE];
  guint n = tree->seeds->len;
  g_autofree char *total
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s object", "%s objects", n), mg_digits (digits, n));
  MgTable table = { .columns = columns, .n_columns = N_COLUMNS, .row = fill_row, .user_data = tree, .totals = totals };

  set_columns (tree, columns);
  totals[COLUMN_COUNT] = mg_cell_number (n);
  totals[COLUMN_SIZE] = mg_cell_number (sum_of_seeds (tree, FALSE));
  totals[COLUMN_RETAINED] = mg_cell_number (sum_of_seeds (tree, TRUE));
  totals[COLUMN_SHARE] = mg_cell_share (totals[COLUMN_RETAINED].number, tree->dominators->retained[MG_NODE_SUPER_ROOT]);
  totals[COLUMN_SHOWN] = mg_cell_text (total);
  return mg_run_write_table_part (tree->run, &table, tree->lines->len, tree->rows->n_left, error);
}

/* Who sees a tree of a tenth of the heap should know where the rest is. */
static void
note_the_dead (Tree *tree)
{
  const MgTypeStats *stats = mg_snapshot_type_stats (tree->run->snapshot);
  guint64 all = stats->total.size, live = tree->dominators->retained[MG_NODE_SUPER_ROOT];
  g_autofree char *text = NULL;

  if (tree->one || stats->estimated || live >= all || all - live < all / 10)
    return;
  tree->run->tell_all = TRUE;
  text = mg_format_bytes (all - live);
  mg_run_take_note (tree->run,
                    g_strdup_printf (_("%s of the heap are not in this tree: no root that the file records holds "
                                        "them, so that nothing dominates them"),
                                     text));
}

static gboolean
answer (Tree *tree, GError **error)
{
  MgRun *run = tree->run;
  MgDominatorRowsRequest request = { .snapshot = run->snapshot, .by_type = run->options->by == MG_BY_TYPE };

  if (!mg_snapshot_ensure (run->snapshot, MG_NEED_DOMINATORS, run->progress, error))
    return FALSE;
  tree->graph = mg_snapshot_graph (run->snapshot);
  tree->dominators = mg_snapshot_dominators (run->snapshot);
  if (!find_seeds (tree, error))
    return FALSE;
  request.seeds = (const MgNode *) (gpointer) tree->seeds->data;
  request.n_seeds = tree->seeds->len;
  request.depth = tree->depth;
  request.limit = (guint32) MIN (run->options->top, (guint64) MG_ROW_NONE);
  tree->rows = mg_dominator_rows_new (&request, run->progress, error);
  if (tree->rows == NULL)
    return FALSE;
  lay_out_lines (tree);
  note_the_dead (tree);
  return write_rows (tree, error);
}

static gboolean
run_dominators (MgRun *run, GError **error)
{
  Tree tree = { .run = run,
                .one = run->options->n_arguments > 1,
                .seeds = g_array_new (FALSE, FALSE, sizeof (MgNode)),
                .lines = g_array_new (FALSE, FALSE, sizeof (Line)),
                .scratch = g_string_new (NULL) };
  gboolean done;

  tree.depth = run->options->depth ? run->options->depth : tree.one ? DEPTH_OF_TREE : DEPTH_OF_LIST;
  done = answer (&tree, error);
  g_clear_pointer (&tree.rows, mg_dominator_rows_free);
  g_array_free (tree.seeds, TRUE);
  g_array_free (tree.lines, TRUE);
  g_string_free (tree.scratch, TRUE);
  return done;
}

static const char *
what_is_wrong (const MgOptions *options)
{
  return options->n_arguments > 1 && options->filter
             ? _("--filter chooses where to begin; with an ADDRESS that is said already")
             : NULL;
}

static const char *const sort_keys[] = { "retained", NULL };

const MgCommand mg_command_dominators = {
  .name = "dominators",
  .arguments = N_ ("FILE [ADDRESS]"),
  .summary = N_ ("who keeps the most: the biggest retainers, or the tree under one object"),
  .description
  = N_ ("Without ADDRESS: the objects that no other object holds alone, with what would be freed with each; "
        "--depth shows what is below them. With ADDRESS: the tree under that object, four levels deep. With "
        "--filter: the biggest retainers among the matching types, wherever they are.\n\n"
        "Of a big tree the rows with the most retained bytes are printed, so that --top 50 are the 50 that "
        "matter."),
  .examples = "  mangrove-cli dominators app.gcdump --top 10\n"
              "  mangrove-cli dominators app.gcdump --by type --depth 3\n"
              "  mangrove-cli dominators app.gcdump 0x7ef7c9808ef8\n"
              "  mangrove-cli dominators app.gcdump --filter '^MyApp\\.'\n",
  .sort_keys = sort_keys,
  .options = MG_COMMON_OPTIONS | MG_OPTION_BIT (MG_OPTION_TOP) | MG_OPTION_BIT (MG_OPTION_SORT)
             | MG_OPTION_BIT (MG_OPTION_FILTER) | MG_OPTION_BIT (MG_OPTION_EXACT) | MG_OPTION_BIT (MG_OPTION_DEPTH)
             | MG_OPTION_BIT (MG_OPTION_BY_DOMINATORS),
  .formats = MG_TABLE_FORMATS,
  .wants_graph = TRUE,
  .min_arguments = 1,
  .max_arguments = 2,
  .what_is_wrong = what_is_wrong,
  .run = run_dominators,
};
