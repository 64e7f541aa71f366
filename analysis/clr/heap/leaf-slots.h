/* References that a search need not follow, because what they lead to refers to nothing: fields declared as string or
 * as an array of numbers, and the elements of string[]. A third of the objects of a usual heap are such; not to look at
 * them saves a third of a search. */
#pragma once

#include "analysis/clr/types/method-table.h"
#include "analysis/clr/types/modules.h"

G_BEGIN_DECLS

typedef struct
{
  MgClrModules *modules; /* borrowed; used under the lock */
  GMutex lock;
} MgLeafSlots;

/* MODULES must outlive it, and nobody else may use them while threads ask. */
MgLeafSlots *mg_leaf_slots_new (MgClrModules *modules) G_GNUC_WARN_UNUSED_RESULT;
void mg_leaf_slots_free (MgLeafSlots *slots);

/* Whether objects of TABLE, which is valid, may be what such references lead to. */
gboolean mg_leaf_slots_lead_to (const MgMethodTable *table);

/* Private: the work of mg_leaf_slots_without() on a table that is seen first. */
void mg_leaf_slots_learn (MgLeafSlots *slots, MgMethodTable *table);

/* TABLE without those references: TABLE itself where it has none. In any thread; owned by TABLE. O(1) but for the first
 * time. */
static inline const MgMethodTable *
mg_leaf_slots_without (MgLeafSlots *slots, MgMethodTable *table)
{
  const MgMethodTable *inner = __atomic_load_n (&table->inner, __ATOMIC_ACQUIRE);

  if (G_UNLIKELY (inner == NULL))
    {
      mg_leaf_slots_learn (slots, table);
      inner = table->inner;
    }
  return inner;
}

G_END_DECLS
