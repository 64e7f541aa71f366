/* Forward search in the dump's own memory, without a graph: what some objects lead to, level by level, in several
 * threads. A bit per 8 bytes of heap says which objects were met; those met stand in one queue.
 *
 * Before the heap has been walked, where objects start is not known: each reference is taken to lead to one. What does
 * not look like an object then stands in the queue, and leads nowhere. */
#pragma once

#include <string.h>

#include "analysis/base/progress.h"
#include "analysis/clr/heap/dead-ends.h"
#include "analysis/clr/references.h"

G_BEGIN_DECLS

typedef struct
{
  const MgReferences *references;
  guint64 *closed; /* by bit of the index: met, or no object starts there */
  guint8 *queue;   /* objects met, each once, level behind level: mg_heap_search_address() */
  guint64 tail;    /* places of the queue in use */
  gsize queue_bytes;
  guint place_bytes; /* of a place of the queue, which counts words from address `first` */
  guint64 place_mask, first;
  guint64 expected; /* objects, about: for progress */
  MgDeadEnds *ends; /* references not to follow; NULL: all are followed */
  guint n_threads;
  MgMethodTables **tables; /* of each thread */
} MgHeapSearch;

/* Nothing is met yet. REFERENCES must outlive it. Memory: 1.6 % of the heap, and up to 8 bytes per object met. NULL: so
 * many addresses are not to be had, which happens only before the walk. */
MgHeapSearch *mg_heap_search_new (const MgReferences *references) G_GNUC_WARN_UNUSED_RESULT;
void mg_heap_search_free (MgHeapSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgHeapSearch, mg_heap_search_free)

/* The object at a place of the queue. */
static inline guint64
mg_heap_search_address (const MgHeapSearch *search, guint64 place)
{
  guint64 words;

  memcpy (&words, search->queue + place * search->place_bytes, sizeof words);
  return search->first + 8 * (GUINT64_FROM_LE (words) & search->place_mask);
}

/* The search, which has met nothing yet, is for an object of the class SUBJECT (a MethodTable): it passes over what
 * cannot lead there. TABLES: what REFERENCES know of the process. */
void mg_heap_search_look_for (MgHeapSearch *search, MgMethodTables *tables, guint64 subject);

/* OBJECT's MethodTable, with the references that the search follows. */
static inline const MgMethodTable *
mg_heap_search_table (const MgHeapSearch *search, const MgReferrer *object)
{
  return search->ends ? mg_dead_ends_without (search->ends, object->table) : object->table;
}

/* Puts the object at ADDRESS into the queue, unless it was met or is none. Not while a search runs. */
gboolean mg_heap_search_meet (MgHeapSearch *search, guint64 address);

/* Whether the object at ADDRESS was met; FALSE for what is no object. */
gboolean mg_heap_search_has_met (const MgHeapSearch *search, guint64 address);

/* Meets all that places FROM to END of the queue refer to; it stands behind the tail then, in any order. */
void mg_heap_search_expand (MgHeapSearch *search, guint64 from, guint64 end);

/* Lets all threads know the MethodTables that each has met, and puts them into TABLES, which the process knows. */
void mg_heap_search_share_tables (MgHeapSearch *search, MgMethodTables *tables);

/* Asks for the memory of an object that stands a little behind PLACE, before END. */
void mg_heap_search_fetch (const MgHeapSearch *search, guint64 place, guint64 end);

/* Meets all that the queue leads to from place FROM on. FALSE: cancelled. */
gboolean mg_heap_search_all (MgHeapSearch *search, guint64 from, MgProgress *progress, GError **error);

G_END_DECLS
