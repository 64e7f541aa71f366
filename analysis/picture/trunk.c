#include "analysis/picture/trunk.h"

#include "analysis/names/type-name.h"
#include "analysis/picture/identity.h"

/* So many times as many objects hang on one that it gathers them. */
#define GATHERS 4

typedef struct
{
  MgSketch *sketch;
  const MgGraph *graph;
  MgFolds *folds;
} Trunk;

static gboolean
is_exception (const char *name)
{
  return g_str_has_suffix (name, "Exception");
}

/* Whether node INDEX, or the collection of its that is the next node, gathers many objects. */
static gboolean
gathers (const Trunk *trunk, guint index)
{
  guint64 count = mg_sketch_node (trunk->sketch, index)->count;

  for (const MgSketchEdge *out; (out = mg_sketch_only_out (trunk->sketch, index)) != NULL; index = out->to)
    {
      const MgSketchNode *next = mg_sketch_node (trunk->sketch, out->to);

      if (next->kind != MG_PICTURE_GROUP && next->kind != MG_PICTURE_SUBJECT)
        return FALSE;
      if (next->count >= count * GATHERS)
        return TRUE;
      if (next->kind == MG_PICTURE_SUBJECT)
        return FALSE;
      if (next->count > count || !mg_folds_is_carrier (trunk->folds, next->first))
        return FALSE;
    }
  return FALSE;
}

/* Whether node INDEX, of the framework, is what a person asks for all the same. */
static gboolean
is_an_answer (const Trunk *trunk, guint index)
{
  const MgSketchNode *node = mg_sketch_node (trunk->sketch, index);
  const MgSketchEdge *out = mg_sketch_only_out (trunk->sketch, index);

  if (is_exception (mg_type_table_get (trunk->graph->types, node->type)->name))
    return TRUE;
  if (mg_folds_is_carrier (trunk->folds, node->first))
    return FALSE;
  return (out && out->fold == MG_FOLD_EVENT) || gathers (trunk, index);
}

/* Whether node INDEX may be part of a trunk: the framework's, one way in, one way out. */
static gboolean
may_collapse (const Trunk *trunk, guint index)
{
  const MgSketch *sketch = trunk->sketch;
  const MgGraph *graph = trunk->graph;
  const MgSketchNode *node = mg_sketch_node (sketch, index);
  const MgSketchEdge *out = mg_sketch_only_out (sketch, index);

  return node->kind == MG_PICTURE_GROUP && node->type != MG_TYPE_NONE
         && (mg_type_table_get (graph->types, node->type)->flags & MG_TYPE_OWN) == 0
         && mg_sketch_only_in (sketch, index) != NULL
         && out != NULL
         /* What holds the subject itself is always drawn. */
         && mg_sketch_node (sketch, out->to)->kind != MG_PICTURE_SUBJECT && !is_an_answer (trunk, index);
}

/* Whether the way out of node INDEX passes something of the user's; ways are followed while they do not branch. */
static gboolean
leads_to_own (const MgSketch *sketch, const MgGraph *graph, guint index)
{
  for (guint steps = 0; steps < sketch->nodes->len; steps++)
    {
      const MgSketchNode *node = mg_sketch_node (sketch, index);
      const MgSketchEdge *out = mg_sketch_only_out (sketch, index);

      if (node->type != MG_TYPE_NONE && (mg_type_table_get (graph->types, node->type)->flags & MG_TYPE_OWN) != 0)
        return TRUE;
      if (out == NULL)
        return FALSE;
      index = out->to;
    }
  return FALSE;
}

/* Nodes of the stretch that starts at INDEX. */
static guint
stretch_length (const Trunk *trunk, guint index)
{
  guint length = 0;

  for (; may_collapse (trunk, index); index = mg_sketch_only_out (trunk->sketch, index)->to)
    length++;
  return length;
}

/* Lists and dictionaries say nothing of what they are for. */
static gboolean
says_little (const char *space)
{
  return g_str_has_prefix (space, "System.Collections");
}

/* A type from the namespace that most of the LENGTH nodes from INDEX on are of; the first one's at a tie. Collections
 * count only where there is nothing else. */
static MgTypeId
typical_type (const MgSketch *sketch, const MgGraph *graph, guint index, guint length)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  MgTypeId best = MG_TYPE_NONE;
  guint most = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0, at = index; i < length; i++, at = mg_sketch_only_out (sketch, at)->to)
      {
        MgTypeId type = mg_sketch_node (sketch, at)->type;
        char *space = mg_type_name_namespace (mg_type_table_get (graph->types, type)->name);
        guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, space));
        guint score = says_little (space) ? 1 : 2 * count;

        if (pass == 1 && score > most)
          {
            most = score;
            best = type;
          }
        if (pass == 0)
          g_hash_table_insert (counts, space, GUINT_TO_POINTER (count + 1));
        else
          g_free (space);
      }
  return best;
}

/* Node INDEX becomes the trunk; the LENGTH - 1 behind it go. */
static void
collapse (MgSketch *sketch, const MgGraph *graph, guint index, guint length, guint64 id)
{
  MgSketchNode *trunk = mg_sketch_node (sketch, index);

  trunk->type = typical_type (sketch, graph, index, length);

  for (guint i = 1; i < length; i++)
    {
      MgSketchEdge *out = mg_sketch_only_out (sketch, index), *beyond = mg_sketch_only_out (sketch, out->to);
      guint gone = out->to, to = beyond->to;
      guint64 weight = beyond->weight, links = beyond->links;
      g_autoptr (GArray) beyond_chain = g_array_ref (beyond->chain);
      MgFoldKind fold = beyond->fold;
      gboolean conditional = out->conditional || beyond->conditional, leading = beyond->leading;
      MgSketchEdge *added;

      trunk->dominator = trunk->dominator && mg_sketch_node (sketch, gone)->dominator;
      trunk->is_service = trunk->is_service || mg_sketch_node (sketch, gone)->is_service;
      added = mg_sketch_add_edge (sketch, index, to, weight, links, fold);
      added->conditional = conditional;
      added->leading = leading;
      /* It still says how the last of the trunk holds what comes after. */
      if (added->chain->len == 0)
        g_array_append_vals (added->chain, beyond_chain->data, beyond_chain->len);
      mg_sketch_remove_node (sketch, gone);
      index -= index > gone;
    }
  trunk->kind = MG_PICTURE_TRUNK;
  trunk->id = id;
  trunk->n_left_out = length;
  trunk->count = length;
  trunk->run_longest = trunk->run_median = 0;
}

void
mg_trunk_collapse (MgSketch *sketch, const MgGraph *graph, MgFolds *folds, const guint64 *opened, guint n_opened)
{
  const Trunk trunk = { sketch, graph, folds };

  for (guint i = 0; i < sketch->nodes->len; i++)
    {
      const MgSketchEdge *in = mg_sketch_only_in (sketch, i);
      guint length = stretch_length (&trunk, i);
      guint64 id = mg_identity_text (mg_sketch_node (sketch, i)->id, "trunk");

      if (length < MG_TRUNK_LENGTH || may_collapse (&trunk, in->from) || !leads_to_own (sketch, graph, i)
          || mg_identity_is_among (id, opened, n_opened))
        continue;
      collapse (sketch, graph, i, length, id);
      /* Indexes have moved. */
      i = G_MAXUINT;
    }
}
