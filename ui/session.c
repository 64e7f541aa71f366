#include "ui/session.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "ui/relay.h"
#include "ui/text.h"

/* A place of the trail: what was looked at, and on which page. */
typedef struct
{
  MgSubject subject;
  const char *page; /* interned */
} Place;

/* The worker makes these in turn; each widens "ready". */
static const guint steps[] = { MG_NEED_GRAPH,   MG_NEED_INSTANCES,  MG_NEED_TREE,
                               MG_NEED_REVERSE, MG_NEED_DOMINATORS, MG_NEED_TYPE_RETAINED };

/* How far the whole is when the first N steps are done. */
static double
done_after (guint n)
{
  double done = 0.0;

  for (guint i = 0; i < n; i++)
    done += mg_snapshot_need_weight (steps[i]);
  return MIN (done, 1.0);
}

/* What the worker needs. It never touches the session, which may be gone by then. */
typedef struct
{
  MgSnapshot *snapshot;                       /* owned */
  MgProgress *progress[G_N_ELEMENTS (steps)]; /* owned; one for each step */
  MgProgress *saving;                         /* owned; of the index, which nobody watches */
  MgRelay *relay;                             /* owned */
} Prepare;

struct _MgSession
{
  GObject parent_instance;

  MgSnapshot *snapshot; /* owned */
  GArray *trail;        /* of Place; never empty */
  guint position;       /* in the trail */
  const char *page;     /* interned */
  guint ready;          /* MgNeed bits */
  gboolean lacks_memory;
  char *failure;        /* owned; NULL: none */
  GTask *task;          /* owned; its data is a Prepare. NULL when no worker was started */
};

G_DEFINE_FINAL_TYPE (MgSession, mg_session, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_READY,
  PROP_SUBJECT,
  PROP_PAGE,
  PROP_CAN_GO_BACK,
  PROP_CAN_GO_FORWARD,
  N_PROPS
};

enum
{
  PREPARE_PROGRESS,
  PREPARE_FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
prepare_free (gpointer data)
{
  Prepare *prepare = data;

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    mg_progress_unref (prepare->progress[i]);
  mg_progress_unref (prepare->saving);
  mg_snapshot_unref (prepare->snapshot);
  mg_relay_unref (prepare->relay);
  g_free (prepare);
}

static void
update_ready (MgSession *self)
{
  guint ready = mg_snapshot_ready (self->snapshot);

  if (ready == self->ready)
    return;
  self->ready = ready;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READY]);
}

static void
prepare_progress_cb (const char *stage, double fraction, gpointer user_data)
{
  MgSession *self = user_data;

  update_ready (self);
  g_signal_emit (self, signals[PREPARE_PROGRESS], 0, stage, fraction);
}

static void
prepare_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *weak = user_data;
  g_autoptr (MgSession) self = g_weak_ref_get (weak);
  g_autoptr (GError) error = NULL;

  g_weak_ref_clear (weak);
  g_free (weak);
  g_task_propagate_boolean (G_TASK (result), &error);
  if (self == NULL)
    return;
  update_ready (self);
  self->lacks_memory = g_error_matches (error, MG_ERROR, MG_ERROR_MEMORY);
  if (error == NULL || g_error_matches (error, MG_ERROR, MG_ERROR_CANCELLED))
    return;
  self->failure = g_strdup (error->message);
  g_signal_emit (self, signals[PREPARE_FAILED], 0, self->failure);
}

const char *
mg_session_failure (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), NULL);
  if (self->failure)
    return self->failure;
  return mg_snapshot_no_graph_reason (self->snapshot);
}

/* All answers are there; what took long is kept for the next opening, if the program wants that. */
static void
save_index (const Prepare *prepare)
{
  g_autoptr (GError) error = NULL;

  if (!mg_snapshot_save_index (prepare->snapshot, prepare->saving, &error) && error)
    g_debug ("no index was saved: %s", error->message);
}

