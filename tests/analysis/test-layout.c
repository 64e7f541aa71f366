/* The layout: the helper and all that can be wrong with it, our own placement, and what both must hold to. */
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <glib/gstdio.h>

#include "tests/support/picture-fixture.h"
#include "tests/support/test.h"
#include "ui/layout/layout-protocol.h"
#include "ui/layout/layout.h"

typedef MgPlacement *(*Layout) (const MgPicture *picture, const MgLayoutRequest *request);

static MgPlacement *
lay_out_after (const MgPicture *picture, Layout layout, const MgPicture *old_picture, const MgPlacement *old)
{
  g_autofree MgExtent *nodes = g_new0 (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);
  MgLayoutRequest request = { nodes, labels, old_picture, old };

  mg_placement_estimate (picture, nodes, labels);
  return layout (picture, &request);
}

static MgPlacement *
lay_out (const MgPicture *picture, Layout layout)
{
  return lay_out_after (picture, layout, NULL, NULL);
}

static gboolean
overlap (const MgBox *a, const MgBox *b)
{
  return a->x < b->x + b->width - 0.01 && b->x < a->x + a->width - 0.01 && a->y < b->y + b->height - 0.01
         && b->y < a->y + a->height - 0.01;
}

static gboolean
inside (const MgPlacement *placement, double x, double y)
{
  return x >= -0.01 && y >= -0.01 && x <= placement->width + 0.01 && y <= placement->height + 0.01;
}

/* How far a point is from the border of a box. */
static double
from_border (const MgBox *box, MgPoint point)
{
  double x = fabs (point.x - (box->x + box->width / 2)) - box->width / 2;
  double y = fabs (point.y - (box->y + box->height / 2)) - box->height / 2;

  return x <= 0.0 && y <= 0.0 ? -MAX (x, y) : hypot (MAX (x, 0.0), MAX (y, 0.0));
}

static void
check_nodes (const MgPicture *picture, const MgPlacement *placement)
{
  const MgBox *subject = &placement->nodes[picture->n_nodes - 1];
  guint overlapping = 0, misplaced = 0;

  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgBox *box = &placement->nodes[i];

      if (!inside (placement, box->x, box->y) || !inside (placement, box->x + box->width, box->y + box->height))
        misplaced++;
      if (picture->nodes[i].kind == MG_PICTURE_ROOT && i + 1 < picture->n_nodes && box->x > subject->x)
        misplaced++;
      for (guint k = i + 1; k < picture->n_nodes; k++)
        overlapping += overlap (box, &placement->nodes[k]);
    }
  MG_CHECK_UINT (overlapping, 0);
  MG_CHECK_UINT (misplaced, 0);
}

static void
check_edges (const MgPicture *picture, const MgPlacement *placement)
{
  guint unrouted = 0, loose = 0, covered = 0;

  for (guint e = 0; e < picture->n_edges; e++)
    {
      const MgRoute *route = &placement->edges[e];

      if (route->n < 4 || route->n % 3 != 1)
        {
          unrouted++;
          continue;
        }
      loose += from_border (&placement->nodes[picture->edges[e].from], route->points[0]) > 1.5;
      loose += from_border (&placement->nodes[picture->edges[e].to], route->tip) > 1.5;
      for (guint i = 0; i < picture->n_nodes && route->label.width > 0.0; i++)
        covered += overlap (&route->label, &placement->nodes[i]);
      loose += (route->label.width > 0.0) != (picture->edges[e].label[0] != '\0' || picture->edges[e].note[0] != '\0');
    }
  MG_CHECK_UINT (unrouted, 0);
  MG_CHECK_UINT (loose, 0);
  MG_CHECK_UINT (covered, 0);
}

static void
check_sound (const MgPicture *picture, const MgPlacement *placement)
{
  MG_CHECK_UINT (placement->n_nodes, picture->n_nodes);
  MG_CHECK_UINT (placement->n_edges, picture->n_edges);
  if (picture->n_nodes > 0)
    check_nodes (picture, placement);
  check_edges (picture, placement);
}

