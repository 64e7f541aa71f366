#include "analysis/stats/async-chains.h"

#include <string.h>

#define MAX_DEPTH 20000
#define MAX_ROWS 1000000u
/* Rows gathered on all levels: work that joins and parts again and again would be counted without end. */
#define MAX_GATHERED 50000000u

typedef struct
{
  guint32 *members; /* places of rows, in order */
  guint32 n, depth, chain;
} Group;

typedef struct
{
  const MgAsyncRows *async;
  guint32 *label;  /* of each row: the same number for the same name and await */
  GArray *rows;    /* MgAsyncChainRow */
  GArray *stack;   /* Group, the next one last */
  guint64 gathered;
  gboolean cut;
} Chains;

static const MgAsyncRow *
row_at (const MgAsyncRows *async, guint32 place)
{
  return &g_array_index (async->rows, MgAsyncRow, place);
}

static gboolean
is_method (const MgAsyncRow *row)
{
  return row->kind == MG_ASYNC_STATE_MACHINE || row->kind == MG_ASYNC_RUNTIME_METHOD;
}

/* Names are shared, so that their address is enough. */
typedef struct
{
  const char *name;
  gint32 state;
} Label;

static guint
hash_label (gconstpointer data)
{
  const Label *label = data;

  return g_direct_hash (label->name) * 31u + (guint) label->state;
}

static gboolean
equal_labels (gconstpointer a, gconstpointer b)
{
  const Label *first = a, *second = b;

  return first->name == second->name && first->state == second->state;
}

static guint32 *
label_rows (const MgAsyncRows *async)
{
  guint32 *labels = g_new (guint32, async->rows->len + 1);
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_label, equal_labels, g_free, NULL);

  for (guint32 i = 0; i < async->rows->len; i++)
    {
      Label label = { row_at (async, i)->name, row_at (async, i)->await_state };
      gpointer number = g_hash_table_lookup (known, &label);

      if (number == NULL)
        {
          number = GUINT_TO_POINTER (g_hash_table_size (known) + 1);
          g_hash_table_insert (known, g_memdup2 (&label, sizeof label), number);
        }
      labels[i] = GPOINTER_TO_UINT (number) - 1;
    }
  return labels;
}

/* By label, then by place. */
static int
compare_members (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 *labels = user_data;
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  if (labels[first] != labels[second])
    return labels[first] < labels[second] ? -1 : 1;
  return first < second ? -1 : first > second;
}

/* The most numerous last: they are taken from the end. */
static int
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgAsyncRows *async = user_data;
  const Group *first = a, *second = b;
  const MgAsyncRow *first_row = row_at (async, first->members[0]), *second_row = row_at (async, second->members[0]);
  int order;

  if (first->n != second->n)
    return first->n < second->n ? -1 : 1;
  order = -strcmp (first_row->name, second_row->name);
  if (order != 0)
    return order;
  return (first_row->await_state < second_row->await_state) - (first_row->await_state > second_row->await_state);
}

/* Parts MEMBERS (places, which get sorted) by label and pushes the groups; the most numerous will be popped first. */
static void
push_groups (Chains *chains, GArray *members, guint32 depth, guint32 chain)
{
  const guint32 *places = (const guint32 *) (gpointer) members->data;
  guint before = chains->stack->len;

  g_array_sort_with_data (members, compare_members, chains->label);
  for (guint32 i = 0; i < members->len;)
    {
      Group group = { NULL, 1, depth, chain };

      while (i + group.n < members->len && chains->label[places[i + group.n]] == chains->label[places[i]])
        group.n++;
      group.members = g_memdup2 (places + i, group.n * sizeof *places);
      g_array_append_val (chains->stack, group);
      i += group.n;
    }
  if (chains->stack->len > before)
    g_qsort_with_data (&g_array_index (chains->stack, Group, before), (gint) (chains->stack->len - before),
                       sizeof (Group), compare_groups, (gpointer) chains->async);
}

