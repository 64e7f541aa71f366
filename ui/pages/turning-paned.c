#include "ui/pages/turning-paned.h"

#include "ui/compat/compat.h"

typedef struct
{
  GtkPaned *paned; /* borrowed: owns this */
  int narrow;
  double above, beside;
  guint idle; /* source id; 0: none */
} Turning;

static void
turning_free (gpointer data)
{
  Turning *turning = data;

  g_clear_handle_id (&turning->idle, g_source_remove);
  g_free (turning);
}

static gboolean
turn_idle_cb (gpointer user_data)
{
  Turning *turning = user_data;
  GtkWidget *paned = GTK_WIDGET (turning->paned);
  gboolean upright = gtk_widget_get_width (paned) < turning->narrow * mg_compat_text_scale (paned);
  GtkOrientation wanted = upright ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;
  double part = upright ? turning->above : turning->beside;
  int room = upright ? gtk_widget_get_height (paned) : gtk_widget_get_width (paned);

  turning->idle = 0;
  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (paned)) == wanted)
    return G_SOURCE_REMOVE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (paned), wanted);
  gtk_paned_set_position (turning->paned, part > 0 ? (int) (room * part) : -1);
  return G_SOURCE_REMOVE;
}

/* Not in the middle of the allocation that tells how much room there is. */
static void
room_cb (Turning *turning)
{
  if (turning->idle == 0 && gtk_widget_get_width (GTK_WIDGET (turning->paned)) > 0)
    turning->idle = g_idle_add (turn_idle_cb, turning);
}

void
mg_turning_paned_set_up (GtkPaned *paned, int narrow, double above, double beside)
{
  Turning *turning = g_new0 (Turning, 1);

  g_return_if_fail (GTK_IS_PANED (paned));
  *turning = (Turning){ paned, narrow, above, beside, 0 };
  g_object_set_data_full (G_OBJECT (paned), "mangrove-turning", turning, turning_free);
  g_signal_connect_swapped (paned, "notify::max-position", G_CALLBACK (room_cb), turning);
}
