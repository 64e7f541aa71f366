/* A mapped file that several owners share: arrays that lie in it are used in place and never freed one by one.
 * Read-only, reference counted; safe from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const guint8 *data;
  gsize size;
} MgMapping;

/* Maps the first SIZE bytes (not 0) of FD, which may be closed afterwards. NULL with errno set when that fails. */
MgMapping *mg_mapping_new (int fd, gsize size) G_GNUC_WARN_UNUSED_RESULT;
MgMapping *mg_mapping_ref (MgMapping *mapping);
void mg_mapping_unref (MgMapping *mapping); /* NULL is allowed */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgMapping, mg_mapping_unref)

/* Frees an array that is the owner's own when MAPPING is NULL, and leaves it alone when it lies in MAPPING. */
static inline void
mg_mapping_free_array (const MgMapping *mapping, gpointer array)
{
  if (mapping == NULL)
    g_free (array);
}

G_END_DECLS
