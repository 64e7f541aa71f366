/* What an object holds, field by field: rows of `object`, for dumps of memory. */
#pragma once

#include "analysis/details.h"
#include "app/cli/run.h"

G_BEGIN_DECLS

/* A table of the fields of OBJECT, or of the first elements of an array (--top, 100 without): for people with a heading
 * and nothing for a file without values; in JSON the array alone, null for such a file. */
gboolean mg_object_fields_write (MgRun *run, MgNode object, GError **error);

/* The text of a System.String, NULL for other objects and files without values. Free with g_free. */
char *mg_object_fields_text (MgRun *run, MgNode object) G_GNUC_WARN_UNUSED_RESULT;

/* Writes one list of an object: in JSON its rows, else TITLE and the table. SHAPE lacks command and progress. */
gboolean mg_object_section_write (MgRun *run, const MgTable *shape, const char *title, GError **error);
/* Rows that such a list has at most. */
gsize mg_object_section_max (const MgRun *run);

G_END_DECLS
