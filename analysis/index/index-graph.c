/* The graph in a saved index: arrays as sections, and what is small (roots, notes) in one GVariant. */
#include <string.h>

#include "analysis/base/checksum.h"
#include "analysis/base/limits.h"
#include "analysis/index/index-private.h"

enum
{
  SIZE_NODES,
  SIZE_ROOTS,
  SIZE_EDGES,
  SIZE_TYPES,
  SIZE_TYPES_SUM,
  SIZE_ADDRESS_WIDE,
  SIZE_FIRST_WIDE,
  SIZE_SMALL, /* bytes of the GVariant */
};

enum
{
  SECTION_SIZES,
  SECTION_TYPE,
  SECTION_SIZE,
  SECTION_ADDRESS,
  SECTION_FIRST = SECTION_ADDRESS + MG_INDEX_MONOTONE_SECTIONS,
  SECTION_TARGET = SECTION_FIRST + MG_INDEX_MONOTONE_SECTIONS,
  SECTION_SMALL,
  N_SECTIONS
};

/* Roots (kind, address, label, note); sizes above 4 GiB (node, bytes); conditional edges; notes; the reader's own. */
#define SMALL_TYPE "(a(utmaymay)a(ut)ataaymv)"

void
mg_index_extra_clear (MgIndexExtra *extra)
{
  g_clear_pointer (&extra->notes, g_ptr_array_unref);
  g_clear_pointer (&extra->reader, g_variant_unref);
}

/* Type numbers in the graph mean nothing under another table. */
static guint64
sum_of_types (const MgTypeTable *types)
{
  guint64 sum = types->n_types;

  for (guint32 i = 0; i < types->n_types; i++)
    {
      const MgType *type = &types->types[i];

      sum = mg_checksum (type->name, strlen (type->name) + 1, sum);
      if (type->module)
        sum = mg_checksum (type->module, strlen (type->module) + 1, sum);
      sum = mg_checksum (&type->handle, sizeof type->handle, sum + type->flags);
    }
  return sum;
}

/* --- saving --- */

static GVariant *
maybe_text (const char *text)
{
  return g_variant_new_maybe (G_VARIANT_TYPE_BYTESTRING, text ? g_variant_new_bytestring (text) : NULL);
}

static GVariant *
roots_to_variant (const MgGraph *graph)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(utmaymay)"));
  for (guint32 i = 0; i < graph->n_roots; i++)
    {
      const MgRoot *root = &graph->roots[i];

      g_variant_builder_add (&builder, "(ut@may@may)", (guint32) root->kind, root->address, maybe_text (root->label),
                             maybe_text (root->note));
    }
  return g_variant_builder_end (&builder);
}

static int
compare_u64 (gconstpointer a, gconstpointer b)
{
  guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return (first > second) - (first < second);
}

/* The keys of TABLE, which are numbers themselves or point at them, in order: hash tables have none. */
static GArray *
sorted_keys (GHashTable *table, gboolean direct)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  GHashTableIter iter;
  gpointer key;

  if (table == NULL)
    return keys;
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint64 number = direct ? GPOINTER_TO_UINT (key) : *(guint64 *) key;

      g_array_append_val (keys, number);
    }
  g_array_sort (keys, compare_u64);
  return keys;
}

static GVariant *
big_sizes_to_variant (const MgGraph *graph)
{
  g_autoptr (GArray) nodes = sorted_keys (graph->big_sizes, TRUE);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ut)"));
  for (guint i = 0; i < nodes->len; i++)
    {
      MgNode node = (MgNode) g_array_index (nodes, guint64, i);

      g_variant_builder_add (&builder, "(ut)", node, mg_graph_big_size (graph, node));
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
small_to_variant (const MgGraph *graph, const MgIndexExtra *extra)
{
  g_autoptr (GArray) conditional = sorted_keys (graph->conditional, FALSE);
  GVariantBuilder notes;

  g_variant_builder_init (&notes, G_VARIANT_TYPE ("aay"));
  for (guint i = 0; extra->notes && i < extra->notes->len; i++)
    g_variant_builder_add_value (&notes, g_variant_new_bytestring (g_ptr_array_index (extra->notes, i)));
  return g_variant_new (
    "(@a(utmaymay)@a(ut)@at@aaymv)", roots_to_variant (graph), big_sizes_to_variant (graph),
    g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, conditional->data, conditional->len, sizeof (guint64)),
    g_variant_builder_end (&notes), extra->reader);
}

