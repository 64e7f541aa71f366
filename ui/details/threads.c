/* Threads: the managed frames of each, and what its stack holds. */
#include <glib/gi18n-lib.h>

#include "analysis/stats/stack-retained.h"
#include "ui/details/details-kinds.h"

/* Threads */

enum
{
  THREAD_ID,
  THREAD_OS_ID,
  THREAD_NAME,
  THREAD_STATE,
  THREAD_N_FRAMES,
  THREAD_OBJECTS,
  THREAD_RETAINED,
  THREAD_TOP,
  N_THREAD_COLUMNS
};

static const MgTableColumn thread_columns[N_THREAD_COLUMNS] = {
  [THREAD_ID] = { "thread", N_("Thread"), N_("The runtime’s own number"), MG_CELL_NUMBER, 80, FALSE },
  [THREAD_OS_ID] = { "os-thread", N_("OS thread"), N_("The operating system’s number"), MG_CELL_NUMBER, 100, FALSE },
  [THREAD_NAME] = { "name", N_("Name"), N_("As the program named it"), MG_CELL_TEXT, 130, FALSE },
  [THREAD_STATE] = { "state", N_("State"), NULL, MG_CELL_TEXT, 200, FALSE },
  [THREAD_N_FRAMES] = { "frames", N_("Frames"), N_("Managed frames on its stack"), MG_CELL_NUMBER, 80, FALSE },
  [THREAD_OBJECTS] = { "holds", N_("Holds"), N_("Objects that its stack refers to"), MG_CELL_NUMBER, 80, FALSE },
  [THREAD_RETAINED]
  = { "retained", N_("Keeps alive"), N_("Bytes that nothing but its stack keeps alive"), MG_CELL_NUMBER, 120, FALSE },
  [THREAD_TOP] = { "newest", N_("Newest frame"), N_("The method it is in"), MG_CELL_TEXT, -1, FALSE },
};

static const MgThreadRow *
thread_at (const MgDetailsRows *threads, guint32 row)
{
  return &g_array_index (threads->items, MgThreadRow, row);
}

/* The first hold of thread THREAD or a later one. O(log holds). */
static guint
first_hold (const GArray *holds, guint32 thread)
{
  guint from = 0, to = holds->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (g_array_index (holds, MgStackHold, middle).thread < thread)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

/* The holds of thread THREAD: from *FROM up to the end that is returned. */
static guint
holds_of (const MgDetailsRows *threads, guint32 thread, guint *from)
{
  *from = first_hold (threads->more, thread);
  return first_hold (threads->more, thread + 1);
}

static gboolean
collect_threads (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  rows->items = mg_details_threads (rows->snapshot);
  if (rows->items == NULL)
    return FALSE;
  rows->n = rows->items->len;
  if (mg_snapshot_graph (rows->snapshot) == NULL)
    {
      rows->more = g_array_new (FALSE, FALSE, sizeof (MgStackHold));
      return TRUE;
    }
  rows->more = mg_stack_holds_new (rows->snapshot, rows->items);
  rows->data = mg_stack_retained_new (mg_snapshot_graph (rows->snapshot), rows->more, rows->n, progress, error);
  rows->free_data = g_free;
  return rows->data != NULL;
}

static char *
state_text (const MgThreadRow *thread)
{
  if (!thread->is_finalizer)
    return g_strdup (thread->state);
  if (*thread->state == '\0')
    return g_strdup (_("runs finalizers"));
  return g_strconcat (_("runs finalizers"), ", ", thread->state, NULL);
}

static MgDetailsCell
kept_cell (const MgDetailsRows *rows, guint32 row)
{
  const guint64 *retained = rows->data;

  return retained ? mg_details_bytes (retained[row]) : (MgDetailsCell){ 0 };
}

static void
thread_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgThreadRow *thread = thread_at (rows, row);
  guint from, end;

  switch (column)
    {
    case THREAD_ID:
      *cell = mg_details_count (thread->managed_id);
      break;
    case THREAD_OS_ID:
      if (thread->os_id != 0)
        *cell = (MgDetailsCell){ .kind = MG_DETAILS_ID, .number = thread->os_id };
      break;
    case THREAD_NAME:
      *cell = mg_details_text (thread->name);
      break;
    case THREAD_STATE:
      *cell = mg_details_take (state_text (thread));
      break;
    case THREAD_N_FRAMES:
      *cell = mg_details_count (thread->n_frames);
      break;
    case THREAD_OBJECTS:
      end = holds_of (rows, row, &from);
      if (mg_snapshot_graph (rows->snapshot))
        *cell = mg_details_count (end - from);
      break;
    case THREAD_RETAINED:
      *cell = kept_cell (rows, row);
      break;
    case THREAD_TOP:
    default:
      *cell = mg_details_text (thread->n_frames > 0 ? thread->frames[0].method : NULL);
      break;
    }
}

