/* What stands on the command line, checked: every value that a command finds here makes sense. */
#pragma once

#include <glib.h>

#include "analysis/export/heap-export.h"
#include "analysis/graph/root-kind.h"
#include "analysis/redact/redact.h"
#include "analysis/stats/type-stats.h"

G_BEGIN_DECLS

typedef enum
{
  MG_FORMAT_TEXT,
  MG_FORMAT_JSON,
  MG_FORMAT_CSV,
  MG_FORMAT_MARKDOWN,
  MG_FORMAT_DOT,
  MG_FORMAT_MERMAID,
  MG_FORMAT_SVG,
  MG_FORMAT_PNG,
  MG_N_FORMATS
} MgFormat;

#define MG_FORMAT_BIT(format) (1u << (format))
#define MG_TABLE_FORMATS                                                                                               \
  (MG_FORMAT_BIT (MG_FORMAT_TEXT) | MG_FORMAT_BIT (MG_FORMAT_JSON) | MG_FORMAT_BIT (MG_FORMAT_CSV)                     \
   | MG_FORMAT_BIT (MG_FORMAT_MARKDOWN))
#define MG_PICTURE_FORMATS                                                                                             \
  (MG_FORMAT_BIT (MG_FORMAT_DOT) | MG_FORMAT_BIT (MG_FORMAT_MERMAID) | MG_FORMAT_BIT (MG_FORMAT_SVG)                   \
   | MG_FORMAT_BIT (MG_FORMAT_PNG))

/* Options, in the order in which --help lists them. A command has a mask of them. */
typedef enum
{
  /* of some commands */
  MG_OPTION_TYPE,
  MG_OPTION_MODULE,
  MG_OPTION_RETAINED,
  MG_OPTION_RETAINED_OBJECTS, /* export --retained */
  MG_OPTION_RETAINED_STACKS,  /* threads --retained */
  MG_OPTION_LIVE,
  MG_OPTION_DEAD,
  MG_OPTION_GENERATION,
  MG_OPTION_BY_TYPES,      /* --by type|namespace|module */
  MG_OPTION_BY_DOMINATORS, /* --by object|type */
  MG_OPTION_BY_ASYNC,      /* --by chain|type */
  MG_OPTION_DEPTH,
  MG_OPTION_PATHS,
  MG_OPTION_MERGE,
  MG_OPTION_CUT,
  MG_OPTION_RAW,
  MG_OPTION_KINDS,
  MG_OPTION_NO_STACKS,
  MG_OPTION_WEAK,
  MG_OPTION_MAX_NODES,
  MG_OPTION_LIST,
  MG_OPTION_TASKS,
  MG_OPTION_TO,
  MG_OPTION_ROWS,
  /* of nearly all */
  MG_OPTION_SORT,
  MG_OPTION_REVERSE,
  MG_OPTION_FILTER,
  MG_OPTION_EXACT,
  MG_OPTION_TOP,
  MG_OPTION_RAW_NAMES,
  MG_OPTION_FILES,
  MG_OPTION_FORMAT,
  MG_OPTION_OUTPUT,
  MG_OPTION_THREADS,
  MG_OPTION_PROGRESS,
  MG_OPTION_NO_INDEX,
  MG_OPTION_MEMORY_LIMIT,
  MG_OPTION_REDACT,
  MG_OPTION_HELP,
  MG_N_OPTIONS
} MgOptionId;

#define MG_OPTION_BIT(id) (G_GUINT64_CONSTANT (1) << (id))
#define MG_COMMON_OPTIONS                                                                                              \
  (MG_OPTION_BIT (MG_OPTION_RAW_NAMES) | MG_OPTION_BIT (MG_OPTION_FILES) | MG_OPTION_BIT (MG_OPTION_FORMAT)            \
   | MG_OPTION_BIT (MG_OPTION_OUTPUT) | MG_OPTION_BIT (MG_OPTION_THREADS) | MG_OPTION_BIT (MG_OPTION_PROGRESS)         \
   | MG_OPTION_BIT (MG_OPTION_NO_INDEX) | MG_OPTION_BIT (MG_OPTION_MEMORY_LIMIT) | MG_OPTION_BIT (MG_OPTION_REDACT)    \
   | MG_OPTION_BIT (MG_OPTION_HELP))
#define MG_ROW_OPTIONS                                                                                                 \
  (MG_OPTION_BIT (MG_OPTION_TOP) | MG_OPTION_BIT (MG_OPTION_SORT) | MG_OPTION_BIT (MG_OPTION_REVERSE)                  \
   | MG_OPTION_BIT (MG_OPTION_FILTER) | MG_OPTION_BIT (MG_OPTION_EXACT))

typedef enum
{
  MG_BY_DEFAULT, /* types: type; dominators: object; async: chain */
  MG_BY_TYPE,
  MG_BY_NAMESPACE,
  MG_BY_MODULE,
  MG_BY_OBJECT,
  MG_BY_CHAIN
} MgBy;

#define MG_TOP_ALL G_MAXUINT64
#define MG_TOP_DEFAULT_TEXT 50

typedef struct _MgCommand MgCommand;

typedef struct
{
  guint64 given; /* MG_OPTION_BIT of those that stood on the line */
  MgFormat format;
  guint64 top;      /* MG_TOP_ALL = no limit; the default for the format when not given */
  const char *sort; /* one of the command's keys; its first when not given. Static. */
  gboolean reverse;
  char *filter;  /* NULL = all names */
  GRegex *regex; /* of FILTER; NULL with --exact */
  gboolean exact;
  guint threads; /* 0 = all */
  guint64 memory_limit; /* bytes; 0 = what there is */
  gboolean progress, no_index, raw_names, help;
  char *output; /* NULL = standard output */
  GPtrArray *folders; /* of --files: char *, NULL at the end; NULL = none */

  char *type, *module;
  gboolean retained, live, dead;
  MgGeneration generation; /* MG_GENERATION_UNKNOWN = all */
  MgBy by;
  guint depth; /* 0 = the command's default */
  guint paths;
  gboolean merge, cut, raw, no_stacks, weak, list, tasks;
  guint32 kinds; /* mask of root kinds, --no-stacks taken off */
  guint max_nodes;
  MgHeapFormat to; /* MG_N_HEAP_FORMATS when not given */
  MgHeapRows rows;
  MgRedaction redact;

  char **arguments; /* what is no option, NULL-terminated */
  guint n_arguments;
} MgOptions;

/* Parses ARGV (without program and command names) for COMMAND. NULL with MG_ERROR_USAGE: the message says which
 * option, what is wrong and what would be right. */
MgOptions *mg_options_parse (const MgCommand *command, char **argv, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_options_free (MgOptions *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgOptions, mg_options_free)

static inline gboolean
mg_options_given (const MgOptions *options, MgOptionId id)
{
  return (options->given & MG_OPTION_BIT (id)) != 0;
}

/* Whether the type name NAME passes --filter and --exact. */
gboolean mg_options_match_name (const MgOptions *options, const char *name);

/* "text", "json", …. Static storage. */
const char *mg_format_id (MgFormat format);
/* The format that the end of a file's name asks for ("picture.svg"), or MG_N_FORMATS. */
MgFormat mg_format_from_file_name (const char *file_name);

G_END_DECLS
