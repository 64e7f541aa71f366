/* The pages of a window, in the order of the switcher, and how their names go with the session's. They are made step by
 * step, between frames: the one that is shown first before the others.
 *
 * Signals:
 *   ready  the page that the session names can be shown; emitted once for each session, in a turn of its own */
#pragma once

#include <adwaita.h>

#include "ui/pages/page.h"
#include "ui/session.h"

G_BEGIN_DECLS

#define MG_TYPE_PAGE_LIST (mg_page_list_get_type ())
G_DECLARE_FINAL_TYPE (MgPageList, mg_page_list, MG, PAGE_LIST, GObject)

/* STACK is borrowed and outlives the list; nobody else adds to it. */
MgPageList *mg_page_list_new (AdwViewStack *stack);

/* Begins with what can be made before there is a session. */
void mg_page_list_prepare (MgPageList *self);
/* Drops the pages and begins to make those of SESSION (NULL: none). When the first is ready, the page that SESSION
 * names and the one that the stack shows are kept the same. Some pages lie behind the side bar of one that the switcher
 * has: choosing that shows the one of them that was seen last. */
void mg_page_list_set_session (MgPageList *self, MgSession *session);

/* The page in view; borrowed. NULL without a session. */
MgPage *mg_page_list_visible (MgPageList *self);
/* The session's page that choosing NAME leads to; NULL: there is no such page. */
const char *mg_page_list_resolve (MgPageList *self, const char *name);

G_END_DECLS
