/* The picture as SVG, DOT, Mermaid and text: against files that were looked at, against the programs that read them,
 * and against rules of their own (contrast, room, escaping).
 *
 * With MANGROVE_WRITE_GOLDEN=FOLDER the results are written there instead of compared: look at them before they are
 * kept. */
#include <math.h>
#include <string.h>

#include "analysis/picture/text-width.h"
#include "analysis/report/dot.h"
#include "analysis/report/mermaid.h"
#include "analysis/report/picture-text.h"
#include "analysis/report/svg.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/picture-fixture.h"
#include "tests/support/test.h"
#include "ui/layout/layout.h"

static const MgFigureOptions with_caption = { .caption = TRUE, .source = "eventleak <1>.gcdump" };
static const gboolean second_edge[] = { FALSE, TRUE };
static const MgFigureOptions with_cut
    = { .caption = TRUE, .source = "eventleak <1>.gcdump", .must_let_go = second_edge };
static const MgFigureOptions dark = { .dark = TRUE, .caption = TRUE };

/* Placed by our own layout: the same with every version of Graphviz. */
static MgPlacement *
place (const MgPicture *picture)
{
  g_autofree MgExtent *nodes = g_new0 (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);
  MgLayoutRequest request = { nodes, labels, NULL, NULL };

  mg_placement_estimate (picture, nodes, labels);
  return mg_layout_fallback (picture, &request);
}

static char *
svg_of (const MgPicture *picture, const MgFigureOptions *options)
{
  g_autoptr (MgPlacement) placement = place (picture);

  return mg_report_svg (picture, placement, options);
}

static char *
text_of (const MgPicture *picture, const MgPictureTextOptions *options)
{
  GString *text = g_string_new (NULL);

  mg_report_picture_text (picture, options, text);
  return g_string_free (text, FALSE);
}

/* Takes TEXT; compares it with the file tests/data/picture/NAME. */
static void
check_golden (char *text, const char *name)
{
  const char *folder = g_getenv ("MANGROVE_WRITE_GOLDEN");
  g_autofree char *actual = text;
  g_autofree char *relative = g_build_filename ("picture", name, NULL);
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "", name, NULL);
  g_autofree char *expected = NULL;

  if (folder != NULL)
    MG_CHECK (g_file_set_contents (path, actual, -1, NULL));
  else if (mg_test_data_path (relative) == NULL
           || !g_file_get_contents (mg_test_data_path (relative), &expected, NULL, NULL))
    mg_test_fail (__FILE__, __LINE__, "%s is missing", relative);
  else
    MG_CHECK_STRING (actual, expected);
}

static void
test_svg_golden (void)
{
  MgPicture *leak = mg_fixture_event_leak (), *everything = mg_fixture_everything (), *hard = mg_fixture_hard_names ();

  check_golden (svg_of (leak, &with_cut), "event-leak.svg");
  check_golden (svg_of (everything, &dark), "everything-dark.svg");
  check_golden (svg_of (hard, NULL), "hard-names.svg");
  mg_fixture_free (leak);
  mg_fixture_free (everything);
  mg_fixture_free (hard);
}

static void
test_dot_golden (void)
{
  MgPicture *leak = mg_fixture_event_leak (), *everything = mg_fixture_everything (), *hard = mg_fixture_hard_names ();

  check_golden (
      mg_report_dot (leak, &(MgDotOptions){ .caption = TRUE, .source = "a \"b\".gcdump", .must_let_go = second_edge }),
      "event-leak.dot");
  check_golden (mg_report_dot (everything, &(MgDotOptions){ .dark = TRUE }), "everything-dark.dot");
  check_golden (mg_report_dot (hard, NULL), "hard-names.dot");
  mg_fixture_free (leak);
  mg_fixture_free (everything);
  mg_fixture_free (hard);
}

static void
test_mermaid_golden (void)
{
  MgPicture *leak = mg_fixture_event_leak (), *everything = mg_fixture_everything (), *hard = mg_fixture_hard_names ();

  check_golden (mg_report_mermaid (leak, "leak.gcdump", second_edge), "event-leak.mmd");
  check_golden (mg_report_mermaid (everything, NULL, NULL), "everything.mmd");
  check_golden (mg_report_mermaid (hard, "a\n%% b; c", NULL), "hard-names.mmd");
  mg_fixture_free (leak);
  mg_fixture_free (everything);
  mg_fixture_free (hard);
}

