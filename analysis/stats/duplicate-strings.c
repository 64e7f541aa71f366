#include "analysis/stats/duplicate-strings.h"

#include <string.h>

#include "analysis/base/progress.h"
#include "analysis/details.h"

typedef struct
{
  MgSnapshot *snapshot;
  GHashTable *by_digest; /* char * → index into groups + 1 */
  GArray *groups;        /* MgDuplicateString */
  GArray *members;       /* MgNode: copies, in the order met */
  GArray *group_of;      /* guint: of each member */
} Work;

static void
clear_string (gpointer data)
{
  g_free (((MgDuplicateString *) data)->text);
}

/* Short strings are their own key; of long ones a digest is kept, so that memory stays far below the strings' own. */
static char *
key_of (const char *text)
{
  return strlen (text) <= 64 ? g_strdup (text) : g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static void
add_string (Work *work, MgNode node)
{
  const MgGraph *graph = mg_snapshot_graph (work->snapshot);
  gsize length;
  g_autofree char *text = mg_details_string (work->snapshot, node, 0, &length);
  g_autofree char *key = text ? key_of (text) : NULL;
  MgDuplicateString *group;
  gpointer place;
  guint index;

  if (text == NULL)
    return;
  place = g_hash_table_lookup (work->by_digest, key);
  if (place == NULL)
    {
      MgDuplicateString fresh = { .length = length, .first = node, .holder = MG_TYPE_NONE,
                                  .holding = MG_NODE_NONE, .held_one = MG_NODE_NONE };

      g_array_append_val (work->groups, fresh);
      place = GUINT_TO_POINTER (work->groups->len);
      g_hash_table_insert (work->by_digest, g_steal_pointer (&key), place);
    }
  index = GPOINTER_TO_UINT (place) - 1;
  group = &g_array_index (work->groups, MgDuplicateString, index);
  group->count++;
  group->size += mg_graph_size (graph, node);
  g_array_append_val (work->members, node);
  g_array_append_val (work->group_of, index);
}

/* What is known of one type that refers to copies. */
typedef struct
{
  guint copies, last; /* LAST: the copy counted last, + 1 */
  MgNode holding, held_one;
} Holder;

static Holder *
holder_of (GHashTable *holders, MgTypeId type, MgNode holding, MgNode held_one)
{
  gpointer key = GUINT_TO_POINTER (type + 1);
  Holder *holder = g_hash_table_lookup (holders, key);

  if (holder == NULL)
    {
      holder = g_new0 (Holder, 1);
      holder->holding = holding;
      holder->held_one = held_one;
      g_hash_table_insert (holders, key, holder);
    }
  return holder;
}

/* The type that refers to most copies: counted over all referrers, each copy once per type. */
static void
count_holders (Work *work, guint group, const guint *first, const guint *ordered)
{
  const MgGraph *graph = mg_snapshot_graph (work->snapshot);
  const MgReverse *reverse = mg_snapshot_reverse (work->snapshot);
  MgDuplicateString *entry = &g_array_index (work->groups, MgDuplicateString, group);
  g_autoptr (GHashTable) holders = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer key, value;

  for (guint k = first[group]; k < first[group + 1]; k++)
    {
      guint32 n;
      MgNode copy = g_array_index (work->members, MgNode, ordered[k]);
      const MgNode *sources = mg_reverse_sources (reverse, copy, &n);

      for (guint32 i = 0; i < n; i++)
        if (graph->type[sources[i]] != MG_TYPE_NONE)
          {
            Holder *holder = holder_of (holders, graph->type[sources[i]], sources[i], copy);

            holder->copies += holder->last != k + 1;
            holder->last = k + 1;
          }
    }
  g_hash_table_iter_init (&iter, holders);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      MgTypeId id = GPOINTER_TO_UINT (key) - 1;
      const Holder *holder = value;

      if (holder->copies > entry->held || (holder->copies == entry->held && id < entry->holder))
        {
          entry->held = holder->copies;
          entry->holder = id;
          entry->holding = holder->holding;
          entry->held_one = holder->held_one;
        }
    }
}

