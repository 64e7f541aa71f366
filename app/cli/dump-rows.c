#include "app/cli/dump-rows.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"

gboolean
mg_dump_refuse (MgRun *run, MgCapability capability, GError **error)
{
  const char *reason = mg_details_absent_reason (run->snapshot, capability);

  g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND,
               /* Translators: a whole sentence with the reason, may be empty */
               _("this file does not hold that; a core dump does. %s"), reason ? reason : "");
  return FALSE;
}

GArray *
mg_dump_rows (MgRun *run, guint needs, GArray *(*get) (MgSnapshot *snapshot), MgCapability capability, GError **error)
{
  GArray *rows;

  if (!mg_snapshot_ensure (run->snapshot, needs, run->progress, error))
    return NULL;
  rows = get (run->snapshot);
  if (rows == NULL)
    mg_dump_refuse (run, capability, error);
  return rows;
}

const char *
mg_dump_type_name (const MgGraph *graph, MgNode object)
{
  return object == MG_NODE_NONE ? "null" : mg_graph_type_of (graph, object)->name;
}
