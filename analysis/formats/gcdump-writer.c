#include "analysis/formats/gcdump-writer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/formats/fast-serialization.h"
#include "analysis/formats/gcdump-pseudo.h"
#include "analysis/source/compressed-int.h"

#define TICKS_PER_USEC 10
#define DATE_LENGTH 10 /* "2015-01-05" */
/* "00 00": the record of nodes that are referred to and not described. */
#define UNDEFINED_RECORD_BYTES 2

typedef struct
{
  const MgGraph *graph;
  MgGcdumpWriteOptions options;
  GPtrArray *pseudo;
  GPtrArray *type_names;   /* of pseudo-nodes: types 1 … */
  guint32 *pseudo_type;    /* by place in PSEUDO */
  guint32 *file_type;      /* by MgTypeId; 0: UNDEFINED or not in use */
  gint32 *type_size;       /* by MgTypeId: bytes of the first instance */
  guint32 n_types, n_nodes;
  guint64 total;
  MgFsWriter out;
  guint64 class_offset; /* of GCHeapDumpSegment, 0: not written yet */
} Writer;

/* How many bytes a compressed integer takes, and the bytes. */
static guint
compress (gint64 value, guint8 *bytes)
{
  guint n = 1;

  while (n < 5 && (value < -(G_GINT64_CONSTANT (1) << (7 * n - 1)) || value >= G_GINT64_CONSTANT (1) << (7 * n - 1)))
    n++;
  for (guint i = 0; i < n; i++)
    bytes[i] = (guint8) ((value >> (7 * (n - 1 - i)) & 0x7f) | (i + 1 < n ? 0x80 : 0));
  return n;
}

/* --- what is written --- */

static gint32
size_of (const MgGraph *graph, MgNode node)
{
  return (gint32) MIN (mg_graph_size (graph, node), (guint64) G_MAXINT32);
}

/* Objects that were never described in the file they came from. */
static gboolean
is_undefined (const MgGraph *graph, MgNode node)
{
  guint32 n;

  mg_graph_edges (graph, node, &n);
  return (mg_graph_type_of (graph, node)->flags & MG_TYPE_UNDEFINED) && graph->size[node] == 0 && n == 0;
}

static void
number_pseudo_types (Writer *writer)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  writer->pseudo_type = g_new (guint32, writer->pseudo->len);
  for (guint i = 0; i < writer->pseudo->len; i++)
    {
      char *name = ((MgGcdumpPseudo *) writer->pseudo->pdata[i])->name;
      guint32 type = GPOINTER_TO_UINT (g_hash_table_lookup (seen, name));

      if (type == 0)
        {
          g_ptr_array_add (writer->type_names, name);
          type = writer->type_names->len;
          g_hash_table_insert (seen, name, GUINT_TO_POINTER (type));
        }
      writer->pseudo_type[i] = type;
    }
}

static void
number_types (Writer *writer)
{
  const MgGraph *graph = writer->graph;
  guint32 n = graph->types->n_types;

  number_pseudo_types (writer);
  writer->file_type = g_new0 (guint32, (gsize) n + 1);
  writer->type_size = g_new (gint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    writer->type_size[i] = -1;
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      MgTypeId type = graph->type[node];

      if (writer->type_size[type] < 0)
        writer->type_size[type] = size_of (graph, node);
      writer->total += (guint64) size_of (graph, node);
    }
  writer->n_types = 1 + writer->type_names->len;
  for (guint32 i = 0; i < n; i++)
    if (writer->type_size[i] >= 0 && !(graph->types->types[i].flags & MG_TYPE_UNDEFINED))
      writer->file_type[i] = writer->n_types++;
    else
      writer->type_size[i] = 0;
}

/* Bytes of a record: its head for TYPE, SIZE and N children, then the children as they come. */
typedef struct
{
  guint8 bytes[3 * MG_COMPRESSED_MAX_BYTES];
  guint length;
} Head;

static void
make_head (Head *head, guint32 type, gint32 size, gint32 type_size, guint32 n_children)
{
  gboolean own = size != type_size;

  head->length = compress ((gint64) type << 1 | own, head->bytes);
  if (own)
    head->length += compress (size, head->bytes + head->length);
  head->length += compress (n_children, head->bytes + head->length);
}

