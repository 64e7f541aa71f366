#include "tests/support/graph-recipe.h"
#include "tests/support/ui.h"
#include "ui/models/instance-list.h"
#include "ui/models/type-list.h"
#include "ui/text.h"

/* A static holds a monitor that holds ten contexts with a buffer each; three contexts and a string are dead. */
static const char recipe_text[] = "root static Monitor -> m; m -> c*10; c*10 -> b{1..10}; lost{1..3} -> s\n"
                                  "m: Shop.dll!Shop.Web.Monitor 40; c*10: Shop.dll!Shop.Web.Context 32\n"
                                  "b{1..10}: Core.dll!System.Byte[] 1000; lost{1..3}: Shop.dll!Shop.Web.Context 32\n"
                                  "s: Core.dll!System.String 60\n";

static MgSnapshot *
ready_snapshot (void)
{
  MgSnapshot *snapshot = mg_graph_recipe_snapshot (recipe_text, NULL);
  g_autoptr (GError) error = NULL;

  mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static guint32
row_named (const MgTypeColumns *columns, const char *name)
{
  for (guint32 row = 0; row < columns->n; row++)
    if (g_str_equal (columns->name[row], name))
      return row;
  mg_test_fail (__FILE__, __LINE__, "no row %s", name);
  return 0;
}

static void
check_row (const MgTypeColumns *columns, const char *name, guint64 count, guint64 size, guint64 retained)
{
  guint32 row = row_named (columns, name);

  MG_CHECK_UINT (columns->count[row], count);
  MG_CHECK_UINT (columns->size[row], size);
  MG_CHECK (columns->retained != NULL);
  if (columns->retained)
    MG_CHECK_UINT (columns->retained[row], retained);
}

static void
test_types (void)
{
  g_autoptr (MgSnapshot) snapshot = ready_snapshot ();
  g_autoptr (MgTypeColumns) columns = mg_type_columns_new (snapshot, MG_GROUP_TYPE, MG_OBJECTS_ALL, NULL, NULL);

  MG_CHECK_UINT (columns->n, 4);
  check_row (columns, "Shop.Web.Monitor", 1, 40, 40 + 10 * 1032);
  check_row (columns, "Shop.Web.Context", 13, 13 * 32, 10 * 1032);
  check_row (columns, "System.Byte[]", 10, 10000, 10000);
  check_row (columns, "System.String", 1, 60, 0);
  MG_CHECK_UINT (columns->heap_size, 40 + 13 * 32 + 10000 + 60);
  MG_CHECK (columns->own[row_named (columns, "Shop.Web.Context")]);
  MG_CHECK (!columns->own[row_named (columns, "System.Byte[]")]);
  for (guint32 row = 0; row < columns->n; row++)
    MG_CHECK_UINT (mg_type_columns_find (columns, columns->type[row]), row);
}

static void
test_groups (void)
{
  g_autoptr (MgSnapshot) snapshot = ready_snapshot ();
  g_autoptr (MgTypeColumns) spaces = mg_type_columns_new (snapshot, MG_GROUP_NAMESPACE, MG_OBJECTS_ALL, NULL, NULL);
  g_autoptr (MgTypeColumns) modules = mg_type_columns_new (snapshot, MG_GROUP_MODULE, MG_OBJECTS_ALL, NULL, NULL);
  MgTypeScope scope = { MG_GROUP_NAMESPACE, "Shop.Web" };
  g_autoptr (MgTypeColumns) inside = mg_type_columns_new (snapshot, MG_GROUP_TYPE, MG_OBJECTS_ALL, &scope, NULL);

  MG_CHECK_UINT (spaces->n, 2);
  /* As a set: what the contexts keep is within what the monitor keeps. */
  check_row (spaces, "Shop.Web", 14, 40 + 13 * 32, 40 + 10 * 1032);
  check_row (spaces, "System", 11, 10060, 10000);
  MG_CHECK_STRING (spaces->name[0], "Shop.Web");
  MG_CHECK_UINT (modules->n, 2);
  check_row (modules, "Shop.dll", 14, 40 + 13 * 32, 40 + 10 * 1032);
  MG_CHECK_UINT (modules->n_types[row_named (modules, "Core.dll")], 2);
  MG_CHECK_UINT (inside->n, 2);
  check_row (inside, "Shop.Web.Monitor", 1, 40, 40 + 10 * 1032);
  MG_CHECK_UINT (inside->heap_size, spaces->heap_size);
}

static void
test_live_and_dead (void)
{
  g_autoptr (MgSnapshot) snapshot = ready_snapshot ();
  g_autoptr (MgTypeColumns) live = mg_type_columns_new (snapshot, MG_GROUP_TYPE, MG_OBJECTS_LIVE, NULL, NULL);
  g_autoptr (MgTypeColumns) dead = mg_type_columns_new (snapshot, MG_GROUP_TYPE, MG_OBJECTS_DEAD, NULL, NULL);

  MG_CHECK_UINT (live->n, 3);
  check_row (live, "Shop.Web.Context", 10, 320, 10 * 1032);
  MG_CHECK_UINT (dead->n, 2);
  MG_CHECK_UINT (dead->count[row_named (dead, "Shop.Web.Context")], 3);
  MG_CHECK (dead->retained == NULL);
  MG_CHECK_UINT (live->heap_size + dead->heap_size, 40 + 13 * 32 + 10000 + 60);
}

static void
check_cell (MgRowList *list, guint column, guint32 row, const char *text, const char *csv)
{
  g_autofree char *shown = mg_row_list_text (list, column, row), *plain = mg_row_list_csv (list, column, row);

  MG_CHECK_STRING (shown, text);
  MG_CHECK_STRING (plain, csv);
}

static void
test_cells (void)
{
  g_autoptr (MgSnapshot) snapshot = ready_snapshot ();
  g_autoptr (MgTypeColumns) columns = mg_type_columns_new (snapshot, MG_GROUP_TYPE, MG_OBJECTS_ALL, NULL, NULL);
  g_autoptr (MgRowList) list = mg_type_list_new ();
  guint32 row = row_named (columns, "System.Byte[]");

  mg_row_list_set_data (list, columns, columns->n);
  check_cell (list, MG_TYPE_LIST_NAME, row, "System.Byte[]", "System.Byte[]");
  check_cell (list, MG_TYPE_LIST_COUNT, row, "10", "10");
  check_cell (list, MG_TYPE_LIST_SIZE, row, "10.0 kB", "10000");
  check_cell (list, MG_TYPE_LIST_AVERAGE, row, "1,000 bytes", "1000.0");
  check_cell (list, MG_TYPE_LIST_MODULE, row, "Core.dll", "Core.dll");
  check_cell (list, MG_TYPE_LIST_SHARE, row, "95.1 %", "0.950932");
  mg_row_list_set_sort (list, MG_TYPE_LIST_RETAINED, TRUE);
  MG_CHECK_UINT (mg_row_list_row_at (list, 0), row_named (columns, "Shop.Web.Monitor"));
  MG_CHECK_UINT (mg_row_list_row_at (list, 3), row_named (columns, "System.String"));
  MG_CHECK_UINT (mg_row_list_sum (list, MG_TYPE_LIST_SUM_COUNT), 25);
}

static void
test_before_anything_is_ready (void)
{
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (recipe_text, NULL);
  g_autoptr (MgTypeColumns) columns = mg_type_columns_new (snapshot, MG_GROUP_TYPE, MG_OBJECTS_ALL, NULL, NULL);
  g_autoptr (MgRowList) list = mg_type_list_new ();

  MG_CHECK (columns->retained == NULL);
  mg_row_list_set_data (list, columns, columns->n);
  check_cell (list, MG_TYPE_LIST_RETAINED, 0, "–", "");
  mg_row_list_set_sort (list, MG_TYPE_LIST_RETAINED, TRUE);
  MG_CHECK_UINT (mg_row_list_row_at (list, 0), row_named (columns, "System.Byte[]"));
}

static void
test_instances (void)
{
  g_autoptr (MgSnapshot) snapshot = ready_snapshot ();
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), "Shop.Web.Context");
  g_autoptr (MgInstanceRows) rows = mg_instance_rows_new (snapshot, type, MG_OBJECTS_ALL);
  g_autoptr (MgInstanceRows) dead = mg_instance_rows_new (snapshot, type, MG_OBJECTS_DEAD);
  g_autoptr (MgRowList) list = mg_instance_list_new ();
  guint32 row;

  mg_row_list_set_data (list, rows, rows->n);
  MG_CHECK_UINT (rows->n_all, 13);
  mg_row_list_set_sort (list, MG_INSTANCE_LIST_DISTANCE, FALSE);
  row = mg_row_list_row_at (list, 0);
  check_cell (list, MG_INSTANCE_LIST_DISTANCE, row, "2 links", "2");
  check_cell (list, MG_INSTANCE_LIST_HOLDER, row, "Shop.Web.Monitor", "Shop.Web.Monitor");
  check_cell (list, MG_INSTANCE_LIST_RETAINED, row, "1,032 bytes", "1032");
  row = mg_row_list_row_at (list, 12);
  check_cell (list, MG_INSTANCE_LIST_DISTANCE, row, "dead", "");
  check_cell (list, MG_INSTANCE_LIST_RETAINED, row, "0 bytes", "0");
  mg_row_list_set_data (list, dead, dead->n);
  MG_CHECK_UINT (mg_row_list_n_shown (list), 3);
  MG_CHECK_UINT (mg_row_list_sum (list, 0), 96);
}

