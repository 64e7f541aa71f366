/* What a delegate calls, as a list of `object`. */
#pragma once

#include "analysis/details.h"
#include "app/cli/run.h"

G_BEGIN_DECLS

/* Nothing for what is no delegate; in JSON null. */
gboolean mg_object_handlers_write (MgRun *run, MgNode object, GError **error);

G_END_DECLS
