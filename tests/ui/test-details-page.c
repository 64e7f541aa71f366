#include <adwaita.h>
#include <string.h>

#include "tests/support/core-sample.h"
#include "tests/support/ui.h"
#include "ui/details/details-kinds.h"
#include "ui/details/details-page.h"
#include "ui/pages/dominators-page.h"
#include "ui/pages/explore-page.h"
#include "ui/pages/page.h"
#include "ui/pages/retention-page.h"

#define VERSION "10.0.15"

typedef struct
{
  MgSnapshot *snapshot;
  MgSession *session;
  GtkWindow *window;
  MgDetailsPage *page;
} Fixture;

static MgSnapshot *
open_core (GBytes *bytes)
{
  g_autoptr (GBytes) owned = bytes;
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_core_sample_open (owned, "garden.core", &error);

  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

/* Takes SNAPSHOT; shows CHILD of its session, or the page of KIND. */
static void
set_up (Fixture *f, MgSnapshot *snapshot, const MgDetailsKind *kind)
{
  mg_test_ui_init ();
  f->snapshot = snapshot;
  f->session = mg_session_new (snapshot);
  f->page = MG_DETAILS_PAGE (mg_details_page_new (f->session, kind));
  f->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (f->window, 1100, 700);
  gtk_window_set_child (f->window, GTK_WIDGET (f->page));
  mg_test_present (f->window);
  mg_session_prepare (f->session);
}

static void
tear_down (Fixture *f)
{
  gpointer page = f->page, session = f->session;

  g_object_add_weak_pointer (G_OBJECT (f->page), &page);
  g_object_add_weak_pointer (G_OBJECT (f->session), &session);
  gtk_window_destroy (f->window);
  g_object_unref (f->session);
  MG_WAIT_UNTIL (page == NULL && session == NULL, 10.0);
  mg_snapshot_unref (f->snapshot);
}

static gboolean
all_ready (Fixture *f)
{
  return (mg_session_ready (f->session) & MG_NEED_ALL) == MG_NEED_ALL;
}

static gboolean
is_busy (Fixture *f)
{
  MgDetailsTable *table = mg_details_page_table (f->page);
  gboolean busy = mg_details_table_is_busy (table) || strcmp (mg_details_table_state (table), "waiting") == 0;

  for (guint i = 0; !busy && mg_details_page_below (f->page, i); i++)
    busy = mg_details_table_is_busy (mg_details_page_below (f->page, i));
  return busy;
}

/* What was asked for is on screen: one table may ask the next. */
static void
rest (Fixture *f)
{
  for (guint i = 0; i < 3; i++)
    {
      mg_test_spin (0.02);
      MG_WAIT_UNTIL (!is_busy (f), 10.0);
    }
}

/* Everything is read, and the page shows what follows from it. */
static void
settle (Fixture *f)
{
  MG_WAIT_UNTIL (all_ready (f) || mg_session_failure (f->session), 20.0);
  rest (f);
}

static guint
n_rows (MgDetailsTable *table)
{
  return mg_row_list_n_shown (mg_details_table_list (table));
}

/* Text of the cell in the column of that title, in the row shown at POSITION. Free with g_free. */
static char *
cell (MgDetailsTable *table, const char *title, guint position)
{
  MgRowList *list = mg_details_table_list (table);
  const MgDetailsRows *rows = mg_details_table_rows (table);
  guint32 row = mg_row_list_row_at (list, position);

  for (guint c = 0; rows && row != MG_ROW_NONE && c < rows->view->n_columns; c++)
    if (strcmp (rows->view->columns[c].title, title) == 0)
      return mg_row_list_text (list, c, row);
  return NULL;
}

/* Position of the row whose cell in column TITLE is TEXT; G_MAXUINT: there is none. */
static guint
find (MgDetailsTable *table, const char *title, const char *text)
{
  for (guint i = 0; i < n_rows (table); i++)
    {
      g_autofree char *actual = cell (table, title, i);

      if (g_strcmp0 (actual, text) == 0)
        return i;
    }
  return G_MAXUINT;
}

static void
check_cell (MgDetailsTable *table, guint position, const char *title, const char *expected)
{
  g_autofree char *actual = cell (table, title, position);

  MG_CHECK_STRING (actual, expected);
}

static void
choose (Fixture *f, MgDetailsTable *table, guint position)
{
  mg_table_view_choose (mg_details_table_view (table), mg_row_list_row_at (mg_details_table_list (table), position));
  rest (f);
}

static void
activate (MgDetailsTable *table, guint position)
{
  g_signal_emit_by_name (mg_table_view_column_view (mg_details_table_view (table)), "activate", position);
  mg_test_spin (0.1);
}

/* Method names of the newest thread section of SOS's "clrstack -all" that names METHOD; arguments are left out, frames
 * that are no methods too. */
static GPtrArray *
sos_methods (const char *stacks, const char *method)
{
  g_auto (GStrv) threads = g_strsplit (stacks, "OS Thread Id", -1);
  GPtrArray *methods = g_ptr_array_new_with_free_func (g_free);

  for (guint t = 0; threads[t]; t++)
    {
      g_auto (GStrv) lines = strstr (threads[t], method) ? g_strsplit (threads[t], "\n", -1) : NULL;

      for (guint i = 1; lines && lines[i]; i++)
        if (strlen (lines[i]) > 34 && lines[i][34] != '[' && strchr (lines[i], '('))
          g_ptr_array_add (methods, g_strndup (lines[i] + 34, (gsize) (strchr (lines[i], '(') - lines[i] - 34)));
    }
  return methods;
}

static void
test_threads_show_frames_and_what_they_hold (void)
{
  Fixture f;
  g_autofree char *stacks = mg_core_sample_text (VERSION, "stacks");
  g_autoptr (GPtrArray) methods = sos_methods (stacks, "Garden.Program.Wait");
  MgDetailsTable *threads, *frames, *holds;
  guint main_thread;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_threads_kind);
  settle (&f);
  threads = mg_details_page_table (f.page);
  frames = mg_details_page_below (f.page, 0);
  holds = mg_details_page_below (f.page, 1);
  MG_CHECK (find (threads, "Name", "gardener") != G_MAXUINT);
  choose (&f, threads, find (threads, "Name", "gardener"));
  MG_CHECK (methods->len >= 3);
  MG_CHECK_UINT (n_rows (frames), methods->len);
  for (guint i = 0; i < methods->len; i++)
    {
      g_autofree char *method = cell (frames, "Method", i);

      MG_CHECK_STRING (method, g_ptr_array_index (methods, i));
    }
  main_thread = find (threads, "Thread", "1");
  choose (&f, threads, main_thread);
  MG_CHECK (find (holds, "Object", "Garden.LocalPlant") != G_MAXUINT);
  check_cell (holds, find (holds, "Object", "Garden.LocalPlant"), "In the method", "Garden.Program.Main");
  tear_down (&f);
}

