/* Weak GC handles of the objects that are asked about: what refers to them without keeping them alive. */
#pragma once

#include "analysis/picture/subject.h"
#include "app/cli/run.h"

G_BEGIN_DECLS

/* Handles of the N NODES, or of SUBJECT when NODES is NULL (GArray of MgHandleRow, by kind and address; free with
 * g_array_unref). NULL: the file does not record them. */
GArray *mg_weak_references_new (const MgRun *run,
                                const MgSubject *subject,
                                const MgNode *nodes,
                                guint n) G_GNUC_WARN_UNUSED_RESULT;

/* A sentence and a line for each of the first. */
char *mg_weak_references_text (const MgRun *run, const GArray *handles) G_GNUC_WARN_UNUSED_RESULT;
/* [{"kind": …, "address": …, "object": …, "type": …}]; NULL gives null. */
json_t *mg_weak_references_json (const MgRun *run, const GArray *handles) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
