#include "analysis/report/dot.h"

#include "analysis/report/figure.h"
#include "analysis/report/printable.h"

typedef struct
{
  const char *shape, *style;
  MgInk fill, line;
} Look;

static const Look root_looks[MG_N_ROOT_KINDS] = {
  [MG_ROOT_STATIC] = { "hexagon", "filled", MG_INK_STATIC, MG_INK_STATIC_LINE },
  [MG_ROOT_THREAD_STATIC] = { "hexagon", "filled,diagonals", MG_INK_STATIC, MG_INK_STATIC_LINE },
  [MG_ROOT_STRONG_HANDLE] = { "cds", "filled", MG_INK_HANDLE, MG_INK_HANDLE_LINE },
  [MG_ROOT_PINNED_HANDLE] = { "cds", "filled,bold", MG_INK_HANDLE, MG_INK_HANDLE_LINE },
  [MG_ROOT_ASYNC_PINNED_HANDLE] = { "cds", "filled,bold", MG_INK_HANDLE, MG_INK_HANDLE_LINE },
  [MG_ROOT_REF_COUNTED_HANDLE] = { "cds", "filled", MG_INK_HANDLE, MG_INK_HANDLE_LINE },
  [MG_ROOT_SIZED_REF_HANDLE] = { "cds", "filled", MG_INK_HANDLE, MG_INK_HANDLE_LINE },
  [MG_ROOT_DEPENDENT_HANDLE] = { "cds", "filled,dashed", MG_INK_HANDLE, MG_INK_HANDLE_LINE },
  [MG_ROOT_COM] = { "octagon", "filled", MG_INK_COM, MG_INK_COM_LINE },
  [MG_ROOT_FINALIZER_READY] = { "house", "filled", MG_INK_FINALIZER, MG_INK_FINALIZER_LINE },
  [MG_ROOT_STACK] = { "box", "filled", MG_INK_STACK, MG_INK_STACK_LINE },
  [MG_ROOT_STACK_CONSERVATIVE] = { "box", "filled,dashed", MG_INK_STACK, MG_INK_STACK_LINE },
  [MG_ROOT_OTHER] = { "oval", "filled", MG_INK_OTHER, MG_INK_OTHER_LINE },
};

static const Look subject_look = { "box", "filled,rounded", MG_INK_SUBJECT, MG_INK_SUBJECT_LINE };
static const Look stub_look = { "box", "filled,rounded,dashed", MG_INK_STUB, MG_INK_STUB_LINE };
static const Look trunk_look = { "box3d", "filled", MG_INK_FRAMEWORK, MG_INK_CARD_LINE };
static const Look own_look = { "box", "filled,rounded", MG_INK_CARD, MG_INK_CARD_LINE };
static const Look framework_look = { "box", "filled,rounded", MG_INK_FRAMEWORK, MG_INK_CARD_LINE };

static const Look *
look_of (const MgPictureNode *node)
{
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      return &root_looks[node->root_kind];
    case MG_PICTURE_SUBJECT:
      return &subject_look;
    case MG_PICTURE_STUB:
      return &stub_look;
    case MG_PICTURE_TRUNK:
      return &trunk_look;
    case MG_PICTURE_GROUP:
    default:
      return node->own ? &own_look : &framework_look;
    }
}

/* Appends TEXT for use within quotes. A backslash is doubled: "\n", "\N" and the like mean something in labels; "&"
 * too, when it looks like a character reference. */
static void
put_escaped (GString *out, const char *text)
{
  g_autofree char *flat = g_strdelimit (g_strdup (text), "\n\r\t", ' ');
  g_autofree char *clean = mg_printable (flat);

  for (const char *p = clean; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      g_string_append_printf (out, "\\%c", *p);
    else if (*p == '&')
      g_string_append (out, "&amp;");
    else
      g_string_append_c (out, *p);
}

/* Appends NAME="lines that are not empty, one below the other". */
static void
put_lines (GString *out, const char *name, const char *const *lines)
{
  gboolean first = TRUE;

  g_string_append_printf (out, "%s=\"", name);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0')
        continue;
      if (!first)
        g_string_append (out, "\\n");
      put_escaped (out, lines[i]);
      first = FALSE;
    }
  g_string_append_c (out, '"');
}

static void
put_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, g_ascii_formatd (text, sizeof text, "%.1f", value));
}

