#include "analysis/clr/stacks/stack-walk.h"

#include "analysis/clr/stacks/explicit-frames.h"

#define MAX_EXPLICIT 10000
#define MAX_SCAN (256 * 1024)

typedef struct
{
  MgCodeMap *map;
  const MgAddressSpace *space;
  GArray *frames;
} Walk;

static gboolean
is_managed (Walk *walk, guint64 ip)
{
  return mg_code_map_find (walk->map, ip, NULL);
}

/* Unwinds as long as the code is managed. ENTRY: the explicit Frame that led here, or 0. FIRST: the newest frame,
 * stopped anywhere, perhaps inside its prolog. */
static void
unwind_managed (Walk *walk, MgFrameContext *context, guint64 entry, gboolean first, gboolean approximate)
{
  MgCode code;

  /* A return address may lie behind the last instruction of its function. */
  while (walk->frames->len < MG_STACK_WALK_MOST
         && mg_code_map_find (walk->map, first ? context->ip : context->ip - 1, &code))
    {
      MgManagedFrame frame = { context->ip, context->sp, code.method, approximate, first, entry, 0, *context, code };
      gboolean unwound = mg_unwind (walk->map->runtime, &code, first, context);

      unwound = unwound && context->sp > frame.sp;
      frame.caller_sp = unwound ? context->sp : 0;
      g_array_append_val (walk->frames, frame);
      if (!unwound)
        return;
      first = FALSE;
      entry = 0;
    }
}

static void
follow_explicit_frames (Walk *walk, guint64 frame, guint64 above)
{
  for (guint n = 0; frame != 0 && frame != G_MAXUINT64 && n < MAX_EXPLICIT; n++)
    {
      MgFrameContext context;
      gboolean first;

      /* Frames below what was unwound already belong to calls that have returned. */
      if (frame >= above && mg_explicit_frame_enter (walk->map, frame, &context, &first) && context.sp >= above)
        {
          unwind_managed (walk, &context, frame, first, FALSE);
          above = MAX (above, context.sp);
        }
      if (!mg_address_space_u64 (walk->space, frame + 8, &frame))
        break;
    }
}

/* A thread in managed mode inside a native helper that made no Frame: the first return address up the stack. The frame
 * pointer is the helper's caller's, or was saved beside the return address: below it. */
static void
scan_for_managed (Walk *walk, const MgNativeThread *native)
{
  guint frame = mg_register_use (walk->map->runtime->image->architecture)->frame;

  for (guint64 at = (native->sp + 7) & ~G_GUINT64_CONSTANT (7); at < native->sp + MAX_SCAN; at += 8)
    {
      guint64 ip;
      MgFrameContext context;

      if (!mg_address_space_u64 (walk->space, at, &ip))
        return;
      if (!is_managed (walk, ip) || !mg_unwind_follows_call (walk->map->runtime, ip))
        continue;
      context = (MgFrameContext){ .ip = ip, .sp = at + 8, .known = 1u << frame };
      context.registers[frame] = native->registers[frame];
      if (context.registers[frame] <= at)
        context.registers[frame] = mg_address_space_u64_or_0 (walk->space, at - 8);
      unwind_managed (walk, &context, 0, FALSE, TRUE);
      return;
    }
}

GArray *
mg_stack_walk (MgCodeMap *map, const MgManagedThread *thread)
{
  Walk walk = { map, map->runtime->space, g_array_new (FALSE, TRUE, sizeof (MgManagedFrame)) };
  guint64 above = 0;

  if (!mg_unwind_knows (map->runtime->image->architecture))
    return walk.frames;
  if (thread->native && is_managed (&walk, thread->native->ip))
    {
      MgFrameContext context = { .ip = thread->native->ip, .sp = thread->native->sp };

      memcpy (context.registers, thread->native->registers, sizeof context.registers);
      context.known = G_MAXUINT32;
      unwind_managed (&walk, &context, 0, TRUE, FALSE);
      above = context.sp;
    }
  follow_explicit_frames (&walk, thread->frame, above);
  if (walk.frames->len == 0 && thread->native && thread->cooperative)
    scan_for_managed (&walk, thread->native);
  return walk.frames;
}