/* A step that does not fit in memory is left out: what comes after it may fit. *LACK is set to the first such error. */
static gboolean
make_steps (const Prepare *prepare, GError **lack, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GError) local = NULL;

      if (mg_snapshot_ensure (prepare->snapshot, steps[i], prepare->progress[i], &local))
        mg_relay_post (prepare->relay, NULL, done_after (i + 1));
      else if (!g_error_matches (local, MG_ERROR, MG_ERROR_MEMORY))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      else if (*lack == NULL)
        *lack = g_steal_pointer (&local);
    }
  return TRUE;
}

static void
prepare_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Prepare *prepare = task_data;
  GError *error = NULL;
  g_autoptr (GError) lack = NULL;

  if (make_steps (prepare, &lack, &error))
    save_index (prepare);
  if (error == NULL)
    error = g_steal_pointer (&lack);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

void
mg_session_prepare (MgSession *self)
{
  Prepare *prepare;
  GWeakRef *weak;

  g_return_if_fail (MG_IS_SESSION (self));
  if (self->task)
    return;
  g_clear_pointer (&self->failure, g_free);
  prepare = g_new0 (Prepare, 1);
  prepare->relay = mg_relay_new (prepare_progress_cb, self);
  prepare->snapshot = mg_snapshot_ref (self->snapshot);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    prepare->progress[i] = mg_relay_progress (prepare->relay, done_after (i), done_after (i + 1));
  prepare->saving = mg_progress_new (NULL, NULL, NULL);
  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  self->task = g_task_new (NULL, NULL, prepare_done_cb, weak);
  g_task_set_name (self->task, "prepare snapshot");
  g_task_set_task_data (self->task, prepare, prepare_free);
  g_task_run_in_thread (self->task, prepare_thread);
}

gboolean
mg_session_lacks_memory (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), FALSE);
  return self->lacks_memory;
}

static void
drop_task (MgSession *self)
{
  if (self->task)
    mg_relay_stop (((Prepare *) g_task_get_task_data (self->task))->relay);
  g_clear_object (&self->task);
}

void
mg_session_go_on (MgSession *self)
{
  g_return_if_fail (MG_IS_SESSION (self));
  if (!self->lacks_memory)
    return;
  self->lacks_memory = FALSE;
  drop_task (self);
  mg_snapshot_set_memory_limit (self->snapshot, G_MAXUINT64);
  mg_session_prepare (self);
}

void
mg_session_cancel (MgSession *self)
{
  Prepare *prepare;

  g_return_if_fail (MG_IS_SESSION (self));
  if (self->task == NULL)
    return;
  prepare = g_task_get_task_data (self->task);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    mg_progress_cancel (prepare->progress[i]);
  mg_progress_cancel (prepare->saving);
}

static Place *
place (MgSession *self)
{
  return &g_array_index (self->trail, Place, self->position);
}

/* The page shown differs from the one the current place was seen on: "back" first returns to that one. */
static gboolean
strayed (MgSession *self)
{
  return self->page != place (self)->page;
}

static gboolean
can_go_back (MgSession *self)
{
  return self->position > 0 || strayed (self);
}

static gboolean
can_go_forward (MgSession *self)
{
  return self->position + 1 < self->trail->len;
}

MgSubject
mg_session_subject (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), ((MgSubject){ MG_SUBJECT_NONE, 0 }));
  return place (self)->subject;
}

/* Notifies what differs from the state before a move. */
static void
notify_move (MgSession *self, MgSubject subject, const char *page, gboolean back, gboolean forward)
{
  GObject *object = G_OBJECT (self);

  g_object_freeze_notify (object);
  if (!mg_subject_equal (subject, place (self)->subject))
    g_object_notify_by_pspec (object, properties[PROP_SUBJECT]);
  if (page != self->page)
    g_object_notify_by_pspec (object, properties[PROP_PAGE]);
  if (back != can_go_back (self))
    g_object_notify_by_pspec (object, properties[PROP_CAN_GO_BACK]);
  if (forward != can_go_forward (self))
    g_object_notify_by_pspec (object, properties[PROP_CAN_GO_FORWARD]);
  g_object_thaw_notify (object);
}

