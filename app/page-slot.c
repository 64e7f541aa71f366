#include "app/page-slot.h"

struct _MgPageSlot
{
  AdwBin parent_instance;

  MgPageMake make;
  MgPageMade made;
  MgSession *session; /* owned; NULL: no page */
  gboolean measured;
};

G_DEFINE_FINAL_TYPE (MgPageSlot, mg_page_slot, ADW_TYPE_BIN)

static GtkWidget *
child (MgPageSlot *self)
{
  return adw_bin_get_child (ADW_BIN (self));
}

/* GTK does not style what is invisible: a page that nobody waits for becomes visible in a turn of its own. */
static void
make_page (MgPageSlot *self)
{
  GtkWidget *page = self->make (self->session);

  gtk_widget_set_visible (page, FALSE);
  adw_bin_set_child (ADW_BIN (self), page);
  self->made (page);
}

void
mg_page_slot_set_session (MgPageSlot *self, MgSession *session)
{
  g_return_if_fail (MG_IS_PAGE_SLOT (self));
  adw_bin_set_child (ADW_BIN (self), NULL);
  g_set_object (&self->session, session);
  self->measured = FALSE;
}

MgPage *
mg_page_slot_page (MgPageSlot *self)
{
  g_return_val_if_fail (MG_IS_PAGE_SLOT (self), NULL);
  if (self->session == NULL)
    return NULL;
  if (child (self) == NULL)
    make_page (self);
  gtk_widget_set_visible (child (self), TRUE);
  return MG_PAGE (child (self));
}

/* What is measured now is not measured again when the page is shown: GTK remembers it. */
static void
measure (MgPageSlot *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)))), least;

  gtk_widget_measure (child (self), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (child (self), GTK_ORIENTATION_VERTICAL, MAX (width, least), NULL, NULL, NULL, NULL);
  self->measured = TRUE;
}

MgPageSlotStep
mg_page_slot_step (MgPageSlot *self)
{
  g_return_val_if_fail (MG_IS_PAGE_SLOT (self), MG_PAGE_SLOT_DONE);
  if (self->session == NULL || self->measured)
    return MG_PAGE_SLOT_DONE;
  if (child (self) == NULL)
    {
      make_page (self);
      return MG_PAGE_SLOT_NEXT;
    }
  if (!gtk_widget_get_visible (child (self)))
    {
      gtk_widget_set_visible (child (self), TRUE);
      return MG_PAGE_SLOT_FRAME;
    }
  measure (self);
  return MG_PAGE_SLOT_NEXT;
}

static void
mg_page_slot_map (GtkWidget *widget)
{
  mg_page_slot_page (MG_PAGE_SLOT (widget));
  GTK_WIDGET_CLASS (mg_page_slot_parent_class)->map (widget);
}

static void
mg_page_slot_dispose (GObject *object)
{
  g_clear_object (&MG_PAGE_SLOT (object)->session);
  G_OBJECT_CLASS (mg_page_slot_parent_class)->dispose (object);
}

static void
mg_page_slot_class_init (MgPageSlotClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_page_slot_dispose;
  GTK_WIDGET_CLASS (klass)->map = mg_page_slot_map;
}

static void
mg_page_slot_init (MgPageSlot *self)
{
}

GtkWidget *
mg_page_slot_new (MgPageMake make, MgPageMade made)
{
  MgPageSlot *self = g_object_new (MG_TYPE_PAGE_SLOT, NULL);

  self->make = make;
  self->made = made;
  return GTK_WIDGET (self);
}
