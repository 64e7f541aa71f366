/* Which of the objects that refer to another one is its parent in the tree (graph/tree.c), once cost and kind of root
 * are equal: the least by type, then by address. */
#pragma once

#include "analysis/types.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address; /* 0: none yet */
  MgTypeId type;
} MgClrParent;

static inline void
mg_clr_parent_offer (MgClrParent *best, guint64 address, MgTypeId type)
{
  if (best->address == 0 || type < best->type || (type == best->type && address < best->address))
    *best = (MgClrParent){ address, type };
}

G_END_DECLS
