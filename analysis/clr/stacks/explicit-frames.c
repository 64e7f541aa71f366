#include "analysis/clr/stacks/explicit-frames.h"

#include "analysis/clr/stacks/explicit-frame-entry.h"
#include "analysis/clr/stacks/native-prolog.h"
#include "analysis/source/process-image.h"

#define FAULTING_CONTEXT_AT 32
/* A CONTEXT of a stopped thread lies near its Frame, on the same stack. */
#define MAX_CONTEXT_DISTANCE (64 * 1024)
/* Locals of a method that calls native code. */
#define MAX_CALLER_BYTES (1024 * 1024)
#define CONTEXT_FLAGS_AT 0x30
#define CONTEXT_IP_AT 0xf8
#define CONTEXT_AMD64 0x00100000u
/* Native frames between a helper's entry and the place where it captured its registers. */
#define MAX_NATIVE_FRAMES 16

/* The callee-saved registers, as the runtime keeps them everywhere. */
static const guint8 saved_registers[] = { MG_X64_R12, MG_X64_R13, MG_X64_R14, MG_X64_R15, MG_X64_RBX, MG_X64_RBP };
#define SAVED_BYTES sizeof (guint64[G_N_ELEMENTS (saved_registers)])

static void
restore_saved (MgFrameEntry *entry, guint64 at)
{
  for (gsize i = 0; i < G_N_ELEMENTS (saved_registers); i++)
    entry->context->registers[saved_registers[i]] = mg_frame_word (entry, at + 8 * i);
  entry->context->known = MG_X64_CALLEE_SAVED;
}

gboolean
mg_frame_enter_at (MgFrameEntry *entry, guint64 ip, guint64 sp, guint64 frame_pointer)
{
  guint number = mg_register_use (entry->map->runtime->image->architecture)->frame;

  if (!mg_code_map_find (entry->map, ip, NULL))
    return FALSE;
  *entry->context = (MgFrameContext){ .ip = ip, .sp = sp };
  entry->context->registers[number] = frame_pointer;
  entry->context->known = 1u << number;
  return TRUE;
}

/* It lies in the caller's own part of the stack, above where that ends. */
static gboolean
try_inlined_call (MgFrameEntry *entry)
{
  guint64 at = entry->at + (entry->major <= 8 ? 32 : 24), sp = mg_frame_word (entry, at);

  return mg_frame_may_be (entry, MG_FRAME_INLINED_CALL) && sp <= entry->at && entry->at - sp < MAX_CALLER_BYTES
         && mg_frame_enter_at (entry, mg_frame_word (entry, at + 8), sp, mg_frame_word (entry, at + 16));
}

static gboolean
enter_context (MgFrameEntry *entry, guint64 at)
{
  static const guint16 places[16]
      = { 0x78, 0x80, 0x88, 0x90, 0x98, 0xa0, 0xa8, 0xb0, 0xb8, 0xc0, 0xc8, 0xd0, 0xd8, 0xe0, 0xe8, 0xf0 };

  if (!(mg_address_space_u32_or_0 (entry->space, at + CONTEXT_FLAGS_AT) & CONTEXT_AMD64)
      || !mg_frame_enter_at (entry, mg_frame_word (entry, at + CONTEXT_IP_AT), 0, 0))
    return FALSE;
  for (guint r = 0; r < G_N_ELEMENTS (places); r++)
    entry->context->registers[r] = mg_frame_word (entry, at + places[r]);
  entry->context->known = G_MAXUINT32;
  entry->context->sp = entry->context->registers[MG_X64_RSP];
  return entry->context->sp > entry->at;
}

gboolean
mg_frame_try_stopped (MgFrameEntry *entry, MgEnterContext enter)
{
  guint64 context = mg_frame_word (entry, entry->at + 16);

  if (entry->kind == MG_FRAME_RESUMABLE || entry->kind == MG_FRAME_REDIRECTED)
    return enter (entry, context);
  return entry->kind == G_MAXUINT64 && context > entry->at && context - entry->at < MAX_CONTEXT_DISTANCE
         && enter (entry, context);
}

gboolean
mg_frame_try_faulting (MgFrameEntry *entry, MgEnterContext enter)
{
  return mg_frame_may_be (entry, MG_FRAME_FAULTING_EXCEPTION)
         && mg_code_map_find (entry->map, mg_frame_word (entry, entry->at + 24), NULL)
         && enter (entry, entry->at + FAULTING_CONTEXT_AT);
}

static gboolean
try_software_exception (MgFrameEntry *entry)
{
  return entry->kind == MG_FRAME_SOFTWARE_EXCEPTION && enter_context (entry, entry->at + 288);
}

