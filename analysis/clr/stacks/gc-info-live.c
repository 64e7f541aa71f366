/* The body of GC info: which slots are live at one place of the code. */
#include "analysis/clr/stacks/gc-info.h"

#include <string.h>

#include "analysis/clr/stacks/frame-context.h"

#define CHUNK 64
#define CHUNK_BITS 6
#define RUN_WIDE 4
#define RUN_NARROW 2

typedef struct
{
  const MgGcInfo *info;
  MgGcBits bits;
  guint32 length;           /* of the code; like all that follows in units of mg_gc_info_unit () */
  guint32 offset;           /* as the safe points count it */
  guint how;
  guint32 safe_point;       /* which one stands at `offset`; n_safe_points: none */
  guint64 ranges_length;    /* of the code in all ranges */
  gboolean in_range;
  guint64 range_offset;     /* of `offset`, counted in ranges only */
  GArray *table;            /* MgGcSlot: registers, stack slots, untracked slots */
  guint32 n_tracked;
  GArray *slots;
} Live;

/* Bits that hold any offset in the code. */
static guint
offset_bits (const MgGcInfo *info)
{
  guint32 length = info->code_length / mg_gc_info_unit (info);
  guint n = 0;

  while (n < 31 && 1u << n < length)
    n++;
  return n;
}

/* Version 2 and 3 count a return address from the byte before it, so that it lies inside the call. */
static guint32
place_of (const MgGcInfo *info, guint32 offset)
{
  return (info->version < 4 && offset > 0 ? offset - 1 : offset) / mg_gc_info_unit (info);
}

static void
find_safe_point (Live *live, guint32 place)
{
  guint width = offset_bits (live->info);
  guint32 found = live->info->n_safe_points;

  for (guint32 i = 0; i < live->info->n_safe_points && !live->bits.failed; i++)
    if (mg_gc_bits_read (&live->bits, width) == place && found == live->info->n_safe_points)
      found = i;
  live->safe_point = found;
}

static void
read_ranges (Live *live, GArray *ranges)
{
  guint64 end = 0;

  for (guint32 i = 0; i < live->info->n_ranges && !live->bits.failed; i++)
    {
      guint64 start = end + mg_gc_bits_unsigned (&live->bits, 6);
      guint64 length = (guint64) mg_gc_bits_unsigned (&live->bits, 6) + 1;

      end = start + length;
      if (end > live->length)
        live->bits.failed = TRUE;
      if (live->offset >= start && live->offset < end)
        {
          live->in_range = TRUE;
          live->range_offset = live->ranges_length + live->offset - start;
        }
      live->ranges_length += length;
      if (ranges)
        {
          guint unit = mg_gc_info_unit (live->info);
          guint32 pair[2] = { (guint32) start * unit, (guint32) end * unit };

          g_array_append_vals (ranges, pair, 2);
        }
    }
}

static void
read_registers (Live *live, guint32 n)
{
  MgGcSlot slot = { .base = MG_GC_BASE_REGISTER };
  guint32 number = 0;

  for (guint32 i = 0; i < n && !live->bits.failed; i++)
    {
      if (i == 0 || slot.flags != 0)
        {
          number = mg_gc_bits_unsigned (&live->bits, 3);
          slot.flags = (guint8) mg_gc_bits_read (&live->bits, 2);
        }
      else
        number += mg_gc_bits_unsigned (&live->bits, 2) + 1;
      if (number >= mg_register_use (live->info->architecture)->n)
        live->bits.failed = TRUE;
      slot.register_number = (guint8) (number & 31);
      g_array_append_val (live->table, slot);
    }
}

static void
read_stack_slots (Live *live, guint32 n, guint8 always)
{
  guint8 flags = 0;
  gint64 words = 0;

  for (guint32 i = 0; i < n && !live->bits.failed; i++)
    {
      MgGcSlot slot = { .base = (guint8) mg_gc_bits_read (&live->bits, 2) };

      if (i == 0 || flags != 0)
        {
          words = mg_gc_bits_signed (&live->bits, 6);
          flags = (guint8) mg_gc_bits_read (&live->bits, 2);
        }
      else
        words += mg_gc_bits_unsigned (&live->bits, 4);
      if (slot.base == MG_GC_BASE_REGISTER || words > G_MAXINT32 / 8 || words < G_MININT32 / 8
          || (slot.base == MG_GC_BASE_FRAME && live->info->stack_base_register < 0))
        {
          live->bits.failed = TRUE;
          return;
        }
      slot.offset = (gint32) words * 8;
      slot.flags = flags | always;
      g_array_append_val (live->table, slot);
    }
}

