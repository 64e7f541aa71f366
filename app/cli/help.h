/* Help texts: of the program, of each command, and the version. Made from the tables of commands and options, so that
 * they cannot forget one. */
#pragma once

#include "app/cli/command.h"

G_BEGIN_DECLS

/* New strings. */
char *mg_help_program (void) G_GNUC_WARN_UNUSED_RESULT;
char *mg_help_command (const MgCommand *command) G_GNUC_WARN_UNUSED_RESULT;
char *mg_help_version (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
