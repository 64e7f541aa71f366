#include "analysis/clr/clr-roots.h"

#include <glib/gi18n-lib.h>

#include "analysis/clr/clr-reach.h"
#include "analysis/clr/methods.h"
#include "analysis/clr/stack-walk.h"

/* Stacks larger than this are not scanned further: ulimit is 8 MB, .NET's own default 1.5 MB. */
#define MAX_STACK_BYTES (G_GUINT64_CONSTANT (16) << 20)
/* The area below the stack pointer that a leaf function may use. */
#define RED_ZONE 128

typedef struct
{
  MgClr *clr;
  MgClrRoots *result;
  MgCodeMap *code;
  guint32 hint;
} Work;

static void
add_noted_root (Work *work, MgRootKind kind, const char *label, const char *note, guint64 cell, guint64 object)
{
  MgClrRoot entry = { .root = { .kind = kind, .label = label, .note = note, .address = cell }, .address = object };

  entry.object = mg_object_index_find (work->clr->index, object, &work->hint);
  if (entry.object != MG_OBJECT_NONE)
    g_array_append_val (work->result->roots, entry);
}

static void
add_root (Work *work, MgRootKind kind, const char *label, guint64 cell, guint64 object)
{
  add_noted_root (work, kind, label, NULL, cell, object);
}

static void
add_statics (Work *work)
{
  GArray *statics = work->clr->statics->statics;

  for (guint i = 0; i < statics->len; i++)
    {
      const MgStatic *entry = &g_array_index (statics, MgStatic, i);
      guint64 object = mg_address_space_u64_or_0 (work->clr->runtime->space, entry->slot), start;
      guint32 holder = mg_object_index_find_before (work->clr->index, entry->slot, &work->hint, &start);
      g_autofree char *name = NULL;

      /* A generic class and its instances can name one cell twice. */
      if (i > 0 && g_array_index (statics, MgStatic, i - 1).slot == entry->slot)
        continue;
      if (holder != MG_OBJECT_NONE)
        g_hash_table_add (work->result->holders, GUINT_TO_POINTER (holder + 1));
      if (object == 0)
        continue;
      name = mg_static_name (work->clr->names, entry);
      add_root (work, MG_ROOT_STATIC, g_string_chunk_insert_const (work->result->texts, name), entry->slot, object);
    }
}

/* "thread 7": what people call it in a debugger; the runtime's own number. */
static const char *
thread_label (Work *work, guint32 managed_id)
{
  /* Translators: number of a managed thread. */
  g_autofree char *label = g_strdup_printf (_ ("thread %u"), managed_id);

  return g_string_chunk_insert_const (work->result->texts, label);
}

/* "Garden.Ground.Own" of "thread 5": the array that holds them is kept by the thread itself, see
 * add_thread_statics_array(). */
static void
add_named_thread_statics (Work *work)
{
  const GArray *statics = work->clr->thread_statics;

  for (guint i = 0; i < statics->len; i++)
    {
      const MgThreadStatic *entry = &g_array_index (statics, MgThreadStatic, i);
      guint64 start;
      guint32 holder = mg_object_index_find_before (work->clr->index, entry->slot, &work->hint, &start);
      g_autofree char *field = mg_field_name (work->clr->modules, &entry->field);
      g_autofree char *label
          = g_strdup_printf ("%s.%s", mg_type_names_get (work->clr->names, entry->class), field ? field : "?");

      if (i > 0 && g_array_index (statics, MgThreadStatic, i - 1).slot == entry->slot)
        continue;
      if (holder != MG_OBJECT_NONE)
        g_hash_table_add (work->result->holders, GUINT_TO_POINTER (holder + 1));
      add_noted_root (work, MG_ROOT_THREAD_STATIC, g_string_chunk_insert_const (work->result->texts, label),
                      thread_label (work, entry->thread), entry->slot,
                      mg_address_space_u64_or_0 (work->clr->runtime->space, entry->slot));
    }
}

