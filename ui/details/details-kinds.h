/* The pages of details there are. */
#pragma once

#include "ui/details/details.h"

G_BEGIN_DECLS

/* In the order of the side bar; *N of them. */
const MgDetailsKind *const *mg_details_kinds (guint *n);

extern const MgDetailsKind mg_details_async_kind;
extern const MgDetailsKind mg_details_finalizers_kind;
extern const MgDetailsKind mg_details_handles_kind;
extern const MgDetailsKind mg_details_heap_kind;
extern const MgDetailsKind mg_details_object_kind;
extern const MgDetailsKind mg_details_statics_kind;
extern const MgDetailsKind mg_details_strings_kind;
extern const MgDetailsKind mg_details_threads_kind;
extern const MgDetailsKind mg_details_timers_kind;

G_END_DECLS
