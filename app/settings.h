/* The program's settings. Only app/ knows them; ui/ gets values. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The one settings object; NULL when the schema is not installed (then nothing is remembered). Borrowed. */
GSettings *mg_settings (void);

/* Makes libadwaita follow the "color-scheme" setting, now and when it changes. */
void mg_settings_apply_theme (void);

G_END_DECLS
