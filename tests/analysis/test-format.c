#include <string.h>

#include "analysis/base/error.h"
#include "analysis/snapshot.h"
#include "tests/support/test.h"

#define BYTES(text) text, sizeof text - 1

static void
test_says_what_a_foreign_file_is (void)
{
  static const struct
  {
    const char *bytes;
    gsize length;
    int code;
    const char *words, *advice;
  } cases[] = {
    { BYTES ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0"), MG_ERROR_UNSUPPORTED, "program or library", ".gcdump" },
    { BYTES ("PAGEDU64"), MG_ERROR_UNSUPPORTED, "whole Windows system", "dotnet-gcdump collect" },
    { BYTES ("Nettrace\x14\0\0\0"), MG_ERROR_UNSUPPORTED, "event trace", "dotnet-gcdump convert" },
    { BYTES ("\x1f\x8b\x08"), MG_ERROR_NOT_RECOGNIZED, "gzip", "gunzip" },
    { BYTES ("\x28\xb5\x2f\xfd"), MG_ERROR_NOT_RECOGNIZED, "zstd", "zstd -d" },
    { BYTES ("PK\x03\x04rest"), MG_ERROR_NOT_RECOGNIZED, "zip", "Unpack" },
    { BYTES ("\x89PNG\r\n\x1a\n"), MG_ERROR_NOT_RECOGNIZED, "picture", "Choose" },
    { BYTES ("MZ\x90\0"), MG_ERROR_NOT_RECOGNIZED, "Windows", "Choose" },
    { BYTES ("\xcf\xfa\xed\xfe\x07\0\0\1\3\0\0\0\4\0\0\0"), MG_ERROR_UNSUPPORTED, "core dump of macOS",
      "dotnet-gcdump collect" },
    { BYTES ("\xcf\xfa\xed\xfe\x0c\0\0\1\0\0\0\0\4\0\0\0"), MG_ERROR_UNSUPPORTED, "core dump of macOS",
      "dotnet-gcdump collect" },
    { BYTES ("\xcf\xfa\xed\xfe\x0c\0\0\1\0\0\0\0\2\0\0\0"), MG_ERROR_NOT_RECOGNIZED, "library for macOS", "Choose" },
    { BYTES ("JAVA PROFILE 1.0.2\0"), MG_ERROR_NOT_RECOGNIZED, "Java", "Memory Analyzer" },
    { BYTES ("<GCHeapDump>\n"), MG_ERROR_NOT_RECOGNIZED, "XML form", "PerfView" },
    { BYTES ("<!DOCTYPE html>\n"), MG_ERROR_NOT_RECOGNIZED, "HTML", "text editor" },
    { BYTES ("{\"type\":\"https://tools.ietf.org/html/rfc7231\"}"), MG_ERROR_NOT_RECOGNIZED, "JSON", "server" },
    { BYTES ("Statistics:\n          MT Count TotalSize Class Name\n7f63 1 24 My.Thing\n"), MG_ERROR_NOT_RECOGNIZED,
      "output of SOS", "open the dump" },
    { BYTES ("> gcroot 7f6e8d80a118\nHandleTable:\n"), MG_ERROR_NOT_RECOGNIZED, "output of SOS", "open the dump" },
    { BYTES ("55d0c8a00000-55d0c8a01000 r--p 00000000 fe:01 42 /usr/bin/dotnet\n"), MG_ERROR_NOT_RECOGNIZED,
      "list of a process's memory", "core dump" },
    { BYTES ("55d0c8a0-"), MG_ERROR_NOT_RECOGNIZED, "text file", "Choose" },
    { BYTES ("55d0c8a0-55d0c8a1 r--"), MG_ERROR_NOT_RECOGNIZED, "text file", "Choose" },
    { BYTES ("just words\n"), MG_ERROR_NOT_RECOGNIZED, "text file", "Choose" },
    { BYTES ("\0\0\0\0\0\0\0\0"), MG_ERROR_NOT_RECOGNIZED, "zeros", "Fetch" },
    { BYTES ("\x01\x02\x03\x04garbage\0"), MG_ERROR_NOT_RECOGNIZED, "not a snapshot", ".gcdump" },
    { BYTES ("\x14\0\0\0!FastSerial"), MG_ERROR_TRUNCATED, "cut off", "Fetch" },
    { BYTES ("\x14"), MG_ERROR_TRUNCATED, "cut off", "Fetch" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (mg_test_temp_dir (), "foreign.gcdump", NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, cases[i].bytes, (gssize) cases[i].length, NULL));
      MG_CHECK (mg_snapshot_open (path, NULL, NULL, &error) == NULL);
      MG_CHECK_ERROR (error, cases[i].code);
      if (error == NULL)
        continue;
      MG_CHECK_UINT (mg_error_exit_status (error), 3);
      MG_CHECK_CONTAINS (error->message, "foreign.gcdump");
      MG_CHECK_CONTAINS (error->message, cases[i].words);
      MG_CHECK_CONTAINS (error->message, cases[i].advice);
    }
}

static void
test_tar_is_known_by_its_middle (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "archive", NULL);
  char bytes[512] = "name";
  g_autoptr (GError) error = NULL;

  memcpy (bytes + 257, "ustar", 5);
  g_assert_true (g_file_set_contents (path, bytes, sizeof bytes, NULL));
  MG_CHECK (mg_snapshot_open (path, NULL, NULL, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_NOT_RECOGNIZED);
  if (error)
    MG_CHECK_CONTAINS (error->message, "tar");
}

static const MgTest tests[] = {
  { "says what a foreign file is", test_says_what_a_foreign_file_is },
  { "tar is known by its middle", test_tar_is_known_by_its_middle },
};

MG_TEST_MAIN ("format", tests)
