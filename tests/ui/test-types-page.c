#include <adwaita.h>

#include "tests/support/graph-recipe.h"
#include "tests/support/ui.h"
#include "ui/models/instance-list.h"
#include "ui/pages/instances-pane.h"
#include "ui/pages/page.h"
#include "ui/pages/types-page.h"

static const char recipe_text[] = "root static Monitor -> m; m -> c*10; c*10 -> b{1..10}; lost{1..3} -> s\n"
                                  "m: Shop.dll!Shop.Web.Monitor 40; c*10: Shop.dll!Shop.Web.Context 32\n"
                                  "b{1..10}: Core.dll!System.Byte[] 1000; lost{1..3}: Shop.dll!Shop.Web.Context 32\n"
                                  "s: Core.dll!System.String 60\n";

typedef struct
{
  MgSession *session;
  GtkWindow *window;
  MgTypesPage *page;
  MgRowList *rows;
} Fixture;

static void
set_up (Fixture *f, gboolean prepare)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (recipe_text, NULL);

  mg_test_ui_init ();
  f->session = mg_session_new (snapshot);
  f->page = MG_TYPES_PAGE (mg_types_page_new (f->session));
  f->rows = mg_types_page_rows (f->page);
  f->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (f->window, 1000, 700);
  gtk_window_set_child (f->window, GTK_WIDGET (f->page));
  mg_test_present (f->window);
  if (prepare)
    {
      mg_session_prepare (f->session);
      MG_WAIT_UNTIL ((mg_session_ready (f->session) & MG_NEED_ALL) == MG_NEED_ALL, 10.0);
    }
  MG_WAIT_UNTIL (mg_types_page_is_settled (f->page), 10.0);
}

static void
tear_down (Fixture *f)
{
  gpointer page = f->page, session = f->session;

  g_object_add_weak_pointer (G_OBJECT (f->page), &page);
  g_object_add_weak_pointer (G_OBJECT (f->session), &session);
  gtk_window_destroy (f->window);
  g_object_unref (f->session);
  MG_WAIT_UNTIL (page == NULL && session == NULL, 5.0);
}

/* Names of the rows on screen, in order, with commas. */
static char *
shown (Fixture *f)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < mg_row_list_n_shown (f->rows); i++)
    {
      g_autofree char *name = mg_row_list_text (f->rows, MG_TYPE_LIST_NAME, mg_row_list_row_at (f->rows, i));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }
  return g_string_free (text, FALSE);
}

static void
check_shown_at (int line, Fixture *f, const char *expected)
{
  g_autofree char *text = NULL;

  MG_WAIT_UNTIL (mg_types_page_is_settled (f->page), 10.0);
  text = shown (f);
  mg_test_check_string (__FILE__, line, text, expected);
}

#define check_shown(fixture, expected) check_shown_at (__LINE__, (fixture), (expected))

static void
check_label_at (int line, Fixture *f, const char *text)
{
  if (mg_test_find (GTK_WIDGET (f->page), GTK_TYPE_LABEL, text) == NULL)
    mg_test_fail (__FILE__, line, "nothing on the page says \"%s\"", text);
  else
    MG_CHECK (TRUE);
}

#define check_label(fixture, text) check_label_at (__LINE__, (fixture), (text))

static guint32
row_named (Fixture *f, const char *name)
{
  const MgTypeColumns *columns = mg_row_list_data (f->rows);

  for (guint32 row = 0; columns && row < columns->n; row++)
    if (g_str_equal (columns->name[row], name))
      return row;
  mg_test_fail (__FILE__, __LINE__, "no row %s", name);
  return MG_ROW_NONE;
}

static void
choose_row (Fixture *f, const char *name)
{
  mg_table_view_choose (mg_types_page_table (f->page), row_named (f, name));
}

