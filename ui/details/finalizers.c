/* Objects with finalizers: ready to run and registered, by type; below each object of the chosen. */
#include <glib/gi18n-lib.h>

#include "analysis/stats/finalizer-thread.h"
#include "ui/details/details-groups.h"
#include "ui/details/details-kinds.h"

enum
{
  QUEUE_READY,
  QUEUE_REGISTERED
};

static const char *
queue_name (guint queue)
{
  return queue == QUEUE_READY ? _("ready") : _("registered");
}

static guint
queue_of (const MgFinalizerRow *row)
{
  return row->ready ? QUEUE_READY : QUEUE_REGISTERED;
}

static gboolean
collect_groups (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree char *count = NULL;
  guint ready = 0;

  rows->more = mg_details_finalizers (rows->snapshot);
  if (rows->more == NULL)
    return FALSE;
  rows->items = g_array_new (FALSE, TRUE, sizeof (MgKindGroup));
  for (guint i = 0; i < rows->more->len; i++)
    {
      const MgFinalizerRow *row = &g_array_index (rows->more, MgFinalizerRow, i);

      ready += row->ready;
      mg_kind_groups_add (places, rows->items, queue_of (row), mg_snapshot_graph (rows->snapshot), row->object);
    }
  mg_details_groups_finish (rows);
  count = mg_format_count (rows->more->len);
  rows->foot = g_strdup_printf (ngettext ("%s object", "%s objects", rows->more->len), count);
  rows->note = ready > 0 ? mg_finalizer_thread_note (rows->snapshot) : NULL;
  return TRUE;
}

static void
group_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  mg_details_groups_cell (rows, row, column, queue_name, cell);
}

static const MgTableColumn group_columns[MG_DETAILS_GROUPS_N_COLUMNS]
    = MG_DETAILS_GROUPS_COLUMNS (N_("Queue"),
                                 N_("Ready: waits for the finalizer thread and stays alive until it has run. "
                                    "Registered: its finalizer will have to run; this keeps nothing alive"),
                                 N_("Number of objects"));

static const MgDetailsView groups_view = {
  .title = N_("Finalizers"),
  .search = N_("Find queues and types"),
  .empty = N_("No object has a finalizer that waits."),
  .columns = group_columns,
  .n_columns = MG_DETAILS_GROUPS_N_COLUMNS,
  .sort = MG_DETAILS_GROUPS_KIND,
  .needs = MG_NEED_GRAPH,
  .collect = collect_groups,
  .cell = group_cell,
  .subject = mg_details_groups_subject,
};

/* Each object */

enum
{
  OBJECT_ADDRESS,
  OBJECT_GENERATION,
  OBJECT_SIZE,
  OBJECT_RETAINED,
  OBJECT_TYPE,
  N_OBJECT_COLUMNS
};

static const MgTableColumn object_columns[N_OBJECT_COLUMNS] = {
  [OBJECT_ADDRESS] = { "object", N_("Object"), N_("Where the object lies in memory"), MG_CELL_CODE, 160, FALSE },
  [OBJECT_GENERATION]
  = { "generation", N_("Generation"), N_("Which part of the heap the object lies in"), MG_CELL_TEXT, 130, FALSE },
  [OBJECT_SIZE] = { "size", N_("Bytes"), N_("The object’s own size"), MG_CELL_NUMBER, 110, FALSE },
  [OBJECT_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with the object"), MG_CELL_NUMBER, 110, FALSE },
  [OBJECT_TYPE] = { "type", N_("Type"), N_("Of the object"), MG_CELL_TEXT, -1, FALSE },
};

static gboolean
collect_objects (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  const GArray *all = rows->above->more;

  rows->items = g_array_new (FALSE, FALSE, sizeof (MgNode));
  for (guint i = 0; i < all->len; i++)
    {
      const MgFinalizerRow *row = &g_array_index (all, MgFinalizerRow, i);

      if (mg_details_groups_has (rows->above, rows->chosen, queue_of (row), row->object))
        g_array_append_val (rows->items, row->object);
    }
  rows->n = rows->items->len;
  return TRUE;
}

static void
object_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  MgNode object = g_array_index (rows->items, MgNode, row);

  switch (column)
    {
    case OBJECT_ADDRESS:
      *cell = mg_details_place_cell (rows, object);
      break;
    case OBJECT_GENERATION:
      *cell = mg_details_generation_cell (rows, object);
      break;
    case OBJECT_SIZE:
      *cell = mg_details_size_cell (rows, object);
      break;
    case OBJECT_RETAINED:
      *cell = mg_details_retained_cell (rows, object);
      break;
    case OBJECT_TYPE:
    default:
      *cell = mg_details_type_cell (rows, object);
      break;
    }
}

static MgSubject
object_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (g_array_index (rows->items, MgNode, row));
}

static const MgDetailsView objects_view = {
  .title = N_("The Objects of the Row Above"),
  .search = N_("Find objects"),
  .empty = N_("There are no such objects."),
  .columns = object_columns,
  .n_columns = N_OBJECT_COLUMNS,
  .sort = OBJECT_RETAINED,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect_objects,
  .cell = object_cell,
  .subject = object_subject,
};

const MgDetailsKind mg_details_finalizers_kind = {
  .name = "finalizers",
  .title = N_("Finalizers"),
  .icon = "mangrove-root-finalizer-symbolic",
  .absent = N_("No Finalizer Queue in This File"),
  .capability = MG_CAPABILITY_STACKS,
  .view = &groups_view,
  .below = { &objects_view },
};
