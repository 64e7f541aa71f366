/* The objects on a path and near it, numbered, with their references as numbers. */
#pragma once

#include "analysis/clr/clr-path.h"

G_BEGIN_DECLS

#define MG_CLR_NO_NUMBER G_MAXUINT32

typedef struct
{
  guint64 address, size;
  MgMethodTable *table;
} MgClrNeighbour;

typedef struct
{
  guint32 n_objects, n_inner;
  MgClrNeighbour *objects; /* by address; an object's number is its place here */
  guint32 *inner;          /* numbers, rising, of those objects whose references are here */
  gsize *first;     /* of inner object I: targets[first[I]] to targets[first[I + 1]], in the order of its fields */
  guint32 *targets; /* numbers; MG_CLR_NO_NUMBER: no object is there */
  guint32 *path;    /* numbers of the objects on the path, from the root on */
  guint32 path_length;
} MgClrVicinity;

/* Inner are the objects on PATH (one at least) and the first few that each of these refers to. Addresses are sorted,
 * not looked up, and memory is read in their order: linear in objects and references, about 40 bytes for each. */
MgClrVicinity *mg_clr_vicinity_new (const MgClrWork *work, const MgClrPath *path) G_GNUC_WARN_UNUSED_RESULT;
void mg_clr_vicinity_free (MgClrVicinity *vicinity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgClrVicinity, mg_clr_vicinity_free)

/* Number of the object at ADDRESS, or MG_CLR_NO_NUMBER. O(log n). */
guint32 mg_clr_vicinity_find (const MgClrVicinity *vicinity, guint64 address);

G_END_DECLS