static void
search_for (Fixture *f, const char *text)
{
  GtkWidget *entry = mg_test_find (GTK_WIDGET (f->page), GTK_TYPE_SEARCH_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  /* The entry would wait for the user to stop typing. */
  g_signal_emit_by_name (entry, "search-changed");
}

static void
test_biggest_first (void)
{
  Fixture f;

  set_up (&f, FALSE);
  check_shown (&f, "System.Byte[], Shop.Web.Context, System.String, Shop.Web.Monitor");
  check_label (&f, "Types: 4 · objects: 25 · 10.5 kB");
  tear_down (&f);
  set_up (&f, TRUE);
  check_shown (&f, "Shop.Web.Monitor, Shop.Web.Context, System.Byte[], System.String");
  tear_down (&f);
}

static void
test_search (void)
{
  GtkWidget *regex, *entry;
  int end = 15;
  Fixture f;

  set_up (&f, TRUE);
  entry = mg_test_find (GTK_WIDGET (f.page), GTK_TYPE_SEARCH_ENTRY, NULL);
  search_for (&f, "shop.web");
  check_shown (&f, "Shop.Web.Monitor, Shop.Web.Context");
  check_label (&f, "Types: 2 of 4 · objects: 14 · 456 bytes");
  gtk_widget_activate_action (GTK_WIDGET (f.page), "types.regex", NULL);
  regex = mg_test_find (GTK_WIDGET (f.page), GTK_TYPE_TOGGLE_BUTTON, "Regular expression");
  MG_CHECK (regex && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (regex)));
  search_for (&f, "(byte|string)\\b");
  check_shown (&f, "System.Byte[], System.String");
  /* Half an expression leaves the table alone and says what is wrong. */
  gtk_editable_insert_text (GTK_EDITABLE (entry), "(", 1, &end);
  g_signal_emit_by_name (entry, "search-changed");
  check_shown (&f, "System.Byte[], System.String");
  MG_CHECK (gtk_widget_has_css_class (entry, "error"));
  search_for (&f, "no such type");
  check_shown (&f, "");
  check_label (&f, "Nothing matches.");
  search_for (&f, "");
  check_shown (&f, "Shop.Web.Monitor, Shop.Web.Context, System.Byte[], System.String");
  tear_down (&f);
}

static void
select_in (Fixture *f, const char *name, guint i)
{
  GtkWidget *drop_down = mg_test_find (GTK_WIDGET (f->page), GTK_TYPE_DROP_DOWN, name);

  MG_CHECK (drop_down != NULL && gtk_widget_get_sensitive (drop_down));
  if (drop_down)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), i);
}

static void
test_grouping (void)
{
  g_autofree char *group = NULL;
  Fixture f;

  set_up (&f, TRUE);
  select_in (&f, "Grouping", MG_GROUP_NAMESPACE);
  check_shown (&f, "Shop.Web, System");
  check_label (&f, "Namespaces: 2 · objects: 25 · 10.5 kB");
  g_object_get (f.page, "types-group", &group, NULL);
  MG_CHECK_STRING (group, "namespace");
  /* Enter opens the namespace, Escape leaves it again. */
  choose_row (&f, "System");
  gtk_widget_activate_action (GTK_WIDGET (f.page), "types.retention", NULL);
  check_shown (&f, "System.Byte[], System.String");
  MG_CHECK_UINT (mg_session_subject (f.session).kind, MG_SUBJECT_NONE);
  gtk_widget_activate_action (GTK_WIDGET (f.page), "types.leave-scope", NULL);
  check_shown (&f, "Shop.Web, System");
  g_object_set (f.page, "types-group", "module", NULL);
  check_shown (&f, "Shop.dll, Core.dll");
  tear_down (&f);
}

static void
test_live_and_dead (void)
{
  GtkWidget *drop_down;
  Fixture f;

  set_up (&f, FALSE);
  drop_down = mg_test_find (GTK_WIDGET (f.page), GTK_TYPE_DROP_DOWN, "Objects counted");
  MG_CHECK (drop_down && !gtk_widget_get_sensitive (drop_down));
  tear_down (&f);
  set_up (&f, TRUE);
  choose_row (&f, "Shop.Web.Context");
  select_in (&f, "Objects counted", MG_OBJECTS_DEAD);
  check_shown (&f, "Shop.Web.Context, System.String");
  check_label (&f, "Types: 2 · objects: 4 · 156 bytes");
  /* The chosen type stays chosen, and below are its dead objects alone. */
  MG_CHECK_UINT (mg_table_view_chosen (mg_types_page_table (f.page)), row_named (&f, "Shop.Web.Context"));
  check_label (&f, "3 objects");
  tear_down (&f);
}

