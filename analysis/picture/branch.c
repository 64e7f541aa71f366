#include "analysis/picture/branch.h"

#include <string.h>

#include "analysis/picture/identity.h"

enum
{
  SHOWN = 1 << 0,
  ELIGIBLE = 1 << 1, /* heavy enough, but perhaps there was no room */
  OPENED = 1 << 2,   /* its stub has been opened */
  LATER = 1 << 3,    /* shown because a stub was opened */
};

#define PERCENT 100

MgBranches *
mg_branches_new (const MgGraph *graph, const MgGroups *groups)
{
  MgBranches *branches = g_new0 (MgBranches, 1);
  guint32 n = groups->n;
  g_autofree guint32 *next = NULL;

  branches->graph = graph;
  branches->groups = groups;
  branches->first = g_new0 (guint32, (gsize) n + 1);
  branches->sorted = g_new0 (guint8, n);
  branches->flags = g_new0 (guint8, n);
  branches->shown = g_array_new (FALSE, TRUE, sizeof (MgBranch));
  for (guint32 i = 1; i < n; i++)
    if (groups->group[i].kind != MG_GROUP_GONE)
      branches->first[groups->group[i].parent + 1]++;
  for (guint32 i = 0; i < n; i++)
    branches->first[i + 1] += branches->first[i];
  branches->child = g_new (guint32, (gsize) branches->first[n] + 1);
  next = g_memdup2 (branches->first, n * sizeof *next);
  for (guint32 i = 1; i < n; i++)
    if (groups->group[i].kind != MG_GROUP_GONE)
      branches->child[next[groups->group[i].parent]++] = i;
  return branches;
}

void
mg_branches_free (MgBranches *branches)
{
  if (branches == NULL)
    return;
  g_free (branches->first);
  g_free (branches->child);
  g_free (branches->sorted);
  g_free (branches->flags);
  g_array_unref (branches->shown);
  g_free (branches);
}

static const MgRoot *
root_of (const MgBranches *branches, const MgGroup *group)
{
  return mg_graph_root (branches->graph, group->first);
}

/* Heaviest first; then subjects, roots by kind and label, objects by type. */
static gint
compare_groups (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgBranches *branches = user_data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;
  const MgGroup *x = &branches->groups->group[i], *y = &branches->groups->group[k];

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind > y->kind ? -1 : 1;
  if (x->kind == MG_GROUP_ROOT)
    {
      const MgRoot *r = root_of (branches, x), *s = root_of (branches, y);
      int order = r->kind != s->kind ? (r->kind < s->kind ? -1 : 1)
                                     : g_strcmp0 (x->mixed ? NULL : r->label, y->mixed ? NULL : s->label);

      if (order != 0)
        return order;
    }
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  if (x->fold != y->fold)
    return x->fold < y->fold ? -1 : 1;
  return i < k ? -1 : i > k;
}

const guint32 *
mg_branches_children (MgBranches *branches, guint32 number, guint32 *n)
{
  guint32 *children = branches->child + branches->first[number];

  *n = branches->first[number + 1] - branches->first[number];
  if (!branches->sorted[number])
    {
      g_qsort_with_data (children, (gint) *n, sizeof *children, compare_groups, branches);
      branches->sorted[number] = 1;
    }
  return children;
}

/* ---- Choosing ---- */

/* A branch that may be drawn next. BASE is what its 1 % is measured by. */
typedef struct
{
  guint32 number;
  guint32 base;
} Candidate;

typedef struct
{
  MgBranches *branches;
  GArray *shown;    /* of guint32, in the order chosen */
  GArray *frontier; /* of Candidate */
  gboolean opening; /* the picture without opened stubs is settled */
} Choice;

static const MgGroup *
group_of (const Choice *choice, guint32 number)
{
  return &choice->branches->groups->group[number];
}

