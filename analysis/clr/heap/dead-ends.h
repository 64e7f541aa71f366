/* References that a search for one object need not follow, because what they lead to can neither be it nor lead to it:
 * strings, arrays of numbers, and objects of classes that class-reach.h rules out. Not to look at those objects saves a
 * third of a search in a usual heap, and most of it where a class of small objects fills the heap. */
#pragma once

#include "analysis/clr/heap/ties.h"
#include "analysis/clr/types/class-reach.h"
#include "analysis/clr/types/method-table.h"

G_BEGIN_DECLS

typedef struct
{
  const MgRuntime *runtime;
  MgClassReach *reach; /* owned; used under the lock */
  GHashTable *tied;    /* guint64 *: classes of objects with ties */
  GMutex lock;
} MgDeadEnds;

/* For the search for an object of SUBJECT (a MethodTable). What TABLES, and all that is forked from them, knew of an
 * earlier search is forgotten. MODULES must outlive it, and nobody else may use them while threads ask. O(classes
 * loaded, ties). */
MgDeadEnds *mg_dead_ends_new (MgClrModules *modules, const MgTies *ties, MgMethodTables *tables, guint64 subject)
    G_GNUC_WARN_UNUSED_RESULT;
void mg_dead_ends_free (MgDeadEnds *ends);

/* Private: the work of mg_dead_ends_without() on a table that is seen first. */
void mg_dead_ends_learn (MgDeadEnds *ends, MgMethodTable *table);

/* TABLE without those references: TABLE itself where it has none. In any thread; owned by TABLE. O(1) but for the first
 * time. */
static inline const MgMethodTable *
mg_dead_ends_without (MgDeadEnds *ends, MgMethodTable *table)
{
  const MgMethodTable *inner = __atomic_load_n (&table->inner, __ATOMIC_ACQUIRE);

  if (G_UNLIKELY (inner == NULL))
    {
      mg_dead_ends_learn (ends, table);
      inner = table->inner;
    }
  return inner;
}

G_END_DECLS
