/* Unwind codes of arm64, each in a record made by hand after "ARM64 exception handling": what the caller's registers
 * must be follows from the instructions that the codes stand for. */
#include "analysis/clr/stacks/unwind-arm64.h"
#include "tests/support/test.h"

#define CODE G_GUINT64_CONSTANT (0xffff80000000)
#define RECORD G_GUINT64_CONSTANT (0xffff90000000)
#define STACK G_GUINT64_CONSTANT (0xffffc0000000)
#define STACK_WORDS 512
#define LENGTH 64 /* instructions */

typedef struct
{
  guint32 code[LENGTH];
  guint8 record[64];
  guint64 stack[STACK_WORDS]; /* each word is its own number plus 0x1000 */
  MgAddressSpace *space;
  MgFrameContext context;
} Fixture;

static guint64
word (guint number)
{
  return 0x1000 + number;
}

/* N bytes of CODES; EPILOG: where the only epilog's codes start, or -1. */
static void
set_up (Fixture *fixture, const guint8 *codes, guint n, int epilog)
{
  MgSpan *spans = g_new (MgSpan, 3);
  guint words = (n + 3) / 4;
  guint32 head = LENGTH | 1u << 20 | words << 27;

  *fixture = (Fixture){ 0 };
  if (epilog >= 0)
    head |= 1u << 21 | (guint32) epilog << 22;
  memcpy (fixture->record, &head, 4);
  memcpy (fixture->record + 4, codes, n);
  for (guint i = 0; i < STACK_WORDS; i++)
    fixture->stack[i] = word (i);
  spans[0] = (MgSpan){ CODE, CODE + sizeof fixture->code, (const guint8 *) fixture->code };
  spans[1] = (MgSpan){ RECORD, RECORD + sizeof fixture->record, fixture->record };
  spans[2] = (MgSpan){ STACK, STACK + sizeof fixture->stack, (const guint8 *) fixture->stack };
  fixture->space = mg_address_space_new (spans, 3);
  fixture->context = (MgFrameContext){ .ip = CODE + 4 * 32, .sp = STACK };
}

static gboolean
unwind (Fixture *fixture, gboolean newest)
{
  MgCode code = { .image = CODE, .begin = CODE, .unwind = RECORD };

  return mg_unwind_arm64 (fixture->space, &code, newest, &fixture->context);
}

static void
clean_up (Fixture *fixture)
{
  mg_address_space_free (fixture->space);
}

