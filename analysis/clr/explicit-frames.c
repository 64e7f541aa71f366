#include "analysis/clr/explicit-frames.h"

#include "analysis/clr/native-prolog.h"
#include "analysis/source/process-image.h"

#define PAGE 4096
/* A CONTEXT of a stopped thread lies near its Frame, on the same stack. */
#define MAX_CONTEXT_DISTANCE (64 * 1024)
/* Locals of a method that calls native code. */
#define MAX_CALLER_BYTES (1024 * 1024)
#define CONTEXT_FLAGS_AT 0x30
#define CONTEXT_IP_AT 0xf8
#define CONTEXT_AMD64 0x00100000u
/* Native frames between a helper's entry and the place where it captured its registers. */
#define MAX_NATIVE_FRAMES 16

/* Numbers of kinds on Linux, .NET 10 and later. */
enum
{
  INLINED_CALL = 1,
  RESUMABLE = 2,
  REDIRECTED = 3,
  FAULTING_EXCEPTION = 4,
  SOFTWARE_EXCEPTION = 5,
  HIJACK = 8,
};

typedef struct
{
  MgCodeMap *map;
  const MgAddressSpace *space;
  guint64 at;        /* the Frame */
  int major;
  guint64 kind;      /* number; G_MAXUINT64: this runtime has none */
  MgFrameContext *context;
} Entry;

static guint64
word (const Entry *entry, guint64 address)
{
  return mg_address_space_u64_or_0 (entry->space, address);
}

static gboolean
may_be (const Entry *entry, guint64 kind)
{
  return entry->kind == kind || entry->kind == G_MAXUINT64;
}

/* The callee-saved registers, as the runtime keeps them everywhere. */
static const guint8 saved_registers[] = { MG_X64_R12, MG_X64_R13, MG_X64_R14, MG_X64_R15, MG_X64_RBX, MG_X64_RBP };
#define SAVED_BYTES sizeof (guint64[G_N_ELEMENTS (saved_registers)])

static void
restore_saved (Entry *entry, guint64 at)
{
  for (gsize i = 0; i < G_N_ELEMENTS (saved_registers); i++)
    entry->context->registers[saved_registers[i]] = word (entry, at + 8 * i);
  entry->context->known = MG_X64_CALLEE_SAVED;
}

static gboolean
enter_at (Entry *entry, guint64 ip, guint64 sp, guint64 rbp)
{
  if (!mg_code_map_find (entry->map, ip, NULL))
    return FALSE;
  *entry->context = (MgFrameContext){ .ip = ip, .sp = sp };
  entry->context->registers[MG_X64_RBP] = rbp;
  entry->context->known = 1u << MG_X64_RBP;
  return TRUE;
}

/* It lies in the caller's own part of the stack, above where that ends. */
static gboolean
try_inlined_call (Entry *entry)
{
  guint64 at = entry->at + (entry->major <= 8 ? 32 : 24), sp = word (entry, at);

  return may_be (entry, INLINED_CALL) && sp <= entry->at && entry->at - sp < MAX_CALLER_BYTES
         && enter_at (entry, word (entry, at + 8), sp, word (entry, at + 16));
}

static gboolean
enter_context (Entry *entry, guint64 at)
{
  static const guint16 places[16]
      = { 0x78, 0x80, 0x88, 0x90, 0x98, 0xa0, 0xa8, 0xb0, 0xb8, 0xc0, 0xc8, 0xd0, 0xd8, 0xe0, 0xe8, 0xf0 };

  if (!(mg_address_space_u32_or_0 (entry->space, at + CONTEXT_FLAGS_AT) & CONTEXT_AMD64)
      || !enter_at (entry, word (entry, at + CONTEXT_IP_AT), 0, 0))
    return FALSE;
  for (guint r = 0; r < G_N_ELEMENTS (places); r++)
    entry->context->registers[r] = word (entry, at + places[r]);
  entry->context->known = G_MAXUINT16;
  entry->context->sp = entry->context->registers[MG_X64_RSP];
  return entry->context->sp > entry->at;
}

