/* The answer in one sentence, and what has to be said beside it (retention picture, section 6). */
#pragma once

#include "analysis/picture/finish.h"
#include "analysis/picture/fold.h"

G_BEGIN_DECLS

/* Set question, sentence and explanation of PICTURE, made from SKETCH. Of a set: returns whether the sentence ends in a
 * service provider, whatever leads to that. */
gboolean mg_sentence_of_set (const MgFinish *finish, const MgSketch *sketch, MgFolds *folds, MgPicture *picture);
void mg_sentence_of_object (const MgFinish *finish, const MgSketch *sketch, MgPicture *picture);

/* Adds a sentence (taken) to the explanation. */
void mg_sentence_explain (MgPicture *picture, char *sentence);

/* "static field Monitor → ConnectionMonitor → event handlers": the leading way through SKETCH, else the heaviest,
 * without the subject. */
char *mg_sentence_chain (const MgSketch *sketch, const MgPicture *picture) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
