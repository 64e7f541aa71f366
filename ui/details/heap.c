/* The collector's heap: by heap and generation, below the segments or regions of the chosen. */
#include <glib/gi18n-lib.h>

#include "ui/details/details-kinds.h"
#include "ui/models/instance-list.h"

enum
{
  HEAP_NUMBER,
  HEAP_GENERATION,
  HEAP_START,
  HEAP_END,
  HEAP_SEGMENTS,
  HEAP_OBJECTS,
  HEAP_USED,
  HEAP_FREE,
  HEAP_FRAGMENTATION,
  HEAP_COMMITTED,
  HEAP_SHARE,
  N_HEAP_COLUMNS
};

/* What both tables have. */
#define COMMON_COLUMNS \
  [HEAP_NUMBER] \
      = { "heap", N_("Heap"), N_("Server collectors have a heap for each core"), MG_CELL_NUMBER, 70, FALSE }, \
  [HEAP_OBJECTS] = { "objects", N_("Objects"), N_("Free blocks not counted"), MG_CELL_NUMBER, 110, FALSE }, \
  [HEAP_USED] = { "used", N_("Used"), N_("Bytes of objects"), MG_CELL_NUMBER, 110, FALSE }, \
  [HEAP_FREE] = { "free", N_("Free"), N_("Bytes of the blocks between objects"), MG_CELL_NUMBER, 110, FALSE }, \
  [HEAP_FRAGMENTATION] \
      = { "fragmentation", N_("Fragmented"), N_("Part of used and free that is free"), MG_CELL_NUMBER, 110, FALSE }, \
  [HEAP_COMMITTED] = { "committed", N_("Committed"), N_("Memory taken from the system"), MG_CELL_NUMBER, 110, FALSE }

static const MgTableColumn generation_columns[N_HEAP_COLUMNS] = {
  COMMON_COLUMNS,
  [HEAP_GENERATION]
  = { "generation", N_("Generation"), N_("Which part of the heap the objects lie in"), MG_CELL_TEXT, 150, FALSE },
  [HEAP_START] = { "start", N_("Lowest address"), NULL, MG_CELL_CODE, 160, TRUE },
  [HEAP_END] = { "end", N_("Highest address"), NULL, MG_CELL_CODE, 160, TRUE },
  [HEAP_SEGMENTS]
  = { "segments", N_("Segments"), N_("Pieces of memory, called regions from .NET 7 on"), MG_CELL_NUMBER, 100, FALSE },
  [HEAP_SHARE]
  = { "share", N_("Share of heap"), N_("Bytes of objects, as a part of all objects"), MG_CELL_SHARE, -1, FALSE },
};

static const MgTableColumn segment_columns[N_HEAP_COLUMNS] = {
  COMMON_COLUMNS,
  [HEAP_GENERATION]
  = { "generation", N_("Generation"), N_("Which part of the heap the objects lie in"), MG_CELL_TEXT, 130, TRUE },
  [HEAP_START] = { "start", N_("Start"), NULL, MG_CELL_CODE, 150, FALSE },
  [HEAP_END] = { "end", N_("End"), N_("Of what is allocated"), MG_CELL_CODE, 150, FALSE },
  [HEAP_SEGMENTS] = { "segments", N_("Segments"), NULL, MG_CELL_NUMBER, 100, TRUE },
  [HEAP_SHARE]
  = { "share", N_("Filled"), N_("Bytes of objects, as a part of what is committed"), MG_CELL_SHARE, -1, FALSE },
};

/* A segment, or all segments of a heap and generation together. */
typedef struct
{
  MgHeapRow sum;
  guint n_segments;
  guint64 committed; /* bytes */
} Part;

static const Part *
part_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, Part, row);
}

static Part
part_of_segment (const MgHeapRow *row)
{
  return (Part){ *row, 1, row->committed > row->start ? row->committed - row->start : 0 };
}

static void
add_part (Part *sum, const Part *part)
{
  sum->sum.start = MIN (sum->sum.start, part->sum.start);
  sum->sum.end = MAX (sum->sum.end, part->sum.end);
  sum->sum.n_objects += part->sum.n_objects;
  sum->sum.object_bytes += part->sum.object_bytes;
  sum->sum.n_free += part->sum.n_free;
  sum->sum.free_bytes += part->sum.free_bytes;
  sum->n_segments += part->n_segments;
  sum->committed += part->committed;
}

