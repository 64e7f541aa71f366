#include "tests/support/graph-shapes.h"

#include <string.h>

#include "analysis/graph/builder.h"

/* A well mixed number for (SEED, I). */
static guint64
mix (guint64 seed, guint64 i)
{
  guint64 x = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + i;

  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

static void
add (GArray *targets, guint32 target)
{
  g_array_append_val (targets, target);
}

/* 0 to 4 references to anywhere. */
static void
random_targets (guint32 i, guint32 n, GArray *targets)
{
  guint64 degree = mix (1, i) % 5;

  if (i + 1 < n && i % 3 == 0)
    add (targets, i + 1);
  for (guint64 k = 0; k < degree; k++)
    add (targets, (guint32) (mix (k + 2, i) % n));
}

/* Half of all references go to few objects: what everything names (strings, type objects, services). Each of these
 * leads to some others. */
static void
hub_targets (guint32 i, guint32 n, GArray *targets)
{
  guint64 degree = 1 + mix (1, i) % 4;

  if (i < n / 1000)
    degree = 1000; /* a hub */
  for (guint64 k = 0; k < degree; k++)
    {
      guint64 r = mix (k + 2, i);
      guint64 range = i < n / 1000 || r & 1 ? n : MAX ((guint64) n >> (r >> 1) % 20, 1);

      add (targets, (guint32) ((r >> 8) % range));
    }
}

static void
list_targets (guint32 i, guint32 n, GArray *targets)
{
  if (i + 1 < n)
    add (targets, i + 1);
}

static void
doubly_linked_targets (guint32 i, guint32 n, GArray *targets)
{
  if (i + 1 < n)
    add (targets, i + 1);
  if (i > 0)
    add (targets, i - 1);
}

/* A list whose end holds as many objects again, each of which a root holds as well: a plain climb for each of their
 * dominators would be quadratic. */
static void
list_tail_targets (guint32 i, guint32 n, GArray *targets)
{
  guint32 half = n / 2;

  if (i + 1 < half)
    add (targets, i + 1);
  else if (i + 1 == half)
    for (guint32 k = half; k + 1 < n; k++)
      add (targets, k);
  else if (i + 1 == n)
    for (guint32 k = half; k + 1 < n; k++)
      add (targets, k);
}

static guint32
list_tail_root (guint32 i, guint32 n)
{
  return i == 0 ? 0 : n - 1;
}

static guint32
two_roots (guint32 n)
{
  return 2;
}

/* Owner → delegate → array → n / 2 delegates → a target each, which refers back to the owner. */
static void
event_targets (guint32 i, guint32 n, GArray *targets)
{
  guint32 half = (n - 3) / 2;

  if (i < 2)
    add (targets, i + 1);
  else if (i == 2)
    for (guint32 k = 0; k < half; k++)
      add (targets, 3 + k);
  else if (i < 3 + half)
    {
      if (i + half < n)
        add (targets, i + half);
    }
  else
    add (targets, 0);
}

/* A random recursive tree, deep through its first children; every child refers to its parent. */
static void
tree_targets (guint32 i, guint32 n, GArray *targets)
{
  for (guint64 child = (guint64) i * 2 + 1; child <= (guint64) i * 2 + 2 && child < n; child++)
    add (targets, (guint32) child);
  if (i > 0)
    add (targets, (i - 1) / 2);
}

/* Blocks of 2,000: a dictionary, its entries, 999 keys and 999 values; values name values of other blocks. */
static void
dictionary_targets (guint32 i, guint32 n, GArray *targets)
{
  guint32 place = i % 2000, block = i - place;

  if (place == 0 && i + 1 < n)
    add (targets, i + 1);
  else if (place == 1)
    for (guint32 k = 2; k < 2000 && block + k < n; k++)
      add (targets, block + k);
  else if (place % 2)
    add (targets, (guint32) (mix (1, i) % n));
  if (place == 0 && block + 2000 < n)
    add (targets, block + 2000);
}

/* 1,000 × 1,000 objects that all refer to each other across, repeated until there are N. */
static void
bipartite_targets (guint32 i, guint32 n, GArray *targets)
{
  guint32 place = i % 2000, block = i - place;

  if (place < 1000)
    for (guint32 k = 1000; k < 2000 && block + k < n; k++)
      add (targets, block + k);
  else if (place == 1000 && block + 2000 < n)
    add (targets, block + 2000);
}

static guint32
every_object_root (guint32 i, guint32 n)
{
  return (guint32) ((guint64) i * n / 1000) % n;
}

static guint32
thousand_roots (guint32 n)
{
  return 1000;
}

/* The first hundred objects, each held by a root, are named by all others, and hold a share of them. */
static void
all_roots_targets (guint32 i, guint32 n, GArray *targets)
{
  if (i < 100)
    for (guint32 k = 100 + i; k < n; k += 100)
      add (targets, k);
  else
    for (guint32 k = 0; k < 100 && k < n; k++)
      add (targets, k);
}

static guint32
same_root (guint32 i, guint32 n)
{
  return i % n;
}

static guint32
hundred_roots (guint32 n)
{
  return 100;
}

/* A shop: products, customers with orders with lines, each customer in one block of HEAP_BLOCK objects. */
enum
{
  HEAP_PRODUCTS = 20000,
  HEAP_FIRST_CUSTOMER = 3 * HEAP_PRODUCTS + 4,
  HEAP_BLOCK = 60,
  HEAP_ORDERS = 6,
  HEAP_ORDER = 9,       /* order, lines array, 5 lines, 2 notes */
  HEAP_FIRST_ORDER = 5, /* after customer, name, list, array, list node */
};

enum
{
  HEAP_TYPE_TABLE,
  HEAP_TYPE_PRODUCT,
  HEAP_TYPE_STRING,
  HEAP_TYPE_ARRAY,
  HEAP_TYPE_CUSTOMER,
  HEAP_TYPE_LIST,
  HEAP_TYPE_NODE,
  HEAP_TYPE_ORDER,
  HEAP_TYPE_LINE,
  HEAP_N_TYPES
};

static void
heap_order_targets (guint32 block, guint32 place, guint32 n, guint64 random, GArray *targets)
{
  guint32 order = (place - HEAP_FIRST_ORDER) / HEAP_ORDER, role = (place - HEAP_FIRST_ORDER) % HEAP_ORDER;
  guint32 first = block + HEAP_FIRST_ORDER + order * HEAP_ORDER;

  if (role == 0)
    {
      add (targets, first + 1);
      add (targets, block);
      if (order > 0)
        add (targets, first - HEAP_ORDER);
    }
  else if (role == 1)
    for (guint32 k = 2; k < 7; k++)
      add (targets, first + k);
  else if (role < 7)
    {
      add (targets, 4 + (guint32) (random % HEAP_PRODUCTS) * 3);
      add (targets, role < 4 && role > 1 ? first + 5 + role : 3); /* a note of its own, or the one empty string */
    }
}

static void
heap_targets (guint32 i, guint32 n, GArray *targets)
{
  guint32 place, block;

  if (n < HEAP_FIRST_CUSTOMER + 2 * HEAP_BLOCK)
    list_targets (i, n, targets);
  else if (i == 0) /* customers' array */
    for (block = HEAP_FIRST_CUSTOMER; block + HEAP_BLOCK <= n; block += HEAP_BLOCK)
      add (targets, block);
  else if (i == 1) /* products' array */
    for (guint32 k = 0; k < HEAP_PRODUCTS; k++)
      add (targets, 4 + k * 3);
  else if (i == 2) /* the newest list node */
    add (targets, HEAP_FIRST_CUSTOMER + 4);
  else if (i >= 4 && i < HEAP_FIRST_CUSTOMER && (i - 4) % 3 == 0)
    {
      add (targets, i + 1);
      add (targets, i + 2);
    }
  if (n < HEAP_FIRST_CUSTOMER + 2 * HEAP_BLOCK || i < HEAP_FIRST_CUSTOMER)
    return;
  place = (i - HEAP_FIRST_CUSTOMER) % HEAP_BLOCK;
  block = i - place;
  if (block + HEAP_BLOCK > n)
    return;
  if (place == 0)
    {
      add (targets, i + 1);
      add (targets, i + 2);
    }
  else if (place == 2)
    add (targets, i + 1);
  else if (place == 3)
    for (guint32 k = 0; k < HEAP_ORDERS; k++)
      add (targets, block + HEAP_FIRST_ORDER + k * HEAP_ORDER);
  else if (place == 4)
    {
      if (block + 2 * HEAP_BLOCK <= n)
        add (targets, i + HEAP_BLOCK);
      if (block > HEAP_FIRST_CUSTOMER)
        add (targets, i - HEAP_BLOCK);
      add (targets, block + HEAP_FIRST_ORDER);
    }
  else if (place >= HEAP_FIRST_ORDER && place < HEAP_FIRST_ORDER + HEAP_ORDERS * HEAP_ORDER)
    heap_order_targets (block, place, n, mix (1, i), targets);
}

static guint32
heap_type (guint32 i, guint32 n)
{
  guint32 place = i < HEAP_FIRST_CUSTOMER ? 0 : (i - HEAP_FIRST_CUSTOMER) % HEAP_BLOCK;
  static const guint8 first[]
      = { HEAP_TYPE_CUSTOMER, HEAP_TYPE_STRING, HEAP_TYPE_LIST, HEAP_TYPE_ARRAY, HEAP_TYPE_NODE };

  if (i < 4)
    return HEAP_TYPE_TABLE;
  if (i < HEAP_FIRST_CUSTOMER)
    return (i - 4) % 3 == 0 ? HEAP_TYPE_PRODUCT : HEAP_TYPE_STRING;
  if (place < HEAP_FIRST_ORDER)
    return first[place];
  switch ((place - HEAP_FIRST_ORDER) % HEAP_ORDER)
    {
    case 0:
      return HEAP_TYPE_ORDER;
    case 1:
      return HEAP_TYPE_ARRAY;
    case 7:
    case 8:
      return HEAP_TYPE_STRING;
    default:
      return HEAP_TYPE_LINE;
    }
}

static guint32
four_roots (guint32 n)
{
  return 4;
}

const MgShape mg_shapes[] = {
  { "heap", "customers, orders, lines, products, a list through all", 10000000, HEAP_N_TYPES, heap_targets, same_root,
    four_roots, heap_type },
  { "random", "0 to 5 references to anywhere", 10000000, 2000, random_targets, every_object_root, thousand_roots,
    NULL },
  { "hubs", "half of the references go to few objects", 10000000, 2000, hub_targets, every_object_root, thousand_roots,
    NULL },
  { "list", "one linked list", 5000000, 1, list_targets, NULL, NULL, NULL },
  { "doubly", "one doubly linked list", 5000000, 1, doubly_linked_targets, NULL, NULL, NULL },
  { "list-tail", "a list whose end holds as many again, all rooted elsewhere too", 5000000, 2, list_tail_targets,
    list_tail_root, two_roots, NULL },
  { "event", "one event with n / 2 handlers, each with a target that refers to the owner", 5000000, 3, event_targets,
    NULL, NULL, NULL },
  { "tree", "a binary tree with parent references", 5000000, 3, tree_targets, NULL, NULL, NULL },
  { "dictionaries", "blocks of 2,000 keys and values, cross references", 10000000, 50, dictionary_targets, NULL, NULL,
    NULL },
  { "bipartite", "complete 1,000 × 1,000 blocks", 20000, 2, bipartite_targets, every_object_root, thousand_roots,
    NULL },
  { "all-roots", "every object refers to each of 100 rooted objects", 100000, 2, all_roots_targets, same_root,
    hundred_roots, NULL },
  { 0 },
};

const MgShape *
mg_shape_find (const char *name)
{
  for (const MgShape *shape = mg_shapes; shape->name; shape++)
    if (strcmp (shape->name, name) == 0)
      return shape;
  return NULL;
}

guint32
mg_shape_n_roots (const MgShape *shape, guint32 n)
{
  return shape->n_roots ? shape->n_roots (n) : 1;
}

guint32
mg_shape_root (const MgShape *shape, guint32 i, guint32 n)
{
  return shape->root ? shape->root (i, n) : 0;
}

guint32
mg_shape_type (const MgShape *shape, guint32 i, guint32 n)
{
  guint64 r = mix (99, i);

  if (shape->type)
    return shape->type (i, n);
  return (guint32) ((r >> 8) % MAX (shape->n_types >> r % 8, 1u));
}

guint32
mg_shape_size (guint32 i)
{
  guint64 r = mix (77, i);

  return r % 1000 == 0 ? 10000 + (guint32) (r >> 10) % 100000 : 24 + (guint32) (r >> 10) % 15 * 8;
}

static MgTypeTable *
make_types (const MgShape *shape)
{
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();
  g_autofree MgTypeId *map = NULL;

  for (guint32 i = 0; i < shape->n_types; i++)
    {
      g_autofree char *name = g_strdup_printf ("Bench.Type%05u", i);

      mg_type_table_builder_add (builder, name, NULL, i, 0);
    }
  return mg_type_table_builder_finish (builder, &map);
}

MgGraph *
mg_shape_graph (const MgShape *shape, guint32 n)
{
  g_autoptr (MgTypeTable) types = make_types (shape);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_roots = mg_shape_n_roots (shape, n);
  MgGraphBuilder *builder = mg_graph_builder_new (types, n_roots, n);
  MgRoot root = { .kind = MG_ROOT_STATIC };

  for (guint32 i = 0; i < n_roots; i++)
    {
      mg_graph_builder_add_root (builder, &root);
      mg_graph_builder_count_edges (builder, mg_graph_builder_root (i), 1);
    }
  for (guint32 i = 0; i < n; i++)
    {
      g_array_set_size (targets, 0);
      shape->targets (i, n, targets);
      mg_graph_builder_add_object (builder, mg_shape_type (shape, i, n), mg_shape_size (i), MG_SHAPE_ADDRESS (i));
      mg_graph_builder_count_edges (builder, mg_graph_builder_object (n_roots, i), targets->len);
    }
  mg_graph_builder_begin_edges (builder);
  for (guint32 i = 0; i < n_roots; i++)
    mg_graph_builder_add_edge (builder, mg_graph_builder_root (i),
                               mg_graph_builder_object (n_roots, mg_shape_root (shape, i, n)));
  for (guint32 i = 0; i < n; i++)
    {
      g_array_set_size (targets, 0);
      shape->targets (i, n, targets);
      for (guint k = 0; k < targets->len; k++)
        mg_graph_builder_add_edge (builder, mg_graph_builder_object (n_roots, i),
                                   mg_graph_builder_object (n_roots, g_array_index (targets, guint32, k)));
    }
  return mg_graph_builder_finish (builder);
}
