/* Places a picture: sizes in, MgPlacement out. Graphviz runs in the helper process mangrove-layout, never in ours:
 * a layout can be killed, cannot change our locale, and cannot take us down. Deadline 2 s, then quicker settings
 * (3 s), then our own layered placement: there is always an answer. No GTK here. */
#pragma once

#include <gio/gio.h>

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

typedef struct
{
  const MgExtent *nodes;  /* picture->n_nodes */
  const MgExtent *labels; /* picture->n_edges; the line of the edge runs along the lower side of the box */
  /* With OLD: keep the order of what was on screen, matched by node ids. NULL = no hint. */
  const MgPicture *old_picture;
  const MgPlacement *old;
} MgLayoutRequest;

/* Blocks (the command line, tests, workers). Never fails: returns a placement. */
MgPlacement *mg_layout_run (const MgPicture *picture, const MgLayoutRequest *request) G_GNUC_WARN_UNUSED_RESULT;

/* For the main thread: copies what it needs, calls back in the caller's main context. Cancelling kills the helper. */
void mg_layout_run_async (MgPicture *picture,
                          const MgLayoutRequest *request,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
MgPlacement *mg_layout_run_finish (GAsyncResult *result, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Our own layered placement (rank, order by barycentre). Pure, deterministic, cannot fail. */
MgPlacement *mg_layout_fallback (const MgPicture *picture, const MgLayoutRequest *request) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
