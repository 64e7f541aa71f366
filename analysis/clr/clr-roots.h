/* Everything that keeps objects of a core alive from outside the heap, as roots with names. */
#pragma once

#include "analysis/clr/clr.h"

G_BEGIN_DECLS

typedef struct
{
  MgRoot root;    /* texts live in the MgClrRoots */
  guint64 address; /* of the object held */
} MgClrRoot;

typedef struct
{
  GArray *roots;       /* MgClrRoot, sorted by kind, label, address, object; no two alike */
  GHashTable *holders; /* guint64 *: addresses of the hidden arrays in which statics live */
  GStringChunk *texts;
} MgClrRoots;

/* Gathers statics, thread statics, handles, the finalizer queue, and stacks. CLR has index, statics
 * and handles; its heap need not be walked (clr-objects.h). */
MgClrRoots *mg_clr_roots_new (MgClr *clr) G_GNUC_WARN_UNUSED_RESULT;
void mg_clr_roots_free (MgClrRoots *roots);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgClrRoots, mg_clr_roots_free)

G_END_DECLS
