/* GC info: blocks written here bit by bit, real ones with SOS's answer beside them, and damage. */
#include <string.h>

#include "analysis/clr/stacks/gc-info.h"
#include "tests/support/test.h"

/* ---- A writer of bits, lowest first ---- */

typedef struct
{
  guint8 bytes[512];
  guint n;
} Writer;

static void
put (Writer *writer, guint32 value, guint bits)
{
  for (guint i = 0; i < bits; i++, writer->n++)
    if (value >> i & 1)
      writer->bytes[writer->n / 8] |= (guint8) (1u << writer->n % 8);
}

static void
put_number (Writer *writer, guint32 value, guint base)
{
  for (; value >> base != 0; value >>= base)
    put (writer, (value & ((1u << base) - 1)) | 1u << base, base + 1);
  put (writer, value, base + 1);
}

static void
put_signed (Writer *writer, gint32 value, guint base)
{
  while (value < -(1 << (base - 1)) || value >= 1 << (base - 1))
    {
      put (writer, ((guint32) value & ((1u << base) - 1)) | 1u << base, base + 1);
      value >>= base;
    }
  put (writer, (guint32) value & ((1u << base) - 1), base + 1);
}

static void
align (Writer *writer)
{
  writer->n = (writer->n + 7) & ~7u;
}

/* ---- What is live, as text ---- */

static const char *const register_names[]
    = { "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15" };

/* Static storage, of two calls. */
static const char *
register_name (const MgGcInfo *info, guint number)
{
  static char names[2][8];
  static guint next;

  if (info->architecture != MG_ARCH_ARM64)
    return register_names[number & 15];
  if (number == 29)
    return "fp";
  next = !next;
  g_snprintf (names[next], sizeof names[next], number == 30 ? "lr" : "x%u", number);
  return names[next];
}

