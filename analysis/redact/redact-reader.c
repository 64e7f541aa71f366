/* The view: a reader that asks another snapshot and hands on what is not secret. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/redact/redact-private.h"
#include "analysis/snapshot-private.h"

static const char *const ids[MG_N_REDACTIONS] = { "none", "values", "names" };

const char *
mg_redaction_id (MgRedaction how)
{
  return ids[how];
}

const char *
mg_redact_real_type (const MgRedactReader *self, MgNode node)
{
  return mg_graph_type_of (mg_snapshot_graph (self->base), node)->name;
}

/* --- the graph --- */

static const char *
keep (MgGraph *graph, char *text)
{
  const char *kept = text ? g_string_chunk_insert_const (graph->texts, text) : NULL;

  g_free (text);
  return kept;
}

static void
redact_roots (const MgRedactReader *self, MgGraph *view, const MgGraph *base)
{
  for (guint32 k = 0; k < base->n_roots && self->redactor; k++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (base, k + 1, &n);
      const MgType *type = n > 0 ? mg_graph_type_of (base, targets[0]) : NULL;
      const MgRoot *root = &base->roots[k];

      view->roots[k].label = keep (view, mg_redactor_root_label (self->redactor, root, type ? type->name : NULL));
      view->roots[k].note = keep (view, mg_redactor_root_note (self->redactor, root, type ? type->name : NULL));
    }
}

static MgGraph *
redact_load_graph (MgReader *reader, MgProgress *progress, GError **error)
{
  MgRedactReader *self = (MgRedactReader *) reader;
  MgGraph *view;

  if (!mg_snapshot_ensure (self->base, MG_NEED_GRAPH, progress, error))
    return NULL;
  view = mg_graph_new_view (mg_snapshot_graph (self->base), self->types, self->view_type);
  redact_roots (self, view, mg_snapshot_graph (self->base));
  return view;
}

static MgGeneration
redact_generation (MgReader *reader, guint64 address)
{
  MgRedactReader *self = (MgRedactReader *) reader;
  MgReader *base = mg_snapshot_reader (self->base);

  return base->klass->generation ? base->klass->generation (base, address) : MG_GENERATION_UNKNOWN;
}

static char *
redact_edge_label (MgReader *reader, MgNode from, MgNode to)
{
  MgRedactReader *self = (MgRedactReader *) reader;
  g_autofree char *label = mg_snapshot_edge_label (self->base, from, to);

  if (label == NULL || !mg_graph_is_object (mg_snapshot_graph (self->base), from))
    return NULL;
  if (self->redactor == NULL)
    return g_steal_pointer (&label);
  return mg_redactor_field (self->redactor, mg_redact_real_type (self, from), label);
}

/* Keys are values. */
static char *
redact_edge_key (MgReader *reader, MgNode from, MgNode to)
{
  return NULL;
}

/* Names of fields are few, and are asked for by the million. */
static const char *
field_name (MgRedactReader *self, MgNode from, const char *name)
{
  MgTypeId type = mg_snapshot_graph (self->base)->type[from];
  g_autofree char *key = g_strdup_printf ("%u %s", type, name);
  const char *shown;

  g_mutex_lock (&self->lock);
  shown = g_hash_table_lookup (self->fields, key);
  if (shown == NULL)
    {
      char *fresh = mg_redactor_field (self->redactor, mg_redact_real_type (self, from), name);

      g_hash_table_insert (self->fields, g_steal_pointer (&key), fresh);
      shown = fresh;
    }
  g_mutex_unlock (&self->lock);
  return shown;
}

static gboolean
redact_edge_names (MgReader *reader, MgNode from, MgEdgeName *names)
{
  MgRedactReader *self = (MgRedactReader *) reader;
  guint32 n;

  if (!mg_snapshot_edge_names (self->base, from, names))
    return FALSE;
  mg_graph_edges (mg_snapshot_graph (self->base), from, &n);
  for (guint32 i = 0; i < n && self->redactor; i++)
    if (names[i].name)
      names[i].name = field_name (self, from, names[i].name);
  return TRUE;
}

static void
redact_free (MgReader *reader)
{
  MgRedactReader *self = (MgRedactReader *) reader;

  g_clear_pointer (&self->redactor, mg_redactor_free);
  g_clear_pointer (&self->types, mg_type_table_unref);
  g_clear_pointer (&self->fields, g_hash_table_unref);
  g_free (self->view_type);
  g_free (self->base_type);
  g_mutex_clear (&self->lock);
  mg_snapshot_unref (self->base);
}

static const MgReaderClass redact_class = {
  .load_graph = redact_load_graph,
  .generation = redact_generation,
  .edge_label = redact_edge_label,
  .edge_key = redact_edge_key,
  .edge_names = redact_edge_names,
  .details = &mg_redact_details,
  .free = redact_free,
};

/* --- what is known at once --- */