static gboolean
try_stopped (Entry *entry)
{
  guint64 context = word (entry, entry->at + 16);

  if (entry->kind == RESUMABLE || entry->kind == REDIRECTED)
    return enter_context (entry, context);
  return entry->kind == G_MAXUINT64 && context > entry->at && context - entry->at < MAX_CONTEXT_DISTANCE
         && enter_context (entry, context);
}

static gboolean
try_faulting (Entry *entry)
{
  return may_be (entry, FAULTING_EXCEPTION) && mg_code_map_find (entry->map, word (entry, entry->at + 24), NULL)
         && enter_context (entry, entry->at + 32);
}

static gboolean
try_software_exception (Entry *entry)
{
  return entry->kind == SOFTWARE_EXCEPTION && enter_context (entry, entry->at + 288);
}

/* Return values (.NET 10 and later: one more), the callee-saved registers, the place of the return address. */
static gboolean
try_hijack (Entry *entry)
{
  guint64 saved = word (entry, entry->at + 32), registers = saved + (entry->major >= 10 ? 24 : 16);

  if (!may_be (entry, HIJACK) || saved <= entry->at || saved - entry->at > PAGE
      || !enter_at (entry, word (entry, entry->at + 16), registers + SAVED_BYTES + 8, 0))
    return FALSE;
  restore_saved (entry, registers);
  return TRUE;
}

/* A helper of the runtime called from managed code: the transition block holds the callee-saved registers. */
static gboolean
try_transition_block (Entry *entry)
{
  guint64 block = word (entry, entry->at + 16);

  if (block < entry->at - PAGE || block > entry->at + PAGE
      || !enter_at (entry, word (entry, block + 96), block + 104, 0))
    return FALSE;
  restore_saved (entry, block + 48);
  return TRUE;
}

/* A helper's Frame {…, address 48 and stack pointer 56 in the managed caller, registers 64 as they were in the helper,
 * where the caller's are saved 112, where its address stands 160}. The caller's part is filled in when the runtime
 * first needs it. */
static gboolean
try_known_helper (Entry *entry)
{
  if (word (entry, entry->at + 160) != entry->at + 48
      || !enter_at (entry, word (entry, entry->at + 48), word (entry, entry->at + 56), 0))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (saved_registers); i++)
    entry->context->registers[saved_registers[i]] = word (entry, word (entry, entry->at + 112 + 8 * i));
  entry->context->known = MG_X64_CALLEE_SAVED;
  return TRUE;
}

/* The caller's registers, from the frame at BASE of the helper that it called: those that the helper pushed lie below
 * the saved rbp, the others are as they were in the helper. Stays without them when the helper's code (at 40) is not
 * known. */
static void
restore_from_helper (Entry *entry, guint64 base)
{
  guint64 rbp = entry->context->registers[MG_X64_RBP];
  guint8 pushed[5];
  guint n;

  if (!mg_native_prolog_read (entry->space, word (entry, entry->at + 40), pushed, &n))
    return;
  restore_saved (entry, entry->at + 64);
  entry->context->registers[MG_X64_RBP] = rbp;
  for (guint i = 0; i < n; i++)
    entry->context->registers[pushed[i]] = word (entry, base - 8 * ((guint64) i + 1));
}

/* Until then rbp leads to it, for native code keeps frame pointers. */
static gboolean
try_helper (Entry *entry)
{
  guint64 base = word (entry, entry->at + 104);

  for (guint n = 0; n < MAX_NATIVE_FRAMES && base > entry->at - PAGE; n++)
    {
      guint64 next = word (entry, base);

      if (enter_at (entry, word (entry, base + 8), base + 16, next))
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

gboolean
mg_explicit_frame_enter (MgCodeMap *map, guint64 frame, MgFrameContext *context, gboolean *anywhere)
{
  int major = map->runtime->major;
  Entry entry = { map, map->runtime->space, frame, major, G_MAXUINT64, context };

  if (major >= 10)
    entry.kind = word (&entry, frame);
  *anywhere = FALSE;
  if (try_inlined_call (&entry))
    return TRUE;
  *anywhere = try_stopped (&entry) || try_faulting (&entry);
  if (*anywhere)
    return TRUE;
  return try_software_exception (&entry) || try_hijack (&entry) || try_transition_block (&entry)
         || (major < 10 && (try_known_helper (&entry) || try_helper (&entry)));
}
