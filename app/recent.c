#include "app/recent.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#include "app/settings.h"

/* Under this name the desktop's list remembers which entries are ours. */
#define APPLICATION "Mangrove"

void
mg_recent_free (MgRecent *recent)
{
  g_object_unref (recent->file);
  g_free (recent->name);
  g_free (recent->when);
  g_free (recent);
}

void
mg_recent_add (GFile *file)
{
  GSettings *settings = mg_settings ();
  g_autofree char *uri = g_file_get_uri (file);
  char mime_type[] = "application/x-dotnet-gcdump", name[] = APPLICATION, exec[] = "mangrove %u";
  GtkRecentData data = { .mime_type = mime_type, .app_name = name, .app_exec = exec };

  if (settings == NULL || g_settings_get_boolean (settings, "remember-recent"))
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

void
mg_recent_remove (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  GDateTime *left = gtk_recent_info_get_modified ((GtkRecentInfo *) a);
  GDateTime *right = gtk_recent_info_get_modified ((GtkRecentInfo *) b);

  return g_date_time_compare (right, left);
}

/* The local files that are ours, newest first. */
static GList *
own_items (void)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GList *own = NULL;

  for (GList *l = items; l; l = l->next)
    if (gtk_recent_info_has_application (l->data, APPLICATION) && gtk_recent_info_is_local (l->data))
      own = g_list_prepend (own, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return g_list_sort (own, compare_newest_first);
}

void
mg_recent_clear (void)
{
  GList *items = own_items ();

  for (GList *l = items; l; l = l->next)
    gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), gtk_recent_info_get_uri (l->data), NULL);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static char *
describe_time (GDateTime *time)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) local = g_date_time_to_local (time);
  GDate today, day;
  int days;

  g_date_clear (&today, 1);
  g_date_clear (&day, 1);
  g_date_set_dmy (&today, (GDateDay) g_date_time_get_day_of_month (now), (GDateMonth) g_date_time_get_month (now),
                  (GDateYear) g_date_time_get_year (now));
  g_date_set_dmy (&day, (GDateDay) g_date_time_get_day_of_month (local), (GDateMonth) g_date_time_get_month (local),
                  (GDateYear) g_date_time_get_year (local));
  days = g_date_days_between (&day, &today);
  if (days <= 0)
    return g_date_time_format (local, _("today, %H:%M"));
  if (days == 1)
    return g_strdup (_("yesterday"));
  if (days < 7)
    return g_date_time_format (local, "%A");
  return g_date_time_format (local, "%x");
}

GPtrArray *
mg_recent_list (guint max)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) mg_recent_free);
  GList *items = own_items ();

  for (GList *l = items; l && list->len < max; l = l->next)
    {
      MgRecent *recent = g_new0 (MgRecent, 1);

      recent->file = g_file_new_for_uri (gtk_recent_info_get_uri (l->data));
      recent->name = g_strdup (gtk_recent_info_get_display_name (l->data));
      recent->when = describe_time (gtk_recent_info_get_modified (l->data));
      recent->exists = gtk_recent_info_exists (l->data);
      g_ptr_array_add (list, recent);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return list;
}

void
mg_recent_watch (GCallback callback, gpointer self)
{
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", callback, self, G_CONNECT_SWAPPED);
}
