/* Watches the file that a window shows: another program may cut it short, and what is then read of it is nothing. */
#include "app/window-private.h"

/* Deleting or replacing the file does no harm: what was opened stays there for whoever has it open. */
static void
changed_cb (MgWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (self->session && !mg_snapshot_check_file (mg_session_snapshot (self->session), &error))
    mg_window_show_banner (self, error->message);
}

void
mg_window_watch_file (MgWindow *self)
{
  mg_window_unwatch_file (self);
  self->monitor = g_file_monitor_file (self->file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
}

void
mg_window_unwatch_file (MgWindow *self)
{
  if (self->monitor)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
}
