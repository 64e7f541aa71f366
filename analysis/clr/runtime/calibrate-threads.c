#include "analysis/clr/runtime/calibrate.h"

#define MAX_STORE 256
#define MAX_THREAD 1200
#define MAX_THREADS 100000
#define FRAME_TOP G_MAXUINT64
/* What a thread is given at a time for new objects is 8 kB; never more than this. */
#define MAX_QUANTUM 0x20000
/* Bytes that a thread allocated in its life: more than its last piece, and no address. */
#define MAX_ALLOCATED (G_GUINT64_CONSTANT (1) << 46)
/* The heap around it is in the dump. */
#define NEARBY 0x10000

typedef struct
{
  const MgRuntime *runtime;
  MgLayout *layout;
  GHashTable *ids;   /* of the process's threads */
  GArray *threads;   /* guint64: Thread structures in the list */
} Work;

static guint64
u64_at (const Work *work, guint64 address)
{
  return mg_address_space_u64_or_0 (work->runtime->space, address);
}

static guint32
u32_at (const Work *work, guint64 address)
{
  return mg_address_space_u32_or_0 (work->runtime->space, address);
}

static gboolean
is_thread_id (const Work *work, guint32 id)
{
  return id != 0 && g_hash_table_contains (work->ids, GUINT_TO_POINTER (id));
}

/* The list from NODE when its links lie at LINK and point at links or at threads. NULL: it leads somewhere else. */
static GArray *
walk_list (const Work *work, guint64 node, gint16 link, gint16 os_id, gboolean of_threads, guint64 finalizer)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean has_finalizer = FALSE;

  while (node != 0 && list->len < MAX_THREADS)
    {
      guint64 thread = of_threads ? node : node - (guint64) link;
      guint32 id = u32_at (work, thread + (guint64) os_id);

      if (!is_thread_id (work, id) && (id != 0 || list->len == 0))
        break;
      has_finalizer = has_finalizer || thread == finalizer;
      g_array_append_val (list, thread);
      node = u64_at (work, thread + (guint64) link);
    }
  if (node == 0 && has_finalizer && list->len >= 2)
    return list;
  g_array_unref (list);
  return NULL;
}

static void
try_list (Work *work, guint64 store, gint16 first, gint16 link, gint16 os_id, gboolean of_threads, guint64 finalizer)
{
  GArray *list = walk_list (work, u64_at (work, store + (guint64) first), link, os_id, of_threads, finalizer);

  if (list == NULL)
    return;
  if (work->threads && work->threads->len >= list->len)
    {
      g_array_unref (list);
      return;
    }
  g_clear_pointer (&work->threads, g_array_unref);
  work->threads = list;
  work->layout->store_first_thread = first;
  work->layout->thread_link = link;
  work->layout->thread_os_id = os_id;
  work->layout->thread_list_of_threads = of_threads;
}

static void
find_list (Work *work)
{
  guint64 store = mg_runtime_neighbour (work->runtime, -4), finalizer = mg_runtime_neighbour (work->runtime, -3);

  for (gint16 os_id = 0; os_id < MAX_THREAD && finalizer != 0 && store != 0; os_id += 4)
    if (is_thread_id (work, u32_at (work, finalizer + (guint64) os_id)))
      for (gint16 first = 0; first < MAX_STORE; first += 8)
        if (u64_at (work, store + (guint64) first) != 0)
          for (gint16 link = 8; link < MAX_THREAD; link += 8)
            {
              try_list (work, store, first, link, os_id, FALSE, finalizer);
              try_list (work, store, first, link, os_id, TRUE, finalizer);
            }
}

static void
find_count (Work *work)
{
  guint64 store = mg_runtime_neighbour (work->runtime, -4);

  work->layout->store_thread_count = -1;
  for (gint16 at = (gint16) (work->layout->store_first_thread + 8); at < work->layout->store_first_thread + 64; at += 4)
    if (u32_at (work, store + (guint64) at) == work->threads->len)
      {
        work->layout->store_thread_count = at;
        return;
      }
}

/* The first offset below END, in steps of STEP, that FITS; −1. */
typedef gboolean (*Fits) (const Work *work, gint16 offset);

static gint16
find_offset (const Work *work, gint16 end, gint16 step, Fits fits)
{
  for (gint16 offset = 0; offset < end; offset += step)
    if (fits (work, offset))
      return offset;
  return -1;
}

static guint64
thread_at (const Work *work, guint i)
{
  return g_array_index (work->threads, guint64, i);
}

/* Numbers that count up: the finalizer's is 2, all differ. */
static gboolean
is_managed_id (const Work *work, gint16 offset)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint64 finalizer = mg_runtime_neighbour (work->runtime, -3);

  for (guint i = 0; i < work->threads->len; i++)
    {
      guint32 id = u32_at (work, thread_at (work, i) + (guint64) offset);

      if (id == 0 || id > 0xffff || !g_hash_table_add (seen, GUINT_TO_POINTER (id)))
        return FALSE;
    }
  return u32_at (work, finalizer + (guint64) offset) == 2;
}

