/* A part of the object graph around one path: the objects on it, what they refer to, and what the first few of those
 * refer to in turn, so that it is drawn and named as it would be in the whole. */
#include <glib/gi18n-lib.h>

#include "analysis/clr/clr-objects.h"
#include "analysis/clr/clr-part.h"
#include "analysis/clr/clr-path.h"
#include "analysis/graph/builder.h"
#include "analysis/graph/list-element.h"

/* Of what an object on the path refers to, so many are looked into. */
#define LOOK_INTO 16

typedef struct
{
  MgClrWork *work;
  GArray *objects; /* guint64: addresses, rising */
  GArray *inner;   /* guint64: those whose references are all in the part; rising */
  const MgClrPath *path;
  MgGraphBuilder *builder;
  guint32 n_roots;
  gboolean filling;
  MgNode from;
} Part;

static int
compare_addresses (gconstpointer a, gconstpointer b)
{
  guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return first < second ? -1 : first > second;
}

static void
sort_once (GArray *addresses)
{
  guint kept = 0;

  g_array_sort (addresses, compare_addresses);
  for (guint i = 0; i < addresses->len; i++)
    if (kept == 0 || g_array_index (addresses, guint64, kept - 1) != g_array_index (addresses, guint64, i))
      g_array_index (addresses, guint64, kept++) = g_array_index (addresses, guint64, i);
  g_array_set_size (addresses, kept);
}

/* Opens the object at ADDRESS. FALSE: there is none. */
static gboolean
open_object (const Part *part, guint64 address, MgReferrer *object)
{
  const MgIndexedSegment *segment = mg_object_index_segment (part->work->clr->index, address);

  return segment != NULL && mg_clr_is_object (part->work->clr, address)
         && mg_references_open (&part->work->references, part->work->clr->tables, segment, address, object);
}

typedef struct
{
  const Part *part;
  GArray *targets;
} Collect;

static void
collect_target (guint64 target, gpointer data)
{
  Collect *collect = data;

  if (mg_clr_is_object (collect->part->work->clr, target))
    g_array_append_val (collect->targets, target);
}

/* Adds what the object at ADDRESS refers to to TARGETS. */
static void
collect_targets (const Part *part, guint64 address, GArray *targets)
{
  Collect collect = { part, targets };
  MgReferrer object;

  if (open_object (part, address, &object))
    mg_references_each (&part->work->references, &object, collect_target, &collect);
}

static void
choose_objects (Part *part)
{
  const GArray *path = part->path->objects;

  g_array_append_vals (part->inner, path->data, path->len);
  for (guint i = 0; i < path->len; i++)
    {
      guint first = part->objects->len;

      collect_targets (part, g_array_index (path, guint64, i), part->objects);
      for (guint k = first; k < MIN (part->objects->len, first + LOOK_INTO); k++)
        g_array_append_val (part->inner, g_array_index (part->objects, guint64, k));
    }
  sort_once (part->inner);
  for (guint i = 0; i < part->inner->len; i++)
    collect_targets (part, g_array_index (part->inner, guint64, i), part->objects);
  g_array_append_vals (part->objects, part->inner->data, part->inner->len);
  sort_once (part->objects);
}

static MgNode
node_of (const Part *part, guint64 address)
{
  guint low = 0, high = part->objects->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (part->objects, guint64, middle) < address)
        low = middle + 1;
      else
        high = middle;
    }
  return mg_graph_builder_object (part->n_roots, low);
}

static void
add_objects (Part *part)
{
  for (guint i = 0; i < part->objects->len; i++)
    {
      guint64 address = g_array_index (part->objects, guint64, i);
      MgTypeId type = MG_TYPE_NONE;
      MgReferrer object = { 0 };

      if (open_object (part, address, &object))
        type = mg_clr_type_of (part->work->clr, object.table);
      mg_graph_builder_add_object (part->builder, type == MG_TYPE_NONE ? 0 : type, object.size, address);
    }
}

