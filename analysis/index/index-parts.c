/* What is computed from the graph, in a saved index. */
#include <string.h>

#include "analysis/index/index-private.h"

#define SIZES_CHECK { .bytes = MG_INDEX_N_SIZES * sizeof (guint64) }

/* What load_…() needs of a part once every byte of it is right: the mapping to keep. */
static MgMapping *
keep (const MgIndexFile *file)
{
  return mg_mapping_ref (mg_index_file_mapping (file));
}

static gpointer
section (const MgIndexFile *file, guint i)
{
  gsize bytes;

  return (gpointer) mg_index_file_section (file, i, &bytes);
}

/* --- what the reader found out at opening --- */

gboolean
mg_index_save_walk (MgIndex *index, GVariant *walk, MgProgress *progress, GError **error)
{
  g_autoptr (GVariant) boxed = g_variant_ref_sink (g_variant_new_variant (walk));
  guint64 sizes[MG_INDEX_N_SIZES] = { g_variant_get_size (boxed) };
  MgIndexBytes sections[] = { { NULL, 0 }, { g_variant_get_data (boxed), g_variant_get_size (boxed) } };

  return mg_index_write_part (index, MG_INDEX_WALK, sizes, sections, G_N_ELEMENTS (sections), progress, error);
}

GVariant *
mg_index_load_walk (MgIndex *index)
{
  const guint64 *sizes;
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_WALK, &sizes);
  g_autoptr (GVariant) boxed = NULL;
  g_autoptr (GBytes) all = NULL;
  MgIndexCheck checks[] = { SIZES_CHECK, { .bytes = file ? sizes[0] : 0 } };

  if (file == NULL || !mg_index_file_verify (file, checks, G_N_ELEMENTS (checks), 1, NULL, NULL))
    return NULL;
  all = g_bytes_new_with_free_func (section (file, 1), sizes[0], (GDestroyNotify) mg_mapping_unref, keep (file));
  boxed = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARIANT, all, FALSE));
  return g_variant_is_normal_form (boxed) ? g_variant_get_variant (boxed) : NULL;
}

/* --- instances --- */

gboolean
mg_index_save_instances (MgIndex *index, const MgInstances *instances, MgProgress *progress, GError **error)
{
  guint32 n = instances->first[instances->n_types];
  guint64 sizes[MG_INDEX_N_SIZES] = { instances->n_types, n };
  MgIndexBytes sections[] = {
    { NULL, 0 },
    { instances->first, ((gsize) instances->n_types + 1) * sizeof *instances->first },
    { instances->node, (gsize) n * sizeof *instances->node },
  };

  return mg_index_write_part (index, MG_INDEX_INSTANCES, sizes, sections, G_N_ELEMENTS (sections), progress, error);
}

MgInstances *
mg_index_load_instances (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error)
{
  const guint64 *sizes;
  guint64 n_types = graph->types->n_types, n = mg_graph_n_objects (graph);
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_INSTANCES, &sizes);
  MgInstances *instances;
  MgIndexCheck checks[] = {
    SIZES_CHECK,
    { (n_types + 1) * sizeof (guint32), MG_INDEX_RISING, n },
    { n * sizeof (MgNode), MG_INDEX_BELOW, graph->n_nodes },
  };

  if (file == NULL || sizes[0] != n_types || sizes[1] != n
      || !mg_index_file_verify (file, checks, G_N_ELEMENTS (checks), index->n_threads, progress, error))
    return NULL;
  instances = g_new0 (MgInstances, 1);
  instances->n_types = (guint32) n_types;
  instances->first = section (file, 1);
  instances->node = section (file, 2);
  instances->mapping = keep (file);
  return instances;
}

/* --- tree --- */

gboolean
mg_index_save_tree (MgIndex *index, const MgTree *tree, MgProgress *progress, GError **error)
{
  guint64 sizes[MG_INDEX_N_SIZES]
    = { tree->n_nodes, tree->n_reached, tree->reached_bytes, tree->n_dead, tree->dead_bytes };
  MgIndexBytes sections[] = {
    { NULL, 0 },
    { tree->parent, tree->n_nodes * sizeof *tree->parent },
    { tree->distance, tree->n_nodes * sizeof *tree->distance },
  };

  return mg_index_write_part (index, MG_INDEX_TREE, sizes, sections, G_N_ELEMENTS (sections), progress, error);
}

MgTree *
mg_index_load_tree (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error)
{
  const guint64 *sizes;
  guint64 n = graph->n_nodes;
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_TREE, &sizes);
  MgTree *tree;
  MgIndexCheck checks[] = {
    SIZES_CHECK,
    { n * sizeof (MgNode), MG_INDEX_BELOW_OR_NONE, n },
    { n * sizeof (guint32), MG_INDEX_BELOW_OR_NONE, n },
  };

  if (file == NULL || sizes[0] != n || sizes[1] > n || sizes[3] > n
      || !mg_index_file_verify (file, checks, G_N_ELEMENTS (checks), index->n_threads, progress, error))
    return NULL;
  tree = g_new0 (MgTree, 1);
  tree->n_nodes = graph->n_nodes;
  tree->n_reached = (guint32) sizes[1];
  tree->reached_bytes = sizes[2];
  tree->n_dead = (guint32) sizes[3];
  tree->dead_bytes = sizes[4];
  tree->parent = section (file, 1);
  tree->distance = section (file, 2);
  tree->mapping = keep (file);
  return tree;
}