static char *
slot_text (const MgGcInfo *info, const MgGcSlot *slot)
{
  const char *flags = slot->flags & MG_GC_SLOT_INTERIOR
                          ? (slot->flags & MG_GC_SLOT_PINNED ? "(pinned)(interior)" : "(interior)")
                          : (slot->flags & MG_GC_SLOT_PINNED ? "(pinned)" : "");
  const char *base = slot->base == MG_GC_BASE_CALLER_SP ? "caller.sp"
                     : slot->base == MG_GC_BASE_SP      ? "sp"
                                                        : register_name (info, (guint) info->stack_base_register);

  if (slot->base == MG_GC_BASE_REGISTER)
    return g_strdup_printf ("%s%s", register_name (info, slot->register_number), flags);
  return g_strdup_printf ("%s%c%x%s", base, slot->offset < 0 ? '-' : '+', (guint) ABS (slot->offset), flags);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* "r12 rbp-38(interior)", sorted; of the untracked slots or of the others. "?" stands before what is not all. */
static char *
live (const MgGcInfo *info, guint32 offset, guint how, gboolean untracked)
{
  g_autoptr (GArray) slots = g_array_new (FALSE, TRUE, sizeof (MgGcSlot));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  MgGcLive result = mg_gc_info_live (info, offset, how, slots);
  g_autofree char *joined = NULL;

  for (guint i = 0; i < slots->len; i++)
    {
      const MgGcSlot *slot = &g_array_index (slots, MgGcSlot, i);

      if (((slot->flags & MG_GC_SLOT_UNTRACKED) != 0) == untracked)
        g_ptr_array_add (texts, slot_text (info, slot));
    }
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  joined = g_strjoinv (" ", (char **) texts->pdata);
  return g_strconcat (result == MG_GC_LIVE_DAMAGED ? "!" : result == MG_GC_LIVE_UNKNOWN ? "?" : "", joined, NULL);
}

static void
check_live (const MgGcInfo *info, guint32 offset, guint how, const char *expected)
{
  g_autofree char *tracked = live (info, offset, how, FALSE);

  MG_CHECK_STRING (tracked, expected);
}

static gboolean
open_written (const Writer *writer, guint version, MgGcInfo *info)
{
  return mg_gc_info_read (writer->bytes, (writer->n + 7) / 8, version, MG_ARCH_X64, info);
}

/* ---- Written by hand ---- */

/* Slim, code of 100 bytes, frame register rbp, safe points behind the calls that end at 20 and 60; slots rbx, r12
 * (interior), [rbp − 16], [sp + 8], untracked [rbp − 24]. */
static void
write_slim (Writer *writer, guint version)
{
  guint32 before = version < 4 ? 1 : 0;

  put (writer, 0, 1);
  put (writer, 1, 1);
  if (version < 4)
    put (writer, 1, 2);
  put_number (writer, 100, 8);
  put_number (writer, 2, 2);
  put (writer, 20 - before, 7);
  put (writer, 60 - before, 7);
  put (writer, 1, 1); /* registers */
  put_number (writer, 2, 2);
  put (writer, 1, 1); /* stack slots */
  put_number (writer, 2, 2);
  put_number (writer, 1, 1);
  put_number (writer, 3, 3); /* rbx */
  put (writer, 0, 2);
  put_number (writer, 12 - 3 - 1, 2); /* r12: after one without flags the flags are not repeated */
  put (writer, 2, 2);
  put_signed (writer, -2, 6);
  put (writer, 0, 2);
  put (writer, 1, 2);
  put_number (writer, 3, 4); /* −16 + 24 = 8 */
  put (writer, 2, 2);
  put_signed (writer, -3, 6);
  put (writer, 1, 2);
  put (writer, 0, 1); /* no table of states */
  put (writer, 1 | 4, 4); /* at the first safe point: rbx, [rbp − 16] */
  put (writer, 2 | 8, 4); /* at the second: r12, [sp + 8] */
}

static void
test_slim_header (void)
{
  for (guint version = MG_GC_INFO_MIN_VERSION; version <= MG_GC_INFO_MAX_VERSION; version++)
    {
      Writer writer = { .n = 0 };
      MgGcInfo info;
      g_autofree char *untracked = NULL;

      write_slim (&writer, version);
      MG_CHECK (open_written (&writer, version, &info));
      MG_CHECK (info.slim && info.stack_base_register == 5 && info.n_ranges == 0);
      MG_CHECK_UINT (info.code_length, 100);
      MG_CHECK_UINT (info.return_kind, version < 4 ? 1 : 0);
      check_live (&info, 20, 0, "rbp-10 rbx");
      check_live (&info, 60, 0, "r12 sp+8");
      check_live (&info, 40, 0, "");
      check_live (&info, 40, MG_GC_NEWEST_FRAME, "?");
      untracked = live (&info, 40, 0, TRUE);
      MG_CHECK_STRING (untracked, "rbp-18(interior)");
    }
}

/* All optional fields; no slots that are tracked. */
static void
test_fat_header (void)
{
  for (guint version = MG_GC_INFO_MIN_VERSION; version <= MG_GC_INFO_MAX_VERSION; version++)
    {
      Writer writer = { .n = 0 };
      MgGcInfo info;
      g_autofree char *untracked = NULL;

      put (&writer, 1, 1);
      put (&writer, 0x4 | 0x8 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200, 10);
      if (version < 4)
        put (&writer, 5, 4);
      put_number (&writer, 70000, 8);
      put_number (&writer, 40 - 1, 5);
      put_number (&writer, 9, 3);
      put_signed (&writer, -100, 6);
      put_signed (&writer, 6, 6);
      put_signed (&writer, -7, 6);
      put_number (&writer, 13 ^ 5, 3);
      put_number (&writer, 88, 4);
      put_signed (&writer, 33, 6);
      put_number (&writer, 12, 3);
      put_number (&writer, 0, 2);
      put_number (&writer, 0, 1);
      put (&writer, 0, 1);
      put (&writer, 1, 1);
      put_number (&writer, 0, 2);
      put_number (&writer, 2, 1);
      put (&writer, 0, 2);
      put_signed (&writer, 2, 6);
      put (&writer, 3, 2);
      put (&writer, 2, 2);
      put_signed (&writer, -1, 6);
      put (&writer, 0, 2);
      MG_CHECK (open_written (&writer, version, &info));
      MG_CHECK_UINT (info.return_kind, version < 4 ? 5 : 0);
      MG_CHECK_UINT (info.code_length, 70000);
      MG_CHECK_UINT (info.prolog, 40);
      MG_CHECK_UINT (info.epilog, 9);
      MG_CHECK (info.has_guard && info.guard_slot == -800);
      MG_CHECK (info.has_previous_sp && info.previous_sp_slot == 48);
      MG_CHECK (info.has_generic_context && info.generic_context_slot == -56);
      MG_CHECK (info.has_reverse_frame && info.reverse_frame_slot == 264);
      MG_CHECK (info.stack_base_register == 13 && info.only_leaf_reports);
      MG_CHECK_UINT (info.outgoing_bytes, 96);
      untracked = live (&info, 12, 0, TRUE);
      MG_CHECK_STRING (untracked, "caller.sp+10(pinned)(interior) r13-8");
    }
}

/* Fat, version 4, code of 300 bytes, interruptible from 10 to 90 and from 200 to 290: 170 bytes in three chunks. Slots
 * rax (scratch), rbx and r15; the first chunk has rbx from its byte 30 (offset 40) on, the second nothing of its own,
 * the third (bytes 128–169, offsets 248–289) rax until its byte 20 (offset 268) and r15 throughout. */
static void
write_ranges (Writer *writer, gboolean runs)
{
  guint chunks;

  put (writer, 1, 1);
  put (writer, 0x40, 10);
  put_number (writer, 300, 8);
  put_number (writer, 0, 3);
  put_number (writer, 0, 3);
  put_number (writer, 0, 2);
  put_number (writer, 2, 1);
  put_number (writer, 10, 6);
  put_number (writer, 80 - 1, 6);
  put_number (writer, 110, 6);
  put_number (writer, 90 - 1, 6);
  put (writer, 1, 1);
  put_number (writer, 3, 2);
  put (writer, 0, 1);
  put_number (writer, 0, 3); /* rax */
  put (writer, 0, 2);
  put_number (writer, 2, 2); /* rbx */
  put_number (writer, 11, 2); /* r15 */
  put_number (writer, 6, 3); /* bits per chunk's place */
  put (writer, 1, 6);
  put (writer, 0, 6);
  chunks = runs ? 24 : 14; /* bits of the first chunk */
  put (writer, chunks + 1, 6);
  align (writer);
  /* Chunk 1: may live: rbx. Live at its end, changes at byte 30. */
  if (runs)
    {
      put (writer, 1, 1);
      put (writer, 0, 1); /* dead runs have 4 bits, live ones 2 */
      put_number (writer, 1, 4);
      put_number (writer, 1 - 1, 2);
      put_number (writer, 1 - 1, 4);
    }
  else
    {
      put (writer, 0, 1);
      put (writer, 2, 3);
    }
  put (writer, 1, 1);
  put (writer, 1, 1);
  put (writer, 30, 6);
  put (writer, 0, 1);
  put (writer, 0, runs ? 0 : 1); /* one bit between the chunks */
  /* Chunk 3: may live: rax, r15. At its end r15 only; rax changes at byte 20. */
  put (writer, 0, 1);
  put (writer, 1 | 4, 3);
  put (writer, 0 | 2, 2);
  put (writer, 1, 1);
  put (writer, 20, 6);
  put (writer, 0, 1);
  put (writer, 0, 1);
}

static void
test_ranges (void)
{
  for (guint runs = 0; runs <= 1; runs++)
    {
      Writer writer = { .n = 0 };
      MgGcInfo info;

      write_ranges (&writer, runs != 0);
      MG_CHECK (open_written (&writer, 4, &info));
      check_live (&info, 39, MG_GC_NEWEST_FRAME, "");
      check_live (&info, 40, MG_GC_NEWEST_FRAME, "rbx");
      check_live (&info, 73, MG_GC_NEWEST_FRAME, "rbx");
      check_live (&info, 80, MG_GC_NEWEST_FRAME, "rbx"); /* second chunk: as the first ended */
      check_live (&info, 89, 0, "rbx");
      check_live (&info, 90, MG_GC_NEWEST_FRAME, "?");
      check_live (&info, 247, MG_GC_NEWEST_FRAME, "rbx");
      check_live (&info, 248, MG_GC_NEWEST_FRAME, "r15 rax");
      check_live (&info, 267, MG_GC_NEWEST_FRAME, "r15 rax");
      check_live (&info, 267, 0, "r15"); /* a callee may have overwritten rax */
      check_live (&info, 268, MG_GC_NEWEST_FRAME, "r15");
      check_live (&info, 301, 0, "!");
    }
}

/* A method left by an exception goes on nowhere: only what is live in a range counts. */
static void
test_aborted (void)
{
  Writer slim = { .n = 0 }, ranges = { .n = 0 };
  MgGcInfo info;

  write_slim (&slim, 4);
  MG_CHECK (open_written (&slim, 4, &info));
  check_live (&info, 20, MG_GC_ABORTED, "");
  write_ranges (&ranges, FALSE);
  MG_CHECK (open_written (&ranges, 4, &info));
  check_live (&info, 50, MG_GC_ABORTED, "rbx");
}

/* Two safe points share one state: a table of places, and runs in which the first kind has the narrow numbers. */
static void
test_shared_states (void)
{
  Writer writer = { .n = 0 };
  MgGcInfo info;

  put (&writer, 0, 1);
  put (&writer, 0, 1);
  put_number (&writer, 64, 8);
  put_number (&writer, 3, 2);
  put (&writer, 10, 6);
  put (&writer, 30, 6);
  put (&writer, 50, 6);
  put (&writer, 0, 1);
  put (&writer, 1, 1);
  put_number (&writer, 6, 2);
  put_number (&writer, 0, 1);
  put (&writer, 1, 2);
  put_signed (&writer, 1, 6);
  put (&writer, 0, 2);
  for (guint i = 1; i < 6; i++)
    {
      put (&writer, 1, 2);
      put_number (&writer, 1, 4);
    }
  put (&writer, 1, 1);
  put_number (&writer, 4 - 1, 3); /* 4 bits per place */
  put (&writer, 0, 4);
  put (&writer, 13, 4);
  put (&writer, 0, 4);
  align (&writer);
  put (&writer, 1, 1); /* runs, narrow ones for the dead: 2 dead, 1 live, 3 dead */
  put (&writer, 1, 1);
  put_number (&writer, 2, 2);
  put_number (&writer, 1 - 1, 4);
  put_number (&writer, 3 - 1, 2);
  MG_CHECK_UINT (writer.n % 8, 5); /* 2 + 3 + 5 + 3 bits: the next state starts 13 bits behind the first */
  put (&writer, 0, 1);
  put (&writer, 0x21, 6);
  MG_CHECK (open_written (&writer, 5, &info));
  check_live (&info, 10, 0, "sp+18");
  check_live (&info, 30, 0, "sp+30 sp+8");
  check_live (&info, 50, 0, "sp+18");
}

static void
test_unknown_version (void)
{
  Writer writer = { .n = 0 };
  MgGcInfo info;

  write_slim (&writer, 4);
  MG_CHECK (!open_written (&writer, 1, &info));
  MG_CHECK (!open_written (&writer, MG_GC_INFO_MAX_VERSION + 1, &info));
  MG_CHECK (!mg_gc_info_read (writer.bytes, 0, 4, MG_ARCH_X64, &info));
}

/* ---- Real methods ---- */

typedef struct
{
  const char *file;
  guint version;
  MgArchitecture architecture;
} Source;

typedef void (*MethodFunc) (const guint8 *bytes, gsize size, const Source *source, char **lines);

static guint8 *
from_hex (const char *text, gsize *size)
{
  guint8 *bytes;

  *size = strlen (text) / 2;
  bytes = g_malloc (*size);
  for (gsize i = 0; i < *size; i++)
    bytes[i] = (guint8) (g_ascii_xdigit_value (text[2 * i]) << 4 | g_ascii_xdigit_value (text[2 * i + 1]));
  return bytes;
}

/* Calls FUNC for every method of every version, with the lines about it. */
static guint
for_methods (MethodFunc func)
{
  static const Source sources[] = {
    { "8.0.33", 2, MG_ARCH_X64 }, { "9.0.22", 3, MG_ARCH_X64 },          { "10.0.15", 4, MG_ARCH_X64 },
    { "11.0.0", 5, MG_ARCH_X64 }, { "10.0.15.arm64", 4, MG_ARCH_ARM64 },
  };
  guint n = 0;

  for (guint f = 0; f < G_N_ELEMENTS (sources); f++)
    {
      g_autofree char *name = g_strdup_printf ("gc-info/%s.txt", sources[f].file), *text = NULL;
      g_auto (GStrv) methods = NULL;
      const char *path = mg_test_data_path (name);

      MG_CHECK (path != NULL && g_file_get_contents (path, &text, NULL, NULL));
      methods = g_strsplit (text ? text : "", "\n\n", -1);
      for (guint m = 0; methods[m]; m++)
        {
          g_auto (GStrv) lines = g_strsplit (g_strstrip (methods[m]), "\n", -1);
          g_autofree guint8 *bytes = NULL;
          gsize size;

          if (lines[0] == NULL || !g_str_has_prefix (lines[0], "method "))
            continue;
          bytes = from_hex (lines[0] + 7, &size);
          func (bytes, size, &sources[f], lines + 1);
          n++;
        }
    }
  return n;
}

/* The rest of LINE behind a word and a number, as live() writes it. */
static char *
expected_slots (const char *line, guint32 *offset)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GPtrArray) slots = g_ptr_array_new ();
  guint first = offset ? 2 : 1;

  if (offset)
    *offset = (guint32) g_ascii_strtoull (words[1], NULL, 16);
  for (guint i = first; i < g_strv_length (words); i++)
    g_ptr_array_add (slots, words[i]);
  g_ptr_array_sort (slots, compare_texts);
  g_ptr_array_add (slots, NULL);
  return g_strjoinv (" ", (char **) slots->pdata);
}