static void
test_text_golden (void)
{
  MgPicture *leak = mg_fixture_event_leak (), *everything = mg_fixture_everything ();
  MgPicture *hard = mg_fixture_hard_names (), *one = mg_fixture_one_object ();

  check_golden (text_of (leak, NULL), "event-leak.txt");
  check_golden (text_of (everything, NULL), "everything.txt");
  check_golden (text_of (hard, NULL), "hard-names.txt");
  check_golden (text_of (one, NULL), "one-object.txt");
  mg_fixture_free (leak);
  mg_fixture_free (everything);
  mg_fixture_free (hard);
  mg_fixture_free (one);
}

/* The shape that the command line promises, with addresses in a column of their own. */
static void
test_text_has_addresses (void)
{
  g_autoptr (MgGraphRecipe) recipe
      = mg_graph_recipe_new ("root static R -> A; A -> S; A: MyApp.ConnectionMonitor @0x7ef7c9808ef8; "
                             "S: MyApp.NotificationContext @0x7ef7d90022e8");
  MgPictureTextOptions options = { .graph = mg_graph_recipe_graph (recipe), .raw_links = TRUE };
  MgPicture *picture = mg_fixture_new ("Why?", "It is kept alive by 1 path.", 1);
  guint root = mg_fixture_add_root (picture, MG_ROOT_STATIC, "MyApp.Program.Monitor");
  guint monitor = mg_fixture_add_group (picture, 1, "MyApp.ConnectionMonitor", 1, 0);
  guint subject = mg_fixture_add_subject (picture, 2, "MyApp.NotificationContext", 1, 0);
  MgPictureEdge *edge;
  g_autofree char *text = NULL;

  picture->nodes[monitor].example = mg_graph_recipe_node (recipe, "A");
  picture->nodes[subject].example = mg_graph_recipe_node (recipe, "S");
  mg_fixture_add_edge (picture, root, monitor, 1, "", "");
  edge = mg_fixture_add_edge (picture, monitor, subject, 1, "event StatusChanged", "handler 4,711 of 10,000");
  edge->raw = (g_free (edge->raw), g_strdup ("EventHandler → Object[] → EventHandler"));
  text = text_of (picture, &options);
  MG_CHECK_STRING (text, "It is kept alive by 1 path.\n"
                         "\n"
                         "  static field MyApp.Program.Monitor\n"
                         "  └─ MyApp.ConnectionMonitor           0x7ef7c9808ef8\n"
                         "     └─ event StatusChanged, handler 4,711 of 10,000\n"
                         "        EventHandler → Object[] → EventHandler\n"
                         "        └─ MyApp.NotificationContext   0x7ef7d90022e8\n");
  mg_fixture_free (picture);
}

/* Nothing holds the subject: the sentence, and no tree. */
static void
test_picture_of_the_subject_alone (void)
{
  MgPicture *picture = mg_fixture_new ("Why is A alive?", "Nothing holds it; the next collection frees it.", 1);
  g_autofree char *text = NULL, *svg = NULL, *dot = NULL, *mermaid = NULL;

  mg_fixture_add_subject (picture, 0, "N.A", 1, 0);
  text = text_of (picture, NULL);
  svg = svg_of (picture, &with_caption);
  dot = mg_report_dot (picture, NULL);
  mermaid = mg_report_mermaid (picture, NULL, NULL);
  MG_CHECK_STRING (text, "Nothing holds it; the next collection frees it.\n");
  MG_CHECK_CONTAINS (svg, ">A</text>");
  MG_CHECK_CONTAINS (svg, ">Nothing holds it; the next collection frees it.</text>");
  MG_CHECK_CONTAINS (dot, "n0 [label=\"N\\nA\\n1 object\"");
  MG_CHECK_CONTAINS (mermaid, "n0[[\"N<br/>A<br/>1 object\"]]:::subject");
  mg_fixture_free (picture);
}

/* Cycles (a raw picture has them) end. */
static void
test_text_of_a_cycle (void)
{
  MgPicture *picture = mg_fixture_new ("Why?", "Because.", 1);
  guint root = mg_fixture_add_root (picture, MG_ROOT_STACK, "x"), a = mg_fixture_add_group (picture, 1, "A", 1, 0);
  guint b = mg_fixture_add_subject (picture, 2, "B", 1, 0);
  g_autofree char *text = NULL;

  mg_fixture_add_edge (picture, root, a, 1, "", "");
  mg_fixture_add_edge (picture, a, b, 1, "", "");
  mg_fixture_add_edge (picture, b, a, 1, "", "");
  mg_fixture_add_edge (picture, b, b, 1, "", "");
  text = text_of (picture, NULL);
  MG_CHECK_STRING (text, "Because.\n\n"
                         "  local variable x\n"
                         "  └─ A\n"
                         "     └─ B\n"
                         "        ├─ A (as above)\n"
                         "        └─ B (as above)\n");
  mg_fixture_free (picture);
}