static void
visit_edges (Part *part)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < part->inner->len; i++)
    {
      MgNode from = node_of (part, g_array_index (part->inner, guint64, i));

      g_array_set_size (targets, 0);
      collect_targets (part, g_array_index (part->inner, guint64, i), targets);
      if (!part->filling)
        mg_graph_builder_count_edges (part->builder, from, targets->len);
      for (guint k = 0; part->filling && k < targets->len; k++)
        mg_graph_builder_add_edge (part->builder, from, node_of (part, g_array_index (targets, guint64, k)));
    }
}

static void
add_root (Part *part)
{
  const GArray *roots = part->work->roots->roots;
  MgRoot frozen = MG_CLR_FROZEN_ROOT;

  mg_graph_builder_add_root (part->builder, part->path->root < roots->len
                                                ? &g_array_index (roots, MgClrRoot, part->path->root).root
                                                : &frozen);
  mg_graph_builder_count_edges (part->builder, mg_graph_builder_root (0), 1);
}

static void
mark_conditional (Part *part)
{
  const MgTies *ties = part->work->references.ties;

  for (guint i = 0; i < part->inner->len; i++)
    {
      guint64 address = g_array_index (part->inner, guint64, i);
      guint n;
      const MgTie *own = mg_ties_of (ties, address, &n);

      for (guint k = 0; k < n; k++)
        if (mg_clr_is_object (part->work->clr, own[k].to))
          mg_graph_builder_mark_conditional (part->builder, node_of (part, address), node_of (part, own[k].to));
    }
}

static MgGraph *
build_part (Part *part)
{
  part->n_roots = 1;
  part->builder = mg_graph_builder_new (part->work->clr->types, part->n_roots, part->objects->len);
  add_root (part);
  add_objects (part);
  visit_edges (part);
  mg_graph_builder_begin_edges (part->builder);
  mg_graph_builder_add_edge (part->builder, mg_graph_builder_root (0),
                             node_of (part, g_array_index (part->path->objects, guint64, 0)));
  part->filling = TRUE;
  visit_edges (part);
  mark_conditional (part);
  return mg_graph_builder_finish (part->builder);
}

/* Whether the path comes from one element of a list to others, which says nothing of why these are alive. The list may
 * hold them on a longer path, which this part has not. */
static gboolean
passes_neighbours (const Part *part, const MgGraph *graph)
{
  const GArray *path = part->path->objects;

  for (guint i = 0; i + 1 < path->len; i++)
    if (mg_graph_is_list_element (graph, node_of (part, g_array_index (path, guint64, i)))
        && mg_graph_leads_back_to_list (graph, node_of (part, g_array_index (path, guint64, i + 1))))
      return TRUE;
  return FALSE;
}

/* An address inside an object stands for the object. Before the walk, what looks like one is believed: if no reference
 * leads there, it will not be found. */
static gboolean
find_subject (const Part *part, guint64 address, guint64 *start)
{
  MgClr *clr = part->work->clr;
  MgReferrer object;

  *start = address;
  if (!clr->index->sealed && mg_clr_is_object (clr, address))
    return TRUE;
  return mg_clr_object_before (clr, address, start) && open_object (part, *start, &object)
         && address - *start < object.size;
}

MgGraph *
mg_clr_part_load (MgClrWork *work, guint64 address, MgProgress *progress, GError **error)
{
  MgClrPath path = { 0 };
  Part part = { .work = work, .path = &path };
  MgGraph *graph = NULL;
  guint64 start;

  if (!find_subject (&part, address, &start))
    return NULL;
  mg_progress_stage (progress, _ ("Following the roots"), 0.2, 0.5);
  if (mg_clr_path_find (work, start, &path, progress, error) && path.root != MG_CLR_NO_ROOT)
    {
      part.objects = g_array_new (FALSE, FALSE, sizeof (guint64));
      part.inner = g_array_new (FALSE, FALSE, sizeof (guint64));
      choose_objects (&part);
      if (!work->clr->index->sealed)
        mg_clr_name_types (work->clr); /* of what was met just now, too */
      graph = build_part (&part);
      if (passes_neighbours (&part, graph))
        g_clear_pointer (&graph, mg_graph_unref);
      g_array_unref (part.objects);
      g_array_unref (part.inner);
    }
  g_array_unref (path.objects);
  return graph;
}
