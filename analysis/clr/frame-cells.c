#include "analysis/clr/frame-cells.h"

#define MAX_EXPLICIT 10000
#define TRANSITION_BLOCK 104
#define HELPER_FRAME 232
#define HELPER_CELLS 3
#define HELPER_ARRAY 64
#define HELPER_REACH 4096

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
mg_explicit_frame_arguments (MgCodeMap *map, guint64 entry, guint64 sp)
{
  guint64 block = entry ? mg_address_space_u64_or_0 (map->runtime->space, entry + 16) : 0;

  return block != 0 && block + TRANSITION_BLOCK == sp ? block : 0;
}

/* HelperMethodFrame has 232 bytes; its kinds with objects have up to three addresses of cells behind it, or one and how
 * many cells there are. The cells are variables of the helper, near the Frame. */
void
mg_explicit_frame_cells (MgCodeMap *map, guint64 entry, GArray *cells)
{
  const MgAddressSpace *space = map->runtime->space;
  guint64 count = mg_address_space_u64_or_0 (space, entry + HELPER_FRAME + 8);

  if (map->runtime->major >= 10)
    return;
  for (guint i = 0; i < HELPER_CELLS; i++)
    {
      guint64 cell = mg_address_space_u64_or_0 (space, entry + HELPER_FRAME + 8 * i);
      guint64 n = i == 0 && count > 0 && count <= HELPER_ARRAY ? count : 1;

      if (cell % 8 == 0 && cell > entry - HELPER_REACH && cell < entry + HELPER_REACH)
        for (guint64 k = 0; k < n; k++, cell += 8)
          g_array_append_val (cells, cell);
    }
}

/* Whether the Frame only marks a place, or has no call going on. */
static gboolean
is_empty (MgCodeMap *map, guint64 frame)
{
  const MgAddressSpace *space = map->runtime->space;
  guint64 id = mg_address_space_u64_or_0 (space, frame);

  if (map->runtime->major < 10)
    return mg_address_space_u64_or_0 (space, frame + 32) == 0;
  if (id == INLINED_CALL_FRAME)
    return mg_address_space_u64_or_0 (space, frame + 32) == 0;
  return id >= CLASS_INIT_MARK && id <= FILTER_FRAME;
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
mg_explicit_frames_hide (
    MgCodeMap *map, const MgManagedThread *thread, const GArray *frames, guint64 start, guint64 end)
{
  guint64 frame = thread->frame;

  for (guint n = 0; frame != 0 && frame != G_MAXUINT64 && n < MAX_EXPLICIT; n++)
    {
      if (frame >= start && frame < end && !is_empty (map, frame) && !is_entry (frames, frame))
        return TRUE;
      if (!mg_address_space_u64 (map->runtime->space, frame + 8, &frame))
        return TRUE;
    }
  return FALSE;
}
