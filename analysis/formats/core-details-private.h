/* The functions behind mg_core_details, one file for each subject. */
#pragma once

#include "analysis/clr/objects/async.h"
#include "analysis/formats/core-reader-private.h"

G_BEGIN_DECLS

/* The object at ADDRESS; MG_NODE_NONE: none starts there. */
MgNode mg_core_node_at (const MgCoreReader *self, guint64 address);

/* Made on first use. The caller holds names_lock, here and wherever they are used. */
MgFieldTypes *mg_core_field_types (MgCoreReader *self);
MgNamedFields *mg_core_named_fields (MgCoreReader *self);
MgCodeMap *mg_core_code_map (MgCoreReader *self);
MgDelegates *mg_core_delegates (MgCoreReader *self);

/* The functions of mg_core_details. */
#define MG_MEMBER(result, name, arguments) result mg_core_##name arguments;
MG_READER_DETAILS (MG_MEMBER)
#undef MG_MEMBER

/* OBJECT without its name. */
MgAsyncRow mg_core_async_row (MgCoreReader *self, const MgAsyncObject *object);

G_END_DECLS
