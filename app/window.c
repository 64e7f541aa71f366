#include "app/window-private.h"

#include <glib/gi18n.h>

#include "analysis/base/error.h"
#include "app/open-task.h"
#include "app/recent.h"
#include "app/settings.h"
#include "app/welcome.h"

G_DEFINE_FINAL_TYPE (MgWindow, mg_window, ADW_TYPE_APPLICATION_WINDOW)

gboolean
mg_window_is_empty (MgWindow *self)
{
  g_return_val_if_fail (MG_IS_WINDOW (self), FALSE);
  return self->session == NULL && self->coming == NULL && self->cancellable == NULL;
}

MgSession *
mg_window_session (MgWindow *self)
{
  g_return_val_if_fail (MG_IS_WINDOW (self), NULL);
  return self->session;
}

const char *
mg_window_state (MgWindow *self)
{
  g_return_val_if_fail (MG_IS_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

void
mg_window_toast (MgWindow *self, const char *text)
{
  g_return_if_fail (MG_IS_WINDOW (self));
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (text));
}

MgPage *
mg_window_visible_page (MgWindow *self)
{
  return self->session ? mg_page_list_visible (self->page_list) : NULL;
}

/* Where the header has no room for the switcher, it is at the bottom. */
static void
update_switcher_bar (MgWindow *self)
{
  gboolean wanted = adw_view_switcher_title_get_view_switcher_enabled (self->switcher_title)
                    && adw_view_switcher_title_get_title_visible (self->switcher_title);

  adw_view_switcher_bar_set_reveal (self->switcher_bar, wanted);
  /* Hidden altogether: a bar that is merely not revealed may keep its room for a while. */
  gtk_widget_set_visible (GTK_WIDGET (self->switcher_bar), wanted);
}

static gboolean
bar_tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  MgWindow *self = MG_WINDOW (widget);

  if (--self->bar_frames > 0)
    return G_SOURCE_CONTINUE;
  self->bar_tick = 0;
  update_switcher_bar (self);
  return G_SOURCE_REMOVE;
}

/* The header learns in the middle of its allocation whether the switcher fits, and may change its mind with the next
 * one; what is asked of the layout then is forgotten. So the bar follows when two more frames have been laid out:
 * counted, not timed, for on a busy machine the first of them may be long in coming. */
static void
title_visible_cb (MgWindow *self)
{
  self->bar_frames = 3;
  if (self->bar_tick == 0)
    self->bar_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), bar_tick_cb, NULL, NULL);
}

static gboolean
has_focus (MgWindow *self, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus && gtk_widget_is_ancestor (focus, widget);
}

/* The switcher and what belongs to a snapshot are there only when one is shown. */
void
mg_window_show_state (MgWindow *self, const char *state)
{
  gboolean content = g_str_equal (state, "content");

  gtk_stack_set_visible_child_name (self->states, state);
  adw_view_switcher_title_set_view_switcher_enabled (self->switcher_title, content);
  title_visible_cb (self);
  gtk_widget_set_visible (self->history_box, content);
  gtk_widget_set_visible (self->search_button, content);
  gtk_widget_set_visible (GTK_WIDGET (self->status_line), content);
  if (!content)
    gtk_widget_set_visible (self->banner, FALSE);
  mg_window_update_actions (self);
  if (g_str_equal (state, "progress"))
    gtk_widget_grab_focus (self->cancel_button);
  else if (g_str_equal (state, "error"))
    gtk_widget_grab_focus (self->error_open_button);
  else if (g_str_equal (state, "welcome") && gtk_widget_get_mapped (GTK_WIDGET (self)))
    mg_welcome_focus (MG_WELCOME (gtk_stack_get_visible_child (self->states)));
}

/* What is shown when nothing is being opened. */
static void
show_rest (MgWindow *self)
{
  mg_window_show_state (self, self->session ? "content" : "welcome");
}