static gboolean
is_subjects (const Choice *choice, guint32 number)
{
  return group_of (choice, number)->kind == MG_GROUP_SUBJECTS;
}

static gboolean
holds_subjects (Choice *choice, guint32 number)
{
  guint32 n;
  const guint32 *children = mg_branches_children (choice->branches, number, &n);

  for (guint32 i = 0; i < n; i++)
    if (is_subjects (choice, children[i]))
      return TRUE;
  return FALSE;
}

/* The children of NUMBER that deserve to be drawn. Returns the heaviest (0 when there is none), queues the others. */
static guint32
offer_children (Choice *choice, guint32 number, guint32 base)
{
  guint32 n, heaviest = 0, n_offered = 0;
  const guint32 *children = mg_branches_children (choice->branches, number, &n);
  gboolean may_be_left_out = holds_subjects (choice, number);

  for (guint32 i = 0; i < n && n_offered < MG_BRANCH_WIDTH; i++)
    {
      Candidate candidate = { children[i], base };

      if (is_subjects (choice, children[i]))
        continue;
      if ((guint64) group_of (choice, children[i])->weight * PERCENT < base && (n_offered > 0 || may_be_left_out))
        break;
      choice->branches->flags[children[i]] |= ELIGIBLE;
      if (n_offered++ == 0)
        heaviest = children[i];
      else
        g_array_append_val (choice->frontier, candidate);
    }
  return heaviest;
}

/* Groups on the heaviest way from NUMBER to the first that holds subjects, both included; at most LIMIT + 1. */
static guint
way_length (Choice *choice, guint32 number, guint limit)
{
  guint length = 1;

  for (; length <= limit && !holds_subjects (choice, number); length++)
    {
      guint32 n;

      number = mg_branches_children (choice->branches, number, &n)[0];
    }
  return length;
}

/* Draws NUMBER and the heaviest way below it, at most BUDGET groups in all. */
static void
take_branch (Choice *choice, Candidate candidate, guint budget)
{
  guint32 number = candidate.number;

  while (number != 0 && choice->shown->len < budget)
    {
      choice->branches->flags[number] |= choice->opening ? SHOWN | LATER : SHOWN;
      g_array_append_val (choice->shown, number);
      number = offer_children (choice, number, candidate.base);
    }
}

/* Takes the heaviest candidate out of the frontier. */
static Candidate
take_candidate (Choice *choice)
{
  Candidate best, *all = &g_array_index (choice->frontier, Candidate, 0);
  guint at = 0;

  for (guint i = 1; i < choice->frontier->len; i++)
    if (compare_groups (&all[i].number, &all[at].number, choice->branches) < 0)
      at = i;
  best = all[at];
  g_array_remove_index_fast (choice->frontier, at);
  return best;
}

static void
drain (Choice *choice, guint budget)
{
  gboolean first = choice->shown->len == 0;

  while (choice->frontier->len > 0 && choice->shown->len < budget)
    {
      Candidate candidate = take_candidate (choice);
      guint room = budget - choice->shown->len;

      /* A branch that does not reach the subjects says nothing: better a stub. But something must be drawn. */
      if (!first && way_length (choice, candidate.number, room) > room)
        continue;
      take_branch (choice, candidate, budget);
      first = FALSE;
    }
  g_array_set_size (choice->frontier, 0);
}

/* The only child of NUMBER that is not drawn, when it does nothing but hold subjects; else 0. */
static guint32
lone_holder (const Choice *choice, guint32 number)
{
  guint32 n, lone = 0;
  const guint32 *children = mg_branches_children (choice->branches, number, &n);

  for (guint32 i = 0; i < n; i++)
    {
      if (is_subjects (choice, children[i]) || choice->branches->flags[children[i]] & SHOWN)
        continue;
      if (lone != 0)
        return 0;
      lone = children[i];
    }
  children = mg_branches_children (choice->branches, lone, &n);
  for (guint32 i = 0; lone != 0 && i < n; i++)
    if (!is_subjects (choice, children[i]))
      return 0;
  return lone;
}

