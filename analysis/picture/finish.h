/* From a sketch to an MgPicture: order, texts, ids that are all different, fingerprint. Not the sentences. */
#pragma once

#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

typedef struct
{
  MgSnapshot *snapshot;
  MgSubject subject;
  const char *name; /* of a set of objects; NULL for a type or an object */
  guint64 n_subjects, n_live;
  guint64 n_held; /* live in truth; n_live may be what is left without some holders */
  guint64 total;  /* what weights are shares of: live subjects, or paths */
  gboolean retained_known;
} MgFinish;

/* Arranges SKETCH (its nodes and edges then have the picture's order) and makes the picture. */
MgPicture *mg_finish (const MgFinish *finish, MgSketch *sketch) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
