#include "ui/charts/treemap.h"

#include <glib/gi18n-lib.h>

#include "analysis/base/progress.h"
#include "analysis/picture/picture.h"
#include "ui/charts/treemap-draw.h"
#include "ui/charts/treemap-layout.h"
#include "ui/compat/compat.h"
#include "ui/models/dominator-row.h"
#include "ui/models/dominator-way.h"

struct _MgTreemap
{
  GtkWidget parent_instance;

  MgSnapshot *snapshot;
  MgNode root;
  MgNode selected;     /* what was asked for */
  guint selected_cell; /* where it is drawn; G_MAXUINT = nowhere */
  guint hovered_cell;
  MgTreemapLayout *layout;
  MgTreemapLook *look;     /* of PICTURE */
  GdkTexture *picture;     /* of LAYOUT */
  MgProgress *running;     /* of the layout under way; a newer one cancels it */
  MgDominatorWay *finding; /* what is selected; NULL: it is known where that is drawn */
};

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (MgTreemap, mg_treemap, GTK_TYPE_WIDGET)

typedef struct
{
  MgSnapshot *snapshot;
  MgNode root;
  double width, height, text_scale;
  MgProgress *progress;
  MgTreemapLook *look;
  MgTreemapLayout *layout; /* what was made; NULL */
  GdkTexture *picture;
} LayoutJob;

static void
layout_job_free (gpointer data)
{
  LayoutJob *job = data;

  mg_snapshot_unref (job->snapshot);
  mg_progress_unref (job->progress);
  mg_treemap_look_free (job->look);
  mg_treemap_layout_free (job->layout);
  g_clear_object (&job->picture);
  g_free (job);
}

static void
run_layout_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  LayoutJob *job = data;

  job->layout = mg_treemap_layout_new (mg_snapshot_graph (job->snapshot), mg_snapshot_dominators (job->snapshot),
                                       job->root, job->width, job->height, job->text_scale, job->progress, NULL);
  if (job->layout)
    job->picture = mg_treemap_draw (job->look, job->snapshot, job->layout);
  g_task_return_boolean (task, TRUE);
}

static char *
describe_cell (MgTreemap *self, guint cell)
{
  const MgTreemapCell *c;
  g_autofree char *name = NULL, *bytes = NULL;
  guint64 all;

  if (self->layout == NULL || cell >= self->layout->n)
    return g_strdup (_ ("Treemap of retained sizes"));
  c = &self->layout->cells[cell];
  name = mg_treemap_cell_name (self->snapshot, c);
  bytes = mg_format_bytes (c->retained);
  all = mg_snapshot_dominators (self->snapshot)->retained[MG_NODE_SUPER_ROOT];
  /* Translators: name of an object, bytes it retains, share of the live heap in percent. */
  return g_strdup_printf (_ ("%s retains %s, %.1f %% of the live heap"), name, bytes,
                          all > 0 ? 100.0 * (double) c->retained / (double) all : 0.0);
}

static void
show_selection (MgTreemap *self)
{
  g_autofree char *label = describe_cell (self, self->selected_cell);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
stop_finding (MgTreemap *self)
{
  mg_dominator_way_cancel (self->finding);
  self->finding = NULL;
}

static void
found_cb (const MgNode *way, guint n, gpointer user_data)
{
  MgTreemap *self = user_data;

  self->finding = NULL;
  self->selected_cell = mg_treemap_layout_find_node (self->layout, way, n);
  show_selection (self);
}

static void
find_selected_cell (MgTreemap *self)
{
  stop_finding (self);
  self->selected_cell = G_MAXUINT;
  if (self->layout && self->selected != MG_NODE_NONE)
    self->finding = mg_dominator_way_find (self->snapshot, self->root, self->selected, found_cb, self);
  if (self->selected_cell == G_MAXUINT)
    show_selection (self);
}

static void
layout_ready_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  MgTreemap *self = MG_TREEMAP (source);
  LayoutJob *job = g_task_get_task_data (G_TASK (result));

  if (job->layout == NULL || job->progress != self->running)
    return; /* a newer one is under way */
  g_clear_pointer (&self->running, mg_progress_unref);
  g_clear_pointer (&self->layout, mg_treemap_layout_free);
  g_clear_pointer (&self->look, mg_treemap_look_free);
  g_clear_object (&self->picture);
  self->layout = g_steal_pointer (&job->layout);
  self->look = g_steal_pointer (&job->look);
  self->picture = g_steal_pointer (&job->picture);
  self->hovered_cell = G_MAXUINT;
  find_selected_cell (self);
}

