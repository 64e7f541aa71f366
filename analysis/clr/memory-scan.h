/* One pass over all memory of the heap for words that lie in a range: references into it, and what looks like one. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/clr/heap/object-index.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 target, at; /* the word, and where it stands */
} MgScanWord;

typedef struct
{
  MgScanWord *words; /* by target, then by place */
  gsize n;
} MgScanWords;

/* Finds the aligned words W of INDEX's segments with START <= W < END. SPACE: the memory they lie in. FALSE: there are
 * more than MOST, or PROGRESS is cancelled. Clear WORDS in any case. O(bytes / threads). */
gboolean mg_memory_scan (const MgObjectIndex *index,
                         const MgAddressSpace *space,
                         guint64 start,
                         guint64 end,
                         gsize most,
                         MgProgress *progress,
                         MgScanWords *words);
void mg_scan_words_clear (MgScanWords *words);

/* Place of the first word whose target is not before TARGET. O(log n). */
gsize mg_scan_words_find (const MgScanWords *words, guint64 target);

G_END_DECLS
