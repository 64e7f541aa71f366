#include "analysis/picture/common-dominators.h"

#include "analysis/base/bitmap.h"

/* The chain from the super root's child down to NODE. */
static GArray *
chain_to (const MgDominators *dominators, MgNode node)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (MgNode));

  for (; node != MG_NODE_SUPER_ROOT; node = dominators->idom[node])
    g_array_append_val (chain, node);
  for (guint i = 0; i < chain->len / 2; i++)
    {
      MgNode *a = &g_array_index (chain, MgNode, i), *b = &g_array_index (chain, MgNode, chain->len - 1 - i), t = *a;

      *a = *b;
      *b = t;
    }
  return chain;
}

GArray *
mg_common_dominators (const MgDominators *dominators, const MgNode *nodes, gsize n)
{
  g_autofree guint64 *on_chain = NULL, *seen = NULL;
  MgNode last = MG_NODE_NONE; /* that was looked at */
  GArray *chain = NULL;

  if (n == 1 && dominators->idom[nodes[0]] != MG_NODE_NONE)
    return chain_to (dominators, nodes[0]);
  on_chain = mg_bitmap_new (dominators->n_nodes);
  seen = mg_bitmap_new (dominators->n_nodes);
  for (gsize i = 0; i < n && (chain == NULL || chain->len > 0); i++)
    {
      MgNode node = nodes[i], above = dominators->idom[node];

      if (above == MG_NODE_NONE)
        continue;
      /* Of neighbours with one dominator the first says all, unless the chain still ends in itself. */
      if (last != MG_NODE_NONE && above == dominators->idom[last]
          && g_array_index (chain, MgNode, chain->len - 1) != last)
        continue;
      last = node;
      if (chain == NULL)
        {
          chain = chain_to (dominators, node);
          for (guint k = 0; k < chain->len; k++)
            mg_bitmap_set (on_chain, g_array_index (chain, MgNode, k));
          continue;
        }
      /* What was seen before has shortened the chain already. */
      while (node != MG_NODE_SUPER_ROOT && !mg_bitmap_get (on_chain, node) && mg_bitmap_add (seen, node))
        node = dominators->idom[node];
      if (node != MG_NODE_SUPER_ROOT && !mg_bitmap_get (on_chain, node))
        continue;
      while (chain->len > 0 && g_array_index (chain, MgNode, chain->len - 1) != node)
        {
          mg_bitmap_unset (on_chain, g_array_index (chain, MgNode, chain->len - 1));
          g_array_set_size (chain, chain->len - 1);
        }
    }
  return chain ? chain : g_array_new (FALSE, FALSE, sizeof (MgNode));
}

void
mg_mark_dominators (MgSketch *sketch, const GArray *chain)
{
  for (guint i = 0; i < sketch->nodes->len; i++)
    {
      MgSketchNode *node = mg_sketch_node (sketch, i);

      if (node->kind == MG_PICTURE_SUBJECT)
        node->dominator = TRUE;
      else if ((node->count == 1 || node->is_chain)
               && (node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_GROUP))
        for (guint k = 0; k < chain->len && !node->dominator; k++)
          node->dominator = g_array_index (chain, MgNode, k) == node->first;
    }
}
