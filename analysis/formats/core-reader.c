#include "analysis/formats/core-reader.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analysis/base/error.h"
#include "analysis/formats/core-details-private.h"
#include "analysis/formats/core-reader-private.h"
#include "analysis/source/disk-files.h"
#include "analysis/source/elf-core.h"
#include "analysis/source/file.h"

guint
mg_core_reader_sniff (const guint8 *head, gsize length, const char *path)
{
  return mg_elf_core_sniff (head, length) ? 100 : 0;
}

/* ADDRESS: NULL for the whole graph. */
static MgGraph *
load_some (MgReader *reader, const guint64 *address, gboolean *is_part, MgProgress *progress, GError **error)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  MgGraph *graph;

  *is_part = FALSE;
  if (reader->no_graph)
    {
      g_set_error_literal (error, MG_ERROR, MG_ERROR_CORRUPT, reader->no_graph);
      return NULL;
    }
  graph = address ? mg_clr_load_path (self->clr, *address, is_part, progress, error)
                  : mg_clr_load_graph (self->clr, progress, error);
  if (graph)
    self->graph = mg_graph_ref (graph);
  if (graph && self->clr->n_bad_references > 0)
    mg_reader_take_note (reader, FALSE,
                         g_strdup_printf (_ ("%" PRIu64 " of %" PRIu64 " references do not lead to an object."),
                                          self->clr->n_bad_references,
                                          self->clr->n_references + self->clr->n_bad_references));
  return graph;
}

static MgGraph *
core_load_graph (MgReader *reader, MgProgress *progress, GError **error)
{
  gboolean is_part;

  return load_some (reader, NULL, &is_part, progress, error);
}

static MgGraph *
core_load_path (MgReader *reader, guint64 address, gboolean *is_part, MgProgress *progress, GError **error)
{
  return load_some (reader, &address, is_part, progress, error);
}

static MgGeneration
core_generation (MgReader *reader, guint64 address)
{
  return mg_gc_heap_generation (((MgCoreReader *) reader)->clr->heap, address);
}

typedef char *(*NameFunc) (MgClr *clr, MgFieldTypes *types, guint64 from, guint64 to);

static char *
name_reference (MgReader *reader, MgNode from, MgNode to, NameFunc func)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  char *name;

  if (self->graph == NULL || !mg_graph_is_object (self->graph, from) || !mg_graph_is_object (self->graph, to))
    return NULL;
  g_mutex_lock (&self->names_lock);
  name = func (self->clr, mg_core_field_types (self), mg_graph_address (self->graph, from),
               mg_graph_address (self->graph, to));
  g_mutex_unlock (&self->names_lock);
  return name;
}

static char *
core_edge_label (MgReader *reader, MgNode from, MgNode to)
{
  return name_reference (reader, from, to, mg_clr_reference_name);
}

static char *
core_edge_key (MgReader *reader, MgNode from, MgNode to)
{
  return name_reference (reader, from, to, mg_clr_reference_key);
}

static gboolean
core_edge_names (MgReader *reader, MgNode from, MgEdgeName *names)
{
  MgCoreReader *self = (MgCoreReader *) reader;
  const MgNode *targets;
  guint32 n;

  if (self->graph == NULL || !mg_graph_is_object (self->graph, from))
    return FALSE;
  targets = mg_graph_edges (self->graph, from, &n);
  g_mutex_lock (&self->names_lock);
  if (self->reference_names == NULL)
    {
      self->reference_names = mg_reference_names_new (self->clr, mg_core_field_types (self));
      self->references = g_array_new (FALSE, FALSE, sizeof (MgReference));
    }
  g_array_set_size (self->references, n);
  for (guint32 i = 0; i < n; i++)
    g_array_index (self->references, MgReference, i).target = mg_graph_address (self->graph, targets[i]);
  mg_reference_names_fill (self->reference_names, mg_graph_address (self->graph, from),
                           (MgReference *) (gpointer) self->references->data, n);
  for (guint32 i = 0; i < n; i++)
    {
      const MgReference *reference = &g_array_index (self->references, MgReference, i);

      names[i] = (MgEdgeName){ reference->name, reference->index };
    }
  g_mutex_unlock (&self->names_lock);
  return TRUE;
}

