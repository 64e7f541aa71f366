/* What the files of a saved index share. */
#pragma once

#include "analysis/index/index-file.h"
#include "analysis/index/index.h"

G_BEGIN_DECLS

/* Sizes of a part, in its section 0. */
#define MG_INDEX_N_SIZES 8

struct _MgIndex
{
  char *folder;
  char *name; /* of the analysed file: 16 hexadecimal digits */
  MgIndexKey key;
  guint64 limit_bytes;
  guint n_threads;
  guint64 graph; /* identity of the graph's index file; 0: not known yet */
};

extern const char *const mg_index_suffixes[MG_N_INDEX_PARTS];

char *mg_index_path (const MgIndex *index, MgIndexPart part) G_GNUC_WARN_UNUSED_RESULT;
/* Opens PART and hands out its section 0, which is not checked yet. NULL: there is none. */
MgIndexFile *mg_index_open_part (const MgIndex *index,
                                 MgIndexPart part,
                                 const guint64 **sizes) G_GNUC_WARN_UNUSED_RESULT;
/* Writes PART: SECTIONS 1 … N - 1 are the caller's, section 0 is made from SIZES. */
gboolean mg_index_write_part (MgIndex *index,
                              MgIndexPart part,
                              const guint64 *sizes,
                              MgIndexBytes *sections,
                              guint n,
                              MgProgress *progress,
                              GError **error);

/* A monotone sequence takes three sections from AT on: base, delta, wide. */
#define MG_INDEX_MONOTONE_SECTIONS 3
void mg_index_put_monotone (const MgMonotone *sequence, MgIndexBytes *sections);
/* N numbers, N_WIDE blocks aside: fills three checks. */
void mg_index_check_monotone (guint64 n, guint64 n_wide, MgIndexCheck *checks);
/* After verification: whether the sequence rises and ends at or before LIMIT. SELF borrows the arrays. */
gboolean mg_index_get_monotone (const MgIndexFile *file,
                                guint at,
                                guint64 n,
                                guint64 n_wide,
                                guint64 limit,
                                MgMonotone *self);

G_END_DECLS
