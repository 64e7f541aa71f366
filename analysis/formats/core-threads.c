/* The threads of a core with names, states and frames, as rows. */
#include <glib/gi18n-lib.h>

#include "analysis/clr/stacks/stack-walk.h"
#include "analysis/clr/types/methods.h"
#include "analysis/clr/types/values.h"
#include "analysis/formats/core-details-private.h"

static void
clear_thread_row (gpointer data)
{
  MgThreadRow *row = data;

  for (guint i = 0; i < row->n_frames; i++)
    g_free (row->frames[i].method);
  g_free (row->frames);
  g_free (row->name);
  g_free (row->state);
}

static char *
thread_state_words (guint32 state)
{
  static const struct
  {
    guint32 bit;
    const char *word;
  } words[] = { { 0x00000200, N_ ("background") },
                { 0x00000400, N_ ("not started") },
                { 0x00000800, N_ ("ended") },
                { 0x01000000, N_ ("thread pool") } };
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (state & words[i].bit)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", _ (words[i].word));
  return g_string_free (text, FALSE);
}

/* The System.Threading.Thread behind a runtime Thread: through its strong handle while it runs, else the weak one. */
static guint64
thread_object (MgCoreReader *self, const MgManagedThread *thread)
{
  const MgLayout *layout = self->clr->runtime->layout;
  const MgAddressSpace *space = self->clr->runtime->space;
  const gint16 places[] = { layout->thread_exposed_strong, layout->thread_exposed_weak };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      guint64 cell = mg_address_space_u64_or_0 (space, mg_layout_at (thread->address, places[i]));
      guint64 object = cell ? mg_address_space_u64_or_0 (space, cell) : 0;

      if (object != 0)
        return object;
    }
  return 0;
}

static char *
thread_name (MgCoreReader *self, guint64 object)
{
  guint64 text = mg_named_fields_reference (mg_core_named_fields (self), object, "_name");

  return text ? mg_value_string (self->clr->runtime->space, text, 200, NULL) : NULL;
}

static void
fill_frames (MgCoreReader *self, MgThreadRow *row, const MgManagedThread *thread, MgCodeMap *code)
{
  g_autoptr (GArray) frames = mg_stack_walk (code, thread);

  row->n_frames = frames->len;
  row->frames = g_new0 (MgFrameRow, frames->len + 1);
  for (guint i = 0; i < frames->len; i++)
    {
      const MgManagedFrame *frame = &g_array_index (frames, MgManagedFrame, i);

      row->frames[i].ip = frame->ip;
      row->frames[i].sp = frame->sp;
      row->frames[i].approximate = frame->approximate;
      row->frames[i].method = mg_method_name (self->clr->names, frame->method);
    }
}

GArray *
mg_core_threads (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgRuntime *runtime = self->clr->runtime;
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (MgThreadRow));
  const GArray *threads = self->clr->threads;
  MgCodeMap *code;

  g_array_set_clear_func (rows, clear_thread_row);
  g_mutex_lock (&self->names_lock);
  code = mg_core_code_map (self);
  for (guint i = 0; i < threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (threads, MgManagedThread, i);
      guint64 object = thread_object (self, thread);
      MgThreadRow row = { .os_id = thread->os_id, .managed_id = thread->managed_id };

      /* While objects are being moved, whatever lies at a reference may be another object's text. */
      row.name = runtime->in_gc ? NULL : thread_name (self, object);
      row.state = thread_state_words (thread->state);
      row.is_finalizer = thread->address == mg_runtime_neighbour (runtime, -3);
      row.thread_object = mg_core_node_at (self, object);
      fill_frames (self, &row, thread, code);
      g_array_append_val (rows, row);
    }
  g_mutex_unlock (&self->names_lock);
  return rows;
}
