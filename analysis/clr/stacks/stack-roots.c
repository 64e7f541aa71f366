#include "analysis/clr/stacks/stack-roots.h"

#include <string.h>

#include "analysis/clr/stacks/frame-cells.h"
#include "analysis/clr/stacks/gc-info.h"
#include "analysis/clr/stacks/handlers.h"

/* Stacks larger than this are not scanned further: ulimit is 8 MB, .NET's own default 1.5 MB. */
#define MAX_STACK_BYTES (G_GUINT64_CONSTANT (16) << 20)
/* The area below the stack pointer that a leaf function may use. */
#define RED_ZONE 128
#define MAX_GC_INFO (4u << 20)

typedef struct
{
  MgCodeMap *map;
  const MgAddressSpace *space;
  const MgManagedThread *thread;
  const GArray *frames;
  MgStackRootFunc found;
  gpointer data;
  MgStackRootCounts *counts;
  GArray *slots;               /* MgGcSlot, of one frame */
  gboolean wants_registers;    /* a slot is in a register whose value is among the words of native code */
} Roots;

static const MgManagedFrame *
frame_at (const Roots *roots, guint i)
{
  return &g_array_index (roots->frames, MgManagedFrame, i);
}

static void
tell (Roots *roots, const MgStackRoot *root)
{
  if (mg_address_is_possible (root->value))
    roots->found (root, roots->data);
}

static void
tell_possible (Roots *roots, guint64 value, guint64 cell, guint frame)
{
  tell (roots, &(MgStackRoot){ .value = value, .cell = cell, .frame = frame });
}

/* Every word from START to END as one that may be a reference. */
static void
tell_words (Roots *roots, guint64 start, guint64 end, guint frame)
{
  guint64 available;
  const guint8 *bytes;

  start &= ~G_GUINT64_CONSTANT (7);
  bytes = start < end ? mg_address_space_find (roots->space, start, &available) : NULL;
  if (bytes == NULL)
    return;
  available = MIN (MIN (available, end - start), MAX_STACK_BYTES);
  for (guint64 offset = 0; offset + 8 <= available; offset += 8)
    {
      guint64 value;

      memcpy (&value, bytes + offset, 8);
      tell_possible (roots, value, start + offset, frame);
    }
}

static void
tell_registers (Roots *roots, const guint64 *registers, guint32 which, guint frame)
{
  const MgRegisterUse *use = mg_register_use (roots->map->runtime->image->architecture);

  for (guint r = 0; r < use->n; r++)
    if (which >> r & 1 && r != use->stack)
      tell_possible (roots, registers[r], 0, frame);
}

/* Versions of the format go with those of the runtime; code compiled ahead of time for another one is not loaded. */
static guint
gc_info_version (const MgRuntime *runtime)
{
  return runtime->major <= 8 ? 2 : (guint) runtime->major - 6;
}

static gboolean
read_info (Roots *roots, const MgManagedFrame *frame, MgGcInfo *info)
{
  guint64 available;
  const guint8 *bytes
      = frame->code.gc_info ? mg_address_space_find (roots->space, frame->code.gc_info, &available) : NULL;

  return bytes != NULL && frame->code.start != 0 && frame->ip >= frame->code.start
         && frame->ip - frame->code.start < G_MAXUINT32
         && mg_gc_info_read (bytes, MIN (available, MAX_GC_INFO), gc_info_version (roots->map->runtime),
                             roots->map->runtime->image->architecture, info);
}

/* Reports one slot. FALSE: it cannot be read. */
static gboolean
tell_slot (Roots *roots, guint i, const MgGcInfo *info, const MgGcSlot *slot)
{
  const MgManagedFrame *frame = frame_at (roots, i);
  guint reg = slot->base == MG_GC_BASE_REGISTER ? slot->register_number : (guint) info->stack_base_register;
  MgStackRoot root = { .frame = i, .exact = TRUE };
  guint64 base;

  root.interior = (slot->flags & MG_GC_SLOT_INTERIOR) != 0;
  root.untracked = (slot->flags & MG_GC_SLOT_UNTRACKED) != 0;
  if (slot->base == MG_GC_BASE_REGISTER || slot->base == MG_GC_BASE_FRAME)
    if (!(frame->context.known >> reg & 1))
      {
        roots->wants_registers = TRUE;
        return FALSE;
      }
  if (slot->base == MG_GC_BASE_REGISTER)
    {
      root.value = frame->context.registers[reg];
      tell (roots, &root);
      return TRUE;
    }
  base = slot->base == MG_GC_BASE_FRAME ? frame->context.registers[reg]
         : slot->base == MG_GC_BASE_SP  ? frame->sp
                                        : frame->caller_sp;
  root.cell = base + (guint64) (gint64) slot->offset;
  if (base == 0 || !mg_address_space_u64 (roots->space, root.cell, &root.value))
    return FALSE;
  tell (roots, &root);
  return TRUE;
}

/* What the GC info of frame I says. FALSE: it does not say everything. */
static gboolean
tell_exact (Roots *roots, guint i, const MgGcInfo *info)
{
  const MgManagedFrame *frame = frame_at (roots, i);
  guint how = frame->newest ? MG_GC_NEWEST_FRAME : 0;
  gboolean complete;

  if (mg_handler_is_filter (roots->map, &frame->code, frame->ip))
    how |= MG_GC_NO_UNTRACKED;
  g_array_set_size (roots->slots, 0);
  complete = mg_gc_info_live (info, (guint32) (frame->ip - frame->code.start), how, roots->slots) == MG_GC_LIVE_EXACT;
  for (guint s = 0; s < roots->slots->len; s++)
    if (!tell_slot (roots, i, info, &g_array_index (roots->slots, MgGcSlot, s)))
      complete = FALSE;
  return complete;
}

