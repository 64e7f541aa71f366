/* Writes a .gcdump of any size: a graph of known shape, as dotnet-gcdump would record it.
 *
 *   gen-gcdump FILE [SHAPE [OBJECTS]]        heap, 10,000,000
 *
 *   node 0        [.NET Roots]   → 1
 *   node 1        [static vars]  → 2 … n_roots + 1
 *   then          [static var Bench.TypeN.fieldK], one for each root, → its object
 *   then          the objects in address order
 *
 * About a million objects a second; keeps 4 bytes of offset and some 8 bytes of record for each in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/graph-shapes.h"

#define TYPE_SIZE 24 /* recorded for all types; nodes of another size carry their own */
#define FIRST_OBJECT_TYPE 3

typedef struct
{
  FILE *file;
  guint64 written;
  const MgShape *shape;
  guint32 n_objects, n_roots, n_nodes;
  guint32 *offset; /* by node: where its record is in blob */
  GByteArray *blob;
  guint64 total_size;
} Writer;

static void
put (Writer *writer, gconstpointer bytes, gsize n)
{
  if (fwrite (bytes, 1, n, writer->file) != n)
    {
      perror ("gen-gcdump: cannot write");
      exit (1);
    }
  writer->written += n;
}

static void
put_byte (Writer *writer, guint8 byte)
{
  put (writer, &byte, 1);
}

static void
put_int (Writer *writer, gint32 value)
{
  gint32 little = GINT32_TO_LE (value);

  put (writer, &little, sizeof little);
}

static void
put_long (Writer *writer, gint64 value)
{
  gint64 little = GINT64_TO_LE (value);

  put (writer, &little, sizeof little);
}

static void
put_string (Writer *writer, const char *text)
{
  put_int (writer, text ? (gint32) strlen (text) : -1);
  if (text)
    put (writer, text, strlen (text));
}

static void
put_begin_object (Writer *writer, const char *class_name, gint32 version, gint32 oldest_reader)
{
  put (writer, "\4\4\1", 3);
  put_int (writer, version);
  put_int (writer, oldest_reader);
  put_string (writer, class_name);
  put_byte (writer, 6);
}

/* A number as groups of seven bits, the highest first; the first group's top bit is the sign. */
static void
append_number (GByteArray *blob, gint32 value)
{
  guint8 bytes[5];
  guint n = 1;

  while (n < 5 && (value < -((gint32) 1 << (n * 7 - 1)) || value >= (gint32) 1 << (n * 7 - 1)))
    n++;
  for (guint i = 0; i < n; i++)
    bytes[i] = (guint8) ((value >> ((n - 1 - i) * 7) & 0x7f) | (i + 1 < n ? 0x80 : 0));
  g_byte_array_append (blob, bytes, n);
}

static void
append_record (Writer *writer, guint32 node, guint32 type, guint32 size, const guint32 *children, guint n)
{
  writer->offset[node] = writer->blob->len;
  append_number (writer->blob, (gint32) (type << 1 | (size != TYPE_SIZE)));
  if (size != TYPE_SIZE)
    append_number (writer->blob, (gint32) size);
  append_number (writer->blob, (gint32) n);
  for (guint i = 0; i < n; i++)
    append_number (writer->blob, (gint32) (children[i] - node));
  writer->total_size += size;
}

static void
make_roots (Writer *writer)
{
  g_autofree guint32 *children = g_new (guint32, writer->n_roots + 1);
  guint32 static_vars = 1;

  append_record (writer, 0, 1, 0, &static_vars, 1);
  for (guint32 i = 0; i < writer->n_roots; i++)
    children[i] = 2 + i;
  append_record (writer, 1, 2, 0, children, writer->n_roots);
  for (guint32 i = 0; i < writer->n_roots; i++)
    {
      guint32 object = 2 + writer->n_roots + mg_shape_root (writer->shape, i, writer->n_objects);

      append_record (writer, 2 + i, FIRST_OBJECT_TYPE + writer->shape->n_types + i, 0, &object, 1);
    }
}

static void
make_objects (Writer *writer)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 first = 2 + writer->n_roots;

  for (guint32 i = 0; i < writer->n_objects; i++)
    {
      guint32 *children;

      g_array_set_size (targets, 0);
      writer->shape->targets (i, writer->n_objects, targets);
      children = (guint32 *) (gpointer) targets->data;
      for (guint k = 0; k < targets->len; k++)
        children[k] += first;
      append_record (writer, first + i, FIRST_OBJECT_TYPE + mg_shape_type (writer->shape, i, writer->n_objects),
                     mg_shape_size (i), children, targets->len);
      if (writer->blob->len > (guint) G_MAXINT32)
        g_error ("the records of %u objects do not fit in a .gcdump", writer->n_objects);
    }
}

