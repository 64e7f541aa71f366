/* Values in a dumped process's memory, as text: numbers, enums by name, dates, identifiers, strings. */
#pragma once

#include "analysis/clr/types/field-types.h"

G_BEGIN_DECLS

/* The value of a field or element of ELEMENT kind at ADDRESS as C# would print it, invariant culture; TYPE may be NULL.
 * NULL: a reference, a struct without a text of its own, or not in this dump. Free with g_free. */
char *mg_value_text (MgFieldTypes *types, guint8 element, const MgFieldType *type, guint64 address)
    G_GNUC_WARN_UNUSED_RESULT;

/* The text of the well-known struct NAME at ADDRESS: System.DateTime, TimeSpan, Guid, Decimal, DateTimeOffset, …
 * NULL: not one of them. Free with g_free. */
char *mg_value_struct_text (const MgAddressSpace *space, const char *name, guint64 address) G_GNUC_WARN_UNUSED_RESULT;

/* The text of the System.String at ADDRESS: at most MAX UTF-16 units (0 = all), lone surrogates replaced. *LENGTH
 * (may be NULL): its whole length in units. NULL: not in this dump. Free with g_free. */
char *mg_value_string (const MgAddressSpace *space, guint64 address, gsize max, gsize *length)
    G_GNUC_WARN_UNUSED_RESULT;

/* Bytes of an element of ELEMENT kind; 0 for structs. */
guint mg_value_size (guint8 element);

G_END_DECLS