static void
read_slot_table (Live *live)
{
  gboolean arm64 = live->info->architecture == MG_ARCH_ARM64;
  guint32 n_registers = 0, n_stack = 0, n_untracked = 0;

  if (mg_gc_bits_flag (&live->bits))
    n_registers = mg_gc_bits_unsigned (&live->bits, arm64 ? 3 : 2);
  if (mg_gc_bits_flag (&live->bits))
    {
      n_stack = mg_gc_bits_unsigned (&live->bits, 2);
      n_untracked = mg_gc_bits_unsigned (&live->bits, 1);
    }
  if (n_registers > MG_N_REGISTERS * 4 || n_stack > mg_gc_bits_left (&live->bits)
      || n_untracked > mg_gc_bits_left (&live->bits))
    live->bits.failed = TRUE;
  read_registers (live, n_registers);
  read_stack_slots (live, n_stack, 0);
  live->n_tracked = live->table->len;
  read_stack_slots (live, n_untracked, MG_GC_SLOT_UNTRACKED);
}

/* What a callee may use as it likes does not outlive the call. */
static gboolean
is_scratch (const MgGcInfo *info, const MgGcSlot *slot)
{
  if (slot->base == MG_GC_BASE_REGISTER)
    return !(mg_register_use (info->architecture)->callee_saved >> slot->register_number & 1);
  return slot->base == MG_GC_BASE_SP && !(slot->flags & MG_GC_SLOT_UNTRACKED) && slot->offset >= 0
         && (guint32) slot->offset < info->outgoing_bytes;
}

static void
report (Live *live, guint32 number)
{
  const MgGcSlot *slot = &g_array_index (live->table, MgGcSlot, number);

  if (number < live->table->len && ((live->how & MG_GC_NEWEST_FRAME) || !is_scratch (live->info, slot)))
    g_array_append_vals (live->slots, slot, 1);
}

/* Marks in STATE which tracked slots a bit vector names: one bit each, or runs of dead and live ones in turn, dead ones
 * first. A bit says which kind has the wider numbers; the first run may be empty, the others have at least one. */
static void
read_vector (Live *live, guint8 *state)
{
  guint32 n = live->n_tracked, done = 0;
  gboolean wide, is_live = FALSE;

  if (!mg_gc_bits_flag (&live->bits))
    {
      for (guint32 i = 0; i < n; i++)
        state[i] = mg_gc_bits_flag (&live->bits);
      return;
    }
  wide = !mg_gc_bits_flag (&live->bits);
  for (guint32 extra = 0; (done < n || extra == 0) && !live->bits.failed; extra = 1)
    {
      guint64 run = (guint64) mg_gc_bits_unsigned (&live->bits, wide ? RUN_WIDE : RUN_NARROW) + extra;

      if (run > n - done)
        {
          live->bits.failed = TRUE;
          return;
        }
      memset (state + done, is_live, run);
      done += (guint32) run;
      wide = !wide;
      is_live = !is_live;
    }
}

static void
report_at_safe_point (Live *live)
{
  g_autofree guint8 *state = g_new0 (guint8, live->n_tracked);
  guint32 n_points = live->info->n_safe_points;

  if (mg_gc_bits_flag (&live->bits))
    {
      guint width = mg_gc_bits_unsigned (&live->bits, 3) + 1;
      guint64 vectors = (live->bits.at + (guint64) n_points * width + 7) & ~G_GUINT64_CONSTANT (7);
      guint32 place;

      mg_gc_bits_skip (&live->bits, (guint64) live->safe_point * width);
      place = mg_gc_bits_read (&live->bits, width);
      if (!live->bits.failed)
        {
          live->bits.at = vectors + place;
          read_vector (live, state);
        }
    }
  else
    {
      mg_gc_bits_skip (&live->bits, (guint64) live->safe_point * live->n_tracked);
      for (guint32 i = 0; i < live->n_tracked; i++)
        state[i] = mg_gc_bits_flag (&live->bits);
    }
  for (guint32 i = 0; i < live->n_tracked; i++)
    if (state[i])
      report (live, i);
}

/* Moves to the live states in ranges, behind those at safe points. */
static void
skip_safe_point_states (Live *live)
{
  if (live->info->n_safe_points > 0 && mg_gc_bits_flag (&live->bits))
    live->bits.failed = TRUE; /* no compiler writes such a table together with ranges */
  else
    mg_gc_bits_skip (&live->bits, (guint64) live->info->n_safe_points * live->n_tracked);
}

/* One slot's state at WITHIN bytes into its chunk: the state at the chunk's end, turned by every later change. */
static gboolean
state_within (Live *live, gboolean state, guint32 within)
{
  while (!live->bits.failed && mg_gc_bits_flag (&live->bits))
    if (mg_gc_bits_read (&live->bits, CHUNK_BITS) > within)
      state = !state;
  return state;
}

