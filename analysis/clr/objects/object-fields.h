/* What an object holds, field by field or element by element: structs flattened, values as text. */
#pragma once

#include "analysis/clr/types/values.h"
#include "analysis/details.h"

G_BEGIN_DECLS

/* Rows (MgFieldRow with their texts; object is left MG_NODE_NONE) of the object at ADDRESS, whose MethodTable is
 * TABLE: its instance fields by offset, or the first MAX elements of an array (0 = all). Never NULL. */
GArray *mg_object_fields (MgFieldTypes *types, const MgMethodTable *table, guint64 address, gsize max)
    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
