#include "analysis/clr/clr-vicinity.h"

#include "analysis/base/big-array.h"
#include "analysis/base/lower-bound.h"
#include "analysis/base/prefetch.h"
#include "analysis/base/radix-sort.h"

/* Of what an object on the path refers to, so many references are looked into. */
#define LOOK_INTO 16
/* How many objects ahead memory is fetched. */
#define FETCH_AHEAD 16

/* Reads what an object refers to. */
typedef struct
{
  const MgClrWork *work;
  MgRadixItems items;    /* address of a target, and which reference it is */
  gsize end;             /* of items: no more are taken */
  guint64 before, after; /* targets that are left out; 0: none */
} Reading;

static void
take_target (guint64 target, gpointer data)
{
  Reading *reading = data;

  if (reading->items.n < reading->end && target != reading->before && target != reading->after)
    mg_radix_items_add (&reading->items, target, (guint32) reading->items.n);
}

/* Adds what the object at ADDRESS refers to, MOST at most. */
static void
read_object (Reading *reading, guint64 address, gsize most)
{
  const MgClrWork *work = reading->work;
  const MgIndexedSegment *segment = mg_object_index_segment (work->clr->index, address);
  MgReferrer object;

  reading->end = reading->items.n + most;
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

/* Keeps of ITEMS, sorted, the addresses, each once; PLACES: where those of PATH are among them. */
static guint64 *
keep_once (const MgRadixItems *items, const GArray *path, guint32 *places, guint32 *n)
{
  guint64 *addresses = mg_big_array_new (guint64, items->n);

  *n = 0;
  for (gsize i = 0; i < items->n; i++)
    {
      MgRadixItem item = items->items[i];

      if (*n == 0 || addresses[*n - 1] != item.key)
        addresses[(*n)++] = item.key;
      if (item.value < path->len && g_array_index (path, guint64, item.value) == item.key)
        places[item.value] = *n - 1;
    }
  return addresses;
}

/* The addresses that may be inner ones, rising, each once, *N of them; PLACES: where those of PATH are among them. */
static guint64 *
choose_inner (const MgClrWork *work, const GArray *path, guint32 *places, guint32 *n)
{
  Reading reading = { .work = work };
  guint64 *inner;

  for (guint i = 0; i < path->len; i++)
    {
      guint64 address = g_array_index (path, guint64, i);

      if (i + FETCH_AHEAD < path->len)
        fetch (work, g_array_index (path, guint64, i + FETCH_AHEAD));
      mg_radix_items_add (&reading.items, address, i);
      /* In a list, each object's neighbours on the path are most of what there is to sort. */
      reading.before = i > 0 ? g_array_index (path, guint64, i - 1) : 0;
      reading.after = i + 1 < path->len ? g_array_index (path, guint64, i + 1) : 0;
      read_object (&reading, address, LOOK_INTO);
    }
  mg_radix_sort (reading.items.items, reading.items.n);
  inner = keep_once (&reading.items, path, places, n);
  mg_radix_items_clear (&reading.items);
  return inner;
}

/* What INNER refer to; FIRST: where each one's begin. */
static MgRadixItems
read_references (const MgClrWork *work, const guint64 *inner, guint32 n_inner, gsize *first)
{
  Reading reading = { .work = work };

  for (guint32 i = 0; i < n_inner; i++)
    {
      if (i + FETCH_AHEAD < n_inner)
        fetch (work, inner[i + FETCH_AHEAD]);
      first[i] = reading.items.n;
      read_object (&reading, inner[i], G_MAXUINT32);
    }
  first[n_inner] = reading.items.n;
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

/* Numbers what INNER and REFERENCES lead to, both rising. */
static void
number_all (const MgClrWork *work, MgClrVicinity *vicinity, const guint64 *inner, const MgRadixItems *references)
{
  const MgRadixItem *items = references->items;
  gsize r = 0;
  guint32 i = 0;

  while (i < vicinity->n_inner || r < references->n)
    {
      guint64 address = r < references->n ? items[r].key : G_MAXUINT64;
      guint32 n;

      if (i < vicinity->n_inner)
        address = MIN (address, inner[i]);
      if (r + FETCH_AHEAD < references->n)
        fetch (work, items[r + FETCH_AHEAD].key);
      n = add_object (work, vicinity, address);
      if (i < vicinity->n_inner && inner[i] == address)
        vicinity->inner[i++] = n;
      while (r < references->n && items[r].key == address)
        vicinity->targets[items[r++].value] = n;
    }
}

MgClrVicinity *
mg_clr_vicinity_new (const MgClrWork *work, const MgClrPath *path)
{
  MgClrVicinity *vicinity = g_new0 (MgClrVicinity, 1);
  g_auto (MgRadixItems) references = { 0 };
  g_autofree guint64 *inner = NULL;

  vicinity->path_length = path->objects->len;
  vicinity->path = mg_big_array_new (guint32, vicinity->path_length);
  inner = choose_inner (work, path->objects, vicinity->path, &vicinity->n_inner);
  vicinity->inner = mg_big_array_new (guint32, vicinity->n_inner);
  vicinity->first = mg_big_array_new (gsize, (gsize) vicinity->n_inner + 1);
  references = read_references (work, inner, vicinity->n_inner, vicinity->first);
  mg_radix_sort (references.items, references.n);
  vicinity->targets = mg_big_array_new (guint32, references.n);
  vicinity->objects = mg_big_array_new (MgClrNeighbour, vicinity->n_inner + references.n);
  number_all (work, vicinity, inner, &references);
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
  gsize i = mg_lower_bound (vicinity->objects, vicinity->n_objects, sizeof *vicinity->objects, address);

  return i < vicinity->n_objects && vicinity->objects[i].address == address ? (guint32) i : MG_CLR_NO_NUMBER;
}
