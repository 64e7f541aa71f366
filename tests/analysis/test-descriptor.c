/* Contract descriptors of real runtimes against the built-in table of layouts; damaged ones. */
#include <string.h>

#include "analysis/clr/runtime/layout-descriptor.h"
#include "tests/support/test.h"

#define HEAD G_GUINT64_CONSTANT (0x1000)
#define SUB_HEAD G_GUINT64_CONSTANT (0x2000)
#define SLOT G_GUINT64_CONSTANT (0x3000)
#define POINTERS G_GUINT64_CONSTANT (0x4000)
#define JSON G_GUINT64_CONSTANT (0x100000)
#define SUB_JSON G_GUINT64_CONSTANT (0x200000)
#define N_POINTERS 64

/* A process that has a descriptor, and perhaps a sub-descriptor behind slot 45, in its memory. */
typedef struct
{
  guint64 head[5], sub_head[5], slot, pointers[N_POINTERS];
  MgAddressSpace *space;
} Process;

static void
fill_head (guint64 head[5], guint64 json, gsize size, guint32 n_pointers)
{
  head[0] = G_GUINT64_CONSTANT (0x0043414443434e44);
  head[1] = 1 | (guint64) size << 32;
  head[2] = json;
  head[3] = n_pointers;
  head[4] = n_pointers ? POINTERS : 0;
}

static void
add_span (MgSpan *span, guint64 address, gconstpointer bytes, gsize size)
{
  *span = (MgSpan){ address, address + size, bytes };
}

static void
make_process (Process *process, const char *json, gsize size, const char *sub, gsize sub_size)
{
  MgSpan *spans = g_new0 (MgSpan, 6);

  memset (process, 0, sizeof *process);
  fill_head (process->head, JSON, size, N_POINTERS);
  fill_head (process->sub_head, SUB_JSON, sub_size, 0);
  process->slot = SUB_HEAD;
  for (guint i = 0; i < N_POINTERS; i++)
    process->pointers[i] = SLOT;
  add_span (&spans[0], HEAD, process->head, sizeof process->head);
  add_span (&spans[1], SLOT, &process->slot, sizeof process->slot);
  add_span (&spans[2], POINTERS, process->pointers, sizeof process->pointers);
  add_span (&spans[3], JSON, json, size);
  add_span (&spans[4], SUB_HEAD, process->sub_head, sub ? sizeof process->sub_head : 0);
  add_span (&spans[5], SUB_JSON, sub, sub ? sub_size : 0);
  process->space = mg_address_space_new (spans, 6);
}

static char *
load (const char *name, gsize *size)
{
  g_autofree char *path = g_strdup_printf ("descriptors/%s.json", name);
  char *text;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (mg_test_data_path (path), &text, size, &error))
    g_error ("%s", error->message);
  return text;
}

/* The descriptor in TEXT, for a process without more. */
static MgDescriptor *
read_text (const char *text, gsize size)
{
  Process process;
  MgDescriptor *descriptor;

  make_process (&process, text, size, NULL, 0);
  descriptor = mg_descriptor_read (process.space, HEAD);
  mg_address_space_free (process.space);
  return descriptor;
}

static void
check_equal (const char *name, const char *sub_name, int major, MgArchitecture architecture, guint at_least)
{
  gsize size, sub_size = 0;
  g_autofree char *text = load (name, &size), *sub = sub_name ? load (sub_name, &sub_size) : NULL;
  Process process;
  g_autoptr (MgDescriptor) descriptor = NULL;
  MgLayout layout = *mg_layout_find (major, MG_OS_LINUX, architecture);
  MgLayoutComparison comparison;

  make_process (&process, text, size, sub, sub_size);
  descriptor = mg_descriptor_read (process.space, HEAD);
  mg_address_space_free (process.space);
  MG_CHECK (descriptor != NULL);
  if (descriptor == NULL)
    return;
  comparison = mg_layout_from_descriptor (&layout, descriptor);
  MG_CHECK (comparison.readable);
  MG_CHECK (comparison.n_published >= at_least);
  if (comparison.n_different != 0)
    mg_test_fail (__FILE__, __LINE__, "%s: %u of %u differ from the table", name, comparison.n_different,
                  comparison.n_published);
  MG_CHECK_UINT (descriptor->n_bad, 0);
  MG_CHECK (memcmp (&layout, mg_layout_find (major, MG_OS_LINUX, architecture), sizeof layout) == 0);
}