gboolean
mg_index_save_graph (MgIndex *index,
                     const MgGraph *graph,
                     const MgIndexExtra *extra,
                     MgProgress *progress,
                     GError **error)
{
  g_autoptr (GVariant) small = g_variant_ref_sink (small_to_variant (graph, extra));
  guint64 sizes[MG_INDEX_N_SIZES] = {
    [SIZE_NODES] = graph->n_nodes,
    [SIZE_ROOTS] = graph->n_roots,
    [SIZE_EDGES] = graph->n_edges,
    [SIZE_TYPES] = graph->types->n_types,
    [SIZE_TYPES_SUM] = sum_of_types (graph->types),
    [SIZE_ADDRESS_WIDE] = graph->address.n_wide,
    [SIZE_FIRST_WIDE] = graph->first.n_wide,
    [SIZE_SMALL] = g_variant_get_size (small),
  };
  MgIndexBytes sections[N_SECTIONS] = {
    [SECTION_TYPE] = { graph->type, graph->n_nodes * sizeof *graph->type },
    [SECTION_SIZE] = { graph->size, graph->n_nodes * sizeof *graph->size },
    [SECTION_TARGET] = { graph->target, graph->n_edges * sizeof *graph->target },
    [SECTION_SMALL] = { g_variant_get_data (small), g_variant_get_size (small) },
  };

  mg_index_put_monotone (&graph->address, &sections[SECTION_ADDRESS]);
  mg_index_put_monotone (&graph->first, &sections[SECTION_FIRST]);
  return mg_index_write_part (index, MG_INDEX_GRAPH, sizes, sections, N_SECTIONS, progress, error);
}

/* --- loading --- */

static gboolean
sizes_fit (const guint64 *sizes, const MgTypeTable *types)
{
  return sizes[SIZE_NODES] >= 1 && sizes[SIZE_NODES] <= MG_LIMIT_NODES && sizes[SIZE_ROOTS] < sizes[SIZE_NODES]
         && sizes[SIZE_EDGES] < G_MAXUINT64 / 8 && sizes[SIZE_ADDRESS_WIDE] <= G_MAXUINT32
         && sizes[SIZE_FIRST_WIDE] <= G_MAXUINT32 && sizes[SIZE_TYPES] == types->n_types
         && sizes[SIZE_TYPES_SUM] == sum_of_types (types);
}

static gboolean
verify (const MgIndex *index, const MgIndexFile *file, const guint64 *sizes, MgProgress *progress, GError **error)
{
  guint64 n = sizes[SIZE_NODES];
  MgIndexCheck checks[N_SECTIONS] = {
    [SECTION_SIZES] = { .bytes = MG_INDEX_N_SIZES * sizeof *sizes },
    [SECTION_TYPE] = { n * sizeof (MgTypeId), MG_INDEX_BELOW, sizes[SIZE_TYPES], sizes[SIZE_ROOTS] + 1 },
    [SECTION_SIZE] = { .bytes = n * sizeof (guint16) },
    [SECTION_TARGET] = { sizes[SIZE_EDGES] * sizeof (MgNode), MG_INDEX_BELOW, n },
    [SECTION_SMALL] = { .bytes = sizes[SIZE_SMALL] },
  };

  mg_index_check_monotone (n - sizes[SIZE_ROOTS] - 1, sizes[SIZE_ADDRESS_WIDE], &checks[SECTION_ADDRESS]);
  mg_index_check_monotone (n + 1, sizes[SIZE_FIRST_WIDE], &checks[SECTION_FIRST]);
  return mg_index_file_verify (file, checks, N_SECTIONS, index->n_threads, progress, error);
}

static void
graph_take_arrays (MgGraph *graph, const MgIndexFile *file, const guint64 *sizes)
{
  gsize bytes;

  graph->n_nodes = (guint32) sizes[SIZE_NODES];
  graph->n_roots = (guint32) sizes[SIZE_ROOTS];
  graph->n_edges = sizes[SIZE_EDGES];
  graph->mapping = mg_mapping_ref (mg_index_file_mapping (file));
  graph->type = (MgTypeId *) mg_index_file_section (file, SECTION_TYPE, &bytes);
  graph->size = (guint16 *) mg_index_file_section (file, SECTION_SIZE, &bytes);
  graph->target = (MgNode *) mg_index_file_section (file, SECTION_TARGET, &bytes);
}

static gboolean
graph_take_sequences (MgGraph *graph, const MgIndexFile *file, const guint64 *sizes)
{
  guint64 n_objects = mg_graph_n_objects (graph), n_nodes = graph->n_nodes;

  return mg_index_get_monotone (file, SECTION_ADDRESS, n_objects, sizes[SIZE_ADDRESS_WIDE], G_MAXUINT64,
                                &graph->address)
         && mg_index_get_monotone (file, SECTION_FIRST, n_nodes + 1, sizes[SIZE_FIRST_WIDE], graph->n_edges,
                                   &graph->first)
         && mg_monotone_get (&graph->first, 0) == 0 && mg_monotone_get (&graph->first, n_nodes) == graph->n_edges;
}

