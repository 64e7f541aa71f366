/* The tree (graph/tree.c) takes the parent that is least by (cost, root kind, type, node). Costs are levels here: every
 * link out of an object costs 1, those out of roots what root-kind.h says. Within a level, objects stand in runs by the
 * kind of root that their path starts from, which is therefore the least kind that any path of that cost has. Going
 * back, the parent is the least by (type, address) of those objects of the run one level up that refer to the child.
 * In a big heap a window around the subject (clr-window.h) ends the search early, and tells the last links. */
#include "analysis/clr/clr-path.h"

#include <string.h>

#include "analysis/base/parallel.h"
#include "analysis/clr/clr-doubtful.h"
#include "analysis/clr/clr-parent.h"
#include "analysis/clr/clr-reach.h"
#include "analysis/clr/clr-window.h"
#include "analysis/graph/link-cost.h"

/* Places of the queue between two looks at whether to go on. */
#define PORTION (G_GUINT64_CONSTANT (1) << 19)
#define WORTH_THREADS 16384
#define COST_MAX 9
/* A window that has not ended the search by then is of no use: the path is a list. */
#define WINDOW_LEVELS 64

typedef struct
{
  guint32 level;
  guint32 kind;
  guint64 from, end; /* places of the queue */
} Run;

typedef struct
{
  MgClrWork *work;
  MgHeapSearch *search;
  GArray *runs; /* Run, by level and kind */
  guint64 subject;
  gboolean with_stacks;       /* conservative roots count */
  guint32 level, kind;        /* of the subject, once found */
  guint32 made;               /* levels that are */
  Run above[MG_N_ROOT_KINDS]; /* what of the last one starts from each kind of root */
  MgClrWindow *window;        /* owned; NULL: not made yet, or of no use */
  gboolean window_tried;
  MgProgress *progress;
  GError **error;
} Levels;

/* ---- Forward ---- */

static void
meet_roots (Levels *levels, guint32 level, guint32 kind)
{
  const GArray *roots = levels->work->roots->roots;

  if (level > COST_MAX || (kind == MG_ROOT_STACK_CONSERVATIVE && !levels->with_stacks))
    return;
  for (guint i = 0; i < roots->len; i++)
    {
      const MgClrRoot *entry = &g_array_index (roots, MgClrRoot, i);

      if (entry->root.kind == (MgRootKind) kind && mg_link_cost_of_root (&entry->root) == level)
        mg_heap_search_meet (levels->search, entry->address);
    }
  if (kind == MG_ROOT_OTHER && mg_root_kind_cost (MG_ROOT_OTHER) == level)
    mg_clr_reach_meet_frozen (levels->search);
}

/* Meets what run FROM … END of the level above refers to. FALSE when cancelled; stops early at the subject. */
static gboolean
expand_run (Levels *levels, guint64 from, guint64 end)
{
  for (; from < end && !mg_heap_search_has_met (levels->search, levels->subject); from += MIN (PORTION, end - from))
    {
      mg_heap_search_expand (levels->search, from, MIN (from + PORTION, end));
      if (!mg_progress_step (levels->progress, levels->search->tail, levels->search->expected, levels->error))
        return FALSE;
    }
  return TRUE;
}

/* Meets what has cost LEVEL; `above` is replaced by it. */
static gboolean
make_level (Levels *levels, guint32 level)
{
  for (guint32 kind = 0; kind < MG_N_ROOT_KINDS; kind++)
    {
      Run *above = &levels->above[kind], run = { level, kind, levels->search->tail, 0 };

      if (level > COST_MAX && above->from == above->end)
        continue; /* no root costs so much */
      meet_roots (levels, level, kind);
      if (!expand_run (levels, above->from, above->end))
        return FALSE;
      run.end = levels->search->tail;
      *above = run;
      if (run.end > run.from)
        g_array_append_val (levels->runs, run);
      if (mg_heap_search_has_met (levels->search, levels->subject))
        {
          levels->level = level;
          levels->kind = kind;
          g_clear_pointer (&levels->window, mg_clr_window_free); /* the runs tell all now */
          return TRUE;
        }
      if (levels->window)
        mg_clr_window_note (levels->window, levels->search, level, kind);
    }
  return TRUE;
}

