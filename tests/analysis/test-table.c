#include "analysis/report/table.h"

#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/progress.h"
#include "analysis/report/digits.h"
#include "analysis/report/printable.h"
#include "tests/support/test.h"

enum
{
  COLUMN_SIZE,
  COLUMN_SHARE,
  COLUMN_SHOWN,
  COLUMN_NAME,
  COLUMN_RETAINED,
  COLUMN_ADDRESS,
  N_COLUMNS
};

static const MgColumn columns[N_COLUMNS] = {
  { "size", "Bytes", MG_COLUMN_BYTES, MG_COLUMN_EVERYWHERE },
  { "share", "Share", MG_COLUMN_SHARE, MG_COLUMN_FOR_PEOPLE },
  { "shown", "Type", MG_COLUMN_NAME, MG_COLUMN_FOR_PEOPLE },
  { "type", "Type", MG_COLUMN_NAME, MG_COLUMN_FOR_PROGRAMS },
  { "retained", "Retained", MG_COLUMN_BYTES, MG_COLUMN_FOR_PROGRAMS },
  { "address", "Address", MG_COLUMN_ADDRESS, MG_COLUMN_FOR_PROGRAMS },
};

typedef struct
{
  guint64 size;
  const char *name;
} Row;

static const Row hostile[] = {
  { 10480000, "System.Collections.Generic.Dictionary<System.String, System.Byte[]>" },
  { 72, "a|b, \"quoted\"\r\nand `ticks`" },
  { 5, "Zoo.Ünïcode类型\x1b[31m" },
  { 0, "broken \xff utf-8" },
};

static void
hostile_row (guint64 row, MgCell *cells, gpointer user_data)
{
  cells[COLUMN_SIZE] = mg_cell_number (hostile[row].size);
  cells[COLUMN_SHARE] = mg_cell_share (hostile[row].size, 10480077);
  cells[COLUMN_SHOWN] = cells[COLUMN_NAME] = mg_cell_text (hostile[row].name);
  cells[COLUMN_ADDRESS] = mg_cell_number (0x7ef7c90022e8 + row);
}

static char *
write_table (MgTableFormat format, guint64 n_rows, const MgCell *totals)
{
  MgTable table
      = { .command = "types", .columns = columns, .n_columns = N_COLUMNS, .n_rows = n_rows, .row = hostile_row };
  MgSink sink;
  g_autoptr (GError) error = NULL;
  char *text;

  table.n_left_out = 3;
  table.left_out = "3 more rows left out";
  table.totals = totals;
  mg_sink_init_memory (&sink);
  MG_CHECK (mg_table_write (&table, format, &sink, &error));
  MG_CHECK (mg_sink_finish (&sink, &error));
  MG_CHECK_NO_ERROR (error);
  text = g_strdup (sink.buffer->str);
  mg_sink_clear (&sink);
  return text;
}

static const MgCell totals_row[N_COLUMNS] = {
  [COLUMN_SIZE] = { .present = TRUE, .number = 10480077 },
  [COLUMN_SHOWN] = { .present = TRUE, .text = "7 types" },
};

static void
test_text_is_aligned_and_safe (void)
{
  g_autofree char *text = write_table (MG_TABLE_TEXT, G_N_ELEMENTS (hostile), totals_row);

  MG_CHECK_STRING (text, "     Bytes   Share  Type\n"
                         "──────────  ──────  ────────────────────────────────────────\n"
                         "10,480,000  100.0%  System.Collections.Generic.Dictionary<System.String, System.Byte[]>\n"
                         "        72   <0.1%  a|b, \"quoted\"\\u000d\\u000aand `ticks`\n"
                         "         5   <0.1%  Zoo.Ünïcode类型\\u001b[31m\n"
                         "         0    0.0%  broken \xef\xbf\xbd utf-8\n"
                         "… 3 more rows left out\n"
                         "──────────  ──────  ────────────────────────────────────────\n"
                         "10,480,077          7 types\n");
}

static void
test_markdown_escapes (void)
{
  g_autofree char *text = write_table (MG_TABLE_MARKDOWN, 2, totals_row);

  MG_CHECK_STRING (text,
                   "| Bytes | Share | Type |\n"
                   "| ---: | ---: | --- |\n"
                   "| 10,480,000 | 100.0% | `System.Collections.Generic.Dictionary<System.String, System.Byte[]>` |\n"
                   "| 72 | \\<0.1% | `` a\\|b, \"quoted\"\\u000d\\u000aand `ticks` `` |\n"
                   "| **10,480,077** | | **7 types** |\n"
                   "\n… 3 more rows left out\n");
}

static void
test_csv_is_rfc_4180 (void)
{
  g_autofree char *text = write_table (MG_TABLE_CSV, 2, totals_row);

  MG_CHECK_STRING (
      text, "size,type,retained,address\r\n"
            "10480000,\"System.Collections.Generic.Dictionary<System.String, System.Byte[]>\",,0x7ef7c90022e8\r\n"
            "72,\"a|b, \"\"quoted\"\"\r\nand `ticks`\",,0x7ef7c90022e9\r\n");
}

