#include "ui/pages/head-layout.h"

#define SPACING 12
/* The text is not squeezed below this by the tools. */
#define TEXT_WIDTH 400

struct _MgHeadLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (MgHeadLayout, mg_head_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef struct
{
  GtkWidget *text, *tools;
} Parts;

static Parts
parts_of (GtkWidget *widget)
{
  GtkWidget *text = gtk_widget_get_first_child (widget);

  return (Parts){ text, gtk_widget_get_next_sibling (text) };
}

static int
natural (GtkWidget *widget, GtkOrientation orientation, int for_size)
{
  int size;

  gtk_widget_measure (widget, orientation, for_size, NULL, &size, NULL, NULL);
  return size;
}

static int
minimum (GtkWidget *widget, GtkOrientation orientation, int for_size)
{
  int size;

  gtk_widget_measure (widget, orientation, for_size, &size, NULL, NULL, NULL);
  return size;
}

/* Width of the tools when they stand beside the text within WIDTH; 0: they go below. */
static int
tools_beside (const Parts *parts, int width)
{
  int tools = natural (parts->tools, GTK_ORIENTATION_HORIZONTAL, -1);

  return tools + SPACING + TEXT_WIDTH <= width ? tools : 0;
}

static int
height_for (const Parts *parts, int width)
{
  int tools = tools_beside (parts, width);

  if (tools > 0)
    return MAX (natural (parts->text, GTK_ORIENTATION_VERTICAL, width - tools - SPACING),
                natural (parts->tools, GTK_ORIENTATION_VERTICAL, tools));
  return natural (parts->text, GTK_ORIENTATION_VERTICAL, width) + SPACING / 2
         + natural (parts->tools, GTK_ORIENTATION_VERTICAL, width);
}

static void
mg_head_layout_measure (GtkLayoutManager *manager,
                        GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *min,
                        int *nat,
                        int *min_baseline,
                        int *nat_baseline)
{
  Parts parts = parts_of (widget);
  int text = minimum (parts.text, GTK_ORIENTATION_HORIZONTAL, -1);
  int tools = minimum (parts.tools, GTK_ORIENTATION_HORIZONTAL, -1);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *min = MAX (text, tools);
      *nat = natural (parts.text, GTK_ORIENTATION_HORIZONTAL, -1) + SPACING
             + natural (parts.tools, GTK_ORIENTATION_HORIZONTAL, -1);
      return;
    }
  *min = *nat = height_for (&parts, for_size >= 0 ? for_size : MAX (text, tools));
}

static void
mg_head_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  Parts parts = parts_of (widget);
  int tools = tools_beside (&parts, width);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  if (tools > 0)
    {
      gtk_widget_size_allocate (parts.text,
                                &(GtkAllocation){ rtl ? tools + SPACING : 0, 0, width - tools - SPACING, height }, -1);
      gtk_widget_size_allocate (parts.tools, &(GtkAllocation){ rtl ? 0 : width - tools, 0, tools, height }, -1);
    }
  else
    {
      int below = natural (parts.tools, GTK_ORIENTATION_VERTICAL, width);

      gtk_widget_size_allocate (parts.text, &(GtkAllocation){ 0, 0, width, height - below - SPACING / 2 }, -1);
      gtk_widget_size_allocate (parts.tools, &(GtkAllocation){ 0, height - below, width, below }, -1);
    }
}

static GtkSizeRequestMode
mg_head_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
mg_head_layout_class_init (MgHeadLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->measure = mg_head_layout_measure;
  layout_class->allocate = mg_head_layout_allocate;
  layout_class->get_request_mode = mg_head_layout_get_request_mode;
}

static void
mg_head_layout_init (MgHeadLayout *self)
{
}

GtkLayoutManager *
mg_head_layout_new (void)
{
  return g_object_new (MG_TYPE_HEAD_LAYOUT, NULL);
}
