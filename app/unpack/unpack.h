/* Opens a file whether it is compressed or not. */
#pragma once

#include "analysis/source/file.h"

G_BEGIN_DECLS

/* As mg_source_open(). What is compressed with zstd or gzip is unpacked first, into a nameless file in FOLDER (made
 * when it is not there; NULL or one that cannot be written: the folder for temporary files). MG_ERROR_TRUNCATED,
 * MG_ERROR_CORRUPT: it cannot be unpacked; MG_ERROR_IO: there is no room. */
MgSource *mg_unpack_open (const char *path,
                          const char *folder,
                          MgProgress *progress,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
