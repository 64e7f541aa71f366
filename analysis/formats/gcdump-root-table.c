#include "analysis/formats/gcdump-root-table.h"

#include "analysis/formats/gcdump-pseudo.h"
#include "analysis/formats/gcdump-root-name.h"

/* A reference from a group, with all that it is sorted by. */
typedef struct
{
  MgRoot root;
  guint32 group; /* 0 where the objects of a group are roots each for themselves */
  guint32 target;
  guint64 address; /* of the target */
} Item;

static MgGcdumpNaming
naming_of (const MgGcdump *self)
{
  if (g_strcmp0 (self->tool, MG_GCDUMP_TOOL) == 0)
    return MG_GCDUMP_NAMES_DECLARING;
  return self->raw_names ? MG_GCDUMP_NAMES_RAW : MG_GCDUMP_NAMES_USUAL;
}

/* The root that stands for a reference from GROUP. */
static MgRoot
describe_group (const MgGcdump *self, guint32 group, GStringChunk *texts)
{
  gpointer kind = g_hash_table_lookup (self->group_of, GUINT_TO_POINTER (group));
  MgRoot root = { .kind = kind ? (MgRootKind) (GPOINTER_TO_UINT (kind) - 1) : MG_ROOT_OTHER };
  g_autofree char *label = NULL, *note = NULL;
  const MgGcdumpType *type;
  MgGcdumpNode head;

  if (group >= self->n_nodes)
    return root;
  mg_gcdump_read_node (self, group, &head);
  type = mg_gcdump_type (self, head.type);
  label = mg_gcdump_root_name_label (type->name, root.kind, naming_of (self), &note);
  root.label = label ? g_string_chunk_insert_const (texts, label) : NULL;
  root.note = note ? g_string_chunk_insert_const (texts, note) : NULL;
  root.address = mg_gcdump_address (self, group);
  return root;
}

static int
compare_numbers (guint64 a, guint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_roots (const MgRoot *a, const MgRoot *b)
{
  int order = compare_numbers (a->kind, b->kind);

  if (order == 0)
    order = g_strcmp0 (a->label, b->label);
  return order;
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *first = a, *second = b;
  int order = compare_roots (&first->root, &second->root);

  if (order == 0)
    order = compare_numbers (first->group, second->group);
  if (order == 0)
    order = compare_numbers (first->address, second->address);
  return order ? order : compare_numbers (first->target, second->target);
}

static GArray *
collect_items (const MgGcdump *self, GStringChunk *texts)
{
  const MgGcdumpRootEdge *edges = (const MgGcdumpRootEdge *) (gpointer) self->root_edges->data;
  GArray *items = g_array_sized_new (FALSE, FALSE, sizeof (Item), self->root_edges->len);
  guint32 group = G_MAXUINT32;
  MgRoot root = { .kind = MG_ROOT_OTHER };

  for (guint i = 0; i < self->root_edges->len; i++)
    {
      Item item = { .target = edges[i].target };

      if (i == 0 || edges[i].group != group) /* references of one group stand together */
        root = describe_group (self, group = edges[i].group, texts);
      item.root = root;
      item.group = root.kind == MG_ROOT_STATIC || root.kind == MG_ROOT_THREAD_STATIC ? group : 0;
      item.address = mg_gcdump_address (self, item.target);
      g_array_append_val (items, item);
    }
  g_array_sort (items, compare_items);
  return items;
}

/* A static field that nothing names ("[static vars]" holds an object itself) is one root for each object. */
static gboolean
belongs_to (const MgGcdumpRoot *root, const Item *item)
{
  return root->root.label != NULL && item->group != 0 && root->group == item->group;
}

static gboolean
is_same_target (const MgGcdumpRootTable *table, const MgGcdumpRoot *root, guint32 target)
{
  return g_array_index (table->targets, guint32, root->first + root->n - 1) == target;
}

static void
add_item (MgGcdumpRootTable *table, const Item *item)
{
  MgGcdumpRoot *last = table->roots->len ? &g_array_index (table->roots, MgGcdumpRoot, table->roots->len - 1) : NULL;
  MgGcdumpRoot root = { item->root, item->address, item->group, table->targets->len, 1 };

  if (last && compare_roots (&last->root, &item->root) == 0)
    {
      if (is_same_target (table, last, item->target) && (last->n == 1 || belongs_to (last, item)))
        return;
      if (belongs_to (last, item))
        {
          last->n++;
          g_array_append_val (table->targets, item->target);
          return;
        }
    }
  g_array_append_val (table->targets, item->target);
  g_array_append_val (table->roots, root);
}

static int
compare_finished (gconstpointer a, gconstpointer b)
{
  const MgGcdumpRoot *first = a, *second = b;
  int order = compare_roots (&first->root, &second->root);

  if (order == 0)
    order = compare_numbers (first->address, second->address);
  return order ? order : compare_numbers (first->first, second->first);
}

void
mg_gcdump_root_table_init (MgGcdumpRootTable *table, const MgGcdump *self)
{
  g_autoptr (GArray) items = NULL;

  table->roots = g_array_new (FALSE, FALSE, sizeof (MgGcdumpRoot));
  table->targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  table->texts = g_string_chunk_new (4096);
  items = collect_items (self, table->texts);
  for (guint i = 0; i < items->len; i++)
    add_item (table, &g_array_index (items, Item, i));
  g_array_sort (table->roots, compare_finished);
}

void
mg_gcdump_root_table_clear (MgGcdumpRootTable *table)
{
  g_clear_pointer (&table->roots, g_array_unref);
  g_clear_pointer (&table->targets, g_array_unref);
  g_clear_pointer (&table->texts, g_string_chunk_free);
}
