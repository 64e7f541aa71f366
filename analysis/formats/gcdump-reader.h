/* Reader of .gcdump files: the memory snapshots of dotnet-gcdump, dotnet-monitor and PerfView. */
#pragma once

#include "analysis/formats/reader.h"

G_BEGIN_DECLS

/* Takes a reference on SOURCE. Reads head and figures; O(objects). */
MgReader *mg_gcdump_reader_open (MgSource *source,
                                 const MgSnapshotOptions *options,
                                 GVariant *walk,
                                 MgProgress *progress,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
