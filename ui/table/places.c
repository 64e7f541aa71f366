#include "ui/table/places.h"

#include "ui/compat/compat.h"
#include "ui/table/lazy-cells.h"

/* Rows that get or lose their widgets in one turn: in the widest table some 5 ms of it. */
#define STEP 12
/* GTK makes widgets for so many rows around the first one on screen (200 in 4.8), and some more: where there are as
 * many, further ones at the end cost nothing. */
#define REALIZED 256
/* Between steps that make widgets: these are styled, measured and drawn in the next frame, which has to fit, too. */
#define GROW_MSEC 8

struct _MgPlaces
{
  GObject parent_instance;

  GtkWidget *list; /* of the view; weak */
  guint left_at;   /* position of the row from which the focus left the list; GTK_INVALID_LIST_POSITION */
  guint n;         /* places there are */
  guint wanted;    /* and shall be */
  guint step;      /* source id; 0: none */
  gboolean seen;
};

static void mg_places_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MgPlaces,
                               mg_places,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, mg_places_model_init))

enum
{
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The number of places after the next step. */
static guint
next_n (MgPlaces *self)
{
  if (self->n < self->wanted)
    return self->n >= REALIZED ? self->wanted : MIN (self->wanted, MIN (self->n + STEP, REALIZED));
  return self->n > REALIZED ? MAX (self->wanted, REALIZED) : MAX (self->wanted, self->n - MIN (self->n, STEP));
}

/* The last of the rows with a widget that stand before position N; NULL: there is none. */
static GtkWidget *
last_row_before (GtkWidget *list, guint n)
{
  GtkWidget *found = NULL;
  guint most = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row; row = gtk_widget_get_next_sibling (row))
    {
      guint position = mg_lazy_cells_row_position (row);

      if (position < n && (found == NULL || position > most))
        {
          found = row;
          most = position;
        }
    }
  return found;
}

/* Has another row remembered when the one that had the focus last is to go: one that stays for good, or else through
 * this step, after which N places are left. */
static void
save_focus (MgPlaces *self, guint n)
{
  GtkWidget *inside = gtk_widget_get_focus_child (self->list), *row;
  guint last = inside ? mg_lazy_cells_row_position (inside) : self->left_at;

  if (last == GTK_INVALID_LIST_POSITION || last < MAX (self->wanted, 1))
    return;
  row = last_row_before (self->list, MAX (self->wanted, 1));
  if (row == NULL)
    row = last_row_before (self->list, n);
  if (row && inside)
    gtk_widget_grab_focus (row);
  else if (row)
    {
      self->left_at = mg_lazy_cells_row_position (row);
      gtk_widget_set_focus_child (self->list, row);
      gtk_widget_set_focus_child (self->list, NULL);
    }
}

static void
take_step (MgPlaces *self)
{
  guint before = self->n, after = next_n (self);

  if (after < before && self->list)
    save_focus (self, after);
  self->n = after;
  if (after > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, after - before);
  else if (after < before)
    g_list_model_items_changed (G_LIST_MODEL (self), after, before - after, 0);
}

static gboolean
step_cb (gpointer user_data)
{
  MgPlaces *self = user_data;

  take_step (self);
  if (self->n != self->wanted)
    return G_SOURCE_CONTINUE;
  self->step = 0;
  g_signal_emit (self, signals[SETTLED], 0);
  return G_SOURCE_REMOVE;
}

static void
start (MgPlaces *self)
{
  take_step (self);
  g_clear_handle_id (&self->step, g_source_remove);
  if (self->n == self->wanted)
    g_signal_emit (self, signals[SETTLED], 0);
  else if (self->n > self->wanted)
    self->step = g_idle_add (step_cb, self);
  else
    self->step = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, GROW_MSEC, step_cb, self, NULL);
}

/* The list forgets its focus child after this, but not where that stood. */
static void
left_cb (MgPlaces *self)
{
  GtkWidget *row = gtk_widget_get_focus_child (self->list);

  if (row)
    self->left_at = mg_lazy_cells_row_position (row);
}

void
mg_places_set_n (MgPlaces *self, guint n)
{
  g_return_if_fail (MG_IS_PLACES (self));
  self->wanted = n;
  if (self->seen)
    start (self);
}

/* Not at once: the view that is being mapped has no place on the screen yet, and its rows could not have the focus. */
static void
mapped_cb (MgPlaces *self)
{
  if (self->seen)
    return;
  self->seen = TRUE;
  if (self->n != self->wanted)
    self->step = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, GROW_MSEC, step_cb, self, NULL);
}

gboolean
mg_places_is_settled (MgPlaces *self)
{
  g_return_val_if_fail (MG_IS_PLACES (self), FALSE);
  return self->step == 0;
}

static GType
mg_places_get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
mg_places_get_n_items (GListModel *model)
{
  return MG_PLACES (model)->n;
}

/* A place has nothing but its position, and that the view knows. */
static gpointer
mg_places_get_item (GListModel *model, guint position)
{
  return position < MG_PLACES (model)->n ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
mg_places_model_init (GListModelInterface *iface)
{
  iface->get_item_type = mg_places_get_item_type;
  iface->get_n_items = mg_places_get_n_items;
  iface->get_item = mg_places_get_item;
}

MgPlaces *
mg_places_new (GtkColumnView *view)
{
  MgPlaces *self = g_object_new (MG_TYPE_PLACES, NULL);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_set_weak_pointer (&self->list, mg_compat_find_descendant (GTK_WIDGET (view), GTK_TYPE_LIST_VIEW));
  self->left_at = GTK_INVALID_LIST_POSITION;
  g_signal_connect_object (focus, "leave", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->list, focus);
  self->seen = gtk_widget_get_mapped (GTK_WIDGET (view));
  g_signal_connect_object (view, "map", G_CALLBACK (mapped_cb), self, G_CONNECT_SWAPPED);
  return self;
}

static void
mg_places_dispose (GObject *object)
{
  MgPlaces *self = MG_PLACES (object);

  g_clear_weak_pointer (&self->list);
  g_clear_handle_id (&self->step, g_source_remove);
  G_OBJECT_CLASS (mg_places_parent_class)->dispose (object);
}

static void
mg_places_class_init (MgPlacesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_places_dispose;
  signals[SETTLED] = g_signal_new ("settled", MG_TYPE_PLACES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mg_places_init (MgPlaces *self)
{
}