static void
start_layout (MgTreemap *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  g_autoptr (GTask) task = NULL;
  LayoutJob *job;

  if (self->snapshot == NULL || width < 8 || height < 8)
    return;
  mg_progress_cancel (self->running);
  g_clear_pointer (&self->running, mg_progress_unref);
  self->running = mg_progress_new (NULL, NULL, NULL);
  job = g_new0 (LayoutJob, 1);
  job->snapshot = mg_snapshot_ref (self->snapshot);
  job->root = self->root;
  job->width = width;
  job->height = height;
  job->text_scale = mg_compat_text_scale (GTK_WIDGET (self));
  job->progress = mg_progress_ref (self->running);
  job->look = mg_treemap_look_new (GTK_WIDGET (self));
  task = g_task_new (self, NULL, layout_ready_cb, NULL);
  g_task_set_task_data (task, job, layout_job_free);
  g_task_run_in_thread (task, run_layout_job);
}

static void
mg_treemap_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MgTreemap *self = MG_TREEMAP (widget);

  if (self->layout == NULL || (int) self->layout->width != width || (int) self->layout->height != height)
    start_layout (self);
}

/* Colours or fonts became others: until the new picture is there, the old one is shown. */
static void
check_look (MgTreemap *self)
{
  g_autoptr (MgTreemapLook) look = mg_treemap_look_new (GTK_WIDGET (self));

  if (self->running == NULL && !mg_treemap_look_equal (look, self->look))
    start_layout (self);
}

static void
mg_treemap_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MgTreemap *self = MG_TREEMAP (widget);

  if (self->layout == NULL)
    return;
  check_look (self);
  gtk_snapshot_append_texture (snapshot, self->picture,
                               &GRAPHENE_RECT_INIT (0, 0, (float) self->layout->width, (float) self->layout->height));
  if (self->hovered_cell < self->layout->n)
    mg_treemap_draw_hovered (snapshot, self->look, self->snapshot, self->layout, self->hovered_cell);
  if (self->selected_cell < self->layout->n)
    mg_treemap_draw_selected (snapshot, self->look, self->layout, self->selected_cell, gtk_widget_has_focus (widget));
}

