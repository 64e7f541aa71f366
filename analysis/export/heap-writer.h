/* What the writers of the formats share: the snapshot at work, names ready to be put out, the passage of time. */
#pragma once

#include "analysis/details.h"
#include "analysis/export/heap-export.h"

G_BEGIN_DECLS

typedef struct
{
  MgSnapshot *snapshot;
  const MgGraph *graph;
  const MgDominators *dominators; /* NULL: no retained sizes */
  MgHeapExportOptions options;
  MgSink *sink;
  MgProgress *progress;
  guint64 *text_types; /* bitmap: types whose objects are texts that can be read */
  MgEdgeName *names;   /* of the object at hand */
  guint32 n_names;     /* room */
  gboolean has_names;  /* the file knows fields */
} MgHeapWriter;

void mg_heap_writer_init (MgHeapWriter *writer,
                          MgSnapshot *snapshot,
                          const MgHeapExportOptions *options,
                          MgSink *sink,
                          MgProgress *progress);
void mg_heap_writer_clear (MgHeapWriter *writer);

/* Call with every node written: FALSE when cancelled, or when the sink is broken; ERROR is set then. */
gboolean mg_heap_writer_step (const MgHeapWriter *writer, MgNode node, GError **error);
/* The names of NODE's references; NULL when they are not known. Valid until the next call. */
const MgEdgeName *mg_heap_writer_names (MgHeapWriter *writer, MgNode node);
/* The text of a string, cut to MG_HEAP_TEXT_UNITS; NULL for other objects. Free with g_free. */
char *mg_heap_writer_text (const MgHeapWriter *writer, MgNode node) G_GNUC_WARN_UNUSED_RESULT;
/* What directly dominates NODE; MG_NODE_NONE: a root, or it is dead. */
MgNode mg_heap_writer_dominator (const MgHeapWriter *writer, MgNode node);

gboolean mg_heap_write_gcdump (MgHeapWriter *writer, GError **error);
gboolean mg_heap_write_csv (MgHeapWriter *writer, GError **error);
gboolean mg_heap_write_ndjson (MgHeapWriter *writer, GError **error);
gboolean mg_heap_write_graphml (MgHeapWriter *writer, GError **error);

G_END_DECLS
