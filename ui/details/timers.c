/* Armed timers: when they are due, what they call, and what they keep alive by it. */
#include <glib/gi18n-lib.h>

#include "ui/details/details-kinds.h"

enum
{
  TIMER_DUE,
  TIMER_PERIOD,
  TIMER_CALLBACK,
  TIMER_STATE,
  TIMER_RETAINED,
  TIMER_TARGET,
  TIMER_ADDRESS,
  N_TIMER_COLUMNS
};

static const MgTableColumn columns[N_TIMER_COLUMNS] = {
  [TIMER_DUE]
  = { "due", N_("Due in"), N_("Counted from when it was set, not from when the dump was taken"), MG_CELL_NUMBER, 110,
      FALSE },
  [TIMER_PERIOD] = { "period", N_("Every"), N_("A timer without a period fires once"), MG_CELL_NUMBER, 110, FALSE },
  [TIMER_CALLBACK] = { "callback", N_("Calls"), N_("The method"), MG_CELL_TEXT, -1, FALSE },
  [TIMER_STATE] = { "state", N_("With"), N_("The object that the method is given"), MG_CELL_TEXT, 210, FALSE },
  [TIMER_RETAINED]
  = { "retained", N_("Retained"), N_("What would be freed with the object that it keeps"), MG_CELL_NUMBER, 110, FALSE },
  [TIMER_TARGET] = { "target", N_("On"), N_("The object that the method is called on"), MG_CELL_TEXT, 210, FALSE },
  [TIMER_ADDRESS] = { "timer", N_("Timer"), N_("Address of the runtime’s own object"), MG_CELL_CODE, 150, FALSE },
};

static const MgTimerRow *
timer_at (const MgDetailsRows *rows, guint32 row)
{
  return &g_array_index (rows->items, MgTimerRow, row);
}

static gboolean
collect (MgDetailsRows *rows, MgProgress *progress, GError **error)
{
  rows->items = mg_details_timers (rows->snapshot);
  rows->n = rows->items ? rows->items->len : 0;
  return rows->items != NULL;
}

/* What the timer keeps alive is of more interest than the runtime's own object. */
static MgNode
kept_by (const MgTimerRow *timer)
{
  if (timer->state != MG_NODE_NONE)
    return timer->state;
  return timer->target != MG_NODE_NONE ? timer->target : timer->object;
}

static void
timer_cell (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell)
{
  const MgTimerRow *timer = timer_at (rows, row);

  switch (column)
    {
    case TIMER_DUE:
      *cell = mg_details_milliseconds (timer->due_ms);
      break;
    case TIMER_PERIOD:
      *cell = mg_details_milliseconds (timer->period_ms);
      break;
    case TIMER_CALLBACK:
      *cell = mg_details_text (timer->callback);
      break;
    case TIMER_STATE:
      *cell = mg_details_type_cell (rows, timer->state);
      break;
    case TIMER_RETAINED:
      *cell = mg_details_retained_cell (rows, kept_by (timer));
      break;
    case TIMER_TARGET:
      *cell = mg_details_type_cell (rows, timer->target);
      break;
    case TIMER_ADDRESS:
    default:
      *cell = mg_details_address (timer->address);
      break;
    }
}

static MgSubject
timer_subject (const MgDetailsRows *rows, guint32 row)
{
  return mg_details_object_subject (kept_by (timer_at (rows, row)));
}

static MgRowEmphasis
timer_looks (const MgDetailsRows *rows, guint32 row)
{
  const char *callback = timer_at (rows, row)->callback;

  return callback && *callback != '<' && mg_type_is_own (callback, NULL) ? MG_ROW_STRONG : MG_ROW_FAINT;
}

static const MgDetailsView view = {
  .title = N_("Timers"),
  .search = N_("Find timers"),
  .empty = N_("No timer is set."),
  .columns = columns,
  .n_columns = N_TIMER_COLUMNS,
  .sort = TIMER_DUE,
  .needs = MG_NEED_GRAPH,
  .collect = collect,
  .cell = timer_cell,
  .subject = timer_subject,
  .looks = timer_looks,
};

const MgDetailsKind mg_details_timers_kind = {
  .name = "timers",
  .title = N_("Timers"),
  .icon = "mangrove-timers-symbolic",
  .absent = N_("No Timers in This File"),
  .capability = MG_CAPABILITY_VALUES,
  .view = &view,
};