static guint32
file_node (const Writer *writer, MgNode node)
{
  return writer->pseudo->len + (node - mg_graph_first_object (writer->graph));
}

/* Writes, or with WRITE FALSE only measures, the record of an object. Returns its length. */
static gsize
put_object (Writer *writer, MgNode node, gboolean write)
{
  const MgGraph *graph = writer->graph;
  guint32 n, index = file_node (writer, node);
  const MgNode *targets = mg_graph_edges (graph, node, &n);
  MgTypeId type = graph->type[node];
  guint8 bytes[MG_COMPRESSED_MAX_BYTES];
  gsize length;
  Head head;

  make_head (&head, writer->file_type[type], size_of (graph, node), writer->type_size[type], n);
  length = head.length;
  if (write)
    mg_fs_put (&writer->out, head.bytes, head.length);
  for (guint32 i = 0; i < n; i++)
    {
      guint child = compress ((gint64) file_node (writer, targets[i]) - index, bytes);

      length += child;
      if (write)
        mg_fs_put (&writer->out, bytes, child);
    }
  return length;
}

static gsize
put_pseudo (Writer *writer, guint32 index, gboolean write)
{
  const MgGcdumpPseudo *pseudo = writer->pseudo->pdata[index];
  guint8 bytes[MG_COMPRESSED_MAX_BYTES];
  gsize length;
  Head head;

  make_head (&head, writer->pseudo_type[index], 0, 0, pseudo->groups->len + pseudo->objects->len);
  length = head.length;
  if (write)
    mg_fs_put (&writer->out, head.bytes, head.length);
  for (guint i = 0; i < pseudo->groups->len + pseudo->objects->len; i++)
    {
      guint32 child = i < pseudo->groups->len
                        ? g_array_index (pseudo->groups, guint32, i)
                        : file_node (writer, g_array_index (pseudo->objects, MgNode, i - pseudo->groups->len));
      guint n = compress ((gint64) child - index, bytes);

      length += n;
      if (write)
        mg_fs_put (&writer->out, bytes, n);
    }
  return length;
}

static gsize
put_record (Writer *writer, guint32 index, gboolean write)
{
  MgNode node;

  if (index < writer->pseudo->len)
    return put_pseudo (writer, index, write);
  node = mg_graph_first_object (writer->graph) + (index - writer->pseudo->len);
  return is_undefined (writer->graph, node) ? 0 : put_object (writer, node, write);
}

/* --- parts of the file --- */

static gboolean
step (Writer *writer, MgProgress *progress, guint pass, guint32 index)
{
  if (index % MG_PROGRESS_INTERVAL == 0 && !writer->out.failed
      && !mg_progress_step (progress, (guint64) pass * writer->n_nodes + index, (guint64) 2 * writer->n_nodes,
                            writer->out.error))
    writer->out.failed = TRUE;
  return !writer->out.failed;
}

static void
put_types (Writer *writer)
{
  const MgTypeTable *types = writer->graph->types;

  mg_fs_put_u32 (&writer->out, writer->n_types);
  mg_fs_put_string (&writer->out, "UNDEFINED");
  mg_fs_put_u32 (&writer->out, 0);
  mg_fs_put_string (&writer->out, NULL);
  for (guint i = 0; i < writer->type_names->len; i++)
    {
      mg_fs_put_string (&writer->out, writer->type_names->pdata[i]);
      mg_fs_put_u32 (&writer->out, 0);
      mg_fs_put_string (&writer->out, NULL);
    }
  for (guint32 i = 0; i < types->n_types; i++)
    if (writer->file_type[i])
      {
        mg_fs_put_string (&writer->out, types->types[i].name);
        mg_fs_put_u32 (&writer->out, (guint32) writer->type_size[i]);
        mg_fs_put_string (&writer->out, types->types[i].module);
      }
}