static void
add_handles (Work *work)
{
  static const MgRootKind kinds[MG_N_HANDLE_KINDS] = {
    [MG_HANDLE_STRONG] = MG_ROOT_STRONG_HANDLE,           [MG_HANDLE_PINNED] = MG_ROOT_PINNED_HANDLE,
    [MG_HANDLE_REF_COUNTED] = MG_ROOT_REF_COUNTED_HANDLE, [MG_HANDLE_ASYNC_PINNED] = MG_ROOT_ASYNC_PINNED_HANDLE,
    [MG_HANDLE_SIZED_REF] = MG_ROOT_SIZED_REF_HANDLE,
  };

  for (guint i = 0; i < work->clr->handles->len; i++)
    {
      const MgHandle *handle = &g_array_index (work->clr->handles, MgHandle, i);

      /* Weak handles do not keep alive; a dependent one is a reference from its object to the secondary. */
      if (handle->kind < G_N_ELEMENTS (kinds) && kinds[handle->kind] != 0)
        add_root (work, kinds[handle->kind], NULL, handle->address, handle->object);
    }
}

static void
add_finalizers (Work *work)
{
  for (guint i = 0; i < work->clr->heap->ready->len; i++)
    add_root (work, MG_ROOT_FINALIZER_READY, NULL, 0, g_array_index (work->clr->heap->ready, guint64, i));
}

/* From .NET 9 the Object[] of a thread's statics is in no handle table: ThreadLocalData {counts 0, Object[] 8, …}. */
static void
add_thread_statics_array (Work *work, const MgManagedThread *thread)
{
  const MgLayout *layout = work->clr->runtime->layout;
  const MgAddressSpace *space = work->clr->runtime->space;
  guint64 data, array;

  if (!layout->module_at_24)
    return;
  data = mg_address_space_u64_or_0 (space, thread->address + (guint64) layout->thread_local_data);
  array = data ? mg_address_space_u64_or_0 (space, data + 8) : 0;
  if (array != 0)
    add_noted_root (work, MG_ROOT_THREAD_STATIC, NULL, thread_label (work, thread->managed_id), data + 8, array);
}

/* Number of the frame whose part of the stack CELL lies in: the last that starts at or below it. G_MAXUINT: none.
 * Frames are newest first, so that their stack pointers rise. */
static guint
frame_of (const GArray *frames, guint64 cell)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < frames->len && g_array_index (frames, MgManagedFrame, i).sp <= cell; i++)
    found = i;
  return found;
}

/* "thread 7 in Zoo.Program.Worker" */
static const char *
frame_label (Work *work, const MgManagedThread *thread, const MgManagedFrame *frame)
{
  g_autofree char *method = mg_method_name (work->clr->names, frame->method), *label = NULL;

  if (method == NULL)
    return thread_label (work, thread->managed_id);
  /* Translators: number of a managed thread, full name of a method. */
  label = g_strdup_printf (_ ("thread %u in %s"), thread->managed_id, method);
  return g_string_chunk_insert_const (work->result->texts, label);
}

/* A word inside a managed frame belongs to a method's locals; outside it may be anything. Whether it is still in use is
 * not known in either case. */
static void
add_stack_word (Work *work, const MgManagedThread *thread, const GArray *frames, guint64 cell, guint64 value)
{
  guint frame = cell != 0 ? frame_of (frames, cell) : (frames->len > 0 ? 0 : G_MAXUINT);
  const char *label;

  if (value < 0x10000 || value >> 47 != 0
      || mg_object_index_find (work->clr->index, value, &work->hint) == MG_OBJECT_NONE)
    return;
  label = frame == G_MAXUINT ? thread_label (work, thread->managed_id)
                             : frame_label (work, thread, &g_array_index (frames, MgManagedFrame, frame));
  add_root (work, MG_ROOT_STACK_CONSERVATIVE, label, cell, value);
}