/* Return values (.NET 10 and later: one more), the callee-saved registers, the place of the return address. */
static gboolean
try_hijack (MgFrameEntry *entry)
{
  guint64 saved = mg_frame_word (entry, entry->at + 32), registers = saved + (entry->major >= 10 ? 24 : 16);

  if (!mg_frame_may_be (entry, MG_FRAME_HIJACK) || saved <= entry->at || saved - entry->at > MG_FRAME_PAGE
      || !mg_frame_enter_at (entry, mg_frame_word (entry, entry->at + 16), registers + SAVED_BYTES + 8, 0))
    return FALSE;
  restore_saved (entry, registers);
  return TRUE;
}

/* A helper of the runtime called from managed code: the transition block holds the callee-saved registers. */
static gboolean
try_transition_block (MgFrameEntry *entry)
{
  guint64 block = mg_frame_word (entry, entry->at + 16);

  if (block < entry->at - MG_FRAME_PAGE || block > entry->at + MG_FRAME_PAGE
      || !mg_frame_enter_at (entry, mg_frame_word (entry, block + 96), block + 104, 0))
    return FALSE;
  restore_saved (entry, block + 48);
  return TRUE;
}

/* A helper's Frame {…, address 48 and stack pointer 56 in the managed caller, registers 64 as they were in the helper,
 * where the caller's are saved 112, where its address stands 160}. The caller's part is filled in when the runtime
 * first needs it. */
static gboolean
try_known_helper (MgFrameEntry *entry)
{
  if (mg_frame_word (entry, entry->at + 160) != entry->at + 48
      || !mg_frame_enter_at (entry, mg_frame_word (entry, entry->at + 48), mg_frame_word (entry, entry->at + 56), 0))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (saved_registers); i++)
    entry->context->registers[saved_registers[i]]
        = mg_frame_word (entry, mg_frame_word (entry, entry->at + 112 + 8 * i));
  entry->context->known = MG_X64_CALLEE_SAVED;
  return TRUE;
}

/* The caller's registers, from the frame at BASE of the helper that it called: those that the helper pushed lie below
 * the saved rbp, the others are as they were in the helper. Stays without them when the helper's code (at 40) is not
 * known. */
static void
restore_from_helper (MgFrameEntry *entry, guint64 base)
{
  guint64 rbp = entry->context->registers[MG_X64_RBP];
  guint8 pushed[5];
  guint n;

  if (!mg_native_prolog_read (entry->space, mg_frame_word (entry, entry->at + 40), pushed, &n))
    return;
  restore_saved (entry, entry->at + 64);
  entry->context->registers[MG_X64_RBP] = rbp;
  for (guint i = 0; i < n; i++)
    entry->context->registers[pushed[i]] = mg_frame_word (entry, base - 8 * ((guint64) i + 1));
}

/* Until then rbp leads to it, for native code keeps frame pointers. */
static gboolean
try_helper (MgFrameEntry *entry)
{
  guint64 base = mg_frame_word (entry, entry->at + 104);

  for (guint n = 0; n < MAX_NATIVE_FRAMES && base > entry->at - MG_FRAME_PAGE; n++)
    {
      guint64 next = mg_frame_word (entry, base);

      if (mg_frame_enter_at (entry, mg_frame_word (entry, base + 8), base + 16, next))
        {
          if (n == 0)
            restore_from_helper (entry, base);
          return TRUE;
        }
      if (next <= base)
        return FALSE;
      base = next;
    }
  return FALSE;
}

static gboolean
enter_x64 (MgFrameEntry *entry, gboolean *anywhere)
{
  *anywhere = mg_frame_try_stopped (entry, enter_context) || mg_frame_try_faulting (entry, enter_context);
  if (*anywhere)
    return TRUE;
  return try_software_exception (entry) || try_hijack (entry) || try_transition_block (entry)
         || (entry->major < 10 && (try_known_helper (entry) || try_helper (entry)));
}

gboolean
mg_explicit_frame_enter (MgCodeMap *map, guint64 frame, MgFrameContext *context, gboolean *anywhere)
{
  int major = map->runtime->major;
  MgFrameEntry entry = { map, map->runtime->space, frame, major, G_MAXUINT64, context };

  if (major >= 10)
    entry.kind = mg_frame_word (&entry, frame);
  *anywhere = FALSE;
  if (try_inlined_call (&entry))
    return TRUE;
  return map->runtime->image->architecture == MG_ARCH_ARM64 ? mg_explicit_frame_enter_arm64 (&entry, anywhere)
                                                             : enter_x64 (&entry, anywhere);
}
