#include "tests/support/dump-writer.h"

#include <string.h>

#include "tests/support/test.h"

static void
free_type (gpointer data)
{
  MgDumpType *type = data;

  g_free (type->name);
  g_free (type->module);
  g_free (type->suffix);
  g_free (type);
}

static void
free_node (gpointer data)
{
  MgDumpNode *node = data;

  g_array_unref (node->children);
  g_free (node);
}

MgDump *
mg_dump_new (void)
{
  MgDump *dump = g_new0 (MgDump, 1);

  dump->label_width = 4;
  dump->version = 10;
  dump->oldest_reader = -1;
  dump->is_64bit = TRUE;
  dump->count_multiplier = dump->size_multiplier = 1;
  dump->multipliers = g_array_new (FALSE, FALSE, sizeof (float));
  dump->segments = g_array_new (FALSE, FALSE, sizeof (MgDumpSegment));
  dump->tool = "mangrove-test";
  dump->types = g_ptr_array_new_with_free_func (free_type);
  dump->nodes = g_ptr_array_new_with_free_func (free_node);
  dump->forward = g_array_new (FALSE, FALSE, sizeof (guint64));
  dump->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  mg_dump_add_type (dump, "UNDEFINED", 0, NULL);
  return dump;
}

void
mg_dump_free (MgDump *dump)
{
  g_array_unref (dump->multipliers);
  g_array_unref (dump->segments);
  g_ptr_array_unref (dump->types);
  g_ptr_array_unref (dump->nodes);
  g_array_unref (dump->forward);
  g_hash_table_unref (dump->seen);
  g_free (dump);
}

guint32
mg_dump_add_type (MgDump *dump, const char *name, gint32 size, const char *module)
{
  MgDumpType *type = g_new0 (MgDumpType, 1);

  type->name = g_strdup (name);
  type->size = size;
  type->module = g_strdup (module);
  g_ptr_array_add (dump->types, type);
  return dump->types->len - 1;
}

guint32
mg_dump_add_node (MgDump *dump, guint32 type, gint32 size, guint64 address)
{
  MgDumpNode *node = g_new0 (MgDumpNode, 1);

  node->type = type;
  node->size = size;
  node->address = address;
  node->children = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (dump->nodes, node);
  return dump->nodes->len - 1;
}

guint32
mg_dump_add_undefined (MgDump *dump, guint64 address)
{
  guint32 node = mg_dump_add_node (dump, 0, MG_DUMP_TYPE_SIZE, address);

  ((MgDumpNode *) dump->nodes->pdata[node])->undefined = TRUE;
  return node;
}

void
mg_dump_add_edge (MgDump *dump, guint32 from, guint32 to)
{
  g_array_append_val (((MgDumpNode *) dump->nodes->pdata[from])->children, to);
}

/* --- bytes --- */

static void
put (MgDump *dump, const void *data, gsize length)
{
  g_byte_array_append (dump->out, data, (guint) length);
}

static void
put_u8 (MgDump *dump, guint8 value)
{
  put (dump, &value, 1);
}

static void
put_i32 (MgDump *dump, gint64 value)
{
  guint32 bytes = GUINT32_TO_LE ((guint32) value);

  put (dump, &bytes, 4);
}

static void
put_i64 (MgDump *dump, guint64 value)
{
  guint64 bytes = GUINT64_TO_LE (value);

  put (dump, &bytes, 8);
}

static void
put_f32 (MgDump *dump, float value)
{
  guint32 bits;

  memcpy (&bits, &value, 4);
  put_i32 (dump, bits);
}

static void
put_label (MgDump *dump, guint64 label)
{
  if (dump->label_width == 4)
    put_i32 (dump, (gint64) label);
  else
    put_i64 (dump, label);
}

