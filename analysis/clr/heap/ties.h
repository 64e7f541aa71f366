/* What dependent handles tie together: the first object keeps the second alive, as long as something else keeps the
 * first. Asked for each object of a search, and nearly always nothing: a small filter answers first. */
#pragma once

#include "analysis/base/address-filter.h"
#include "analysis/clr/heap/handles.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 from, to; /* addresses of objects */
} MgTie;

typedef struct
{
  MgTie *ties; /* by from, in the order of HANDLES for each */
  guint n;
  MgAddressFilter filter; /* of `from` */
} MgTies;

/* HANDLES: MgHandle. */
MgTies *mg_ties_new (const GArray *handles) G_GNUC_WARN_UNUSED_RESULT;
void mg_ties_free (MgTies *ties);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTies, mg_ties_free)

const MgTie *mg_ties_search (const MgTies *ties, guint64 address, guint *n);

/* The ties of the object at ADDRESS, *N of them. */
static inline const MgTie *
mg_ties_of (const MgTies *ties, guint64 address, guint *n)
{
  *n = 0;
  if (G_LIKELY (!mg_address_filter_may_have (&ties->filter, address)))
    return NULL;
  return mg_ties_search (ties, address, n);
}

G_END_DECLS
