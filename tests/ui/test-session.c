#include "tests/support/graph-recipe.h"
#include "tests/support/ui.h"
#include "ui/relay.h"
#include "ui/session.h"

static const char recipe_text[] = "root static Monitor -> m; m -> c*10\nm: Shop.Monitor 40; c*10: Shop.Context 32\n";

static MgSession *
new_session (MgGraphRecipe **recipe)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (recipe_text, recipe);

  return mg_session_new (snapshot);
}

static MgSubject
type_subject (MgSession *session, const char *name)
{
  return mg_subject_type (mg_type_table_find (mg_snapshot_types (mg_session_snapshot (session)), name));
}

static void
check_place (MgSession *session, const char *page, MgSubject subject, gboolean back, gboolean forward)
{
  gboolean can_back, can_forward;
  g_autofree char *visible = NULL;
  guint64 packed;

  g_object_get (session, "can-go-back", &can_back, "can-go-forward", &can_forward, "page", &visible, "subject", &packed,
                NULL);
  MG_CHECK_STRING (visible, page);
  MG_CHECK_UINT (packed, (guint64) subject.kind << 32 | subject.id);
  MG_CHECK_UINT (can_back, back);
  MG_CHECK_UINT (can_forward, forward);
}

static void
test_trail (void)
{
  g_autoptr (MgSession) session = new_session (NULL);
  MgSubject none = { MG_SUBJECT_NONE, 0 };
  MgSubject context = type_subject (session, "Shop.Context"), monitor = type_subject (session, "Shop.Monitor");

  check_place (session, "types", none, FALSE, FALSE);
  mg_session_back (session);
  mg_session_visit (session, context, "retention");
  check_place (session, "retention", context, TRUE, FALSE);
  mg_session_visit (session, monitor, NULL);
  check_place (session, "retention", monitor, TRUE, FALSE);
  mg_session_back (session);
  check_place (session, "retention", context, TRUE, TRUE);
  mg_session_back (session);
  check_place (session, "types", none, FALSE, TRUE);
  mg_session_forward (session);
  check_place (session, "retention", context, TRUE, TRUE);
  MG_CHECK_UINT (mg_session_trail_length (session), 3);

  /* Going elsewhere from the middle drops what lay ahead. */
  mg_session_visit (session, mg_subject_object (3), "dominators");
  MG_CHECK_UINT (mg_session_trail_length (session), 3);
  check_place (session, "dominators", mg_subject_object (3), TRUE, FALSE);
  mg_session_forward (session);
  mg_session_trail_jump (session, 0);
  check_place (session, "types", none, FALSE, TRUE);
}

/* Another page by the switcher is no new place, but "back" returns to where the subject was seen. */
static void
test_pages (void)
{
  g_autoptr (MgSession) session = new_session (NULL);
  MgSubject context = type_subject (session, "Shop.Context");

  mg_session_visit (session, context, "retention");
  mg_session_set_page (session, "types");
  check_place (session, "types", context, TRUE, FALSE);
  mg_session_back (session);
  check_place (session, "retention", context, TRUE, FALSE);
  /* The same subject on another page joins its place. */
  mg_session_visit (session, context, "dominators");
  MG_CHECK_UINT (mg_session_trail_length (session), 2);
  check_place (session, "dominators", context, TRUE, FALSE);
}

static void
count_cb (GObject *object, GParamSpec *pspec, guint *count)
{
  ++*count;
}

static void
test_notifies_changes_only (void)
{
  g_autoptr (MgSession) session = new_session (NULL);
  guint subjects = 0, pages = 0, backs = 0;

  g_signal_connect (session, "notify::subject", G_CALLBACK (count_cb), &subjects);
  g_signal_connect (session, "notify::page", G_CALLBACK (count_cb), &pages);
  g_signal_connect (session, "notify::can-go-back", G_CALLBACK (count_cb), &backs);
  mg_session_visit (session, type_subject (session, "Shop.Context"), "retention");
  MG_CHECK (subjects == 1 && pages == 1 && backs == 1);
  mg_session_visit (session, type_subject (session, "Shop.Context"), "retention");
  MG_CHECK (subjects == 1 && pages == 1 && backs == 1);
  mg_session_visit (session, type_subject (session, "Shop.Monitor"), "retention");
  MG_CHECK (subjects == 2 && pages == 1 && backs == 1);
}

static void
test_names (void)
{
  MgGraphRecipe *recipe;
  g_autoptr (MgSession) session = new_session (&recipe);
  MgNode node = mg_graph_recipe_node (recipe, "m");
  gboolean ready = mg_snapshot_ensure (mg_session_snapshot (session), MG_NEED_GRAPH, NULL, NULL);
  g_autofree char *start = NULL, *type = NULL, *object = NULL, *full = NULL, *address = NULL;

  MG_CHECK (ready);
  mg_session_visit (session, type_subject (session, "Shop.Context"), "retention");
  mg_session_visit (session, mg_subject_object (node), "retention");
  start = mg_session_trail_name (session, 0);
  type = mg_session_trail_name (session, 1);
  object = mg_session_trail_name (session, 2);
  full = mg_session_subject_name (session, mg_subject_object (node));
  address = g_strdup_printf ("Shop.Monitor at 0x%" G_GINT64_MODIFIER "x",
                             mg_graph_address (mg_graph_recipe_graph (recipe), node));
  MG_CHECK_STRING (start, "All types");
  MG_CHECK_STRING (type, "Context × 10");
  MG_CHECK (g_str_has_prefix (object, "Monitor at 0x"));
  MG_CHECK_STRING (full, address);
  MG_CHECK (mg_session_trail_name (session, 3) == NULL);
}

