/* A retention picture for programs: JSON, and the rows of CSV. */
#pragma once

#include "analysis/picture/picture.h"
#include "app/cli/run.h"

G_BEGIN_DECLS

/* Adds "question", "sentence", "explanation", "paths", "cuts" and "graph" (nodes and edges) to OBJECT. */
void mg_picture_add_json (const MgRun *run, const MgPicture *picture, json_t *object);
/* What must let go: {"text": …, "edges": [{"from": …, "to": …}]}. New reference. */
json_t *mg_cut_json (const MgRun *run, const char *text, const MgCut *cut) G_GNUC_WARN_UNUSED_RESULT;
/* One row per link, the root first. */
gboolean mg_picture_write_csv (MgRun *run, const MgPicture *picture, GError **error);

G_END_DECLS
