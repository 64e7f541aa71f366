#include "analysis/base/mapping.h"

#include <sys/mman.h>

MgMapping *
mg_mapping_new (int fd, gsize size)
{
  gpointer data = mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0);
  MgMapping *mapping;

  if (data == MAP_FAILED)
    return NULL;
  mapping = g_atomic_rc_box_new0 (MgMapping);
  mapping->data = data;
  mapping->size = size;
  return mapping;
}

MgMapping *
mg_mapping_ref (MgMapping *mapping)
{
  return g_atomic_rc_box_acquire (mapping);
}

static void
mapping_clear (gpointer data)
{
  MgMapping *mapping = data;

  munmap ((gpointer) mapping->data, mapping->size);
}

void
mg_mapping_unref (MgMapping *mapping)
{
  if (mapping)
    g_atomic_rc_box_release_full (mapping, mapping_clear);
}
