/* Unpacks bytes piece by piece. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes the next N bytes. FALSE with ERROR set ends the unpacking. */
typedef gboolean (*MgUnpackFunc) (const guint8 *bytes, gsize n, gpointer user_data, GError **error);

typedef enum
{
  MG_PACKED_NOT,
  MG_PACKED_GZIP,
  MG_PACKED_ZSTD
} MgPacking;

/* By the first bytes. */
MgPacking mg_packing_of (const guint8 *data, gsize size);

/* Called with how far the input has been read; FALSE with ERROR set: stop. */
typedef gboolean (*MgUnpackStepFunc) (gsize done, gpointer user_data, GError **error);

/* Unpacks all of DATA; several streams behind one another are one. MG_ERROR_TRUNCATED: it ends too early; NAME is for
 * messages. */
gboolean mg_unpack_stream (MgPacking packing,
                           const guint8 *data,
                           gsize size,
                           const char *name,
                           MgUnpackFunc func,
                           MgUnpackStepFunc step,
                           gpointer user_data,
                           GError **error);

G_END_DECLS
