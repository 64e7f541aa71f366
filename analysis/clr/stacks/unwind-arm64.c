#include "analysis/clr/stacks/unwind-arm64.h"

#define MAX_CODES (4 * 255)
#define INSTRUCTION 4
#define ADDRESS_BITS G_GUINT64_CONSTANT (0x0000ffffffffffff)

enum
{
  ALLOC_LARGE = 0xe0,
  SET_FRAME = 0xe1,
  ADD_FRAME = 0xe2,
  NOTHING = 0xe3,
  END = 0xe4,
  END_OF_CHAIN = 0xe5,
  SAVE_NEXT = 0xe6,
  SAVE_ANY = 0xe7,
  SIGN_RETURN = 0xfc,
};

typedef struct
{
  guint64 length;        /* of the function, bytes */
  gboolean one_epilog;
  guint32 n_epilogs;     /* with one_epilog: where its codes start */
  guint64 epilogs;       /* address */
  guint64 codes;         /* address */
  guint n_codes;         /* bytes */
} Record;

typedef struct
{
  const MgAddressSpace *space;
  MgFrameContext *context;
  Record record;
  guint8 codes[MAX_CODES];
  guint n;
  guint more_pairs; /* of registers, stored behind the one that comes next */
} Unwind;

static gboolean
read_record (const MgAddressSpace *space, guint64 at, Record *record)
{
  guint32 head, more;

  if (!mg_address_space_u32 (space, at, &head) || (head >> 18 & 3) != 0)
    return FALSE;
  at += 4;
  *record = (Record){ .length = (guint64) (head & 0x3ffff) * INSTRUCTION, .one_epilog = head >> 21 & 1 };
  record->n_epilogs = head >> 22 & 31;
  record->n_codes = 4 * (head >> 27);
  if (head >> 22 == 0)
    {
      if (!mg_address_space_u32 (space, at, &more))
        return FALSE;
      at += 4;
      record->n_epilogs = more & 0xffff;
      record->n_codes = 4 * (more >> 16 & 255);
    }
  record->epilogs = at;
  record->codes = at + (record->one_epilog ? 0 : 4 * (guint64) record->n_epilogs);
  return TRUE;
}

guint64
mg_unwind_arm64_personality (const MgAddressSpace *space, guint64 unwind)
{
  Record record;

  return read_record (space, unwind, &record) ? record.codes + record.n_codes : 0;
}

static gboolean
read_codes (Unwind *unwind, guint64 at)
{
  if (!read_record (unwind->space, at, &unwind->record))
    return FALSE;
  unwind->n = unwind->record.n_codes;
  return mg_address_space_read (unwind->space, unwind->record.codes, unwind->codes, unwind->n);
}

/* Bytes of the code that begins with FIRST. */
static guint
length_of (guint8 first)
{
  if (first < 0xc0)
    return 1;
  if (first < 0xe0 || first == ADD_FRAME)
    return 2;
  if (first == SAVE_ANY)
    return 3;
  return first == ALLOC_LARGE ? 4 : 1;
}

static gboolean
restore (Unwind *unwind, guint number, guint64 at)
{
  MgFrameContext *context = unwind->context;

  if (number > MG_ARM64_LR || !mg_address_space_u64 (unwind->space, at, &context->registers[number]))
    return FALSE;
  context->known |= 1u << number;
  return TRUE;
}

static gboolean
restore_pair (Unwind *unwind, guint first, guint second, guint64 at)
{
  return restore (unwind, first, at) && restore (unwind, second, at + 8);
}

/* The pair that a code names, and those that lie behind it. */
static gboolean
restore_pairs (Unwind *unwind, guint number, guint64 at)
{
  guint more = unwind->more_pairs;

  unwind->more_pairs = 0;
  for (guint pair = 0; pair <= more; pair++)
    if (!restore_pair (unwind, number + 2 * pair, number + 2 * pair + 1, at + 16 * (guint64) pair))
      return FALSE;
  return TRUE;
}

/* A code that stored at the bottom of what it made room for. */
static gboolean
give_back (Unwind *unwind, gboolean restored, guint words)
{
  unwind->context->sp += 8 * (guint64) words;
  return restored;
}

