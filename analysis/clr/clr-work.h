/* What a graph, whole or in part, is made from: numbered objects, roots, references. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/clr/clr-roots.h"
#include "analysis/clr/references.h"

G_BEGIN_DECLS

typedef struct
{
  MgClr *clr;
  MgClrRoots *roots;
  MgReferences references;
} MgClrWork;

/* Numbers the objects, reads cells and roots, and checks them. Once for each CLR. FALSE: cancelled. */
gboolean mg_clr_work_init (MgClrWork *work, MgClr *clr, MgProgress *progress, GError **error);
void mg_clr_work_clear (MgClrWork *work);

/* Opens the object that starts at ADDRESS. FALSE: there is none. Not in several threads. */
gboolean mg_clr_work_open (const MgClrWork *work, guint64 address, MgReferrer *object);

/* Whether objects exist that are never collected: one root, after all others, holds them. */
gboolean mg_clr_has_frozen (const MgClr *clr);
#define MG_CLR_FROZEN_ROOT { .kind = MG_ROOT_OTHER, .label = _ ("frozen objects") }

G_END_DECLS