static void
check_handle_group (MgDetailsTable *table, const char *type, const char *kind, const char *count)
{
  guint at = find (table, "Type", type);

  MG_CHECK (at != G_MAXUINT);
  check_cell (table, at, "Kind", kind);
  check_cell (table, at, "Count", count);
}

static void
test_handles_are_counted_and_listed (void)
{
  Fixture f;
  MgDetailsTable *groups, *handles;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_handles_kind);
  settle (&f);
  groups = mg_details_page_table (f.page);
  handles = mg_details_page_below (f.page, 0);
  check_handle_group (groups, "Garden.StrongHandlePlant", "strong", "3");
  check_handle_group (groups, "Garden.ListPlant", "dependent", "6");
  choose (&f, groups, find (groups, "Type", "Garden.ListPlant"));
  MG_CHECK_UINT (n_rows (handles), 6);
  for (guint i = 0; i < n_rows (handles); i++)
    check_cell (handles, i, "Keeps alive", "Garden.DependentPlant");
  tear_down (&f);
}

static guint64
retained_at (Fixture *f, MgDetailsTable *table, guint position)
{
  guint32 row = mg_row_list_row_at (mg_details_table_list (table), position);
  MgSubject subject = mg_details_statics_kind.view->subject (mg_details_table_rows (table), row);

  return subject.kind == MG_SUBJECT_OBJECT ? mg_snapshot_dominators (f->snapshot)->retained[subject.id] : 0;
}