/* Every word of the stack that is the start of an object, and the registers. */
static void
add_stack (Work *work, const MgManagedThread *thread)
{
  const MgAddressSpace *space = work->clr->runtime->space;
  g_autoptr (GArray) frames = NULL;
  guint64 at, available;
  const guint8 *bytes;

  if (thread->native == NULL)
    return;
  frames = mg_stack_walk (work->code, thread);
  for (guint r = 0; r < MG_N_REGISTERS; r++)
    add_stack_word (work, thread, frames, 0, thread->native->registers[r]);
  at = (thread->native->sp - RED_ZONE) & ~G_GUINT64_CONSTANT (7);
  bytes = mg_address_space_find (space, at, &available);
  if (bytes == NULL)
    return;
  available = MIN (available, MAX_STACK_BYTES);
  for (guint64 offset = 0; offset + 8 <= available; offset += 8)
    {
      guint64 value;

      memcpy (&value, bytes + offset, 8);
      add_stack_word (work, thread, frames, at + offset, value);
    }
}

static int
compare_roots (gconstpointer a, gconstpointer b)
{
  const MgClrRoot *first = a, *second = b;
  int order = (int) first->root.kind - (int) second->root.kind;

  if (order == 0)
    order = g_strcmp0 (first->root.label, second->root.label);
  if (order == 0)
    order = g_strcmp0 (first->root.note, second->root.note);
  if (order == 0)
    order = (first->object > second->object) - (first->object < second->object);
  if (order == 0)
    order = (first->root.address > second->root.address) - (first->root.address < second->root.address);
  return order;
}

/* Several words of one stack, or handles, that hold the same object count once. */
static void
drop_repeated (GArray *roots)
{
  guint kept = 0;

  g_array_sort (roots, compare_roots);
  for (guint i = 0; i < roots->len; i++)
    {
      MgClrRoot entry = g_array_index (roots, MgClrRoot, i);
      const MgClrRoot *last = kept > 0 ? &g_array_index (roots, MgClrRoot, kept - 1) : NULL;

      if (last && last->root.kind == entry.root.kind && last->object == entry.object
          && g_strcmp0 (last->root.label, entry.root.label) == 0 && g_strcmp0 (last->root.note, entry.root.note) == 0)
        continue;
      g_array_index (roots, MgClrRoot, kept++) = entry;
    }
  g_array_set_size (roots, kept);
}

MgClrRoots *
mg_clr_roots_new (MgClr *clr)
{
  MgClrRoots *result = g_new0 (MgClrRoots, 1);
  g_autoptr (MgCodeMap) code = mg_code_map_new (clr->runtime);
  Work work = { clr, result, code, 0 };
  g_autoptr (GArray) threads = NULL;

  result->roots = g_array_new (FALSE, TRUE, sizeof (MgClrRoot));
  result->holders = g_hash_table_new (NULL, NULL);
  result->texts = g_string_chunk_new (4096);
  if (clr->index->n_objects == 0)
    return result;
  add_statics (&work);
  add_named_thread_statics (&work);
  add_handles (&work);
  add_finalizers (&work);
  threads = mg_threads_read (clr->runtime);
  for (guint i = 0; i < threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (threads, MgManagedThread, i);

      add_thread_statics_array (&work, thread);
      add_stack (&work, thread);
    }
  drop_repeated (result->roots);
  return result;
}

void
mg_clr_roots_drop_doubtful (MgClrRoots *roots, const guint64 *bits)
{
  guint kept = 0;

  for (guint i = 0; i < roots->roots->len; i++)
    {
      MgClrRoot entry = g_array_index (roots->roots, MgClrRoot, i);

      if (entry.root.kind == MG_ROOT_STACK_CONSERVATIVE && mg_clr_reach_has (bits, entry.object))
        continue;
      g_array_index (roots->roots, MgClrRoot, kept++) = entry;
    }
  g_array_set_size (roots->roots, kept);
}

void
mg_clr_roots_free (MgClrRoots *roots)
{
  if (roots == NULL)
    return;
  g_array_unref (roots->roots);
  g_hash_table_unref (roots->holders);
  g_string_chunk_free (roots->texts);
  g_free (roots);
}