/* Up to version 2, what a call returns is not among what lives behind it. */
static void
check_place (const MgGcInfo *info, guint32 offset, const char *expected, gboolean safe_point)
{
  g_autofree char *found = live (info, offset, MG_GC_NEWEST_FRAME, FALSE);
  const char *text = safe_point && info->version == 2 && found[0] == '?' ? found + 1 : found;

  MG_CHECK_STRING (text, expected);
}

static void
check_range (const MgGcInfo *info, guint32 from, guint32 to, const char *expected)
{
  for (guint32 offset = from; offset < to; offset += info->architecture == MG_ARCH_ARM64 ? 4 : 1)
    check_place (info, offset, expected, FALSE);
}

static void
check_header (const MgGcInfo *info, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  MG_CHECK_UINT (info->code_length, g_ascii_strtoull (words[1], NULL, 16));
  MG_CHECK_STRING (info->stack_base_register < 0 ? "none" : register_name (info, (guint) info->stack_base_register),
                   words[3]);
  MG_CHECK_UINT (info->only_leaf_reports, (guint) g_ascii_strtoull (words[5], NULL, 10));
  MG_CHECK_UINT (info->outgoing_bytes, g_ascii_strtoull (words[7], NULL, 16));
}

static void
check_method (const guint8 *bytes, gsize size, const Source *source, char **lines)
{
  g_autofree char *untracked = NULL, *expected = NULL, *current = NULL;
  guint32 from = 0, offset;
  MgGcInfo info;

  MG_CHECK (mg_gc_info_read (bytes, size, source->version, source->architecture, &info));
  check_header (&info, lines[0]);
  untracked = live (&info, 0, 0, TRUE);
  expected = expected_slots (lines[1], NULL);
  MG_CHECK_STRING (untracked, expected);
  for (guint i = 2; lines[i]; i++)
    {
      g_autofree char *slots = expected_slots (lines[i], &offset);

      if (g_str_has_prefix (lines[i], "at "))
        {
          check_place (&info, offset, slots, TRUE);
          continue;
        }
      if (current)
        check_range (&info, from, offset, current);
      g_clear_pointer (&current, g_free);
      from = offset;
      if (g_str_has_prefix (lines[i], "from "))
        current = g_steal_pointer (&slots);
    }
}

