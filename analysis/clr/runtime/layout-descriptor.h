/* The layout of a runtime's structures as its contract descriptor has it. */
#pragma once

#include "analysis/clr/runtime/descriptor.h"
#include "analysis/clr/runtime/layout.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_published;  /* members of the layout that the descriptor tells */
  guint n_different;  /* of those: other than in LAYOUT before */
  gboolean readable;  /* what the code takes as fixed is as published */
} MgLayoutComparison;

/* Puts what DESCRIPTOR publishes into LAYOUT, and counts how it compares with what stood there. */
MgLayoutComparison mg_layout_from_descriptor (MgLayout *layout, MgDescriptor *descriptor);

G_END_DECLS
