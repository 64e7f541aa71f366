/* The place of a page in the window. The page is made when it is seen first, or part by part before that, so that no
 * turn of the main loop is long: most of what a new page takes is making its widgets, styling and measuring them. */
#pragma once

#include <adwaita.h>

#include "ui/pages/page.h"
#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_PAGE_SLOT (mg_page_slot_get_type ())
G_DECLARE_FINAL_TYPE (MgPageSlot, mg_page_slot, MG, PAGE_SLOT, AdwBin)

/* Makes the page around a session. */
typedef GtkWidget *(*MgPageMake) (MgSession *session);
/* Is told of every page that was made. */
typedef void (*MgPageMade) (GtkWidget *page);

typedef enum
{
  MG_PAGE_SLOT_NEXT,  /* there is more to do */
  MG_PAGE_SLOT_FRAME, /* there is, when the next frame has been drawn */
  MG_PAGE_SLOT_DONE
} MgPageSlotStep;

GtkWidget *mg_page_slot_new (MgPageMake make, MgPageMade made);

/* Drops the page; the next one is made around SESSION. NULL: none is. */
void mg_page_slot_set_session (MgPageSlot *self, MgSession *session);
/* The page, made now when it is not there; borrowed. NULL without a session. */
MgPage *mg_page_slot_page (MgPageSlot *self);
/* Does one part of what the page takes. */
MgPageSlotStep mg_page_slot_step (MgPageSlot *self);

G_END_DECLS
