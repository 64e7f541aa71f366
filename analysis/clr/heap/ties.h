/* What dependent handles tie together: the first object keeps the second alive, as long as something else keeps the
 * first. Asked for each object of a search, and nearly always nothing: a small filter answers first. */
#pragma once

#include "analysis/clr/heap/handles.h"

G_BEGIN_DECLS

#define MG_TIES_FILTER_BITS 65536

typedef struct
{
  guint64 from, to; /* addresses of objects */
} MgTie;

typedef struct
{
  MgTie *ties; /* by from, in the order of HANDLES for each */
  guint n;
  guint64 filter[MG_TIES_FILTER_BITS / 64];
} MgTies;

/* HANDLES: MgHandle. */
MgTies *mg_ties_new (const GArray *handles) G_GNUC_WARN_UNUSED_RESULT;
void mg_ties_free (MgTies *ties);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTies, mg_ties_free)

static inline guint
mg_ties_filter_bit (guint64 address)
{
  return (guint) ((address >> 3) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 48);
}

const MgTie *mg_ties_search (const MgTies *ties, guint64 address, guint *n);

/* The ties of the object at ADDRESS, *N of them. */
static inline const MgTie *
mg_ties_of (const MgTies *ties, guint64 address, guint *n)
{
  guint bit = mg_ties_filter_bit (address);

  *n = 0;
  if (G_LIKELY (!(ties->filter[bit / 64] >> (bit % 64) & 1)))
    return NULL;
  return mg_ties_search (ties, address, n);
}

G_END_DECLS
