#include "analysis/clr/clr-window.h"

#include "analysis/base/address-filter.h"
#include "analysis/clr/clr-objects.h"
#include "analysis/clr/clr-parent.h"
#include "analysis/clr/clr-reach.h"
#include "analysis/clr/memory-scan.h"
#include "analysis/graph/link-cost.h"

/* Bytes before and after the object. */
#define REACH (128 * 1024)
/* Objects on the ways, and references into the stretch. */
#define NODES_MOST 4096
#define WORDS_MOST (256 * 1024)
/* Bytes of segments that are walked to find the objects that references lie in: so many, and a part of all. */
#define WALK_MOST (32u << 20)
#define WALK_PART 32
/* A pass over so many bytes takes as long as meeting an object. */
#define BYTES_PER_OBJECT 4096

#define LOADER_ALLOCATOR "System.Reflection.LoaderAllocator"

typedef struct
{
  guint64 address;
  guint32 links;       /* from here to the subject, at least */
  guint32 level, kind; /* level 0: not known */
  gboolean inside;
  gboolean met; /* by the search: level and kind are final */
} Node;

typedef struct
{
  guint32 from, to; /* places in nodes */
} Link;

struct _MgClrWindow
{
  MgClrWork *work;
  guint64 start, end;
  GArray *nodes;          /* Node; the subject first, then by `links` */
  GHashTable *numbers;    /* guint64 * → GUINT: place + 1 */
  GArray *links;          /* Link: all references to inner nodes */
  MgScanWords words;      /* references into the window, and what only looks like one */
  guint64 walk_left;      /* bytes that may still be walked */
  MgAddressFilter filter; /* of the nodes: millions of addresses are asked about */
};

static guint64 set_worth, set_reach;

void
mg_clr_window_set_limits (guint64 worth, guint64 reach)
{
  set_worth = worth;
  set_reach = reach;
}

static guint64
heap_bytes (const MgClrWork *work)
{
  return work->clr->index->n_blocks * MG_INDEX_BLOCK_BYTES;
}

guint64
mg_clr_window_worth (const MgClrWork *work)
{
  return set_worth != 0 ? set_worth : heap_bytes (work) / BYTES_PER_OBJECT;
}

/* ---- Backwards ---- */

static Node *
node_at (const MgClrWindow *window, guint32 number)
{
  return &g_array_index (window->nodes, Node, number);
}

/* Marks the objects of the segment of ADDRESS. FALSE: there is no such segment, or walking it takes too long. */
static gboolean
mark_around (MgClrWindow *window, guint64 address)
{
  MgClr *clr = window->work->clr;
  const MgIndexedSegment *segment = mg_object_index_segment (clr->index, address);

  if (segment == NULL || clr->index->sealed || segment->marked)
    return segment != NULL;
  if (segment->end - segment->start > window->walk_left)
    return FALSE;
  window->walk_left -= segment->end - segment->start;
  mg_clr_mark_segment (clr, (guint32) (segment - clr->index->segments));
  return TRUE;
}

/* What every object of a collectible type keeps alive, without a word in memory that says so. */
static gboolean
is_loader_allocator (const MgClrWindow *window, guint64 address)
{
  guint64 table = mg_method_table_of (window->work->references.space, address);

  return g_str_equal (mg_type_names_get (window->work->clr->names, table), LOADER_ALLOCATOR);
}

/* The place of the object at ADDRESS, from which the subject is LINKS away; G_MAXUINT32: no more are looked at. */
static guint32
add_node (MgClrWindow *window, guint64 address, guint32 links)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (window->numbers, &address));
  Node node = { .address = address, .links = links, .inside = address >= window->start && address < window->end };

  if (number != 0)
    return number - 1;
  if (window->nodes->len == NODES_MOST || (node.inside && is_loader_allocator (window, address)))
    return G_MAXUINT32;
  mg_address_filter_add (&window->filter, address);
  g_array_append_val (window->nodes, node);
  g_hash_table_insert (window->numbers, g_memdup2 (&address, sizeof address), GUINT_TO_POINTER (window->nodes->len));
  return window->nodes->len - 1;
}

