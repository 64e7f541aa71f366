/* Names from a file, made safe to print: a terminal must not obey what a dump contains. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends TEXT to OUT; bytes that are not UTF-8 become U+FFFD, control characters and those that reorder the line
 * (bidirectional overrides) become "\u001b". */
void mg_printable_append (GString *out, const char *text);
/* The same as a new string. */
char *mg_printable (const char *text) G_GNUC_WARN_UNUSED_RESULT;
/* Columns that TEXT (printable UTF-8) takes in a terminal: wide characters 2, combining ones 0. */
gsize mg_printable_width (const char *text);

G_END_DECLS