static void
test_statics_are_sorted_and_filtered (void)
{
  Fixture f;
  MgDetailsTable *statics;
  GtkWidget *search;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_statics_kind);
  settle (&f);
  statics = mg_details_page_table (f.page);
  for (guint i = 1; i < n_rows (statics); i++)
    MG_CHECK (retained_at (&f, statics, i - 1) >= retained_at (&f, statics, i));
  check_cell (statics, find (statics, "Static field", "Garden.Ground.Chain"), "Holds", "Garden.StaticPlant");
  check_cell (statics, find (statics, "Static field", "Garden.Ground.Tree"), "Holds", "Garden.TreePlant");
  search = mg_test_find (GTK_WIDGET (statics), GTK_TYPE_SEARCH_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (search), "garden.ground.");
  MG_WAIT_UNTIL (n_rows (statics) > 0 && n_rows (statics) < 20, 5.0);
  for (guint i = 0; i < n_rows (statics); i++)
    {
      g_autofree char *name = cell (statics, "Static field", i);

      MG_CHECK (g_str_has_prefix (name, "Garden.Ground."));
    }
  gtk_editable_set_text (GTK_EDITABLE (search), "no such field");
  MG_WAIT_UNTIL (strcmp (mg_details_table_state (statics), "empty") == 0, 5.0);
  tear_down (&f);
}

static void
test_a_row_becomes_the_subject (void)
{
  Fixture f;
  MgDetailsTable *statics;
  MgSubject subject;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_statics_kind);
  settle (&f);
  statics = mg_details_page_table (f.page);
  activate (statics, find (statics, "Static field", "Garden.Ground.Chain"));
  subject = mg_session_subject (f.session);
  MG_CHECK_UINT (subject.kind, MG_SUBJECT_OBJECT);
  MG_CHECK_STRING (mg_graph_type_of (mg_snapshot_graph (f.snapshot), subject.id)->name, "Garden.StaticPlant");
  MG_CHECK_STRING (mg_session_page (f.session), "retention");
  tear_down (&f);
}

/* Follows a chain of references on the page of one object. */
static void
test_an_object_shows_fields_and_links (void)
{
  Fixture f;
  MgDetailsTable *fields, *referrers;
  MgTypeId type;
  guint32 n;
  const MgNode *trees;
  MgNode leaf = MG_NODE_NONE;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_object_kind);
  settle (&f);
  fields = mg_details_page_table (f.page);
  referrers = mg_details_page_below (f.page, 0);
  MG_CHECK_STRING (mg_details_table_state (fields), "empty");
  type = mg_type_table_find (mg_snapshot_types (f.snapshot), "Garden.TreePlant");
  trees = mg_instances_of (mg_snapshot_instances (f.snapshot), type, &n);
  MG_CHECK_UINT (n, 31);
  leaf = trees[n - 1];
  mg_session_visit (f.session, mg_subject_object (leaf), "object");
  rest (&f);
  MG_CHECK_UINT (n_rows (fields), 4);
  check_cell (fields, find (fields, "Field", "Height"), "Value", "0");
  check_cell (fields, find (fields, "Field", "Parent"), "Refers to", "Garden.TreePlant");
  MG_CHECK (n_rows (referrers) >= 1);
  check_cell (referrers, 0, "Object", "Garden.TreePlant");
  activate (fields, find (fields, "Field", "Parent"));
  MG_CHECK_STRING (mg_session_page (f.session), "object");
  MG_CHECK (mg_session_subject (f.session).id != leaf);
  MG_WAIT_UNTIL (mg_details_table_rows (fields)->subject.id != leaf, 5.0);
  rest (&f);
  MG_CHECK (find (fields, "Refers to", "Garden.TreePlant") != G_MAXUINT);
  tear_down (&f);
}

static void
test_repeated_strings_list_their_copies (void)
{
  Fixture f;
  MgDetailsTable *texts, *copies;
  g_autofree char *count = NULL, *listed = NULL;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_strings_kind);
  settle (&f);
  texts = mg_details_page_table (f.page);
  copies = mg_details_page_below (f.page, 0);
  MG_CHECK (n_rows (texts) > 0);
  choose (&f, texts, 0);
  count = cell (texts, "Copies", 0);
  listed = mg_format_count (n_rows (copies));
  MG_CHECK_STRING (listed, count);
  tear_down (&f);
}

/* Four of them, as the program sets them. */
static void
test_timers_tell_what_they_call_and_when (void)
{
  Fixture f;
  MgDetailsTable *timers;
  guint n = 0;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_timers_kind);
  settle (&f);
  timers = mg_details_page_table (f.page);
  for (guint i = 0; i < n_rows (timers); i++)
    {
      g_autofree char *due = cell (timers, "Due in", i), *every = cell (timers, "Every", i);
      g_autofree char *calls = cell (timers, "Calls", i);

      n += g_strcmp0 (calls, "Garden.TimerPlant.Water") == 0 && g_strcmp0 (due, "1 h") == 0
           && g_strcmp0 (every, "1 h") == 0;
    }
  MG_CHECK_UINT (n, 4);
  tear_down (&f);
}