/* Codes of one byte below 0xc0. */
static gboolean
undo_short (Unwind *unwind, guint8 code)
{
  MgFrameContext *context = unwind->context;

  if (code < 0x20)
    {
      context->sp += 16 * (guint64) code;
      return TRUE;
    }
  if (code < 0x40) /* save_r19r20_x */
    return give_back (unwind, restore_pairs (unwind, MG_ARM64_X19, context->sp), code & 31);
  if (code < 0x80) /* save_fplr */
    return restore_pair (unwind, MG_ARM64_FP, MG_ARM64_LR, context->sp + 8 * (guint64) (code & 63));
  /* save_fplr_x */
  return give_back (unwind, restore_pair (unwind, MG_ARM64_FP, MG_ARM64_LR, context->sp), (code & 63) + 1u);
}

/* Codes of two bytes from 0xc0 to 0xdf. */
static gboolean
undo_wide (Unwind *unwind, guint code)
{
  guint64 sp = unwind->context->sp;
  guint number = MG_ARM64_X19 + (code >> 6 & 15), words = code & 63;

  switch (code >> 10)
    {
    case 0xc000 >> 10:
    case 0xc400 >> 10: /* alloc_m */
      unwind->context->sp += 16 * (guint64) (code & 0x7ff);
      return TRUE;
    case 0xc800 >> 10: /* save_regp */
      return restore_pairs (unwind, number, sp + 8 * (guint64) words);
    case 0xcc00 >> 10: /* save_regp_x */
      return give_back (unwind, restore_pairs (unwind, number, sp), words + 1);
    case 0xd000 >> 10: /* save_reg */
      return restore (unwind, number, sp + 8 * (guint64) words);
    case 0xd400 >> 10:
      if (code & 0x200) /* save_lrpair */
        return restore_pair (unwind, MG_ARM64_X19 + 2 * (code >> 6 & 7), MG_ARM64_LR, sp + 8 * (guint64) words);
      /* save_reg_x */
      return give_back (unwind, restore (unwind, MG_ARM64_X19 + (code >> 5 & 15), sp), (code & 31) + 1);
    default: /* registers of floating-point numbers, which hold no references */
      unwind->more_pairs = 0;
      if (code >> 9 == 0xda00 >> 9) /* save_fregp_x */
        return give_back (unwind, TRUE, words + 1);
      if (code >> 8 == 0xde) /* save_freg_x */
        return give_back (unwind, TRUE, (code & 31) + 1);
      return code >> 8 != 0xdf;
    }
}

static gboolean
undo (Unwind *unwind, const guint8 *code)
{
  MgFrameContext *context = unwind->context;

  if (code[0] < 0xc0)
    return undo_short (unwind, code[0]);
  if (code[0] < 0xe0)
    return undo_wide (unwind, (guint) code[0] << 8 | code[1]);
  switch (code[0])
    {
    case ALLOC_LARGE:
      context->sp += 16 * (guint64) ((guint) code[1] << 16 | (guint) code[2] << 8 | code[3]);
      return TRUE;
    case SET_FRAME:
      context->sp = context->registers[MG_ARM64_FP];
      return (context->known >> MG_ARM64_FP & 1) != 0;
    case ADD_FRAME:
      context->sp = context->registers[MG_ARM64_FP] - 8 * (guint64) code[1];
      return (context->known >> MG_ARM64_FP & 1) != 0;
    case SAVE_NEXT:
      unwind->more_pairs++;
      return TRUE;
    case NOTHING:
    case SIGN_RETURN:
    case END_OF_CHAIN:
      return TRUE;
    default: /* what no compiler of managed code writes */
      return FALSE;
    }
}

/* How many codes there are from byte FROM to the end. */
static guint
count_codes (const Unwind *unwind, guint from)
{
  guint n = 0;

  for (guint i = from; i < unwind->n && unwind->codes[i] != END; i += length_of (unwind->codes[i]))
    n++;
  return n;
}

