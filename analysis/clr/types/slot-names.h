/* What names a place inside an object: the field, the struct's field in it, the element; and the key beside it. */
#pragma once

#include "analysis/clr/types/field-types.h"

G_BEGIN_DECLS

/* "_items", "StateMachine.row", "[12]", "[1,2]", "[12].value": the place at the address SLOT inside the object at
 * OBJECT, whose MethodTable is TABLE. Structs whose type is not known end the name. NULL: it is in no field, or the
 * metadata is not in the dump. Free with g_free. O(fields). */
char *
mg_slot_name (MgFieldTypes *types, const MgMethodTable *table, guint64 object, guint64 slot) G_GNUC_WARN_UNUSED_RESULT;

/* The key that stands beside the value at SLOT, in the same struct or object: "[\"settings\"]", "[42]". NULL: there is
 * no key, it is the key's own place, or its value has no short text. Free with g_free. */
char *
mg_slot_key (MgFieldTypes *types, const MgMethodTable *table, guint64 object, guint64 slot) G_GNUC_WARN_UNUSED_RESULT;

/* "[12]", of an array of several dimensions "[1,2]" with its lower bounds: element INDEX (in memory order) of the array
 * at OBJECT. Free with g_free. */
char *mg_slot_element (const MgAddressSpace *space, const MgMethodTable *table, guint64 object, guint64 index)
    G_GNUC_WARN_UNUSED_RESULT;
/* Where the elements of an array begin, from its address. */
guint64 mg_slot_elements_at (const MgMethodTable *table);

G_END_DECLS
