#include "app/cli/weak-references.h"

#include <glib/gi18n-lib.h>

#include "analysis/details.h"

/* For people; JSON has all. */
#define MAX_SHOWN 50

static gboolean
is_weak (const MgHandleRow *row)
{
  return row->object != MG_NODE_NONE && g_str_has_prefix (mg_details_handle_kind_name (row->kind), "weak");
}

static gboolean
is_asked_about (const MgRun *run, const MgSubject *subject, GHashTable *set, MgNode object)
{
  if (set)
    return g_hash_table_contains (set, GUINT_TO_POINTER (object));
  if (subject->kind == MG_SUBJECT_OBJECT)
    return object == subject->id;
  return mg_snapshot_graph (run->snapshot)->type[object] == subject->id;
}

GArray *
mg_weak_references_new (const MgRun *run, const MgSubject *subject, const MgNode *nodes, guint n)
{
  GArray *handles = mg_details_handles (run->snapshot);
  g_autoptr (GHashTable) set = nodes ? g_hash_table_new (NULL, NULL) : NULL;
  guint kept = 0;

  for (guint i = 0; nodes && i < n; i++)
    g_hash_table_add (set, GUINT_TO_POINTER (nodes[i]));
  for (guint i = 0; handles && i < handles->len; i++)
    {
      MgHandleRow row = g_array_index (handles, MgHandleRow, i);

      if (is_weak (&row) && is_asked_about (run, subject, set, row.object))
        g_array_index (handles, MgHandleRow, kept++) = row;
    }
  if (handles)
    g_array_set_size (handles, kept);
  return handles;
}

char *
mg_weak_references_text (const MgRun *run, const GArray *handles)
{
  const MgGraph *graph = mg_snapshot_graph (run->snapshot);
  guint n = MIN (handles->len, MAX_SHOWN);
  GString *text = g_string_new (NULL);

  if (handles->len == 0)
    {
      g_string_append_printf (text, "%s\n", _("No weak handle refers to what is asked about."));
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (
      text,
      g_dngettext (GETTEXT_PACKAGE, "%u weak handle refers to what is asked about; it keeps nothing alive:",
                   "%u weak handles refer to what is asked about; they keep nothing alive:", handles->len),
      handles->len);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < n; i++)
    {
      const MgHandleRow *row = &g_array_index (handles, MgHandleRow, i);

      g_string_append_printf (text, "  %s 0x%" G_GINT64_MODIFIER "x → %s 0x%" G_GINT64_MODIFIER "x\n",
                              mg_details_handle_kind_name (row->kind), row->address,
                              mg_graph_type_of (graph, row->object)->name, mg_graph_address (graph, row->object));
    }
  if (n < handles->len)
    g_string_append_printf (text, "  … + %u\n", handles->len - n);
  return g_string_free (text, FALSE);
}

json_t *
mg_weak_references_json (const MgRun *run, const GArray *handles)
{
  const MgGraph *graph = mg_snapshot_graph (run->snapshot);
  json_t *array;

  if (handles == NULL)
    return json_null ();
  array = json_array ();
  for (guint i = 0; i < handles->len; i++)
    {
      const MgHandleRow *row = &g_array_index (handles, MgHandleRow, i);
      json_t *json = json_object ();

      json_object_set_new (json, "kind", json_string (mg_details_handle_kind_name (row->kind)));
      json_object_set_new (json, "address", mg_json_address (row->address));
      json_object_set_new (json, "object", mg_json_address (mg_graph_address (graph, row->object)));
      json_object_set_new (json, "type", mg_json_string (mg_graph_type_of (graph, row->object)->name));
      json_array_append_new (array, json);
    }
  return array;
}