/* Offsets, which need the lengths of all records first, then the records. */
static void
put_records (Writer *writer, MgProgress *progress)
{
  guint64 length = UNDEFINED_RECORD_BYTES;
  static const guint8 undefined[UNDEFINED_RECORD_BYTES] = { 0 };

  mg_fs_put_u32 (&writer->out, writer->n_nodes);
  for (guint32 i = 0; i < writer->n_nodes && step (writer, progress, 0, i); i++)
    {
      gsize record = put_record (writer, i, FALSE);

      mg_fs_put_u32 (&writer->out, record ? (guint32) length : 0);
      length += record;
      if (length > G_MAXINT32)
        {
          g_set_error_literal (writer->out.error, MG_ERROR, MG_ERROR_LIMIT,
                               _ ("The snapshot is too large for a .gcdump, which holds at most 2 GiB of records. Keep "
                                  "the file it came from."));
          writer->out.failed = TRUE;
        }
    }
  mg_fs_put_u32 (&writer->out, (guint32) length);
  mg_fs_put (&writer->out, undefined, sizeof undefined);
  for (guint32 i = 0; i < writer->n_nodes && step (writer, progress, 1, i); i++)
    put_record (writer, i, TRUE);
}

static void
put_graph (Writer *writer, gboolean is_64bit, MgProgress *progress)
{
  const MgGraph *graph = writer->graph;

  mg_fs_put_class (&writer->out, "Graphs.MemoryGraph", 1, 0);
  mg_fs_put_u64 (&writer->out, writer->total);
  mg_fs_put_u32 (&writer->out, 0);
  put_types (writer);
  put_records (writer, progress);
  mg_fs_put_u32 (&writer->out, writer->n_nodes);
  for (guint i = 0; i < writer->pseudo->len; i++)
    mg_fs_put_u64 (&writer->out, ((MgGcdumpPseudo *) writer->pseudo->pdata[i])->address);
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes && !writer->out.failed; node++)
    mg_fs_put_u64 (&writer->out, mg_graph_address (graph, node));
  mg_fs_put_u8 (&writer->out, MG_FS_BYTE);
  mg_fs_put_u8 (&writer->out, is_64bit);
  mg_fs_put_u8 (&writer->out, MG_FS_END);
}

static void
put_segment (Writer *writer, const MgGcdumpSegment *segment)
{
  if (writer->class_offset)
    {
      mg_fs_put_u8 (&writer->out, MG_FS_BEGIN);
      mg_fs_put_u8 (&writer->out, MG_FS_OBJECT_REFERENCE);
      mg_fs_put_u32 (&writer->out, (guint32) writer->class_offset);
    }
  else
    {
      writer->class_offset = writer->out.written + 1;
      mg_fs_put_class (&writer->out, "GCHeapDumpSegment", 1, 1);
    }
  mg_fs_put_u64 (&writer->out, segment->start);
  mg_fs_put_u64 (&writer->out, segment->end);
  for (guint i = 0; i < G_N_ELEMENTS (segment->generation_end); i++)
    mg_fs_put_u64 (&writer->out, segment->generation_end[i]);
  mg_fs_put_u8 (&writer->out, MG_FS_END);
}

static void
put_heap_info (Writer *writer)
{
  const MgGcdumpWriteOptions *options = &writer->options;
  guint64 bytes = 0;

  if (options->n_segments == 0)
    {
      mg_fs_put_u8 (&writer->out, MG_FS_NULL);
      return;
    }
  mg_fs_put_class (&writer->out, "DotNetHeapInfo", 0, 0);
  for (guint i = 0; i < options->n_segments; i++)
    bytes += options->segments[i].end - options->segments[i].start;
  mg_fs_put_u64 (&writer->out, bytes);
  mg_fs_put_u32 (&writer->out, options->n_segments);
  for (guint i = 0; i < options->n_segments; i++)
    put_segment (writer, &options->segments[i]);
  mg_fs_put_u8 (&writer->out, MG_FS_END);
}

/* "2015-01-05 10:48:40" in ticks of 100 ns since the year 1; 0 when it is no time. */
static guint64
ticks_of (const char *time)
{
  g_autoptr (GDateTime) start = g_date_time_new_utc (1, 1, 1, 0, 0, 0);
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  g_autoptr (GDateTime) end = NULL;
  g_autofree char *iso = NULL;

  if (time == NULL || strlen (time) <= DATE_LENGTH)
    return 0;
  iso = g_strdup_printf ("%.*sT%s", DATE_LENGTH, time, time + DATE_LENGTH + 1);
  end = g_date_time_new_from_iso8601 (iso, zone);
  return end ? (guint64) g_date_time_difference (end, start) * TICKS_PER_USEC : 0;
}