static void
show_title (MgWindow *self)
{
  g_autofree char *name = self->file ? g_file_get_basename (self->file) : NULL;
  g_autofree char *title = NULL;

  if (name)
    /* Translators: title of a window: file name, name of the program */
    title = g_strdup_printf (_("%s – Mangrove"), name);
  gtk_window_set_title (GTK_WINDOW (self), title ? title : "Mangrove");
  adw_view_switcher_title_set_title (self->switcher_title, name ? name : "Mangrove");
}

static void
ready_cb (MgWindow *self)
{
  mg_window_update_actions (self);
}

void
mg_window_show_banner (MgWindow *self, const char *message)
{
  gtk_label_set_label (self->banner_label, message);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->banner_label), message);
  gtk_widget_set_visible (self->go_on, self->session && mg_session_lacks_memory (self->session));
  gtk_widget_set_visible (self->banner, TRUE);
}

#define SHOWN_DATA "mangrove-shown"

/* Keys go to the page that came up, whatever was pressed to see it: to where they went last, else to what it shows. */
static void
focus_page (MgWindow *self)
{
  GtkWidget *page = GTK_WIDGET (mg_window_visible_page (self));

  if (page == NULL || !g_str_equal (mg_window_state (self), "content"))
    return;
  if (!g_object_get_data (G_OBJECT (page), SHOWN_DATA) || !has_focus (self, page))
    mg_page_focus (MG_PAGE (page));
  g_object_set_data (G_OBJECT (page), SHOWN_DATA, page);
}

static void
page_shown_cb (MgWindow *self)
{
  mg_window_update_actions (self);
  focus_page (self);
}

