#include "analysis/clr/gc-info.h"

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

#define STACK_BASE_XOR 5
#define RBP 5
#define RSP 4
#define WORD 8
#define MAX_CODE_LENGTH (256u << 20)

static gint32
read_stack_slot (MgGcBits *bits)
{
  gint32 words = mg_gc_bits_signed (bits, 6);

  if (words > G_MAXINT32 / WORD || words < G_MININT32 / WORD)
    bits->failed = TRUE;
  return bits->failed ? 0 : words * WORD;
}

static void
read_slim_header (MgGcBits *bits, MgGcInfo *info)
{
  info->slim = TRUE;
  if (mg_gc_bits_flag (bits))
    {
      info->flags = FLAG_STACK_BASE;
      info->stack_base_register = RBP;
    }
  if (info->version < 4)
    info->return_kind = mg_gc_bits_read (bits, 2);
  info->code_length = mg_gc_bits_unsigned (bits, 8);
  info->n_safe_points = mg_gc_bits_unsigned (bits, 2);
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
    info->stack_base_register = (int) (mg_gc_bits_unsigned (bits, 3) ^ STACK_BASE_XOR);
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
  info->code_length = mg_gc_bits_unsigned (bits, 8);
  info->has_guard = (info->flags & FLAG_STACK_GUARD) != 0;
  info->has_generic_context = (info->flags & FLAG_GENERIC_CONTEXT) != 0;
  if (info->has_guard || info->has_generic_context)
    info->prolog = mg_gc_bits_unsigned (bits, 5) + 1;
  if (info->has_guard)
    info->epilog = mg_gc_bits_unsigned (bits, 3);
  read_frame_slots (bits, info);
  info->only_leaf_reports = (info->flags & FLAG_ONLY_LEAF) != 0;
  info->outgoing_bytes = WORD * (mg_gc_bits_unsigned (bits, 3) & 0xffffff);
  info->n_safe_points = mg_gc_bits_unsigned (bits, 2);
  info->n_ranges = mg_gc_bits_unsigned (bits, 1);
}

/* Counts that the bytes cannot hold mean that they are not what they seem. */
static gboolean
is_plausible (const MgGcInfo *info, const MgGcBits *bits)
{
  return !bits->failed && info->code_length > 0 && info->code_length < MAX_CODE_LENGTH
         && info->stack_base_register < 16 && info->stack_base_register != RSP
         && info->prolog <= info->code_length && info->epilog <= info->code_length
         && info->n_safe_points <= mg_gc_bits_left (bits) && info->n_safe_points <= info->code_length
         && info->n_ranges <= mg_gc_bits_left (bits) && info->n_ranges <= info->code_length;
}

gboolean
mg_gc_info_read (const guint8 *bytes, gsize size, guint version, MgGcInfo *info)
{
  MgGcBits bits = { .bytes = bytes, .n_bits = 8 * (guint64) size };

  *info = (MgGcInfo){ .version = version, .stack_base_register = -1, .bytes = bytes, .size = size };
  if (version < MG_GC_INFO_MIN_VERSION || version > MG_GC_INFO_MAX_VERSION)
    return FALSE;
  if (mg_gc_bits_flag (&bits))
    read_fat_header (&bits, info);
  else
    read_slim_header (&bits, info);
  info->body = bits.at;
  return is_plausible (info, &bits);
}
