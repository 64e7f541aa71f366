/* The state of a core's reader, shared by the files that make it up. */
#pragma once

#include "analysis/clr/clr.h"
#include "analysis/clr/objects/delegates.h"
#include "analysis/clr/reference-names.h"
#include "analysis/clr/types/field-types.h"
#include "analysis/details-private.h"

G_BEGIN_DECLS

typedef struct
{
  MgReader parent;
  MgSource *source;
  MgClr *clr;
  MgGraph *graph;            /* the one made, for the addresses behind node numbers */
  GMutex names_lock;         /* metadata, names and field types are read on demand, by any thread */
  /* Made by core-details.c when first needed; NULL before. */
  MgFieldTypes *field_types;
  MgNamedFields *named_fields;
  MgCodeMap *code;
  MgDelegates *delegates;
  /* Of core_edge_names(): NULL before its first call. */
  MgReferenceNames *reference_names;
  GArray *references; /* MgReference: room */
} MgCoreReader;

extern const MgReaderDetails mg_core_details;

/* core-index.c: what of a core goes into a saved index; as in MgReaderClass. */
GVariant *mg_core_save_walk (MgReader *reader) G_GNUC_WARN_UNUSED_RESULT;
GVariant *mg_core_save_graph (MgReader *reader) G_GNUC_WARN_UNUSED_RESULT;
gboolean mg_core_restore_graph (MgReader *reader, MgGraph *graph, GVariant *saved);
/* *WALK borrows from SAVED (NULL is allowed). FALSE: it is not one. */
gboolean mg_core_walk_from_variant (GVariant *saved, MgClrWalk *walk);
/* Notes about what the core lacks; once, while it is opened. */
void mg_core_add_notes (MgCoreReader *self);

G_END_DECLS
