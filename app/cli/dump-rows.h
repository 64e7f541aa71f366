/* What the commands about dumps of memory share: rows from details.h, their refusal for files that have none. */
#pragma once

#include "analysis/details.h"
#include "analysis/stats/kind-groups.h"
#include "app/cli/sorted-table.h"

G_BEGIN_DECLS

#define MG_DUMP_OPTIONS                                                                                                \
  (MG_COMMON_OPTIONS | MG_OPTION_BIT (MG_OPTION_TOP) | MG_OPTION_BIT (MG_OPTION_SORT)                                  \
   | MG_OPTION_BIT (MG_OPTION_REVERSE))
#define MG_DUMP_FILTER_OPTIONS (MG_DUMP_OPTIONS | MG_OPTION_BIT (MG_OPTION_FILTER) | MG_OPTION_BIT (MG_OPTION_EXACT))

/* Makes what NEEDS asks for, then the rows by GET. NULL with MG_ERROR_NOT_FOUND: the file has no such thing; CAPABILITY
 * says why. */
GArray *mg_dump_rows (MgRun *run,
                      guint needs,
                      GArray *(*get) (MgSnapshot *snapshot),
                      MgCapability capability,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets MG_ERROR_NOT_FOUND: the file has no such thing; CAPABILITY says why. Returns FALSE. */
gboolean mg_dump_refuse (MgRun *run, MgCapability capability, GError **error);

/* The type's name of an object, "null" for MG_NODE_NONE. Borrowed. */
const char *mg_dump_type_name (const MgGraph *graph, MgNode object);

G_END_DECLS
