/* What a command is: its words, its options, its work. One entry per command in commands.c. */
#pragma once

#include "analysis/report/sink.h"
#include "analysis/snapshot.h"
#include "app/cli/options.h"

G_BEGIN_DECLS

/* Exit status of an answer that was printed, and is empty. */
#define MG_STATUS_NOTHING 6

/* A command at work. */
typedef struct
{
  const MgCommand *command;
  const MgOptions *options;
  MgProgress *progress;
  MgSnapshot *snapshot;
  MgSink *sink;      /* results go here, and nowhere else */
  GPtrArray *notes;  /* char *: what this command adds to the file's notes, translated */
  gboolean tell_all; /* all the file's notes matter to this answer, not only those about damage */
  int status;        /* 0, or 6 when the command printed an answer that is empty */
} MgRun;

struct _MgCommand
{
  const char *name;
  const char *arguments;        /* "FILE ADDRESS": translated for --help */
  const char *summary;          /* one line */
  const char *description;      /* paragraphs */
  const char *examples;         /* lines, each indented by two blanks; not translated */
  const char *const *sort_keys; /* NULL-terminated, the default first; NULL = nothing to sort */
  guint64 options;              /* MG_OPTION_BIT mask */
  guint formats;                /* MG_FORMAT_BIT mask */
  guint min_arguments, max_arguments;
  gboolean wants_graph; /* always: opening the file prepares it */
  /* Whether only the path of one object is asked for, at *ADDRESS, when the file has *MIN_OBJECTS or more: opening the
   * file then looks for nothing else. May be NULL. */
  gboolean (*seeks) (const MgOptions *options, guint64 *address, guint64 *min_objects);
  /* What is wrong with the options together, translated; NULL when nothing is. Asked before the file is opened; may be
   * NULL itself. */
  const char *(*what_is_wrong) (const MgOptions *options);
  /* Prints the answer. FALSE with ERROR set. */
  gboolean (*run) (MgRun *run, GError **error);
};

/* All commands, *N of them, in the order of --help. */
const MgCommand *const *mg_commands (guint *n);
/* NULL when there is none of that name. */
const MgCommand *mg_command_find (const char *name);

extern const MgCommand mg_command_info;
extern const MgCommand mg_command_types;
extern const MgCommand mg_command_instances;
extern const MgCommand mg_command_object;
extern const MgCommand mg_command_roots;
extern const MgCommand mg_command_dominators;
extern const MgCommand mg_command_heap;
extern const MgCommand mg_command_statics;
extern const MgCommand mg_command_threads;
extern const MgCommand mg_command_handles;
extern const MgCommand mg_command_finalizers;
extern const MgCommand mg_command_strings;
extern const MgCommand mg_command_timers;
extern const MgCommand mg_command_async;
extern const MgCommand mg_command_export;

G_END_DECLS