static void
put_unit (MgDump *dump, gunichar2 unit)
{
  if (unit < 0x80)
    put_u8 (dump, (guint8) unit);
  else if (unit < 0x800)
    {
      put_u8 (dump, (guint8) (0xc0 | unit >> 6));
      put_u8 (dump, (guint8) (0x80 | (unit & 0x3f)));
    }
  else
    {
      put_u8 (dump, (guint8) (0xe0 | unit >> 12));
      put_u8 (dump, (guint8) (0x80 | (unit >> 6 & 0x3f)));
      put_u8 (dump, (guint8) (0x80 | (unit & 0x3f)));
    }
}

static void
put_string (MgDump *dump, const char *text)
{
  glong n = 0;
  g_autofree gunichar2 *units = text ? g_utf8_to_utf16 (text, -1, NULL, &n, NULL) : NULL;

  put_i32 (dump, text ? n : -1);
  for (glong i = 0; i < n; i++)
    put_unit (dump, units[i]);
}

static void
put_compressed (GByteArray *out, gint64 value)
{
  int n = 1;

  while (n < 5 && !(value >= -(G_GINT64_CONSTANT (1) << (7 * n - 1)) && value < G_GINT64_CONSTANT (1) << (7 * n - 1)))
    n++;
  for (int k = n - 1; k >= 0; k--)
    {
      guint8 byte = (guint8) ((value >> (7 * k) & 0x7f) | (k ? 0x80 : 0));

      g_byte_array_append (out, &byte, 1);
    }
}

/* --- objects --- */

static void
begin_object (MgDump *dump, const char *name, gint32 version, gint32 oldest_reader)
{
  gpointer seen = g_hash_table_lookup (dump->seen, name);

  put_u8 (dump, 4);
  if (seen)
    {
      put_u8 (dump, 2);
      put_label (dump, GPOINTER_TO_SIZE (seen));
      return;
    }
  g_hash_table_insert (dump->seen, g_strdup (name), GSIZE_TO_POINTER (dump->out->len));
  put_u8 (dump, 4);
  put_u8 (dump, 1);
  put_i32 (dump, version);
  put_i32 (dump, oldest_reader);
  put_string (dump, name);
  put_u8 (dump, 6);
}

static void
put_unknown_fields (MgDump *dump)
{
  static const guint8 fields[]
    = { 8, 7, 9, 1, 2, 10, 1, 2, 3, 4, 11, 1, 2, 3, 4, 5, 6, 7, 8, 1, 14, 3, 0, 0, 0, 9, 9, 9 };

  put (dump, fields, sizeof fields);
  put_u8 (dump, 13);
  put_string (dump, "later");
}

static guint32
new_forward (MgDump *dump)
{
  guint64 none = 0;

  g_array_append_val (dump->forward, none);
  return dump->forward->len - 1;
}

static void
define_forward (MgDump *dump, guint32 index)
{
  g_array_index (dump->forward, guint64, index) = dump->out->len;
}

static void
put_module (MgDump *dump, guint32 number)
{
  g_autofree char *key = g_strdup_printf ("module %u", number);
  g_autofree char *path = g_strdup_printf ("/app/lib%u.so", number);
  gpointer seen = g_hash_table_lookup (dump->seen, key);
  static const guint8 guid[16] = { 0 };

  if (number == 0)
    put_u8 (dump, 1);
  else if (seen)
    {
      put_u8 (dump, 2);
      put_label (dump, GPOINTER_TO_SIZE (seen));
    }
  else
    {
      g_hash_table_insert (dump->seen, g_steal_pointer (&key), GSIZE_TO_POINTER (dump->out->len));
      begin_object (dump, "Graphs.Module", 0, 0);
      put_string (dump, path);
      put_i64 (dump, 0x10000 * number);
      put_i64 (dump, 4096);
      put_i64 (dump, 0);
      put_string (dump, "lib.pdb");
      put (dump, guid, sizeof guid);
      put_i32 (dump, 1);
      put_u8 (dump, 6);
    }
}

static void
put_deferred (MgDump *dump)
{
  guint32 region = new_forward (dump);

  put_i32 (dump, region);
  put_i32 (dump, dump->types->len);
  for (guint i = 0; i < dump->types->len; i++)
    {
      const MgDumpType *type = dump->types->pdata[i];

      put_i32 (dump, type->number);
      put_module (dump, type->module_number);
      put_string (dump, type->suffix);
    }
  put_u8 (dump, 6);
  define_forward (dump, region);
}