/* Frames lie on the stack of their thread, or there are none. */
static gboolean
is_frame (const Work *work, gint16 offset)
{
  const GArray *natives = work->runtime->image->threads;
  guint n = 0;

  for (guint i = 0; i < work->threads->len; i++)
    {
      guint32 id = u32_at (work, thread_at (work, i) + (guint64) work->layout->thread_os_id);
      guint64 frame = u64_at (work, thread_at (work, i) + (guint64) offset);

      for (guint k = 0; k < natives->len; k++)
        {
          const MgNativeThread *native = &g_array_index (natives, MgNativeThread, k);

          if (native->os_id != id)
            continue;
          if (frame != FRAME_TOP && (frame < native->sp || frame > native->sp + (8u << 20)))
            return FALSE;
          n += frame != FRAME_TOP;
        }
    }
  return n > 0;
}

static guint64
exposed_at (const Work *work, guint64 thread, gint16 offset)
{
  guint64 cell = u64_at (work, thread + (guint64) offset);

  return cell != 0 ? u64_at (work, cell) : 0;
}

/* A weak and a strong handle to the same object, whose class is the same for all threads. */
static gboolean
is_exposed (const Work *work, gint16 offset)
{
  guint64 class = 0;
  guint n = 0;

  for (guint i = 0; i < work->threads->len; i++)
    {
      guint64 object = exposed_at (work, thread_at (work, i), offset);
      guint64 table = object ? u64_at (work, object) & ~G_GUINT64_CONSTANT (7) : 0;

      if (object == 0)
        continue;
      if ((class != 0 && table != class) || !mg_runtime_is_method_table (work->runtime, table)
          || exposed_at (work, thread_at (work, i), (gint16) (offset + 8)) != object)
        return FALSE;
      class = table;
      n++;
    }
  return n >= 2;
}

/* {counts, Object[] 8, …, Thread * at 24 or 32} */
static gboolean
is_local_data (const Work *work, gint16 offset)
{
  guint n = 0;

  for (guint i = 0; i < work->threads->len; i++)
    {
      guint64 thread = thread_at (work, i), data = u64_at (work, thread + (guint64) offset);

      if (data == 0)
        continue;
      if (u64_at (work, data + 24) != thread && u64_at (work, data + 32) != thread)
        return FALSE;
      n++;
    }
  return n > 0;
}

/* How many threads have a piece of memory for new objects {start, limit, bytes allocated} at OFFSET from there; −1: one
 * has something else. */
static int
count_contexts (const Work *work, gint16 locals, gint16 offset)
{
  int n = 0;

  for (guint i = 0; i < work->threads->len; i++)
    {
      guint64 base = thread_at (work, i), start, limit, allocated;

      if (locals >= 0)
        base = u64_at (work, base + (guint64) locals);
      if (base == 0)
        continue;
      if (!mg_address_space_u64 (work->runtime->space, base + (guint64) offset, &start)
          || !mg_address_space_u64 (work->runtime->space, base + (guint64) offset + 8, &limit))
        return -1;
      if (start == 0 && limit == 0)
        continue;
      if (start % 8 != 0 || limit % 8 != 0 || start > limit || limit - start > MAX_QUANTUM || start <= NEARBY
          || mg_address_space_next (work->runtime->space, start - NEARBY) > limit + NEARBY
          || !mg_address_space_u64 (work->runtime->space, base + (guint64) offset + 16, &allocated)
          || allocated < limit - start || allocated > MAX_ALLOCATED)
        return -1;
      n++;
    }
  return n;
}

/* Inside Thread up to .NET 8, later in what it points at. Nothing is lost where no thread has any: then there are no
 * holes to know of. */
static void
find_contexts (Work *work)
{
  int best = 0;

  work->layout->thread_locals = work->layout->alloc_context = -1;
  for (gint16 locals = 16; locals <= 64; locals += 8)
    for (gint16 offset = 0; offset <= 16; offset += 8)
      if (work->layout->wide_rid && count_contexts (work, locals, offset) > best)
        {
          best = count_contexts (work, locals, offset);
          work->layout->thread_locals = locals;
          work->layout->alloc_context = offset;
        }
  for (gint16 offset = 64; offset < 256; offset += 8)
    if (!work->layout->wide_rid && count_contexts (work, -1, offset) > best)
      {
        best = count_contexts (work, -1, offset);
        work->layout->thread_locals = -1;
        work->layout->alloc_context = offset;
      }
}

void
mg_calibrate_threads (const MgRuntime *runtime, MgLayout *layout)
{
  Work work = { runtime, layout, g_hash_table_new (NULL, NULL), NULL };

  for (guint i = 0; i < runtime->image->threads->len; i++)
    g_hash_table_add (work.ids, GUINT_TO_POINTER (g_array_index (runtime->image->threads, MgNativeThread, i).os_id));
  layout->thread_link = layout->thread_protected = -1;
  find_list (&work);
  if (work.threads)
    {
      find_count (&work);
      layout->thread_managed_id = find_offset (&work, 96, 4, is_managed_id);
      layout->thread_frame = find_offset (&work, 96, 8, is_frame);
      layout->thread_state = layout->thread_frame >= 8 ? (gint16) (layout->thread_frame - 8) : -1;
      layout->thread_preemptive_disabled = layout->thread_frame >= 8 ? (gint16) (layout->thread_frame - 4) : -1;
      layout->thread_exposed_weak = find_offset (&work, MAX_THREAD, 8, is_exposed);
      layout->thread_exposed_strong
          = layout->thread_exposed_weak >= 0 ? (gint16) (layout->thread_exposed_weak + 8) : -1;
      layout->thread_local_data = find_offset (&work, MAX_THREAD, 8, is_local_data);
      find_contexts (&work);
    }
  g_clear_pointer (&work.threads, g_array_unref);
  g_hash_table_unref (work.ids);
}