static void
test_real_methods (void)
{
  MG_CHECK_UINT (for_methods (check_method), 138);
}

/* Thread.Sleep of 9.0.23 on arm64, and where SOS finds its safe points: up to version 3 they are counted in bytes
 * there, the code's length in instructions. */
static void
test_arm64_version_3 (void)
{
  static const guint8 bytes[] = { 0xf2, 0x82, 0x8e, 0xc6, 0xee, 0x6e, 0x01, 0x00, 0x37, 0x00, 0x50, 0x10 };
  static const guint32 expected[] = { 0x48, 0x64, 0x78, 0xb8 };
  g_autoptr (GArray) points = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_autoptr (GArray) ranges = g_array_new (FALSE, TRUE, sizeof (guint32));
  MgGcInfo info;

  MG_CHECK (mg_gc_info_read (bytes, sizeof bytes, 3, MG_ARCH_ARM64, &info));
  MG_CHECK_UINT (info.code_length, 0xbc);
  MG_CHECK_UINT (info.stack_base_register, MG_ARM64_FP);
  MG_CHECK (mg_gc_info_places (&info, points, ranges));
  MG_CHECK_UINT (points->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < MIN (points->len, G_N_ELEMENTS (expected)); i++)
    MG_CHECK_UINT (g_array_index (points, guint32, i), expected[i]);
  MG_CHECK_UINT (ranges->len, 0);
}

