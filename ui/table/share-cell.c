#include "ui/table/share-cell.h"

#include <math.h>

#include "ui/compat/compat.h"

#define BAR_HEIGHT 8
#define TEXT_WIDTH 62 /* of text of the usual size */
#define GAP 8

struct _MgShareCell
{
  GtkWidget parent_instance;

  GtkWidget *text; /* child */
  int text_width;
  double fraction;
  gboolean faint;
};

G_DEFINE_FINAL_TYPE (MgShareCell, mg_share_cell, GTK_TYPE_WIDGET)

void
mg_share_cell_set (MgShareCell *self, double fraction, const char *text, gboolean faint)
{
  g_return_if_fail (MG_IS_SHARE_CELL (self));
  gtk_inscription_set_text (GTK_INSCRIPTION (self->text), text);
  self->fraction = MIN (fraction, 1.0);
  self->faint = faint;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
append_bar (GtkSnapshot *snapshot, float x, float y, float width, const GdkRGBA *color)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (x, y, width, BAR_HEIGHT);
  GskRoundedRect rounded;

  gsk_rounded_rect_init_from_rect (&rounded, &bounds, MIN (BAR_HEIGHT, width) / 2.0f);
  gtk_snapshot_push_rounded_clip (snapshot, &rounded);
  gtk_snapshot_append_color (snapshot, color, &bounds);
  gtk_snapshot_pop (snapshot);
}

static void
mg_share_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  MgShareCell *self = MG_SHARE_CELL (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float width = MAX (0, gtk_widget_get_width (widget) - self->text_width - GAP);
  float left = rtl ? self->text_width + GAP : 0;
  float y = (float) (gtk_widget_get_height (widget) - BAR_HEIGHT) / 2.0f;
  float filled = (float) self->fraction * width;
  GdkRGBA fill, trough;

  gtk_style_context_get_color (context, &trough);
  if (!gtk_style_context_lookup_color (context, "accent_bg_color", &fill))
    fill = trough;
  trough.alpha *= 0.12f;
  if (self->faint)
    fill.alpha *= 0.5f;
  if (width > 0 && self->fraction >= 0.0)
    append_bar (snapshot, left, y, width, &trough);
  if (self->fraction > 0.0 && width > 0)
    {
      filled = MAX (filled, 2.0f);
      append_bar (snapshot, rtl ? left + width - filled : left, y, filled, &fill);
    }
  gtk_widget_snapshot_child (widget, self->text, snapshot);
}

static void
mg_share_cell_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  MgShareCell *self = MG_SHARE_CELL (widget);

  gtk_widget_measure (self->text, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = self->text_width;
      *natural = 2 * self->text_width + GAP;
    }
  *minimum_baseline = *natural_baseline = -1;
}

static void
mg_share_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MgShareCell *self = MG_SHARE_CELL (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation allocation = { rtl ? 0 : MAX (0, width - self->text_width), 0, MIN (width, self->text_width), height };

  gtk_widget_size_allocate (self->text, &allocation, -1);
}

static void
mg_share_cell_dispose (GObject *object)
{
  g_clear_pointer (&MG_SHARE_CELL (object)->text, gtk_widget_unparent);
  G_OBJECT_CLASS (mg_share_cell_parent_class)->dispose (object);
}

static void
mg_share_cell_class_init (MgShareCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_share_cell_dispose;
  widget_class->snapshot = mg_share_cell_snapshot;
  widget_class->measure = mg_share_cell_measure;
  widget_class->size_allocate = mg_share_cell_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "sharecell");
}

static void
mg_share_cell_init (MgShareCell *self)
{
  self->text = gtk_inscription_new (NULL);
  self->text_width = (int) ceil (TEXT_WIDTH * mg_compat_text_scale (GTK_WIDGET (self)));
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (self->text), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (self->text), 1);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (self->text),
                              gtk_widget_get_direction (self->text) == GTK_TEXT_DIR_RTL ? 0.0f : 1.0f);
  gtk_widget_add_css_class (self->text, "numeric");
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
}

GtkWidget *
mg_share_cell_new (void)
{
  return g_object_new (MG_TYPE_SHARE_CELL, NULL);
}
