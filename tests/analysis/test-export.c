/* The picture as files: that they are whole, say what they should, fit their readers, and are the same each time. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/picture/cut-mark.h"
#include "app/export/export.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/picture-fixture.h"
#include "tests/support/test.h"

/* cairo 1.16 loses a dictionary of 768 bytes for each subset it makes of a CID font (Chinese, Japanese, Korean). */
#ifdef __SANITIZE_ADDRESS__
void __lsan_disable (void);
void __lsan_enable (void);
#else
#define __lsan_disable()
#define __lsan_enable()
#endif

static const MgExportOptions with_caption = { .caption = TRUE };

static GBytes *
export_bytes (const MgPicture *picture, MgExportFormat format, const MgExportOptions *options)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = mg_export_picture_to_bytes (NULL, picture, format, options, &error);

  MG_CHECK_NO_ERROR (error);
  return bytes;
}

/* Each format begins as it should, and is the same a second and more later: no time of day is in it. */
static void
test_same_picture_same_bytes (void)
{
  static const char *const begins[MG_N_EXPORT_FORMATS] = {
    [MG_EXPORT_SVG] = "<?xml",   [MG_EXPORT_PNG] = "\x89PNG\r\n",      [MG_EXPORT_PDF] = "%PDF-1.",
    [MG_EXPORT_DOT] = "digraph", [MG_EXPORT_MERMAID] = "flowchart LR", [MG_EXPORT_TEXT] = "All 10,000 ",
  };
  MgPicture *picture = mg_fixture_event_leak ();
  GBytes *first[MG_N_EXPORT_FORMATS];

  for (guint f = 0; f < MG_N_EXPORT_FORMATS; f++)
    {
      first[f] = export_bytes (picture, (MgExportFormat) f, &with_caption);
      MG_CHECK (g_bytes_get_size (first[f]) > strlen (begins[f])
                && memcmp (g_bytes_get_data (first[f], NULL), begins[f], strlen (begins[f])) == 0);
    }
  g_usleep (1100000);
  for (guint f = 0; f < MG_N_EXPORT_FORMATS; f++)
    {
      g_autoptr (GBytes) second = export_bytes (picture, (MgExportFormat) f, &with_caption);

      MG_CHECK (g_bytes_equal (first[f], second));
      g_bytes_unref (first[f]);
    }
  mg_fixture_free (picture);
}

/* Width and height from the head of a PNG file. */
static void
png_size (GBytes *bytes, guint32 *width, guint32 *height)
{
  const guint8 *data = g_bytes_get_data (bytes, NULL);

  memcpy (width, data + 16, 4);
  memcpy (height, data + 20, 4);
  *width = GUINT32_FROM_BE (*width);
  *height = GUINT32_FROM_BE (*height);
}

/* Width and height from the head of an SVG file. */
static void
svg_size (GBytes *bytes, double *width, double *height)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  *width = g_ascii_strtod (strstr (text, " width=\"") + 8, NULL);
  *height = g_ascii_strtod (strstr (text, " height=\"") + 9, NULL);
}

static void
test_png_has_two_pixels_to_the_point (void)
{
  MgPicture *picture = mg_fixture_one_object ();
  g_autoptr (GBytes) svg = export_bytes (picture, MG_EXPORT_SVG, &with_caption);
  g_autoptr (GBytes) png = export_bytes (picture, MG_EXPORT_PNG, &with_caption);
  g_autoptr (GBytes) small = export_bytes (picture, MG_EXPORT_PNG, &(MgExportOptions){ .caption = TRUE, .scale = 1 });
  double width, height;
  guint32 w, h;

  svg_size (svg, &width, &height);
  png_size (png, &w, &h);
  MG_CHECK_UINT (w, (guint32) (2 * width));
  MG_CHECK_UINT (h, (guint32) (2 * height));
  png_size (small, &w, &h);
  MG_CHECK_UINT (w, (guint32) width);
  mg_fixture_free (picture);
}

/* An image that no program opens is no help: it gets smaller instead, and keeps its shape. */
static void
test_huge_png_is_scaled_down (void)
{
  MgPicture *picture = mg_fixture_event_leak ();
  g_autoptr (GBytes) svg = export_bytes (picture, MG_EXPORT_SVG, NULL);
  g_autoptr (GBytes) png = export_bytes (picture, MG_EXPORT_PNG, &(MgExportOptions){ .scale = 1000 });
  double width, height;
  guint32 w, h;

  svg_size (svg, &width, &height);
  png_size (png, &w, &h);
  MG_CHECK (w <= 32767 && h <= 32767 && (guint64) w * h <= 41000000);
  MG_CHECK (w > 10000 && ABS ((double) w / h - width / height) < 0.01);
  mg_fixture_free (picture);
}

