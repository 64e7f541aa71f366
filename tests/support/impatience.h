/* Progress of somebody who wants out at a certain report: how tests cancel at every point of long work. */
#pragma once

#include "analysis/base/progress.h"

G_BEGIN_DECLS

/* Cancels itself when it has been reported to LAST times before. */
MgProgress *mg_test_impatient_progress (guint last) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
