/* The language of the person, for both programs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes the locale from the environment and finds the translations: the installed ones, or those of the build folder
 * when the program runs from there. Call first in main(). */
void mg_language_init (void);

G_END_DECLS
