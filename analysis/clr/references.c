#include "analysis/clr/references.h"

#include "analysis/clr/clr-objects.h"

void
mg_references_slot (guint64 slot, gpointer data)
{
  const MgReferenceVisit *visit = data;
  guint64 target = mg_address_space_u64_or_0 (visit->self->space, slot);

  if (target != 0)
    visit->func (target, visit->data);
}

void
mg_references_holder_slot (guint64 slot, gpointer data)
{
  const MgReferenceVisit *visit = data;
  const MgClr *clr = visit->self->clr;

  if (!mg_statics_find (clr->statics, slot) && !mg_thread_statics_find (clr->thread_statics, slot))
    mg_references_slot (slot, data);
}

gboolean
mg_references_is_holder (const MgReferences *self, guint64 address)
{
  return self->holders && g_hash_table_contains ((GHashTable *) self->holders, &address);
}

void
mg_references_init (MgReferences *self, MgClr *clr, const GHashTable *holders)
{
  *self = (MgReferences){ .clr = clr, .index = clr->index, .space = clr->runtime->space, .holders = holders };
  self->ties = mg_ties_new (clr->handles);
  /* All arrays that hold statics are Object[]: one compare keeps the look-up away from other objects. */
  for (guint i = 0; i < clr->statics->statics->len && self->array_table == 0; i++)
    {
      guint64 slot = g_array_index (clr->statics->statics, MgStatic, i).slot, start;

      if (mg_clr_object_before (clr, slot, &start))
        self->array_table = mg_method_table_of (self->space, start);
    }
}

void
mg_references_clear (MgReferences *self)
{
  g_clear_pointer (&self->ties, mg_ties_free);
}
