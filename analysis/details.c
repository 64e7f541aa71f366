#include "analysis/details-private.h"

#include "analysis/clr/heap/handles.h"

/* The format's functions, when it has any and the graph is there to number the rows by. */
static const MgReaderDetails *
details_of (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = mg_snapshot_reader (snapshot)->klass->details;

  return mg_snapshot_graph (snapshot) ? details : NULL;
}

/* The same, for questions about one object. */
static const MgReaderDetails *
details_of_object (MgSnapshot *snapshot, MgNode object)
{
  const MgReaderDetails *details = details_of (snapshot);

  return details && mg_graph_is_object (mg_snapshot_graph (snapshot), object) ? details : NULL;
}

GArray *
mg_details_heap (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = mg_snapshot_reader (snapshot)->klass->details;

  return details ? details->heap (mg_snapshot_reader (snapshot)) : NULL;
}

GArray *
mg_details_handles (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = details_of (snapshot);

  return details ? details->handles (mg_snapshot_reader (snapshot)) : NULL;
}

GArray *
mg_details_threads (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = mg_snapshot_reader (snapshot)->klass->details;

  return details ? details->threads (mg_snapshot_reader (snapshot)) : NULL;
}

GArray *
mg_details_statics (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = details_of (snapshot);

  return details ? details->statics (mg_snapshot_reader (snapshot)) : NULL;
}

GArray *
mg_details_finalizers (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = details_of (snapshot);

  return details ? details->finalizers (mg_snapshot_reader (snapshot)) : NULL;
}

GArray *
mg_details_fields (MgSnapshot *snapshot, MgNode object, gsize max)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->fields (mg_snapshot_reader (snapshot), object, max) : NULL;
}

char *
mg_details_string (MgSnapshot *snapshot, MgNode object, gsize max, gsize *length)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->string (mg_snapshot_reader (snapshot), object, max, length) : NULL;
}

GArray *
mg_details_delegate (MgSnapshot *snapshot, MgNode object, gsize max, guint32 *n)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->delegate (mg_snapshot_reader (snapshot), object, max, n) : NULL;
}

char *
mg_details_delegate_method (MgSnapshot *snapshot, MgNode object, MgTypeId target_type, guint32 *n)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->delegate_method (mg_snapshot_reader (snapshot), object, target_type, n) : NULL;
}

GArray *
mg_details_timers (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = details_of (snapshot);

  return details ? details->timers (mg_snapshot_reader (snapshot)) : NULL;
}

gboolean
mg_details_timer (MgSnapshot *snapshot, MgNode object, MgTimerRow *row)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details && details->timer (mg_snapshot_reader (snapshot), object, row);
}

void
mg_timer_row_clear (MgTimerRow *row)
{
  g_clear_pointer (&row->callback, g_free);
}

MgAsyncRows *
mg_details_async (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = details_of (snapshot);

  return details ? details->async (mg_snapshot_reader (snapshot)) : NULL;
}

void
mg_async_rows_free (MgAsyncRows *rows)
{
  if (rows == NULL)
    return;
  g_array_unref (rows->rows);
  g_array_unref (rows->links);
  g_string_chunk_free (rows->names);
  g_free (rows);
}

char *
mg_details_suspended_method (MgSnapshot *snapshot, MgNode object)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->suspended_method (mg_snapshot_reader (snapshot), object) : NULL;
}

gboolean
mg_details_is_event (MgSnapshot *snapshot, MgNode object, const char *field)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->is_event (mg_snapshot_reader (snapshot), object, field) : FALSE;
}

char *
mg_details_describe (MgSnapshot *snapshot, MgNode object)
{
  const MgReaderDetails *details = details_of_object (snapshot, object);

  return details ? details->describe (mg_snapshot_reader (snapshot), object) : NULL;
}

const char *
mg_details_handle_kind_name (guint kind)
{
  return mg_handle_kind_name (kind);
}

GArray *
mg_details_checks (MgSnapshot *snapshot)
{
  MgReader *reader = mg_snapshot_reader (snapshot);

  return reader->klass->details ? reader->klass->details->checks (reader) : NULL;
}

const char *
mg_details_absent_reason (MgSnapshot *snapshot, MgCapability capability)
{
  const char *reason = mg_snapshot_capability (snapshot, capability).reason;

  return reason ? reason : mg_snapshot_capability (snapshot, MG_CAPABILITY_MEMORY_MAP).reason;
}