/* A stub for one node takes as much room as the node. */
static void
spare_stubs (Choice *choice)
{
  guint n = choice->shown->len;

  for (guint i = 0; i <= n; i++)
    {
      guint32 lone = lone_holder (choice, i == n ? 0 : g_array_index (choice->shown, guint32, i));

      if (lone == 0)
        continue;
      choice->branches->flags[lone] |= SHOWN;
      g_array_append_val (choice->shown, lone);
    }
}

/* ---- Stubs ---- */

static guint64
group_id (const MgBranches *branches, guint32 number, guint64 parent_id)
{
  const MgGroup *group = &branches->groups->group[number];
  guint64 id = mg_identity_number (parent_id, group->kind << 8 | group->fold);

  if (group->kind == MG_GROUP_ROOT)
    {
      const MgRoot *root = root_of (branches, group);

      return mg_identity_text (mg_identity_number (id, root->kind), group->mixed ? NULL : root->label);
    }
  id = mg_identity_text (id, mg_type_table_get (branches->graph->types, group->type)->name);
  return mg_identity_text (id, mg_type_table_get (branches->graph->types, group->type)->module);
}

/* How many pages of the stub of the place ID are open; *STUB is the id of the stub that is left. */
static guint
count_pages (guint64 id, const guint64 *opened, guint n_opened, guint64 *stub)
{
  guint pages = 0;

  while (mg_identity_is_among (*stub = mg_identity_number (mg_identity_text (id, "stub"), pages), opened, n_opened))
    pages++;
  return pages;
}

/* What is left out below BRANCH (number 0: the super root). */
static void
measure_stub (MgBranches *branches, MgBranch *branch)
{
  guint32 n;
  const guint32 *children = mg_branches_children (branches, branch->number, &n);
  gboolean full = FALSE, wide = FALSE;
  guint64 total = branches->groups->group[0].weight;

  branch->n_left_out = 0;
  branch->weight_left_out = 0;
  for (guint32 i = 0; i < n; i++)
    {
      const MgGroup *group = &branches->groups->group[children[i]];

      if (group->kind == MG_GROUP_SUBJECTS || branches->flags[children[i]] & SHOWN)
        continue;
      branch->n_left_out++;
      branch->weight_left_out += group->weight;
      full = full || (branches->flags[children[i]] & ELIGIBLE) != 0;
      wide = wide || (guint64) group->weight * PERCENT >= total;
    }
  branch->reason = full ? MG_CUT_FULL : wide ? MG_CUT_WIDE : MG_CUT_SMALL;
}

