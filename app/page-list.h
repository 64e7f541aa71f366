/* The pages of a window, in the order of the switcher. */
#pragma once

#include <adwaita.h>

#include "ui/session.h"

G_BEGIN_DECLS

/* Makes the pages around SESSION and adds them to STACK. */
void mg_page_list_fill (AdwViewStack *stack, MgSession *session);

G_END_DECLS
