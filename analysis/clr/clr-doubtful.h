/* Words on stacks that may be references or chance: they count only for what certain roots do not hold. */
#pragma once

#include "analysis/clr/clr-work.h"
#include "analysis/clr/heap-search.h"

G_BEGIN_DECLS

/* Whether such a word whose object SEARCH has not met could make a path to SUBJECT that is as good as the one of LEVEL
 * links that was found; also when that is too much to look into. Follows at most 20,000 objects. */
gboolean mg_clr_doubtful_could_matter (const MgClrWork *work,
                                       const MgHeapSearch *search,
                                       guint64 subject,
                                       guint32 level);

G_END_DECLS
