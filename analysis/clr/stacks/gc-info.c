#include "analysis/clr/stacks/gc-info.h"

#include "analysis/clr/stacks/frame-context.h"

enum
{
  FLAG_STACK_GUARD = 0x4,
  FLAG_PREVIOUS_SP = 0x8,
  FLAG_GENERIC_CONTEXT = 0x30,
  FLAG_STACK_BASE = 0x40,
  FLAG_ONLY_LEAF = 0x80,
  FLAG_EDIT_AND_CONTINUE = 0x100,
  FLAG_REVERSE_FRAME = 0x200,
};

#define WORD 8
#define MAX_CODE_LENGTH (256u << 20)

static gboolean
is_arm64 (const MgGcInfo *info)
{
  return info->architecture == MG_ARCH_ARM64;
}

/* A number of groups of BASE bits, and MORE, times UNIT: a length of code in bytes. */
static guint32
read_length (MgGcBits *bits, guint base, guint more, guint unit)
{
  guint64 length = ((guint64) mg_gc_bits_unsigned (bits, base) + more) * unit;

  if (length >= MAX_CODE_LENGTH)
    bits->failed = TRUE;
  return bits->failed ? 0 : (guint32) length;
}

static gint32
read_stack_slot (MgGcBits *bits)
{
  gint32 words = mg_gc_bits_signed (bits, 6);

  if (words > G_MAXINT32 / WORD || words < G_MININT32 / WORD)
    bits->failed = TRUE;
  return bits->failed ? 0 : words * WORD;
}

/* Counted from the frame pointer, which thus is 0. */
static int
read_base_register (MgGcBits *bits, const MgGcInfo *info)
{
  return (int) (mg_gc_bits_unsigned (bits, is_arm64 (info) ? 2 : 3) ^ mg_register_use (info->architecture)->frame);
}

static void
read_slim_header (MgGcBits *bits, MgGcInfo *info)
{
  info->slim = TRUE;
  if (mg_gc_bits_flag (bits))
    {
      info->flags = FLAG_STACK_BASE;
      info->stack_base_register = (int) mg_register_use (info->architecture)->frame;
    }
  if (info->version < 4)
    info->return_kind = mg_gc_bits_read (bits, 2);
  info->code_length = read_length (bits, 8, 0, is_arm64 (info) ? 4 : 1);
  info->n_safe_points = mg_gc_bits_unsigned (bits, is_arm64 (info) ? 3 : 2);
}

static void
read_frame_slots (MgGcBits *bits, MgGcInfo *info)
{
  if (info->has_guard)
    info->guard_slot = read_stack_slot (bits);
  info->has_previous_sp = (info->flags & FLAG_PREVIOUS_SP) != 0;
  if (info->has_previous_sp)
    info->previous_sp_slot = read_stack_slot (bits);
  if (info->has_generic_context)
    info->generic_context_slot = read_stack_slot (bits);
  if (info->flags & FLAG_STACK_BASE)
    info->stack_base_register = read_base_register (bits, info);
  if (info->flags & FLAG_EDIT_AND_CONTINUE)
    mg_gc_bits_unsigned (bits, 4);
  info->has_reverse_frame = (info->flags & FLAG_REVERSE_FRAME) != 0;
  if (info->has_reverse_frame)
    info->reverse_frame_slot = read_stack_slot (bits);
}

static void
read_fat_header (MgGcBits *bits, MgGcInfo *info)
{
  info->flags = mg_gc_bits_read (bits, 10);
  if (info->version < 4)
    info->return_kind = mg_gc_bits_read (bits, 4);
  info->code_length = read_length (bits, 8, 0, is_arm64 (info) ? 4 : 1);
  info->has_guard = (info->flags & FLAG_STACK_GUARD) != 0;
  info->has_generic_context = (info->flags & FLAG_GENERIC_CONTEXT) != 0;
  if (info->has_guard || info->has_generic_context)
    info->prolog = read_length (bits, 5, 1, mg_gc_info_unit (info));
  if (info->has_guard)
    info->epilog = read_length (bits, 3, 0, mg_gc_info_unit (info));
  read_frame_slots (bits, info);
  info->only_leaf_reports = !is_arm64 (info) && (info->flags & FLAG_ONLY_LEAF) != 0;
  info->outgoing_bytes = WORD * (mg_gc_bits_unsigned (bits, 3) & 0xffffff);
  info->n_safe_points = mg_gc_bits_unsigned (bits, is_arm64 (info) ? 3 : 2);
  info->n_ranges = mg_gc_bits_unsigned (bits, 1);
}

/* Counts that the bytes cannot hold mean that they are not what they seem. */
static gboolean
is_plausible (const MgGcInfo *info, const MgGcBits *bits)
{
  const MgRegisterUse *use = mg_register_use (info->architecture);

  return !bits->failed && info->code_length > 0 && info->stack_base_register < (int) use->n
         && info->stack_base_register != (int) use->stack
         && info->prolog <= info->code_length && info->epilog <= info->code_length
         && info->n_safe_points <= mg_gc_bits_left (bits) && info->n_safe_points <= info->code_length
         && info->n_ranges <= mg_gc_bits_left (bits) && info->n_ranges <= info->code_length;
}

gboolean
mg_gc_info_read (const guint8 *bytes, gsize size, guint version, MgArchitecture architecture, MgGcInfo *info)
{
  MgGcBits bits = { .bytes = bytes, .n_bits = 8 * (guint64) size };

  *info = (MgGcInfo){ .version = version, .architecture = architecture, .bytes = bytes, .size = size };
  info->stack_base_register = -1;
  if (version < MG_GC_INFO_MIN_VERSION || version > MG_GC_INFO_MAX_VERSION
      || (architecture != MG_ARCH_X64 && architecture != MG_ARCH_ARM64))
    return FALSE;
  if (mg_gc_bits_flag (&bits))
    read_fat_header (&bits, info);
  else
    read_slim_header (&bits, info);
  info->body = bits.at;
  return is_plausible (info, &bits);
}