static void
test_instances_below (void)
{
  MgTableView *table;
  MgTypeId type;
  Fixture f;

  set_up (&f, TRUE);
  check_label (&f, "Choose a type above to see its objects.");
  choose_row (&f, "Shop.Web.Context");
  check_label (&f, "Instances of Shop.Web.Context");
  check_label (&f, "13 objects");
  table = mg_types_page_instances (f.page);
  g_signal_emit_by_name (table, "row-activated", 4);
  type = mg_type_table_find (mg_snapshot_types (mg_session_snapshot (f.session)), "Shop.Web.Context");
  MG_CHECK_UINT (mg_session_subject (f.session).kind, MG_SUBJECT_OBJECT);
  MG_CHECK_UINT (mg_snapshot_graph (mg_session_snapshot (f.session))->type[mg_session_subject (f.session).id], type);
  MG_CHECK_STRING (mg_session_page (f.session), "retention");
  tear_down (&f);
}

static void
test_commands (void)
{
  MgTypeId monitor;
  Fixture f;

  set_up (&f, TRUE);
  monitor = mg_type_table_find (mg_snapshot_types (mg_session_snapshot (f.session)), "Shop.Web.Monitor");
  choose_row (&f, "Shop.Web.Monitor");
  gtk_widget_activate_action (GTK_WIDGET (f.page), "types.dominators", NULL);
  MG_CHECK (mg_subject_equal (mg_session_subject (f.session), mg_subject_type (monitor)));
  MG_CHECK_STRING (mg_session_page (f.session), "dominators");
  gtk_widget_activate_action (GTK_WIDGET (f.page), "types.retention", NULL);
  MG_CHECK_STRING (mg_session_page (f.session), "retention");
  /* A subject chosen elsewhere is the row chosen here. */
  mg_session_visit (f.session, mg_subject_type (mg_type_table_find (mg_snapshot_types (mg_session_snapshot (f.session)),
                                                                    "System.String")),
                    "types");
  MG_CHECK_UINT (mg_table_view_chosen (mg_types_page_table (f.page)), row_named (&f, "System.String"));
  tear_down (&f);
}

static char *
page_text (MgPage *page, MgPageTable format)
{
  g_autoptr (MgTableText) text = mg_page_table (page, format);

  return text ? mg_table_text_write (text, NULL, NULL) : NULL;
}

static void
test_as_page (void)
{
  g_autofree char *csv = NULL, *text = NULL;
  const MgPlacement *placement;
  Fixture f;

  set_up (&f, TRUE);
  csv = page_text (MG_PAGE (f.page), MG_PAGE_CSV);
  text = page_text (MG_PAGE (f.page), MG_PAGE_TEXT);
  MG_CHECK (g_str_has_prefix (csv, "type,count,size,retained,share,average\r\nShop.Web.Monitor,1,40,10360,"));
  MG_CHECK_CONTAINS (text, "Shop.Web.Context     13  416 bytes");
  MG_CHECK (mg_page_search (MG_PAGE (f.page)));
  MG_CHECK (!mg_page_has_picture (MG_PAGE (f.page)) && mg_page_picture (MG_PAGE (f.page), &placement) == NULL);
  tear_down (&f);
}

static void
test_everything_has_a_name (void)
{
  static const char *const names[] = { "Find types", "Regular expression", "Grouping", "Objects counted", "Columns",
                                       "Types", "Instances", "Columns of the instances" };
  Fixture f;

  set_up (&f, TRUE);
  choose_row (&f, "Shop.Web.Context");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (mg_test_find (GTK_WIDGET (f.page), GTK_TYPE_WIDGET, names[i]) == NULL)
      mg_test_fail (__FILE__, __LINE__, "no widget is called \"%s\"", names[i]);
    else
      MG_CHECK (TRUE);
  tear_down (&f);
}

static const MgTest tests[] = {
  { "biggest first", test_biggest_first },
  { "search", test_search },
  { "grouping", test_grouping },
  { "live and dead", test_live_and_dead },
  { "instances below", test_instances_below },
  { "commands", test_commands },
  { "as a page", test_as_page },
  { "everything has a name", test_everything_has_a_name },
};

MG_TEST_MAIN ("types-page", tests)
