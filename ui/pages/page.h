/* What the window asks of the page it shows. A page is a widget made around a session by mg_…_page_new(); it implements
 * what it has to offer, everything is optional. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/picture/placement.h"
#include "ui/table/table-text.h"

G_BEGIN_DECLS

#define MG_TYPE_PAGE (mg_page_get_type ())
G_DECLARE_INTERFACE (MgPage, mg_page, MG, PAGE, GtkWidget)

typedef enum
{
  MG_PAGE_TEXT, /* columns lined up with blanks, for mails and tickets */
  MG_PAGE_CSV
} MgPageTable;

struct _MgPageInterface
{
  GTypeInterface parent_iface;

  /* Gives the keys to what the page shows: to a row, to a node. FALSE: there is nothing yet. (Not by grab_focus of the
   * widget: GTK calls that when Tab is on its way in or out.) */
  gboolean (*focus) (MgPage *self);
  /* Puts the focus where one types to search. FALSE: the page has no search. */
  gboolean (*search) (MgPage *self);
  /* The picture on screen with where everything lies, both borrowed until the page changes; NULL when there is none. */
  MgPicture *(*picture) (MgPage *self, const MgPlacement **placement);
  /* The rows on screen as text, all of them, not only those in view; NULL while there are none. New. */
  MgTableText *(*table) (MgPage *self, MgPageTable format);
};

/* These answer FALSE or NULL for a page that does not offer it, and for NULL. */
gboolean mg_page_focus (MgPage *self);
gboolean mg_page_search (MgPage *self);
MgPicture *mg_page_picture (MgPage *self, const MgPlacement **placement);
MgTableText *mg_page_table (MgPage *self, MgPageTable format) G_GNUC_WARN_UNUSED_RESULT;
gboolean mg_page_has_picture (MgPage *self);
gboolean mg_page_has_table (MgPage *self);

/* Tells the window that what the page can export came or went. */
void mg_page_changed (MgPage *self);

G_END_DECLS
