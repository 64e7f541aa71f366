/* A version that is in no table: the row of each version is hidden, and the answers must stay the same. */
#include <string.h>

#include "analysis/clr/runtime/layout.h"
#include "analysis/details.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

static MgSnapshot *
open_sample (const char *version, gboolean hide)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (version);
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot;

  mg_layout_hide (hide ? (int) g_ascii_strtoull (version, NULL, 10) : 0);
  snapshot = mg_core_sample_open (bytes, version, &error);
  mg_layout_hide (0);
  MG_CHECK_NO_ERROR (error);
  if (snapshot && !mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, &error))
    {
      MG_CHECK_NO_ERROR (error);
      g_clear_pointer (&snapshot, mg_snapshot_unref);
    }
  return snapshot;
}

static const MgSelfCheck *
find_check (const GArray *checks, const char *id)
{
  for (guint i = 0; i < checks->len; i++)
    if (strcmp (g_array_index (checks, MgSelfCheck, i).id, id) == 0)
      return &g_array_index (checks, MgSelfCheck, i);
  return NULL;
}

static void
check_same_types (MgSnapshot *a, MgSnapshot *b, const char *version)
{
  const MgTypeTable *first = mg_snapshot_types (a), *second = mg_snapshot_types (b);

  MG_CHECK_UINT (first->n_types, second->n_types);
  for (MgTypeId type = 0; type < MIN (first->n_types, second->n_types); type++)
    {
      const MgTally *x = &mg_snapshot_type_stats (a)->tally[type], *y = &mg_snapshot_type_stats (b)->tally[type];

      if (strcmp (first->types[type].name, second->types[type].name) != 0 || x->count != y->count || x->size != y->size)
        {
          mg_test_fail (__FILE__, __LINE__, "%s: %s became %s", version, first->types[type].name,
                        second->types[type].name);
          return;
        }
    }
}

static void
check_same_rows (GArray *a, GArray *b, const char *version, const char *what)
{
  MG_CHECK (a != NULL && b != NULL);
  if (a && b && a->len != b->len)
    mg_test_fail (__FILE__, __LINE__, "%s: %u %s became %u", version, a->len, what, b->len);
  g_clear_pointer (&a, g_array_unref);
  g_clear_pointer (&b, g_array_unref);
}

static void
check_same_threads (GArray *a, GArray *b, const char *version)
{
  for (guint i = 0; i < MIN (a->len, b->len); i++)
    {
      const MgThreadRow *x = &g_array_index (a, MgThreadRow, i), *y = &g_array_index (b, MgThreadRow, i);

      if (x->os_id != y->os_id || x->managed_id != y->managed_id)
        mg_test_fail (__FILE__, __LINE__, "%s: thread %u (%u) became %u (%u)", version, x->managed_id, x->os_id,
                      y->managed_id, y->os_id);
    }
  check_same_rows (a, b, version, "threads");
}

static void
check_said (MgSnapshot *snapshot)
{
  guint n;
  const MgNote *notes = mg_snapshot_notes (snapshot, &n);
  gboolean said = FALSE;

  for (guint i = 0; i < n; i++)
    said = said || strstr (notes[i].text, "is not known");
  MG_CHECK (said);
}

static void
test_answers_stay_the_same (void)
{
  for (guint i = 0; i == 0 || mg_core_versions[i - 1]; i++)
    {
      const char *version = mg_core_versions[i] ? mg_core_versions[i] : MG_CORE_ARM64;
      g_autoptr (MgSnapshot) known = open_sample (version, FALSE), unknown = open_sample (version, TRUE);
      g_autoptr (GArray) checks = NULL;

      if (known == NULL || unknown == NULL)
        continue;
      checks = mg_details_checks (unknown);
      MG_CHECK_UINT (find_check (checks, "layout")->state, 1);
      MG_CHECK_CONTAINS (find_check (checks, "layout")->what, "worked out");
      MG_CHECK_UINT (find_check (checks, "names")->state, 1);
      MG_CHECK_UINT (find_check (checks, "threads")->state, 1);
      MG_CHECK_UINT (find_check (checks, "segments")->state, 1);
      check_said (unknown);
      check_same_types (known, unknown, version);
      check_same_rows (mg_details_handles (known), mg_details_handles (unknown), version, "handles");
      check_same_threads (mg_details_threads (known), mg_details_threads (unknown), version);
      check_same_rows (mg_details_finalizers (known), mg_details_finalizers (unknown), version, "finalizers");
    }
}

/* Nothing to begin from, or nothing found: less is shown, nothing is refused. */
static void
test_rows (void)
{
  MG_CHECK (mg_layout_find (12, MG_OS_LINUX, MG_ARCH_X64) == NULL);
  MG_CHECK_UINT (mg_layout_nearest (12, MG_OS_LINUX, MG_ARCH_X64)->major, 11);
  MG_CHECK_UINT (mg_layout_nearest (10, MG_OS_LINUX, MG_ARCH_ARM64)->architecture, MG_ARCH_ARM64);
  MG_CHECK_UINT (mg_layout_nearest (5, MG_OS_LINUX, MG_ARCH_X64)->major, 6);
  MG_CHECK (mg_layout_nearest (10, MG_OS_UNKNOWN, MG_ARCH_X64) == NULL);
  mg_layout_hide (11);
  MG_CHECK (mg_layout_find (11, MG_OS_LINUX, MG_ARCH_X64) == NULL);
  MG_CHECK_UINT (mg_layout_nearest (11, MG_OS_LINUX, MG_ARCH_X64)->major, 10);
  mg_layout_hide (0);
}

static const MgTest tests[] = {
  { "answers stay the same", test_answers_stay_the_same },
  { "rows near to what is asked for", test_rows },
};

MG_TEST_MAIN ("calibrate", tests)
