/* Stable numbers for places of a picture: made of names, labels and kinds along the way, never of what changes between
 * two looks at the same snapshot. 64-bit FNV-1a with a final mix. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_IDENTITY_START G_GUINT64_CONSTANT (0xcbf29ce484222325)

guint64 mg_identity_text (guint64 id, const char *text); /* NULL is allowed and differs from "" */
guint64 mg_identity_number (guint64 id, guint64 number);

/* Whether ID is among the N of IDS: what the user has opened. */
gboolean mg_identity_is_among (guint64 id, const guint64 *ids, guint n);

G_END_DECLS