/* Whether the curve of edge E runs through the middle of a node that is not its own. */
static gboolean
runs_through (const MgPicture *picture, const MgPlacement *placement, guint e, guint node)
{
  const MgRoute *route = &placement->edges[e];
  const MgBox *box = &placement->nodes[node];

  if (node == picture->edges[e].from || node == picture->edges[e].to)
    return FALSE;
  for (guint k = 0; k + 3 < route->n; k += 3)
    for (guint i = 0; i <= 40; i++)
      {
        const MgPoint *p = route->points + k;
        double t = i / 40.0, u = 1 - t;
        double x = u * u * u * p[0].x + 3 * u * u * t * p[1].x + 3 * u * t * t * p[2].x + t * t * t * p[3].x;
        double y = u * u * u * p[0].y + 3 * u * u * t * p[1].y + 3 * u * t * t * p[2].y + t * t * t * p[3].y;

        if (x > box->x + 2 && x < box->x + box->width - 2 && y > box->y + 2 && y < box->y + box->height - 2)
          return TRUE;
      }
  return FALSE;
}

static void
check_clear (const MgPicture *picture, const MgPlacement *placement)
{
  guint through = 0;

  for (guint e = 0; e < picture->n_edges; e++)
    for (guint i = 0; i < picture->n_nodes; i++)
      through += runs_through (picture, placement, e, i);
  MG_CHECK_UINT (through, 0);
}

static gboolean
equal (const MgPlacement *a, const MgPlacement *b)
{
  g_autoptr (GString) x = g_string_new (NULL);
  g_autoptr (GString) y = g_string_new (NULL);

  mg_layout_answer_write (a, x);
  mg_layout_answer_write (b, y);
  return g_string_equal (x, y);
}

static void
check_layout (MgPicture *picture, Layout layout, MgLayoutMethod method)
{
  g_autoptr (MgPlacement) first = lay_out (picture, layout);
  g_autoptr (MgPlacement) second = lay_out (picture, layout);

  MG_CHECK_UINT (first->method, method);
  check_sound (picture, first);
  check_clear (picture, first);
  MG_CHECK (equal (first, second));
  mg_fixture_free (picture);
}

static void
test_graphviz_places_pictures (void)
{
  check_layout (mg_fixture_event_leak (), mg_layout_run, MG_LAYOUT_DOT);
  check_layout (mg_fixture_everything (), mg_layout_run, MG_LAYOUT_DOT);
  check_layout (mg_fixture_hard_names (), mg_layout_run, MG_LAYOUT_DOT);
  check_layout (mg_fixture_one_object (), mg_layout_run, MG_LAYOUT_DOT);
}

static void
test_own_layout_places_pictures (void)
{
  check_layout (mg_fixture_event_leak (), mg_layout_fallback, MG_LAYOUT_OWN);
  check_layout (mg_fixture_everything (), mg_layout_fallback, MG_LAYOUT_OWN);
  check_layout (mg_fixture_hard_names (), mg_layout_fallback, MG_LAYOUT_OWN);
  check_layout (mg_fixture_one_object (), mg_layout_fallback, MG_LAYOUT_OWN);
}

static void
check_random (Layout layout, guint max_nodes)
{
  for (guint seed = 1; seed <= 60; seed++)
    {
      guint n = 2 + seed * 7919 % max_nodes;
      MgPicture *picture = mg_fixture_random (seed, n, n + seed % 3 * n / 2, seed % 4 * 5);
      g_autoptr (MgPlacement) placement = lay_out (picture, layout);

      check_sound (picture, placement);
      mg_fixture_free (picture);
    }
}

static void
test_graphviz_survives_anything (void)
{
  check_random (mg_layout_run, 40);
}

static void
test_own_layout_survives_anything (void)
{
  check_random (mg_layout_fallback, 90);
}

/* Nothing, one node, and one node that holds itself. */
static void
check_smallest (Layout layout)
{
  MgPicture *picture = mg_fixture_new ("Why?", "Nothing.", 1);
  MgPlacement *placement = lay_out (picture, layout);

  check_sound (picture, placement);
  mg_placement_free (placement);
  mg_fixture_add_subject (picture, 0, "A.B", 1, 0);
  placement = lay_out (picture, layout);
  check_sound (picture, placement);
  MG_CHECK (placement->nodes[0].x == 0.0 && placement->nodes[0].width == placement->width);
  mg_placement_free (placement);
  mg_fixture_add_edge (picture, 0, 0, 1, "self", "");
  mg_fixture_add_edge (picture, 0, 0, 1, "", "");
  placement = lay_out (picture, layout);
  check_sound (picture, placement);
  mg_placement_free (placement);
  mg_fixture_free (picture);
}

static void
test_smallest_pictures (void)
{
  check_smallest (mg_layout_run);
  check_smallest (mg_layout_fallback);
}

