/* Roots as the pseudo-nodes of a .gcdump, for the writer: the reverse of gcdump-roots.c.
 *
 *   [.NET Roots]
 *   ├ [static vars]           → [static var TYPE.FIELD] → objects
 *   ├ [thread static vars]    → the same
 *   ├ [local vars]            → objects, [thread 7 in METHOD local vars] → objects
 *   ├ [COM/WinRT Objects]     → [CCW …] → object
 *   ├ [LABEL]                 → objects of other roots with a label
 *   ├ [other roots]
 *   │ ├ [strong Handles], [pinning Handles], [Dependent Handles], [finalizer Handles] …  → objects
 *   └ objects of other roots without one */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  guint64 address;
  GArray *groups;  /* guint32: pseudo-nodes below; places in the list */
  GArray *objects; /* MgNode */
} MgGcdumpPseudo;

/* How the name of a group ends whose objects a stack merely seems to refer to. */
#define MG_GCDUMP_CONSERVATIVE_LOCALS "conservative local vars"
/* The tool named in files whose "[static var TYPE.FIELD]" has the type that declares the field. */
#define MG_GCDUMP_TOOL "mangrove"

/* Whether all static fields of GRAPH are named with the class that declares them. */
gboolean mg_gcdump_declares_statics (const MgGraph *graph);

/* All pseudo-nodes; the first is the root. Free with g_ptr_array_unref. O(roots). */
GPtrArray *mg_gcdump_pseudo_nodes (const MgGraph *graph) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
