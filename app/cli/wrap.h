/* Prose broken at blanks, for help texts and facts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_WRAP_WIDTH 96

/* Appends TEXT, whose first line stands already COLUMN columns from the left; further lines begin with INDENT blanks.
 * Ends with a newline. A word longer than the line stays whole. */
void mg_wrap_append (GString *out, const char *text, gsize column, gsize indent);

G_END_DECLS
