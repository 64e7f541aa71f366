/* What every test program shares: a main that runs CUnit suites and ends with the right status, and assertions with
 * messages. A test program is: static tests, a table, MG_TEST_MAIN ("name", tests). */
#pragma once

#include <CUnit/Basic.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  CU_TestFunc func;
} MgTest;

/* Runs N tests as one suite. Returns 0 when all passed, 1 when one failed or none ran. With an argument, runs only
 * the tests whose name contains it. Prints "NAME: N passed, N failed" last. */
int mg_test_run (const char *suite, const MgTest *tests, gsize n, int argc, char **argv);

/* Ends the program as "skipped" (exit status 77) with WHY, unless CI is set: there, a missing tool is a failure. */
void mg_test_skip (const char *why) G_GNUC_NORETURN;

/* Path of a file under tests/data, or NULL when it is not there. Static storage until the next call. */
const char *mg_test_data_path (const char *name);
/* Path of a file in the folder named by the environment variable MANGROVE_SAMPLES; NULL when it is not there. */
char *mg_test_sample_path (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* A fresh folder, removed at the end of the program. */
const char *mg_test_temp_dir (void);

/* Fails the running test with a printf message. */
void mg_test_fail (const char *file, int line, const char *format, ...) G_GNUC_PRINTF (3, 4);
void mg_test_check (const char *file, int line, gboolean condition, const char *text);
void mg_test_check_string (const char *file, int line, const char *actual, const char *expected);
void mg_test_check_contains (const char *file, int line, const char *text, const char *part);
void mg_test_check_uint (const char *file, int line, const char *what, guint64 actual, guint64 expected);
void mg_test_check_no_error (const char *file, int line, const GError *error);
void mg_test_check_error (const char *file, int line, const GError *error, GQuark domain, int code);

#define MG_CHECK(condition) mg_test_check (__FILE__, __LINE__, (condition) ? TRUE : FALSE, #condition)
#define MG_CHECK_STRING(actual, expected) mg_test_check_string (__FILE__, __LINE__, (actual), (expected))
#define MG_CHECK_CONTAINS(text, part) mg_test_check_contains (__FILE__, __LINE__, (text), (part))
#define MG_CHECK_UINT(actual, expected) \
  mg_test_check_uint (__FILE__, __LINE__, #actual, (guint64) (actual), (guint64) (expected))
#define MG_CHECK_NO_ERROR(error) mg_test_check_no_error (__FILE__, __LINE__, (error))
#define MG_CHECK_ERROR(error, code) mg_test_check_error (__FILE__, __LINE__, (error), MG_ERROR, (code))

#define MG_TEST_MAIN(suite, tests) \
  int main (int argc, char **argv) { return mg_test_run (suite, tests, G_N_ELEMENTS (tests), argc, argv); }

G_END_DECLS