/* --- reverse --- */

enum
{
  REVERSE_FIRST = 1,
  REVERSE_SOURCE = REVERSE_FIRST + MG_INDEX_MONOTONE_SECTIONS,
  REVERSE_SECTIONS
};

gboolean
mg_index_save_reverse (MgIndex *index, const MgReverse *reverse, MgProgress *progress, GError **error)
{
  guint64 n_edges = mg_monotone_get (&reverse->first, reverse->n_nodes);
  guint64 sizes[MG_INDEX_N_SIZES] = { reverse->n_nodes, n_edges, reverse->first.n_wide };
  MgIndexBytes sections[REVERSE_SECTIONS] = { [REVERSE_SOURCE] = { reverse->source, n_edges * sizeof (MgNode) } };

  mg_index_put_monotone (&reverse->first, &sections[REVERSE_FIRST]);
  return mg_index_write_part (index, MG_INDEX_REVERSE, sizes, sections, REVERSE_SECTIONS, progress, error);
}

MgReverse *
mg_index_load_reverse (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error)
{
  const guint64 *sizes;
  guint64 n = graph->n_nodes;
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_REVERSE, &sizes);
  g_autoptr (MgReverse) reverse = NULL;
  MgIndexCheck checks[REVERSE_SECTIONS] = {
    SIZES_CHECK,
    [REVERSE_SOURCE] = { graph->n_edges * sizeof (MgNode), MG_INDEX_BELOW, n },
  };

  if (file == NULL || sizes[0] != n || sizes[1] != graph->n_edges || sizes[2] > G_MAXUINT32)
    return NULL;
  mg_index_check_monotone (n + 1, sizes[2], &checks[REVERSE_FIRST]);
  if (!mg_index_file_verify (file, checks, REVERSE_SECTIONS, index->n_threads, progress, error))
    return NULL;
  reverse = g_new0 (MgReverse, 1);
  reverse->n_nodes = graph->n_nodes;
  reverse->source = section (file, REVERSE_SOURCE);
  reverse->mapping = keep (file);
  if (!mg_index_get_monotone (file, REVERSE_FIRST, n + 1, sizes[2], graph->n_edges, &reverse->first))
    return NULL;
  return g_steal_pointer (&reverse);
}

/* --- dominators --- */

gboolean
mg_index_save_dominators (MgIndex *index, const MgDominators *dominators, MgProgress *progress, GError **error)
{
  gsize n = dominators->n_nodes;
  guint32 n_children = dominators->child_first[n];
  guint64 sizes[MG_INDEX_N_SIZES] = { n, n_children };
  MgIndexBytes sections[] = {
    { NULL, 0 },
    { dominators->idom, n * sizeof *dominators->idom },
    { dominators->retained, n * sizeof *dominators->retained },
    { dominators->child_first, (n + 1) * sizeof *dominators->child_first },
    { dominators->child, n_children * sizeof *dominators->child },
  };

  return mg_index_write_part (index, MG_INDEX_DOMINATORS, sizes, sections, G_N_ELEMENTS (sections), progress, error);
}

MgDominators *
mg_index_load_dominators (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error)
{
  const guint64 *sizes;
  guint64 n = graph->n_nodes;
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_DOMINATORS, &sizes);
  guint64 n_children = file ? sizes[1] : 0;
  MgDominators *dominators;
  MgIndexCheck checks[] = {
    SIZES_CHECK,
    { n * sizeof (MgNode), MG_INDEX_BELOW_OR_NONE, n },
    { n * sizeof (guint64) },
    { (n + 1) * sizeof (guint32), MG_INDEX_RISING, n_children },
    { n_children * sizeof (MgNode), MG_INDEX_BELOW, n },
  };

  if (file == NULL || sizes[0] != n || n_children > n
      || !mg_index_file_verify (file, checks, G_N_ELEMENTS (checks), index->n_threads, progress, error))
    return NULL;
  dominators = g_new0 (MgDominators, 1);
  dominators->n_nodes = graph->n_nodes;
  dominators->idom = section (file, 1);
  dominators->retained = section (file, 2);
  dominators->child_first = section (file, 3);
  dominators->child = section (file, 4);
  dominators->mapping = keep (file);
  return dominators;
}

/* --- retained bytes of types --- */

gboolean
mg_index_save_type_retained (MgIndex *index,
                             const guint64 *retained,
                             guint32 n_types,
                             MgProgress *progress,
                             GError **error)
{
  guint64 sizes[MG_INDEX_N_SIZES] = { n_types };
  MgIndexBytes sections[] = { { NULL, 0 }, { retained, n_types * sizeof *retained } };

  return mg_index_write_part (index, MG_INDEX_TYPE_RETAINED, sizes, sections, G_N_ELEMENTS (sections), progress, error);
}

guint64 *
mg_index_load_type_retained (MgIndex *index, const MgGraph *graph, MgProgress *progress, GError **error)
{
  const guint64 *sizes;
  guint64 n = graph->types->n_types;
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_TYPE_RETAINED, &sizes);
  MgIndexCheck checks[] = { SIZES_CHECK, { n * sizeof (guint64) } };
  guint64 *retained;

  if (file == NULL || sizes[0] != n
      || !mg_index_file_verify (file, checks, G_N_ELEMENTS (checks), 1, progress, error))
    return NULL;
  retained = g_new0 (guint64, n + 1);
  if (n > 0)
    memcpy (retained, section (file, 1), n * sizeof *retained);
  return retained;
}
