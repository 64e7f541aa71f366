/* Keeps the picture of one object within its size: long unbranched stretches lose their middle. */
#pragma once

#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

/* Replaces the middle of the longest stretches by stubs until SKETCH has at most CAP nodes. Stubs whose ids are in
 * OPENED stay open. Returns whether that was enough. */
gboolean mg_gap_cut (MgSketch *sketch, guint cap, const guint64 *opened, guint n_opened);

G_END_DECLS