/* Sum over the rows of the numbers behind the cells of a column. */
static guint64
sum (MgDetailsTable *table, const char *title)
{
  MgRowList *list = mg_details_table_list (table);
  const MgDetailsRows *rows = mg_details_table_rows (table);
  guint64 total = 0;

  for (guint c = 0; c < rows->view->n_columns; c++)
    for (guint32 row = 0; strcmp (rows->view->columns[c].title, title) == 0 && row < rows->n; row++)
      {
        g_autofree char *number = mg_row_list_csv (list, c, row);

        total += g_ascii_strtoull (number, NULL, 10);
      }
  return total;
}

static void
test_the_heap_adds_up (void)
{
  Fixture f;
  MgDetailsTable *generations;
  const MgTypeStats *stats;

  set_up (&f, open_core (mg_core_sample_bytes (VERSION)), &mg_details_heap_kind);
  settle (&f);
  generations = mg_details_page_table (f.page);
  stats = mg_snapshot_type_stats (f.snapshot);
  MG_CHECK_UINT (sum (generations, "Objects"), stats->total.count);
  MG_CHECK (find (generations, "Generation", "gen 2") != G_MAXUINT);
  choose (&f, generations, find (generations, "Generation", "gen 2"));
  {
    g_autofree char *segments = cell (generations, "Segments", find (generations, "Generation", "gen 2"));

    MG_CHECK_UINT (n_rows (mg_details_page_below (f.page, 0)), g_ascii_strtoull (segments, NULL, 10));
  }
  tear_down (&f);
}

/* Each page in turn, on each version: rows or the reason why there are none, never a page that waits. */
static void
test_every_page_fills_on_every_version (void)
{
  guint n;
  const MgDetailsKind *const *kinds = mg_details_kinds (&n);

  for (guint v = 0; mg_core_versions[v]; v++)
    for (guint k = 0; k < n; k++)
      {
        Fixture f;
        const char *state;

        set_up (&f, open_core (mg_core_sample_bytes (mg_core_versions[v])), kinds[k]);
        settle (&f);
        state = mg_details_table_state (mg_details_page_table (f.page));
        MG_CHECK (strcmp (state, "table") == 0 || strcmp (state, "empty") == 0);
        if (kinds[k] == &mg_details_threads_kind || kinds[k] == &mg_details_statics_kind
            || kinds[k] == &mg_details_handles_kind || kinds[k] == &mg_details_heap_kind)
          MG_CHECK_STRING (state, "table");
        tear_down (&f);
        if (mg_test_is_slow ())
          break;
      }
}

static MgSnapshot *
open_lesson (void)
{
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot
      = mg_snapshot_open (MG_SOURCE_DATA_DIR "/lessons/event-leak/event-leak.gcdump", NULL, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

/* A page for which a file has nothing says why. */
static void
check_absent (Fixture *f, const MgDetailsKind *kind, const char *reason)
{
  GtkWidget *status = mg_test_find (GTK_WIDGET (f->page), ADW_TYPE_STATUS_PAGE, NULL);

  MG_CHECK_STRING (mg_details_table_state (mg_details_page_table (f->page)), "absent");
  MG_CHECK_STRING (adw_status_page_get_title (ADW_STATUS_PAGE (status)), kind->absent);
  MG_CHECK (reason != NULL);
  if (reason)
    {
      g_autofree char *markup = g_markup_escape_text (reason, -1);

      MG_CHECK_STRING (adw_status_page_get_description (ADW_STATUS_PAGE (status)), markup);
    }
}

static void
test_a_gcdump_says_what_it_lacks (void)
{
  guint n;
  const MgDetailsKind *const *kinds = mg_details_kinds (&n);

  for (guint k = 0; k < n; k++)
    {
      Fixture f;

      set_up (&f, open_lesson (), kinds[k]);
      settle (&f);
      if (kinds[k]->about_subject)
        MG_CHECK_STRING (mg_details_table_state (mg_details_page_table (f.page)), "empty");
      else
        check_absent (&f, kinds[k], mg_details_absent_reason (f.snapshot, kinds[k]->capability));
      tear_down (&f);
    }
}

static void
test_a_dump_inside_a_collection_shows_what_is_sure (void)
{
  static const MgDetailsKind *const sure[] = { &mg_details_threads_kind, &mg_details_heap_kind };
  Fixture f;

  for (guint i = 0; i < G_N_ELEMENTS (sure); i++)
    {
      set_up (&f, open_core (mg_core_sample_in_collection (VERSION)), sure[i]);
      settle (&f);
      MG_CHECK_STRING (mg_details_table_state (mg_details_page_table (f.page)), "table");
      if (sure[i] == &mg_details_threads_kind)
        check_cell (mg_details_page_table (f.page), 0, "Holds", "–");
      tear_down (&f);
    }
  set_up (&f, open_core (mg_core_sample_in_collection (VERSION)), &mg_details_statics_kind);
  settle (&f);
  check_absent (&f, &mg_details_statics_kind, mg_snapshot_no_graph_reason (f.snapshot));
  tear_down (&f);
}

/* Pages that need the graph do not wait for what will not come. */
static void
test_a_collection_leaves_no_paths (void)
{
  static const struct
  {
    GtkWidget *(*make) (MgSession *session);
    const char *title;
  } pages[] = { { mg_retention_page_new, "No Paths" }, { mg_dominators_page_new, "No Retained Sizes" } };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (MgSnapshot) snapshot = open_core (mg_core_sample_in_collection (VERSION));
      g_autoptr (MgSession) session = mg_session_new (snapshot);
      const char *reason = mg_snapshot_no_graph_reason (snapshot);
      GtkWindow *window;
      GtkWidget *title, *why;

      mg_test_ui_init ();
      window = GTK_WINDOW (gtk_window_new ());
      gtk_window_set_default_size (window, 1100, 700);
      gtk_window_set_child (window, pages[i].make (session));
      mg_test_present (window);
      title = mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, pages[i].title);
      why = mg_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, reason);
      MG_CHECK (title != NULL && gtk_widget_get_mapped (title));
      MG_CHECK (why != NULL && gtk_widget_get_mapped (why));
      gtk_window_destroy (window);
      mg_test_spin (0.1);
    }
}

