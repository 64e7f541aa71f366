/* The references out of an object in the dump's memory: the places that GCDesc names, the load context of a
 * collectible type, and what dependent handles tie to it. A cell of a hidden array that is a named static belongs to
 * its root and is left out. All who follow references (graph, searches) read them here, so that they agree. */
#pragma once

#include "analysis/clr/clr.h"
#include "analysis/clr/heap/ties.h"

G_BEGIN_DECLS

typedef struct
{
  const MgClr *clr;
  const MgObjectIndex *index; /* sealed, or before the walk (clr-objects.h) */
  const MgAddressSpace *space;
  guint64 array_table;        /* MethodTable of the arrays that hold statics; 0 */
  const GHashTable *holders;  /* those arrays (clr-roots.h); NULL: not known yet */
  MgTies *ties;
} MgReferences;

/* An object whose references are read. */
typedef struct
{
  MgMethodTable *table;
  guint64 address, size; /* not rounded */
  const guint8 *bytes;   /* NULL: not in one piece */
} MgReferrer;

/* Opens the object that starts at ADDRESS in SEGMENT. TABLES: of the calling thread. FALSE: there is none. */
static inline gboolean
mg_references_open (const MgReferences *self,
                    MgMethodTables *tables,
                    const MgIndexedSegment *segment,
                    guint64 address,
                    MgReferrer *object)
{
  guint64 head[2], available = segment->end - address;
  const guint8 *bytes = segment->bytes ? segment->bytes + (address - segment->start)
                                       : mg_address_space_find (self->space, address, &available);

  if (G_UNLIKELY (bytes == NULL || available < sizeof head))
    {
      if (!mg_address_space_read (self->space, address, head, sizeof head))
        return FALSE;
    }
  else
    memcpy (head, bytes, sizeof head);
  object->table = mg_method_tables_get (tables, head[0] & ~G_GUINT64_CONSTANT (7));
  object->address = address;
  object->size = mg_method_table_object_size (object->table, object->table->component_size ? (guint32) head[1] : 0);
  object->bytes = object->size <= available ? bytes : NULL;
  return object->table->valid && object->size <= segment->end - address;
}

typedef void (*MgReferenceFunc) (guint64 target, gpointer data);

/* Private. */
typedef struct
{
  const MgReferences *self;
  MgReferenceFunc func;
  gpointer data;
} MgReferenceVisit;

void mg_references_slot (guint64 slot, gpointer data);
void mg_references_holder_slot (guint64 slot, gpointer data);
gboolean mg_references_is_holder (const MgReferences *self, guint64 address);

static inline void
mg_references_near_slot (guint64 slot, gpointer data)
{
  const MgReferenceVisit *visit = data;
  guint64 target;

  memcpy (&target, (const guint8 *) (guintptr) slot, 8);
  if (target != 0)
    visit->func (target, visit->data);
}

/* Calls FUNC (address of the target, DATA) for each reference of OBJECT that is not null. What is no address of an
 * object is passed on, too. TABLE: the object's, or a part of it (dead-ends.h). Meant to be inlined with FUNC. */
static inline void
mg_references_each_of (const MgReferences *self,
                       const MgReferrer *object,
                       const MgMethodTable *table,
                       MgReferenceFunc func,
                       gpointer data)
{
  MgReferenceVisit visit = { self, func, data };
  const MgTie *ties;
  guint n;

  if (G_UNLIKELY (table->address == self->array_table && mg_references_is_holder (self, object->address)))
    mg_method_table_each_slot (table, object->address, object->size, mg_references_holder_slot, &visit);
  else if (G_LIKELY (object->bytes != NULL))
    mg_method_table_each_slot (table, (guint64) (guintptr) object->bytes, object->size, mg_references_near_slot,
                               &visit);
  else
    mg_method_table_each_slot (table, object->address, object->size, mg_references_slot, &visit);
  if (G_UNLIKELY (table->loader_object != 0))
    func (table->loader_object, data);
  ties = mg_ties_of (self->ties, object->address, &n);
  for (guint i = 0; i < n; i++)
    func (ties[i].to, data);
}

static inline void
mg_references_each (const MgReferences *self, const MgReferrer *object, MgReferenceFunc func, gpointer data)
{
  mg_references_each_of (self, object, object->table, func, data);
}

/* Private. */
typedef struct
{
  guint64 target;
  gboolean found;
} MgReferenceLook;

static inline void
mg_references_look_at (guint64 target, gpointer data)
{
  MgReferenceLook *look = data;

  look->found |= target == look->target;
}

/* Whether OBJECT refers to TARGET. TABLE as above. */
static inline gboolean
mg_references_lead_to (const MgReferences *self, const MgReferrer *object, const MgMethodTable *table, guint64 target)
{
  MgReferenceLook look = { target, FALSE };

  mg_references_each_of (self, object, table, mg_references_look_at, &look);
  return look.found;
}

/* CLR has index, statics, thread statics and handles. HOLDERS is borrowed and may be NULL. */
void mg_references_init (MgReferences *self, MgClr *clr, const GHashTable *holders);
void mg_references_clear (MgReferences *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgReferences, mg_references_clear)

G_END_DECLS
