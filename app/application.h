/* The program: one process, one window for each snapshot. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define MG_TYPE_APPLICATION (mg_application_get_type ())
G_DECLARE_FINAL_TYPE (MgApplication, mg_application, MG, APPLICATION, AdwApplication)

MgApplication *mg_application_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
