#include "analysis/clr/clr-objects.h"

#include <string.h>

#include "analysis/clr/heap/heap-glimpse.h"

static gboolean
looks_like_object (MgClr *clr, guint64 address)
{
  const MgIndexedSegment *segment = mg_object_index_segment (clr->index, address);
  guint64 head[2];
  const MgMethodTable *table;

  if (segment == NULL || (address & 7))
    return FALSE;
  if (segment->bytes != NULL && segment->end - address >= sizeof head)
    memcpy (head, segment->bytes + (address - segment->start), sizeof head);
  else if (!mg_address_space_read (clr->runtime->space, address, head, sizeof head))
    return FALSE;
  table = mg_method_tables_get (clr->tables, head[0] & ~G_GUINT64_CONSTANT (7));
  return table->valid && table->address != clr->runtime->free_method_table
         && mg_method_table_object_size (table, table->component_size ? (guint32) head[1] : 0)
                <= segment->end - address;
}

gboolean
mg_clr_is_object (MgClr *clr, guint64 address)
{
  return clr->index->sealed ? mg_object_index_find (clr->index, address) != MG_OBJECT_NONE
                            : looks_like_object (clr, address);
}

void
mg_clr_mark_segment (MgClr *clr, guint32 segment)
{
  if (!clr->index->sealed && !clr->index->segments[segment].marked)
    mg_heap_glimpse_mark (clr->heap, clr->tables, clr->index, segment);
}

gboolean
mg_clr_object_before (MgClr *clr, guint64 address, guint64 *start)
{
  const MgIndexedSegment *segment = mg_object_index_segment (clr->index, address);

  if (segment == NULL)
    return FALSE;
  mg_clr_mark_segment (clr, (guint32) (segment - clr->index->segments));
  return mg_object_index_find_before (clr->index, address, start);
}
