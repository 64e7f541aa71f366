/* The state of a view, shared by the files that make it up. */
#pragma once

#include "analysis/details-private.h"
#include "analysis/redact/redactor.h"

G_BEGIN_DECLS

typedef struct
{
  MgReader parent;
  MgSnapshot *base;     /* what it is a view of */
  MgRedaction how;
  MgRedactor *redactor; /* NULL unless names are hidden */
  MgTypeId *view_type;  /* by type of the base */
  MgTypeId *base_type;  /* by type of the view; one of those that became one */
  MgTypeTable *types;   /* of the view */
  GMutex lock;
  GHashTable *fields;   /* "type id, name" → redacted name, for edge_names() */
} MgRedactReader;

/* A class of functions over those of the base's: what it has no function for, the view cannot tell. */
extern const MgReaderDetails mg_redact_details;

/* The real name of the type of NODE in the base. */
const char *mg_redact_real_type (const MgRedactReader *self, MgNode node);

G_END_DECLS
