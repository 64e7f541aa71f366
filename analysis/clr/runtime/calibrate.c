#include "analysis/clr/runtime/calibrate.h"

#include "analysis/clr/heap/handles.h"

/* Tables of handles whose segments point back at them are believed; only these forms have been seen. */
static void
find_handles (MgRuntime *runtime, MgLayout *layout)
{
  static const gint16 firsts[] = { 56, 48, 200 }, types[] = { 13, 12 };

  for (gsize f = 0; f < G_N_ELEMENTS (firsts); f++)
    for (gsize t = 0; t < G_N_ELEMENTS (types); t++)
      {
        g_autoptr (GArray) handles = NULL;

        layout->handle_table_first_segment = firsts[f];
        layout->handle_types = types[t];
        handles = mg_handles_read (runtime);
        if (handles->len > 0)
          return;
      }
}

gboolean
mg_calibrate (MgRuntime *runtime)
{
  const MgLayout *nearest = mg_layout_nearest (runtime->major, runtime->image->os, runtime->image->architecture);
  MgLayout *layout = &runtime->own_layout;

  if (nearest == NULL || runtime->object_method_table == 0 || runtime->gc_vars_at == G_MAXUINT)
    return FALSE;
  *layout = *nearest;
  layout->major = runtime->major;
  layout->architecture = runtime->image->architecture;
  layout->gc_vars_index = (gint16) MIN (runtime->gc_vars_at, G_MAXINT16);
  layout->module_loader_allocator = layout->loader_allocator_handle = layout->domain_assemblies = -1;
  layout->module_dynamic_metadata = layout->module_local = layout->module_local_statics = layout->module_index = -1;
  if (!mg_calibrate_modules (runtime, layout))
    {
      runtime->layout = NULL;
      return FALSE;
    }
  mg_calibrate_threads (runtime, layout);
  find_handles (runtime, layout);
  runtime->layout_source = MG_LAYOUT_CALIBRATED;
  return TRUE;
}
