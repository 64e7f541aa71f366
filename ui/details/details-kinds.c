#include "ui/details/details-kinds.h"

const MgDetailsKind *const *
mg_details_kinds (guint *n)
{
  static const MgDetailsKind *const kinds[] = {
    &mg_details_object_kind,  &mg_details_threads_kind, &mg_details_async_kind,      &mg_details_timers_kind,
    &mg_details_statics_kind, &mg_details_handles_kind, &mg_details_finalizers_kind, &mg_details_strings_kind,
    &mg_details_heap_kind,
  };

  *n = G_N_ELEMENTS (kinds);
  return kinds;
}
