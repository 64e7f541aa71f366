/* The functions behind mg_core_details, one file for each subject. */
#pragma once

#include "analysis/clr/async.h"
#include "analysis/formats/core-reader-private.h"

G_BEGIN_DECLS

/* The object at ADDRESS; MG_NODE_NONE: none starts there. */
MgNode mg_core_node_at (const MgCoreReader *self, guint64 address);

/* Made on first use. The caller holds names_lock, here and wherever they are used. */
MgFieldTypes *mg_core_field_types (MgCoreReader *self);
MgNamedFields *mg_core_named_fields (MgCoreReader *self);
MgCodeMap *mg_core_code_map (MgCoreReader *self);
MgDelegates *mg_core_delegates (MgCoreReader *self);

/* As in details-private.h. */
GArray *mg_core_threads (MgReader *reader);
GArray *mg_core_statics (MgReader *reader);
GArray *mg_core_fields (MgReader *reader, MgNode object, gsize max);
char *mg_core_string (MgReader *reader, MgNode object, gsize max, gsize *length);
GArray *mg_core_delegate (MgReader *reader, MgNode object, gsize max, guint32 *n);
char *mg_core_delegate_method (MgReader *reader, MgNode object, MgTypeId target_type, guint32 *n);
GArray *mg_core_timers (MgReader *reader);
gboolean mg_core_timer (MgReader *reader, MgNode object, MgTimerRow *row);
MgAsyncRows *mg_core_async (MgReader *reader);
char *mg_core_suspended_method (MgReader *reader, MgNode object);
char *mg_core_describe (MgReader *reader, MgNode object);

/* OBJECT without its name. */
MgAsyncRow mg_core_async_row (MgCoreReader *self, const MgAsyncObject *object);

G_END_DECLS