/* Two nodes with several edges between, in both directions: each has its own way. */
static void
check_parallel (Layout layout)
{
  MgPicture *picture = mg_fixture_new ("Why?", "Because.", 4);
  guint a = mg_fixture_add_root (picture, MG_ROOT_STATIC, "A.B"), b = mg_fixture_add_group (picture, 1, "C.D", 1, 0);
  guint c = mg_fixture_add_subject (picture, 2, "E.F", 4, 0);
  MgPlacement *placement;

  mg_fixture_add_edge (picture, a, b, 1, "", "");
  mg_fixture_add_edge (picture, a, b, 2, "", "");
  mg_fixture_add_edge (picture, b, c, 1, "first", "");
  mg_fixture_add_edge (picture, b, c, 2, "second", "");
  mg_fixture_add_edge (picture, c, b, 1, "back", "");
  placement = lay_out (picture, layout);
  check_sound (picture, placement);
  for (guint e = 0; e + 1 < picture->n_edges; e += 2)
    MG_CHECK (
        placement->edges[e].n != placement->edges[e + 1].n
        || memcmp (placement->edges[e].points, placement->edges[e + 1].points, placement->edges[e].n * sizeof (MgPoint))
               != 0);
  mg_placement_free (placement);
  mg_fixture_free (picture);
}

static void
test_parallel_edges (void)
{
  check_parallel (mg_layout_run);
  check_parallel (mg_layout_fallback);
}

static void
test_own_layout_of_a_full_picture (void)
{
  MgPicture *picture = mg_fixture_random (7, 300, 600, 3);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (MgPlacement) placement = lay_out (picture, mg_layout_fallback);

  /* 0.1 s is usual. */
  MG_CHECK (g_get_monotonic_time () - start < 3 * G_USEC_PER_SEC);
  check_sound (picture, placement);
  mg_fixture_free (picture);
}

/* What is on screen stays in its order when a stub is opened, even if the new weights would sort it otherwise. */
static void
check_keeps_order (Layout layout)
{
  MgPicture *old_picture = mg_fixture_new ("Why?", "Because.", 100), *picture;
  guint root = mg_fixture_add_root (old_picture, MG_ROOT_STATIC, "Root.R"), nodes[5], subject;
  MgPlacement *old, *placement;

  for (guint i = 0; i < 4; i++)
    nodes[i] = mg_fixture_add_group (old_picture, 1, "Old.G", 1 + i, 0);
  subject = mg_fixture_add_subject (old_picture, 2, "S.S", 100, 0);
  for (guint i = 0; i < 4; i++)
    {
      mg_fixture_add_edge (old_picture, root, nodes[i], 40 - i, "", "");
      mg_fixture_add_edge (old_picture, nodes[i], subject, 40 - i, "", "");
    }
  old = lay_out (old_picture, layout);
  /* The same places in another order, and a new one in front. */
  picture = mg_fixture_new ("Why?", "Because.", 100);
  root = mg_fixture_add_root (picture, MG_ROOT_STATIC, "Root.R");
  for (guint i = 0; i < 5; i++)
    {
      nodes[i] = mg_fixture_add_group (picture, 1, "New.G", 1 + i, 0);
      picture->nodes[nodes[i]].id = i == 0 ? 1000 : old_picture->nodes[5 - i].id;
    }
  subject = mg_fixture_add_subject (picture, 2, "S.S", 100, 0);
  for (guint i = 0; i < 5; i++)
    {
      mg_fixture_add_edge (picture, root, nodes[i], 40 - i, "", "");
      mg_fixture_add_edge (picture, nodes[i], subject, 40 - i, "", "");
    }
  placement = lay_out_after (picture, layout, old_picture, old);
  check_sound (picture, placement);
  for (guint i = 1; i + 1 < 5; i++)
    MG_CHECK (placement->nodes[nodes[i]].y > placement->nodes[nodes[i + 1]].y);
  mg_placement_free (placement);
  mg_placement_free (old);
  mg_fixture_free (picture);
  mg_fixture_free (old_picture);
}

static void
test_order_on_screen_is_kept (void)
{
  check_keeps_order (mg_layout_run);
  check_keeps_order (mg_layout_fallback);
}

/* Makes a script the helper; NULL: the real one again. */
static void
use_helper (const char *script)
{
  static guint number;
  g_autofree char *name = g_strdup_printf ("helper-%u", number++);
  g_autofree char *path = g_build_filename (mg_test_temp_dir (), name, NULL);
  g_autofree char *text = script != NULL ? g_strconcat ("#!/bin/sh\n", script, "\n", NULL) : NULL;

  if (script == NULL)
    g_unsetenv ("MANGROVE_LAYOUT_HELPER");
  else
    {
      MG_CHECK (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL));
      g_setenv ("MANGROVE_LAYOUT_HELPER", path, TRUE);
    }
}