/* The side bar and the session name the same page, whoever changes it. */
static void
test_the_side_bar_follows_the_session (void)
{
  g_autoptr (MgSnapshot) snapshot = open_core (mg_core_sample_bytes (VERSION));
  g_autoptr (MgSession) session = mg_session_new (snapshot);
  GtkWindow *window;
  MgExplorePage *explore;
  GtkListBox *list;

  mg_test_ui_init ();
  explore = MG_EXPLORE_PAGE (mg_explore_page_new (session));
  window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (window, 1100, 700);
  gtk_window_set_child (window, GTK_WIDGET (explore));
  mg_test_present (window);
  MG_CHECK_STRING (mg_explore_page_current (explore), "overview");
  MG_CHECK (mg_test_find (GTK_WIDGET (explore), GTK_TYPE_LABEL, "Self-Checks") != NULL);
  mg_session_set_page (session, "handles");
  MG_CHECK_STRING (mg_explore_page_current (explore), "handles");
  list = GTK_LIST_BOX (mg_test_find (GTK_WIDGET (explore), GTK_TYPE_LIST_BOX, "What to explore"));
  MG_CHECK (list != NULL);
  for (int i = 0; gtk_list_box_get_row_at_index (list, i); i++)
    {
      gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, i));
      MG_CHECK_STRING (mg_explore_page_current (explore), mg_session_page (session));
      MG_CHECK (MG_IS_DETAILS_PAGE (mg_explore_page_child (explore)) || i == 0);
    }
  MG_CHECK (mg_page_has_table (MG_PAGE (explore)));
  gtk_window_destroy (window);
  mg_test_spin (0.2);
}

static const MgTest tests[] = {
  { "threads show frames and what they hold", test_threads_show_frames_and_what_they_hold },
  { "handles are counted and listed", test_handles_are_counted_and_listed },
  { "statics are sorted and filtered", test_statics_are_sorted_and_filtered },
  { "a row becomes the subject", test_a_row_becomes_the_subject },
  { "an object shows fields and links", test_an_object_shows_fields_and_links },
  { "repeated strings list their copies", test_repeated_strings_list_their_copies },
  { "timers tell what they call and when", test_timers_tell_what_they_call_and_when },
  { "the heap adds up", test_the_heap_adds_up },
  { "every page fills on every version", test_every_page_fills_on_every_version },
  { "a gcdump says what it lacks", test_a_gcdump_says_what_it_lacks },
  { "a dump inside a collection shows what is sure", test_a_dump_inside_a_collection_shows_what_is_sure },
  { "a collection leaves no paths", test_a_collection_leaves_no_paths },
  { "the side bar follows the session", test_the_side_bar_follows_the_session },
};

MG_TEST_MAIN ("ui-details-page", tests)