static void
drop_session (MgWindow *self)
{
  if (self->session)
    {
      mg_session_cancel (self->session);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  mg_window_unwatch_file (self);
  mg_status_line_set_session (self->status_line, NULL);
  mg_page_list_set_session (self->page_list, NULL);
  g_clear_object (&self->coming);
  g_clear_object (&self->session);
  g_clear_object (&self->file);
}

static void
show_damage (MgWindow *self)
{
  guint n;
  const MgNote *notes = mg_snapshot_notes (mg_session_snapshot (self->session), &n);

  for (guint i = 0; i < n; i++)
    if (notes[i].damage)
      {
        mg_window_show_banner (self, notes[i].text);
        return;
      }
}

/* The progress stays on screen until there is something else to see. */
static void
take_snapshot (MgWindow *self, MgSnapshot *snapshot)
{
  GFile *file = g_steal_pointer (&self->opening);

  drop_session (self);
  self->file = file;
  self->coming = mg_session_new (snapshot);
  mg_page_list_set_session (self->page_list, self->coming);
}

/* A newer opening may be under way: its progress is shown, and this session when it fails. */
static void
pages_ready_cb (MgWindow *self)
{
  self->session = g_steal_pointer (&self->coming);
  g_signal_connect_object (self->session, "notify", G_CALLBACK (ready_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "prepare-failed", G_CALLBACK (mg_window_show_banner), self,
                           G_CONNECT_SWAPPED);
  mg_status_line_set_session (self->status_line, self->session);
  mg_recent_add (self->file);
  mg_window_watch_file (self);
  show_title (self);
  if (self->cancellable == NULL)
    show_rest (self);
  show_damage (self);
  focus_page (self);
  mg_session_prepare (self->session);
}

static const char *
error_title (const GError *error)
{
  if (error->domain == MG_ERROR)
    switch ((MgError) error->code)
      {
      case MG_ERROR_NOT_RECOGNIZED:
        return _("Not a Snapshot");
      case MG_ERROR_UNSUPPORTED:
        return _("This Kind of Snapshot Cannot Be Read");
      case MG_ERROR_TRUNCATED:
        return _("The File Ends Too Early");
      case MG_ERROR_CORRUPT:
      case MG_ERROR_LIMIT:
        return _("The File Is Damaged");
      case MG_ERROR_MEMORY:
        return _("Not Enough Memory");
      case MG_ERROR_IO:
      case MG_ERROR_USAGE:
      case MG_ERROR_CANCELLED:
      case MG_ERROR_NOT_FOUND:
      default:
        break;
      }
  return _("The File Cannot Be Opened");
}

static void
show_error (MgWindow *self, const GError *error)
{
  g_autofree char *name = g_file_get_parse_name (self->opening);
  g_autofree char *message = g_markup_escape_text (error->message, -1);

  g_clear_error (&self->error);
  self->error = g_error_copy (error);
  adw_status_page_set_title (self->error_page, error_title (error));
  adw_status_page_set_description (self->error_page, message);
  gtk_label_set_label (self->error_file, name);
  mg_window_show_state (self, "error");
}

static void
progress_cb (const char *stage, double fraction, gpointer user_data)
{
  MgWindow *self = user_data;
  gint64 now = g_get_monotonic_time ();
  g_autofree char *text = NULL, *left = NULL;

  gtk_progress_bar_set_fraction (self->progress_bar, CLAMP (fraction, 0.0, 1.0));
  mg_time_left_update (&self->left, fraction, now);
  left = mg_time_left_text (&self->left, now);
  stage = *stage ? stage : _("Opening");
  if (left)
    /* Translators: a stage of the work, how far it is, what is left: "Reading types · 42 % · about 20 seconds left" */
    text = g_strdup_printf (_("%s · %.0f %% · %s"), stage, 100.0 * fraction, left);
  else
    /* Translators: a stage of the work and how far it is: "Reading types · 42 %" */
    text = g_strdup_printf (_("%s · %.0f %%"), stage, 100.0 * fraction);
  gtk_label_set_label (self->progress_stage, text);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (MgWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_open_finish (result, &error);

  /* A newer opening, or the end of the window, has taken the place of this one. */
  if (self->cancellable == NULL || self->cancellable != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->cancellable);
  if (snapshot)
    take_snapshot (self, snapshot);
  else if (g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED))
    show_rest (self);
  else
    show_error (self, error);
}

void
mg_window_cancel (MgWindow *self)
{
  g_return_if_fail (MG_IS_WINDOW (self));
  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->opening);
  show_rest (self);
}

void
mg_window_open (MgWindow *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_file_get_basename (file);

  g_return_if_fail (MG_IS_WINDOW (self));
  g_object_ref (file);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->opening);
  self->opening = file;
  if (path == NULL)
    {
      g_autoptr (GError) error
        = g_error_new_literal (MG_ERROR, MG_ERROR_IO,
                               _("This file lies on another computer or inside an archive. Copy it to a local folder "
                                 "and open it from there."));

      show_error (self, error);
      return;
    }
  self->cancellable = g_cancellable_new ();
  gtk_label_set_label (self->progress_file, name);
  progress_cb ("", 0.0, self);
  mg_window_show_state (self, "progress");
  mg_page_list_prepare (self->page_list);
  mg_open_async (path, self->cancellable, progress_cb, self, opened_cb, g_object_ref (self));
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  MgWindow *self = user_data;
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  GApplication *application = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));

  for (GSList *l = files; l; l = l->next)
    {
      GFile *file = l->data;

      if (mg_window_is_empty (self))
        mg_window_open (self, file);
      else
        g_application_open (application, &file, 1, "");
    }
  return files != NULL;
}

static gboolean
backspace_cb (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  return gtk_widget_activate_action (widget, "win.back", NULL);
}

/* The extra buttons of a mouse mean back and forward everywhere. */
static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == 8 || button == 9)
    {
      gtk_widget_activate_action (user_data, button == 8 ? "win.back" : "win.forward", NULL);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
}