static const char *
keep_text (MgGraph *graph, GVariant *maybe)
{
  g_autoptr (GVariant) text = g_variant_get_maybe (maybe);

  g_variant_unref (maybe);
  return text ? g_string_chunk_insert_const (graph->texts, g_variant_get_bytestring (text)) : NULL;
}

static gboolean
graph_take_roots (MgGraph *graph, GVariant *roots)
{
  graph->texts = g_string_chunk_new (1024);
  graph->roots = g_new0 (MgRoot, (gsize) graph->n_roots + 1);
  if (g_variant_n_children (roots) != graph->n_roots)
    return FALSE;
  for (guint32 i = 0; i < graph->n_roots; i++)
    {
      MgRoot *root = &graph->roots[i];
      GVariant *label, *note;
      guint32 kind;

      g_variant_get_child (roots, i, "(ut@may@may)", &kind, &root->address, &label, &note);
      root->kind = kind;
      root->label = keep_text (graph, label);
      root->note = keep_text (graph, note);
      if (kind >= MG_N_ROOT_KINDS || graph->type[1 + i] != MG_TYPE_NONE || graph->size[1 + i] != 0)
        return FALSE;
    }
  return graph->type[MG_NODE_SUPER_ROOT] == MG_TYPE_NONE && graph->size[MG_NODE_SUPER_ROOT] == 0;
}

static void
graph_take_tables (MgGraph *graph, GVariant *big_sizes, GVariant *conditional)
{
  gsize n_keys, n_sizes = g_variant_n_children (big_sizes);
  const guint64 *keys = g_variant_get_fixed_array (conditional, &n_keys, sizeof *keys);

  if (n_sizes > 0)
    graph->big_sizes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (gsize i = 0; i < n_sizes; i++)
    {
      guint32 node;
      guint64 size;

      g_variant_get_child (big_sizes, i, "(ut)", &node, &size);
      g_hash_table_insert (graph->big_sizes, GUINT_TO_POINTER (node), g_memdup2 (&size, sizeof size));
    }
  if (n_keys > 0)
    graph->conditional = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (gsize i = 0; i < n_keys; i++)
    g_hash_table_add (graph->conditional, g_memdup2 (&keys[i], sizeof keys[i]));
}

static void
take_extra (MgIndexExtra *extra, GVariant *notes, GVariant *reader)
{
  g_autoptr (GVariant) boxed = g_variant_get_maybe (reader);

  extra->notes = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < g_variant_n_children (notes); i++)
    {
      g_autoptr (GVariant) text = g_variant_get_child_value (notes, i);

      g_ptr_array_add (extra->notes, g_variant_dup_bytestring (text, NULL));
    }
  extra->reader = boxed ? g_variant_get_variant (boxed) : NULL;
}

static gboolean
graph_take_small (MgGraph *graph, const MgIndexFile *file, MgIndexExtra *extra)
{
  gsize bytes;
  gconstpointer data = mg_index_file_section (file, SECTION_SMALL, &bytes);
  g_autoptr (GBytes) all = g_bytes_new_with_free_func (data, bytes, (GDestroyNotify) mg_mapping_unref,
                                                       mg_mapping_ref (graph->mapping));
  g_autoptr (GVariant) small
    = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (SMALL_TYPE), all, FALSE));
  g_autoptr (GVariant) roots = NULL, big_sizes = NULL, conditional = NULL, notes = NULL, reader = NULL;

  if (!g_variant_is_normal_form (small))
    return FALSE;
  g_variant_get (small, "(@a(utmaymay)@a(ut)@at@aay@mv)", &roots, &big_sizes, &conditional, &notes, &reader);
  if (!graph_take_roots (graph, roots))
    return FALSE;
  graph_take_tables (graph, big_sizes, conditional);
  take_extra (extra, notes, reader);
  return TRUE;
}

MgGraph *
mg_index_load_graph (MgIndex *index,
                     MgTypeTable *types,
                     MgIndexExtra *extra,
                     MgProgress *progress,
                     GError **error)
{
  const guint64 *sizes;
  g_autoptr (MgIndexFile) file = mg_index_open_part (index, MG_INDEX_GRAPH, &sizes);
  g_autoptr (MgGraph) graph = NULL;

  if (file == NULL || !sizes_fit (sizes, types) || !verify (index, file, sizes, progress, error))
    return NULL;
  graph = g_atomic_rc_box_new0 (MgGraph);
  graph->types = mg_type_table_ref (types);
  graph_take_arrays (graph, file, sizes);
  if (!graph_take_sequences (graph, file, sizes) || !graph_take_small (graph, file, extra))
    return NULL;
  index->graph = mg_index_file_identity (file);
  return g_steal_pointer (&graph);
}