typedef struct
{
  guint n_ready, n_progress;
  double fraction;
} Seen;

static void
ready_cb (MgSession *session, GParamSpec *pspec, Seen *seen)
{
  seen->n_ready++;
}

static void
progress_cb (MgSession *session, const char *stage, double fraction, Seen *seen)
{
  seen->n_progress++;
  MG_CHECK (fraction >= 0.0 && fraction <= 1.0);
  seen->fraction = fraction;
}

static void
test_prepares (void)
{
  g_autoptr (MgSession) session = new_session (NULL);
  Seen seen = { 0 };

  g_signal_connect (session, "notify::ready", G_CALLBACK (ready_cb), &seen);
  g_signal_connect (session, "prepare-progress", G_CALLBACK (progress_cb), &seen);
  mg_session_prepare (session);
  mg_session_prepare (session);
  MG_WAIT_UNTIL ((mg_session_ready (session) & MG_NEED_ALL) == MG_NEED_ALL, 10.0);
  MG_WAIT_UNTIL (seen.fraction == 1.0, 10.0);
  MG_CHECK (seen.n_ready >= 1);
  MG_CHECK (mg_snapshot_type_retained (mg_session_snapshot (session)) != NULL);
}

static void
failed_cb (MgSession *session, const char *message, char **told)
{
  MG_CHECK (*told == NULL);
  *told = g_strdup (message);
}

/* What does not fit in memory is left out and said; the rest is there; and one can have it all the same. */
static void
test_lacks_memory (void)
{
  g_autoptr (MgSession) session = new_session (NULL);
  MgSnapshot *snapshot = mg_session_snapshot (session);
  const guint fits = MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES;
  g_autofree char *told = NULL;

  g_signal_connect (session, "prepare-failed", G_CALLBACK (failed_cb), &told);
  mg_snapshot_set_memory_limit (snapshot, mg_snapshot_estimate (snapshot, fits | MG_NEED_DOMINATORS) - 1);
  mg_session_prepare (session);
  MG_WAIT_UNTIL (told != NULL, 10.0);
  MG_CHECK_CONTAINS (told, "paths to them work without it");
  MG_CHECK_UINT (mg_session_ready (session), fits);
  MG_CHECK (mg_session_lacks_memory (session));
  mg_session_go_on (session);
  MG_CHECK (!mg_session_lacks_memory (session));
  MG_WAIT_UNTIL ((mg_session_ready (session) & MG_NEED_ALL) == MG_NEED_ALL, 10.0);
}

/* The session may go at any time; the worker ends by itself and delivers nothing. */
static void
test_goes_while_preparing (void)
{
  for (guint i = 0; i < 20; i++)
    {
      MgSession *session = new_session (NULL);
      gpointer alive = session;

      g_object_add_weak_pointer (G_OBJECT (session), &alive);
      mg_session_prepare (session);
      if (i % 2)
        mg_test_spin_once ();
      g_object_unref (session);
      MG_CHECK (alive == NULL);
    }
  mg_test_spin (0.2);
}

typedef struct
{
  guint n;
  double fraction;
  char *stage;
} News;

static void
news_cb (const char *stage, double fraction, gpointer user_data)
{
  News *news = user_data;

  news->n++;
  news->fraction = fraction;
  g_free (news->stage);
  news->stage = g_strdup (stage);
}

static void
test_relay_coalesces (void)
{
  News news = { 0 };
  g_autoptr (MgRelay) relay = mg_relay_new (news_cb, &news);
  g_autoptr (MgProgress) progress = mg_relay_progress (relay, 0.5, 1.0);

  mg_progress_stage (progress, "Reading", 0.0, 1.0);
  for (guint i = 0; i <= 1000; i++)
    mg_progress_step (progress, i, 1000, NULL);
  mg_test_spin (0.05);
  MG_CHECK_UINT (news.n, 1);
  MG_CHECK (news.fraction > 0.99 && news.fraction <= 1.0);
  MG_CHECK_STRING (news.stage, "Reading");
  mg_relay_post (relay, "More", 0.1);
  mg_relay_stop (relay);
  mg_test_spin (0.05);
  MG_CHECK_UINT (news.n, 1);
  g_free (news.stage);
}

static const MgTest tests[] = {
  { "trail", test_trail },
  { "pages", test_pages },
  { "notifies changes only", test_notifies_changes_only },
  { "names", test_names },
  { "prepares", test_prepares },
  { "lacks memory", test_lacks_memory },
  { "goes while preparing", test_goes_while_preparing },
  { "relay coalesces", test_relay_coalesces },
};

MG_TEST_MAIN ("session", tests)
