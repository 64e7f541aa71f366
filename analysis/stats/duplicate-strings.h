/* Strings that stand in memory more than once, with what they waste and who refers to them. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct
{
  char *text;       /* at most MG_DUPLICATE_TEXT_UNITS of it */
  gsize length;     /* UTF-16 units */
  guint64 count;    /* copies */
  guint64 size;     /* bytes of all copies */
  guint64 wasted;   /* bytes that would be saved with one copy */
  MgNode first;     /* by address */
  MgTypeId holder;  /* the type that refers to most of the copies; MG_TYPE_NONE: none does */
  guint64 held;     /* copies that it refers to */
  MgNode holding;   /* an object of that type, and the copy that it refers to; MG_NODE_NONE */
  MgNode held_one;
} MgDuplicateString;

#define MG_DUPLICATE_TEXT_UNITS 120

/* Strings with at least two copies, the most wasteful first (GArray of MgDuplicateString, freed with g_array_unref).
 * NULL without ERROR: the file has no texts; with ERROR: cancelled. Needs MG_NEED_INSTANCES | MG_NEED_REVERSE. *TOTAL
 * (may be NULL): what all strings together are. O(bytes of strings). */
GArray *mg_duplicate_strings_new (MgSnapshot *snapshot, MgTally *total, MgProgress *progress, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

/* "MyApp.Order.Currency": the class and the field in which most copies stand; of arrays of structs "Entry[].key". NULL:
 * nothing refers to them. SNAPSHOT: the one they were found in, or a view of it. Free with g_free. */
char *mg_duplicate_string_holders (MgSnapshot *snapshot, const MgDuplicateString *string) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