/* stp x29, x30, [sp, -32]!; mov x29, sp */
static void
test_frame (void)
{
  static const guint8 codes[] = { 0xe1, 0x83, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  /* The method has moved its stack pointer since: only the frame pointer leads back. */
  fixture.context.registers[MG_ARM64_FP] = STACK + 64;
  fixture.context.known = 1u << MG_ARM64_FP;
  MG_CHECK (unwind (&fixture, FALSE));
  MG_CHECK_UINT (fixture.context.sp, STACK + 64 + 32);
  MG_CHECK_UINT (fixture.context.registers[MG_ARM64_FP], word (8));
  MG_CHECK_UINT (fixture.context.ip, word (9));
  MG_CHECK_UINT (fixture.context.known, 1u << MG_ARM64_FP);
  clean_up (&fixture);
}

/* stp x29, x30, [sp, -96]!; stp x19, x20, [sp, 16]; stp x21, x22, [sp, 32]; str x23, [sp, 48] */
static void
test_saved_registers (void)
{
  static const guint8 codes[] = { 0xd1, 0x06, 0xe6, 0xc8, 0x02, 0x8b, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  MG_CHECK (unwind (&fixture, FALSE));
  MG_CHECK_UINT (fixture.context.sp, STACK + 96);
  MG_CHECK_UINT (fixture.context.ip, word (1));
  for (guint r = 19; r <= 23; r++)
    MG_CHECK_UINT (fixture.context.registers[r], word (r - 19 + 2));
  MG_CHECK_UINT (fixture.context.known, 1u << MG_ARM64_FP | 31u << 19);
  clean_up (&fixture);
}

/* stp x19, x20, [sp, -48]!; stp x21, x30, [sp, 16]; sub sp, sp, 32; then 512 and 256 bytes more */
static void
test_allocations (void)
{
  static const guint8 codes[] = { 0xe0, 0x00, 0x00, 0x10, 0xc0, 0x20, 0x02, 0xd6, 0x42, 0x26, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  fixture.context.sp = STACK - 256 - 512 - 32;
  MG_CHECK (unwind (&fixture, FALSE));
  MG_CHECK_UINT (fixture.context.sp, STACK + 48);
  MG_CHECK_UINT (fixture.context.registers[19], word (0));
  MG_CHECK_UINT (fixture.context.registers[21], word (2));
  MG_CHECK_UINT (fixture.context.ip, word (3));
  clean_up (&fixture);
}

/* str x19, [sp, -16]!; stp d8, d9, [sp, -32]!; stp x29, x30, [sp, 16]; add x29, sp, 16 */
static void
test_other_stores (void)
{
  static const guint8 codes[] = { 0xe2, 0x02, 0x42, 0xda, 0x03, 0xd4, 0x01, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  fixture.context.registers[MG_ARM64_FP] = STACK + 16;
  fixture.context.known = 1u << MG_ARM64_FP;
  MG_CHECK (unwind (&fixture, FALSE));
  MG_CHECK_UINT (fixture.context.ip, word (3));
  MG_CHECK_UINT (fixture.context.registers[19], word (4));
  MG_CHECK_UINT (fixture.context.sp, STACK + 48);
  clean_up (&fixture);
}

/* Stopped after the first instruction of the frame's two: the second has not run. */
static void
test_prolog (void)
{
  static const guint8 codes[] = { 0xe1, 0x83, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  fixture.context.ip = CODE + 4;
  fixture.context.registers[MG_ARM64_FP] = 1;
  fixture.context.known = G_MAXUINT32;
  MG_CHECK (unwind (&fixture, TRUE));
  MG_CHECK_UINT (fixture.context.sp, STACK + 32);
  MG_CHECK_UINT (fixture.context.ip, word (1));
  clean_up (&fixture);

  /* Before it: nothing is on the stack, the return address is in its register. */
  set_up (&fixture, codes, sizeof codes, -1);
  fixture.context.ip = CODE;
  fixture.context.registers[MG_ARM64_LR] = 0xabcd0000;
  fixture.context.known = G_MAXUINT32;
  MG_CHECK (unwind (&fixture, TRUE));
  MG_CHECK_UINT (fixture.context.sp, STACK);
  MG_CHECK_UINT (fixture.context.ip, 0xabcd0000);
  clean_up (&fixture);
}

/* ldp x19, x20, [sp, 16]; ldp x29, x30, [sp], 32; ret at the end of the code: stopped before the last. */
static void
test_epilog (void)
{
  static const guint8 codes[] = { 0xe1, 0xc8, 0x02, 0x83, 0xe4, 0xc8, 0x02, 0x83, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, 5);
  fixture.context.ip = CODE + 4 * (LENGTH - 1);
  fixture.context.registers[MG_ARM64_LR] = 0x12345678;
  fixture.context.known = G_MAXUINT32;
  MG_CHECK (unwind (&fixture, TRUE));
  MG_CHECK_UINT (fixture.context.sp, STACK);
  MG_CHECK_UINT (fixture.context.ip, 0x12345678);
  clean_up (&fixture);

  set_up (&fixture, codes, sizeof codes, 5);
  fixture.context.ip = CODE + 4 * (LENGTH - 2);
  fixture.context.known = G_MAXUINT32;
  MG_CHECK (unwind (&fixture, TRUE));
  MG_CHECK_UINT (fixture.context.sp, STACK + 32);
  MG_CHECK_UINT (fixture.context.ip, word (1));
  clean_up (&fixture);
}

/* A return address that is signed is the address. */
static void
test_signature (void)
{
  static const guint8 codes[] = { 0x83, 0xfc, 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  fixture.stack[1] = G_GUINT64_CONSTANT (0x00bfffff80001234);
  MG_CHECK (unwind (&fixture, FALSE));
  MG_CHECK_UINT (fixture.context.ip, G_GUINT64_CONSTANT (0xffff80001234));
  clean_up (&fixture);
}

/* add x29, sp, 16, and then sub sp, sp, 64: the frame pointer leads to the stack pointer. */
static void
test_stack_pointer (void)
{
  static const guint8 codes[] = { 0x04, 0xe2, 0x02, 0x42, 0x03, 0xe4 }, without[] = { 0x83, 0xe4 };
  MgCode code = { .image = CODE, .begin = CODE, .unwind = RECORD };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  MG_CHECK_UINT (mg_unwind_arm64_stack_pointer (fixture.space, &code, STACK + 256), STACK + 256 - 16 - 64);
  clean_up (&fixture);
  set_up (&fixture, without, sizeof without, -1);
  MG_CHECK_UINT (mg_unwind_arm64_stack_pointer (fixture.space, &code, STACK + 256), 0);
  clean_up (&fixture);
}

static void
test_damage (void)
{
  static const guint8 unknown[] = { 0xe8, 0xe4 }, cut[] = { 0x83, 0xe3, 0xe3, 0xe0 }, no_return[] = { 0x02, 0xe4 };
  static const guint8 frame[] = { 0xe1, 0x83, 0xe4 };
  Fixture fixture;

  set_up (&fixture, unknown, sizeof unknown, -1);
  MG_CHECK (!unwind (&fixture, FALSE));
  clean_up (&fixture);
  set_up (&fixture, cut, sizeof cut, -1);
  MG_CHECK (!unwind (&fixture, FALSE));
  clean_up (&fixture);
  /* The return address is nowhere. */
  set_up (&fixture, no_return, sizeof no_return, -1);
  MG_CHECK (!unwind (&fixture, FALSE));
  clean_up (&fixture);
  /* The frame pointer is not known; the stack is not in the dump. */
  set_up (&fixture, frame, sizeof frame, -1);
  MG_CHECK (!unwind (&fixture, FALSE));
  fixture.context.registers[MG_ARM64_FP] = 0x10;
  fixture.context.known = 1u << MG_ARM64_FP;
  MG_CHECK (!unwind (&fixture, FALSE));
  clean_up (&fixture);
}

static void
test_calls (void)
{
  static const guint32 calls[] = { 0x94000010, 0x97fffff0, 0xd63f0100, 0xd63f0a7f, 0xd73f0a71 },
                       others[] = { 0x14000010, 0xd61f0100, 0xd65f03c0, 0xaa0003e0, 0x54000040 };
  static const guint8 codes[] = { 0xe4 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      fixture.code[2 * i] = calls[i];
      fixture.code[2 * i + 1] = others[i];
      MG_CHECK (mg_unwind_arm64_follows_call (fixture.space, CODE + 8 * (guint64) i + 4));
      MG_CHECK (!mg_unwind_arm64_follows_call (fixture.space, CODE + 8 * (guint64) i + 8));
    }
  MG_CHECK (!mg_unwind_arm64_follows_call (fixture.space, CODE + 2));
  MG_CHECK (!mg_unwind_arm64_follows_call (fixture.space, CODE));
  clean_up (&fixture);
}

/* The personality routine stands behind the codes, whatever else there is. */
static void
test_personality (void)
{
  static const guint8 codes[] = { 0xe1, 0x83, 0xe4 };
  guint32 extended[] = { LENGTH | 1u << 20, 2 | 1u << 16, 7, 9, 0xe4e483e1, 0x1234 };
  Fixture fixture;

  set_up (&fixture, codes, sizeof codes, -1);
  MG_CHECK_UINT (mg_unwind_arm64_personality (fixture.space, RECORD), RECORD + 8);
  memcpy (fixture.record, extended, sizeof extended);
  MG_CHECK_UINT (mg_unwind_arm64_personality (fixture.space, RECORD), RECORD + 20);
  MG_CHECK_UINT (mg_unwind_arm64_personality (fixture.space, RECORD + 0x1000), 0);
  clean_up (&fixture);
}

static const MgTest tests[] = {
  { "a frame pointer", test_frame },
  { "saved registers, in pairs and alone", test_saved_registers },
  { "allocations of every size", test_allocations },
  { "other stores", test_other_stores },
  { "stopped in the prolog", test_prolog },
  { "stopped in the epilog", test_epilog },
  { "a signed return address", test_signature },
  { "the stack pointer from the frame pointer", test_stack_pointer },
  { "damaged codes", test_damage },
  { "calls", test_calls },
  { "the personality routine", test_personality },
};

MG_TEST_MAIN ("unwind-arm64", tests)
