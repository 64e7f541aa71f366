#include "ui/pages/page.h"

G_DEFINE_INTERFACE (MgPage, mg_page, GTK_TYPE_WIDGET)

static guint changed_signal;

static void
mg_page_default_init (MgPageInterface *iface)
{
  changed_signal = g_signal_new ("page-changed", MG_TYPE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

gboolean
mg_page_focus (MgPage *self)
{
  return self && MG_PAGE_GET_IFACE (self)->focus && MG_PAGE_GET_IFACE (self)->focus (self);
}

gboolean
mg_page_search (MgPage *self)
{
  return self && MG_PAGE_GET_IFACE (self)->search && MG_PAGE_GET_IFACE (self)->search (self);
}

MgPicture *
mg_page_picture (MgPage *self, const MgPlacement **placement)
{
  *placement = NULL;
  return mg_page_has_picture (self) ? MG_PAGE_GET_IFACE (self)->picture (self, placement) : NULL;
}

MgTableText *
mg_page_table (MgPage *self, MgPageTable format)
{
  return mg_page_has_table (self) ? MG_PAGE_GET_IFACE (self)->table (self, format) : NULL;
}

gboolean
mg_page_has_picture (MgPage *self)
{
  return self && MG_PAGE_GET_IFACE (self)->picture;
}

gboolean
mg_page_has_table (MgPage *self)
{
  return self && MG_PAGE_GET_IFACE (self)->table;
}

void
mg_page_changed (MgPage *self)
{
  g_signal_emit (self, changed_signal, 0);
}