static void
collect_text (GMarkupParseContext *context, const char *text, gsize length, gpointer user_data, GError **error)
{
  const char *element = g_markup_parse_context_get_element (context);

  if (strcmp (element, "text") == 0 || strcmp (element, "title") == 0 || strcmp (element, "desc") == 0)
    {
      g_string_append_len (user_data, text, (gssize) length);
      g_string_append_c (user_data, '\n');
    }
}

/* Whatever names hold, the file is well-formed XML and says exactly them. */
static void
test_svg_escapes_everything (void)
{
  static const GMarkupParser parser = { .text = collect_text };
  MgPicture *picture = mg_fixture_hard_names ();
  g_autofree char *svg = svg_of (picture, &with_caption);
  g_autoptr (GString) texts = g_string_new (NULL);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, texts, NULL);
  g_autoptr (GError) error = NULL;

  MG_CHECK (g_markup_parse_context_parse (context, svg, -1, &error)
            && g_markup_parse_context_end_parse (context, &error));
  MG_CHECK_NO_ERROR (error);
  MG_CHECK_CONTAINS (texts->str, "A<B>&C\"D\"\n");
  MG_CHECK_CONTAINS (texts->str, "Why is <\"A&B\"> ]]> alive?\n");
  MG_CHECK_CONTAINS (texts->str, "通知上下文管理器\n");
  MG_CHECK_CONTAINS (texts->str, "הודעות\n");
  MG_CHECK_CONTAINS (texts->str, "event <OnChanged>\n");
  MG_CHECK_CONTAINS (texts->str, "TransactionalOutboxPublishingPipelineBehaviour<TRequest, TResponse>");
  MG_CHECK_CONTAINS (texts->str, "eventleak <1>.gcdump");
  for (const char *p = svg; *p != '\0'; p++)
    if ((guchar) *p < 0x20 && *p != '\n')
      mg_test_fail (__FILE__, __LINE__, "control character %d in the SVG", *p);
  mg_fixture_free (picture);
}

