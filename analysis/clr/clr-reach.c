#include "analysis/clr/clr-reach.h"

void
mg_clr_reach_meet_frozen (MgHeapSearch *search)
{
  const MgObjectIndex *index = search->references->index;
  const GArray *segments = search->references->clr->heap->segments;

  for (guint32 s = 0; s < index->n_segments; s++)
    {
      const MgIndexedSegment *segment = &index->segments[s];

      if (!g_array_index (segments, MgHeapSegment, s).read_only)
        continue;
      for (guint64 b = segment->first_block; b < mg_object_index_end_block (index, s); b++)
        for (guint w = 0; w < MG_INDEX_WORDS; w++)
          for (guint64 bits = index->blocks[b].bits[w]; bits != 0; bits &= bits - 1)
            mg_heap_search_meet (search, segment->start + (b - segment->first_block) * MG_INDEX_BLOCK_BYTES
                                             + 8 * (w * 64 + (guint64) __builtin_ctzll (bits)));
    }
}

void
mg_clr_reach_drop_met (const MgHeapSearch *search, MgClrRoots *roots)
{
  guint kept = 0;

  for (guint i = 0; i < roots->roots->len; i++)
    {
      MgClrRoot entry = g_array_index (roots->roots, MgClrRoot, i);

      if (mg_clr_is_certain (entry.root.kind) || !mg_heap_search_has_met (search, entry.address))
        g_array_index (roots->roots, MgClrRoot, kept++) = entry;
    }
  g_array_set_size (roots->roots, kept);
}

gboolean
mg_clr_reach_is_settled (const MgClrRoots *roots)
{
  for (guint i = 0; i < roots->roots->len; i++)
    if (!mg_clr_is_certain (g_array_index (roots->roots, MgClrRoot, i).root.kind))
      return FALSE;
  return TRUE;
}

gboolean
mg_clr_reach_settle (const MgReferences *references, MgClrRoots *roots, MgProgress *progress, GError **error)
{
  g_autoptr (MgHeapSearch) search = mg_heap_search_new (references);

  mg_clr_reach_meet_frozen (search);
  for (guint i = 0; i < roots->roots->len; i++)
    {
      const MgClrRoot *entry = &g_array_index (roots->roots, MgClrRoot, i);

      if (mg_clr_is_certain (entry->root.kind))
        mg_heap_search_meet (search, entry->address);
    }
  if (!mg_heap_search_all (search, 0, progress, error))
    return FALSE;
  mg_clr_reach_drop_met (search, roots);
  return TRUE;
}
