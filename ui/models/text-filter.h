/* What the user types to find rows: plain text or a regular expression, upper and lower case alike. Immutable,
 * reference counted, usable from several threads. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _MgTextFilter MgTextFilter;

/* NULL with ERROR when PATTERN is not a regular expression (message for people); NULL without an error for "". */
MgTextFilter *mg_text_filter_new (const char *pattern, gboolean regex, GError **error) G_GNUC_WARN_UNUSED_RESULT;
MgTextFilter *mg_text_filter_ref (MgTextFilter *filter);
void mg_text_filter_unref (MgTextFilter *filter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTextFilter, mg_text_filter_unref)

/* Whether TEXT contains what is looked for. Plain text: O(length). */
gboolean mg_text_filter_match (const MgTextFilter *filter, const char *text);

G_END_DECLS
