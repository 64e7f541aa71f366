/* Frames of arm64; .NET 10's descriptor tells these places. Up to .NET 9 there is also
 *
 *   HelperMethodFrame  x19 … x29 as they were in the helper 48, where the caller's were saved 136, the caller's address
 *                      224 and stack pointer 232, u32 whether these are known 240
 */
#include "analysis/clr/stacks/explicit-frame-entry.h"
#include "analysis/clr/stacks/unwind-arm64.h"

#define CONTEXT_ARM64 0x00400000u
#define CONTEXT_REGISTERS_AT 8
#define CONTEXT_SP_AT 256
#define CONTEXT_IP_AT 264
#define SOFTWARE_CONTEXT_AT 192
#define TRANSITION_BLOCK 176
/* The callee-saved registers, as the runtime keeps them everywhere: x29, x30, x19 … x28. */
#define SAVED_BYTES 96
/* Behind them two return values, on .NET 10 and later one more and a gap, then four vectors. */
#define HIJACK_ARGUMENTS (SAVED_BYTES + 80)
#define HIJACK_ARGUMENTS_10 (SAVED_BYTES + 96)
#define HELPER_FRAME_POINTER_AT 128
#define HELPER_SAVED_AT 136
#define HELPER_IP_AT 224
#define HELPER_IS_KNOWN_AT 240
/* Native frames between a helper's entry and the place where it captured its registers. */
#define MAX_NATIVE_FRAMES 16

/* Enters the caller whose registers were saved AT. */
static gboolean
enter_saved (MgFrameEntry *entry, guint64 at, guint64 ip, guint64 sp)
{
  if (!mg_frame_enter_at (entry, ip, sp, mg_frame_word (entry, at)))
    return FALSE;
  for (guint r = MG_ARM64_X19; r < MG_ARM64_FP; r++)
    entry->context->registers[r] = mg_frame_word (entry, at + 16 + 8 * (guint64) (r - MG_ARM64_X19));
  entry->context->known = MG_ARM64_CALLEE_SAVED;
  return TRUE;
}

static gboolean
enter_context (MgFrameEntry *entry, guint64 at)
{
  if (!(mg_address_space_u32_or_0 (entry->space, at) & CONTEXT_ARM64)
      || !mg_frame_enter_at (entry, mg_frame_word (entry, at + CONTEXT_IP_AT),
                             mg_frame_word (entry, at + CONTEXT_SP_AT), 0))
    return FALSE;
  for (guint r = 0; r < MG_ARM64_SP; r++)
    entry->context->registers[r] = mg_frame_word (entry, at + CONTEXT_REGISTERS_AT + 8 * (guint64) r);
  entry->context->known = G_MAXUINT32;
  return entry->context->sp > entry->at;
}

static gboolean
try_hijack (MgFrameEntry *entry)
{
  guint64 saved = mg_frame_word (entry, entry->at + 32);

  return mg_frame_may_be (entry, MG_FRAME_HIJACK) && saved > entry->at && saved - entry->at <= MG_FRAME_PAGE
         && enter_saved (entry, saved, mg_frame_word (entry, entry->at + 16),
                         saved + (entry->major >= 10 ? HIJACK_ARGUMENTS_10 : HIJACK_ARGUMENTS));
}

/* Where no kind is known, any record {frame pointer, return address} of native code looks like a transition block: that
 * it ends where the caller's part of the stack starts tells them apart. */
static gboolean
ends_at_caller (MgFrameEntry *entry, guint64 block)
{
  MgCode code;

  return entry->kind != G_MAXUINT64
         || (mg_code_map_find (entry->map, mg_frame_word (entry, block + 8), &code)
             && mg_unwind_arm64_stack_pointer (entry->space, &code, mg_frame_word (entry, block))
                    == block + TRANSITION_BLOCK);
}

/* A helper of the runtime called from managed code: the transition block begins with the callee-saved registers. */
static gboolean
try_transition_block (MgFrameEntry *entry)
{
  guint64 block = mg_frame_word (entry, entry->at + 16);

  return block >= entry->at - MG_FRAME_PAGE && block <= entry->at + MG_FRAME_PAGE && ends_at_caller (entry, block)
         && enter_saved (entry, block, mg_frame_word (entry, block + 8), block + TRANSITION_BLOCK);
}

/* The caller's part is filled in when the runtime first needs it. */
static gboolean
try_known_helper (MgFrameEntry *entry)
{
  if (mg_address_space_u32_or_0 (entry->space, entry->at + HELPER_IS_KNOWN_AT) != 1
      || !mg_frame_enter_at (entry, mg_frame_word (entry, entry->at + HELPER_IP_AT),
                             mg_frame_word (entry, entry->at + HELPER_IP_AT + 8), 0))
    return FALSE;
  for (guint r = MG_ARM64_X19; r <= MG_ARM64_FP; r++)
    {
      guint64 place = entry->at + HELPER_SAVED_AT + 8 * (guint64) (r - MG_ARM64_X19);

      entry->context->registers[r] = mg_frame_word (entry, mg_frame_word (entry, place));
    }
  entry->context->known = MG_ARM64_CALLEE_SAVED;
  return TRUE;
}

/* Until then the frame pointer leads to it, for native code keeps frame records {caller's, return address}. Where the
 * caller's part of the stack starts follows from its own frame pointer. */
static gboolean
try_helper (MgFrameEntry *entry)
{
  guint64 record = mg_frame_word (entry, entry->at + HELPER_FRAME_POINTER_AT);

  for (guint n = 0; n < MAX_NATIVE_FRAMES && record > entry->at - MG_FRAME_PAGE; n++)
    {
      guint64 next = mg_frame_word (entry, record), ip = mg_frame_word (entry, record + 8), sp;
      MgCode code;

      if (mg_code_map_find (entry->map, ip, &code))
        {
          sp = mg_unwind_arm64_stack_pointer (entry->space, &code, next);
          return sp > record && mg_frame_enter_at (entry, ip, sp, next);
        }
      if (next <= record)
        return FALSE;
      record = next;
    }
  return FALSE;
}

gboolean
mg_explicit_frame_enter_arm64 (MgFrameEntry *entry, gboolean *anywhere)
{
  *anywhere = mg_frame_try_stopped (entry, enter_context) || mg_frame_try_faulting (entry, enter_context);
  if (*anywhere)
    return TRUE;
  return (entry->kind == MG_FRAME_SOFTWARE_EXCEPTION && enter_context (entry, entry->at + SOFTWARE_CONTEXT_AT))
         || try_hijack (entry) || try_transition_block (entry)
         || (entry->major < 10 && (try_known_helper (entry) || try_helper (entry)));
}
