/* The rows of the instances table: the objects of one type, or of a group of types. */
#pragma once

#include "analysis/snapshot.h"
#include "ui/models/row-list.h"
#include "ui/models/type-list.h"

G_BEGIN_DECLS

typedef enum
{
  MG_INSTANCE_LIST_ADDRESS,
  MG_INSTANCE_LIST_SIZE,
  MG_INSTANCE_LIST_RETAINED,
  MG_INSTANCE_LIST_GENERATION,
  MG_INSTANCE_LIST_DISTANCE, /* links from the root; dead objects come last */
  MG_INSTANCE_LIST_HOLDER,   /* type of the object (or the root) one link nearer to the root */
  MG_INSTANCE_LIST_N_COLUMNS
} MgInstanceListColumn;

/* Rows a table may have: beyond that its height overflows. */
#define MG_INSTANCE_LIST_MAX 50000000u

/* Which objects; immutable, reference counted. */
typedef struct
{
  MgSnapshot *snapshot; /* owned */
  MgTypeId type;
  MgObjects objects;
  const MgNode *nodes; /* borrowed from the snapshot */
  guint32 n;           /* shown: at most MG_INSTANCE_LIST_MAX */
  guint32 n_all;       /* objects of the type */
} MgInstanceRows;

/* Needs MG_NEED_INSTANCES, with OBJECTS other than MG_OBJECTS_ALL also MG_NEED_TREE. O(1). */
MgInstanceRows *mg_instance_rows_new (MgSnapshot *snapshot, MgTypeId type, MgObjects objects) G_GNUC_WARN_UNUSED_RESULT;
MgInstanceRows *mg_instance_rows_ref (MgInstanceRows *rows);
void mg_instance_rows_unref (MgInstanceRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgInstanceRows, mg_instance_rows_unref)

/* A list whose data is an MgInstanceRows. */
MgRowList *mg_instance_list_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* "gen 2", "large objects", …; "–" when not known. Static. */
const char *mg_instance_list_generation_word (MgGeneration generation);

G_END_DECLS
