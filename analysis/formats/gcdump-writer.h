/* Writes a graph as a .gcdump that PerfView, Visual Studio, dotnet-gcdump and this program read: version 10, 4-byte
 * labels. Roots become pseudo-nodes again. Layout: gcdump-file.h, fast-serialization.h. Same graph in, same bytes
 * out. */
#pragma once

#include "analysis/formats/fast-serialization-writer.h"
#include "analysis/formats/gcdump-segment.h"
#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef struct
{
  const MgSnapshotInfo *info; /* what is known of the process; NULL */
  /* NULL: "mangrove"; with ", from TOOL" when the classes that declare statics are not known. */
  const char *tool;
  const MgGcdumpSegment *segments; /* by start */
  guint n_segments;
} MgGcdumpWriteOptions;

/* OPTIONS may be NULL. Objects above 2 GiB are written as 2 GiB - 1. MG_ERROR_LIMIT: more than the format can hold
 * (2 GiB of records). Needs a few bytes of memory for each type and root; O(nodes + edges). */
gboolean mg_gcdump_write (const MgGraph *graph,
                          const MgGcdumpWriteOptions *options,
                          MgWriteFunc func,
                          gpointer user_data,
                          MgProgress *progress,
                          GError **error);

G_END_DECLS