static void
put_type (Writer *writer, const char *name, gint32 size, const char *module)
{
  put_string (writer, name);
  put_int (writer, size);
  put_string (writer, module);
}

static void
put_types (Writer *writer)
{
  put_int (writer, (gint32) (FIRST_OBJECT_TYPE + writer->shape->n_types + writer->n_roots));
  put_type (writer, "UNDEFINED", 0, NULL);
  put_type (writer, "[.NET Roots]", 0, NULL);
  put_type (writer, "[static vars]", 0, NULL);
  for (guint32 i = 0; i < writer->shape->n_types; i++)
    {
      g_autofree char *name = g_strdup_printf ("Bench.Part%u.Type%05u", i % 7, i);

      put_type (writer, name, TYPE_SIZE, "/app/Bench.dll");
    }
  for (guint32 i = 0; i < writer->n_roots; i++)
    {
      g_autofree char *name = g_strdup_printf ("[static var Bench.Holder.s_field%u]", i);

      put_type (writer, name, 0, NULL);
    }
}

static void
put_graph (Writer *writer)
{
  put_begin_object (writer, "Graphs.MemoryGraph", 1, 0);
  put_long (writer, (gint64) writer->total_size);
  put_int (writer, 0); /* the root */
  put_types (writer);
  put_int (writer, (gint32) writer->n_nodes);
  for (guint32 i = 0; i < writer->n_nodes; i++)
    put_int (writer, (gint32) writer->offset[i]);
  put_int (writer, (gint32) writer->blob->len);
  put (writer, writer->blob->data, writer->blob->len);
  put_int (writer, (gint32) writer->n_nodes);
  for (guint32 i = 0; i < writer->n_nodes; i++)
    put_long (writer, i < 2 + writer->n_roots ? 0 : (gint64) MG_SHAPE_ADDRESS (i - 2 - writer->n_roots));
  put (writer, "\10\1\6", 3); /* 64 bits; end */
}

static void
put_rest_of_heap_dump (Writer *writer)
{
  static const guint8 multipliers[] = { 1, 0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3f };
  guint64 after_interop, table;

  put (writer, multipliers, sizeof multipliers);
  put (writer, "\1\1", 2);  /* no JavaScript, no heap description */
  put_int (writer, -1);     /* no log */
  put_long (writer, 0);     /* no time */
  put_int (writer, -1);     /* no machine */
  put_string (writer, "bench");
  put_int (writer, 0);      /* process id */
  put_long (writer, 0);     /* commit */
  put_long (writer, 0);     /* working set */
  put_int (writer, 0);      /* no multipliers by type */
  put_byte (writer, 12);
  put_int (writer, 0);
  put_byte (writer, 1);     /* no interop */
  after_interop = writer->written;
  put_byte (writer, 13);
  put_string (writer, "mangrove-bench");
  put (writer, "\6\6", 2);
  table = writer->written;
  put_int (writer, 1);
  put_int (writer, (gint32) after_interop);
  put_int (writer, (gint32) table);
  put_int (writer, (gint32) (table + 8));
}

int
main (int argc, char **argv)
{
  Writer writer = { .shape = mg_shape_find (argc > 2 ? argv[2] : "heap") };

  if (argc < 2 || writer.shape == NULL)
    {
      fprintf (stderr, "usage: gen-gcdump FILE [SHAPE [OBJECTS]]\n");
      return 2;
    }
  writer.n_objects = argc > 3 ? (guint32) strtoul (argv[3], NULL, 10) : 10000000;
  writer.n_roots = mg_shape_n_roots (writer.shape, writer.n_objects);
  writer.n_nodes = 2 + writer.n_roots + writer.n_objects;
  writer.offset = g_new (guint32, writer.n_nodes);
  writer.blob = g_byte_array_new ();
  g_byte_array_append (writer.blob, (const guint8 *) "\0\0", 2);
  make_roots (&writer);
  make_objects (&writer);
  writer.file = fopen (argv[1], "wb");
  if (writer.file == NULL)
    {
      perror (argv[1]);
      return 1;
    }
  put_int (&writer, 20);
  put (&writer, "!FastSerialization.1", 20);
  put_begin_object (&writer, "GCHeapDump", 10, 8);
  put_graph (&writer);
  put_rest_of_heap_dump (&writer);
  if (fclose (writer.file) != 0)
    {
      perror (argv[1]);
      return 1;
    }
  printf ("%s: %u objects, %.1f MB\n", argv[1], writer.n_objects, (double) writer.written / 1e6);
  g_byte_array_free (writer.blob, TRUE);
  g_free (writer.offset);
  return 0;
}
