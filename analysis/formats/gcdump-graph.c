/* Builds the graph of a .gcdump from its mapping: objects in address order, two passes over the records (how many
 * references each has, then the references), no lists in between. */
#include <glib/gi18n-lib.h>

#include "analysis/base/big-array.h"
#include "analysis/base/radix-sort.h"
#include "analysis/formats/gcdump-file.h"
#include "analysis/formats/gcdump-root-table.h"
#include "analysis/formats/gcdump-statics.h"
#include "analysis/graph/builder.h"
#include "analysis/source/file.h"

#define PREFETCH_DISTANCE 16

typedef struct
{
  MgGcdump *file;
  MgGraphBuilder *builder;
  MgGcdumpRootTable roots;
  MgGcdumpStatics statics;
  guint32 n_objects;
  guint32 *order;      /* object → node of the file, by address */
  MgNode *node;        /* node of the file → node of the graph; MG_NODE_NONE for pseudo-nodes */
  guint64 n_nowhere;   /* references that name no node */
  guint64 n_odd;       /* addresses that no object can have, or that another has too */
  MgProgress *progress;
} Load;

static void
load_clear (Load *load)
{
  g_clear_pointer (&load->builder, mg_graph_builder_free);
  mg_gcdump_root_table_clear (&load->roots);
  mg_gcdump_statics_clear (&load->statics);
  g_clear_pointer (&load->order, g_free);
  g_clear_pointer (&load->node, g_free);
}

/* Each of the three passes is a third of the work. */
static gboolean
step (const Load *load, guint pass, guint64 done, GError **error)
{
  guint64 n = load->n_objects;

  return mg_progress_step (load->progress, pass * n + done, 3 * n, error)
         && mg_source_check (load->file->source, error);
}

/* Whether the memory is there has been asked before; numbers of nodes have an end as well. */
static gboolean
check_limit (const Load *load, GError **error)
{
  guint64 nodes = (guint64) load->n_objects + load->roots.roots->len + 1;

  if (nodes <= MG_LIMIT_NODES)
    return TRUE;
  g_set_error (error, MG_ERROR, MG_ERROR_LIMIT,
               /* Translators: a file name. */
               _ ("%s has more than four thousand million objects: paths and retained sizes cannot be computed. The "
                  "types can be listed."),
               load->file->parent.info.base_name);
  return FALSE;
}

/* Objects begin at multiples of 4 (8 in 64-bit processes, with few exceptions), and each at its own. */
static guint64
count_odd_addresses (const MgRadixItem *items, guint32 n)
{
  guint64 odd = 0;

  for (guint32 k = 0; k < n; k++)
    odd += (items[k].key & 3) != 0 || (k > 0 && items[k].key != 0 && items[k].key == items[k - 1].key);
  return odd;
}

static gboolean
order_by_address (Load *load, GError **error)
{
  const MgGcdump *file = load->file;
  g_autofree MgRadixItem *items = mg_big_array_new (MgRadixItem, (gsize) load->n_objects + 1);
  guint32 n = 0;

  for (guint32 i = 0; i < file->n_nodes; i++)
    if (!mg_gcdump_is_pseudo (file, i))
      items[n++] = (MgRadixItem){ mg_gcdump_address (file, i), i };
  if (!mg_radix_sort_steps (items, n, load->progress))
    return step (load, 0, 0, error);
  load->n_odd = count_odd_addresses (items, n);
  load->order = mg_big_array_new (guint32, (gsize) n + 1);
  for (guint32 k = 0; k < n; k++)
    load->order[k] = items[k].value;
  return step (load, 1, 0, error);
}

static void
number_nodes (Load *load)
{
  guint32 n_roots = load->roots.roots->len;

  load->node = mg_big_array_new (MgNode, load->file->n_nodes);
  memset (load->node, 0xff, sizeof (MgNode) * load->file->n_nodes);
  for (guint32 k = 0; k < load->n_objects; k++)
    load->node[load->order[k]] = mg_graph_builder_object (n_roots, k);
}

/* Objects in address order lie anywhere in the file: fetches what will be read soon, offset first, then the record. */
static inline void
prefetch (const Load *load, guint32 k)
{
  const MgGcdump *file = load->file;

  if (G_UNLIKELY (k + 2 * PREFETCH_DISTANCE >= load->n_objects))
    return;
  mg_prefetch (file->offsets + (gsize) load->order[k + 2 * PREFETCH_DISTANCE] * 4);
  if (load->order[k + 2 * PREFETCH_DISTANCE] < file->n_addresses)
    mg_prefetch (file->addresses + (gsize) load->order[k + 2 * PREFETCH_DISTANCE] * 8);
  mg_gcdump_prefetch (file, load->order[k + PREFETCH_DISTANCE]);
}

