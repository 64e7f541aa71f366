#include "ui/models/dominator-way.h"

#include <gio/gio.h>

/* As many steps are gone at once. */
#define SHORT 4096

struct _MgDominatorWay
{
  MgSnapshot *snapshot; /* owned */
  MgProgress *progress; /* owned */
  MgNode from, to;
  MgNode way[MG_DOMINATOR_WAY_MAX];
  guint n;
  MgDominatorWayFunc func; /* main thread only; NULL when cancelled */
  gpointer user_data;
};

static gboolean
is_short (const MgDominators *dominators, MgNode from, MgNode to)
{
  guint depth = 0;

  for (MgNode at = to; at != from && at != MG_NODE_NONE && depth <= SHORT; at = dominators->idom[at])
    depth++;
  return depth <= SHORT;
}

static void
go_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  MgDominatorWay *self = task_data;

  self->n = mg_dominators_way (mg_snapshot_dominators (self->snapshot), self->from, self->to, self->way,
                               MG_DOMINATOR_WAY_MAX, self->progress, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
gone_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgDominatorWay *self = user_data;

  if (self->func)
    self->func (self->way, self->n, self->user_data);
  mg_snapshot_unref (self->snapshot);
  mg_progress_unref (self->progress);
  g_free (self);
}

MgDominatorWay *
mg_dominator_way_find (MgSnapshot *snapshot, MgNode from, MgNode to, MgDominatorWayFunc func, gpointer user_data)
{
  const MgDominators *dominators = mg_snapshot_dominators (snapshot);
  g_autoptr (GTask) task = NULL;
  MgDominatorWay *self;

  if (is_short (dominators, from, to))
    {
      MgNode way[MG_DOMINATOR_WAY_MAX];

      func (way, mg_dominators_way (dominators, from, to, way, MG_DOMINATOR_WAY_MAX, NULL, NULL), user_data);
      return NULL;
    }
  self = g_new0 (MgDominatorWay, 1);
  self->snapshot = mg_snapshot_ref (snapshot);
  self->progress = mg_progress_new (NULL, NULL, NULL);
  self->from = from;
  self->to = to;
  self->func = func;
  self->user_data = user_data;
  task = g_task_new (NULL, NULL, gone_cb, self);
  g_task_set_name (task, "way in the dominator tree");
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, go_thread);
  return self;
}

void
mg_dominator_way_cancel (MgDominatorWay *self)
{
  if (self == NULL)
    return;
  self->func = NULL;
  mg_progress_cancel (self->progress);
}