static void
test_table_agrees (void)
{
  check_equal ("9.0.22", NULL, 9, MG_ARCH_X64, 18);
  check_equal ("10.0.15", NULL, 10, MG_ARCH_X64, 26);
  check_equal ("10.0.9-arm64", NULL, 10, MG_ARCH_ARM64, 26);
  check_equal ("11.0.0", "11.0.0-gc", 11, MG_ARCH_X64, 30);
}

/* Two members of 11 are told by the collector's descriptor alone. */
static void
test_sub_descriptor (void)
{
  gsize size, sub_size;
  g_autofree char *text = load ("11.0.0", &size), *sub = load ("11.0.0-gc", &sub_size);
  g_autoptr (MgDescriptor) without = read_text (text, size), with = NULL;
  Process process;
  guint64 number = 0;
  gint16 offset = 0;

  make_process (&process, text, size, sub, sub_size);
  with = mg_descriptor_read (process.space, HEAD);
  MG_CHECK (mg_descriptor_offset (with, "HandleTable", "SegmentList", &offset));
  MG_CHECK_UINT (offset, 56);
  MG_CHECK (mg_descriptor_number (with, "HandleMaxInternalTypes", &number));
  MG_CHECK_UINT (number, 13);
  MG_CHECK (!mg_descriptor_offset (without, "HandleTable", "SegmentList", &offset));
  /* Found by what it looks like, too: not the collector's. */
  {
    g_autoptr (MgDescriptor) found = mg_descriptor_find (process.space, HEAD, 0x10000);

    MG_CHECK (found && mg_descriptor_offset (found, "Thread", "OSId", &offset));
    MG_CHECK_UINT (offset, 224);
    MG_CHECK (mg_descriptor_find (process.space, JSON + 0x80000, 0x1000) == NULL);
  }
  mg_address_space_free (process.space);
}

/* A serviced runtime may move things: what it says goes before the table. */
static void
test_descriptor_goes_first (void)
{
  static const char text[] = "{\"types\":{\"Thread\":{\"OSId\":300,\"State\":[0,\"uint32\"]},"
                             "\"MethodTable\":{\"Module\":24}}}";
  g_autoptr (MgDescriptor) descriptor = read_text (text, strlen (text));
  MgLayout layout = *mg_layout_find (10, MG_OS_LINUX, MG_ARCH_X64);
  MgLayoutComparison comparison = mg_layout_from_descriptor (&layout, descriptor);

  MG_CHECK_UINT (comparison.n_published, 2);
  MG_CHECK_UINT (comparison.n_different, 1);
  MG_CHECK_UINT (layout.thread_os_id, 300);
  MG_CHECK (comparison.readable);
}

/* Where a MethodTable is not as the code has it, nothing of this reader would hold. */
static void
test_unreadable (void)
{
  static const char text[] = "{\"types\":{\"MethodTable\":{\"Module\":32}}}";
  g_autoptr (MgDescriptor) descriptor = read_text (text, strlen (text));
  MgLayout layout = *mg_layout_find (10, MG_OS_LINUX, MG_ARCH_X64);

  MG_CHECK (!mg_layout_from_descriptor (&layout, descriptor).readable);
}

/* Numbers that are no offsets are left out, and counted. */
static void
test_bad_numbers (void)
{
  static const char *const numbers[]
      = { "-1", "32768", "65536", "4294967296", "9223372036854775807", "1e3", "null", "true", "\"\"", "\"0x\"",
          "\"0xffffffffffffffff\"", "\"0x10000000000000000\"", "\"-1\"", "\"x\"", "[]", "[[1],\"pointer\"]", "{}" };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"types\":{\"Thread\":{\"OSId\":%s}}}", numbers[i]);
      g_autoptr (MgDescriptor) descriptor = read_text (text, strlen (text));
      MgLayout layout = *mg_layout_find (10, MG_OS_LINUX, MG_ARCH_X64);

      if (descriptor == NULL)
        {
          mg_test_fail (__FILE__, __LINE__, "%s was not read", text);
          continue;
        }
      MG_CHECK_UINT (mg_layout_from_descriptor (&layout, descriptor).n_published, 0);
      MG_CHECK_UINT (layout.thread_os_id, 296);
      MG_CHECK_UINT (descriptor->n_bad, 1);
    }
}

