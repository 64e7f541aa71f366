/* Chunks added by several threads make the graph that one pass through builder.h makes. */
#include <string.h>

#include "analysis/base/parallel.h"
#include "analysis/graph/builder.h"
#include "analysis/graph/bulk-builder.h"
#include "tests/support/test.h"

#define N_ROOTS 3
#define MOST_EDGES 6

/* A made-up heap: object k has degree[k] edges to objects, all in `target`. */
typedef struct
{
  guint32 n;
  guint64 *address, *size;
  guint32 *degree;
  guint64 *first; /* n + 1 */
  guint32 *target;
  MgTypeTable *types;
} Heap;

static MgTypeTable *
make_types (void)
{
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;

  mg_type_table_builder_add (builder, "A", NULL, 0, 0);
  mg_type_table_builder_add (builder, "B", NULL, 0, 0);
  return mg_type_table_builder_finish (builder, &map);
}

static void
heap_init (Heap *heap, GRand *rand, guint32 n)
{
  guint64 address = 0x10000;

  *heap = (Heap){ n,
                  g_new (guint64, n),
                  g_new (guint64, n),
                  g_new (guint32, n),
                  g_new (guint64, n + 1),
                  g_new (guint32, (gsize) n * MOST_EDGES),
                  make_types () };
  heap->first[0] = 0;
  for (guint32 k = 0; k < n; k++)
    {
      gboolean far = g_rand_int_range (rand, 0, 1000) == 0, big = g_rand_int_range (rand, 0, 1000) == 0;

      address += far ? G_GUINT64_CONSTANT (5) << 32 : (guint64) g_rand_int_range (rand, 3, 90) * 8;
      heap->address[k] = address;
      heap->size[k] = big ? G_GUINT64_CONSTANT (9) << 30 : (guint64) g_rand_int_range (rand, 24, 999);
      heap->degree[k] = (guint32) g_rand_int_range (rand, 0, MOST_EDGES + 1);
      heap->first[k + 1] = heap->first[k] + heap->degree[k];
      for (guint64 e = heap->first[k]; e < heap->first[k + 1]; e++)
        heap->target[e] = (guint32) g_rand_int_range (rand, 0, (gint32) n);
    }
}

static void
heap_clear (Heap *heap)
{
  g_free (heap->address);
  g_free (heap->size);
  g_free (heap->degree);
  g_free (heap->first);
  g_free (heap->target);
  mg_type_table_unref (heap->types);
}

static const MgRoot roots[N_ROOTS] = { { .kind = MG_ROOT_STATIC, .label = "M" },
                                       { .kind = MG_ROOT_STRONG_HANDLE, .address = 0x77 },
                                       { .kind = MG_ROOT_OTHER, .label = "frozen", .note = "never collected" } };

static MgGraph *
build_plainly (const Heap *heap)
{
  MgGraphBuilder *builder = mg_graph_builder_new (heap->types, N_ROOTS, heap->n);

  for (guint r = 0; r < N_ROOTS; r++)
    {
      mg_graph_builder_add_root (builder, &roots[r]);
      mg_graph_builder_count_edges (builder, mg_graph_builder_root (r), 1);
    }
  for (guint32 k = 0; k < heap->n; k++)
    {
      mg_graph_builder_add_object (builder, k % 2, heap->size[k], heap->address[k]);
      mg_graph_builder_count_edges (builder, mg_graph_builder_object (N_ROOTS, k), heap->degree[k]);
    }
  mg_graph_builder_begin_edges (builder);
  for (guint r = 0; r < N_ROOTS; r++)
    mg_graph_builder_add_edge (builder, mg_graph_builder_root (r), mg_graph_builder_object (N_ROOTS, r % heap->n));
  for (guint32 k = 0; k < heap->n; k++)
    for (guint64 e = heap->first[k]; e < heap->first[k + 1]; e++)
      mg_graph_builder_add_edge (builder, mg_graph_builder_object (N_ROOTS, k),
                                 mg_graph_builder_object (N_ROOTS, heap->target[e]));
  mg_graph_builder_mark_conditional (builder, mg_graph_builder_object (N_ROOTS, 0),
                                     mg_graph_builder_object (N_ROOTS, heap->n - 1));
  return mg_graph_builder_finish (builder);
}

typedef struct
{
  const Heap *heap;
  MgBulkBuilder *builder;
  guint *ends; /* of chunks */
  guint n_chunks;
  gint next;
} Crew;