static double
luminance (guint32 rgb)
{
  double sum = 0.0;
  static const double weights[3] = { 0.2126, 0.7152, 0.0722 };

  for (guint i = 0; i < 3; i++)
    {
      double c = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
contrast (MgInk a, MgInk b, gboolean is_dark)
{
  double x = luminance (mg_ink_rgb (a, is_dark)) + 0.05, y = luminance (mg_ink_rgb (b, is_dark)) + 0.05;

  return MAX (x, y) / MIN (x, y);
}

/* WCAG 2: 4.5 for text, 3 for lines that carry meaning. */
static void
test_contrast (void)
{
  static const MgInk fills[] = { MG_INK_PAPER, MG_INK_CARD, MG_INK_FRAMEWORK, MG_INK_STUB, MG_INK_SUBJECT };

  for (guint d = 0; d < 2; d++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
        for (MgInk text = MG_INK_TEXT; text <= MG_INK_DIM; text++)
          if (contrast (text, fills[i], d) < 4.5)
            mg_test_fail (__FILE__, __LINE__, "text %u on %u: %.2f", text, fills[i], contrast (text, fills[i], d));
      for (MgInk fill = MG_INK_STATIC; fill < MG_N_INKS; fill += 2)
        {
          MG_CHECK (contrast (fill + 1, fill, d) >= 4.5);
          MG_CHECK (contrast (MG_INK_TEXT, fill, d) >= 4.5);
          MG_CHECK (contrast (fill + 1, MG_INK_PAPER, d) >= 3.0);
        }
      MG_CHECK (contrast (MG_INK_EDGE, MG_INK_PAPER, d) >= 3.0);
      MG_CHECK (contrast (MG_INK_EDGE_STRONG, MG_INK_PAPER, d) >= 4.5);
      MG_CHECK (contrast (MG_INK_SUBJECT_LINE, MG_INK_PAPER, d) >= 3.0);
    }
}

/* No line of text is wider than its node, and everything lies within the figure. */
static void
check_room (MgPicture *picture)
{
  g_autoptr (MgPlacement) placement = place (picture);
  g_autoptr (MgFigure) figure = mg_figure_new (picture, placement, &with_caption);

  for (guint i = 0; i < figure->items->len; i++)
    {
      const MgFigureItem *item = &g_array_index (figure->items, MgFigureItem, i);
      double width, left;

      if (item->kind != MG_FIGURE_TEXT)
        continue;
      width = mg_placement_text_width (item->text, item->size, item->bold);
      left = item->anchor == MG_ANCHOR_MIDDLE ? item->x - width / 2 : item->x;
      if (width > item->room + 0.01 || left < 0.0 || left + width > figure->width || item->y > figure->height)
        mg_test_fail (__FILE__, __LINE__, "\"%s\" does not fit", item->text);
    }
  for (guint i = 0; i < figure->steps->len; i++)
    {
      const MgStep *step = &g_array_index (figure->steps, MgStep, i);

      if (step->kind != MG_STEP_CLOSE
          && (step->p[0].x < 0.0 || step->p[0].x > figure->width || step->p[0].y < 0.0
              || step->p[0].y > figure->height))
        mg_test_fail (__FILE__, __LINE__, "step %u is outside", i);
    }
  MG_CHECK (figure->width > 100.0 && figure->height > 50.0);
  mg_fixture_free (picture);
}

static void
test_everything_has_room (void)
{
  check_room (mg_fixture_event_leak ());
  check_room (mg_fixture_everything ());
  check_room (mg_fixture_hard_names ());
  check_room (mg_fixture_one_object ());
  check_room (mg_fixture_random (3, 80, 120, 0));
}

/* Every word of a long caption is there, and no line is wider than the figure. */
static void
test_captions_wrap (void)
{
  static const char *const sentences[] = {
    "All 10,000 are kept alive by System.Collections.Concurrent.ConcurrentDictionary<System.String,"
    "System.Collections.Generic.Dictionary<System.Int64,Company.Product.Infrastructure.Messaging.Envelope>>.",
    "所有订单都由静态字段持有的缓存保持存活所有订单都由静态字段持有的缓存保持存活所有订单都由静态字段持有的缓存保持存活"
    "。",
    "Nowhereablankinthiswordthatgoesonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandon",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      MgPicture *picture = mg_fixture_new ("Why?", sentences[i], 10);
      g_autoptr (MgPlacement) placement = NULL;
      g_autoptr (MgFigure) figure = NULL;
      g_autoptr (GString) all = g_string_new (NULL);
      g_autoptr (GString) expected = g_string_new (sentences[i]);

      mg_fixture_add_subject (picture, 0, "A.B", 10, 0);
      placement = place (picture);
      figure = mg_figure_new (picture, placement, &with_caption);
      for (guint k = 0; k < figure->items->len; k++)
        {
          const MgFigureItem *item = &g_array_index (figure->items, MgFigureItem, k);

          if (item->kind == MG_FIGURE_TEXT && item->size == 13.5)
            g_string_append (all, item->text);
        }
      g_string_replace (all, " ", "", 0);
      g_string_replace (expected, " ", "", 0);
      MG_CHECK_STRING (all->str, expected->str);
      MG_CHECK (figure->width < 800.0);
      mg_fixture_free (picture);
    }
}

static void
test_eliding_keeps_both_ends (void)
{
  static const char *const names[] = { "MyApp.NotificationContext", "订单服务.通知上下文管理器",
                                       "e\xcc\x81"
                                       "e\xcc\x81"
                                       "e\xcc\x81"
                                       "e\xcc\x81 e\xcc\x81" };
  g_autofree char *whole = mg_placement_elide ("short", 12, FALSE, 200);

  MG_CHECK_STRING (whole, "short");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (double limit = 14; limit < 120; limit += 3.7)
      {
        g_autofree char *text = mg_placement_elide (names[i], 12, i % 2 == 0, limit);
        const char *dots = strstr (text, "…");

        MG_CHECK (g_utf8_validate (text, -1, NULL));
        MG_CHECK (mg_placement_text_width (text, 12, i % 2 == 0) <= limit);
        if (dots == NULL)
          MG_CHECK_STRING (text, names[i]);
        else
          MG_CHECK (strncmp (text, names[i], (gsize) (dots - text)) == 0
                    && g_str_has_suffix (names[i], dots + strlen ("…")));
      }
}

/* Feeds INPUT to PROGRAM and returns what it says; NULL when it refuses, "" after a note when it is not installed. */
static char *
run_tool (const char *program, const char *arguments, const char *input)
{
  g_autofree char *found = g_find_program_in_path (program);
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), "input", NULL);
  g_autofree char *command = g_strdup_printf ("%s %s %s", program, arguments, path);
  char *output = NULL;
  int status = -1;

  if (found == NULL)
    {
      if (g_getenv ("CI") != NULL)
        mg_test_fail (__FILE__, __LINE__, "%s is not installed", program);
      g_message ("%s is not installed: not tested", program);
      return g_strdup ("");
    }
  MG_CHECK (g_file_set_contents (path, input, -1, NULL));
  if (g_spawn_command_line_sync (command, &output, NULL, &status, NULL) && g_spawn_check_wait_status (status, NULL))
    return output;
  g_free (output);
  return NULL;
}