static char *
describe_whole (const Part *all)
{
  g_autofree char *used = mg_format_bytes (all->sum.object_bytes), *unused = mg_format_bytes (all->sum.free_bytes);
  g_autofree char *committed = mg_format_bytes (all->committed);

  /* Translators: amounts of memory: "12.5 MB used, 1.2 MB free, 16.0 MB committed" */
  return g_strdup_printf (_("%s used, %s free, %s committed"), used, unused, committed);
}

/* Segments come by heap and generation. */
static gboolean
collect_generations (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  Part all = { { .start = G_MAXUINT64 }, 0, 0 };

  rows->more = mg_details_heap (rows->snapshot);
  if (rows->more == NULL)
    return FALSE;
  rows->items = g_array_new (FALSE, TRUE, sizeof (Part));
  for (guint i = 0; i < rows->more->len; i++)
    {
      Part part = part_of_segment (&g_array_index (rows->more, MgHeapRow, i));
      Part *last = rows->items->len > 0 ? &g_array_index (rows->items, Part, rows->items->len - 1) : NULL;

      add_part (&all, &part);
      if (last && last->sum.heap == part.sum.heap && last->sum.generation == part.sum.generation)
        add_part (last, &part);
      else
        g_array_append_val (rows->items, part);
    }
  rows->n = rows->items->len;
  rows->total = all.sum.object_bytes;
  rows->foot = describe_whole (&all);
  return TRUE;
}

static gboolean
collect_segments (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  const GArray *all = rows->above->more;
  const Part *chosen = part_at (rows->above, rows->chosen);

  rows->items = g_array_new (FALSE, TRUE, sizeof (Part));
  for (guint i = 0; i < all->len; i++)
    {
      Part part = part_of_segment (&g_array_index (all, MgHeapRow, i));

      if (part.sum.heap == chosen->sum.heap && part.sum.generation == chosen->sum.generation)
        g_array_append_val (rows->items, part);
    }
  rows->n = rows->items->len;
  return TRUE;
}

static void
part_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const Part *part = part_at (rows, row);

  switch (column)
    {
    case HEAP_NUMBER:
      *cell = mg_details_count (part->sum.heap);
      break;
    case HEAP_GENERATION:
      *cell = mg_details_text (mg_instance_list_generation_word (part->sum.generation));
      break;
    case HEAP_START:
      *cell = mg_details_address (part->sum.start);
      break;
    case HEAP_END:
      *cell = mg_details_address (part->sum.end);
      break;
    case HEAP_SEGMENTS:
      *cell = mg_details_count (part->n_segments);
      break;
    case HEAP_OBJECTS:
      *cell = mg_details_count (part->sum.n_objects);
      break;
    case HEAP_USED:
      *cell = mg_details_bytes (part->sum.object_bytes);
      break;
    case HEAP_FREE:
      *cell = mg_details_bytes (part->sum.free_bytes);
      break;
    case HEAP_FRAGMENTATION:
      *cell = mg_details_share (part->sum.free_bytes, part->sum.free_bytes + part->sum.object_bytes);
      break;
    case HEAP_COMMITTED:
      *cell = mg_details_bytes (part->committed);
      break;
    case HEAP_SHARE:
    default:
      *cell = mg_details_share (part->sum.object_bytes, rows->total ? rows->total : part->committed);
      break;
    }
}

static const MgDetailsView generations_view = {
  .title = N_("Heap"),
  .search = N_("Find generations"),
  .empty = N_("The heap has no segments."),
  .columns = generation_columns,
  .n_columns = N_HEAP_COLUMNS,
  .sort = HEAP_NUMBER,
  .needs = MG_NEED_GRAPH,
  .without_graph = TRUE,
  .collect = collect_generations,
  .cell = part_cell,
};

static const MgDetailsView segments_view = {
  .title = N_("The Segments of the Row Above"),
  .search = N_("Find segments"),
  .empty = N_("There are no such segments."),
  .columns = segment_columns,
  .n_columns = N_HEAP_COLUMNS,
  .sort = HEAP_START,
  .needs = MG_NEED_GRAPH,
  .without_graph = TRUE,
  .collect = collect_segments,
  .cell = part_cell,
};

const MgDetailsKind mg_details_heap_kind = {
  .name = "heap",
  .title = N_("Heap"),
  .icon = "mangrove-heap-symbolic",
  .absent = N_("No Heap Segments in This File"),
  .capability = MG_CAPABILITY_GENERATIONS,
  .view = &generations_view,
  .below = { &segments_view },
};