static MgSubject
thread_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (thread_at (rows, row)->thread_object);
}

/* Not by System.Threading.Thread, whose objects they all are. */
static MgRowEmphasis
thread_looks (const MgDetailsRows *rows, guint32 row)
{
  return MG_ROW_PLAIN;
}

static const MgDetailsView threads_view = {
  .title = N_("Threads"),
  .search = N_("Find threads"),
  .empty = N_("The runtime knows of no thread."),
  .columns = thread_columns,
  .n_columns = N_THREAD_COLUMNS,
  .sort = THREAD_ID,
  .needs = MG_NEED_GRAPH,
  .without_graph = TRUE,
  .collect = collect_threads,
  .cell = thread_cell,
  .subject = thread_subject,
  .looks = thread_looks,
};

/* Frames of the thread chosen */

enum
{
  FRAME_NUMBER,
  FRAME_METHOD,
  FRAME_OBJECTS,
  FRAME_SP,
  FRAME_IP,
  FRAME_REMARK,
  N_FRAME_COLUMNS
};

static const MgTableColumn frame_columns[N_FRAME_COLUMNS] = {
  [FRAME_NUMBER] = { "number", N_("Frame"), N_("0 is the newest"), MG_CELL_NUMBER, 80, FALSE },
  [FRAME_METHOD] = { "method", N_("Method"), NULL, MG_CELL_TEXT, -1, FALSE },
  [FRAME_OBJECTS]
  = { "holds", N_("Holds"), N_("Objects that its local variables refer to"), MG_CELL_NUMBER, 90, FALSE },
  [FRAME_SP] = { "sp", N_("Stack pointer"), NULL, MG_CELL_CODE, 160, FALSE },
  [FRAME_IP] = { "ip", N_("Instruction"), N_("Address of the next instruction"), MG_CELL_CODE, 160, FALSE },
  [FRAME_REMARK]
  = { "remark", N_("Remark"), N_("Whether the frame was found for certain"), MG_CELL_TEXT, 130, FALSE },
};

static const MgThreadRow *
chosen_thread (const MgDetailsRows *rows)
{
  return thread_at (rows->above, rows->chosen);
}

static gboolean
collect_frames (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  rows->n = chosen_thread (rows)->n_frames;
  return TRUE;
}

static guint
frame_objects (const MgDetailsRows *rows, guint frame)
{
  guint from, end = holds_of (rows->above, rows->chosen, &from), n = 0;

  for (guint i = from; i < end; i++)
    n += g_array_index (rows->above->more, MgStackHold, i).frame == frame;
  return n;
}

static void
frame_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgFrameRow *frame = &chosen_thread (rows)->frames[row];

  switch (column)
    {
    case FRAME_NUMBER:
      *cell = mg_details_count (row);
      break;
    case FRAME_METHOD:
      *cell = mg_details_text (frame->method);
      break;
    case FRAME_OBJECTS:
      if (mg_snapshot_graph (rows->snapshot))
        *cell = mg_details_count (frame_objects (rows, row));
      break;
    case FRAME_SP:
      *cell = mg_details_address (frame->sp);
      break;
    case FRAME_IP:
      *cell = mg_details_address (frame->ip);
      break;
    case FRAME_REMARK:
    default:
      *cell = mg_details_text (frame->approximate ? _("approximate") : "");
      break;
    }
}

static const MgDetailsView frames_view = {
  .title = N_("Frames"),
  .search = N_("Find methods"),
  .empty = N_("The thread is in no managed method."),
  .columns = frame_columns,
  .n_columns = N_FRAME_COLUMNS,
  .sort = FRAME_NUMBER,
  .needs = MG_NEED_GRAPH,
  .without_graph = TRUE,
  .collect = collect_frames,
  .cell = frame_cell,
};