/* Whether OFFSET lies in the epilog that starts at START with codes from byte FROM on; then *SKIP of these have run. */
static gboolean
is_in_epilog (const Unwind *unwind, guint64 offset, guint64 start, guint from, guint *skip)
{
  /* Its return is an instruction, too. */
  guint64 length = INSTRUCTION * ((guint64) count_codes (unwind, from) + 1);

  if (offset <= start || offset >= start + length)
    return FALSE;
  *skip = (guint) ((offset - start) / INSTRUCTION);
  return TRUE;
}

/* From which code on, and how many of those not, the frame at OFFSET in its function has to be undone. */
static guint
find_codes (const Unwind *unwind, guint64 offset, guint *skip)
{
  const Record *record = &unwind->record;
  guint n = count_codes (unwind, 0);

  *skip = 0;
  if (offset < INSTRUCTION * (guint64) n)
    {
      *skip = n - (guint) (offset / INSTRUCTION);
      return 0;
    }
  if (record->one_epilog)
    {
      guint64 length = INSTRUCTION * ((guint64) count_codes (unwind, record->n_epilogs) + 1);

      if (record->length >= length
          && is_in_epilog (unwind, offset, record->length - length, record->n_epilogs, skip))
        return record->n_epilogs;
      return 0;
    }
  for (guint32 i = 0; i < record->n_epilogs; i++)
    {
      guint32 scope = mg_address_space_u32_or_0 (unwind->space, record->epilogs + 4 * (guint64) i);

      if (is_in_epilog (unwind, offset, (guint64) (scope & 0x3ffff) * INSTRUCTION, scope >> 22, skip))
        return scope >> 22;
    }
  return 0;
}

static gboolean
undo_codes (Unwind *unwind, guint from, guint skip)
{
  for (guint i = from; i < unwind->n && unwind->codes[i] != END; i += length_of (unwind->codes[i]))
    {
      if (i + length_of (unwind->codes[i]) > unwind->n)
        return FALSE;
      if (skip > 0)
        skip--;
      else if (!undo (unwind, unwind->codes + i))
        return FALSE;
    }
  return TRUE;
}

gboolean
mg_unwind_arm64 (const MgAddressSpace *space, const MgCode *code, gboolean newest, MgFrameContext *context)
{
  Unwind unwind = { .space = space, .context = context };
  guint from = 0, skip = 0;

  if (!read_codes (&unwind, code->unwind))
    return FALSE;
  if (newest && context->ip >= code->begin)
    from = find_codes (&unwind, context->ip - code->begin, &skip);
  if (!undo_codes (&unwind, from, skip) || !(context->known >> MG_ARM64_LR & 1))
    return FALSE;
  /* A signed return address has its signature above the bits of the address. */
  context->ip = context->registers[MG_ARM64_LR] & ADDRESS_BITS;
  context->known &= MG_ARM64_CALLEE_SAVED;
  return TRUE;
}

guint64
mg_unwind_arm64_stack_pointer (const MgAddressSpace *space, const MgCode *code, guint64 frame)
{
  MgFrameContext context = { .known = 1u << MG_ARM64_FP };
  Unwind unwind = { .space = space, .context = &context };

  context.registers[MG_ARM64_FP] = frame;
  if (!read_codes (&unwind, code->unwind))
    return 0;
  for (guint i = 0; i + length_of (unwind.codes[i]) <= unwind.n && unwind.codes[i] != END;
       i += length_of (unwind.codes[i]))
    {
      /* What the prolog took off the stack pointer after it had set the frame pointer. */
      guint64 since = context.sp;
      gboolean undone = undo (&unwind, unwind.codes + i);

      if (unwind.codes[i] == SET_FRAME || unwind.codes[i] == ADD_FRAME)
        return undone ? context.sp - since : 0;
    }
  return 0;
}

gboolean
mg_unwind_arm64_follows_call (const MgAddressSpace *space, guint64 ip)
{
  guint32 before;

  if (ip % INSTRUCTION != 0 || !mg_address_space_u32 (space, ip - INSTRUCTION, &before))
    return FALSE;
  /* bl; blr; blraa, blrab and their forms with a zero */
  return before >> 26 == 0x25 || (before & 0xfffffc1f) == 0xd63f0000 || (before & 0xfefff800) == 0xd63f0800;
}
