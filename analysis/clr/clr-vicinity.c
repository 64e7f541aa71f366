#include "analysis/clr/clr-vicinity.h"

#include "analysis/base/big-array.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/radix-sort.h"

/* Of what an object on the path refers to, so many references are looked into. */
#define LOOK_INTO 16
/* How many objects ahead memory is fetched. */
#define FETCH_AHEAD 16

static const MgRadixItem *
items_of (const GArray *items)
{
  return (const MgRadixItem *) (gconstpointer) items->data;
}

/* Reads what an object refers to. */
typedef struct
{
  const MgClrWork *work;
  GArray *items; /* MgRadixItem: address of a target, and which reference it is */
  guint end;     /* of items: no more are taken */
} Reading;

static void
take_target (guint64 target, gpointer data)
{
  Reading *reading = data;
  MgRadixItem item = { target, reading->items->len };

  if (reading->items->len < reading->end)
    g_array_append_val (reading->items, item);
}

/* Adds what the object at ADDRESS refers to, MOST at most. */
static void
read_object (Reading *reading, guint64 address, guint most)
{
  const MgClrWork *work = reading->work;
  const MgIndexedSegment *segment = mg_object_index_segment (work->clr->index, address);
  MgReferrer object;

  reading->end = most < G_MAXUINT - reading->items->len ? reading->items->len + most : G_MAXUINT;
  if (segment != NULL && mg_references_open (&work->references, work->clr->tables, segment, address, &object))
    mg_references_each (&work->references, &object, take_target, reading);
}

static void
fetch (const MgClrWork *work, guint64 address)
{
  const MgIndexedSegment *segment = mg_object_index_segment (work->clr->index, address);

  if (segment != NULL && segment->bytes != NULL)
    mg_prefetch (segment->bytes + (address - segment->start));
}

/* The addresses that may be inner ones, rising, each once; PLACES: where those of PATH are among them. */
static GArray *
choose_inner (const MgClrWork *work, const GArray *path, guint32 *places)
{
  g_autoptr (GArray) items = g_array_sized_new (FALSE, FALSE, sizeof (MgRadixItem), 3 * path->len);
  Reading reading = { work, items, 0 };
  GArray *inner;

  for (guint i = 0; i < path->len; i++)
    {
      MgRadixItem item = { g_array_index (path, guint64, i), i };

      if (i + FETCH_AHEAD < path->len)
        fetch (work, g_array_index (path, guint64, i + FETCH_AHEAD));
      g_array_append_val (items, item);
      read_object (&reading, item.key, LOOK_INTO);
    }
  mg_radix_sort ((MgRadixItem *) (gpointer) items->data, items->len);
  inner = g_array_sized_new (FALSE, FALSE, sizeof (guint64), items->len);
  for (guint i = 0; i < items->len; i++)
    {
      MgRadixItem item = items_of (items)[i];

      if (i == 0 || item.key != items_of (items)[i - 1].key)
        g_array_append_val (inner, item.key);
      if (item.value < path->len && g_array_index (path, guint64, item.value) == item.key)
        places[item.value] = inner->len - 1;
    }
  return inner;
}

static GArray *
read_references (const MgClrWork *work, const GArray *inner, gsize *first)
{
  Reading reading = { work, g_array_sized_new (FALSE, FALSE, sizeof (MgRadixItem), 3 * inner->len), 0 };

  for (guint i = 0; i < inner->len; i++)
    {
      if (i + FETCH_AHEAD < inner->len)
        fetch (work, g_array_index (inner, guint64, i + FETCH_AHEAD));
      first[i] = reading.items->len;
      read_object (&reading, g_array_index (inner, guint64, i), G_MAXUINT);
    }
  first[inner->len] = reading.items->len;
  return reading.items;
}

/* The number of the object at ADDRESS, which is not before the last one. */
static guint32
add_object (const MgClrWork *work, MgClrVicinity *vicinity, guint64 address)
{
  MgReferrer object;

  if (!mg_clr_work_open (work, address, &object))
    return MG_CLR_NO_NUMBER;
  vicinity->objects[vicinity->n_objects] = (MgClrNeighbour){ address, object.size, object.table };
  return vicinity->n_objects++;
}

/* Numbers what INNER and REFERENCES (sorted) lead to, both rising. */
static void
number_all (const MgClrWork *work, MgClrVicinity *vicinity, const GArray *inner, const GArray *references)
{
  const MgRadixItem *items = items_of (references);
  guint r = 0, i = 0;

  while (i < inner->len || r < references->len)
    {
      guint64 address = r < references->len ? items[r].key : G_MAXUINT64;
      guint32 n;

      if (i < inner->len)
        address = MIN (address, g_array_index (inner, guint64, i));
      if (r + FETCH_AHEAD < references->len)
        fetch (work, items[r + FETCH_AHEAD].key);
      n = add_object (work, vicinity, address);
      if (i < inner->len && g_array_index (inner, guint64, i) == address)
        vicinity->inner[i++] = n;
      while (r < references->len && items[r].key == address)
        vicinity->targets[items[r++].value] = n;
    }
}

MgClrVicinity *
mg_clr_vicinity_new (const MgClrWork *work, const MgClrPath *path)
{
  MgClrVicinity *vicinity = g_new0 (MgClrVicinity, 1);
  g_autoptr (GArray) inner = NULL, references = NULL;

  vicinity->path_length = path->objects->len;
  vicinity->path = mg_big_array_new (guint32, vicinity->path_length);
  inner = choose_inner (work, path->objects, vicinity->path);
  vicinity->n_inner = inner->len;
  vicinity->inner = mg_big_array_new (guint32, inner->len);
  vicinity->first = mg_big_array_new (gsize, (gsize) inner->len + 1);
  references = read_references (work, inner, vicinity->first);
  mg_radix_sort ((MgRadixItem *) (gpointer) references->data, references->len);
  vicinity->targets = mg_big_array_new (guint32, references->len);
  vicinity->objects = mg_big_array_new (MgClrNeighbour, (gsize) inner->len + references->len);
  number_all (work, vicinity, inner, references);
  for (guint32 i = 0; i < vicinity->path_length; i++)
    vicinity->path[i] = vicinity->inner[vicinity->path[i]];
  return vicinity;
}

void
mg_clr_vicinity_free (MgClrVicinity *vicinity)
{
  if (vicinity == NULL)
    return;
  g_free (vicinity->objects);
  g_free (vicinity->inner);
  g_free (vicinity->first);
  g_free (vicinity->targets);
  g_free (vicinity->path);
  g_free (vicinity);
}

guint32
mg_clr_vicinity_find (const MgClrVicinity *vicinity, guint64 address)
{
  guint32 low = 0, high = vicinity->n_objects;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (vicinity->objects[middle].address < address)
        low = middle + 1;
      else
        high = middle;
    }
  return low < vicinity->n_objects && vicinity->objects[low].address == address ? low : MG_CLR_NO_NUMBER;
}