/* What the stack of the thread chosen holds */

enum
{
  HOLD_TYPE,
  HOLD_ADDRESS,
  HOLD_SIZE,
  HOLD_RETAINED,
  HOLD_FRAME,
  HOLD_METHOD,
  HOLD_REMARK,
  N_HOLD_COLUMNS
};

static const MgTableColumn hold_columns[N_HOLD_COLUMNS] = {
  [HOLD_TYPE] = { "type", N_("Object"), N_("The stack refers to it"), MG_CELL_TEXT, -1, FALSE },
  [HOLD_ADDRESS] = { "address", N_("Address"), N_("Where the object lies in memory"), MG_CELL_CODE, 160, FALSE },
  [HOLD_SIZE] = { "size", N_("Bytes"), N_("The object’s own size"), MG_CELL_NUMBER, 110, FALSE },
  [HOLD_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with the object"), MG_CELL_NUMBER, 110, FALSE },
  [HOLD_FRAME] = { "frame", N_("Frame"), N_("0 is the newest"), MG_CELL_NUMBER, 80, FALSE },
  [HOLD_METHOD] = { "method", N_("In the method"), NULL, MG_CELL_TEXT, 300, FALSE },
  [HOLD_REMARK]
  = { "remark", N_("Remark"), N_("Whether it is a local variable for certain"), MG_CELL_TEXT, 130, FALSE },
};

static const MgStackHold *
hold_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, MgStackHold, row);
}

static gboolean
collect_holds (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  guint from, end = holds_of (rows->above, rows->chosen, &from);

  rows->items = g_array_new (FALSE, FALSE, sizeof (MgStackHold));
  g_array_append_vals (rows->items, &g_array_index (rows->above->more, MgStackHold, from), end - from);
  rows->n = rows->items->len;
  return TRUE;
}

/* A word that merely looks like a reference may have been left behind by a call that is over. */
static gboolean
hold_is_certain (const MgDetailsRows *rows, const MgStackHold *hold)
{
  return mg_graph_root (mg_snapshot_graph (rows->snapshot), hold->root)->kind == MG_ROOT_STACK;
}

static void
hold_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgStackHold *hold = hold_at (rows, row);

  switch (column)
    {
    case HOLD_TYPE:
      *cell = mg_details_type_cell (rows, hold->object);
      break;
    case HOLD_ADDRESS:
      *cell = mg_details_place_cell (rows, hold->object);
      break;
    case HOLD_SIZE:
      *cell = mg_details_size_cell (rows, hold->object);
      break;
    case HOLD_RETAINED:
      *cell = mg_details_retained_cell (rows, hold->object);
      break;
    case HOLD_FRAME:
      if (hold->frame != G_MAXUINT)
        *cell = mg_details_count (hold->frame);
      break;
    case HOLD_METHOD:
      *cell = mg_details_text (hold->frame == G_MAXUINT ? NULL : chosen_thread (rows)->frames[hold->frame].method);
      break;
    case HOLD_REMARK:
    default:
      *cell = mg_details_text (hold_is_certain (rows, hold) ? "" : _("may be stale"));
      break;
    }
}

static MgSubject
hold_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (hold_at (rows, row)->object);
}

static const MgDetailsView holds_view = {
  .title = N_("Objects"),
  .search = N_("Find objects"),
  .empty = N_("This stack refers to no object."),
  .columns = hold_columns,
  .n_columns = N_HOLD_COLUMNS,
  .sort = HOLD_RETAINED,
  .descending = TRUE,
  .needs = MG_NEED_GRAPH,
  .without_graph = TRUE,
  .collect = collect_holds,
  .cell = hold_cell,
  .subject = hold_subject,
};

const MgDetailsKind mg_details_threads_kind = {
  .name = "threads",
  .title = N_("Threads"),
  .icon = "mangrove-root-stack-symbolic",
  .absent = N_("No Threads in This File"),
  .capability = MG_CAPABILITY_STACKS,
  .view = &threads_view,
  .below = { &frames_view, &holds_view },
};
