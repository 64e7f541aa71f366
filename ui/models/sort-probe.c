#include "ui/models/sort-probe.h"

/* Of the probe under way; the main thread alone uses column views. */
static guint probed_column = G_MAXUINT;

static int
tell_cb (gconstpointer a, gconstpointer b, gpointer user_data)
{
  if (probed_column == G_MAXUINT)
    probed_column = GPOINTER_TO_UINT (user_data);
  return GTK_ORDERING_LARGER;
}

GtkSorter *
mg_sort_probe_sorter_new (guint column)
{
  return GTK_SORTER (gtk_custom_sorter_new (tell_cb, GUINT_TO_POINTER (column), NULL));
}

gboolean
mg_sort_probe (GtkColumnView *view, guint *column, gboolean *descending)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkOrdering ordering;

  probed_column = G_MAXUINT;
  if (sorter == NULL)
    return FALSE;
  ordering = gtk_sorter_compare (sorter, a, b);
  if (probed_column == G_MAXUINT)
    return FALSE;
  *column = probed_column;
  *descending = ordering == GTK_ORDERING_SMALLER;
  return TRUE;
}
