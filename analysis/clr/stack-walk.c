#include "analysis/clr/stack-walk.h"

#define MAX_FRAMES 20000
#define MAX_EXPLICIT 10000
#define MAX_SCAN (256 * 1024)
#define PAGE 4096

/* Numbers of explicit Frames on Linux (.NET 10 and later; earlier runtimes have addresses of vtables here). */
enum
{
  INLINED_CALL_FRAME = 1,
  RESUMABLE_FRAME = 2,
  REDIRECTED_FRAME = 3,
  HIJACK_FRAME = 8,
};

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
  while (walk->frames->len < MAX_FRAMES && mg_code_map_find (walk->map, first ? context->ip : context->ip - 1, &code))
    {
      MgManagedFrame frame = { context->ip, context->sp, code.method, approximate, first, entry, 0, *context, code };
      gboolean unwound = code.unwind != 0 && mg_unwind_x64 (walk->space, &code, first, context);

      unwound = unwound && context->sp > frame.sp;
      frame.caller_sp = unwound ? context->sp : 0;
      g_array_append_val (walk->frames, frame);
      if (!unwound)
        return;
      first = FALSE;
      entry = 0;
    }
}

static MgFrameContext
context_of (guint64 ip, guint64 sp, guint64 rbp)
{
  MgFrameContext context = { .ip = ip, .sp = sp };

  context.registers[MG_X64_RBP] = rbp;
  context.known = 1u << MG_X64_RBP;
  return context;
}

/* The saved CONTEXT of a thread that the runtime stopped: Windows's layout on every system. */
static gboolean
read_saved_context (Walk *walk, guint64 at, MgFrameContext *context)
{
  static const guint16 places[16]
      = { 0x78, 0x80, 0x88, 0x90, 0x98, 0xa0, 0xa8, 0xb0, 0xb8, 0xc0, 0xc8, 0xd0, 0xd8, 0xe0, 0xe8, 0xf0 };

  if (!mg_address_space_u64 (walk->space, at + 0xf8, &context->ip))
    return FALSE;
  for (guint r = 0; r < 16; r++)
    context->registers[r] = mg_address_space_u64_or_0 (walk->space, at + places[r]);
  context->sp = context->registers[MG_X64_RSP];
  context->known = G_MAXUINT16;
  return TRUE;
}

/* The order of the runtime's CalleeSavedRegisters. */
static const guint8 callee_saved[] = { MG_X64_R12, MG_X64_R13, MG_X64_R14, MG_X64_R15, MG_X64_RBX, MG_X64_RBP };

static void
read_callee_saved (Walk *walk, guint64 at, MgFrameContext *context)
{
  for (gsize i = 0; i < G_N_ELEMENTS (callee_saved); i++)
    context->registers[callee_saved[i]] = mg_address_space_u64_or_0 (walk->space, at + 8 * i);
  context->known = MG_X64_CALLEE_SAVED;
}

/* A helper of the runtime called from managed code: the transition block holds the callee-saved registers. */
static gboolean
try_transition_block (Walk *walk, guint64 frame, MgFrameContext *context)
{
  guint64 block = mg_address_space_u64_or_0 (walk->space, frame + 16), ip;

  if (block < frame - PAGE || block > frame + PAGE || !mg_address_space_u64 (walk->space, block + 96, &ip)
      || !is_managed (walk, ip))
    return FALSE;
  *context = context_of (ip, block + 104, 0);
  read_callee_saved (walk, block + 48, context);
  return TRUE;
}

/* HelperMethodFrame of .NET 8 and 9 {…, address 48 and stack pointer 56 in the managed caller, registers 64 as they
 * were in the helper, where the caller's are saved 112, where its address stands 160}. The caller's part is filled in
 * when the runtime first needs it; until then rbp leads to it, for native code keeps frame pointers. */
static gboolean
try_helper_frame (Walk *walk, guint64 frame, MgFrameContext *context)
{
  guint64 base = mg_address_space_u64_or_0 (walk->space, frame + 104);
  guint64 ip = base ? mg_address_space_u64_or_0 (walk->space, base + 8) : 0;

  if (walk->map->runtime->major >= 10)
    return FALSE;
  if (mg_address_space_u64_or_0 (walk->space, frame + 160) == frame + 48)
    {
      context->ip = mg_address_space_u64_or_0 (walk->space, frame + 48);
      context->sp = mg_address_space_u64_or_0 (walk->space, frame + 56);
      for (gsize i = 0; i < G_N_ELEMENTS (callee_saved); i++)
        {
          guint64 place = mg_address_space_u64_or_0 (walk->space, frame + 112 + 8 * i);

          context->registers[callee_saved[i]] = mg_address_space_u64_or_0 (walk->space, place);
        }
      context->known = MG_X64_CALLEE_SAVED;
      if (is_managed (walk, context->ip))
        return TRUE;
    }
  if (!is_managed (walk, ip))
    return FALSE;
  *context = context_of (ip, base + 16, mg_address_space_u64_or_0 (walk->space, base));
  return TRUE;
}