static void
put_details (Writer *writer)
{
  static const MgSnapshotInfo nothing = { .pid = -1 };
  const MgSnapshotInfo *info = writer->options.info ? writer->options.info : &nothing;

  mg_fs_put_f32 (&writer->out, 1);
  mg_fs_put_f32 (&writer->out, 1);
  mg_fs_put_u8 (&writer->out, MG_FS_NULL);
  put_heap_info (writer);
  mg_fs_put_string (&writer->out, info->log);
  mg_fs_put_u64 (&writer->out, ticks_of (info->time_collected));
  mg_fs_put_string (&writer->out, info->machine);
  mg_fs_put_string (&writer->out, info->process_name);
  mg_fs_put_u32 (&writer->out, info->pid > 0 ? (guint32) info->pid : 0);
  mg_fs_put_u64 (&writer->out, 0);
  mg_fs_put_u64 (&writer->out, 0);
  mg_fs_put_u32 (&writer->out, 0);
}

/* Who wrote the file; readers tell by it whose type "[static var TYPE.FIELD]" has. */
static void
put_tool (Writer *writer)
{
  const MgSnapshotInfo *info = writer->options.info;
  g_autofree char *copy = NULL;
  const char *tool = writer->options.tool;

  if (tool == NULL && mg_gcdump_declares_statics (writer->graph))
    tool = MG_GCDUMP_TOOL;
  else if (tool == NULL)
    tool = copy = g_strdup_printf ("%s, from %s", MG_GCDUMP_TOOL, info && info->writer ? info->writer : "?");
  mg_fs_put_u8 (&writer->out, MG_FS_STRING);
  mg_fs_put_string (&writer->out, tool);
}

/* The one forward label: the end of the region with COM wrappers, of which there are none. */
static void
put_end (Writer *writer)
{
  guint64 region_end, table, trailer;

  mg_fs_put_u8 (&writer->out, MG_FS_REGION);
  mg_fs_put_u32 (&writer->out, 0);
  mg_fs_put_u8 (&writer->out, MG_FS_NULL);
  region_end = writer->out.written;
  put_tool (writer);
  mg_fs_put_u8 (&writer->out, MG_FS_END);
  mg_fs_put_u8 (&writer->out, MG_FS_END);
  table = writer->out.written;
  mg_fs_put_u32 (&writer->out, 1);
  mg_fs_put_u32 (&writer->out, (guint32) region_end);
  trailer = writer->out.written;
  mg_fs_put_u32 (&writer->out, (guint32) table);
  mg_fs_put_u32 (&writer->out, (guint32) trailer);
}

static void
write_all (Writer *writer, MgProgress *progress)
{
  static const guint8 size[4] = { sizeof MG_FS_SIGNATURE - 1 };
  gboolean is_64bit = !writer->options.info || writer->options.info->pointer_size != 4;

  mg_fs_put (&writer->out, size, sizeof size);
  mg_fs_put (&writer->out, MG_FS_SIGNATURE, sizeof MG_FS_SIGNATURE - 1);
  mg_fs_put_class (&writer->out, "GCHeapDump", 10, 8);
  put_graph (writer, is_64bit, progress);
  mg_fs_put_u8 (&writer->out, is_64bit);
  put_details (writer);
  put_end (writer);
  mg_fs_flush (&writer->out);
}

gboolean
mg_gcdump_write (const MgGraph *graph,
                 const MgGcdumpWriteOptions *options,
                 MgWriteFunc func,
                 gpointer user_data,
                 MgProgress *progress,
                 GError **error)
{
  Writer writer = { .graph = graph };

  if (options)
    writer.options = *options;
  mg_fs_writer_init (&writer.out, func, user_data, error);
  writer.pseudo = mg_gcdump_pseudo_nodes (graph);
  writer.type_names = g_ptr_array_new ();
  writer.n_nodes = writer.pseudo->len + mg_graph_n_objects (graph);
  number_types (&writer);
  write_all (&writer, progress);
  g_ptr_array_unref (writer.type_names);
  g_ptr_array_unref (writer.pseudo);
  mg_fs_writer_clear (&writer.out);
  g_free (writer.pseudo_type);
  g_free (writer.file_type);
  g_free (writer.type_size);
  return !writer.out.failed;
}
