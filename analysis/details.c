#include "analysis/details-private.h"

#include "analysis/clr/handles.h"

/* The format's functions, when it has any and the graph is there to number the rows by. */
static const MgReaderDetails *
details_of (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = mg_snapshot_reader (snapshot)->klass->details;

  return mg_snapshot_graph (snapshot) ? details : NULL;
}

GArray *
mg_details_heap (MgSnapshot *snapshot)
{
  const MgReaderDetails *details = details_of (snapshot);

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
  const MgReaderDetails *details = details_of (snapshot);

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
  const MgReaderDetails *details = details_of (snapshot);

  if (details == NULL || !mg_graph_is_object (mg_snapshot_graph (snapshot), object))
    return NULL;
  return details->fields (mg_snapshot_reader (snapshot), object, max);
}

char *
mg_details_string (MgSnapshot *snapshot, MgNode object, gsize max, gsize *length)
{
  const MgReaderDetails *details = details_of (snapshot);

  if (details == NULL || !mg_graph_is_object (mg_snapshot_graph (snapshot), object))
    return NULL;
  return details->string (mg_snapshot_reader (snapshot), object, max, length);
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
