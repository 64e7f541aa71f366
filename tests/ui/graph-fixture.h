/* Pictures made by hand, as analysis/picture would make them, so that the widgets can be tested alone. */
#pragma once

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

/* static field Monitor → ConnectionMonitor → (event handlers) → 10,000 NotificationContext, and a stub on the monitor:
 *
 *   0 root  1 stub  2 ConnectionMonitor  3 NotificationContext (subject) */
MgPicture *mg_graph_fixture_event (void);
/* The same with the stub opened: two further roots, and a timer queue between one of them and the monitor.
 *
 *   0 root  1 stack root  2 handle root  3 TimerQueue  4 ConnectionMonitor  5 NotificationContext */
MgPicture *mg_graph_fixture_event_opened (void);
/* One root of each kind, all holding groups of several looks that hold the subject. */
MgPicture *mg_graph_fixture_gallery (void);
/* N nodes in layers, about 1.5 edges a node; the same for the same N. */
MgPicture *mg_graph_fixture_large (guint n);
/* The subject alone: nothing holds it. */
MgPicture *mg_graph_fixture_unheld (void);

/* Columns by rank, 40 points apart; straight edges. For tests that must not depend on the layout. */
MgPlacement *mg_graph_fixture_placement (const MgPicture *picture, const MgExtent *nodes, const MgExtent *labels);

G_END_DECLS
