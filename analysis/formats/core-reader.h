/* Reader of ELF cores of .NET processes: createdump and dotnet-dump (types Full and Heap), kernel, gcore. */
#pragma once

#include "analysis/formats/reader.h"

G_BEGIN_DECLS

guint mg_core_reader_sniff (const guint8 *head, gsize length, const char *path);

/* Takes a reference on SOURCE. Finds the runtime and walks its heap once; O(bytes of heap). */
MgReader *mg_core_reader_open (MgSource *source,
                               const MgSnapshotOptions *options,
                               GVariant *walk,
                               MgProgress *progress,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