static void
choose_cell (MgTreemap *self, guint cell)
{
  MgNode node;

  if (self->layout == NULL || cell >= self->layout->n)
    return;
  while (self->layout->cells[cell].node == MG_NODE_NONE && self->layout->cells[cell].parent != G_MAXUINT)
    cell = self->layout->cells[cell].parent;
  node = self->layout->cells[cell].node;
  if (node == MG_NODE_NONE)
    return;
  /* A group has no cell under its biggest member's name: keep the cell that was meant. */
  stop_finding (self);
  self->selected = node;
  self->selected_cell = cell;
  show_selection (self);
  g_signal_emit (self, signals[SELECTED], 0, node);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, MgTreemap *self)
{
  guint cell = self->layout ? mg_treemap_layout_find (self->layout, x, y) : G_MAXUINT;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  choose_cell (self, cell);
  if (n_press == 2 && self->selected != MG_NODE_NONE && cell != G_MAXUINT)
    g_signal_emit (self, signals[ACTIVATED], 0, self->selected);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, MgTreemap *self)
{
  guint cell = self->layout ? mg_treemap_layout_find (self->layout, x, y) : G_MAXUINT;

  if (cell == self->hovered_cell)
    return;
  self->hovered_cell = cell;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (GtkEventControllerMotion *controller, MgTreemap *self)
{
  self->hovered_cell = G_MAXUINT;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Ctrl+Up: the surrounding cell; Ctrl+Down: the biggest cell inside. */
static guint
step_depth (MgTreemap *self, gboolean inward)
{
  if (self->selected_cell >= self->layout->n)
    return 0;
  if (!inward)
    return self->layout->cells[self->selected_cell].parent;
  for (guint i = self->selected_cell + 1; i < self->layout->n; i++)
    if (self->layout->cells[i].parent == self->selected_cell)
      return i;
  return self->selected_cell;
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, MgTreemap *self)
{
  int dx = key == GDK_KEY_Right ? 1 : key == GDK_KEY_Left ? -1 : 0;
  int dy = key == GDK_KEY_Down ? 1 : key == GDK_KEY_Up ? -1 : 0;

  if (self->layout == NULL || self->layout->n == 0 || (state & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  if (dy != 0 && (state & GDK_CONTROL_MASK))
    choose_cell (self, step_depth (self, dy > 0));
  else if (dx != 0 || dy != 0)
    choose_cell (self, mg_treemap_layout_step (self->layout, self->selected_cell, dx, dy));
  else if ((key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) && self->selected != MG_NODE_NONE)
    g_signal_emit (self, signals[ACTIVATED], 0, self->selected);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
query_tooltip_cb (MgTreemap *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  guint cell = keyboard || self->layout == NULL ? self->selected_cell : mg_treemap_layout_find (self->layout, x, y);
  g_autofree char *text = NULL;

  if (self->layout == NULL || cell >= self->layout->n)
    return FALSE;
  text = describe_cell (self, cell);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
mg_treemap_dispose (GObject *object)
{
  MgTreemap *self = MG_TREEMAP (object);

  stop_finding (self);
  mg_progress_cancel (self->running);
  g_clear_pointer (&self->running, mg_progress_unref);
  g_clear_pointer (&self->layout, mg_treemap_layout_free);
  g_clear_pointer (&self->look, mg_treemap_look_free);
  g_clear_object (&self->picture);
  g_clear_pointer (&self->snapshot, mg_snapshot_unref);
  G_OBJECT_CLASS (mg_treemap_parent_class)->dispose (object);
}

static void
mg_treemap_class_init (MgTreemapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_treemap_dispose;
  widget_class->size_allocate = mg_treemap_size_allocate;
  widget_class->snapshot = mg_treemap_snapshot;
  signals[SELECTED]
      = g_signal_new ("selected", MG_TYPE_TREEMAP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", MG_TYPE_TREEMAP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                     1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "treemap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
mg_treemap_init (MgTreemap *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->selected = MG_NODE_NONE;
  self->selected_cell = self->hovered_cell = G_MAXUINT;
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Treemap of retained sizes"),
                                  -1);
}

GtkWidget *
mg_treemap_new (void)
{
  return g_object_new (MG_TYPE_TREEMAP, NULL);
}

void
mg_treemap_show (MgTreemap *self, MgSnapshot *snapshot, MgNode root)
{
  g_return_if_fail (MG_IS_TREEMAP (self) && mg_snapshot_dominators (snapshot) != NULL);

  mg_snapshot_ref (snapshot);
  g_clear_pointer (&self->snapshot, mg_snapshot_unref);
  self->snapshot = snapshot;
  self->root = root;
  start_layout (self);
}

MgNode
mg_treemap_root (MgTreemap *self)
{
  return self->root;
}

void
mg_treemap_select (MgTreemap *self, MgNode node)
{
  g_return_if_fail (MG_IS_TREEMAP (self));

  if (self->selected == node)
    return;
  self->selected = node;
  find_selected_cell (self);
}

MgNode
mg_treemap_selected (MgTreemap *self)
{
  return self->selected;
}