/* Makes a window when the next level is likely to take longer, and looks whether it ends the search. */
static void
look_into_window (Levels *levels)
{
  if (!levels->window_tried && levels->search->tail >= mg_clr_window_worth (levels->work))
    {
      levels->window = mg_clr_window_new (levels->work, levels->subject, levels->with_stacks, levels->progress);
      levels->window_tried = TRUE;
      for (guint i = 0; levels->window && i < levels->runs->len; i++)
        {
          const Run *run = &g_array_index (levels->runs, Run, i);

          mg_clr_window_note_places (levels->window, levels->search, run->from, run->end, run->level, run->kind);
        }
    }
  if (levels->window && levels->made > WINDOW_LEVELS)
    g_clear_pointer (&levels->window, mg_clr_window_free);
  if (levels->window && !mg_clr_window_is_settled (levels->window, levels->made, &levels->level, &levels->kind))
    levels->level = 0;
}

/* Level by level until the best path to the subject is known or nothing is left. FALSE when cancelled. */
static gboolean
search_forward (Levels *levels)
{
  gboolean more = TRUE;

  while (levels->level == 0 && (more || levels->made < COST_MAX))
    {
      guint64 tail = levels->search->tail;

      if (!make_level (levels, levels->made + 1))
        return FALSE;
      levels->made++;
      more = levels->search->tail > tail;
      if (levels->level == 0)
        look_into_window (levels);
    }
  return TRUE;
}

/* ---- Back ---- */

typedef struct
{
  const Levels *levels;
  guint64 next, end; /* places; next: atomic */
  guint64 child;
  GMutex lock;
  MgClrParent best;
} Parents;

static void
offer_parent (Parents *parents, const MgMethodTable *table, guint64 address)
{
  MgTypeId type = mg_clr_type_of (parents->levels->work->clr, table);

  g_mutex_lock (&parents->lock);
  mg_clr_parent_offer (&parents->best, address, type);
  g_mutex_unlock (&parents->lock);
}

static void
look_in_thread (guint thread, gpointer data)
{
  Parents *parents = data;
  const MgHeapSearch *search = parents->levels->search;
  const MgReferences *references = search->references;
  guint64 from;

  while ((from = __atomic_fetch_add (&parents->next, WORTH_THREADS / 4, __ATOMIC_RELAXED)) < parents->end)
    for (guint64 place = from; place < MIN (from + WORTH_THREADS / 4, parents->end); place++)
      {
        guint64 address = mg_heap_search_address (search, place);
        MgReferrer object;

        mg_heap_search_fetch (search, place, parents->end);
        if (mg_references_open (references, search->tables[thread],
                                mg_object_index_segment (references->index, address), address, &object)
            && mg_references_lead_to (references, &object, mg_heap_search_table (search, &object), parents->child))
          offer_parent (parents, object.table, address);
      }
}

/* The best parent among the objects of RUN, all of which are looked at. */
static guint64
look_for_parent (const Levels *levels, guint64 child, const Run *run)
{
  Parents parents = { .levels = levels, .next = run->from, .end = run->end, .child = child };

  g_mutex_init (&parents.lock);
  mg_parallel_run (run->end - run->from < WORTH_THREADS ? 1 : levels->search->n_threads, look_in_thread, &parents);
  g_mutex_clear (&parents.lock);
  return parents.best.address;
}

/* The run that holds the parents of what has cost LEVEL; NULL: none does. *N: runs that are not behind it, from the
 * call for the level below. */
static const Run *
run_above (const Levels *levels, guint32 level, guint *n)
{
  const Run *runs = (const Run *) (gconstpointer) levels->runs->data;

  while (*n > 0
         && (runs[*n - 1].level >= level || (runs[*n - 1].level + 1 == level && runs[*n - 1].kind > levels->kind)))
    --*n;
  return *n > 0 && runs[*n - 1].level + 1 == level && runs[*n - 1].kind == levels->kind ? &runs[*n - 1] : NULL;
}

/* The best parent of the object CHILD, which has cost LEVEL; 0: a root holds it. */
static guint64
find_parent (const Levels *levels, guint64 child, guint32 level, guint *n)
{
  const Run *run;

  if (levels->window && mg_clr_window_knows (levels->window, child))
    return mg_clr_window_parent (levels->window, child, level, levels->kind);
  run = run_above (levels, level, n);
  if (run == NULL)
    return 0;
  /* Behind the roots' levels everything has a parent. */
  if (level > COST_MAX && run->end - run->from == 1)
    return mg_heap_search_address (levels->search, run->from);
  return look_for_parent (levels, child, run);
}

static guint32
find_root (const Levels *levels, guint64 object)
{
  const GArray *roots = levels->work->roots->roots;

  for (guint i = 0; i < roots->len; i++)
    if (g_array_index (roots, MgClrRoot, i).root.kind == (MgRootKind) levels->kind
        && g_array_index (roots, MgClrRoot, i).address == object)
      return i;
  return roots->len;
}

