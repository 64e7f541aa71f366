#include "tests/support/ui.h"

#include <adwaita.h>
#include <stdlib.h>
#include <time.h>

#include "ui/ui.h"
#include "ui/watchdog.h"

#define TRIES 5

void
mg_test_ui_init (void)
{
  static gboolean done;

  if (done)
    return;
  /* Without it there is no accessibility to ask, and no display needs an accessibility bus. */
  g_setenv ("GTK_A11Y", "test", FALSE);
  if (!gtk_init_check ())
    mg_test_skip ("there is no display");
  adw_init ();
  mg_ui_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  if (g_getenv ("MG_TEST_RTL"))
    gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  done = TRUE;
}

gboolean
mg_test_is_slow (void)
{
#ifdef __SANITIZE_ADDRESS__
  return TRUE;
#else
  return g_getenv ("MG_TEST_SLOW") != NULL;
#endif
}

double
mg_test_cpu_msec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000.0 + (double) now.tv_nsec / 1e6;
}

/* How long a turn may be now (µs). */
static gint64
turn_limit (void)
{
  double load;

  return MG_WATCHDOG_LIMIT_USEC * (getloadavg (&load, 1) == 1 && load > g_get_num_processors () ? 3 : 2) / 2;
}

void
mg_test_check_turns (const char *what, MgTestStep step, gpointer user_data)
{
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < TRIES && best > turn_limit (); i++)
    {
      gint64 longest;

      mg_watchdog_start ();
      step (user_data);
      longest = mg_watchdog_longest_usec ();
      g_print ("%s: longest turn %.1f ms, %u over a frame\n", what, (double) longest / 1e3, mg_watchdog_stalls ());
      best = mg_test_is_slow () ? 0 : MIN (best, longest);
    }
  if (best > turn_limit ())
    mg_test_fail (__FILE__, __LINE__, "%s: a turn of %.1f ms", what, (double) best / 1e3);
}

void
mg_test_spin_once (void)
{
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (500);
}

void
mg_test_spin (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  while (g_get_monotonic_time () < end)
    mg_test_spin_once ();
}

gboolean
mg_test_wait (MgTestCondition condition, gpointer user_data, double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  while (!condition (user_data) && g_get_monotonic_time () < end)
    mg_test_spin_once ();
  return condition (user_data);
}

static void
after_paint_cb (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

void
mg_test_present (GtkWindow *window)
{
  gboolean painted = FALSE;
  GdkFrameClock *clock;
  gulong id;

  gtk_window_present (window);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  id = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), &painted);
  gtk_widget_queue_draw (GTK_WIDGET (window));
  MG_WAIT_UNTIL (painted, 10.0);
  g_signal_handler_disconnect (clock, id);
}

/* A widget that is still to be allocated draws nothing: on a slow machine the frame has yet to come. */
static GskRenderNode *
take_node (GtkWidget *widget)
{
  gint64 end = g_get_monotonic_time () + 5 * G_USEC_PER_SEC;

  for (;;)
    {
      g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
      g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
      GskRenderNode *node;

      /* A window draws a border around what its size tells: any other size would scale the picture. */
      gdk_paintable_snapshot (paintable, snapshot, gdk_paintable_get_intrinsic_width (paintable),
                              gdk_paintable_get_intrinsic_height (paintable));
      node = gtk_snapshot_to_node (snapshot);
      if (node || g_get_monotonic_time () > end)
        return node;
      mg_test_spin_once ();
    }
}

gboolean
mg_test_save_png (GtkWidget *widget, const char *path)
{
  g_autoptr (GskRenderer) renderer = gsk_cairo_renderer_new ();
  g_autoptr (GskRenderNode) node = take_node (widget);
  g_autoptr (GdkTexture) texture = NULL;
  gboolean saved;

  if (node == NULL || !gsk_renderer_realize (renderer, NULL, NULL))
    return FALSE;
  texture = gsk_renderer_render_texture (renderer, node, NULL);
  saved = gdk_texture_save_to_png (texture, path);
  gsk_renderer_unrealize (renderer);
  return saved;
}

/* Where a line may break in a long name is nothing that it says. */
static gboolean
says (GtkLabel *label, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (gtk_label_get_text (label), "\xe2\x80\x8b", -1);
  g_autofree char *text = g_strjoinv (NULL, parts);

  return g_strcmp0 (text, name) == 0;
}

static gboolean
has_name (GtkWidget *widget, const char *name)
{
  g_autofree char *actual = NULL;

  if (name == NULL)
    return TRUE;
  if (GTK_IS_LABEL (widget))
    return says (GTK_LABEL (widget), name);
  if (GTK_IS_INSCRIPTION (widget))
    return g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), name) == 0;
  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return FALSE;
  /* NULL when equal, else what it is instead. */
  actual = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  return actual == NULL;
}

GtkWidget *
mg_test_find (GtkWidget *widget, GType type, const char *name)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && has_name (widget, name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = mg_test_find (child, type, name);

      if (found)
        return found;
    }
  return NULL;
}

GtkEventController *
mg_test_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      /* The widget holds it as well. */
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  return NULL;
}

gboolean
mg_test_key (GtkWidget *widget, guint key, GdkModifierType state)
{
  GtkEventController *controller = mg_test_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY);
  gboolean taken = FALSE;

  if (controller)
    g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &taken);
  return taken;
}

static gboolean
activate_shortcut (GListModel *shortcuts, GtkShortcutTrigger *wanted, GtkWidget *widget)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);

      if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
        return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget, NULL);
    }
  return FALSE;
}

gboolean
mg_test_shortcut (GtkWidget *widget, guint key, GdkModifierType state)
{
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (key, state);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_SHORTCUT_CONTROLLER (controller))
        taken = activate_shortcut (G_LIST_MODEL (controller), wanted, widget);
    }
  return taken;
}