static void
core_free (MgReader *reader)
{
  MgCoreReader *self = (MgCoreReader *) reader;

  g_mutex_clear (&self->names_lock);
  g_clear_pointer (&self->graph, mg_graph_unref);
  g_clear_pointer (&self->delegates, mg_delegates_free);
  g_clear_pointer (&self->code, mg_code_map_free);
  g_clear_pointer (&self->named_fields, mg_named_fields_free);
  g_clear_pointer (&self->field_types, mg_field_types_free);
  g_clear_pointer (&self->reference_names, mg_reference_names_free);
  g_clear_pointer (&self->references, g_array_unref);
  g_clear_pointer (&self->clr, mg_clr_free);
  g_clear_pointer (&self->source, mg_source_unref);
}

static const MgReaderClass core_class = {
  .load_graph = core_load_graph,
  .load_path = core_load_path,
  .save_walk = mg_core_save_walk,
  .save_graph = mg_core_save_graph,
  .restore_graph = mg_core_restore_graph,
  .generation = core_generation,
  .edge_label = core_edge_label,
  .edge_key = core_edge_key,
  .edge_names = core_edge_names,
  .details = &mg_core_details,
  .free = core_free,
};

static void
fill_info (MgCoreReader *self)
{
  MgSnapshotInfo *info = &self->parent.info;
  const MgClr *clr = self->clr;
  g_autofree char *version = mg_runtime_version (clr->runtime), *runtime = NULL, *mode = NULL;

  if (version)
    runtime = g_strdup_printf (".NET %s", version);
  mode = g_strdup_printf (clr->runtime->server ? g_dngettext (GETTEXT_PACKAGE, "server GC, %u heap, %s",
                                                              "server GC, %u heaps, %s", clr->heap->n_heaps)
                                               : g_dngettext (GETTEXT_PACKAGE, "workstation GC, %u heap, %s",
                                                              "workstation GC, %u heaps, %s", clr->heap->n_heaps),
                          clr->heap->n_heaps, clr->heap->regions ? _ ("regions") : _ ("segments"));
  info->format = "elf-core";
  info->format_name = _ ("Linux core dump");
  info->writer = clr->image->by_createdump ? "createdump" : NULL;
  info->process_name = mg_reader_keep (&self->parent, clr->image->process_name);
  info->pid = clr->image->pid > 0 ? clr->image->pid : -1;
  info->runtime = mg_reader_keep (&self->parent, runtime);
  info->architecture = mg_architecture_name (clr->image->architecture);
  info->os = "Linux";
  info->gc_mode = mg_reader_keep (&self->parent, mode);
  info->pointer_size = (int) clr->image->pointer_size;
}

/* While the collector moves objects, references lead to where they were or will be: no object can be told. */
static void
withdraw_objects (MgReader *reader)
{
  static const MgCapability lost[]
      = { MG_CAPABILITY_FIELD_NAMES, MG_CAPABILITY_VALUES, MG_CAPABILITY_HANDLE_KINDS, MG_CAPABILITY_DEAD_OBJECTS };

  for (gsize i = 0; i < G_N_ELEMENTS (lost); i++)
    mg_reader_set_capability (reader, lost[i], FALSE, _ ("The dump was taken during a garbage collection."));
  mg_reader_set_capability (reader, MG_CAPABILITY_STACKS, TRUE, NULL);
  reader->no_graph
      = _ ("The dump was taken during a garbage collection: the heap was being moved, so that paths and retained "
           "sizes would be wrong. The table of types is approximate. Take another dump.");
}

