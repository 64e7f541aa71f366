/* A part of the object graph around one path: the objects on it, what they refer to, and what the first few of those
 * refer to in turn, so that it is drawn and named as it would be in the whole. */
#include <glib/gi18n-lib.h>

#include "analysis/clr/clr-objects.h"
#include "analysis/clr/clr-part.h"
#include "analysis/clr/clr-vicinity.h"
#include "analysis/graph/builder.h"
#include "analysis/graph/list-element.h"

typedef struct
{
  MgClrWork *work;
  const MgClrPath *path;
  MgClrVicinity *vicinity;
  MgGraphBuilder *builder;
} Part;

static MgNode
node_of (guint32 number)
{
  return mg_graph_builder_object (1, number);
}

static void
add_objects (Part *part)
{
  for (guint32 i = 0; i < part->vicinity->n_objects; i++)
    {
      const MgClrNeighbour *object = &part->vicinity->objects[i];
      MgTypeId type = mg_clr_type_of (part->work->clr, object->table);

      mg_graph_builder_add_object (part->builder, type == MG_TYPE_NONE ? 0 : type, object->size, object->address);
    }
}

/* Calls ADD for each reference of the vicinity. */
static void
each_edge (Part *part, void (*add) (Part *part, MgNode from, MgNode to))
{
  const MgClrVicinity *vicinity = part->vicinity;

  for (guint32 i = 0; i < vicinity->n_inner; i++)
    for (gsize k = vicinity->first[i]; k < vicinity->first[i + 1]; k++)
      if (vicinity->inner[i] != MG_CLR_NO_NUMBER && vicinity->targets[k] != MG_CLR_NO_NUMBER)
        add (part, node_of (vicinity->inner[i]), node_of (vicinity->targets[k]));
}

static void
count_edge (Part *part, MgNode from, MgNode to)
{
  mg_graph_builder_count_edges (part->builder, from, 1);
}

static void
add_edge (Part *part, MgNode from, MgNode to)
{
  mg_graph_builder_add_edge (part->builder, from, to);
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
mark_ties (Part *part, guint32 number)
{
  guint n;
  const MgTie *own = mg_ties_of (part->work->references.ties, part->vicinity->objects[number].address, &n);

  for (guint k = 0; k < n; k++)
    {
      guint32 to = mg_clr_vicinity_find (part->vicinity, own[k].to);

      if (to != MG_CLR_NO_NUMBER)
        mg_graph_builder_mark_conditional (part->builder, node_of (number), node_of (to));
    }
}

static void
mark_conditional (Part *part)
{
  for (guint32 i = 0; i < part->vicinity->n_inner; i++)
    if (part->vicinity->inner[i] != MG_CLR_NO_NUMBER)
      mark_ties (part, part->vicinity->inner[i]);
}

static MgGraph *
build_part (Part *part)
{
  part->builder = mg_graph_builder_new (part->work->clr->types, 1, part->vicinity->n_objects);
  add_root (part);
  add_objects (part);
  each_edge (part, count_edge);
  mg_graph_builder_begin_edges (part->builder);
  mg_graph_builder_add_edge (part->builder, mg_graph_builder_root (0), node_of (part->vicinity->path[0]));
  each_edge (part, add_edge);
  mark_conditional (part);
  return mg_graph_builder_finish (part->builder);
}

/* Whether the path comes from one element of a list to others, which says nothing of why these are alive. The list may
 * hold them on a longer path, which this part has not. */
static gboolean
passes_neighbours (const Part *part, const MgGraph *graph)
{
  const MgClrVicinity *vicinity = part->vicinity;

  for (guint32 i = 0; i + 1 < vicinity->path_length; i++)
    if (mg_graph_is_list_element (graph, node_of (vicinity->path[i]))
        && mg_graph_leads_back_to_list (graph, node_of (vicinity->path[i + 1])))
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
  return mg_clr_object_before (clr, address, start) && mg_clr_work_open (part->work, *start, &object)
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
      part.vicinity = mg_clr_vicinity_new (work, &path);
      if (!work->clr->index->sealed)
        mg_clr_name_types (work->clr); /* of what was met just now, too */
      graph = build_part (&part);
      if (passes_neighbours (&part, graph))
        g_clear_pointer (&graph, mg_graph_unref);
      mg_clr_vicinity_free (part.vicinity);
    }
  g_array_unref (path.objects);
  return graph;
}