static void
test_json_reads_back (void)
{
  g_autofree char *text = write_table (MG_TABLE_JSON, G_N_ELEMENTS (hostile), totals_row);
  json_error_t where;
  json_t *document = json_loads (text, JSON_REJECT_DUPLICATES, &where);
  const char *keys[] = { "mangrove", "version", "file", "rows", "totals", "notes" };
  json_t *rows = json_object_get (document, "rows");
  const char *key;
  json_t *value;
  guint i = 0;

  if (document == NULL)
    mg_test_fail (__FILE__, __LINE__, "%s at line %d of %s", where.text, where.line, text);
  json_object_foreach (document, key, value)
  {
    MG_CHECK_STRING (key, keys[i]);
    i++;
  }
  MG_CHECK_UINT (i, G_N_ELEMENTS (keys));
  MG_CHECK_UINT (json_array_size (rows), G_N_ELEMENTS (hostile));
  for (i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      json_t *row = json_array_get (rows, i);
      g_autofree char *valid = g_utf8_make_valid (hostile[i].name, -1);

      MG_CHECK_UINT (json_integer_value (json_object_get (row, "size")), hostile[i].size);
      MG_CHECK_STRING (json_string_value (json_object_get (row, "type")), valid);
      MG_CHECK (json_is_null (json_object_get (row, "retained")));
      MG_CHECK (json_object_get (row, "shown") == NULL);
      MG_CHECK (g_str_has_prefix (json_string_value (json_object_get (row, "address")), "0x7ef7c90022"));
    }
  MG_CHECK_UINT (json_integer_value (json_object_get (json_object_get (document, "totals"), "rows")), 7);
  MG_CHECK_UINT (json_integer_value (json_object_get (json_object_get (document, "totals"), "size")), 10480077);
  json_decref (document);
}

static void
test_empty_tables_are_whole (void)
{
  g_autofree char *json = write_table (MG_TABLE_JSON, 0, NULL);
  g_autofree char *csv = write_table (MG_TABLE_CSV, 0, NULL);
  g_autofree char *text = write_table (MG_TABLE_TEXT, 0, NULL);
  json_t *document = json_loads (json, 0, NULL);

  MG_CHECK_UINT (json_array_size (json_object_get (document, "rows")), 0);
  MG_CHECK_STRING (csv, "size,type,retained,address\r\n");
  MG_CHECK_CONTAINS (text, "Bytes  Share  Type\n");
  json_decref (document);
}

static gboolean
full_disk (const char *bytes, gsize n, gpointer user_data, GError **error)
{
  (*(guint *) user_data)++;
  g_set_error_literal (error, MG_ERROR, MG_ERROR_IO, "No space left");
  return FALSE;
}

static void
test_first_error_stops_the_rows (void)
{
  MgTable table = { .command = "types", .columns = columns, .n_columns = N_COLUMNS, .row = hostile_row };
  guint calls = 0;
  g_auto (MgSink) sink;
  g_autoptr (GError) error = NULL;

  table.n_rows = 4;
  mg_sink_init (&sink, full_disk, &calls);
  mg_sink_put_repeated (&sink, 'x', 100000);
  MG_CHECK (!mg_table_write (&table, MG_TABLE_CSV, &sink, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  MG_CHECK_UINT (calls, 1);
}

static void
test_cancel_stops_the_rows (void)
{
  MgTable table = { .command = "types", .columns = columns, .n_columns = N_COLUMNS, .row = hostile_row };
  g_autoptr (MgProgress) progress = mg_progress_new (NULL, NULL, NULL);

  table.n_rows = 4;
  table.progress = progress;
  mg_progress_cancel (progress);
  for (MgTableFormat format = MG_TABLE_TEXT; format <= MG_TABLE_MARKDOWN; format++)
    {
      g_auto (MgSink) sink;
      g_autoptr (GError) error = NULL;

      mg_sink_init_memory (&sink);
      MG_CHECK (!mg_table_write (&table, format, &sink, &error));
      MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
    }
}

static void
test_digits_and_widths (void)
{
  char digits[MG_DIGITS_SIZE];

  MG_CHECK_STRING (mg_digits (digits, 0), "0");
  MG_CHECK_STRING (mg_digits (digits, 999), "999");
  MG_CHECK_STRING (mg_digits (digits, 1000), "1,000");
  MG_CHECK_STRING (mg_digits (digits, G_MAXUINT64), "18,446,744,073,709,551,615");
  MG_CHECK_UINT (mg_printable_width ("Zoo.类型"), 8);
  MG_CHECK_UINT (mg_printable_width ("e\xcc\x81"), 1);
}

static const MgTest tests[] = {
  { "text is aligned and safe", test_text_is_aligned_and_safe },
  { "markdown escapes", test_markdown_escapes },
  { "csv is rfc 4180", test_csv_is_rfc_4180 },
  { "json reads back", test_json_reads_back },
  { "empty tables are whole", test_empty_tables_are_whole },
  { "first error stops the rows", test_first_error_stops_the_rows },
  { "cancel stops the rows", test_cancel_stops_the_rows },
  { "digits and widths", test_digits_and_widths },
};

MG_TEST_MAIN ("table", tests)