/* ---- Damage ---- */

static void
try_everything (const guint8 *bytes, gsize size, guint version, MgArchitecture architecture)
{
  /* An own block of exactly this size: a reader that goes beyond it is seen by the sanitizer. */
  g_autofree guint8 *copy = g_memdup2 (bytes, size);
  g_autoptr (GArray) slots = g_array_new (FALSE, TRUE, sizeof (MgGcSlot));
  g_autoptr (GArray) points = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_autoptr (GArray) ranges = g_array_new (FALSE, TRUE, sizeof (guint32));
  MgGcInfo info;

  if (!mg_gc_info_read (copy, size, version, architecture, &info))
    return;
  mg_gc_info_places (&info, points, ranges);
  for (guint i = 0; i < MIN (points->len, 3); i++)
    mg_gc_info_live (&info, g_array_index (points, guint32, i), 0, slots);
  for (guint i = 0; i < MIN (ranges->len, 3); i++)
    mg_gc_info_live (&info, g_array_index (ranges, guint32, i), MG_GC_NEWEST_FRAME, slots);
  mg_gc_info_live (&info, info.code_length / 2, MG_GC_NEWEST_FRAME, slots);
  for (guint i = 0; i < slots->len; i++)
    MG_CHECK (g_array_index (slots, MgGcSlot, i).base <= MG_GC_BASE_REGISTER
              && g_array_index (slots, MgGcSlot, i).register_number < MG_N_REGISTERS);
}

