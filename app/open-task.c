#include "app/open-task.h"

#include <glib/gi18n.h>

#include "analysis/base/error.h"
#include "app/index-folder.h"
#include "app/settings.h"
#include "app/unpack/unpack.h"

typedef struct
{
  char *path;           /* owned */
  const char *index_folder; /* static; NULL: no index */
  char **folders;       /* owned: with files of programs; NULL */
  MgRelay *relay;       /* owned */
  MgProgress *progress; /* owned */
} Open;

static void
open_free (gpointer data)
{
  Open *open = data;

  g_free (open->path);
  g_strfreev (open->folders);
  mg_progress_unref (open->progress);
  mg_relay_unref (open->relay);
  g_free (open);
}

static void
open_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Open *open = task_data;
  GError *error = NULL;
  MgSnapshotOptions options
    = { .file_folders = (const char *const *) open->folders, .index_folder = open->index_folder };
  g_autoptr (MgSource) bytes = mg_unpack_open (open->path, mg_index_folder (), open->progress, &error);
  MgSnapshot *snapshot = bytes ? mg_snapshot_open_source (bytes, &options, open->progress, &error) : NULL;

  if (snapshot)
    g_task_return_pointer (task, snapshot, (GDestroyNotify) mg_snapshot_unref);
  else
    g_task_return_error (task, error);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  mg_progress_cancel (user_data);
}

void
mg_open_async (const char *path,
               GCancellable *cancellable,
               MgRelayFunc progress,
               gpointer progress_data,
               GAsyncReadyCallback callback,
               gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Open *open = g_new0 (Open, 1);
  GSettings *settings = mg_settings ();

  open->path = g_strdup (path);
  if (settings == NULL || g_settings_get_boolean (settings, "keep-index"))
    open->index_folder = mg_index_folder ();
  open->folders = settings ? g_settings_get_strv (settings, "program-folders") : NULL;
  open->relay = mg_relay_new (progress, progress_data);
  open->progress = mg_relay_progress (open->relay, 0.0, 1.0);
  g_task_set_name (task, "open snapshot");
  g_task_set_task_data (task, open, open_free);
  g_task_set_return_on_cancel (task, TRUE);
  if (cancellable)
    g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), mg_progress_ref (open->progress),
                           (GDestroyNotify) mg_progress_unref);
  g_task_run_in_thread (task, open_thread);
  g_object_unref (task);
}

MgSnapshot *
mg_open_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GError) local = NULL;
  Open *open = g_task_get_task_data (G_TASK (result));
  MgSnapshot *snapshot = g_task_propagate_pointer (G_TASK (result), &local);

  mg_relay_stop (open->relay);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_set_error_literal (error, MG_ERROR, MG_ERROR_CANCELLED, _("Cancelled."));
  else if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  return snapshot;
}
