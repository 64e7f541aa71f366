/* The reverse graph as one step of a longer computation. */
#pragma once

#include "analysis/graph/reverse.h"

G_BEGIN_DECLS

/* Which part of the caller's progress the work makes up: from FROM to FROM + LENGTH of TOTAL. */
typedef struct
{
  guint64 from, length, total;
} MgShare;

MgReverse *mg_reverse_make (const MgGraph *graph, const MgShare *share, MgProgress *progress, GError **error)
  G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