static void
damage_method (const guint8 *bytes, gsize size, const Source *source, char **lines)
{
  g_autofree guint8 *copy = g_memdup2 (bytes, size);

  for (gsize bit = 0; bit < 8 * size; bit++)
    {
      copy[bit / 8] ^= (guint8) (1u << bit % 8);
      try_everything (copy, size, source->version, source->architecture);
      copy[bit / 8] ^= (guint8) (1u << bit % 8);
    }
  for (gsize cut = 0; cut < size; cut++)
    try_everything (bytes, cut, source->version, source->architecture);
}

static void
test_damage (void)
{
  for_methods (damage_method);
}

static void
test_noise (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 20000; round++)
    {
      guint8 bytes[64];
      gsize size = (gsize) g_rand_int_range (random, 1, sizeof bytes);

      for (gsize i = 0; i < size; i++)
        bytes[i] = (guint8) g_rand_int (random);
      try_everything (bytes, size, 2 + round % 4, round % 8 < 4 ? MG_ARCH_X64 : MG_ARCH_ARM64);
    }
}

static const MgTest tests[] = {
  { "slim header", test_slim_header },
  { "fat header", test_fat_header },
  { "ranges", test_ranges },
  { "left by an exception", test_aborted },
  { "shared states", test_shared_states },
  { "unknown version", test_unknown_version },
  { "real methods", test_real_methods },
  { "version 3 on arm64", test_arm64_version_3 },
  { "damage", test_damage },
  { "noise", test_noise },
};

MG_TEST_MAIN ("gc-info", tests)