static void
put_node (GString *out, const MgPictureNode *node, guint i, gboolean dark)
{
  const Look *look = look_of (node);
  gboolean root = node->kind == MG_PICTURE_ROOT, subject = node->kind == MG_PICTURE_SUBJECT;

  g_string_append_printf (out, "  n%u [", i);
  put_lines (out, "label", (const char *const[]){ node->over, node->title, node->under, NULL });
  g_string_append (out, ", ");
  put_lines (out, "tooltip", (const char *const[]){ node->full, NULL });
  g_string_append_printf (out, ", shape=%s, style=\"%s\", fillcolor=\"#%06x\", color=\"#%06x\", fontcolor=\"#%06x\"",
                          look->shape, look->style, mg_ink_rgb (look->fill, dark), mg_ink_rgb (look->line, dark),
                          mg_ink_rgb (root ? look->line : MG_INK_TEXT, dark));
  if (subject)
    g_string_append (out, ", peripheries=2");
  else if (node->dominator)
    g_string_append (out, ", penwidth=2.4");
  g_string_append (out, "];\n");
}

static void
put_edge (GString *out, const MgPicture *picture, guint i, const MgDotOptions *options)
{
  gboolean dark = options->dark, cut = options->must_let_go != NULL && options->must_let_go[i];
  const MgPictureEdge *edge = &picture->edges[i];

  g_string_append_printf (out, "  n%u -> n%u [", edge->from, edge->to);
  put_lines (out, "label", (const char *const[]){ edge->label, edge->note, NULL });
  g_string_append (out, ", penwidth=");
  put_number (out, mg_placement_edge_width (picture, i));
  g_string_append_printf (out, ", weight=%u", 1 + (guint) (CLAMP (edge->share, 0.0, 1.0) * 8.0 + 0.5));
  if (cut)
    g_string_append_printf (out, ", color=\"#%06x\", fontcolor=\"#%06x\"", mg_ink_rgb (MG_INK_SUBJECT_LINE, dark),
                            mg_ink_rgb (MG_INK_SUBJECT_LINE, dark));
  else if (edge->dominator)
    g_string_append_printf (out, ", color=\"#%06x\"", mg_ink_rgb (MG_INK_EDGE_STRONG, dark));
  if (edge->conditional)
    g_string_append (out, ", style=dashed");
  if (*edge->raw != '\0')
    {
      g_string_append (out, ", ");
      put_lines (out, "tooltip", (const char *const[]){ edge->raw, NULL });
    }
  g_string_append (out, "];\n");
}

static void
put_head (GString *out, const MgPicture *picture, const MgDotOptions *options)
{
  gboolean dark = options->dark;

  g_string_append_printf (out,
                          "  graph [rankdir=LR, bgcolor=\"#%06x\", fontcolor=\"#%06x\", nodesep=0.3, ranksep=0.8, ",
                          mg_ink_rgb (MG_INK_PAPER, dark), mg_ink_rgb (MG_INK_TEXT, dark));
  if (options->caption)
    {
      put_lines (out, "label",
                 (const char *const[]){ picture->question, picture->sentence,
                                        options->source != NULL ? options->source : "", NULL });
      g_string_append (out, ", labelloc=t, ");
    }
  put_lines (out, "tooltip", (const char *const[]){ picture->question, NULL });
  g_string_append (out, ", fontname=\"Helvetica,Arial,sans-serif\", fontsize=14];\n");
  g_string_append (out, "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=12, margin=\"0.2,0.1\"];\n");
  g_string_append_printf (
      out,
      "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, fontcolor=\"#%06x\", color=\"#%06x\", "
      "arrowsize=0.8];\n",
      mg_ink_rgb (MG_INK_SOFT, dark), mg_ink_rgb (MG_INK_EDGE, dark));
}

/* The roots share the first column, the subject has the last to itself. */
static void
put_ranks (GString *out, const MgPicture *picture)
{
  g_string_append (out, "  { rank=source;");
  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_ROOT)
      g_string_append_printf (out, " n%u;", i);
  g_string_append (out, " }\n  { rank=sink;");
  for (guint i = 0; i < picture->n_nodes; i++)
    if (picture->nodes[i].kind == MG_PICTURE_SUBJECT)
      g_string_append_printf (out, " n%u;", i);
  g_string_append (out, " }\n");
}

char *
mg_report_dot (const MgPicture *picture, const MgDotOptions *options)
{
  static const MgDotOptions plain = { 0 };
  const MgDotOptions *o = options != NULL ? options : &plain;
  GString *out = g_string_new ("digraph retention {\n");

  put_head (out, picture, o);
  for (guint i = 0; i < picture->n_nodes; i++)
    put_node (out, &picture->nodes[i], i, o->dark);
  for (guint i = 0; i < picture->n_edges; i++)
    put_edge (out, picture, i, o);
  put_ranks (out, picture);
  g_string_append (out, "}\n");
  return g_string_free (out, FALSE);
}
