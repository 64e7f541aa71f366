#include "analysis/report/picture-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analysis/report/printable.h"

/* Between the columns, and the most that the first may take: one very long name must not push all addresses away. */
#define COLUMN_GAP 3
#define MAX_COLUMN 76

/* One line of the tree: the text with its branches, then an address, then what else is known. */
typedef struct
{
  char *text;
  char *address; /* "" = none */
  char *figures; /* "" = none */
} Line;

typedef struct
{
  const MgPicture *picture;
  const MgPictureTextOptions *options;
  GPtrArray *lines;  /* of Line */
  gboolean *written; /* nodes that are in the tree with all below them */
  guint *first_edge; /* edges sorted by their start: those of node i from first_edge[i] to first_edge[i + 1] */
  guint *edges;
} Writer;

/* An edge to be written, waiting on a stack: what is deep in the tree comes from there, not from recursion. */
typedef struct
{
  guint edge;
  char *branches; /* what stands before its branch: "  │  " */
  gboolean last;  /* of its siblings */
  double share;   /* of the edge before: it is said where it changes */
} Todo;

static void
free_line (gpointer data)
{
  Line *line = data;

  g_free (line->text);
  g_free (line->address);
  g_free (line->figures);
  g_free (line);
}

static void
add_line (Writer *writer, const char *before, const char *text, char *address, char *figures)
{
  g_autofree char *clean = mg_printable (text);
  Line *line = g_new0 (Line, 1);

  line->text = g_strconcat (before, clean, NULL);
  line->address = address != NULL ? address : g_strdup ("");
  line->figures = figures != NULL ? figures : g_strdup ("");
  g_ptr_array_add (writer->lines, line);
}

static char *
address_of (const Writer *writer, const MgPictureNode *node)
{
  const MgGraph *graph = writer->options->graph;
  guint64 address;

  if (graph == NULL || node->example == MG_NODE_NONE || node->example >= graph->n_nodes || node->count != 1)
    return NULL;
  address = mg_graph_address (graph, node->example);
  return address != 0 ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address) : NULL;
}

/* Counts and sizes, which a picture of one object does not need on each line. The subject stands at the end of every
 * branch: there it is how many of them this branch holds. */
static char *
figures_of (const Writer *writer, const MgPictureNode *node, guint64 passing)
{
  const MgPicture *picture = writer->picture;

  /* What roots and stubs stand for is part of their names. */
  if ((picture->n_subjects <= 1 && node->count <= 1) || node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_STUB
      || node->kind == MG_PICTURE_TRUNK)
    return NULL;
  if (node->kind == MG_PICTURE_SUBJECT && passing > 0 && passing < picture->n_live)
    {
      g_autofree char *count = mg_format_count (passing);

      return g_strdup_printf ("× %s", count);
    }
  return mg_printable (node->under);
}

/* The full name, without the address when that has a column of its own. */
static char *
name_of (const MgPictureNode *node, const char *address)
{
  g_autofree char *end = address != NULL ? g_strconcat (" ", address, NULL) : NULL;

  if (end != NULL && g_str_has_suffix (node->full, end))
    return g_strndup (node->full, strlen (node->full) - strlen (end));
  return g_strdup (node->full);
}

/* SHARE: "62 %", or "" where it is already said. PASSING: subjects on this branch; 0 = all. */
static void
add_node (Writer *writer, guint i, const char *before, const char *share, guint64 passing)
{
  const MgPictureNode *node = &writer->picture->nodes[i];
  gboolean seen = writer->written[i] && writer->first_edge[i + 1] > writer->first_edge[i];
  g_autofree char *address = address_of (writer, node);
  g_autofree char *name = name_of (node, address);
  /* Translators: %s is a type; the lines below it were already written further up */
  g_autofree char *known = seen ? g_strdup_printf (_ ("%s (as above)"), name) : g_strdup (name);
  g_autofree char *text = *share != '\0' ? g_strdup_printf ("%s  %s", share, known) : g_strdup (known);

  add_line (writer, before, text, g_steal_pointer (&address), seen ? NULL : figures_of (writer, node, passing));
}

/* What stands on the line of an edge: "event StatusChanged, 10,000 handlers". "" when it says nothing. */
static char *
edge_text (const MgPictureEdge *edge)
{
  GString *text = g_string_new (edge->label);

  if (*edge->note != '\0')
    g_string_append_printf (text, "%s%s", text->len == 0 ? "" : g_str_has_prefix (edge->note, "→") ? " " : ", ",
                            edge->note);
  if (edge->conditional && !edge->attached)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("only while something else lives"));
  return g_string_free (text, FALSE);
}

/* "62 %" of the objects; "" for all of them, or when the edge BEFORE already said so. */
static char *
share_text (const MgPicture *picture, double share, double before)
{
  if (picture->n_subjects <= 1 || share <= 0.0 || share >= 0.995 || fabs (share - before) < 0.005)
    return g_strdup ("");
  if (share < 0.01)
    return g_strdup (_ ("under 1 %"));
  /* Translators: share of the objects, in per cent */
  return g_strdup_printf (_ ("%d %%"), (int) (share * 100.0 + 0.5));
}

static void
push_edges (Writer *writer, GArray *todo, guint node, const char *branches, double share)
{
  guint first = writer->first_edge[node], end = writer->first_edge[node + 1];

  /* The last goes in first: a stack turns the order around. */
  for (guint k = end; k > first; k--)
    {
      Todo next = { writer->edges[k - 1], g_strdup (branches), k == end, share };

      g_array_append_val (todo, next);
    }
}

