/* The reader of a snapshot whose graph was made in memory: tests, pasted text. */
#pragma once

#include "analysis/formats/reader.h"

G_BEGIN_DECLS

/* Takes a reference on GRAPH. NAME is shown as the file's name. O(objects). */
MgReader *mg_memory_reader_new (MgGraph *graph, const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