static void
go_back (const Levels *levels, MgClrPath *path)
{
  guint64 object = levels->subject, parent;
  guint32 level = levels->level;
  guint n_runs = levels->runs->len;

  g_array_append_val (path->objects, object);
  while (level > 1 && (parent = find_parent (levels, object, level, &n_runs)) != 0)
    {
      g_array_append_val (path->objects, parent);
      object = parent;
      level--;
    }
  path->root = find_root (levels, object);
  for (guint i = 0; i < path->objects->len / 2; i++)
    {
      guint64 *a = &g_array_index (path->objects, guint64, i);
      guint64 *b = &g_array_index (path->objects, guint64, path->objects->len - 1 - i);
      guint64 swap = *a;

      *a = *b;
      *b = swap;
    }
}

/* ---- All of it ---- */

static gboolean
search_once (Levels *levels, gboolean with_stacks)
{
  g_clear_pointer (&levels->search, mg_heap_search_free);
  levels->search = mg_heap_search_new (&levels->work->references);
  g_clear_pointer (&levels->window, mg_clr_window_free);
  levels->window_tried = FALSE;
  levels->with_stacks = with_stacks;
  levels->level = levels->made = 0;
  memset (levels->above, 0, sizeof levels->above);
  g_array_set_size (levels->runs, 0);
  if (levels->search == NULL)
    return TRUE;
  mg_heap_search_look_for (levels->search, levels->work->clr->tables,
                           mg_method_table_of (levels->work->references.space, levels->subject));
  return search_forward (levels);
}

static gboolean
stacks_could_matter (const Levels *levels)
{
  return mg_clr_doubtful_could_matter (levels->work, levels->search, levels->subject, levels->level);
}

/* A window ends the search before much is met, and more words on stacks could matter then. */
static gboolean
search_without_window (Levels *levels)
{
  g_clear_pointer (&levels->window, mg_clr_window_free);
  levels->level = 0;
  return search_forward (levels);
}

/* Goes on until all that certain roots hold is met, and drops the words on stacks that lead there. */
static gboolean
settle (Levels *levels)
{
  guint32 level = MIN (levels->level, levels->made + 1);
  guint64 from = 0;

  for (guint i = levels->runs->len; i-- > 0;)
    {
      const Run *run = &g_array_index (levels->runs, Run, i);

      from = run->from;
      if (run->level + 1 < level)
        break; /* what is before the level above the subject has been looked into */
    }
  if (!mg_heap_search_all (levels->search, from, levels->progress, levels->error))
    return FALSE;
  mg_clr_reach_drop_met (levels->search, levels->work->roots);
  return TRUE;
}

/* First only from certain roots, which needs no look at the whole heap; words on stacks count only for what certain
 * roots do not hold. */
static gboolean
search_all (Levels *levels)
{
  if (!search_once (levels, FALSE))
    return FALSE;
  if (levels->level != 0 && !stacks_could_matter (levels))
    return TRUE;
  if (levels->window && !search_without_window (levels))
    return FALSE;
  if (levels->level != 0 && !stacks_could_matter (levels))
    return TRUE;
  if (!levels->work->clr->index->sealed)
    {
      levels->level = 0; /* only the whole heap can tell */
      return TRUE;
    }
  if (!settle (levels))
    return FALSE;
  return (levels->level != 0 && !stacks_could_matter (levels)) || search_once (levels, TRUE);
}

/* Before the walk types are known only of what was met; parents are compared by them. */
static void
name_met (const Levels *levels)
{
  mg_heap_search_share_tables (levels->search, levels->work->clr->tables);
  mg_clr_name_types (levels->work->clr);
}

gboolean
mg_clr_path_find (MgClrWork *work, guint64 address, MgClrPath *path, MgProgress *progress, GError **error)
{
  Levels levels = { .work = work,
                    .runs = g_array_new (FALSE, FALSE, sizeof (Run)),
                    .subject = address,
                    .progress = progress,
                    .error = error };
  gboolean done = search_all (&levels);

  path->objects = g_array_new (FALSE, FALSE, sizeof (guint64));
  path->root = MG_CLR_NO_ROOT;
  if (done && levels.level > 0)
    {
      if (!work->clr->index->sealed)
        name_met (&levels);
      go_back (&levels, path);
    }
  else
    g_array_append_val (path->objects, address);
  g_clear_pointer (&levels.search, mg_heap_search_free);
  g_clear_pointer (&levels.window, mg_clr_window_free);
  g_array_unref (levels.runs);
  return done;
}