/* Writes one edge and the node it leads to; what is below that node joins the stack. */
static void
write_edge (Writer *writer, GArray *todo, const Todo *at)
{
  const MgPicture *picture = writer->picture;
  const MgPictureEdge *edge = &picture->edges[at->edge];
  g_autofree char *text = edge_text (edge);
  g_autofree char *share = share_text (picture, edge->share, at->share);
  g_autofree char *before = g_strconcat (at->branches, at->last ? "└─ " : "├─ ", NULL);
  g_autofree char *below = g_strconcat (at->branches, at->last ? "   " : "│  ", NULL);

  if (*text != '\0')
    {
      add_line (writer, before, text, NULL, NULL);
      if (writer->options->raw_links && *edge->raw != '\0')
        add_line (writer, below, edge->raw, NULL, NULL);
      before = (g_free (before), g_strconcat (below, "└─ ", NULL));
      below = (g_free (below), g_strconcat (at->branches, at->last ? "      " : "│     ", NULL));
    }
  add_node (writer, edge->to, before, share, edge->weight);
  if (writer->written[edge->to])
    return;
  writer->written[edge->to] = TRUE;
  push_edges (writer, todo, edge->to, below, edge->share);
}

static void
write_tree (Writer *writer, guint root)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (Todo));

  add_node (writer, root, "  ", "", 0);
  writer->written[root] = TRUE;
  push_edges (writer, todo, root, "  ", 1.0);
  while (todo->len > 0)
    {
      Todo at = g_array_index (todo, Todo, todo->len - 1);

      g_array_set_size (todo, todo->len - 1);
      write_edge (writer, todo, &at);
      g_free (at.branches);
    }
}

static gboolean
is_stub (const MgPicture *picture, guint node)
{
  return picture->nodes[node].kind == MG_PICTURE_STUB;
}

/* By their start; those to stubs ("37 more") last. */
static void
sort_edges (Writer *writer)
{
  const MgPicture *picture = writer->picture;
  guint n = 0;

  writer->first_edge = g_new0 (guint, picture->n_nodes + 1);
  writer->edges = g_new0 (guint, picture->n_edges);
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      writer->first_edge[i] = n;
      for (guint pass = 0; pass < 2; pass++)
        for (guint e = 0; e < picture->n_edges; e++)
          if (picture->edges[e].from == i && is_stub (picture, picture->edges[e].to) == (pass == 1))
            writer->edges[n++] = e;
    }
  writer->first_edge[picture->n_nodes] = n;
}

static gsize
column_of (GPtrArray *lines, gsize (*width) (const Line *line))
{
  gsize column = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      gsize w = width (g_ptr_array_index (lines, i));

      if (w <= MAX_COLUMN)
        column = MAX (column, w);
    }
  return column;
}

static gsize
text_width (const Line *line)
{
  return *line->address != '\0' || *line->figures != '\0' ? mg_printable_width (line->text) : 0;
}

static gsize
address_width (const Line *line)
{
  return strlen (line->address);
}

static void
pad (GString *out, gsize from, gsize to)
{
  for (gsize i = from; i < MAX (from, to) + COLUMN_GAP; i++)
    g_string_append_c (out, ' ');
}

static void
put_lines (const Writer *writer, GString *out)
{
  gsize text_column = column_of (writer->lines, text_width), address_column = column_of (writer->lines, address_width);

  for (guint i = 0; i < writer->lines->len; i++)
    {
      const Line *line = g_ptr_array_index (writer->lines, i);

      g_string_append (out, line->text);
      if (*line->address != '\0' || *line->figures != '\0')
        pad (out, mg_printable_width (line->text), text_column);
      g_string_append (out, line->address);
      if (*line->figures != '\0' && address_column > 0)
        pad (out, strlen (line->address), address_column);
      g_string_append (out, line->figures);
      g_string_append_c (out, '\n');
    }
}

static void
put_sentence (GString *out, const char *text)
{
  g_autofree char *flat = g_strdelimit (g_strdup (text), "\n\r\t", ' ');

  mg_printable_append (out, flat);
  g_string_append_c (out, '\n');
}

/* Whatever the picture leaves out is said, once. */
static void
put_notes (const MgPicture *picture, GString *out)
{
  gboolean any = FALSE;

  if (*picture->explanation != '\0')
    {
      g_string_append_c (out, '\n');
      put_sentence (out, picture->explanation);
      any = TRUE;
    }
  for (guint i = 0; i < picture->n_cuts; i++)
    if (strstr (picture->explanation, picture->cuts[i].text) == NULL)
      {
        if (!any)
          g_string_append_c (out, '\n');
        put_sentence (out, picture->cuts[i].text);
        any = TRUE;
      }
}

void
mg_report_picture_text (const MgPicture *picture, const MgPictureTextOptions *options, GString *out)
{
  static const MgPictureTextOptions plain = { 0 };
  Writer writer = { picture, options != NULL ? options : &plain, g_ptr_array_new_with_free_func (free_line) };
  g_autofree gboolean *held = g_new0 (gboolean, picture->n_nodes);

  writer.written = g_new0 (gboolean, picture->n_nodes);
  sort_edges (&writer);
  for (guint e = 0; e < picture->n_edges; e++)
    held[picture->edges[e].to] |= picture->edges[e].from != picture->edges[e].to;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < picture->n_nodes; i++)
      if (!held[i] && is_stub (picture, i) == (pass == 1))
        write_tree (&writer, i);
  put_sentence (out, picture->sentence);
  if (picture->n_edges > 0)
    {
      g_string_append_c (out, '\n');
      put_lines (&writer, out);
    }
  put_notes (picture, out);
  g_ptr_array_unref (writer.lines);
  g_free (writer.written);
  g_free (writer.first_edge);
  g_free (writer.edges);
}