static gint32
size_of (const MgDump *dump, const MgDumpNode *node)
{
  return node->size == MG_DUMP_TYPE_SIZE ? ((MgDumpType *) dump->types->pdata[node->type])->size : node->size;
}

static void
put_record (const MgDump *dump, GByteArray *blob, guint32 index)
{
  const MgDumpNode *node = dump->nodes->pdata[index];
  gboolean own = size_of (dump, node) != ((MgDumpType *) dump->types->pdata[node->type])->size;

  put_compressed (blob, (gint64) node->type << 1 | own);
  if (own)
    put_compressed (blob, node->size);
  put_compressed (blob, node->children->len);
  for (guint i = 0; i < node->children->len; i++)
    put_compressed (blob, (gint64) g_array_index (node->children, guint32, i) - index);
}

static GByteArray *
make_blob (const MgDump *dump, guint32 *offsets)
{
  GByteArray *blob = g_byte_array_new ();
  guint n = dump->nodes->len;

  g_byte_array_append (blob, (const guint8 *) "\0\0", 2);
  for (guint k = 0; k < n; k++)
    {
      guint i = dump->records_backward ? n - 1 - k : k;

      offsets[i] = 0;
      if (((MgDumpNode *) dump->nodes->pdata[i])->undefined)
        continue;
      offsets[i] = blob->len;
      put_record (dump, blob, i);
    }
  return blob;
}

static void
put_types (MgDump *dump)
{
  gint64 total = 0;

  for (guint i = 0; i < dump->nodes->len; i++)
    total += size_of (dump, dump->nodes->pdata[i]);
  put_i64 (dump, (guint64) total);
  put_i32 (dump, dump->root);
  dump->types_offset = dump->out->len;
  put_i32 (dump, dump->types->len);
  for (guint i = 0; i < dump->types->len; i++)
    {
      const MgDumpType *type = dump->types->pdata[i];

      put_string (dump, type->name);
      put_i32 (dump, type->size);
      put_string (dump, type->module);
    }
}

static void
put_graph (MgDump *dump)
{
  guint n = dump->nodes->len;
  g_autofree guint32 *offsets = g_new (guint32, n + 1);
  g_autoptr (GByteArray) blob = make_blob (dump, offsets);

  begin_object (dump, "Graphs.MemoryGraph", 1, dump->deferred);
  put_types (dump);
  put_i32 (dump, n);
  for (guint i = 0; i < n; i++)
    put_i32 (dump, offsets[i]);
  put_i32 (dump, blob->len);
  dump->blob_offset = dump->out->len;
  dump->blob_length = blob->len;
  put (dump, blob->data, blob->len);
  if (dump->deferred)
    put_deferred (dump);
  put_i32 (dump, n);
  dump->addresses_offset = dump->out->len;
  for (guint i = 0; i < n; i++)
    put_i64 (dump, ((MgDumpNode *) dump->nodes->pdata[i])->address);
  put_u8 (dump, 8);
  put_u8 (dump, (guint8) dump->is_64bit);
  if (dump->unknown_fields)
    put_unknown_fields (dump);
  put_u8 (dump, 6);
  dump->end_of_graph = dump->out->len;
}

static void
put_segments (MgDump *dump)
{
  put_i32 (dump, dump->segments->len);
  for (guint i = 0; i < dump->segments->len; i++)
    {
      const MgDumpSegment *segment = &g_array_index (dump->segments, MgDumpSegment, i);

      begin_object (dump, "GCHeapDumpSegment", !dump->old_segments, !dump->old_segments);
      put_i64 (dump, segment->start);
      put_i64 (dump, segment->end);
      for (guint k = 0; k < (dump->old_segments ? 4 : 5); k++)
        put_i64 (dump, segment->generation_end[k]);
      put_u8 (dump, 6);
    }
}