static void
test_dark_and_transparent_differ (void)
{
  MgPicture *picture = mg_fixture_event_leak ();
  g_autoptr (GBytes) plain = export_bytes (picture, MG_EXPORT_SVG, NULL);
  g_autoptr (GBytes) dark = export_bytes (picture, MG_EXPORT_SVG, &(MgExportOptions){ .dark = TRUE });
  g_autoptr (GBytes) clear = export_bytes (picture, MG_EXPORT_SVG, &(MgExportOptions){ .transparent = TRUE });
  g_autofree char *text = g_strndup (g_bytes_get_data (clear, NULL), g_bytes_get_size (clear));

  MG_CHECK (!g_bytes_equal (plain, dark) && !g_bytes_equal (plain, clear));
  MG_CHECK (strstr (text, "<rect width=\"100%\"") == NULL);
  mg_fixture_free (picture);
}

/* What PROGRAM says about a file with BYTES; NULL after a note when it is not installed. */
static char *
ask (const char *program, const char *arguments, GBytes *bytes)
{
  g_autofree char *found = g_find_program_in_path (program);
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "asked", NULL);
  g_autofree char *command = g_strdup_printf ("%s %s %s -", program, arguments, path);
  char *output = NULL;
  int status = -1;

  if (found == NULL)
    {
      if (g_getenv ("CI") != NULL)
        mg_test_fail (__FILE__, __LINE__, "%s is not installed", program);
      g_message ("%s is not installed: not tested", program);
      return NULL;
    }
  MG_CHECK (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
  MG_CHECK (g_spawn_command_line_sync (command, &output, NULL, &status, NULL)
            && g_spawn_check_wait_status (status, NULL));
  return output;
}

