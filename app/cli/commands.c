#include <string.h>

#include "app/cli/command.h"

static const MgCommand *const commands[] = {
  &mg_command_info,    &mg_command_types,      &mg_command_instances,  &mg_command_object,
  &mg_command_roots,   &mg_command_dominators, &mg_command_heap,       &mg_command_statics,
  &mg_command_threads, &mg_command_handles,    &mg_command_finalizers, &mg_command_strings,
  &mg_command_timers,  &mg_command_async,
  &mg_command_export,
};

const MgCommand *const *
mg_commands (guint *n)
{
  *n = G_N_ELEMENTS (commands);
  return commands;
}

const MgCommand *
mg_command_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}
