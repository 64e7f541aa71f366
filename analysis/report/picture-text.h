/* A picture as a text tree, the shape people paste into tickets: the sentence, then each root with what it holds. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  const MgGraph *graph; /* for addresses; NULL = without */
  gboolean raw_links;   /* under each folded edge, what was folded */
} MgPictureTextOptions;

/* Appends to OUT; OPTIONS may be NULL. Every line ends with a line feed. What is reached twice is written out once. The
 * same input gives the same bytes. */
void mg_report_picture_text (const MgPicture *picture, const MgPictureTextOptions *options, GString *out);

G_END_DECLS
