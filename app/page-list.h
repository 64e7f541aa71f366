/* The pages of a window, in the order of the switcher, and how their names go with the session's. */
#pragma once

#include <adwaita.h>

#include "ui/session.h"

G_BEGIN_DECLS

/* Makes the pages around SESSION and adds them to STACK. */
void mg_page_list_fill (AdwViewStack *stack, MgSession *session);

/* Keeps the page that SESSION names and the one that STACK shows the same. Some pages lie behind the side bar of one
 * that the switcher has: choosing that shows the one of them that was seen last. */
void mg_page_list_bind (AdwViewStack *stack, MgSession *session);
/* The session's page that choosing NAME leads to; NULL: there is no such page. */
const char *mg_page_list_resolve (AdwViewStack *stack, const char *name);

G_END_DECLS
