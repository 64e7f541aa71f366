/* Prints the fields of many objects of one core, for scripts that compare them with another tool's answer:
 *
 *   core-fields FILE [MAX-ELEMENTS] < ADDRESSES
 *
 * One address per line (hexadecimal). Printed: "= ADDRESS TYPE" and then one line per row of mg_details_fields(), its
 * parts parted by tabs: name, type, offset, value, reference. A missing part is empty. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/details.h"

/* TEXT without what parts the lines; "" for NULL. Free with g_free. */
static char *
one_line (const char *text)
{
  return g_strdelimit (g_strdup (text ? text : ""), "\t\n\r", ' ');
}

static void
print_object (MgSnapshot *snapshot, guint64 address, gsize max)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);
  MgNode node = mg_graph_find_address (graph, address);
  g_autoptr (GArray) rows = NULL;

  printf ("= %" G_GINT64_MODIFIER "x %s\n", address, node == MG_NODE_NONE ? "" : mg_graph_type_of (graph, node)->name);
  if (node == MG_NODE_NONE)
    return;
  rows = mg_details_fields (snapshot, node, max);
  for (guint i = 0; rows && i < rows->len; i++)
    {
      const MgFieldRow *row = &g_array_index (rows, MgFieldRow, i);

      g_autofree char *type = one_line (row->type), *value = one_line (row->value);

      printf ("%s\t%s\t%" G_GUINT64_FORMAT "\t%s\t", row->name, type, row->offset, value);
      if (row->is_reference)
        printf ("%" G_GINT64_MODIFIER "x", row->reference);
      putchar ('\n');
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = NULL;
  char line[64];

  if (argc < 2)
    {
      fputs ("usage: core-fields FILE [MAX-ELEMENTS] < ADDRESSES\n", stderr);
      return 2;
    }
  snapshot = mg_snapshot_open (argv[1], NULL, NULL, &error);
  if (snapshot == NULL || !mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, &error))
    {
      fprintf (stderr, "core-fields: %s\n", error->message);
      return 1;
    }
  while (fgets (line, sizeof line, stdin))
    print_object (snapshot, g_ascii_strtoull (line, NULL, 16), argc > 2 ? (gsize) strtoul (argv[2], NULL, 10) : 0);
  return 0;
}
