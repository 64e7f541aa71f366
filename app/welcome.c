#include "app/welcome.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/recent.h"
#include "ui/ui.h"

#define MAX_RECENT 5

struct _MgWelcome
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkWidget *scroller;
  GtkWidget *open_button;
  GtkWidget *recent_group;
  GtkListBox *recent_list;
};

G_DEFINE_FINAL_TYPE (MgWelcome, mg_welcome, GTK_TYPE_WIDGET)

static GtkWidget *
row_new (const MgRecent *recent)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *uri = g_file_get_uri (recent->file);
  g_autofree char *name = g_markup_escape_text (recent->name, -1);
  g_autofree char *folder = NULL, *subtitle = NULL, *escaped = NULL;
  g_autoptr (GFile) parent = g_file_get_parent (recent->file);

  folder = parent ? g_file_get_parse_name (parent) : g_strdup ("");
  if (recent->exists)
    /* Translators: a recent file: when it was opened, in which folder: "yesterday · /home/me/dumps" */
    subtitle = g_strdup_printf (_("%s · %s"), recent->when, folder);
  else
    /* Translators: a recent file that is gone: when it was opened */
    subtitle = g_strdup_printf (_("%s · moved or deleted"), recent->when);
  escaped = g_markup_escape_text (subtitle, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_widget_set_sensitive (row, recent->exists);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", uri);
  return row;
}

static void
update_recent (MgWelcome *self)
{
  g_autoptr (GPtrArray) list = mg_recent_list (MAX_RECENT);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, child);
  for (guint i = 0; i < list->len; i++)
    gtk_list_box_append (self->recent_list, row_new (list->pdata[i]));
  gtk_widget_set_visible (self->recent_group, list->len > 0);
}

void
mg_welcome_focus (MgWelcome *self)
{
  g_return_if_fail (MG_IS_WELCOME (self));
  gtk_widget_grab_focus (self->open_button);
}

static void
mg_welcome_dispose (GObject *object)
{
  mg_ui_dispose_template (GTK_WIDGET (object), MG_TYPE_WELCOME);
  G_OBJECT_CLASS (mg_welcome_parent_class)->dispose (object);
}

static void
mg_welcome_class_init (MgWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_welcome_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/app/welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, MgWelcome, scroller);
  gtk_widget_class_bind_template_child (widget_class, MgWelcome, open_button);
  gtk_widget_class_bind_template_child (widget_class, MgWelcome, recent_group);
  gtk_widget_class_bind_template_child (widget_class, MgWelcome, recent_list);
}

static void
mg_welcome_init (MgWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  mg_recent_watch (G_CALLBACK (update_recent), self);
  update_recent (self);
}