/* "snapshot.gcdump": a file's name often is that of the program, and its folder that of a person. */
static void
redact_file (MgSnapshotInfo *info, MgReader *reader)
{
  const char *dot = info->base_name ? strrchr (info->base_name, '.') : NULL;
  gboolean plain = dot && strlen (dot) <= 8;
  g_autofree char *name = g_strconcat ("snapshot", plain ? dot : "", NULL);

  if (info->base_name)
    info->path = info->base_name = mg_reader_keep (reader, name);
}

static void
fill_info (MgRedactReader *self)
{
  MgSnapshotInfo *info = &self->parent.info;

  *info = *mg_snapshot_info (self->base);
  info->log = NULL;
  if (self->redactor == NULL)
    return;
  info->process_name = info->process_name ? "process" : NULL;
  info->machine = info->machine ? "machine" : NULL;
  redact_file (info, &self->parent);
}

static void
fill_capabilities (MgRedactReader *self)
{
  for (MgCapability i = 0; i < MG_N_CAPABILITIES; i++)
    self->parent.capability[i] = mg_snapshot_capability (self->base, i);
  if (self->parent.capability[MG_CAPABILITY_VALUES].have)
    mg_reader_set_capability (&self->parent, MG_CAPABILITY_VALUES, FALSE,
                              _ ("Values are hidden, as was asked for."));
}

static void
fill_types (MgRedactReader *self)
{
  MgTypeStats *stats = mg_snapshot_type_stats (self->base);
  const MgTypeTable *types = stats->types;
  MgTypeTableBuilder *builder = mg_type_table_builder_new ();

  for (guint32 i = 0; i < types->n_types; i++)
    {
      const MgType *type = &types->types[i];
      g_autofree char *name = self->redactor ? mg_redactor_type (self->redactor, type->name, NULL) : NULL;
      g_autofree char *module
          = self->redactor && type->module ? mg_redactor_module (self->redactor, type->module) : NULL;

      mg_type_table_builder_add (builder, name ? name : type->name, module ? module : type->module, type->handle,
                                 type->flags & ~(guint32) MG_TYPE_OWN);
    }
  self->types = mg_type_table_builder_finish (builder, &self->view_type);
  self->base_type = g_new0 (MgTypeId, self->types->n_types + 1);
  self->parent.stats = mg_type_stats_new (self->types);
  self->parent.stats->total = stats->total;
  self->parent.stats->estimated = stats->estimated;
  for (guint32 i = 0; i < types->n_types; i++)
    {
      MgTally *tally = &self->parent.stats->tally[self->view_type[i]];

      tally->count += stats->tally[i].count;
      tally->size += stats->tally[i].size;
      self->base_type[self->view_type[i]] = i;
    }
}

MgSnapshot *
mg_snapshot_redacted (MgSnapshot *snapshot, MgRedaction how)
{
  MgRedactReader *self;

  g_return_val_if_fail (mg_snapshot_unredacted (snapshot) == snapshot, NULL);
  if (how == MG_REDACT_NOTHING)
    return mg_snapshot_ref (snapshot);
  self = g_new0 (MgRedactReader, 1);
  mg_reader_init (&self->parent, &redact_class);
  g_mutex_init (&self->lock);
  self->base = mg_snapshot_ref (snapshot);
  self->how = how;
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (how == MG_REDACT_NAMES)
    self->redactor = mg_redactor_new (mg_snapshot_types (snapshot));
  self->parent.no_graph = mg_snapshot_no_graph_reason (snapshot);
  self->parent.unreached_pseudo_nodes = mg_snapshot_reader (snapshot)->unreached_pseudo_nodes;
  self->parent.unreached_pseudo_bytes = mg_snapshot_reader (snapshot)->unreached_pseudo_bytes;
  fill_info (self);
  fill_capabilities (self);
  fill_types (self);
  return mg_snapshot_new_view (&self->parent, snapshot);
}

static MgRedactReader *
view_of (MgSnapshot *snapshot)
{
  MgReader *reader = mg_snapshot_reader (snapshot);

  return reader->klass == &redact_class ? (MgRedactReader *) reader : NULL;
}

MgSnapshot *
mg_snapshot_unredacted (MgSnapshot *snapshot)
{
  MgRedactReader *view = view_of (snapshot);

  return view ? view->base : snapshot;
}

MgTypeId
mg_snapshot_redacted_type (MgSnapshot *snapshot, MgTypeId type)
{
  MgRedactReader *view = view_of (snapshot);

  return view && type != MG_TYPE_NONE ? view->view_type[type] : type;
}

const MgType *
mg_snapshot_real_type (MgSnapshot *snapshot, MgTypeId type)
{
  MgRedactReader *view = view_of (snapshot);

  return view ? mg_type_table_get (mg_snapshot_types (view->base), view->base_type[type])
              : mg_type_table_get (mg_snapshot_types (snapshot), type);
}

const char *
mg_snapshot_real_name (MgSnapshot *snapshot, const char *name)
{
  MgRedactReader *view = view_of (snapshot);
  const char *real = view && view->redactor ? mg_redactor_real_name (view->redactor, name) : NULL;

  return real ? real : name;
}
