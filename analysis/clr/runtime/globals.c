#include "analysis/clr/runtime/globals.h"

#include "analysis/clr/runtime/elf-symbols.h"

#define MAX_GLOBALS 4096
/* The variables of one library, and the table of their addresses, lie this close together. */
#define NEAR (G_GUINT64_CONSTANT (64) << 20)
/* Variables that hold the address of the block: the runtime's own and a few copies. */
#define MAX_HOLDERS 16

/* 6.0 has 32-bit distances from the base, later versions addresses. */
void
mg_globals_read (MgRuntime *runtime)
{
  guint64 size = 0, table = mg_elf_symbol_find (runtime->space, runtime->base, "g_dacTable", &size);
  gboolean wide = size % 8 == 0;

  if (table == 0 || size < 64 || size > MAX_GLOBALS * 8)
    return;
  for (guint i = 0; i < 8 && wide; i++)
    wide = mg_address_is_possible (mg_address_space_u64_or_0 (runtime->space, table + 8 * (guint64) i));
  runtime->n_globals = (guint) (size / (wide ? 8 : 4));
  runtime->globals = g_new0 (guint64, runtime->n_globals);
  for (guint i = 0; i < runtime->n_globals; i++)
    runtime->globals[i] = wide ? mg_address_space_u64_or_0 (runtime->space, table + 8 * (guint64) i)
                               : runtime->base + mg_address_space_u32_or_0 (runtime->space, table + 4 * (guint64) i);
  runtime->checks[MG_CHECK_SYMBOLS] = MG_CHECK_PASSED;
}

/* Where VALUE stands in memory near AROUND; at most MAX places are left in PLACES. */
static guint
find_value (const MgAddressSpace *space, guint64 around, guint64 value, guint64 *places, guint max)
{
  guint64 low = around > NEAR ? around - NEAR : 0, high = around + NEAR;
  guint n = 0;

  for (guint32 s = 0; s < space->n; s++)
    {
      const MgSpan *span = &space->spans[s];
      guint64 start = (MAX (span->start, low) + 7) & ~G_GUINT64_CONSTANT (7), end = MIN (span->end, high);

      for (guint64 at = start; at + 8 <= end && n < max; at += 8)
        {
          guint64 there;

          memcpy (&there, span->bytes + (at - span->start), 8);
          if (there == value)
            places[n++] = at;
        }
    }
  return n;
}

/* The table whose entry for the GC variables is at ENTRY. FALSE: its neighbours are not addresses of globals. */
static gboolean
take_table (MgRuntime *runtime, guint64 entry)
{
  const MgAddressSpace *space = runtime->space;
  guint index = (guint) runtime->layout->gc_vars_index, n = 0;
  guint64 start = entry - 8 * (guint64) index, value;

  while (n < MAX_GLOBALS && mg_address_space_u64 (space, start + 8 * (guint64) n, &value)
         && mg_address_is_possible (value) && value + NEAR > entry && value < entry + NEAR)
    n++;
  if (n < index + 8)
    return FALSE;
  g_free (runtime->globals);
  runtime->globals = g_new (guint64, n);
  runtime->n_globals = n;
  runtime->gc_vars_at = index;
  for (guint i = 0; i < n; i++)
    runtime->globals[i] = mg_address_space_u64_or_0 (space, start + 8 * (guint64) i);
  return TRUE;
}

void
mg_globals_find (MgRuntime *runtime)
{
  guint64 holders[MAX_HOLDERS], entries[MAX_HOLDERS];
  guint n_holders;

  if (runtime->layout == NULL || runtime->layout->gc_vars_index < 0)
    return;
  n_holders = find_value (runtime->space, runtime->gc.address, runtime->gc.address, holders, MAX_HOLDERS);
  for (guint h = 0; h < n_holders; h++)
    {
      guint n = find_value (runtime->space, holders[h], holders[h], entries, MAX_HOLDERS);

      for (guint e = 0; e < n; e++)
        if (take_table (runtime, entries[e]))
          {
            runtime->checks[MG_CHECK_SYMBOLS] = MG_CHECK_PASSED;
            return;
          }
    }
}
