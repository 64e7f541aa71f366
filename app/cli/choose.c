/* From what a person types to types and objects, with help when there is no such thing. */
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/stats/type-groups.h"
#include "app/cli/run.h"
#include "app/cli/suggest.h"

#define MAX_SUGGESTIONS 5

static gboolean
is_module (const MgType *type, const char *module)
{
  return type->module
         && (strcmp (type->module, module) == 0
             || g_ascii_strcasecmp (mg_module_file_name (type->module), mg_module_file_name (module)) == 0);
}

/* Some tools print "Dictionary<A, B>" where others have "Dictionary<A,B>". */
static gboolean
equal_but_for_blanks (const char *a, const char *b)
{
  for (;; a++, b++)
    {
      while (*a == ' ')
        a++;
      while (*b == ' ')
        b++;
      if (*a != *b)
        return FALSE;
      if (*a == '\0')
        return TRUE;
    }
}

/* A type goes by the name that was typed: its own, and when names are hidden its real one. */
static gboolean
is_wanted (MgRun *run, const MgType *type, gboolean (*equal) (const char *a, const char *b))
{
  const char *wanted = run->options->type;

  if (wanted == NULL)
    return mg_run_match_name (run, type->name);
  return equal (type->name, wanted) || equal (mg_snapshot_real_name (run->snapshot, type->name), wanted);
}

static void
add_types_if (MgRun *run, GArray *found, gboolean (*equal) (const char *a, const char *b))
{
  const MgTypeStats *stats = mg_snapshot_type_stats (run->snapshot);
  const MgOptions *options = run->options;

  for (MgTypeId id = 0; id < stats->types->n_types; id++)
    {
      const MgType *type = mg_type_table_get (stats->types, id);

      if (stats->tally[id].count == 0
          || (options->module && !is_module (type, options->module)
              && !is_module (mg_snapshot_real_type (run->snapshot, id), options->module)))
        continue;
      if (is_wanted (run, type, equal))
        g_array_append_val (found, id);
    }
}

static gboolean
equal (const char *a, const char *b)
{
  return strcmp (a, b) == 0;
}

static void
set_no_module (MgRun *run, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("there is no object of %s from the module %s in this file"),
               run->options->type ? run->options->type : run->options->filter, run->options->module);
}

static void
set_no_type (MgRun *run, GError **error)
{
  const char *name = run->options->type;
  g_auto (GStrv) near = mg_suggest_types (mg_snapshot_type_stats (run->snapshot), name, MAX_SUGGESTIONS);
  g_autofree char *list = g_strjoinv ("\n  ", near);

  if (near[0] == NULL)
    g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("there is no object of type “%s” in this file"), name);
  else
    /* Translators: the second %s is a list of types, one per line */
    g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND,
                 _("there is no object of type “%s” in this file; did you mean\n  %s"), name, list);
}

GArray *
mg_run_choose_types (MgRun *run, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (MgTypeId));

  add_types_if (run, found, equal);
  if (found->len == 0 && run->options->type)
    add_types_if (run, found, equal_but_for_blanks);
  if (found->len > 0)
    return g_steal_pointer (&found);
  if (run->options->module)
    set_no_module (run, error);
  else if (run->options->type)
    set_no_type (run, error);
  else if (run->options->filter)
    g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("no type with objects matches “%s”"), run->options->filter);
  else
    g_set_error_literal (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("there are no objects in this file"));
  return NULL;
}

gboolean
mg_run_read_address (const char *word, guint64 *address, GError **error)
{
  const char *digits = g_str_has_prefix (word, "0x") || g_str_has_prefix (word, "0X") ? word + 2 : word;

  if (g_ascii_string_to_unsigned (digits, 16, 0, G_MAXUINT64, address, NULL))
    return TRUE;
  g_set_error (error, MG_ERROR, MG_ERROR_USAGE, _("“%s” is no address: it must look like 0x7ef7c90022e8"), word);
  return FALSE;
}

MgNode
mg_run_find_object_by_path (MgRun *run, const char *word, GError **error)
{
  guint64 address;

  if (!mg_run_read_address (word, &address, error)
      || !mg_snapshot_ensure_path (run->snapshot, address, run->progress, error))
    return MG_NODE_NONE;
  return mg_run_find_object (run, word, error);
}

MgNode
mg_run_find_object (MgRun *run, const char *word, GError **error)
{
  const MgGraph *graph;
  guint64 address;
  MgNode node;

  if (!mg_run_read_address (word, &address, error)
      || !mg_snapshot_ensure (run->snapshot, MG_NEED_GRAPH, run->progress, error))
    return MG_NODE_NONE;
  graph = mg_snapshot_graph (run->snapshot);
  node = mg_graph_find_address (graph, address);
  if (node != MG_NODE_NONE)
    return node;
  node = mg_graph_find_containing (graph, address);
  if (node != MG_NODE_NONE)
    g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND,
                 _("0x%" PRIx64 " is not the start of an object, but lies inside 0x%" PRIx64 ", a %s"), address,
                 mg_graph_address (graph, node), mg_graph_type_of (graph, node)->name);
  else
    g_set_error (error, MG_ERROR, MG_ERROR_NOT_FOUND, _("there is no object at 0x%" PRIx64 " in this file"), address);
  return MG_NODE_NONE;
}
