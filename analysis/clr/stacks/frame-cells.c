#include "analysis/clr/stacks/frame-cells.h"

#include <string.h>

#define MAX_EXPLICIT 10000
#define MAX_PROTECTED 10000
#define MAX_CELLS 4096
#define MAX_WORDS (1u << 20)
#define TRANSITION_BLOCK_X64 104
#define ARGUMENTS_X64 48
#define TRANSITION_BLOCK_ARM64 176
/* The eight argument registers, and the one that leads to the buffer for a result. */
#define ARGUMENTS_ARM64 72
#define HELPER_FRAME_X64 232
#define HELPER_FRAME_ARM64 264
#define HELPER_CELLS 3
#define HELPER_ARRAY 64
#define HELPER_REACH 4096
#define GC_FRAME_INTERIOR 1

/* Numbers on Linux from .NET 10 on. */
enum
{
  INLINED_CALL_FRAME = 1,
  CLASS_INIT_MARK = 0xf,
  EXIT_FRAME = 0x10,
  CATCH_HANDLER_FRAME = 0x11,
  FILTER_FRAME = 0x12,
};

guint64
mg_frame_cells_arguments (MgCodeMap *map, guint64 entry, guint64 sp, guint *n_bytes)
{
  gboolean arm64 = map->runtime->image->architecture == MG_ARCH_ARM64;
  guint64 block = entry ? mg_address_space_u64_or_0 (map->runtime->space, entry + 16) : 0;
  guint64 end = block + (arm64 ? TRANSITION_BLOCK_ARM64 : TRANSITION_BLOCK_X64);

  *n_bytes = arm64 ? ARGUMENTS_ARM64 : ARGUMENTS_X64;
  if (block == 0 || end != sp)
    return 0;
  return arm64 ? end - ARGUMENTS_ARM64 : block;
}

/* A call into native code, which keeps its stack pointer in the Frame. */
static gboolean
is_inlined_call (MgCodeMap *map, guint64 entry, guint64 sp)
{
  return mg_address_space_u64_or_0 (map->runtime->space, entry + (map->runtime->major <= 8 ? 32 : 24)) == sp;
}

/* HelperMethodFrame has 232 bytes, 264 on arm64; its kinds with objects have up to three addresses of cells behind it,
 * or one and how many cells there are. The cells are variables of the helper, near the Frame. */
void
mg_frame_cells_of_helper (MgCodeMap *map, guint64 entry, guint64 sp, GArray *cells)
{
  const MgAddressSpace *space = map->runtime->space;
  gboolean arm64 = map->runtime->image->architecture == MG_ARCH_ARM64;
  guint64 behind = entry + (arm64 ? HELPER_FRAME_ARM64 : HELPER_FRAME_X64);
  guint32 count = mg_address_space_u32_or_0 (space, behind + 8);
  guint n_bytes;

  if (map->runtime->major >= 10 || is_inlined_call (map, entry, sp)
      || mg_frame_cells_arguments (map, entry, sp, &n_bytes) != 0)
    return;
  for (guint i = 0; i < HELPER_CELLS; i++)
    {
      guint64 cell = mg_address_space_u64_or_0 (space, behind + 8 * i);
      guint32 n = i == 0 && count > 0 && count <= HELPER_ARRAY ? count : 1;

      if (cell % 8 == 0 && cell > entry - HELPER_REACH && cell < entry + HELPER_REACH)
        for (guint32 k = 0; k < n; k++)
          {
            MgProtectedCell found = { cell + 8 * (guint64) k, FALSE };

            g_array_append_val (cells, found);
          }
    }
}

void
mg_frame_cells_protected (MgCodeMap *map, const MgManagedThread *thread, GArray *cells)
{
  const MgAddressSpace *space = map->runtime->space;
  guint64 at = mg_runtime_member (map->runtime, thread->address, map->runtime->layout->thread_protected);

  for (guint n = 0; at != 0 && at != G_MAXUINT64 && n < MAX_PROTECTED; n++)
    {
      guint64 first = mg_address_space_u64_or_0 (space, at + 16);
      guint32 count = MIN (mg_address_space_u32_or_0 (space, at + 24), MAX_CELLS);
      gboolean interior = (mg_address_space_u32_or_0 (space, at + 28) & GC_FRAME_INTERIOR) != 0;

      if (mg_address_space_u64_or_0 (space, at + 8) != thread->address)
        return;
      for (guint32 k = 0; k < count; k++)
        {
          MgProtectedCell cell = { first + 8 * (guint64) k, interior };

          g_array_append_val (cells, cell);
        }
      at = mg_address_space_u64_or_0 (space, at);
    }
}

/* Whether the Frame, whose kind is known by a number, only marks a place or has no call going on. */
static gboolean
is_empty (MgCodeMap *map, guint64 frame)
{
  guint64 id = mg_address_space_u64_or_0 (map->runtime->space, frame);

  if (id == INLINED_CALL_FRAME)
    return mg_address_space_u64_or_0 (map->runtime->space, frame + 32) == 0;
  return id >= CLASS_INIT_MARK && id <= FILTER_FRAME;
}

static gboolean
is_known_address (const GArray *frames, guint64 address)
{
  for (guint i = 0; i < frames->len; i++)
    if (g_array_index (frames, MgManagedFrame, i).ip == address)
      return TRUE;
  return FALSE;
}

/* Managed code that has called something leaves its address on the stack. */
static gboolean
has_other_code (MgCodeMap *map, const GArray *frames, guint64 start, guint64 end)
{
  guint64 available, n;
  const guint8 *bytes = mg_address_space_find (map->runtime->space, start & ~G_GUINT64_CONSTANT (7), &available);

  if (bytes == NULL)
    return FALSE;
  n = MIN (MIN (available, end - start) / 8, MAX_WORDS);
  for (guint64 i = 0; i < n; i++)
    {
      guint64 value;

      memcpy (&value, bytes + 8 * i, 8);
      if (mg_code_map_find (map, value, NULL) && !is_known_address (frames, value)
          && mg_unwind_follows_call (map->runtime, value))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_entry (const GArray *frames, guint64 frame)
{
  for (guint i = 0; i < frames->len; i++)
    if (g_array_index (frames, MgManagedFrame, i).entry == frame)
      return TRUE;
  return FALSE;
}

gboolean
mg_frame_cells_hidden (
    MgCodeMap *map, const MgManagedThread *thread, const GArray *frames, guint64 start, guint64 end)
{
  gboolean numbered = map->runtime->major >= 10;
  guint64 frame = thread->frame;

  for (guint n = 0; frame != 0 && frame != G_MAXUINT64 && n < MAX_EXPLICIT; n++)
    {
      if (frame >= start && frame < end && !is_entry (frames, frame) && (!numbered || !is_empty (map, frame)))
        return numbered || has_other_code (map, frames, start, end);
      if (!mg_address_space_u64 (map->runtime->space, frame + 8, &frame))
        return TRUE;
    }
  return FALSE;
}
