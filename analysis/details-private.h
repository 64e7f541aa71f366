/* What a format implements behind details.h, and how details.h reaches it. For formats and details.c alone. */
#pragma once

#include "analysis/details.h"
#include "analysis/formats/reader.h"

G_BEGIN_DECLS

/* All functions that a format with details has, as the functions of details.h; all but `heap`, `threads` and `checks`
 * are called with the graph loaded. None may be missing: whoever fills the struct names its functions through this list
 * (MG_READER_DETAILS (MEMBER) with a MEMBER (result, name, arguments) of its own), so that the compiler asks for the
 * one that a new line here needs. */
#define MG_READER_DETAILS(MEMBER)                                                                                      \
  MEMBER (GArray *, heap, (MgReader * reader))                                                                         \
  MEMBER (GArray *, handles, (MgReader * reader))                                                                      \
  MEMBER (GArray *, threads, (MgReader * reader))                                                                      \
  MEMBER (GArray *, statics, (MgReader * reader))                                                                      \
  MEMBER (GArray *, finalizers, (MgReader * reader))                                                                   \
  MEMBER (GArray *, fields, (MgReader * reader, MgNode object, gsize max))                                             \
  MEMBER (char *, string, (MgReader * reader, MgNode object, gsize max, gsize * length))                               \
  MEMBER (GArray *, delegate, (MgReader * reader, MgNode object, gsize max, guint32 * n))                              \
  MEMBER (char *, delegate_method, (MgReader * reader, MgNode object, MgTypeId target_type, guint32 * n))              \
  MEMBER (GArray *, timers, (MgReader * reader))                                                                       \
  MEMBER (gboolean, timer, (MgReader * reader, MgNode object, MgTimerRow * row))                                       \
  MEMBER (MgAsyncRows *, async, (MgReader * reader))                                                                   \
  MEMBER (char *, suspended_method, (MgReader * reader, MgNode object))                                                \
  MEMBER (gboolean, is_event, (MgReader * reader, MgNode object, const char *field))                                   \
  MEMBER (char *, describe, (MgReader * reader, MgNode object))                                                        \
  MEMBER (GArray *, checks, (MgReader * reader))

struct _MgReaderDetails
{
#define MG_MEMBER(result, name, arguments) result (*name) arguments;
  MG_READER_DETAILS (MG_MEMBER)
#undef MG_MEMBER
};

/* The reader behind SNAPSHOT (borrowed). */
MgReader *mg_snapshot_reader (MgSnapshot *snapshot);

G_END_DECLS
