#include "analysis/clr/clr-doubtful.h"

#include "analysis/clr/clr-reach.h"

/* Objects that are followed before the whole heap is asked. */
#define DOUBTFUL_MOST 20000

typedef struct
{
  GHashTable *seen; /* guint64 * */
  GArray *next;     /* guint64 */
} Doubtful;

static void
take (guint64 target, gpointer data)
{
  Doubtful *doubtful = data;

  if (g_hash_table_contains (doubtful->seen, &target))
    return;
  g_hash_table_add (doubtful->seen, g_memdup2 (&target, sizeof target));
  g_array_append_val (doubtful->next, target);
}

static void
follow (const MgClrWork *work, Doubtful *doubtful, guint32 links)
{
  for (guint from = 0; links > 0 && from < doubtful->next->len; links--)
    for (guint end = doubtful->next->len; from < end && g_hash_table_size (doubtful->seen) <= DOUBTFUL_MOST; from++)
      {
        MgReferrer object;

        if (mg_clr_work_open (work, g_array_index (doubtful->next, guint64, from), &object))
          mg_references_each (&work->references, &object, take, doubtful);
      }
}

gboolean
mg_clr_doubtful_could_matter (const MgClrWork *work, const MgHeapSearch *search, guint64 subject, guint32 level)
{
  guint cost = mg_root_kind_cost (MG_ROOT_STACK_CONSERVATIVE);
  const GArray *roots = work->roots->roots;
  Doubtful doubtful = { g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
                        g_array_new (FALSE, FALSE, sizeof (guint64)) };
  gboolean matter = FALSE;

  if (level >= cost)
    {
      for (guint i = 0; i < roots->len; i++)
        {
          const MgClrRoot *entry = &g_array_index (roots, MgClrRoot, i);

          if (!mg_clr_is_certain (entry->root.kind) && !mg_heap_search_has_met (search, entry->address))
            take (entry->address, &doubtful);
        }
      follow (work, &doubtful, level - cost);
      matter = g_hash_table_contains (doubtful.seen, &subject) || g_hash_table_size (doubtful.seen) > DOUBTFUL_MOST;
    }
  g_hash_table_unref (doubtful.seen);
  g_array_unref (doubtful.next);
  return matter;
}
