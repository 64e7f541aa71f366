/* The parts of a snapshot in its saved index: which of them can be had from there, and writing the others. */
#include <glib/gi18n-lib.h>

#include "analysis/base/error.h"
#include "analysis/snapshot-private.h"

/* Notes that loading the graph added, with a mark for damage before each. */
static GPtrArray *
notes_of_graph (const MgSnapshot *snapshot)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  for (guint i = snapshot->n_opening_notes; i < snapshot->n_graph_notes; i++)
    {
      const MgNote *note = &snapshot->reader->notes[i];

      g_ptr_array_add (notes, g_strconcat (note->damage ? "!" : " ", note->text, NULL));
    }
  return notes;
}

static void
replay_notes (MgSnapshot *snapshot, const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const char *note = g_ptr_array_index (notes, i);

      if (*note != '\0')
        mg_reader_take_note (snapshot->reader, *note == '!', g_strdup (note + 1));
    }
}

static gboolean
load_graph (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  const MgReaderClass *klass = snapshot->reader->klass;
  MgIndexExtra extra = { NULL, NULL };
  g_autoptr (MgGraph) graph = NULL;

  if (klass->restore_graph)
    graph = mg_index_load_graph (snapshot->index, snapshot->reader->stats->types, &extra, progress, error);
  if (graph && klass->restore_graph (snapshot->reader, graph, extra.reader))
    {
      replay_notes (snapshot, extra.notes);
      snapshot->graph = g_steal_pointer (&graph);
    }
  mg_index_extra_clear (&extra);
  return snapshot->graph != NULL;
}

static gboolean
save_graph (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  const MgReaderClass *klass = snapshot->reader->klass;
  MgIndexExtra extra = { notes_of_graph (snapshot), NULL };
  gboolean done;

  if (klass->save_graph)
    extra.reader = g_variant_ref_sink (klass->save_graph (snapshot->reader));
  done = mg_index_save_graph (snapshot->index, snapshot->graph, &extra, progress, error);
  mg_index_extra_clear (&extra);
  return done;
}

static gboolean
load_instances (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return (snapshot->instances = mg_index_load_instances (snapshot->index, snapshot->graph, progress, error)) != NULL;
}

static gboolean
save_instances (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return mg_index_save_instances (snapshot->index, snapshot->instances, progress, error);
}

static gboolean
load_tree (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return (snapshot->tree = mg_index_load_tree (snapshot->index, snapshot->graph, progress, error)) != NULL;
}

static gboolean
save_tree (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return mg_index_save_tree (snapshot->index, snapshot->tree, progress, error);
}

static gboolean
load_reverse (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return (snapshot->reverse = mg_index_load_reverse (snapshot->index, snapshot->graph, progress, error)) != NULL;
}

static gboolean
save_reverse (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return mg_index_save_reverse (snapshot->index, snapshot->reverse, progress, error);
}

static gboolean
load_dominators (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->dominators = mg_index_load_dominators (snapshot->index, snapshot->graph, progress, error);
  return snapshot->dominators != NULL;
}

static gboolean
save_dominators (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return mg_index_save_dominators (snapshot->index, snapshot->dominators, progress, error);
}

static gboolean
load_type_retained (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  snapshot->type_retained = mg_index_load_type_retained (snapshot->index, snapshot->graph, progress, error);
  return snapshot->type_retained != NULL;
}

static gboolean
save_type_retained (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  return mg_index_save_type_retained (snapshot->index, snapshot->type_retained, snapshot->graph->types->n_types,
                                      progress, error);
}

