/* Small texts that several widgets show the same way. */
#pragma once

#include <glib.h>

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* The type without its namespace and with generic arguments kept short in the same way:
 * "System.Collections.Generic.List<MyApp.Item>" → "List<Item>". Free with g_free. */
char *mg_text_short_type_name (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* "Program.Cache" of "Shop.Web.Program.Cache": the field with its class, where room is scarce. Points into LABEL. */
const char *mg_text_field_with_class (const char *label);

/* The namespace of a type: "System.Collections.Generic"; "" when it has none. Free with g_free. */
char *mg_text_namespace (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* "83.0 %", "< 0.1 %", "–" when WHOLE is 0. Free with g_free. */
char *mg_text_share (guint64 part, guint64 whole) G_GNUC_WARN_UNUSED_RESULT;

/* "0x7ef7c90022e8". Free with g_free. */
char *mg_text_address (guint64 address) G_GNUC_WARN_UNUSED_RESULT;

/* TEXT for a cell of a table that reads from right to left (RTL): names of types and numbers with units are written
 * from left to right all the same, and must not be torn apart. Otherwise a plain copy. Free with g_free. */
char *mg_text_for_direction (const char *text, gboolean rtl) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
