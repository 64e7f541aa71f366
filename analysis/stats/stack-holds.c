#include "analysis/stats/stack-holds.h"

/* A label of a root names thread and method: the first frame that bears it. */
typedef struct
{
  guint thread, frame;
} Place;

static void
add_label (GHashTable *places, char *label, guint thread, guint frame)
{
  Place place = { thread, frame };

  if (g_hash_table_contains (places, label))
    g_free (label);
  else
    g_hash_table_insert (places, label, g_memdup2 (&place, sizeof place));
}

static GHashTable *
places_new (const GArray *threads)
{
  GHashTable *places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint t = 0; t < threads->len; t++)
    {
      const MgThreadRow *thread = &g_array_index (threads, MgThreadRow, t);

      for (guint f = 0; f < thread->n_frames; f++)
        if (thread->frames[f].method)
          add_label (places, mg_root_stack_label (thread->managed_id, thread->frames[f].method), t, f);
      add_label (places, mg_root_stack_label (thread->managed_id, NULL), t, G_MAXUINT);
    }
  return places;
}

/* Of several frames of one method (recursion) the one whose part of the stack CELL lies in. */
static guint
frame_of (const MgThreadRow *thread, guint frame, guint64 cell)
{
  guint found = frame;

  if (frame == G_MAXUINT)
    return frame;
  for (guint f = frame; f < thread->n_frames && thread->frames[f].sp <= cell; f++)
    if (g_strcmp0 (thread->frames[f].method, thread->frames[frame].method) == 0)
      found = f;
  return found;
}

static int
compare_holds (gconstpointer a, gconstpointer b)
{
  const MgStackHold *first = a, *second = b;

  if (first->thread != second->thread)
    return first->thread < second->thread ? -1 : 1;
  if (first->frame != second->frame)
    return first->frame < second->frame ? -1 : 1;
  return first->object < second->object ? -1 : first->object > second->object;
}

GArray *
mg_stack_holds_new (MgSnapshot *snapshot, const GArray *threads)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  GArray *holds = g_array_new (FALSE, TRUE, sizeof (MgStackHold));
  g_autoptr (GHashTable) places = places_new (threads);

  for (MgNode root = 1; root <= graph->n_roots; root++)
    {
      const MgRoot *entry = mg_graph_root (graph, root);
      const Place *place;
      const MgNode *objects;
      guint32 n;

      if ((entry->kind != MG_ROOT_STACK && entry->kind != MG_ROOT_STACK_CONSERVATIVE) || entry->label == NULL
          || (place = g_hash_table_lookup (places, entry->label)) == NULL)
        continue;
      objects = mg_graph_edges (graph, root, &n);
      for (guint32 i = 0; i < n; i++)
        {
          const MgThreadRow *thread = &g_array_index (threads, MgThreadRow, place->thread);
          MgStackHold hold = { place->thread, frame_of (thread, place->frame, entry->address), root, objects[i] };

          g_array_append_val (holds, hold);
        }
    }
  g_array_sort (holds, compare_holds);
  return holds;
}
