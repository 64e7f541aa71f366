/* The options themselves: names, words for --help, and how a value is read. */
#pragma once

#include "app/cli/options.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;        /* without the dashes */
  char letter;             /* 0 = none */
  const char *placeholder; /* "N"; NULL = the option takes no value */
  const char *help;        /* to be translated */
  /* Reads VALUE (NULL for flags) into OPTIONS. FALSE with MG_ERROR_USAGE. */
  gboolean (*read) (MgOptions *options, const MgCommand *command, const char *value, GError **error);
} MgOptionSpec;

/* Static storage. */
const MgOptionSpec *mg_option_spec (MgOptionId id);

G_END_DECLS