/* Where managed code goes on behind an explicit Frame. FIRST: it was stopped anywhere, not at a call. */
static gboolean
enter_frame (Walk *walk, guint64 frame, MgFrameContext *context, gboolean *first)
{
  guint64 id = mg_address_space_u64_or_0 (walk->space, frame), ip;
  gboolean numbered = walk->map->runtime->major >= 10;

  *first = FALSE;
  ip = mg_address_space_u64_or_0 (walk->space, frame + 32);
  if ((!numbered || id == INLINED_CALL_FRAME) && is_managed (walk, ip))
    {
      *context = context_of (ip, mg_address_space_u64_or_0 (walk->space, frame + 24),
                             mg_address_space_u64_or_0 (walk->space, frame + 40));
      return TRUE;
    }
  if (numbered && (id == RESUMABLE_FRAME || id == REDIRECTED_FRAME))
    {
      *first = TRUE;
      return read_saved_context (walk, mg_address_space_u64_or_0 (walk->space, frame + 16), context);
    }
  if (numbered && id == HIJACK_FRAME)
    {
      guint64 arguments = mg_address_space_u64_or_0 (walk->space, frame + 32);

      *context = context_of (mg_address_space_u64_or_0 (walk->space, frame + 16), arguments + 80, 0);
      read_callee_saved (walk, arguments + 24, context);
      return is_managed (walk, context->ip);
    }
  return try_transition_block (walk, frame, context) || try_helper_frame (walk, frame, context);
}

static void
follow_explicit_frames (Walk *walk, guint64 frame, guint64 above)
{
  for (guint n = 0; frame != 0 && frame != G_MAXUINT64 && n < MAX_EXPLICIT; n++)
    {
      MgFrameContext context;
      gboolean first;

      /* Frames below what was unwound already belong to calls that have returned. */
      if (frame >= above && enter_frame (walk, frame, &context, &first) && context.sp >= above)
        {
          unwind_managed (walk, &context, frame, first, FALSE);
          above = MAX (above, context.sp);
        }
      if (!mg_address_space_u64 (walk->space, frame + 8, &frame))
        break;
    }
}

/* A thread in managed mode inside a native helper that made no Frame: the first return address up the stack. */
static void
scan_for_managed (Walk *walk, const MgNativeThread *native)
{
  for (guint64 at = (native->sp + 7) & ~G_GUINT64_CONSTANT (7); at < native->sp + MAX_SCAN; at += 8)
    {
      guint64 ip;
      MgFrameContext context;

      if (!mg_address_space_u64 (walk->space, at, &ip))
        return;
      if (!is_managed (walk, ip) || !mg_unwind_x64_follows_call (walk->space, ip))
        continue;
      context = context_of (ip, at + 8, native->registers[MG_X64_RBP]);
      if (context.registers[MG_X64_RBP] <= at)
        context.registers[MG_X64_RBP] = mg_address_space_u64_or_0 (walk->space, at - 8);
      unwind_managed (walk, &context, 0, FALSE, TRUE);
      return;
    }
}

GArray *
mg_stack_walk (MgCodeMap *map, const MgManagedThread *thread)
{
  Walk walk = { map, map->runtime->space, g_array_new (FALSE, TRUE, sizeof (MgManagedFrame)) };
  guint64 above = 0;

  if (map->runtime->image->architecture != MG_ARCH_X64)
    return walk.frames;
  if (thread->native && is_managed (&walk, thread->native->ip))
    {
      MgFrameContext context = { .ip = thread->native->ip, .sp = thread->native->sp };

      memcpy (context.registers, thread->native->registers, sizeof context.registers);
      context.known = G_MAXUINT16;
      unwind_managed (&walk, &context, 0, TRUE, FALSE);
      above = context.sp;
    }
  follow_explicit_frames (&walk, thread->frame, above);
  if (walk.frames->len == 0 && thread->native && thread->cooperative)
    scan_for_managed (&walk, thread->native);
  return walk.frames;
}
