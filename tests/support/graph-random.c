#include "tests/support/graph-random.h"

#include "analysis/graph/builder.h"

#define N_TYPES 5

static MgTypeTable *
make_types (guint32 n)
{
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;

  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("My.Type%c", 'A' + (int) i);

      mg_type_table_builder_add (builder, name, NULL, i, i == 3 ? MG_TYPE_RUNTIME_TABLE : 0);
    }
  return mg_type_table_builder_finish (builder, &map);
}

typedef struct
{
  MgNode from, to;
  gboolean conditional;
} Edge;

static void
add_edge (GArray *edges, MgNode from, MgNode to, gboolean conditional)
{
  Edge edge = { from, to, conditional };

  g_array_append_val (edges, edge);
}

/* Adds the edges between N objects, the first of which is node FIRST. */
static void
random_edges (GRand *random, MgRandomShape shape, MgNode first, guint32 n, GArray *edges)
{
  guint32 wanted = n;

  if (shape == MG_RANDOM_SPARSE || shape == MG_RANDOM_MANY_ROOTS)
    wanted = n * 3 / 4;
  else if (shape == MG_RANDOM_DENSE)
    wanted = n * n / 2;
  else if (shape == MG_RANDOM_LAYERED)
    wanted = n * 2;
  else if (shape == MG_RANDOM_CHAINED)
    wanted = n / 3;
  if (shape == MG_RANDOM_CYCLIC || shape == MG_RANDOM_CHAINED)
    for (guint32 i = 0; i < n; i++)
      {
        guint32 next = i % 7 == 6 && shape == MG_RANDOM_CYCLIC ? i - 6 : i + 1;

        if (next < n && g_rand_int_range (random, 0, 20) > 0)
          add_edge (edges, first + i, first + next, FALSE);
      }
  for (guint32 i = 0; i < wanted; i++)
    {
      guint32 from = (guint32) g_rand_int_range (random, 0, (gint32) n),
              to = (guint32) g_rand_int_range (random, 0, (gint32) n);

      if (shape == MG_RANDOM_LAYERED && from > to)
        add_edge (edges, first + to, first + from, FALSE);
      else
        add_edge (edges, first + from, first + to,
                  shape == MG_RANDOM_CONDITIONAL && g_rand_int_range (random, 0, 4) == 0);
    }
}

static void
add_roots (GRand *random, MgGraphBuilder *builder, guint32 n_roots, guint32 n_objects, GArray *edges)
{
  g_autofree guint32 *kinds = g_new (guint32, n_roots + 1);
  guint32 next = 0;

  for (guint32 i = 0; i < n_roots; i++)
    kinds[i] = (guint32) g_rand_int_range (random, 0, MG_N_ROOT_KINDS);
  for (guint kind = 0; kind < MG_N_ROOT_KINDS; kind++)
    for (guint32 i = 0; i < n_roots; i++)
      if (kinds[i] == kind)
        {
          MgRoot root = { .kind = (MgRootKind) kind };
          guint32 targets = g_rand_int_range (random, 0, 10) == 0 ? 2 : 1;

          mg_graph_builder_add_root (builder, &root);
          while (targets-- > 0)
            add_edge (edges, mg_graph_builder_root (next),
                      mg_graph_builder_object (n_roots, (guint32) g_rand_int_range (random, 0, (gint32) n_objects)),
                      FALSE);
          next++;
        }
}

static void
add_edges (MgGraphBuilder *builder, const GArray *edges)
{
  for (guint i = 0; i < edges->len; i++)
    mg_graph_builder_count_edges (builder, g_array_index (edges, Edge, i).from, 1);
  mg_graph_builder_begin_edges (builder);
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);

      mg_graph_builder_add_edge (builder, edge->from, edge->to);
      if (edge->conditional)
        mg_graph_builder_mark_conditional (builder, edge->from, edge->to);
    }
}

MgGraph *
mg_random_graph (MgRandomShape shape, guint32 max_objects, guint32 seed)
{
  GRand *random = g_rand_new_with_seed (seed * MG_N_RANDOM_SHAPES + shape);
  g_autoptr (MgTypeTable) types = make_types (N_TYPES);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  guint32 n_objects = (guint32) g_rand_int_range (random, 1, (gint32) max_objects + 1);
  guint32 n_roots = (guint32) g_rand_int_range (random, 0, 5);
  MgGraphBuilder *builder;

  if (shape == MG_RANDOM_MANY_ROOTS)
    n_roots = n_objects;
  builder = mg_graph_builder_new (types, n_roots, n_objects);
  add_roots (random, builder, n_roots, n_objects, edges);
  for (guint32 i = 0; i < n_objects; i++)
    mg_graph_builder_add_object (builder, (MgTypeId) g_rand_int_range (random, 0, N_TYPES),
                                 (guint64) g_rand_int_range (random, 1, 10) * 8, 0x1000 + (guint64) i * 128);
  random_edges (random, shape, mg_graph_builder_object (n_roots, 0), n_objects, edges);
  add_edges (builder, edges);
  g_rand_free (random);
  return mg_graph_builder_finish (builder);
}

static void
count_edge (gpointer sink, MgNode from, MgNode to)
{
  mg_graph_builder_count_edges (sink, from, 1);
}

static void
put_edge (gpointer sink, MgNode from, MgNode to)
{
  mg_graph_builder_add_edge (sink, from, to);
}

MgGraph *
mg_regular_graph (guint32 n_roots, guint32 n_objects, MgEdgeSource source)
{
  g_autoptr (MgTypeTable) types = make_types (1);
  MgGraphBuilder *builder = mg_graph_builder_new (types, n_roots, n_objects);
  MgRoot root = { .kind = MG_ROOT_STATIC };

  for (guint32 i = 0; i < n_roots; i++)
    mg_graph_builder_add_root (builder, &root);
  for (guint32 i = 0; i < n_objects; i++)
    mg_graph_builder_add_object (builder, 0, 16, 0x10000 + (guint64) i * 16);
  source (count_edge, builder, n_roots, n_objects);
  mg_graph_builder_begin_edges (builder);
  source (put_edge, builder, n_roots, n_objects);
  return mg_graph_builder_finish (builder);
}