/* Members in the order of their groups (a counting sort), then each group's holders. */
static void
find_holders (Work *work)
{
  guint n = work->groups->len, m = work->members->len;
  g_autofree guint *first = g_new0 (guint, n + 2), *ordered = g_new (guint, m + 1);

  for (guint i = 0; i < m; i++)
    first[g_array_index (work->group_of, guint, i) + 2]++;
  for (guint g = 2; g < n + 2; g++)
    first[g] += first[g - 1];
  for (guint i = 0; i < m; i++)
    ordered[first[g_array_index (work->group_of, guint, i) + 1]++] = i;
  for (guint g = 0; g < n; g++)
    if (g_array_index (work->groups, MgDuplicateString, g).count > 1)
      count_holders (work, g, first, ordered);
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  const MgDuplicateString *first = a, *second = b;

  if (first->wasted != second->wasted)
    return first->wasted > second->wasted ? -1 : 1;
  return first->first < second->first ? -1 : first->first > second->first;
}

/* Keeps what occurs twice and more, with its text. */
static GArray *
take_duplicates (Work *work)
{
  GArray *duplicates = g_array_new (FALSE, TRUE, sizeof (MgDuplicateString));

  g_array_set_clear_func (duplicates, clear_string);
  for (guint g = 0; g < work->groups->len; g++)
    {
      MgDuplicateString entry = g_array_index (work->groups, MgDuplicateString, g);

      if (entry.count < 2)
        continue;
      entry.wasted = entry.size - entry.size / entry.count;
      entry.text = mg_details_string (work->snapshot, entry.first, MG_DUPLICATE_TEXT_UNITS, NULL);
      g_array_append_val (duplicates, entry);
    }
  g_array_sort (duplicates, compare_strings);
  return duplicates;
}

static gboolean
gather (Work *work, MgTally *total, MgProgress *progress, GError **error)
{
  const MgGraph *graph = mg_snapshot_graph (work->snapshot);
  guint32 n = 0;
  const MgNode *strings = NULL;

  for (MgTypeId type = mg_type_table_find (graph->types, "System.String");
       type < graph->types->n_types && strcmp (mg_type_table_get (graph->types, type)->name, "System.String") == 0;
       type++)
    {
      strings = mg_instances_of (mg_snapshot_instances (work->snapshot), type, &n);
      for (guint32 i = 0; i < n; i++)
        {
          if (i % 4096 == 0 && !mg_progress_step (progress, i, n, error))
            return FALSE;
          add_string (work, strings[i]);
          total->count++;
          total->size += mg_graph_size (graph, strings[i]);
        }
    }
  return TRUE;
}

GArray *
mg_duplicate_strings_new (MgSnapshot *snapshot, MgTally *total, MgProgress *progress, GError **error)
{
  Work work = { snapshot, NULL, NULL, NULL, NULL };
  MgTally sum = { 0, 0 };
  GArray *duplicates = NULL;

  if (!mg_snapshot_capability (snapshot, MG_CAPABILITY_VALUES).have)
    return NULL;
  work.by_digest = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work.groups = g_array_new (FALSE, TRUE, sizeof (MgDuplicateString));
  work.members = g_array_new (FALSE, FALSE, sizeof (MgNode));
  work.group_of = g_array_new (FALSE, FALSE, sizeof (guint));
  if (gather (&work, &sum, progress, error))
    {
      find_holders (&work);
      duplicates = take_duplicates (&work);
      if (total)
        *total = sum;
    }
  g_hash_table_unref (work.by_digest);
  g_array_unref (work.groups);
  g_array_unref (work.members);
  g_array_unref (work.group_of);
  return duplicates;
}

char *
mg_duplicate_string_holders (MgSnapshot *snapshot, const MgDuplicateString *string)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  g_autofree char *field = NULL;
  const char *type, *element;

  if (string->holding == MG_NODE_NONE)
    return NULL;
  type = mg_graph_type_of (graph, string->holding)->name;
  field = mg_snapshot_edge_label (snapshot, string->holding, string->held_one);
  if (field && field[0] != '[')
    return g_strdup_printf ("%s.%s", type, field);
  element = field ? strchr (field, ']') : NULL;
  return g_strconcat (type, element ? element + 1 : NULL, NULL);
}