static void
test_pdf_has_text (void)
{
  MgPicture *leak = mg_fixture_event_leak (), *hard = mg_fixture_hard_names ();
  g_autoptr (GBytes) plain = export_bytes (leak, MG_EXPORT_PDF, &with_caption);
  g_autoptr (GBytes) names = NULL;
  g_autofree char *text = ask ("pdftotext", "", plain);
  g_autofree char *hard_text = NULL;

  __lsan_disable ();
  names = export_bytes (hard, MG_EXPORT_PDF, &with_caption);
  __lsan_enable ();
  hard_text = ask ("pdftotext", "", names);
  if (text != NULL)
    {
      MG_CHECK_CONTAINS (text, "Why is MyApp.NotificationContext alive?");
      MG_CHECK_CONTAINS (text, "ConnectionMonitor\n");
      MG_CHECK_CONTAINS (text, "10,000 handlers");
      MG_CHECK_CONTAINS (hard_text, "A<B>&C\"D\"");
    }
  mg_fixture_free (leak);
  mg_fixture_free (hard);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_files_appear_whole_or_not_at_all (void)
{
  MgPicture *picture = mg_fixture_event_leak ();
  g_autofree char *folder = g_build_filename (mg_test_temp_dir (), "files", NULL);
  g_autofree char *path = g_build_filename (folder, "picture.svg", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "no", "such", "folder.svg", NULL);
  g_autoptr (GBytes) expected = export_bytes (picture, MG_EXPORT_SVG, NULL);
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0755);
  /* An older and longer file is replaced as a whole. */
  g_autofree char *old = g_strnfill (1000000, 'x');
  MG_CHECK (g_file_set_contents (path, old, -1, NULL));
  MG_CHECK (mg_export_picture (NULL, picture, MG_EXPORT_SVG, NULL, path, &error));
  MG_CHECK_NO_ERROR (error);
  MG_CHECK (g_file_get_contents (path, &text, &length, NULL) && length == g_bytes_get_size (expected)
            && memcmp (text, g_bytes_get_data (expected, NULL), length) == 0);
  MG_CHECK_UINT (count_files (folder), 1);
  MG_CHECK (!mg_export_picture (NULL, picture, MG_EXPORT_PNG, NULL, nowhere, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  MG_CHECK (error != NULL && strstr (error->message, nowhere) != NULL);
  g_clear_error (&error);
  /* A folder in its place stays, and nothing is left beside it. */
  MG_CHECK (!mg_export_picture (NULL, picture, MG_EXPORT_TEXT, NULL, folder, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  MG_CHECK_UINT (count_files (folder), 1);
  mg_fixture_free (picture);
}

static void
test_snapshot_gives_name_and_addresses (void)
{
  MgGraphRecipe *recipe = NULL;
  g_autoptr (MgSnapshot) snapshot
      = mg_graph_recipe_snapshot ("root static Monitor -> A; A -> S*3; A: MyApp.Owner @0x10000", &recipe);
  MgPicture *picture = mg_fixture_event_leak ();
  g_autoptr (GBytes) svg = NULL, text = NULL;
  g_autofree char *svg_text = NULL, *tree = NULL;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
  picture->nodes[1].example = mg_graph_recipe_node (recipe, "A");
  svg = mg_export_picture_to_bytes (snapshot, picture, MG_EXPORT_SVG, &with_caption, NULL);
  text = mg_export_picture_to_bytes (snapshot, picture, MG_EXPORT_TEXT, NULL, NULL);
  svg_text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  tree = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  MG_CHECK_CONTAINS (svg_text, mg_snapshot_info (snapshot)->base_name);
  MG_CHECK_CONTAINS (tree, "0x10000");
  mg_fixture_free (picture);
}

/* One holder at the neck: the reference to it is marked, and that only; two roots further left need not let go. */
static void
test_what_must_let_go_is_marked (void)
{
  MgGraphRecipe *recipe = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_graph_recipe_snapshot (
      "root static R -> A; root stack -> A; A -> B; B -> S*5; A: My.Owner 24; B: My.Cache 24; "
      "S*5: My.Item 32",
      &recipe);
  g_autoptr (MgPicture) picture = NULL;
  g_autofree gboolean *edges = NULL;
  g_autofree char *text = NULL, *sentence = NULL;
  g_autoptr (GBytes) svg = NULL;
  MgSubject subject;
  MgCut cut;
  guint marked = 0;

  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  subject = mg_subject_type (mg_snapshot_graph (snapshot)->type[mg_graph_recipe_node (recipe, "S1")]);
  picture = mg_picture_new (snapshot, subject, NULL, NULL, NULL);
  MG_CHECK (picture != NULL);
  sentence = mg_picture_describe_cut (snapshot, subject, &cut, NULL, NULL);
  MG_CHECK_UINT (cut.n, 1);
  edges = g_new (gboolean, picture->n_edges);
  MG_CHECK (mg_picture_mark_cut (snapshot, picture, &cut, edges));
  for (guint e = 0; e < picture->n_edges; e++)
    if (edges[e])
      {
        const MgPictureEdge *edge = &picture->edges[e];

        marked++;
        MG_CHECK_UINT (picture->nodes[edge->from].example, cut.edges[0].from);
        MG_CHECK (picture->nodes[edge->from].kind != MG_PICTURE_ROOT);
      }
  MG_CHECK_UINT (marked, 1);
  svg = mg_export_picture_to_bytes (snapshot, picture, MG_EXPORT_SVG,
                                    &(MgExportOptions){ .caption = TRUE, .cut = TRUE }, NULL);
  text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  MG_CHECK_CONTAINS (text, "must let go");
}

static void
test_formats_by_name (void)
{
  MgExportFormat format;

  for (guint f = 0; f < MG_N_EXPORT_FORMATS; f++)
    {
      g_autofree char *path = g_strdup_printf ("/x.y/a b%s", mg_export_format_extension ((MgExportFormat) f));
      g_autofree char *loud = g_ascii_strup (path, -1);

      MG_CHECK (mg_export_format_from_id (mg_export_format_id ((MgExportFormat) f), &format) && format == f);
      MG_CHECK (mg_export_format_from_path (path, &format) && format == f);
      MG_CHECK (mg_export_format_from_path (loud, &format) && format == f);
      MG_CHECK (*mg_export_format_name ((MgExportFormat) f) != '\0');
      MG_CHECK (strchr (mg_export_format_mime_type ((MgExportFormat) f), '/') != NULL);
    }
  MG_CHECK (!mg_export_format_from_id ("jpeg", &format) && !mg_export_format_from_id ("", &format));
  MG_CHECK (!mg_export_format_from_path ("/a.b/c", &format) && !mg_export_format_from_path ("svg", &format));
}

static void
test_open_snapshot_is_not_written_over (void)
{
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "garden.gcdump", NULL), *before = NULL, *after = NULL;
  gsize size_before = 0, size_after = 0;
  MgTypeId type;
  g_autoptr (MgSnapshot) snapshot = NULL;
  g_autoptr (MgPicture) picture = NULL;
  g_autoptr (GError) error = NULL;

  MG_CHECK (g_file_get_contents (mg_test_data_path ("garden.gcdump"), &before, &size_before, NULL));
  MG_CHECK (g_file_set_contents (path, before, (gssize) size_before, NULL));
  snapshot = mg_snapshot_open (path, NULL, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  if (snapshot == NULL)
    return;
  type = mg_type_table_find (mg_snapshot_types (snapshot), "Garden.ListPlant");
  picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);
  MG_CHECK (!mg_export_picture (snapshot, picture, MG_EXPORT_SVG, NULL, path, &error));
  MG_CHECK_ERROR (error, MG_ERROR_IO);
  MG_CHECK (g_file_get_contents (path, &after, &size_after, NULL));
  MG_CHECK_UINT (size_after, size_before);
}

static const MgTest tests[] = {
  { "the open snapshot is not written over", test_open_snapshot_is_not_written_over },
  { "same picture, same bytes", test_same_picture_same_bytes },
  { "PNG has two pixels to the point", test_png_has_two_pixels_to_the_point },
  { "a huge PNG is scaled down", test_huge_png_is_scaled_down },
  { "dark and transparent differ", test_dark_and_transparent_differ },
  { "PDF has text", test_pdf_has_text },
  { "files appear whole or not at all", test_files_appear_whole_or_not_at_all },
  { "the snapshot gives name and addresses", test_snapshot_gives_name_and_addresses },
  { "what must let go is marked", test_what_must_let_go_is_marked },
  { "formats by name", test_formats_by_name },
};

MG_TEST_MAIN ("export", tests)
