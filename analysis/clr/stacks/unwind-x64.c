#include "analysis/clr/stacks/unwind-x64.h"

#include "analysis/source/process-image.h"

#define FLAG_CHAINED 4
#define MAX_CHAIN 8

enum
{
  PUSH = 0,
  ALLOC_LARGE = 1,
  ALLOC_SMALL = 2,
  SET_FRAME = 3,
  SAVE = 4,
  SAVE_FAR = 5,
  SAVE_XMM = 8,
  SAVE_XMM_FAR = 9,
  SET_FRAME_LARGE = 11,
};

typedef struct
{
  const MgAddressSpace *space;
  MgFrameContext *context;
  guint64 codes; /* address of codes[] */
  guint n;
  guint64 frame; /* stack pointer that saved registers are relative to */
  guint prolog;  /* bytes of the prolog that have run; G_MAXUINT = all */
} Unwind;

static guint16
code_at (const Unwind *unwind, guint i)
{
  return mg_address_space_u16_or_0 (unwind->space, unwind->codes + 2 * (guint64) i);
}

static guint32
wide_at (const Unwind *unwind, guint i)
{
  return code_at (unwind, i) | (guint32) code_at (unwind, i + 1) << 16;
}

/* How many slots an operation takes. */
static guint
slots_of (guint operation, guint info)
{
  switch (operation)
    {
    case ALLOC_LARGE:
      return info == 0 ? 2 : 3;
    case SAVE:
    case SAVE_XMM:
      return 2;
    case SAVE_FAR:
    case SAVE_XMM_FAR:
    case SET_FRAME_LARGE:
      return 3;
    default:
      return 1;
    }
}

static gboolean
undo (Unwind *unwind, guint i, guint operation, guint info)
{
  MgFrameContext *context = unwind->context;

  switch (operation)
    {
    case PUSH:
      if (!mg_address_space_u64 (unwind->space, context->sp, &context->registers[info]))
        return FALSE;
      context->known |= 1u << info;
      context->sp += 8;
      return TRUE;
    case ALLOC_LARGE:
      context->sp += info == 0 ? 8 * (guint64) code_at (unwind, i + 1) : wide_at (unwind, i + 1);
      return TRUE;
    case ALLOC_SMALL:
      context->sp += 8 * (guint64) info + 8;
      return TRUE;
    case SAVE:
      context->known |= 1u << info;
      return mg_address_space_u64 (unwind->space, unwind->frame + 8 * (guint64) code_at (unwind, i + 1),
                                   &context->registers[info]);
    case SAVE_FAR:
      context->known |= 1u << info;
      return mg_address_space_u64 (unwind->space, unwind->frame + wide_at (unwind, i + 1), &context->registers[info]);
    default:
      return TRUE; /* SET_FRAME was undone at the start; XMM registers hold no references */
    }
}

/* With a frame register the stack pointer is a fixed distance from it, once the prolog has set it up. */
static void
restore_from_frame_register (Unwind *unwind, guint8 frame)
{
  guint64 distance = 16 * (guint64) (frame >> 4);

  for (guint i = 0; i < unwind->n;)
    {
      guint16 code = code_at (unwind, i);
      guint operation = code >> 8 & 15;

      if (operation == SET_FRAME_LARGE)
        distance = 16 * (guint64) wide_at (unwind, i + 1);
      if ((operation == SET_FRAME || operation == SET_FRAME_LARGE) && (code & 0xff) > unwind->prolog)
        return;
      i += slots_of (operation, code >> 12);
    }
  unwind->context->sp = unwind->context->registers[frame & 15] - distance;
}

static gboolean
undo_all (Unwind *unwind)
{
  for (guint i = 0; i < unwind->n;)
    {
      guint16 code = code_at (unwind, i);
      guint operation = code >> 8 & 15, info = code >> 12;

      if ((code & 0xff) <= unwind->prolog && !undo (unwind, i, operation, info))
        return FALSE;
      i += slots_of (operation, info);
    }
  return TRUE;
}

gboolean
mg_unwind_x64 (const MgAddressSpace *space, const MgCode *code, gboolean in_prolog, MgFrameContext *context)
{
  Unwind unwind = { .space = space, .context = context, .prolog = G_MAXUINT };
  guint64 info = code->unwind;

  if (in_prolog && context->ip >= code->begin)
    unwind.prolog = (guint) MIN (context->ip - code->begin, G_MAXUINT);
  for (guint link = 0; info != 0 && link < MAX_CHAIN; link++)
    {
      guint8 head[4];

      if (!mg_address_space_read (space, info, head, 4))
        return FALSE;
      unwind.codes = info + 4;
      unwind.n = head[2];
      if (head[3] != 0)
        restore_from_frame_register (&unwind, head[3]);
      unwind.frame = context->sp;
      if (!undo_all (&unwind))
        return FALSE;
      if (!(head[0] >> 3 & FLAG_CHAINED))
        break;
      /* A chained RUNTIME_FUNCTION follows the codes, whose number is rounded up to even; its prolog has run. */
      info = code->image + mg_address_space_u32_or_0 (space, unwind.codes + 2 * ((head[2] + 1u) & ~1u) + 8);
      unwind.prolog = G_MAXUINT;
    }
  if (!mg_address_space_u64 (space, context->sp, &context->ip))
    return FALSE;
  context->sp += 8;
  context->known &= MG_X64_CALLEE_SAVED;
  return TRUE;
}

gboolean
mg_unwind_x64_follows_call (const MgAddressSpace *space, guint64 ip)
{
  guint8 code[8];

  if (!mg_address_space_read (space, ip - 8, code, 8))
    return FALSE;
  return code[3] == 0xe8 || (code[2] == 0xff && (code[3] & 0x38) == 0x10)
         || (code[6] == 0xff && (code[7] & 0x38) == 0x10) || (code[5] == 0xff && (code[6] & 0x38) == 0x10)
         || (code[4] == 0xff && (code[5] & 0x38) == 0x10);
}

/* It follows the codes, whose bytes are rounded up to whole words. */
guint64
mg_unwind_x64_personality (const MgAddressSpace *space, guint64 unwind)
{
  guint8 n;

  if (!mg_address_space_u8 (space, unwind + 2, &n))
    return 0;
  return unwind + ((4 + 2 * (guint64) n + 3) & ~G_GUINT64_CONSTANT (3));
}