/* The chunk that says what is live in chunk WANTED: its own, or the last one before that has one. 0: none. */
static guint64
find_chunk (Live *live, guint64 wanted, guint64 *which)
{
  guint64 n = (live->ranges_length + CHUNK - 1) / CHUNK, table, chunk;
  guint width = mg_gc_bits_unsigned (&live->bits, 3);

  if (width == 0 || live->bits.failed)
    return 0;
  table = live->bits.at;
  if (width > 32 || n * width > mg_gc_bits_left (&live->bits))
    {
      live->bits.failed = TRUE;
      return 0;
    }
  for (*which = wanted;; --*which)
    {
      live->bits.at = table + *which * width;
      chunk = mg_gc_bits_read (&live->bits, width);
      if (chunk != 0)
        return ((table + n * width + 7) & ~G_GUINT64_CONSTANT (7)) + chunk - 1;
      if (*which == 0)
        return 0;
    }
}

static void
report_in_range (Live *live)
{
  g_autofree guint8 *could = g_new0 (guint8, live->n_tracked);
  guint64 wanted = live->range_offset / CHUNK, which, at;
  MgGcBits final;
  guint32 n_could = 0;

  skip_safe_point_states (live);
  at = find_chunk (live, wanted, &which);
  if (at == 0)
    return;
  live->bits.at = at;
  read_vector (live, could);
  for (guint32 i = 0; i < live->n_tracked; i++)
    n_could += could[i];
  final = live->bits;
  mg_gc_bits_skip (&live->bits, n_could);
  for (guint32 i = 0; i < live->n_tracked && !live->bits.failed; i++)
    if (could[i])
      {
        gboolean state = mg_gc_bits_flag (&final);

        if (which == wanted)
          state = state_within (live, state, (guint32) (live->range_offset % CHUNK));
        if (state)
          report (live, i);
      }
}

static MgGcLive
report_tracked (Live *live)
{
  if (live->n_tracked == 0)
    return MG_GC_LIVE_EXACT;
  if (live->safe_point < live->info->n_safe_points && !(live->how & MG_GC_ABORTED))
    {
      report_at_safe_point (live);
      /* Up to version 2 the value that a call returns is not among them: only the runtime's hijacking knew it. */
      return (live->how & MG_GC_NEWEST_FRAME) && live->info->version < 3 ? MG_GC_LIVE_UNKNOWN : MG_GC_LIVE_EXACT;
    }
  if (live->in_range)
    {
      report_in_range (live);
      return MG_GC_LIVE_EXACT;
    }
  /* A call that does not come back, or a frame that an exception has left, holds nothing. A frame stopped between the
   * places that the compiler describes does hold something: it does not say what. */
  return (live->how & MG_GC_NEWEST_FRAME) && !(live->how & MG_GC_ABORTED) ? MG_GC_LIVE_UNKNOWN : MG_GC_LIVE_EXACT;
}

static void
start (Live *live, const MgGcInfo *info)
{
  live->info = info;
  live->length = info->code_length / mg_gc_info_unit (info);
  live->bits = (MgGcBits){ .bytes = info->bytes, .n_bits = 8 * (guint64) info->size, .at = info->body };
}

MgGcLive
mg_gc_info_live (const MgGcInfo *info, guint32 offset, guint how, GArray *slots)
{
  g_autoptr (GArray) table = g_array_new (FALSE, TRUE, sizeof (MgGcSlot));
  Live live = { .how = how, .table = table, .slots = slots };
  gboolean newest = (how & (MG_GC_NEWEST_FRAME | MG_GC_ABORTED)) != 0;
  guint before = slots->len;
  MgGcLive result;

  start (&live, info);
  if (offset > info->code_length)
    return MG_GC_LIVE_DAMAGED;
  live.offset = newest ? offset / mg_gc_info_unit (info) : place_of (info, offset);
  find_safe_point (&live, place_of (info, offset));
  read_ranges (&live, NULL);
  read_slot_table (&live);
  result = live.bits.failed ? MG_GC_LIVE_DAMAGED : report_tracked (&live);
  if (!(how & MG_GC_NO_UNTRACKED))
    for (guint32 i = live.n_tracked; i < table->len; i++)
      report (&live, i);
  if (!live.bits.failed)
    return result;
  g_array_set_size (slots, before);
  return MG_GC_LIVE_DAMAGED;
}

gboolean
mg_gc_info_places (const MgGcInfo *info, GArray *safe_points, GArray *ranges)
{
  Live live = { .offset = G_MAXUINT32 };
  guint width = offset_bits (info);

  start (&live, info);
  for (guint32 i = 0; i < info->n_safe_points && !live.bits.failed; i++)
    {
      /* Behind the byte, or the instruction, that it was counted from. */
      guint32 offset = (mg_gc_bits_read (&live.bits, width) + (info->version < 4 ? 1 : 0)) * mg_gc_info_unit (info);

      g_array_append_val (safe_points, offset);
    }
  read_ranges (&live, ranges);
  return !live.bits.failed;
}
