/* What of a core goes into a saved index: the outcome of the walk over the heap, and of loading the graph. All else is
 * read from the core again, which costs little. */
#include "analysis/formats/core-reader-private.h"

#define WALK_TYPE "(ttttta(ttt))"
#define GRAPH_TYPE "(ttay)"

G_STATIC_ASSERT (sizeof (MgClrTally) == 3 * sizeof (guint64));

GVariant *
mg_core_save_walk (MgReader *reader)
{
  const MgClr *clr = ((MgCoreReader *) reader)->clr;
  const GPtrArray *tables = clr->tables->tables;
  g_autofree MgClrTally *tallies = g_new (MgClrTally, (gsize) tables->len + 1);

  if (clr->walk_known)
    return NULL;
  for (guint i = 0; i < tables->len; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (tables, i);

      tallies[i] = (MgClrTally){ table->address, table->count, table->size };
    }
  return g_variant_new ("(ttttt@a(ttt))", clr->walk.n_objects, clr->walk.n_gaps, clr->walk.lost_bytes,
                        clr->walk.missing_bytes, (guint64) clr->walk.n_bad_segments,
                        g_variant_new_fixed_array (G_VARIANT_TYPE ("(ttt)"), tallies, tables->len, sizeof *tallies));
}

gboolean
mg_core_walk_from_variant (GVariant *saved, MgClrWalk *walk)
{
  g_autoptr (GVariant) tallies = NULL;
  guint64 n_bad_segments;

  if (saved == NULL || !g_variant_is_of_type (saved, G_VARIANT_TYPE (WALK_TYPE)))
    return FALSE;
  g_variant_get (saved, "(ttttt@a(ttt))", &walk->result.n_objects, &walk->result.n_gaps, &walk->result.lost_bytes,
                 &walk->result.missing_bytes, &n_bad_segments, &tallies);
  walk->result.n_bad_segments = (guint32) n_bad_segments;
  walk->tallies = g_variant_get_fixed_array (tallies, &walk->n_tallies, sizeof *walk->tallies);
  return TRUE;
}

GVariant *
mg_core_save_graph (MgReader *reader)
{
  const MgClr *clr = ((MgCoreReader *) reader)->clr;
  guint8 checks[MG_N_CHECKS];

  for (guint i = 0; i < MG_N_CHECKS; i++)
    checks[i] = (guint8) clr->runtime->checks[i];
  return g_variant_new ("(tt@ay)", clr->n_references, clr->n_bad_references,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, checks, MG_N_CHECKS, 1));
}

gboolean
mg_core_restore_graph (MgReader *reader, MgGraph *graph, GVariant *saved)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  g_autoptr (GVariant) bytes = NULL;
  const guint8 *checks;
  gsize n;

  if (saved == NULL || !g_variant_is_of_type (saved, G_VARIANT_TYPE (GRAPH_TYPE)))
    return FALSE;
  g_variant_get (saved, "(tt@ay)", &self->clr->n_references, &self->clr->n_bad_references, &bytes);
  checks = g_variant_get_fixed_array (bytes, &n, 1);
  if (n != MG_N_CHECKS)
    return FALSE;
  mg_clr_read_cells (self->clr);
  for (guint i = 0; i < MG_N_CHECKS; i++)
    self->clr->runtime->checks[i] = MIN (checks[i], MG_CHECK_FAILED);
  self->graph = mg_graph_ref (graph);
  return TRUE;
}