static void
test_good_numbers (void)
{
  static const char *const numbers[] = { "297", "[297,\"uint32\"]", "\"0x129\"", "[\"0x129\",\"uint32\"]", "\"297\"" };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"types\":{\"Thread\":{\"OSId\":%s}}}", numbers[i]);
      g_autoptr (MgDescriptor) descriptor = read_text (text, strlen (text));
      gint16 offset = 0;

      MG_CHECK (mg_descriptor_offset (descriptor, "Thread", "OSId", &offset));
      MG_CHECK_UINT (offset, 297);
    }
}

/* Cut anywhere, or with a byte changed: never a crash; what is not JSON is no descriptor. */
static void
test_damage (void)
{
  gsize size;
  g_autofree char *text = load ("11.0.0", &size);

  for (gsize cut = 0; cut < size; cut += 1 + cut / 40)
    {
      g_autofree char *part = g_memdup2 (text, cut + 1);
      g_autoptr (MgDescriptor) descriptor = read_text (part, cut);

      MG_CHECK (descriptor == NULL);
    }
  for (gsize at = 0; at < size; at += 37)
    {
      g_autofree char *copy = g_memdup2 (text, size);
      g_autoptr (MgDescriptor) descriptor = NULL;
      MgLayout layout = *mg_layout_find (11, MG_OS_LINUX, MG_ARCH_X64);

      copy[at] ^= 0x15;
      descriptor = read_text (copy, size);
      if (descriptor)
        MG_CHECK (mg_layout_from_descriptor (&layout, descriptor).n_published <= 64);
    }
}

static void
check_head_refused (const guint64 head[5], const char *json, gsize size)
{
  Process process;

  make_process (&process, json, size, NULL, 0);
  memcpy (process.head, head, sizeof process.head);
  MG_CHECK (mg_descriptor_read (process.space, HEAD) == NULL);
  MG_CHECK (mg_descriptor_find (process.space, HEAD, 0x1000) == NULL);
  mg_address_space_free (process.space);
}

static void
test_bad_heads (void)
{
  static const char json[] = "{\"types\":{\"Thread\":{\"OSId\":8}}}";
  const gsize size = strlen (json);
  guint64 head[5];

  fill_head (head, JSON, size, 0);
  head[0] ^= 1;
  check_head_refused (head, json, size);
  fill_head (head, JSON, size, 0);
  head[1] |= 2; /* 32-bit */
  check_head_refused (head, json, size);
  fill_head (head, JSON, 0, 0);
  check_head_refused (head, json, size);
  fill_head (head, JSON, 0xffffffff, 0);
  check_head_refused (head, json, size);
  fill_head (head, JSON, size + 1, 0); /* the last byte is not in the dump */
  check_head_refused (head, json, size);
  fill_head (head, 0xfffffffffffffff8, size, 0);
  check_head_refused (head, json, size);
}

/* A sub-descriptor that is the descriptor itself is read once; endless pointers are not followed. */
static void
test_sub_descriptor_loops (void)
{
  static const char json[] = "{\"types\":{\"Thread\":{\"OSId\":8}},\"subDescriptors\":{\"A\":[[0],\"pointer\"],"
                             "\"B\":[[99999999999],\"pointer\"],\"C\":7,\"D\":[[-1],\"pointer\"]}}";
  Process process;
  g_autoptr (MgDescriptor) descriptor = NULL;

  make_process (&process, json, strlen (json), NULL, 0);
  process.slot = HEAD;
  descriptor = mg_descriptor_read (process.space, HEAD);
  MG_CHECK (descriptor != NULL);
  MG_CHECK_UINT (descriptor->parts->len, 2);
  mg_address_space_free (process.space);
}

static const MgTest tests[] = {
  { "the table agrees with real runtimes", test_table_agrees },
  { "the collector's own descriptor", test_sub_descriptor },
  { "what the runtime says goes first", test_descriptor_goes_first },
  { "a MethodTable of another shape", test_unreadable },
  { "numbers that are no offsets", test_bad_numbers },
  { "numbers in every form", test_good_numbers },
  { "damage", test_damage },
  { "bad heads", test_bad_heads },
  { "sub-descriptors in a loop", test_sub_descriptor_loops },
};

MG_TEST_MAIN ("descriptor", tests)
