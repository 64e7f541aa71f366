#include "analysis/clr/clr-reach.h"

#include "analysis/base/progress.h"

typedef struct
{
  MgClr *clr;
  guint64 *bits;
  GArray *waiting;       /* guint64: addresses of objects reached, not yet looked into */
  GHashTable *dependent; /* object number + 1 → GArray of guint64: what dependent handles tie to it */
  guint32 hint;
} Work;

static void
reach_address (Work *work, guint64 address)
{
  guint32 number = address ? mg_object_index_find (work->clr->index, address, &work->hint) : MG_OBJECT_NONE;

  if (number == MG_OBJECT_NONE || mg_clr_reach_has (work->bits, number))
    return;
  work->bits[number / 64] |= G_GUINT64_CONSTANT (1) << (number % 64);
  g_array_append_val (work->waiting, address);
}

static void
reach_slot (guint64 slot, gpointer data)
{
  Work *work = data;

  reach_address (work, mg_address_space_u64_or_0 (work->clr->runtime->space, slot));
}

static void
look_into (Work *work, guint64 address)
{
  const MgAddressSpace *space = work->clr->runtime->space;
  guint64 table_address = mg_address_space_u64_or_0 (space, address) & ~G_GUINT64_CONSTANT (7);
  const MgMethodTable *table = mg_method_tables_get (work->clr->tables, table_address);
  guint32 length = table->component_size ? mg_address_space_u32_or_0 (space, address + 8) : 0;
  guint32 number = mg_object_index_find (work->clr->index, address, &work->hint);
  const GArray *tied = g_hash_table_lookup (work->dependent, GUINT_TO_POINTER (number + 1));

  mg_method_table_each_slot (table, address, mg_method_table_object_size (table, length), reach_slot, work);
  reach_address (work, table->loader_object);
  for (guint i = 0; tied && i < tied->len; i++)
    reach_address (work, g_array_index (tied, guint64, i));
}

static void
tie_dependents (Work *work)
{
  for (guint i = 0; i < work->clr->handles->len; i++)
    {
      const MgHandle *handle = &g_array_index (work->clr->handles, MgHandle, i);
      guint32 number = mg_object_index_find (work->clr->index, handle->object, &work->hint);
      GArray *tied;

      if (handle->kind != MG_HANDLE_DEPENDENT || handle->secondary == 0 || number == MG_OBJECT_NONE)
        continue;
      tied = g_hash_table_lookup (work->dependent, GUINT_TO_POINTER (number + 1));
      if (tied == NULL)
        {
          tied = g_array_new (FALSE, FALSE, sizeof (guint64));
          g_hash_table_insert (work->dependent, GUINT_TO_POINTER (number + 1), tied);
        }
      g_array_append_val (tied, handle->secondary);
    }
}

/* Frozen objects are alive by themselves; all of them start the search. */
static void
reach_frozen (Work *work)
{
  const MgObjectIndex *index = work->clr->index;

  for (guint s = 0; s < index->n_segments; s++)
    {
      const MgIndexedSegment *segment = &index->segments[s];
      guint64 words = ((segment->end - segment->start) / 8 + 63) / 64;

      if (!g_array_index (work->clr->heap->segments, MgHeapSegment, s).read_only)
        continue;
      for (guint64 w = 0; w < words; w++)
        for (guint64 bits = segment->bits[w]; bits != 0; bits &= bits - 1)
          reach_address (work, segment->start + 8 * (w * 64 + (guint64) __builtin_ctzll (bits)));
    }
}

static gboolean
is_certain (MgRootKind kind)
{
  return kind != MG_ROOT_STACK_CONSERVATIVE;
}

guint64 *
mg_clr_reach_certain (MgClr *clr, const GArray *roots, MgProgress *progress, GError **error)
{
  Work work = { clr, g_new0 (guint64, clr->index->n_objects / 64 + 1), g_array_new (FALSE, FALSE, sizeof (guint64)),
                g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref), 0 };
  guint64 done = 0;
  gboolean ok = TRUE;

  tie_dependents (&work);
  reach_frozen (&work);
  for (guint i = 0; i < roots->len; i++)
    {
      const MgClrRoot *entry = &g_array_index (roots, MgClrRoot, i);

      if (is_certain (entry->root.kind))
        reach_address (&work, entry->address);
    }
  while (work.waiting->len > 0 && ok)
    {
      guint64 address = g_array_index (work.waiting, guint64, work.waiting->len - 1);

      g_array_set_size (work.waiting, work.waiting->len - 1);
      look_into (&work, address);
      if (++done % MG_PROGRESS_INTERVAL == 0)
        ok = mg_progress_step (progress, done, clr->index->n_objects, error);
    }
  g_array_unref (work.waiting);
  g_hash_table_unref (work.dependent);
  if (!ok)
    g_clear_pointer (&work.bits, g_free);
  return work.bits;
}
