#include "analysis/clr/heap/ties.h"

#include "analysis/base/lower-bound.h"

/* By object; what one object has keeps the order of the handles. */
static int
compare_ties (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MgTie *first = a, *second = b;

  return first->from < second->from ? -1 : first->from > second->from;
}

MgTies *
mg_ties_new (const GArray *handles)
{
  MgTies *ties = g_new0 (MgTies, 1);

  ties->ties = g_new (MgTie, handles->len + 1);
  for (guint i = 0; i < handles->len; i++)
    {
      const MgHandle *handle = &g_array_index (handles, MgHandle, i);

      if (handle->kind != MG_HANDLE_DEPENDENT || handle->secondary == 0)
        continue;
      ties->ties[ties->n++] = (MgTie){ handle->object, handle->secondary };
      mg_address_filter_add (&ties->filter, handle->object);
    }
  g_qsort_with_data (ties->ties, (gint) ties->n, sizeof *ties->ties, compare_ties, NULL); /* stable */
  return ties;
}

void
mg_ties_free (MgTies *ties)
{
  if (ties == NULL)
    return;
  g_free (ties->ties);
  g_free (ties);
}

const MgTie *
mg_ties_search (const MgTies *ties, guint64 address, guint *n)
{
  guint from = (guint) mg_lower_bound (ties->ties, ties->n, sizeof *ties->ties, address), end = from;

  while (end < ties->n && ties->ties[end].from == address)
    end++;
  *n = end - from;
  return ties->ties + from;
}