static void
add_controllers (MgWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->toasts), GTK_EVENT_CONTROLLER (drop));

  /* In the bubble phase, so that a text entry keeps its Backspace. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_BackSpace, 0),
                                                          gtk_callback_action_new (backspace_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->pages), keys);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

static void
bind_settings (MgWindow *self)
{
  GSettings *settings = mg_settings ();

  if (settings == NULL)
    return;
  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                               g_settings_get_int (settings, "window-height"));
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_settings_bind (settings, "window-width", self, "default-width", G_SETTINGS_BIND_SET);
  g_settings_bind (settings, "window-height", self, "default-height", G_SETTINGS_BIND_SET);
  g_settings_bind (settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_SET);
}

MgWindow *
mg_window_new (MgApplication *application)
{
  return g_object_new (MG_TYPE_WINDOW, "application", application, NULL);
}

/* A window that nothing was opened in: GTK would begin with the first button of the header. */
static void
mg_window_show (GtkWidget *widget)
{
  GtkWidget *page = gtk_stack_get_visible_child (MG_WINDOW (widget)->states);

  if (MG_IS_WELCOME (page) && gtk_window_get_focus (GTK_WINDOW (widget)) == NULL)
    mg_welcome_focus (MG_WELCOME (page));
  GTK_WIDGET_CLASS (mg_window_parent_class)->show (widget);
}

static void
mg_window_dispose (GObject *object)
{
  MgWindow *self = MG_WINDOW (object);

  if (self->bar_tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->bar_tick);
  self->bar_tick = 0;
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->page_list)
    drop_session (self);
  g_clear_object (&self->page_list);
  g_clear_object (&self->opening);
  g_clear_error (&self->error);
  if (self->chooser)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), MG_TYPE_WINDOW);
  G_OBJECT_CLASS (mg_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_child (class, MgWindow, switcher_title);
  gtk_widget_class_bind_template_child (class, MgWindow, switcher_bar);
  gtk_widget_class_bind_template_child (class, MgWindow, toasts);
  gtk_widget_class_bind_template_child (class, MgWindow, states);
  gtk_widget_class_bind_template_child (class, MgWindow, pages);
  gtk_widget_class_bind_template_child (class, MgWindow, menu_button);
  gtk_widget_class_bind_template_child (class, MgWindow, export_button);
  gtk_widget_class_bind_template_child (class, MgWindow, history_box);
  gtk_widget_class_bind_template_child (class, MgWindow, search_button);
  gtk_widget_class_bind_template_child (class, MgWindow, banner);
  gtk_widget_class_bind_template_child (class, MgWindow, banner_label);
  gtk_widget_class_bind_template_child (class, MgWindow, go_on);
  gtk_widget_class_bind_template_child (class, MgWindow, progress_file);
  gtk_widget_class_bind_template_child (class, MgWindow, progress_stage);
  gtk_widget_class_bind_template_child (class, MgWindow, progress_bar);
  gtk_widget_class_bind_template_child (class, MgWindow, cancel_button);
  gtk_widget_class_bind_template_child (class, MgWindow, error_page);
  gtk_widget_class_bind_template_child (class, MgWindow, error_file);
  gtk_widget_class_bind_template_child (class, MgWindow, error_open_button);
  gtk_widget_class_bind_template_child (class, MgWindow, status_line);
  gtk_widget_class_bind_template_child (class, MgWindow, picture_menu);
  gtk_widget_class_bind_template_child (class, MgWindow, table_menu);
}

static void
mg_window_class_init (MgWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_window_dispose;
  widget_class->show = mg_window_show;
  g_type_ensure (MG_TYPE_STATUS_LINE);
  g_type_ensure (MG_TYPE_WELCOME);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/app/window.ui");
  bind_children (widget_class);
  mg_window_class_install_actions (widget_class);
  mg_window_class_install_export (widget_class);
}

static void
mg_window_init (MgWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_icon_name (GTK_WINDOW (self), MG_APPLICATION_ID);
  g_signal_connect_object (self->switcher_title, "notify::title-visible", G_CALLBACK (title_visible_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (page_shown_cb), self,
                           G_CONNECT_SWAPPED);
  self->page_list = mg_page_list_new (self->pages);
  g_signal_connect_object (self->page_list, "ready", G_CALLBACK (pages_ready_cb), self, G_CONNECT_SWAPPED);
  add_controllers (self);
  mg_window_init_export (self);
  bind_settings (self);
  show_rest (self);
}