/* The next reference of node FROM that the graph has; FALSE at the end. STORE: FROM stores static fields. */
static inline gboolean
next_reference (const Load *load, guint32 from, gboolean store, guint32 *left, const guint8 **at, guint32 *child)
{
  const MgGcdump *file = load->file;

  while (*left > 0 && *at < file->blob_end)
    {
      --*left;
      if (mg_gcdump_next_child (file, from, at, child) && !mg_gcdump_is_pseudo (file, *child)
          && !(store && mg_bitmap_get (load->statics.static_targets, *child)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
node_is_store (const Load *load, guint32 node, const MgGcdumpNode *head)
{
  return mg_gcdump_statics_is_store (&load->statics, node, mg_gcdump_type (load->file, head->type)->flags);
}

/* References that next_reference() leaves out because of what they are, for the notes. */
static void
count_left_out (Load *load, guint32 node, const MgGcdumpNode *head, gboolean store)
{
  const guint8 *at = head->children;

  for (guint32 i = 0; i < head->n_children && at < load->file->blob_end; i++)
    {
      guint32 child;

      if (!mg_gcdump_next_child (load->file, node, &at, &child))
        load->n_nowhere++;
      else if (store && mg_bitmap_get (load->statics.static_targets, child))
        load->statics.n_left_out++;
    }
}

static gboolean
add_objects (Load *load, GError **error)
{
  const MgGcdump *file = load->file;
  guint32 n_roots = load->roots.roots->len;

  for (guint32 k = 0; k < load->n_objects; k++)
    {
      guint32 node = load->order[k], left, child, n = 0;
      MgGcdumpNode head;
      const guint8 *at;
      gboolean store;

      if (k % MG_PROGRESS_INTERVAL == 0 && !step (load, 1, k, error))
        return FALSE;
      prefetch (load, k);
      mg_gcdump_read_node (file, node, &head);
      mg_graph_builder_add_object (load->builder, file->type_ids[head.type], mg_gcdump_size (head.size),
                                   mg_gcdump_address (file, node));
      store = node_is_store (load, node, &head);
      at = head.children;
      left = head.n_children;
      while (next_reference (load, node, store, &left, &at, &child))
        n++;
      if (G_UNLIKELY (n != head.n_children))
        count_left_out (load, node, &head, store);
      mg_graph_builder_count_edges (load->builder, mg_graph_builder_object (n_roots, k), n);
    }
  return TRUE;
}

static gboolean
add_references (Load *load, GError **error)
{
  const MgGcdump *file = load->file;
  guint32 n_roots = load->roots.roots->len;

  for (guint32 k = 0; k < load->n_objects; k++)
    {
      guint32 node = load->order[k], left, child;
      MgGcdumpNode head;
      const guint8 *at;
      gboolean store;

      if (k % MG_PROGRESS_INTERVAL == 0 && !step (load, 2, k, error))
        return FALSE;
      prefetch (load, k);
      mg_gcdump_read_node (file, node, &head);
      store = node_is_store (load, node, &head);
      at = head.children;
      left = head.n_children;
      while (next_reference (load, node, store, &left, &at, &child))
        mg_graph_builder_add_edge (load->builder, mg_graph_builder_object (n_roots, k), load->node[child]);
    }
  return step (load, 3, 0, error);
}

static void
add_roots (Load *load)
{
  for (guint i = 0; i < load->roots.roots->len; i++)
    {
      const MgGcdumpRoot *root = &g_array_index (load->roots.roots, MgGcdumpRoot, i);

      mg_graph_builder_add_root (load->builder, &root->root);
      mg_graph_builder_count_edges (load->builder, mg_graph_builder_root (i), root->n);
    }
}

static void
add_root_references (Load *load)
{
  for (guint i = 0; i < load->roots.roots->len; i++)
    {
      const MgGcdumpRoot *root = &g_array_index (load->roots.roots, MgGcdumpRoot, i);

      for (guint32 k = 0; k < root->n; k++)
        mg_graph_builder_add_edge (load->builder, mg_graph_builder_root (i),
                                   load->node[g_array_index (load->roots.targets, guint32, root->first + k)]);
    }
}

static void
add_notes (const Load *load)
{
  mg_reader_note_count (&load->file->parent, TRUE, load->n_nowhere,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "The file is damaged: %s reference leads nowhere. It is left out.",
                                     "The file is damaged: %s references lead nowhere. They are left out.",
                                     load->n_nowhere));
  mg_reader_note_count (&load->file->parent, TRUE, load->n_odd,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "The file is damaged: %s address is recorded twice, or is none that an object can "
                                     "have.",
                                     "The file is damaged: %s addresses are recorded twice, or are none that an object "
                                     "can have.",
                                     load->n_odd));
  mg_reader_note_count (&load->file->parent, FALSE, load->statics.n_left_out,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "%s slot of the arrays in which the runtime stores static fields is left out of "
                                     "paths, since its static field is shown as a root by name.",
                                     "%s slots of the arrays in which the runtime stores static fields are left out "
                                     "of paths, since their static fields are shown as roots by name.",
                                     load->statics.n_left_out));
}

/* The tables of the file are not needed again: what the kernel has of them need not count as ours. */
static void
drop_pages (const MgGcdump *file)
{
  mg_source_advise (file->source, 0, mg_source_size (file->source), MG_SOURCE_DONE);
}

MgGraph *
mg_gcdump_load_graph (MgGcdump *self, MgProgress *progress, GError **error)
{
  __attribute__ ((cleanup (load_clear))) Load load = { .file = self, .progress = progress };

  load.n_objects = self->n_nodes - self->n_pseudo;
  if (!step (&load, 0, 0, error))
    return NULL;
  mg_gcdump_root_table_init (&load.roots, self);
  mg_gcdump_statics_init (&load.statics, self);
  if (!check_limit (&load, error))
    return NULL;
  if (!order_by_address (&load, error))
    return NULL;
  load.builder = mg_graph_builder_new (self->parent.stats->types, load.roots.roots->len, load.n_objects);
  add_roots (&load);
  if (!add_objects (&load, error))
    return NULL;
  mg_graph_builder_begin_edges (load.builder);
  number_nodes (&load);
  add_root_references (&load);
  if (!add_references (&load, error))
    return NULL;
  drop_pages (self);
  add_notes (&load);
  return mg_graph_builder_finish (g_steal_pointer (&load.builder));
}
