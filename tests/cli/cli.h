/* Runs mangrove-cli the way a person does, and looks at what comes out. */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "tests/support/test.h"

G_BEGIN_DECLS

typedef struct
{
  int status; /* exit status; -1 when a signal ended it */
  char *out, *err;
  gsize out_size;
} MgCliResult;

/* Arguments after the program's name, NULL at the end. */
void mg_cli_run (MgCliResult *result, ...) G_GNUC_NULL_TERMINATED;
/* The same with the file INPUT as standard input, and with the words of a GPtrArray. */
void mg_cli_run_words (MgCliResult *result, const char *input, const GPtrArray *words);
void mg_cli_result_clear (MgCliResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgCliResult, mg_cli_result_clear)

/* Path of the program under test. */
const char *mg_cli_program (void);
/* Snapshots that come with the tree: the practice leak, and one of every kind of root. Static storage. */
const char *mg_cli_leak (void);
const char *mg_cli_garden (void);
/* A core of tests/data/cores, unpacked into the test's folder: "waiting-10.0.15". Static storage. */
const char *mg_cli_core (const char *sample);
/* A new file with N bytes of DATA in the test's folder. Free with g_free. */
char *mg_cli_file (const char *name, const char *data, gsize n) G_GNUC_WARN_UNUSED_RESULT;

/* Parses RESULT's output; a message and NULL when it is not one JSON object. New reference. */
json_t *mg_cli_json (const MgCliResult *result) G_GNUC_WARN_UNUSED_RESULT;
/* Parses CSV as RFC 4180 has it: an array of rows of strings. Fails the test when it is not well formed. */
GPtrArray *mg_cli_csv (const char *text) G_GNUC_WARN_UNUSED_RESULT;

#define MG_CHECK_STATUS(result, expected)                                                                              \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if ((result)->status != (expected))                                                                                \
      mg_test_fail (__FILE__, __LINE__, "exit status is %d, should be %d; it said: %s", (result)->status, (expected),  \
                    (result)->err);                                                                                    \
    else                                                                                                               \
      {                                                                                                                \
        CU_PASS ("status")                                                                                             \
      }                                                                                                                \
  }                                                                                                                    \
  G_STMT_END

G_END_DECLS