/* About how many bytes each part takes on the disk, for an object and for a reference. */
static const struct
{
  guint need;
  MgIndexPart part;
  guint per_node, per_edge;
  gboolean (*load) (MgSnapshot *snapshot, MgProgress *progress, GError **error);
  gboolean (*save) (MgSnapshot *snapshot, MgProgress *progress, GError **error);
} parts[] = {
  { MG_NEED_GRAPH, MG_INDEX_GRAPH, 11, 4, load_graph, save_graph },
  { MG_NEED_INSTANCES, MG_INDEX_INSTANCES, 4, 0, load_instances, save_instances },
  { MG_NEED_TREE, MG_INDEX_TREE, 8, 0, load_tree, save_tree },
  { MG_NEED_REVERSE, MG_INDEX_REVERSE, 3, 4, load_reverse, save_reverse },
  { MG_NEED_DOMINATORS, MG_INDEX_DOMINATORS, 20, 0, load_dominators, save_dominators },
  { MG_NEED_TYPE_RETAINED, MG_INDEX_TYPE_RETAINED, 0, 0, load_type_retained, save_type_retained },
};

gboolean
mg_snapshot_part_is_indexed (MgSnapshot *snapshot, guint need)
{
  if (snapshot->index == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].need == need)
      return !(snapshot->broken & 1u << i) && mg_index_has (snapshot->index, parts[i].part);
  return FALSE;
}

gboolean
mg_snapshot_part_is_mapped (MgSnapshot *snapshot, guint need)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].need == need)
      return (snapshot->mapped & 1u << i) != 0;
  return FALSE;
}

gboolean
mg_snapshot_load_part (MgSnapshot *snapshot, guint need, MgProgress *progress, GError **error)
{
  gboolean loaded = FALSE;

  if (snapshot->index == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].need == need)
      {
        loaded = parts[i].load (snapshot, progress, error);
        if (loaded)
          snapshot->indexed |= 1u << i;
        *(loaded ? &snapshot->mapped : &snapshot->broken) |= 1u << i;
      }
  return loaded;
}

/* --- saving --- */

static gboolean
save_walk (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  const MgReaderClass *klass = snapshot->reader->klass;
  g_autoptr (GVariant) walk = NULL;

  if (snapshot->walk_saved || klass->save_walk == NULL || snapshot->reader->depends != 0)
    return TRUE;
  walk = klass->save_walk (snapshot->reader);
  if (walk == NULL)
    return TRUE;
  g_variant_ref_sink (walk);
  snapshot->walk_saved = mg_index_make_room (snapshot->index, g_variant_get_size (walk))
                         && mg_index_save_walk (snapshot->index, walk, progress, error);
  return snapshot->walk_saved;
}

static gboolean
part_is_unsaved (MgSnapshot *snapshot, guint i)
{
  return (mg_snapshot_ready (snapshot) & parts[i].need) == parts[i].need && !(snapshot->indexed & 1u << i);
}

static gboolean
make_room (MgSnapshot *snapshot, GError **error)
{
  guint64 bytes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (part_is_unsaved (snapshot, i))
      bytes += (guint64) snapshot->graph->n_nodes * parts[i].per_node + snapshot->graph->n_edges * parts[i].per_edge
               + 64 * 1024;
  if (bytes == 0 || mg_index_make_room (snapshot->index, bytes))
    return TRUE;
  g_set_error_literal (error, MG_ERROR, MG_ERROR_IO, _ ("There is no room for a saved index."));
  return FALSE;
}

static gboolean
save_parts (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  if (!save_walk (snapshot, progress, error) || !make_room (snapshot, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (part_is_unsaved (snapshot, i))
      {
        if (snapshot->reader->klass->restore_graph == NULL || !parts[i].save (snapshot, progress, error))
          return FALSE;
        snapshot->indexed |= 1u << i;
      }
  return TRUE;
}

gboolean
mg_snapshot_save_index (MgSnapshot *snapshot, MgProgress *progress, GError **error)
{
  gboolean done;

  /* What a view makes, it makes in the snapshot that it looks at. */
  if (snapshot->base)
    return mg_snapshot_save_index (snapshot->base, progress, error);
  if (snapshot->index == NULL || snapshot->reader->stats->total.count < snapshot->index_min_objects)
    return TRUE;
  if (!mg_snapshot_take_turn (snapshot, progress, error))
    return FALSE;
  done = save_parts (snapshot, progress, error);
  mg_snapshot_end_turn (snapshot);
  return done;
}