static void
move_to (MgSession *self, guint position, const char *page)
{
  MgSubject subject = mg_session_subject (self);
  const char *old_page = self->page;
  gboolean back = can_go_back (self), forward = can_go_forward (self);

  self->position = position;
  self->page = page;
  notify_move (self, subject, old_page, back, forward);
}

void
mg_session_visit (MgSession *self, MgSubject subject, const char *page)
{
  MgSubject old;
  const char *old_page;
  gboolean back, forward;

  g_return_if_fail (MG_IS_SESSION (self));
  old = mg_session_subject (self);
  old_page = self->page;
  back = can_go_back (self);
  forward = can_go_forward (self);
  page = page ? g_intern_string (page) : self->page;
  if (!mg_subject_equal (subject, old))
    {
      Place new_place = { subject, page };

      g_array_set_size (self->trail, self->position + 1);
      g_array_append_val (self->trail, new_place);
      self->position++;
    }
  else
    place (self)->page = page;
  self->page = page;
  notify_move (self, old, old_page, back, forward);
}

void
mg_session_back (MgSession *self)
{
  g_return_if_fail (MG_IS_SESSION (self));
  if (strayed (self))
    move_to (self, self->position, place (self)->page);
  else if (self->position > 0)
    mg_session_trail_jump (self, self->position - 1);
}

void
mg_session_forward (MgSession *self)
{
  g_return_if_fail (MG_IS_SESSION (self));
  if (can_go_forward (self))
    mg_session_trail_jump (self, self->position + 1);
}

void
mg_session_trail_jump (MgSession *self, guint i)
{
  g_return_if_fail (MG_IS_SESSION (self));
  g_return_if_fail (i < self->trail->len);
  move_to (self, i, g_array_index (self->trail, Place, i).page);
}

guint
mg_session_trail_length (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), 0);
  return self->trail->len;
}

guint
mg_session_trail_position (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), 0);
  return self->position;
}

const char *
mg_session_page (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), NULL);
  return self->page;
}

void
mg_session_set_page (MgSession *self, const char *page)
{
  g_return_if_fail (MG_IS_SESSION (self));
  g_return_if_fail (page != NULL);
  move_to (self, self->position, g_intern_string (page));
}

char *
mg_session_trail_name (MgSession *self, guint i)
{
  MgTypeTable *types;
  MgSubject subject;
  g_autofree char *count = NULL;

  g_return_val_if_fail (MG_IS_SESSION (self), NULL);
  if (i >= self->trail->len)
    return NULL;
  types = mg_snapshot_types (self->snapshot);
  subject = g_array_index (self->trail, Place, i).subject;
  if (subject.kind == MG_SUBJECT_TYPE)
    {
      g_autofree char *name = mg_text_short_type_name (mg_type_table_get (types, subject.id)->name);

      count = mg_format_count (mg_snapshot_type_stats (self->snapshot)->tally[subject.id].count);
      /* Translators: a place of the trail: short type name, number of objects: "NotificationContext × 10,000" */
      return g_strdup_printf (_("%s × %s"), name, count);
    }
  if (subject.kind == MG_SUBJECT_OBJECT)
    {
      const MgGraph *graph = mg_snapshot_graph (self->snapshot);
      const MgType *type = graph ? mg_graph_type_of (graph, subject.id) : NULL;
      g_autofree char *name = type ? mg_text_short_type_name (type->name) : NULL;

      g_autofree char *address = name ? mg_text_address (mg_graph_address (graph, subject.id)) : NULL;

      if (name)
        /* Translators: one object: type name, address: "NotificationContext at 0x7ef7c90022e8" */
        return g_strdup_printf (_("%s at %s"), name, address);
    }
  return g_strdup (_("All types"));
}

