#include "analysis/clr/clr-roots.h"

#include <glib/gi18n-lib.h>

#include "analysis/clr/clr-objects.h"
#include "analysis/clr/stacks/stack-roots.h"
#include "analysis/clr/types/methods.h"

typedef struct
{
  MgClr *clr;
  MgClrRoots *result;
  MgCodeMap *code;
} Work;

static void
add_noted_root (Work *work, MgRootKind kind, const char *label, const char *note, guint64 cell, guint64 object)
{
  MgClrRoot entry = { .root = { .kind = kind, .label = label, .note = note, .address = cell }, .address = object };

  if (mg_clr_is_object (work->clr, object))
    g_array_append_val (work->result->roots, entry);
}

static void
add_root (Work *work, MgRootKind kind, const char *label, guint64 cell, guint64 object)
{
  add_noted_root (work, kind, label, NULL, cell, object);
}

static void
add_holder (Work *work, guint64 address)
{
  g_hash_table_add (work->result->holders, g_memdup2 (&address, sizeof address));
}

static void
add_statics (Work *work)
{
  GArray *statics = work->clr->statics->statics;

  for (guint i = 0; i < statics->len; i++)
    {
      const MgStatic *entry = &g_array_index (statics, MgStatic, i);
      guint64 object = mg_address_space_u64_or_0 (work->clr->runtime->space, entry->slot), start;
      gboolean held = mg_clr_object_before (work->clr, entry->slot, &start);
      g_autofree char *name = NULL;

      /* A generic class and its instances can name one cell twice. */
      if (entry->collectible || (i > 0 && g_array_index (statics, MgStatic, i - 1).slot == entry->slot))
        continue;
      if (held)
        add_holder (work, start);
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
  g_autofree char *label = mg_root_stack_label (managed_id, NULL);

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
      gboolean held = mg_clr_object_before (work->clr, entry->slot, &start);
      g_autofree char *field = mg_field_name_or_token (work->clr->modules, &entry->field);
      g_autofree char *label
          = g_strdup_printf ("%s.%s", mg_type_names_get (work->clr->names, entry->class), field);

      if (i > 0 && g_array_index (statics, MgThreadStatic, i - 1).slot == entry->slot)
        continue;
      if (held)
        add_holder (work, start);
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
  data = mg_address_space_u64_or_0 (space, mg_layout_at (thread->address, layout->thread_local_data));
  array = data ? mg_address_space_u64_or_0 (space, data + 8) : 0;
  if (array != 0)
    add_noted_root (work, MG_ROOT_THREAD_STATIC, NULL, thread_label (work, thread->managed_id), data + 8, array);
}

typedef struct
{
  Work *work;
  const MgManagedThread *thread;
  const GArray *frames;
  const char **labels; /* per frame, made when needed */
} Stack;

/* "thread 7 in Zoo.Program.Worker" */
static const char *
frame_label (Stack *stack, guint i)
{
  Work *work = stack->work;
  const MgManagedFrame *frame = &g_array_index (stack->frames, MgManagedFrame, i);
  g_autofree char *method = mg_method_name (work->clr->names, frame->method);
  g_autofree char *label = mg_root_stack_label (stack->thread->managed_id, method);

  return g_string_chunk_insert_const (work->result->texts, label);
}

/* The object into which VALUE points; 0: none. */
static guint64
object_around (Work *work, guint64 value)
{
  const MgAddressSpace *space = work->clr->runtime->space;
  guint64 object, size;
  const MgMethodTable *table;

  if (!mg_clr_object_before (work->clr, value, &object))
    return 0;
  table = mg_method_tables_get (work->clr->tables, mg_method_table_of (space, object));
  size = mg_method_table_object_size (table, mg_address_space_u32_or_0 (space, object + 8));
  return value - object <= size ? object : 0;
}

static void
add_stack_root (const MgStackRoot *root, gpointer data)
{
  Stack *stack = data;
  Work *work = stack->work;
  const char **label = &stack->labels[root->frame == G_MAXUINT ? stack->frames->len : root->frame];
  guint64 object = root->interior ? object_around (work, root->value) : root->value;

  if (!mg_clr_is_object (work->clr, object))
    return;
  if (*label == NULL)
    *label = root->frame == G_MAXUINT ? thread_label (work, stack->thread->managed_id)
                                      : frame_label (stack, root->frame);
  add_noted_root (work, root->exact ? MG_ROOT_STACK : MG_ROOT_STACK_CONSERVATIVE, *label,
                  root->untracked ? _ ("counts until the method returns") : NULL, root->cell, object);
}

static void
add_stack (Work *work, const MgManagedThread *thread, MgStackRootCounts *counts)
{
  g_autoptr (GArray) frames = mg_stack_walk (work->code, thread);
  g_autofree const char **labels = g_new0 (const char *, frames->len + 1);
  Stack stack = { work, thread, frames, labels };

  mg_stack_roots_find (work->code, thread, frames, add_stack_root, &stack, counts);
}

/* Threads stopped between two places that the compiler describes are usual under load. */
static void
check_stacks (MgRuntime *runtime, const MgStackRootCounts *counts)
{
  runtime->n_stack_frames = counts->n_frames;
  runtime->n_exact_frames = counts->n_decoded;
  if (counts->n_frames > 0)
    runtime->checks[MG_CHECK_STACKS]
        = (guint64) counts->n_decoded * 10 >= (guint64) counts->n_frames * 9 ? MG_CHECK_PASSED : MG_CHECK_FAILED;
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
    order = (first->address > second->address) - (first->address < second->address);
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

      if (last && last->root.kind == entry.root.kind && last->address == entry.address
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
  Work work = { clr, result, code };
  MgStackRootCounts counts = { 0, 0 };

  result->roots = g_array_new (FALSE, TRUE, sizeof (MgClrRoot));
  result->holders = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  result->texts = g_string_chunk_new (4096);
  if (clr->index->sealed && clr->index->n_objects == 0)
    return result;
  add_statics (&work);
  add_named_thread_statics (&work);
  add_handles (&work);
  add_finalizers (&work);
  for (guint i = 0; i < clr->threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (clr->threads, MgManagedThread, i);

      add_thread_statics_array (&work, thread);
      add_stack (&work, thread, &counts);
    }
  check_stacks (clr->runtime, &counts);
  drop_repeated (result->roots);
  return result;
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