static gboolean
add_chunk (const Crew *crew, guint32 first, guint32 end)
{
  const Heap *heap = crew->heap;
  guint64 n_edges = heap->first[end] - heap->first[first];
  g_autofree guint64 *offsets = g_new (guint64, end - first);
  g_autofree MgNode *targets = g_new (MgNode, n_edges + 1);
  MgBulkChunk chunk = { first, end - first, heap->address + first, offsets, targets, n_edges };

  for (guint32 k = first; k < end; k++)
    {
      offsets[k - first] = heap->first[k] - heap->first[first];
      mg_bulk_builder_set_object (crew->builder, k, k % 2, heap->size[k]);
    }
  for (guint64 e = 0; e < n_edges; e++)
    targets[e] = mg_bulk_builder_node (crew->builder, heap->target[heap->first[first] + e]);
  return mg_bulk_builder_add_chunk (crew->builder, &chunk);
}

static void
add_chunks (guint thread, gpointer data)
{
  Crew *crew = data;
  guint i;

  while ((i = (guint) g_atomic_int_add (&crew->next, 1)) < crew->n_chunks)
    if (!add_chunk (crew, i > 0 ? crew->ends[i - 1] : 0, crew->ends[i]))
      return;
}

static MgGraph *
build_in_bulk (const Heap *heap, GRand *rand, guint n_threads)
{
  Crew crew = { heap, mg_bulk_builder_new (heap->types, N_ROOTS, heap->n, heap->first[heap->n] + N_ROOTS + 100),
                g_new (guint, heap->n), 0, 0 };

  for (guint end = 0; end < heap->n; crew.ends[crew.n_chunks++] = end)
    {
      guint length = (guint) g_rand_int_range (rand, 1, 700);

      end = MIN (heap->n, end + length);
    }
  for (guint32 r = 0; r < N_ROOTS; r++)
    {
      guint32 object = r % heap->n;

      mg_bulk_builder_add_root (crew.builder, &roots[r], &object, 1);
    }
  mg_bulk_builder_mark_conditional (crew.builder, 0, heap->n - 1);
  mg_parallel_run (n_threads, add_chunks, &crew);
  g_free (crew.ends);
  return mg_bulk_builder_finish (crew.builder);
}

static void
check_same (const MgGraph *a, const MgGraph *b)
{
  MG_CHECK_UINT (b->n_nodes, a->n_nodes);
  MG_CHECK_UINT (b->n_edges, a->n_edges);
  for (MgNode node = 0; node < a->n_nodes; node++)
    {
      guint32 n, m;
      const MgNode *x = mg_graph_edges (a, node, &n), *y = mg_graph_edges (b, node, &m);

      if (a->type[node] != b->type[node] || mg_graph_size (a, node) != mg_graph_size (b, node)
          || mg_graph_address (a, node) != mg_graph_address (b, node) || n != m
          || memcmp (x, y, n * sizeof *x) != 0)
        {
          mg_test_fail (__FILE__, __LINE__, "node %u differs", node);
          return;
        }
    }
  for (MgNode root = 1; root <= N_ROOTS; root++)
    MG_CHECK_STRING (mg_graph_root (b, root)->label, mg_graph_root (a, root)->label);
  MG_CHECK (mg_graph_edge_is_conditional (b, N_ROOTS + 1, b->n_nodes - 1));
}

static void
test_same_as_plain_builder (void)
{
  static const guint32 sizes[] = { 1, 2, 255, 256, 257, 5000, 40000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint threads = 1; threads <= 5; threads += 2)
      {
        Heap heap;
        g_autoptr (MgGraph) plain = NULL;
        g_autoptr (MgGraph) bulk = NULL;

        heap_init (&heap, rand, sizes[i]);
        plain = build_plainly (&heap);
        bulk = build_in_bulk (&heap, rand, threads);
        check_same (plain, bulk);
        heap_clear (&heap);
      }
}

static void
wait_or_give_up (guint thread, gpointer data)
{
  Crew *crew = data;

  if (thread == 0)
    mg_bulk_builder_give_up (crew->builder);
  else
    MG_CHECK (!add_chunk (crew, 10, 20)); /* nobody will ever bring the first ten */
}

static void
test_giving_up_wakes_others (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  Heap heap;
  Crew crew = { .heap = &heap };

  heap_init (&heap, rand, 100);
  crew.builder = mg_bulk_builder_new (heap.types, 0, heap.n, heap.first[heap.n]);
  mg_parallel_run (3, wait_or_give_up, &crew);
  mg_bulk_builder_free (crew.builder);
  heap_clear (&heap);
}

static const MgTest tests[] = {
  { "same as the plain builder", test_same_as_plain_builder },
  { "giving up wakes others", test_giving_up_wakes_others },
};

MG_TEST_MAIN ("bulk-builder", tests)
