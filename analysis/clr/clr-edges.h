/* The objects of a walked heap with their references, decoded straight into a graph by several threads. */
#pragma once

#include "analysis/base/progress.h"
#include "analysis/clr/references.h"
#include "analysis/graph/bulk-builder.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 n_references; /* that lead to an object */
  guint64 n_bad;        /* that do not */
} MgClrEdges;

/* Adds all objects of REFERENCES' index to BUILDER, which has its roots. FALSE: cancelled. */
gboolean mg_clr_edges_add (const MgReferences *references,
                           MgBulkBuilder *builder,
                           MgClrEdges *result,
                           MgProgress *progress,
                           GError **error);

G_END_DECLS