/* With SCRIPT as the helper the layout is sound, of METHOD, and there in time. */
static void
check_helper (const char *script, MgLayoutMethod method, double seconds)
{
  MgPicture *picture = mg_fixture_everything ();
  gint64 start = g_get_monotonic_time ();
  MgPlacement *placement;

  use_helper (script);
  placement = lay_out (picture, mg_layout_run);
  MG_CHECK_UINT (placement->method, method);
  check_sound (picture, placement);
  MG_CHECK ((double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC < seconds);
  mg_placement_free (placement);
  mg_fixture_free (picture);
  use_helper (NULL);
}

static void
test_helper_that_is_not_there (void)
{
  MgPicture *picture = mg_fixture_event_leak ();
  MgPlacement *placement;

  g_setenv ("MANGROVE_LAYOUT_HELPER", "/nonexistent/helper", TRUE);
  placement = lay_out (picture, mg_layout_run);
  MG_CHECK_UINT (placement->method, MG_LAYOUT_OWN);
  check_sound (picture, placement);
  mg_placement_free (placement);
  mg_fixture_free (picture);
  use_helper (NULL);
}

static void
test_helper_that_fails (void)
{
  check_helper ("exit 1", MG_LAYOUT_OWN, 2.0);
  check_helper ("kill -SEGV $$", MG_LAYOUT_OWN, 2.0);
  check_helper ("echo mangrove-placement 1; exit 0", MG_LAYOUT_OWN, 2.0);
}

static void
test_helper_that_talks_nonsense (void)
{
  check_helper ("echo 'nodes: yes please'; cat", MG_LAYOUT_OWN, 2.0);
  check_helper ("head -c 100000 /dev/urandom", MG_LAYOUT_OWN, 2.0);
  check_helper ("exec cat /dev/zero", MG_LAYOUT_OWN, 2.0);
  /* A sound answer, cut short, and one to another question. */
  check_helper (MG_BUILD_LAYOUT_DIR "/mangrove-layout | head -n 12", MG_LAYOUT_OWN, 2.0);
  check_helper ("printf 'mangrove-placement 1\\nnodes 1 width 1 height 1\\nn 0 0\\nend\\n'", MG_LAYOUT_OWN, 2.0);
}

static void
test_helper_that_hangs (void)
{
  gint64 start = g_get_monotonic_time ();

  check_helper ("exec sleep 60", MG_LAYOUT_OWN, 7.0);
  MG_CHECK (g_get_monotonic_time () - start >= 4900000);
}

static void
test_helper_that_needs_quicker_settings (void)
{
  check_helper ("q=$(cat); case \"$q\" in *'settings 0'*) exec sleep 60;; esac; "
                "printf '%s\\n' \"$q\" | " MG_BUILD_LAYOUT_DIR "/mangrove-layout",
                MG_LAYOUT_DOT_QUICK, 6.0);
}

typedef struct
{
  GMainLoop *loop;
  MgPlacement *placement;
  GError *error;
} Outcome;

static void
have_layout (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Outcome *outcome = user_data;

  outcome->placement = mg_layout_run_finish (result, &outcome->error);
  g_main_loop_quit (outcome->loop);
}

static gboolean
cancel_now (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

static void
run_async (MgPicture *picture, GCancellable *cancellable, Outcome *outcome)
{
  g_autofree MgExtent *nodes = g_new0 (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);
  MgLayoutRequest request = { nodes, labels, NULL, NULL };

  *outcome = (Outcome){ g_main_loop_new (NULL, FALSE), NULL, NULL };
  mg_placement_estimate (picture, nodes, labels);
  mg_layout_run_async (picture, &request, cancellable, have_layout, outcome);
}

static void
test_asynchronous_layout (void)
{
  MgPicture *picture = mg_fixture_everything ();
  g_autoptr (MgPlacement) expected = lay_out (picture, mg_layout_run);
  Outcome outcome;

  run_async (picture, NULL, &outcome);
  g_main_loop_run (outcome.loop);
  MG_CHECK_NO_ERROR (outcome.error);
  MG_CHECK (outcome.placement != NULL && equal (outcome.placement, expected));
  mg_placement_free (outcome.placement);
  g_main_loop_unref (outcome.loop);
  mg_fixture_free (picture);
}

/* Whether the process whose number is in the file PATH ends within a second. */
static gboolean
ends_soon (const char *path)
{
  g_autofree char *text = NULL;
  gint64 pid;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (pid = g_ascii_strtoll (text, NULL, 10)) <= 1)
    return FALSE;
  for (guint i = 0; i < 100; i++)
    {
      gboolean ended = kill ((pid_t) pid, 0) != 0;

      /* Also after the end: GLib's own thread is still clearing up, and the leak checker must not come upon it. */
      g_usleep (10000);
      if (ended)
        return TRUE;
    }
  return FALSE;
}

static void
test_cancelling_kills_the_helper (void)
{
  g_autofree char *pid_path = g_build_filename (mg_test_temp_dir (), "pid", NULL);
  g_autofree char *script = g_strdup_printf ("echo $$ >%s; exec sleep 60", pid_path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  MgPicture *picture = mg_fixture_event_leak ();
  Outcome outcome;
  gint64 start;

  use_helper (script);
  run_async (picture, cancellable, &outcome);
  while (!g_file_test (pid_path, G_FILE_TEST_EXISTS))
    g_usleep (1000);
  g_usleep (20000);
  start = g_get_monotonic_time ();
  g_idle_add (cancel_now, cancellable);
  g_main_loop_run (outcome.loop);
  MG_CHECK (g_get_monotonic_time () - start < 100000);
  MG_CHECK (outcome.placement == NULL && g_error_matches (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  MG_CHECK (ends_soon (pid_path));
  g_clear_error (&outcome.error);
  g_main_loop_unref (outcome.loop);
  mg_fixture_free (picture);
  use_helper (NULL);
}

static MgLayoutJob *
sample_job (void)
{
  MgLayoutJob *job = mg_layout_job_alloc (2, 1);

  job->ordered = TRUE;
  job->nodes[0] = (MgLayoutNode){ { 120.5, 40 }, MG_LAYOUT_RANK_FIRST };
  job->nodes[1] = (MgLayoutNode){ { 90, 33.125 }, MG_LAYOUT_RANK_LAST };
  job->edges[0] = (MgLayoutEdge){ 0, 1, 9, 12.5, TRUE, { 50, 20 } };
  return job;
}

static void
test_requests_are_read_with_care (void)
{
  g_autoptr (MgLayoutJob) job = sample_job ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (MgLayoutJob) same = NULL;

  mg_layout_job_write (job, text);
  same = mg_layout_job_read (text->str, text->len);
  MG_CHECK (same != NULL && same->ordered && !same->quick && same->n_nodes == 2 && same->n_edges == 1);
  MG_CHECK (same != NULL && memcmp (same->nodes, job->nodes, 2 * sizeof *job->nodes) == 0);
  MG_CHECK (same != NULL && same->edges[0].arrow == 12.5 && same->edges[0].ports && same->edges[0].label.height == 20);
  for (gsize n = 0; n + 1 < text->len; n++)
    {
      /* In a block of exactly that size, so that a sanitizer sees reading past its end. */
      g_autofree char *part = g_memdup2 (text->str, MAX (n, 1));
      g_autoptr (MgLayoutJob) cut = mg_layout_job_read (part, n);

      MG_CHECK (cut == NULL);
    }
}

static void
check_refused (const char *from, const char *to)
{
  g_autoptr (MgLayoutJob) job = sample_job ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (MgLayoutJob) read = NULL;

  mg_layout_job_write (job, text);
  MG_CHECK_UINT (g_string_replace (text, from, to, 1), 1);
  read = mg_layout_job_read (text->str, text->len);
  MG_CHECK (read == NULL);
}

static void
test_bad_requests_are_refused (void)
{
  check_refused ("mangrove-layout 1", "mangrove-layout 2");
  check_refused ("nodes 2", "nodes 3");
  check_refused ("nodes 2", "nodes -2");
  check_refused ("nodes 2", "nodes 4294967298");
  check_refused ("nodes 2", "nodes 2.0");
  check_refused ("120.500", "nan");
  check_refused ("120.500", "inf");
  check_refused ("120.500", "-1");
  check_refused ("120.500", "1e300");
  check_refused ("120.500", "120,500");
  check_refused ("120.500", "1111111111111111111111111111111111111111111");
  check_refused ("e 0 1", "e 0 2");
  check_refused ("end\n", "end\nend\n");
}

static void
test_answers_are_read_with_care (void)
{
  g_autoptr (MgLayoutJob) job = sample_job ();
  g_autoptr (MgPlacement) placement = mg_placement_new (2, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (MgPlacement) same = NULL;

  placement->edges[0].n = 4;
  placement->edges[0].points = g_new0 (MgPoint, 4);
  mg_layout_answer_write (placement, text);
  same = mg_layout_answer_read (job, text->str, text->len);
  MG_CHECK (same != NULL && same->edges[0].n == 4 && same->nodes[0].width == 120.5 && same->edges[0].label.width == 50);
  for (gsize n = 0; n + 1 < text->len; n++)
    {
      g_autofree char *part = g_memdup2 (text->str, MAX (n, 1));
      g_autoptr (MgPlacement) cut = mg_layout_answer_read (job, part, n);

      MG_CHECK (cut == NULL);
    }
  g_string_replace (text, "e 4", "e 5", 1);
  MG_CHECK (mg_layout_answer_read (job, text->str, text->len) == NULL);
  g_string_replace (text, "e 5", "e 9999", 1);
  MG_CHECK (mg_layout_answer_read (job, text->str, text->len) == NULL);
}

/* Answers with a few bytes changed are refused, or are still sound numbers: never a crash, never a wild count. */
static void
test_damaged_answers (void)
{
  g_autoptr (MgLayoutJob) job = sample_job ();
  g_autoptr (MgPlacement) placement = mg_placement_new (2, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  GRand *random = g_rand_new_with_seed (11);

  placement->edges[0].n = 7;
  placement->edges[0].points = g_new0 (MgPoint, 7);
  mg_layout_answer_write (placement, text);
  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *bad = g_memdup2 (text->str, text->len);
      g_autoptr (MgPlacement) read = NULL;

      for (guint k = 0; k < 1 + i % 3; k++)
        bad[g_rand_int_range (random, 0, (gint) text->len)] = "0123456789.-en \n"[g_rand_int_range (random, 0, 16)];
      read = mg_layout_answer_read (job, bad, text->len);
      if (read != NULL && (read->n_nodes != 2 || read->n_edges != 1 || !isfinite (read->edges[0].tip.x)))
        mg_test_fail (__FILE__, __LINE__, "damage %u went through", i);
    }
  g_rand_free (random);
}

static void
test_decimal_comma_changes_nothing (void)
{
  static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "es_ES.UTF-8", "pt_BR.UTF-8" };
  MgPicture *picture = mg_fixture_everything ();
  g_autoptr (MgPlacement) expected = lay_out (picture, mg_layout_run);
  g_autofree char *old = g_strdup (setlocale (LC_ALL, NULL));
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names) && !found; i++)
    found = setlocale (LC_ALL, names[i]) != NULL;
  if (found)
    {
      g_autoptr (MgPlacement) placement = lay_out (picture, mg_layout_run);

      MG_CHECK (equal (placement, expected));
      MG_CHECK_UINT (placement->method, MG_LAYOUT_DOT);
      setlocale (LC_ALL, old);
    }
  else
    g_message ("no locale with a decimal comma is installed: not tested");
  mg_fixture_free (picture);
}

static const MgTest tests[] = {
  { "Graphviz places pictures", test_graphviz_places_pictures },
  { "our own layout places pictures", test_own_layout_places_pictures },
  { "Graphviz survives anything", test_graphviz_survives_anything },
  { "our own layout survives anything", test_own_layout_survives_anything },
  { "the smallest pictures", test_smallest_pictures },
  { "parallel edges", test_parallel_edges },
  { "our own layout of a full picture", test_own_layout_of_a_full_picture },
  { "the order on screen is kept", test_order_on_screen_is_kept },
  { "a helper that is not there", test_helper_that_is_not_there },
  { "a helper that fails", test_helper_that_fails },
  { "a helper that talks nonsense", test_helper_that_talks_nonsense },
  { "a helper that hangs", test_helper_that_hangs },
  { "a helper that needs quicker settings", test_helper_that_needs_quicker_settings },
  { "asynchronous layout", test_asynchronous_layout },
  { "cancelling kills the helper", test_cancelling_kills_the_helper },
  { "requests are read with care", test_requests_are_read_with_care },
  { "bad requests are refused", test_bad_requests_are_refused },
  { "answers are read with care", test_answers_are_read_with_care },
  { "damaged answers", test_damaged_answers },
  { "a decimal comma changes nothing", test_decimal_comma_changes_nothing },
};

MG_TEST_MAIN ("layout", tests)