char *
mg_session_subject_name (MgSession *self, MgSubject subject)
{
  const MgGraph *graph;

  g_return_val_if_fail (MG_IS_SESSION (self), NULL);
  graph = mg_snapshot_graph (self->snapshot);
  if (subject.kind == MG_SUBJECT_TYPE)
    return g_strdup (mg_type_table_get (mg_snapshot_types (self->snapshot), subject.id)->name);
  if (subject.kind == MG_SUBJECT_OBJECT && graph && mg_graph_type_of (graph, subject.id))
    {
      g_autofree char *address = mg_text_address (mg_graph_address (graph, subject.id));

      /* Translators: one object: type name, address: "NotificationContext at 0x7ef7c90022e8" */
      return g_strdup_printf (_("%s at %s"), mg_graph_type_of (graph, subject.id)->name, address);
    }
  return g_strdup ("");
}

MgSnapshot *
mg_session_snapshot (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), NULL);
  return self->snapshot;
}

guint
mg_session_ready (MgSession *self)
{
  g_return_val_if_fail (MG_IS_SESSION (self), 0);
  return self->ready;
}

MgSession *
mg_session_new (MgSnapshot *snapshot)
{
  MgSession *self = g_object_new (MG_TYPE_SESSION, NULL);

  self->snapshot = mg_snapshot_ref (snapshot);
  self->ready = mg_snapshot_ready (snapshot);
  return self;
}

static void
mg_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  MgSession *self = MG_SESSION (object);
  MgSubject subject = mg_session_subject (self);

  switch (id)
    {
    case PROP_READY:
      g_value_set_uint (value, self->ready);
      break;
    case PROP_SUBJECT:
      g_value_set_uint64 (value, (guint64) subject.kind << 32 | subject.id);
      break;
    case PROP_PAGE:
      g_value_set_string (value, self->page);
      break;
    case PROP_CAN_GO_BACK:
      g_value_set_boolean (value, can_go_back (self));
      break;
    case PROP_CAN_GO_FORWARD:
      g_value_set_boolean (value, can_go_forward (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mg_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  MgSession *self = MG_SESSION (object);

  if (id == PROP_PAGE)
    {
      /* A view stack that is being built or torn down has no visible page for a moment. */
      if (g_value_get_string (value))
        mg_session_set_page (self, g_value_get_string (value));
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mg_session_dispose (GObject *object)
{
  MgSession *self = MG_SESSION (object);

  mg_session_cancel (self);
  drop_task (self);
  G_OBJECT_CLASS (mg_session_parent_class)->dispose (object);
}

static void
mg_session_finalize (GObject *object)
{
  MgSession *self = MG_SESSION (object);

  g_clear_pointer (&self->snapshot, mg_snapshot_unref);
  g_free (self->failure);
  g_array_unref (self->trail);
  G_OBJECT_CLASS (mg_session_parent_class)->finalize (object);
}

static void
mg_session_class_init (MgSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = mg_session_get_property;
  object_class->set_property = mg_session_set_property;
  object_class->dispose = mg_session_dispose;
  object_class->finalize = mg_session_finalize;

  properties[PROP_READY] = g_param_spec_uint ("ready", NULL, NULL, 0, G_MAXUINT, 0, readable);
  properties[PROP_SUBJECT] = g_param_spec_uint64 ("subject", NULL, NULL, 0, G_MAXUINT64, 0, readable);
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, "types", readable | G_PARAM_WRITABLE);
  properties[PROP_CAN_GO_BACK] = g_param_spec_boolean ("can-go-back", NULL, NULL, FALSE, readable);
  properties[PROP_CAN_GO_FORWARD] = g_param_spec_boolean ("can-go-forward", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[PREPARE_PROGRESS] = g_signal_new ("prepare-progress", MG_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                            G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_DOUBLE);
  signals[PREPARE_FAILED] = g_signal_new ("prepare-failed", MG_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mg_session_init (MgSession *self)
{
  Place start = { { MG_SUBJECT_NONE, 0 }, g_intern_static_string ("types") };

  self->trail = g_array_new (FALSE, FALSE, sizeof (Place));
  g_array_append_val (self->trail, start);
  self->page = start.page;
}
