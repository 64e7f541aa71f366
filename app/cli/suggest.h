/* "Did you mean …?": words near to what was typed. */
#pragma once

#include "analysis/graph/type-table.h"
#include "analysis/stats/type-stats.h"

G_BEGIN_DECLS

/* The one of N WORDS nearest to TYPED, or NULL when none is near. Letters swapped, missing, added or replaced count. */
const char *mg_suggest_word (const char *typed, const char *const *words, gsize n);

/* Full names of at most MAX types with objects (STATS) that a person who typed NAME may have meant, best first: the
 * same without regard to case, the same short name, a part of the name, a few letters off. NULL-terminated. */
char **mg_suggest_types (const MgTypeStats *stats, const char *name, guint max) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
