#include "analysis/source/cursor.h"

#include "analysis/source/compressed-int.h"
#include "analysis/source/file.h"
#include "tests/support/test.h"

static MgSource *
source_of (const void *bytes, gsize length)
{
  return mg_source_new_take (g_memdup2 (bytes, length), length, "test.bin");
}

static void
test_reads_numbers (void)
{
  static const guint8 bytes[] = { 0xff, 0x78, 0x56, 0x34, 0x12, 0xfe, 0xff, 0xff, 0xff, 0,    0,    0x80,
                                  0x3f, 1,    2,    3,    4,    5,    6,    7,    0x80, 0x40, 0x9c };
  g_autoptr (MgSource) source = source_of (bytes, sizeof bytes);
  MgCursor cursor;

  mg_cursor_init (&cursor, source);
  MG_CHECK_UINT (mg_cursor_u8 (&cursor), 0xff);
  MG_CHECK_UINT (mg_cursor_u32 (&cursor), 0x12345678);
  MG_CHECK (mg_cursor_i32 (&cursor) == -2);
  MG_CHECK (mg_cursor_f32 (&cursor) == 1.0f);
  MG_CHECK_UINT (mg_cursor_tell (&cursor), 13);
  MG_CHECK_UINT (mg_cursor_u64 (&cursor), G_GUINT64_CONSTANT (0x8007060504030201));
  MG_CHECK_UINT (mg_cursor_left (&cursor), 2);
  MG_CHECK (mg_cursor_check (&cursor, NULL));
}

static void
test_first_failure_stays (void)
{
  g_autoptr (MgSource) source = source_of ("abcdef", 6);
  g_autoptr (GError) error = NULL;
  MgCursor cursor;

  mg_cursor_init (&cursor, source);
  cursor.part = "table of things";
  mg_cursor_u32 (&cursor);
  MG_CHECK_UINT (mg_cursor_u32 (&cursor), 0);
  MG_CHECK_UINT (mg_cursor_tell (&cursor), 4);
  MG_CHECK_UINT (mg_cursor_u8 (&cursor), 0);
  mg_cursor_fail (&cursor, MG_ERROR_CORRUPT, "Later.");
  mg_cursor_seek (&cursor, 0);
  MG_CHECK_UINT (mg_cursor_tell (&cursor), 4);
  MG_CHECK (!mg_cursor_check (&cursor, &error));
  MG_CHECK_ERROR (error, MG_ERROR_TRUNCATED);
  MG_CHECK_CONTAINS (error->message, "test.bin");
  MG_CHECK_CONTAINS (error->message, "table of things");
  MG_CHECK_CONTAINS (error->message, "byte 4");
}

static void
test_parts_have_their_own_end (void)
{
  g_autoptr (MgSource) source = source_of ("abcdefgh", 8);
  g_autoptr (GError) error = NULL;
  MgCursor cursor, part;

  mg_cursor_init (&cursor, source);
  cursor.part = "whole";
  mg_cursor_u8 (&cursor);
  part = mg_cursor_cut (&cursor, 3);
  MG_CHECK_UINT (mg_cursor_tell (&part), 1);
  MG_CHECK_UINT (mg_cursor_tell (&cursor), 4);
  MG_CHECK_UINT (mg_cursor_u8 (&part), 'b');
  mg_cursor_u32 (&part);
  /* Bytes do follow in the file: the part is too long for its space, the file is not cut. */
  MG_CHECK (!mg_cursor_check (&part, &error));
  MG_CHECK_ERROR (error, MG_ERROR_CORRUPT);
  MG_CHECK (mg_cursor_check (&cursor, NULL));
  part = mg_cursor_cut (&cursor, G_MAXUINT64);
  MG_CHECK (cursor.failed);
  MG_CHECK_UINT (mg_cursor_left (&part), 0);
}

static void
test_seek_stays_inside (void)
{
  g_autoptr (MgSource) source = source_of ("abcdefgh", 8);
  MgCursor cursor, part;

  mg_cursor_init (&cursor, source);
  mg_cursor_seek (&cursor, 8);
  MG_CHECK (!cursor.failed);
  mg_cursor_seek (&cursor, 2);
  part = mg_cursor_cut (&cursor, 2);
  mg_cursor_seek (&part, 1);
  MG_CHECK (part.failed);
  mg_cursor_seek (&cursor, 9);
  MG_CHECK (cursor.failed);
}

