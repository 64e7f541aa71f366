/* What a format implements behind details.h, and how details.h reaches it. For formats and details.c alone. */
#pragma once

#include "analysis/details.h"
#include "analysis/formats/reader.h"

G_BEGIN_DECLS

/* As the functions of details.h; all but `heap`, `threads` and `checks` are called with the graph loaded. */
struct _MgReaderDetails
{
  GArray *(*heap) (MgReader *reader);
  GArray *(*handles) (MgReader *reader);
  GArray *(*threads) (MgReader *reader);
  GArray *(*statics) (MgReader *reader);
  GArray *(*finalizers) (MgReader *reader);
  GArray *(*fields) (MgReader *reader, MgNode object, gsize max);
  char *(*string) (MgReader *reader, MgNode object, gsize max, gsize *length);
  GArray *(*delegate) (MgReader *reader, MgNode object, gsize max, guint32 *n);
  char *(*delegate_method) (MgReader *reader, MgNode object, MgTypeId target_type, guint32 *n);
  GArray *(*timers) (MgReader *reader);
  gboolean (*timer) (MgReader *reader, MgNode object, MgTimerRow *row);
  MgAsyncRows *(*async) (MgReader *reader);
  char *(*suspended_method) (MgReader *reader, MgNode object);
  char *(*describe) (MgReader *reader, MgNode object);
  GArray *(*checks) (MgReader *reader);
};

/* The reader behind SNAPSHOT (borrowed). */
MgReader *mg_snapshot_reader (MgSnapshot *snapshot);

G_END_DECLS