static gboolean
add_link (MgClrWindow *window, guint64 from, guint32 to)
{
  Link link = { add_node (window, from, node_at (window, to)->links + 1), to };

  if (link.from == G_MAXUINT32)
    return FALSE;
  g_array_append_val (window->links, link);
  return TRUE;
}

/* Whether the object at ADDRESS refers to TARGET: what lies in memory may be a number, or in a Free block. */
static gboolean
refers_to (const MgClrWindow *window, guint64 address, guint64 target)
{
  MgReferrer object;

  return mg_clr_work_open (window->work, address, &object)
         && mg_references_lead_to (&window->work->references, &object, object.table, target);
}

static gboolean
add_referrers_in_memory (MgClrWindow *window, guint32 to)
{
  guint64 target = node_at (window, to)->address, last = 0, object;

  for (gsize i = mg_scan_words_find (&window->words, target);
       i < window->words.n && window->words.words[i].target == target; i++)
    {
      if (!mark_around (window, window->words.words[i].at))
        return FALSE;
      if (!mg_clr_object_before (window->work->clr, window->words.words[i].at, &object) || object == last)
        continue;
      last = object;
      if (refers_to (window, object, target) && !add_link (window, object, to))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_tied_to (MgClrWindow *window, guint32 to)
{
  const MgTies *ties = window->work->references.ties;
  guint64 target = node_at (window, to)->address;

  for (guint i = 0; i < ties->n; i++)
    if (ties->ties[i].to == target && mg_clr_is_object (window->work->clr, ties->ties[i].from)
        && !add_link (window, ties->ties[i].from, to))
      return FALSE;
  return TRUE;
}

/* Breadth first, from the subject. FALSE: it is too much. */
static gboolean
go_backwards (MgClrWindow *window, guint64 subject)
{
  if (add_node (window, subject, 0) == G_MAXUINT32)
    return FALSE;
  for (guint32 i = 0; i < window->nodes->len; i++)
    if (node_at (window, i)->inside && (!add_referrers_in_memory (window, i) || !add_tied_to (window, i)))
      return FALSE;
  return TRUE;
}

/* ---- What roots hold ---- */

static void
offer (MgClrWindow *window, guint32 number, guint32 level, guint32 kind)
{
  Node *node = node_at (window, number);

  if (node->level == 0 || level < node->level || (level == node->level && kind < node->kind))
    {
      node->level = level;
      node->kind = kind;
    }
}

static gboolean
is_frozen (const MgClrWindow *window, guint64 address)
{
  const MgObjectIndex *index = window->work->clr->index;
  const MgIndexedSegment *segment = mg_object_index_segment (index, address);

  return segment != NULL
         && g_array_index (window->work->clr->heap->segments, MgHeapSegment, segment - index->segments).read_only;
}

static void
offer_roots (MgClrWindow *window, gboolean with_stacks)
{
  const GArray *roots = window->work->roots->roots;

  for (guint i = 0; i < roots->len; i++)
    {
      const MgClrRoot *entry = &g_array_index (roots, MgClrRoot, i);
      guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (window->numbers, &entry->address));

      if (number != 0 && (with_stacks || mg_clr_is_certain (entry->root.kind)))
        offer (window, number - 1, mg_link_cost_of_root (&entry->root), entry->root.kind);
    }
  for (guint32 i = 0; i < window->nodes->len; i++)
    if (is_frozen (window, node_at (window, i)->address))
      offer (window, i, mg_root_kind_cost (MG_ROOT_OTHER), MG_ROOT_OTHER);
}

/* ---- Forwards ---- */

static void
meet (MgClrWindow *window, guint32 number, guint32 level, guint32 kind)
{
  offer (window, number, level, kind);
  node_at (window, number)->met = TRUE;
}

void
mg_clr_window_note (MgClrWindow *window, const MgHeapSearch *search, guint32 level, guint32 kind)
{
  for (guint32 i = 0; i < window->nodes->len; i++)
    if (!node_at (window, i)->met && mg_heap_search_has_met (search, node_at (window, i)->address))
      meet (window, i, level, kind);
}

void
mg_clr_window_note_places (
    MgClrWindow *window, const MgHeapSearch *search, guint64 from, guint64 end, guint32 level, guint32 kind)
{
  for (guint64 place = from; place < end; place++)
    {
      guint64 address = mg_heap_search_address (search, place);
      guint32 number;

      if (!mg_address_filter_may_have (&window->filter, address))
        continue;
      number = GPOINTER_TO_UINT (g_hash_table_lookup (window->numbers, &address));
      if (number != 0)
        meet (window, number - 1, level, kind);
    }
}

/* From each node to those it refers to, until nothing changes. */
static void
spread (MgClrWindow *window)
{
  gboolean changes = TRUE;

  while (changes)
    {
      changes = FALSE;
      for (guint i = 0; i < window->links->len; i++)
        {
          Link link = g_array_index (window->links, Link, i);
          Node from = *node_at (window, link.from), before = *node_at (window, link.to);

          if (from.level == 0)
            continue;
          offer (window, link.to, from.level + 1, from.kind);
          changes |= node_at (window, link.to)->level != before.level || node_at (window, link.to)->kind != before.kind;
        }
    }
}

gboolean
mg_clr_window_is_settled (MgClrWindow *window, guint32 level, guint32 *subject_level, guint32 *kind)
{
  guint32 links = G_MAXUINT32; /* from the nearest node that may have a path still to be found */

  spread (window);
  for (guint32 i = 0; i < window->nodes->len; i++)
    if (!node_at (window, i)->inside && !node_at (window, i)->met)
      links = MIN (links, node_at (window, i)->links);
  *subject_level = node_at (window, 0)->level;
  *kind = node_at (window, 0)->kind;
  return *subject_level != 0 && (links == G_MAXUINT32 || *subject_level < level + 1 + links);
}

/* ---- The path ---- */

gboolean
mg_clr_window_knows (const MgClrWindow *window, guint64 address)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (window->numbers, &address));

  return number != 0 && node_at (window, number - 1)->inside;
}