static void
test_counts_are_bounded (void)
{
  static const struct
  {
    guint32 n;
    gsize minimum;
    guint64 limit;
    gint code; /* -1: good */
  } cases[] = {
    { 2, 4, 100, -1 },
    { 3, 4, 100, MG_ERROR_TRUNCATED },
    { 0, 4, 100, -1 },
    { 0xffffffff, 1, 100, MG_ERROR_CORRUPT },
    { 0x80000000, 1, G_MAXUINT64, MG_ERROR_CORRUPT },
    { 0x7fffffff, 8, G_MAXUINT64, MG_ERROR_TRUNCATED },
    { 101, 0, 100, MG_ERROR_LIMIT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint8 bytes[12] = { 0 };
      guint32 n = GUINT32_TO_LE (cases[i].n);
      g_autoptr (MgSource) source = NULL;
      g_autoptr (GError) error = NULL;
      MgCursor cursor;

      memcpy (bytes, &n, 4);
      source = source_of (bytes, sizeof bytes);
      mg_cursor_init (&cursor, source);
      cursor.part = "count";
      MG_CHECK_UINT (mg_cursor_count (&cursor, cases[i].minimum, cases[i].limit), cases[i].code < 0 ? cases[i].n : 0);
      mg_cursor_check (&cursor, &error);
      if (cases[i].code < 0)
        MG_CHECK_NO_ERROR (error);
      else
        MG_CHECK_ERROR (error, cases[i].code);
    }
}

static void
test_compressed_numbers (void)
{
  static const struct
  {
    const char *bytes;
    gsize length;
    gint32 value;
  } cases[] = {
    { "\x00", 1, 0 },
    { "\x3f", 1, 63 },
    { "\x40", 1, -64 },
    { "\x7f", 1, -1 },
    { "\x80\x40", 2, 64 },
    { "\xff\x3f", 2, -65 },
    { "\xbf\x7f", 2, 8191 },
    { "\xc0\x00", 2, -8192 },
    { "\x86\x8d\x20", 3, 100000 },
    { "\x87\xff\xff\xff\x7f", 5, G_MAXINT32 },
    { "\xf8\x80\x80\x80\x00", 5, G_MININT32 },
    { "\x80\x80\x80\x80\x05", 5, 5 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint8 *at = (const guint8 *) cases[i].bytes, *end = at + cases[i].length;
      gint32 value = 12345;

      MG_CHECK (mg_compressed_read_checked (&at, end, &value));
      if (value != cases[i].value)
        mg_test_fail (__FILE__, __LINE__, "case %u is %d, should be %d", (guint) i, value, cases[i].value);
      MG_CHECK (at == end);
      at = (const guint8 *) cases[i].bytes;
      /* One byte less is too little, and nothing moves. */
      MG_CHECK (!mg_compressed_read_checked (&at, end - 1, &value));
      MG_CHECK (at == (const guint8 *) cases[i].bytes);
    }
}

static void
check_string (const char *bytes, gsize length, const char *expected)
{
  g_autoptr (MgSource) source = source_of (bytes, length);
  g_autoptr (GString) text = g_string_new ("before");
  MgCursor cursor;

  mg_cursor_init (&cursor, source);
  MG_CHECK (mg_cursor_utf16_string (&cursor, text) == (expected != NULL));
  if (expected)
    {
      MG_CHECK_STRING (text->str, expected);
      MG_CHECK_UINT (mg_cursor_left (&cursor), 0);
      MG_CHECK (g_utf8_validate (text->str, -1, NULL));
    }
}

static void
test_strings_become_utf8 (void)
{
  check_string ("\x00\x00\x00\x00", 4, "");
  check_string ("\x03\x00\x00\x00" "abc", 7, "abc");
  /* Count of UTF-16 units, not bytes; a pair of surrogates in two pieces. */
  check_string ("\x07\x00\x00\x00" "Foo\xc3\xa9\xe4\xb8\xad\xed\xa0\xbd\xed\xb8\x80", 18,
                "Foo\303\251\344\270\255\360\237\230\200");
  /* Halves of pairs alone. */
  check_string ("\x03\x00\x00\x00" "\xed\xa0\xbd" "a\xed\xb8\x80", 11, "\357\277\275a\357\277\275");
  check_string ("\x02\x00\x00\x00" "\xed\xa0\xbd\xed\xa0\xbd", 10, "\357\277\275\357\277\275");
  check_string ("\x03\x00\x00\x00" "a\0b", 7, "a b");
  check_string ("\xff\xff\xff\xff", 4, NULL);
  check_string ("\x05\x00\x00\x00" "abc", 7, NULL);
  check_string ("\xfe\xff\xff\xff" "abc", 7, NULL);
  check_string ("\x02\x00\x00\x00" "a\xe4\xb8", 7, NULL);
}

static const MgTest tests[] = {
  { "reads numbers", test_reads_numbers },
  { "first failure stays", test_first_failure_stays },
  { "parts have their own end", test_parts_have_their_own_end },
  { "seek stays inside", test_seek_stays_inside },
  { "counts are bounded", test_counts_are_bounded },
  { "compressed numbers", test_compressed_numbers },
  { "strings become UTF-8", test_strings_become_utf8 },
};

MG_TEST_MAIN ("cursor", tests)
