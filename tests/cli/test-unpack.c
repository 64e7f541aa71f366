/* Files compressed with gzip and zstd, whole and broken, by name and on standard input. */
#include <gio/gio.h>
#include <string.h>

#include "tests/cli/cli.h"
#include "tests/support/core-sample.h"

#define RAW_BLOCK ((gsize) 100 * 1000)

static void
append_u24 (GByteArray *out, guint32 value)
{
  guint8 bytes[3] = { (guint8) value, (guint8) (value >> 8), (guint8) (value >> 16) };

  g_byte_array_append (out, bytes, sizeof bytes);
}

/* A zstd frame of raw blocks (RFC 8878, 3.1.1): compressed by nobody, and so by no library either. */
static GByteArray *
zstd_of (const guint8 *data, gsize n)
{
  static const guint8 head[] = { 0x28, 0xb5, 0x2f, 0xfd, 0xa0 }; /* single segment, four bytes of size */
  GByteArray *out = g_byte_array_new ();
  guint32 size = GUINT32_TO_LE ((guint32) n);

  g_byte_array_append (out, head, sizeof head);
  g_byte_array_append (out, (const guint8 *) &size, sizeof size);
  for (gsize at = 0; at < n; at += RAW_BLOCK)
    {
      gsize length = MIN (RAW_BLOCK, n - at);

      append_u24 (out, (guint32) (length << 3) | (at + length == n));
      g_byte_array_append (out, data + at, (guint) length);
    }
  return out;
}

static GByteArray *
gzip_of (const guint8 *data, gsize n)
{
  g_autoptr (GZlibCompressor) deflate = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (deflate));

  MG_CHECK (g_output_stream_write_all (stream, data, n, NULL, NULL, NULL));
  MG_CHECK (g_output_stream_close (stream, NULL, NULL));
  return g_bytes_unref_to_array (g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory)));
}

static char *
garden_types (const char *path, const char *input)
{
  const char *line[] = { "types", path, "--format", "csv" };
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (MgCliResult) result;

  for (gsize i = 0; i < G_N_ELEMENTS (line); i++)
    g_ptr_array_add (words, (gpointer) line[i]);
  mg_cli_run_words (&result, input, words);
  MG_CHECK_STATUS (&result, 0);
  return g_steal_pointer (&result.out);
}

static void
check_same (const char *name, const GByteArray *packed, const char *expected)
{
  g_autofree char *path = mg_cli_file (name, (const char *) packed->data, packed->len);
  g_autofree char *by_name = garden_types (path, NULL), *by_input = garden_types ("-", path);

  MG_CHECK_STRING (by_name, expected);
  MG_CHECK_STRING (by_input, expected);
}

static void
test_packed_answers_as_unpacked (void)
{
  g_autofree char *data = NULL, *expected = garden_types (mg_cli_garden (), NULL);
  g_autoptr (GByteArray) gzip = NULL, zstd = NULL, twice = NULL;
  gsize n;

  MG_CHECK (g_file_get_contents (mg_cli_garden (), &data, &n, NULL));
  gzip = gzip_of ((const guint8 *) data, n);
  zstd = zstd_of ((const guint8 *) data, n);
  check_same ("garden.gcdump.gz", gzip, expected);
  check_same ("garden.gcdump.zst", zstd, expected);
  /* Two streams behind each other are one file, as gzip(1) and zstd(1) have it. */
  twice = gzip_of ((const guint8 *) data, n / 2);
  g_byte_array_unref (gzip);
  gzip = gzip_of ((const guint8 *) data + n / 2, n - n / 2);
  g_byte_array_append (twice, gzip->data, gzip->len);
  check_same ("twice.gcdump.gz", twice, expected);
}

/* The file's own size, and what is in it. */
static void
test_says_both_sizes (void)
{
  g_autofree char *data = NULL, *path = NULL, *packed = NULL, *unpacked = NULL;
  g_autoptr (GByteArray) gzip = NULL;
  g_auto (MgCliResult) result;
  gsize n;

  MG_CHECK (g_file_get_contents (mg_cli_garden (), &data, &n, NULL));
  gzip = gzip_of ((const guint8 *) data, n);
  path = mg_cli_file ("sizes.gcdump.gz", (const char *) gzip->data, gzip->len);
  mg_cli_run (&result, "info", path, "--format", "json", NULL);
  MG_CHECK_STATUS (&result, 0);
  packed = g_strdup_printf ("\"size\": %u,", gzip->len);
  unpacked = g_strdup_printf ("\"unpacked_size\": %" G_GSIZE_FORMAT, n);
  MG_CHECK (gzip->len < n);
  MG_CHECK_CONTAINS (result.out, packed);
  MG_CHECK_CONTAINS (result.out, unpacked);
}

static void
test_packed_core (void)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes ("10.0.15");
  g_autofree char *plain = mg_cli_file ("plain.core", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autofree char *expected = garden_types (plain, NULL);
  g_autofree char *packed = garden_types (MG_TEST_CORES "/garden-10.0.15.core.zst", NULL);

  MG_CHECK_STRING (packed, expected);
}

/* Wherever the file ends, and whatever is wrong: a message, status 3, and nothing printed. */
static void
test_broken_files_are_told (void)
{
  g_autofree char *data = NULL;
  gsize n;

  MG_CHECK (g_file_get_contents (mg_cli_garden (), &data, &n, NULL));
  for (guint kind = 0; kind < 2; kind++)
    {
      g_autoptr (GByteArray) packed
        = kind ? zstd_of ((const guint8 *) data, n) : gzip_of ((const guint8 *) data, n);

      for (guint part = 1; part < 8; part++)
        {
          g_autofree char *path = mg_cli_file ("broken", (const char *) packed->data, packed->len * part / 8);
          g_auto (MgCliResult) result;

          mg_cli_run (&result, "types", path, NULL);
          MG_CHECK_STATUS (&result, 3);
          MG_CHECK_CONTAINS (result.err, "cut off");
          MG_CHECK_UINT (result.out_size, 0);
        }
      memset (packed->data + (kind ? 4 : 12), 0xff, 6);
      {
        g_autofree char *path = mg_cli_file ("broken", (const char *) packed->data, packed->len);
        g_auto (MgCliResult) result;

        mg_cli_run (&result, "types", path, NULL);
        MG_CHECK_STATUS (&result, 3);
        MG_CHECK (result.err[0] != '\0');
      }
    }
}

static const MgTest tests[] = {
  { "packed answers as unpacked", test_packed_answers_as_unpacked },
  { "says both sizes", test_says_both_sizes },
  { "packed core", test_packed_core },
  { "broken files are told", test_broken_files_are_told },
};

MG_TEST_MAIN ("cli-unpack", tests)
