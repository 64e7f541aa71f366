/* What the explanation of a picture says of the others that there are. Private to alternatives.c. */
#pragma once

#include "analysis/picture/fold.h"
#include "analysis/picture/merged.h"

G_BEGIN_DECLS

#define MG_MOST_ALTERNATIVES 2

/* The search for alternatives. */
typedef struct
{
  const MgMergedRequest *request;
  GArray *without;     /* nodes taken out so far */
  const GArray *taken; /* the last of them; borrowed from the parts of the picture before */
  MgFolds *folds;
  guint64 n_held;
  MgNode also; /* a root that the explanation names already */
} MgAlternatives;

/* The root that carries the most; NULL: none is drawn. */
const MgPictureNode *mg_alternatives_heaviest_root (const MgPicture *picture);
gboolean mg_alternatives_same_root (const MgGraph *graph, const MgPicture *a, const MgPicture *b);

/* The object that all ways to the subjects lead through, the nearest to the roots. NULL: there is none. */
const MgPictureNode *mg_alternatives_bottleneck (const MgPicture *picture);

/* Whether the explanation of the first picture has said already what PICTURE's heaviest root holds. */
gboolean mg_alternatives_is_named (const MgAlternatives *search, const MgPicture *picture);

/* Each adds to the explanation of PICTURE (or of the first of PICTURES): what else holds the first object; what holds
 * in NEXT; through which roots OWNER is held in the others of the N. */
MgNode mg_alternatives_explain_roots (const MgMergedRequest *request, MgPicture *picture);
void mg_alternatives_explain_next (const MgAlternatives *search, MgPicture *picture, const MgPicture *next);
void mg_alternatives_explain_bottleneck (const MgAlternatives *search,
                                         const MgPictureNode *owner,
                                         MgPicture *const *pictures,
                                         guint n);

G_END_DECLS