static void
push_followers (Chains *chains, const Group *group)
{
  g_autoptr (GArray) followers = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < group->n; i++)
    {
      const MgAsyncRow *row = row_at (chains->async, group->members[i]);

      if (row->n_links > 0)
        g_array_append_vals (followers, &g_array_index (chains->async->links, guint32, row->first_link), row->n_links);
    }
  chains->gathered += followers->len;
  if (followers->len == 0)
    return;
  if (group->depth + 1 >= MAX_DEPTH || chains->gathered > MAX_GATHERED)
    chains->cut = TRUE;
  else
    push_groups (chains, followers, group->depth + 1, group->chain);
}

/* Marks the rows from which an async method is reached: backwards from the methods, each row once. */
static guint8 *
mark_leading_to_methods (const MgAsyncRows *async)
{
  guint32 n = async->rows->len, head = 0, tail = 0;
  guint8 *marked = g_new0 (guint8, n + 1);
  g_autofree guint32 *first = g_new0 (guint32, n + 2), *sources = g_new (guint32, async->links->len + 1);
  g_autofree guint32 *queue = g_new (guint32, n + 1);

  for (guint i = 0; i < async->links->len; i++)
    first[g_array_index (async->links, guint32, i) + 1]++;
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < row_at (async, i)->n_links; k++)
      sources[first[g_array_index (async->links, guint32, row_at (async, i)->first_link + k)]++] = i;
  for (guint32 i = 0; i < n; i++)
    if (is_method (row_at (async, i)))
      {
        marked[i] = 1;
        queue[tail++] = i;
      }
  while (head < tail)
    {
      guint32 row = queue[head++];

      /* first[] has moved on by each row's own count: its sources end where the next one's began. */
      for (guint32 k = row == 0 ? 0 : first[row - 1]; k < first[row]; k++)
        if (!marked[sources[k]])
          {
            marked[sources[k]] = 1;
            queue[tail++] = sources[k];
          }
    }
  return marked;
}

static GArray *
top_rows (const MgAsyncRows *async, gboolean all)
{
  GArray *tops = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *marked = all ? NULL : mark_leading_to_methods (async);

  for (guint32 i = 0; i < async->rows->len; i++)
    if (row_at (async, i)->is_top && (all || marked[i]))
      g_array_append_val (tops, i);
  return tops;
}

GArray *
mg_async_chains (const MgAsyncRows *async, gboolean all, gboolean *cut)
{
  Chains chains = { .async = async };
  g_autoptr (GArray) tops = top_rows (async, all);
  guint32 n_chains = 0;

  chains.label = label_rows (async);
  chains.rows = g_array_new (FALSE, TRUE, sizeof (MgAsyncChainRow));
  chains.stack = g_array_new (FALSE, FALSE, sizeof (Group));
  push_groups (&chains, tops, 0, 0);
  while (chains.stack->len > 0)
    {
      Group group = g_array_index (chains.stack, Group, chains.stack->len - 1);
      MgAsyncChainRow row;

      g_array_set_size (chains.stack, chains.stack->len - 1);
      group.chain = group.depth == 0 ? ++n_chains : group.chain;
      row = (MgAsyncChainRow){ group.chain, group.depth, group.n, group.members[0] };
      if (chains.rows->len < MAX_ROWS)
        {
          g_array_append_val (chains.rows, row);
          push_followers (&chains, &group);
        }
      else
        chains.cut = TRUE;
      g_free (group.members);
    }
  g_array_unref (chains.stack);
  g_free (chains.label);
  if (cut)
    *cut = chains.cut;
  return chains.rows;
}

GArray *
mg_async_counts (const MgAsyncRows *async, gboolean all)
{
  Chains chains = { .async = async };
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));

  chains.label = label_rows (async);
  chains.rows = g_array_new (FALSE, TRUE, sizeof (MgAsyncChainRow));
  chains.stack = g_array_new (FALSE, FALSE, sizeof (Group));
  for (guint32 i = 0; i < async->rows->len; i++)
    if (is_method (row_at (async, i)) || (all && row_at (async, i)->kind == MG_ASYNC_TASK))
      g_array_append_val (members, i);
  push_groups (&chains, members, 0, 0);
  for (guint i = chains.stack->len; i-- > 0;)
    {
      Group *group = &g_array_index (chains.stack, Group, i);
      MgAsyncChainRow row = { 0, 0, group->n, group->members[0] };

      g_array_append_val (chains.rows, row);
      g_free (group->members);
    }
  g_array_unref (chains.stack);
  g_free (chains.label);
  return chains.rows;
}
