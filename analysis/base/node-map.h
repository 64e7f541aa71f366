/* From 32-bit numbers (nodes) to two 32-bit numbers each: what a search that sees a small part of a big graph keeps
 * about the nodes it saw. Open addressing, at most half full. G_MAXUINT32 cannot be a key. All-zero is a valid empty
 * map. No deletion. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 key, a, b;
} MgNodeMapEntry;

typedef struct
{
  MgNodeMapEntry *entries;
  gsize n, mask; /* mask + 1 places, 0 when there are none */
} MgNodeMap;

/* The entry of KEY, or NULL. Valid until the next mg_node_map_add(). */
MgNodeMapEntry *mg_node_map_find (const MgNodeMap *map, guint32 key);
/* The entry of KEY, made with a = b = G_MAXUINT32 when there is none yet. Valid until the next call. */
MgNodeMapEntry *mg_node_map_add (MgNodeMap *map, guint32 key);
/* Forgets all entries and keeps the memory. O(places). */
void mg_node_map_reset (MgNodeMap *map);
void mg_node_map_clear (MgNodeMap *map);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgNodeMap, mg_node_map_clear)

G_END_DECLS