static void
put_collection (MgDump *dump)
{
  put_string (dump, dump->log);
  put_i64 (dump, (guint64) dump->ticks);
  put_string (dump, dump->machine);
  put_string (dump, dump->process);
  put_i32 (dump, dump->pid);
  put_i64 (dump, 1000);
  put_i64 (dump, 2000);
}

static void
put_zeros (MgDump *dump, guint n)
{
  for (guint i = 0; i < n; i++)
    put_u8 (dump, 0);
}

static void
put_interop (MgDump *dump)
{
  guint32 region = new_forward (dump);

  put_u8 (dump, 12);
  put_i32 (dump, region);
  if (dump->interop)
    {
      begin_object (dump, "InteropInfo", 0, 0);
      put_i32 (dump, 7);
      put_i32 (dump, 2);
      put_i32 (dump, 1);
      put_i32 (dump, 3);
      put_i32 (dump, 1);
      put_zeros (dump, 2 * 40 + 32 + 3 * 33 + 16);
      put_string (dump, "C:\\Windows\\ole32.dll");
      put_u8 (dump, 6);
    }
  else
    put_u8 (dump, 1);
  define_forward (dump, region);
}

static void
put_fields_9 (MgDump *dump)
{
  put_u8 (dump, (guint8) dump->is_64bit);
  put_f32 (dump, dump->count_multiplier);
  put_f32 (dump, dump->size_multiplier);
  if (dump->javascript)
    {
      begin_object (dump, "JSHeapInfo", 0, 0);
      put_u8 (dump, 6);
    }
  else
    put_u8 (dump, 1);
  if (dump->segments->len > 0)
    {
      begin_object (dump, "DotNetHeapInfo", 0, 0);
      put_i64 (dump, 12345);
      put_segments (dump);
      put_u8 (dump, 6);
    }
  else
    put_u8 (dump, 1);
  put_collection (dump);
  put_i32 (dump, dump->multipliers->len);
  for (guint i = 0; i < dump->multipliers->len; i++)
    put_f32 (dump, g_array_index (dump->multipliers, float, i));
  if (dump->no_interop)
    return;
  put_interop (dump);
  put_u8 (dump, 13);
  put_string (dump, dump->tool);
}

static void
put_fields_4 (MgDump *dump)
{
  put_zeros (dump, 3 * 8 + 1);
  if (dump->version >= 5)
    put_collection (dump);
  if (dump->version >= 6)
    put_segments (dump);
  if (dump->version >= 7)
    put_u8 (dump, (guint8) dump->is_64bit);
}

static void
put_end (MgDump *dump)
{
  guint32 table, trailer;

  put_u8 (dump, 6);
  table = dump->out->len;
  put_i32 (dump, dump->forward->len);
  for (guint i = 0; i < dump->forward->len; i++)
    put_label (dump, g_array_index (dump->forward, guint64, i));
  trailer = dump->out->len;
  put_label (dump, table);
  put_label (dump, trailer);
}

GByteArray *
mg_dump_write (MgDump *dump)
{
  gint32 oldest_reader = dump->version >= 8 ? 8 : 4;

  dump->out = g_byte_array_new ();
  g_array_set_size (dump->forward, 0);
  g_hash_table_remove_all (dump->seen);
  put_i32 (dump, 20);
  put (dump, "!FastSerialization.1", 20);
  if (dump->version == 0)
    put_graph (dump);
  else
    {
      begin_object (dump, "GCHeapDump", dump->version, dump->oldest_reader >= 0 ? dump->oldest_reader : oldest_reader);
      put_graph (dump);
      if (dump->version >= 8)
        put_fields_9 (dump);
      else
        put_fields_4 (dump);
      if (dump->unknown_fields)
        put_unknown_fields (dump);
      put_u8 (dump, 6);
    }
  put_end (dump);
  return g_steal_pointer (&dump->out);
}

char *
mg_dump_save (const GByteArray *bytes, const char *name)
{
  char *path = g_build_filename (mg_test_temp_dir (), name, NULL);

  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  return path;
}