static void
check_short (const char *name, const char *expected, const char *space)
{
  g_autofree char *text = mg_text_short_type_name (name), *found = mg_text_namespace (name);

  MG_CHECK_STRING (text, expected);
  MG_CHECK_STRING (found, space);
}

static void
test_fields (void)
{
  MG_CHECK_STRING (mg_text_field_with_class ("Shop.Web.Program.Cache"), "Program.Cache");
  MG_CHECK_STRING (mg_text_field_with_class ("Program.Cache"), "Program.Cache");
  MG_CHECK_STRING (mg_text_field_with_class ("Cache"), "Cache");
  MG_CHECK_STRING (mg_text_field_with_class ("thread 5 in Shop.Web.Worker.Run"), "thread 5 in Shop.Web.Worker.Run");
  MG_CHECK_STRING (mg_text_field_with_class (""), "");
}

static void
test_names (void)
{
  g_autofree char *none = mg_text_share (0, 0), *tiny = mg_text_share (1, 100000), *all = mg_text_share (7, 7);

  check_short ("MyApp.NotificationContext", "NotificationContext", "MyApp");
  check_short ("System.Collections.Generic.List<MyApp.Item>", "List<Item>", "System.Collections.Generic");
  check_short ("System.Collections.Generic.Dictionary<System.String,MyApp.Item[]>[]", "Dictionary<String,Item[]>[]",
               "System.Collections.Generic");
  check_short ("Program", "Program", "");
  check_short ("System.Byte[]", "Byte[]", "System");
  check_short ("", "", "");
  check_short ("A.B.", "B.", "A.B");
  MG_CHECK_STRING (none, "–");
  MG_CHECK_STRING (tiny, "< 0.1 %");
  MG_CHECK_STRING (all, "100.0 %");
}

static const MgTest tests[] = {
  { "types", test_types },
  { "groups", test_groups },
  { "live and dead", test_live_and_dead },
  { "cells", test_cells },
  { "before anything is ready", test_before_anything_is_ready },
  { "instances", test_instances },
  { "names", test_names },
  { "fields have their class", test_fields },
};

MG_TEST_MAIN ("type-list", tests)
