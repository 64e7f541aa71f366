/* MethodTables met on the heap: sizes, and where the references of an object lie (GCDesc).
 *
 *   MethodTable  u32 @0 flags (bit 31: the low 16 bits are the size of an array's element), u32 @4 base size
 *   GCDesc       before the MethodTable: i64 n @ −8
 *     n > 0      n series {i64 size − object size, u64 start offset} @ −8 − 16 (i + 1): a run of references
 *     n < 0      array of structs: u64 start offset @ −16, −n items {u32 references, u32 bytes to skip} @ −24 − 8 k
 *
 * Each table is read and checked once; the walk meets millions of objects of a few thousand types. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

#define MG_MT_HAS_COMPONENTS 0x80000000u
#define MG_MT_HAS_POINTERS 0x01000000u
#define MG_MT_HAS_FINALIZER 0x00100000u
#define MG_MT_CATEGORY_ARRAY_MASK 0x000c0000u
#define MG_MT_CATEGORY_ARRAY 0x00080000u
#define MG_MT_CATEGORY_VALUE_TYPE 0x00040000u /* under the array mask */
#define MG_MT_CATEGORY_MASK 0x000f0000u
#define MG_MT_CATEGORY_ENUM 0x00060000u
#define MG_MT_SZ_ARRAY 0x00020000u
#define MG_MT_GENERICS_MASK 0x30u /* without components: an instance of a generic type, or the type itself */

typedef struct
{
  guint64 start; /* offset from the object */
  guint64 size;  /* added to the object's size (wraps): bytes of the run */
} MgSeries;

typedef struct
{
  guint32 references, skip; /* so many references, then so many bytes without */
} MgSeriesItem;

typedef struct _MgMethodTable MgMethodTable;

struct _MgMethodTable
{
  guint64 address;
  guint32 number;        /* place in MgMethodTables.tables */
  guint32 base_size, component_size, flags;
  guint32 n_series;      /* of an object or array of references */
  guint32 n_items;       /* of an array of structs; then series[0].start is where it begins */
  guint32 item_size;     /* bytes that one round through the items covers */
  MgSeries *series;
  MgSeriesItem *items;
  gboolean valid;        /* passes the closed-loop test and is sane */
  guint64 loader_object; /* collectible: the object that every instance keeps alive; 0 */
  guint64 count, size;   /* instances met, their bytes */
  MgMethodTable *inner;  /* ../heap/dead-ends.h: itself, or owned; NULL: not asked for yet */
};

typedef struct
{
  const MgRuntime *runtime;
  GPtrArray *tables;   /* MgMethodTable *, in the order met */
  guint64 *keys;       /* open addressing: address of the table, 0 = free */
  MgMethodTable **values;
  guint32 n_slots; /* a power of two */
  guint32 n_keys;
} MgMethodTables;

/* Whether FLAGS (dword 0) are those of a struct, a number or an enum: what lies inside others without a reference. */
static inline gboolean
mg_method_table_is_value_type (guint32 flags)
{
  return !(flags & MG_MT_HAS_COMPONENTS) && (flags & MG_MT_CATEGORY_ARRAY_MASK) == MG_MT_CATEGORY_VALUE_TYPE;
}

/* MethodTable of the object at OBJECT, without the collector's marks; 0: it cannot be read. */
static inline guint64
mg_method_table_of (const MgAddressSpace *space, guint64 object)
{
  return mg_address_space_u64_or_0 (space, object) & ~G_GUINT64_CONSTANT (7);
}

static inline gboolean
mg_method_table_is_generic (guint32 flags)
{
  return !(flags & MG_MT_HAS_COMPONENTS) && (flags & MG_MT_GENERICS_MASK) != 0;
}

static inline gboolean
mg_method_table_is_array (guint32 flags)
{
  return (flags & MG_MT_CATEGORY_ARRAY_MASK) == MG_MT_CATEGORY_ARRAY;
}

MgMethodTables *mg_method_tables_new (const MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;
/* One that knows what TABLES knows now, for a thread of its own: what it adds stays its own. TABLES must outlive it. */
MgMethodTables *mg_method_tables_fork (const MgMethodTables *tables) G_GNUC_WARN_UNUSED_RESULT;
/* Moves what FROM added itself into TABLES: counts and sizes are added up, what is not valid is left out. */
void mg_method_tables_merge (MgMethodTables *tables, MgMethodTables *from);
/* Forgets those without objects: looked at on the way, or never there. */
void mg_method_tables_keep_met (MgMethodTables *tables);
/* Orders and numbers TABLES by address, whatever order they were met in. */
void mg_method_tables_sort (MgMethodTables *tables);
/* Forgets what a search has kept in `inner`. */
void mg_method_tables_forget_inner (MgMethodTables *tables);
void mg_method_tables_free (MgMethodTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgMethodTables, mg_method_tables_free)

MgMethodTable *mg_method_tables_add (MgMethodTables *tables, guint64 address);

static inline guint32
mg_method_tables_slot (const MgMethodTables *tables, guint64 address)
{
  return (guint32) ((address >> 3) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 40) & (tables->n_slots - 1);
}

/* The table at ADDRESS, read on first sight. Never NULL; look at `valid`. O(1). */
static inline MgMethodTable *
mg_method_tables_get (MgMethodTables *tables, guint64 address)
{
  for (guint32 slot = mg_method_tables_slot (tables, address);; slot = (slot + 1) & (tables->n_slots - 1))
    {
      if (G_UNLIKELY (tables->keys[slot] == 0))
        return mg_method_tables_add (tables, address);
      if (G_LIKELY (tables->keys[slot] == address))
        return tables->values[slot];
    }
}

/* How many places mg_method_table_each_slot() visits at most. */
guint64 mg_method_table_n_slots (const MgMethodTable *table, guint64 size) G_GNUC_PURE;

/* Bytes of an object with LENGTH elements, not rounded. */
static inline guint64
mg_method_table_object_size (const MgMethodTable *table, guint32 length)
{
  return table->base_size + (guint64) table->component_size * length;
}

/* Places for references in all the objects met (count and size), null ones included. */
guint64 mg_method_table_all_slots (const MgMethodTable *table);

/* Calls FUNC (slot address, data) for each place of an object at OBJECT (SIZE bytes, not rounded) that holds a
 * reference.
 * Meant to be inlined with FUNC. */
typedef void (*MgSlotFunc) (guint64 slot, gpointer data);

static inline void
mg_method_table_each_slot (const MgMethodTable *table, guint64 object, guint64 size, MgSlotFunc func, gpointer data)
{
  for (guint32 s = 0; s < table->n_series && table->n_items == 0; s++)
    {
      guint64 start = table->series[s].start, bytes = table->series[s].size + size;

      if (start >= size || bytes > size - start)
        continue; /* does not fit the object: damaged memory */
      for (guint64 at = 0; at + 8 <= bytes; at += 8)
        func (object + start + at, data);
    }
  if (table->n_items == 0 || table->item_size == 0)
    return;
  for (guint64 at = table->series[0].start; at + table->item_size <= size;)
    for (guint32 k = 0; k < table->n_items; k++)
      {
        for (guint32 r = 0; r < table->items[k].references; r++, at += 8)
          if (at + 8 <= size)
            func (object + at, data);
        at += table->items[k].skip;
      }
}

G_END_DECLS
