#include "analysis/clr/heap/threads.h"

#include "analysis/clr/heap/gc-heap.h"

#define MAX_THREADS 200000
/* Threads that have ended stay in the list for a while. */
#define MAX_ENDED 64

static const MgNativeThread *
find_native (const MgProcessImage *image, guint32 os_id)
{
  for (guint i = 0; i < image->threads->len; i++)
    if (g_array_index (image->threads, MgNativeThread, i).os_id == os_id)
      return &g_array_index (image->threads, MgNativeThread, i);
  return NULL;
}

static void
add_thread (MgRuntime *runtime, GArray *threads, guint64 address)
{
  const MgLayout *layout = runtime->layout;
  const MgAddressSpace *space = runtime->space;
  MgManagedThread thread = { .address = address };

  thread.os_id = mg_address_space_u32_or_0 (space, mg_layout_at (address, layout->thread_os_id));
  thread.managed_id = mg_address_space_u32_or_0 (space, mg_layout_at (address, layout->thread_managed_id));
  thread.state = mg_address_space_u32_or_0 (space, mg_layout_at (address, layout->thread_state));
  thread.cooperative
      = mg_address_space_u32_or_0 (space, mg_layout_at (address, layout->thread_preemptive_disabled)) != 0;
  thread.frame = mg_address_space_u64_or_0 (space, mg_layout_at (address, layout->thread_frame));
  thread.native = thread.os_id != 0 ? find_native (runtime->image, thread.os_id) : NULL;
  g_array_append_val (threads, thread);
}

static guint64
thread_of (const MgRuntime *runtime, guint64 node)
{
  return runtime->layout->thread_list_of_threads ? node : node - (guint64) runtime->layout->thread_link;
}

/* Up to .NET 10 the list goes through the link field inside Thread; on 11 its nodes are the Threads themselves. */
static void
follow_list (MgRuntime *runtime, guint64 store, GArray *threads)
{
  const MgLayout *layout = runtime->layout;
  guint64 link = (guint64) layout->thread_link;
  guint64 node = mg_address_space_u64_or_0 (runtime->space, mg_layout_at (store, layout->store_first_thread));

  while (node != 0 && threads->len < MAX_THREADS)
    {
      guint64 thread = thread_of (runtime, node);

      add_thread (runtime, threads, thread);
      node = mg_address_space_u64_or_0 (runtime->space, thread + link);
    }
}

/* Whether a list of Threads begins at STORE: one of the first is a thread of the process. */
static gboolean
is_store (const MgRuntime *runtime, guint64 store)
{
  const MgLayout *layout = runtime->layout;
  guint64 node = store ? mg_runtime_member (runtime, store, layout->store_first_thread) : 0;

  for (guint i = 0; node != 0 && i < MAX_ENDED; i++)
    {
      guint64 thread = thread_of (runtime, node);
      guint32 id = mg_address_space_u32_or_0 (runtime->space, mg_layout_at (thread, layout->thread_os_id));

      if (id != 0 && find_native (runtime->image, id) != NULL)
        return TRUE;
      node = mg_address_space_u64_or_0 (runtime->space, thread + (guint64) layout->thread_link);
    }
  return FALSE;
}

/* From .NET 8 on the global four before the GC variables; on 7 it stands elsewhere. */
static guint64
find_store (const MgRuntime *runtime)
{
  guint64 neighbour = mg_runtime_neighbour (runtime, -4);

  if (is_store (runtime, neighbour))
    return neighbour;
  for (guint i = 0; i < runtime->n_globals; i++)
    {
      guint64 store = mg_address_space_u64_or_0 (runtime->space, runtime->globals[i]);

      if (is_store (runtime, store))
        return store;
    }
  return neighbour;
}

/* As many as the runtime counted; where its count is not known, all are threads of the process. */
static gboolean
is_complete (const MgRuntime *runtime, guint64 store, const GArray *threads)
{
  guint32 count;

  if (mg_address_space_u32 (runtime->space, mg_layout_at (store, runtime->layout->store_thread_count), &count))
    return count == threads->len;
  for (guint i = 0; i < threads->len; i++)
    if (g_array_index (threads, MgManagedThread, i).os_id != 0 && !g_array_index (threads, MgManagedThread, i).native)
      return FALSE;
  return threads->len > 0;
}

GArray *
mg_threads_read (MgRuntime *runtime)
{
  GArray *threads = g_array_new (FALSE, TRUE, sizeof (MgManagedThread));
  guint64 store;

  if (runtime->layout == NULL || runtime->layout->thread_link < 0)
    return threads;
  store = find_store (runtime);
  if (store == 0)
    return threads;
  follow_list (runtime, store, threads);
  runtime->checks[MG_CHECK_THREADS] = is_complete (runtime, store, threads) ? MG_CHECK_PASSED : MG_CHECK_FAILED;
  return threads;
}

gboolean
mg_threads_read_contexts (MgRuntime *runtime, GArray *contexts)
{
  g_autoptr (GArray) threads = mg_threads_read (runtime);
  const MgLayout *layout = runtime->layout;

  for (guint i = 0; i < threads->len; i++)
    {
      guint64 at = g_array_index (threads, MgManagedThread, i).address;
      MgAllocContext context;

      if (layout->thread_locals >= 0)
        at = mg_address_space_u64_or_0 (runtime->space, mg_layout_at (at, layout->thread_locals));
      if (at == 0)
        continue;
      at = mg_layout_at (at, layout->alloc_context);
      context.start = mg_address_space_u64_or_0 (runtime->space, at);
      context.limit = mg_address_space_u64_or_0 (runtime->space, at + 8);
      if (context.start != 0 && context.start <= context.limit)
        g_array_append_val (contexts, context);
    }
  return threads->len > 0;
}
