/* What a snapshot says of itself, as pairs of words: for every place that tells what was opened. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* translated, static: "Runtime" */
  char *value;
} MgSnapshotFact;

/* The facts that the file records, in the order to show them: GArray of MgSnapshotFact, freed with g_array_unref. */
GArray *mg_snapshot_facts (MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
