#include "analysis/base/node-map.h"

#include <string.h>

#define EMPTY G_MAXUINT32
#define FIRST_PLACES 1024

/* Where KEY is, or the empty place where it belongs. */
static MgNodeMapEntry *
place_of (const MgNodeMap *map, guint32 key)
{
  gsize place = (gsize) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 24) & map->mask;

  while (map->entries[place].key != key && map->entries[place].key != EMPTY)
    place = (place + 1) & map->mask;
  return &map->entries[place];
}

static void
make_places (MgNodeMap *map, gsize places)
{
  map->entries = g_new (MgNodeMapEntry, places);
  map->mask = places - 1;
  memset (map->entries, 0xff, places * sizeof *map->entries);
}

static void
grow (MgNodeMap *map)
{
  g_autofree MgNodeMapEntry *old = map->entries;
  gsize places = old ? map->mask + 1 : 0;

  make_places (map, MAX (FIRST_PLACES, places * 2));
  for (gsize i = 0; i < places; i++)
    if (old[i].key != EMPTY)
      *place_of (map, old[i].key) = old[i];
}

MgNodeMapEntry *
mg_node_map_find (const MgNodeMap *map, guint32 key)
{
  MgNodeMapEntry *entry = map->entries ? place_of (map, key) : NULL;

  return entry && entry->key == key ? entry : NULL;
}

MgNodeMapEntry *
mg_node_map_add (MgNodeMap *map, guint32 key)
{
  MgNodeMapEntry *entry;

  if (map->entries == NULL || map->n * 2 > map->mask)
    grow (map);
  entry = place_of (map, key);
  if (entry->key == EMPTY)
    {
      entry->key = key;
      map->n++;
    }
  return entry;
}

void
mg_node_map_reset (MgNodeMap *map)
{
  if (map->n > 0)
    memset (map->entries, 0xff, (map->mask + 1) * sizeof *map->entries);
  map->n = 0;
}

void
mg_node_map_clear (MgNodeMap *map)
{
  g_free (map->entries);
  *map = (MgNodeMap) { 0 };
}