static guint
count_lines (const char *text, const char *prefix)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_has_prefix (lines[i], prefix);
  return n;
}

static void
check_dot (MgPicture *picture)
{
  g_autofree char *dot = mg_report_dot (picture, &(MgDotOptions){ .caption = TRUE, .source = "\\N \"x\"" });
  g_autofree char *plain = run_tool ("dot", "-Tplain", dot);

  MG_CHECK (plain != NULL);
  if (plain != NULL && *plain != '\0')
    {
      MG_CHECK_UINT (count_lines (plain, "node "), picture->n_nodes);
      MG_CHECK_UINT (count_lines (plain, "edge "), picture->n_edges);
    }
  mg_fixture_free (picture);
}

static void
test_graphviz_reads_the_dot (void)
{
  check_dot (mg_fixture_event_leak ());
  check_dot (mg_fixture_everything ());
  check_dot (mg_fixture_hard_names ());
  check_dot (mg_fixture_one_object ());
}

static void
check_svg (MgPicture *picture)
{
  g_autofree char *svg = svg_of (picture, &dark);
  g_autofree char *png = run_tool ("rsvg-convert", "--format=png", svg);

  MG_CHECK (png != NULL);
  if (png != NULL && *png != '\0')
    MG_CHECK (memcmp (png, "\x89PNG", 4) == 0);
  mg_fixture_free (picture);
}

static void
test_librsvg_reads_the_svg (void)
{
  check_svg (mg_fixture_event_leak ());
  check_svg (mg_fixture_everything ());
  check_svg (mg_fixture_hard_names ());
}

/* Every line is of a form that Mermaid knows; within quotes there is nothing that it would take for syntax. */
static void
test_mermaid_grammar (void)
{
  MgPicture *pictures[] = { mg_fixture_event_leak (), mg_fixture_everything (), mg_fixture_hard_names () };
  g_autoptr (GRegex) line = g_regex_new (
      "^(%% .*|flowchart LR|  acc(Title|Descr): [^#;{}%\\n]+|"
      "  n\\d+(\\{\\{|>|\\[/|\\[\\\\|\\(\\[|\\[\\[|\\[\\(|\\[|\\()\"(?:[^\"#&`\\[\\]{}();%|~*_\\\\<>]|#\\d+;|<br/>)+\""
      "(\\}\\}|\\]|/\\]|\\]\\)|\\]\\]|\\)\\]|\\)):::[a-z]+|"
      "  n\\d+ (-->|==>|-\\.->)(\\|\"(?:[^\"#&`\\[\\]{}();%|~*_\\\\<>]|#\\d+;|<br/>)+\"\\|)? n\\d+|"
      "  classDef [a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}(,stroke-[a-z]+:[0-9px ]+)?|"
      "  linkStyle \\d+ stroke-width:\\d+\\.\\dpx(,stroke:#[0-9a-f]{6})?)$",
      0, 0, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autofree char *mermaid = mg_report_mermaid (pictures[i], "x", i == 0 ? second_edge : NULL);
      g_auto (GStrv) lines = g_strsplit (mermaid, "\n", -1);

      for (guint k = 0; lines[k] != NULL && *lines[k] != '\0'; k++)
        if (!g_regex_match (line, lines[k], 0, NULL))
          mg_test_fail (__FILE__, __LINE__, "not Mermaid: %s", lines[k]);
      MG_CHECK_UINT (count_lines (mermaid, "  linkStyle "), pictures[i]->n_edges);
      mg_fixture_free (pictures[i]);
    }
}

static const MgTest tests[] = {
  { "SVG as expected", test_svg_golden },
  { "DOT as expected", test_dot_golden },
  { "Mermaid as expected", test_mermaid_golden },
  { "text as expected", test_text_golden },
  { "text has addresses", test_text_has_addresses },
  { "the subject alone", test_picture_of_the_subject_alone },
  { "text of a cycle", test_text_of_a_cycle },
  { "SVG escapes everything", test_svg_escapes_everything },
  { "contrast", test_contrast },
  { "everything has room", test_everything_has_room },
  { "captions wrap", test_captions_wrap },
  { "eliding keeps both ends", test_eliding_keeps_both_ends },
  { "Graphviz reads the DOT", test_graphviz_reads_the_dot },
  { "librsvg reads the SVG", test_librsvg_reads_the_svg },
  { "Mermaid's grammar", test_mermaid_grammar },
};

MG_TEST_MAIN ("picture-report", tests)