/* Draws further branches of PLACE whose stub is open. */
static void
open_pages (Choice *choice, guint32 number, guint pages, guint limit)
{
  guint32 n, n_more = 0;
  const guint32 *children = mg_branches_children (choice->branches, number, &n);

  for (guint32 i = 0; i < n && n_more < pages * MG_BRANCH_PAGE && choice->shown->len < limit; i++)
    {
      guint8 *flags = &choice->branches->flags[children[i]];

      if (is_subjects (choice, children[i]) || *flags & SHOWN)
        continue;
      n_more++;
      *flags |= ELIGIBLE;
      take_branch (choice, (Candidate){ children[i], group_of (choice, children[i])->weight },
                   MIN (limit, choice->shown->len + MG_BRANCH_PAGE));
    }
  g_array_set_size (choice->frontier, 0);
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static guint64
shared_place (void)
{
  return mg_identity_text (MG_IDENTITY_START, "small");
}

/* Small stubs say little, and many of them hide the picture: two or more become one. */
static void
share_stubs (MgBranches *branches, const guint64 *opened, guint n_opened)
{
  guint64 total = branches->groups->group[0].weight, shared;
  guint n = 0;

  count_pages (shared_place (), opened, n_opened, &shared);
  for (guint i = 1; i < branches->shown->len; i++)
    {
      MgBranch *branch = &g_array_index (branches->shown, MgBranch, i);

      branch->shares_stub
          = branch->weight_left_out > 0 && branch->weight_left_out * PERCENT < total * MG_BRANCH_SHARED_PERCENT;
      n += branch->shares_stub;
    }
  for (guint i = 1; i < branches->shown->len; i++)
    {
      MgBranch *branch = &g_array_index (branches->shown, MgBranch, i);

      branch->shares_stub = branch->shares_stub && n > 1;
      if (branch->shares_stub)
        branch->stub_id = shared;
    }
}

/* Ids need the parents' ids, and parents have lower numbers. [0] stands for the super root. */
static void
fill_shown (Choice *choice, const guint64 *opened, guint n_opened)
{
  MgBranches *branches = choice->branches;
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  MgBranch place = { .id = MG_IDENTITY_START };

  g_array_sort (choice->shown, compare_numbers);
  g_array_set_size (branches->shown, 0);
  for (guint i = 0; i <= choice->shown->len; i++)
    {
      if (i > 0)
        {
          guint index;

          place.number = g_array_index (choice->shown, guint32, i - 1);
          index = GPOINTER_TO_UINT (
              g_hash_table_lookup (ids, GUINT_TO_POINTER (group_of (choice, place.number)->parent)));
          place.id = group_id (branches, place.number, g_array_index (branches->shown, MgBranch, index).id);
        }
      count_pages (place.id, opened, n_opened, &place.stub_id);
      measure_stub (branches, &place);
      place.keeps_apart = (branches->flags[place.number] & (OPENED | LATER)) != 0 || place.weight_left_out > 0;
      g_hash_table_insert (ids, GUINT_TO_POINTER (place.number), GUINT_TO_POINTER (i));
      g_array_append_val (branches->shown, place);
    }
  share_stubs (branches, opened, n_opened);
}

/* Opens what can be opened, what was just opened included. Returns whether anything was. */
static gboolean
open_stubs (Choice *choice, const guint64 *opened, guint n_opened, guint limit)
{
  guint before = choice->shown->len;
  guint64 shared;
  guint shared_pages = count_pages (shared_place (), opened, n_opened, &shared);

  for (guint i = 0; i < choice->branches->shown->len; i++)
    {
      const MgBranch *branch = &g_array_index (choice->branches->shown, MgBranch, i);
      guint64 stub;
      guint pages = count_pages (branch->id, opened, n_opened, &stub);

      /* What the first opening of the shared stub brings may share the next one. */
      if (branch->shares_stub)
        pages = MAX (pages, choice->branches->flags[branch->number] & LATER ? shared_pages / 2 : shared_pages);

      if (pages > 0 && branch->weight_left_out > 0 && (choice->branches->flags[branch->number] & OPENED) == 0)
        {
          choice->branches->flags[branch->number] |= OPENED;
          open_pages (choice, branch->number, pages, limit);
        }
    }
  return choice->shown->len > before;
}

void
mg_branches_choose (MgBranches *branches, guint budget, const guint64 *opened, guint n_opened, guint limit)
{
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) frontier = g_array_new (FALSE, FALSE, sizeof (Candidate));
  Choice choice = { .branches = branches, .shown = shown, .frontier = frontier };
  guint32 total = branches->groups->group[0].weight;
  Candidate top;

  memset (branches->flags, 0, branches->groups->n);
  top = (Candidate){ offer_children (&choice, 0, total), total };
  if (top.number != 0)
    g_array_append_val (frontier, top);
  drain (&choice, MIN (budget, limit));
  spare_stubs (&choice);
  fill_shown (&choice, opened, n_opened);
  choice.opening = TRUE;
  while (n_opened > 0 && open_stubs (&choice, opened, n_opened, limit))
    fill_shown (&choice, opened, n_opened);
}