static MgTypeId
type_of (const MgClrWindow *window, guint64 address)
{
  MgReferrer object;

  return mg_clr_work_open (window->work, address, &object) ? mg_clr_type_of (window->work->clr, object.table)
                                                           : MG_TYPE_NONE;
}

guint64
mg_clr_window_parent (const MgClrWindow *window, guint64 child, guint32 level, guint32 kind)
{
  guint32 to = GPOINTER_TO_UINT (g_hash_table_lookup (window->numbers, &child)) - 1;
  MgClrParent best = { 0, MG_TYPE_NONE };

  for (guint i = 0; i < window->links->len; i++)
    {
      Link link = g_array_index (window->links, Link, i);
      const Node *from = node_at (window, link.from);

      if (link.to == to && from->level != 0 && from->level + 1 == level && from->kind == kind)
        mg_clr_parent_offer (&best, from->address, type_of (window, from->address));
    }
  return best.address;
}

/* ---- All of it ---- */

static gboolean
fill (MgClrWindow *window, guint64 subject, MgProgress *progress)
{
  const MgObjectIndex *index = window->work->clr->index;
  const MgIndexedSegment *segment = mg_object_index_segment (index, subject);
  guint64 reach = set_reach != 0 ? set_reach : REACH;

  if (segment == NULL || !mark_around (window, subject))
    return FALSE;
  window->start = MAX (segment->start, subject - MIN (subject, reach));
  window->end = MIN (segment->end, subject + reach);
  return mg_memory_scan (index, window->work->references.space, window->start, window->end, WORDS_MOST, progress,
                         &window->words)
         && go_backwards (window, subject);
}

MgClrWindow *
mg_clr_window_new (MgClrWork *work, guint64 subject, gboolean with_stacks, MgProgress *progress)
{
  g_autoptr (MgClrWindow) window = g_new0 (MgClrWindow, 1);

  window->work = work;
  window->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  window->numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  window->links = g_array_new (FALSE, FALSE, sizeof (Link));
  window->walk_left = WALK_MOST + heap_bytes (work) / WALK_PART;
  if (!fill (window, subject, progress))
    return NULL;
  offer_roots (window, with_stacks);
  return g_steal_pointer (&window);
}

void
mg_clr_window_free (MgClrWindow *window)
{
  if (window == NULL)
    return;
  g_array_unref (window->nodes);
  g_hash_table_unref (window->numbers);
  g_array_unref (window->links);
  mg_scan_words_clear (&window->words);
  g_free (window);
}