static void
fill_capabilities (MgCoreReader *self)
{
  MgReader *reader = &self->parent;
  gboolean names = self->clr->runtime->checks[MG_CHECK_NAMES] == MG_CHECK_PASSED;
  const char *no_names = _ ("The metadata of the assemblies is not in this dump.");

  mg_reader_set_capability (reader, MG_CAPABILITY_FIELD_NAMES, names, names ? NULL : no_names);
  mg_reader_set_capability (reader, MG_CAPABILITY_VALUES, TRUE, NULL);
  mg_reader_set_capability (
      reader, MG_CAPABILITY_STACKS, TRUE,
      _ ("As the methods' own tables tell them. Where these are missing, each word that may be a reference counts."));
  mg_reader_set_capability (reader, MG_CAPABILITY_GENERATIONS, TRUE, NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_HANDLE_KINDS, self->clr->runtime->layout != NULL,
                            self->clr->runtime->layout ? NULL : _ ("This version of the runtime is not known."));
  mg_reader_set_capability (reader, MG_CAPABILITY_MEMORY_MAP, TRUE, NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_DEAD_OBJECTS, TRUE, NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_MODULES, names, names ? NULL : no_names);
  if (self->clr->runtime->in_gc)
    withdraw_objects (reader);
}

static void
fill_stats (MgCoreReader *self)
{
  const MgClr *clr = self->clr;
  MgTypeStats *stats = mg_type_stats_new (clr->types);

  for (guint i = 0; i < clr->tables->tables->len; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (clr->tables->tables, i);

      if (clr->type_of_table[i] == MG_TYPE_NONE)
        continue;
      self->parent.expected_references += mg_method_table_all_slots (table);
      stats->tally[clr->type_of_table[i]].count += table->count;
      stats->tally[clr->type_of_table[i]].size += table->size;
      stats->total.count += table->count;
      stats->total.size += table->size;
    }
  self->parent.stats = stats;
}

/* What a core without a usable runtime or heap means when LOST_BYTES of it are gone: not the wrong process or the wrong
 * type of dump, but half a file. */
static void
blame_truncation (const char *name, guint64 lost_bytes, GError **error)
{
  g_autofree char *bytes = g_format_size (lost_bytes);

  g_clear_error (error);
  g_set_error (error, MG_ERROR, MG_ERROR_TRUNCATED,
               /* Translators: file name, a number of bytes. */
               _ ("%s is cut off: %s of the process's memory are missing, and the .NET heap cannot be found without "
                  "them. The disk was probably full, or a copy was interrupted: fetch the file again, or take "
                  "another dump."),
               name, bytes);
}

MgReader *
mg_core_reader_open (MgSource *source,
                     const MgSnapshotOptions *options,
                     GVariant *walk,
                     MgProgress *progress,
                     GError **error)
{
  g_autoptr (MgReader) reader = (MgReader *) g_new0 (MgCoreReader, 1);
  MgCoreReader *self = (MgCoreReader *) reader;
  g_autoptr (GError) local = NULL;
  MgProcessImage *image;
  MgClrWalk known;
  MgClrOpening how = { 0 };
  guint64 lost_bytes;

  mg_reader_init (reader, &core_class);
  mg_reader_take_file (reader, source);
  self->source = mg_source_ref (source);
  g_mutex_init (&self->names_lock);
  image = mg_elf_core_read (mg_source_data (source), mg_source_size (source), error);
  if (image == NULL)
    return NULL;
  /* createdump writes what names need; the kernel and gcore leave out what only repeats a file. */
  if (!image->by_createdump || (options && options->file_folders && options->file_folders[0]))
    mg_disk_files_add (image, options ? options->file_folders : NULL);
  lost_bytes = image->lost_bytes;
  if (image->disk_files->len == 0 && mg_core_walk_from_variant (walk, &known))
    how.walk = &known;
  if (options)
    {
      how.graph_soon = options->graph_soon;
      how.sought = options->sought;
      how.sought_min_objects = options->sought_min_objects;
    }
  self->clr = mg_clr_open (image, &how, progress, &local);
  if (self->clr == NULL)
    {
      if (lost_bytes > 0
          && (g_error_matches (local, MG_ERROR, MG_ERROR_UNSUPPORTED)
              || g_error_matches (local, MG_ERROR, MG_ERROR_CORRUPT)))
        blame_truncation (reader->info.base_name, lost_bytes, &local);
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  reader->has_sought = self->clr->early_part != NULL;
  fill_info (self);
  fill_capabilities (self);
  fill_stats (self);
  mg_core_add_notes (self);
  self->parent.depends = mg_disk_files_sum (self->clr->image);
  return g_steal_pointer (&reader);
}
