/* The rows of the types table: one for each type, namespace or module, with its figures. */
#pragma once

#include "analysis/snapshot.h"
#include "ui/models/row-list.h"

G_BEGIN_DECLS

typedef enum
{
  MG_TYPE_LIST_NAME,
  MG_TYPE_LIST_COUNT,
  MG_TYPE_LIST_SIZE,
  MG_TYPE_LIST_RETAINED, /* while retained sizes are not known: ordered by size */
  MG_TYPE_LIST_SHARE,    /* of the heap: retained, or size while retained is not known */
  MG_TYPE_LIST_AVERAGE,
  MG_TYPE_LIST_MODULE,
  MG_TYPE_LIST_N_COLUMNS
} MgTypeListColumn;

typedef enum
{
  MG_GROUP_TYPE,
  MG_GROUP_NAMESPACE,
  MG_GROUP_MODULE
} MgGrouping;

typedef enum
{
  MG_OBJECTS_ALL,
  MG_OBJECTS_LIVE, /* reached from a root */
  MG_OBJECTS_DEAD
} MgObjects;

enum
{
  MG_TYPE_LIST_SUM_COUNT,
  MG_TYPE_LIST_SUM_SIZE
};

/* The columns, computed once, immutable, reference counted. Rows with no objects are left out. */
typedef struct
{
  guint32 n;
  MgGrouping grouping;
  MgObjects objects;
  MgTypeId *type;          /* the type; of a group: its first type */
  const char **name;       /* of a group: namespace or module; borrowed from the type table or TEXTS */
  const char **module;     /* of types; NULL: not known */
  gboolean *own;           /* the user's code; of a group: any of it */
  guint32 *n_types;        /* in the group; 1 for types */
  guint64 *count, *size;   /* objects, bytes */
  guint64 *retained;       /* bytes; NULL: not known (yet) */
  guint32 *module_rank;    /* orders modules by name */
  guint64 heap_size;       /* bytes of the objects chosen: what shares are of */
  MgTypeTable *types;      /* owned */
  GStringChunk *texts;     /* owned */
} MgTypeColumns;

/* The types of one namespace or module alone. */
typedef struct
{
  MgGrouping grouping;
  const char *name;
} MgTypeScope;

/* SCOPE may be NULL: all types. Shares are of the whole heap all the same. OBJECTS other than MG_OBJECTS_ALL need
 * MG_NEED_TREE. Retained sizes are filled in when MG_NEED_TYPE_RETAINED is met.
 * O(types), with OBJECTS or groups O(objects). For a worker. NULL when cancelled. */
MgTypeColumns *mg_type_columns_new (MgSnapshot *snapshot,
                                    MgGrouping grouping,
                                    MgObjects objects,
                                    const MgTypeScope *scope,
                                    MgProgress *progress) G_GNUC_WARN_UNUSED_RESULT;
MgTypeColumns *mg_type_columns_ref (MgTypeColumns *columns);
void mg_type_columns_unref (MgTypeColumns *columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTypeColumns, mg_type_columns_unref)

/* The row of TYPE when rows are types; MG_ROW_NONE when there is none. O(log rows). */
guint32 mg_type_columns_find (const MgTypeColumns *columns, MgTypeId type);

/* A list whose data is an MgTypeColumns. */
MgRowList *mg_type_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
/* Of the heap: 0 … 1, for the bar. */
double mg_type_columns_share (const MgTypeColumns *columns, guint32 row);

G_END_DECLS