/* Where frame I's own part of the stack ends. */
static guint64
end_of_frame (Roots *roots, guint i)
{
  const MgManagedFrame *frame = frame_at (roots, i);

  if (frame->caller_sp != 0)
    return frame->caller_sp;
  return i + 1 < roots->frames->len ? frame_at (roots, i + 1)->sp : G_MAXUINT64;
}

static void
tell_frame (Roots *roots, guint i)
{
  const MgManagedFrame *frame = frame_at (roots, i);
  MgGcInfo info;

  roots->counts->n_frames++;
  if (read_info (roots, frame, &info) && tell_exact (roots, i, &info) && !frame->approximate && frame->caller_sp != 0)
    {
      roots->counts->n_decoded++;
      return;
    }
  tell_words (roots, frame->newest ? frame->sp - RED_ZONE : frame->sp, end_of_frame (roots, i), i);
  tell_registers (roots, frame->context.registers, frame->context.known, i);
}

/* Arguments that a stub of the runtime holds for the method that it is about to call: in its block of argument
 * registers, and where the caller put those on the stack. */
static void
tell_stub_arguments (Roots *roots, guint i)
{
  const MgManagedFrame *frame = frame_at (roots, i);
  guint n_bytes;
  guint64 registers = mg_frame_cells_arguments (roots->map, frame->entry, frame->sp, &n_bytes);
  MgGcInfo info;

  if (registers == 0)
    return;
  tell_words (roots, registers, registers + n_bytes, i);
  if (read_info (roots, frame, &info))
    tell_words (roots, frame->sp, frame->sp + info.outgoing_bytes, i);
}

static void
tell_cells (Roots *roots, const GArray *cells, guint frame, gboolean exact)
{
  for (guint i = 0; i < cells->len; i++)
    {
      const MgProtectedCell *cell = &g_array_index (cells, MgProtectedCell, i);

      MgStackRoot root = { .cell = cell->address, .frame = frame, .exact = exact, .interior = cell->interior };

      root.value = mg_address_space_u64_or_0 (roots->space, cell->address);
      tell (roots, &root);
    }
}

/* What the Frame behind which frame I goes on holds itself. */
static void
tell_entry (Roots *roots, guint i)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (MgProtectedCell));

  tell_stub_arguments (roots, i);
  mg_frame_cells_of_helper (roots->map, frame_at (roots, i)->entry, frame_at (roots, i)->sp, cells);
  tell_cells (roots, cells, i, FALSE);
}

static void
tell_protected (Roots *roots)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (MgProtectedCell));

  mg_frame_cells_protected (roots->map, roots->thread, cells);
  tell_cells (roots, cells, G_MAXUINT, TRUE);
}

/* The words of native code between START and frame I, when something needed may be among them. */
static void
tell_native_part (Roots *roots, guint64 start, guint i)
{
  const MgManagedThread *thread = roots->thread;
  guint64 end = i < roots->frames->len ? frame_at (roots, i)->sp : G_MAXUINT64;
  gboolean in_helper = i == 0 && thread->cooperative && !(i < roots->frames->len && frame_at (roots, i)->newest);
  /* The rest of a stack that was walked only so far, or not at all. */
  gboolean is_rest = i == roots->frames->len
                     && (i >= MG_STACK_WALK_MOST || !mg_code_map_is_known (roots->map)
                         || !mg_unwind_knows (roots->map->runtime->image->architecture));

  if (!roots->wants_registers && !in_helper && !is_rest
      && !mg_frame_cells_hidden (roots->map, thread, roots->frames, start, end))
    return;
  tell_words (roots, start, end, i == 0 ? G_MAXUINT : i - 1);
  if (i == 0 && thread->native)
    tell_registers (roots, thread->native->registers, G_MAXUINT32, G_MAXUINT);
}

/* The frames from I on that managed code called one after the other. Returns the one after the last. */
static guint
tell_run (Roots *roots, guint i, guint *resume)
{
  roots->wants_registers = FALSE;
  do
    {
      const MgManagedFrame *frame = frame_at (roots, i);

      if (i >= *resume)
        {
          tell_frame (roots, i);
          *resume = mg_handler_skip (roots->map, roots->frames, i);
        }
      else
        {
          roots->counts->n_frames++;
          roots->counts->n_decoded++;
        }
      if (frame->entry != 0)
        tell_entry (roots, i);
      i++;
    }
  while (i < roots->frames->len && frame_at (roots, i)->entry == 0 && frame_at (roots, i - 1)->caller_sp != 0);
  return i;
}

void
mg_stack_roots_find (MgCodeMap *map,
                     const MgManagedThread *thread,
                     const GArray *frames,
                     MgStackRootFunc found,
                     gpointer data,
                     MgStackRootCounts *counts)
{
  g_autoptr (GArray) slots = g_array_new (FALSE, TRUE, sizeof (MgGcSlot));
  Roots roots = { map, map->runtime->space, thread, frames, found, data, counts, slots, FALSE };
  guint64 start = thread->native ? thread->native->sp - RED_ZONE : 0;
  guint resume = 0;

  if (thread->native == NULL)
    return;
  for (guint i = 0; i < frames->len;)
    {
      guint first = i;

      i = tell_run (&roots, i, &resume);
      tell_native_part (&roots, start, first);
      start = end_of_frame (&roots, i - 1);
    }
  roots.wants_registers = FALSE;
  tell_native_part (&roots, start, frames->len);
  tell_protected (&roots);
}
