#include "analysis/report/mermaid.h"

#include <string.h>

#include "analysis/report/figure.h"
#include "analysis/report/printable.h"

/* Names of classes, one for each family of colours. Fill and line are the ink and the next one. */
static const struct
{
  const char *name;
  MgInk ink;
} classes[] = {
  { "static", MG_INK_STATIC },       { "handle", MG_INK_HANDLE }, { "stack", MG_INK_STACK },
  { "finalizer", MG_INK_FINALIZER }, { "com", MG_INK_COM },       { "other", MG_INK_OTHER },
};

typedef struct
{
  const char *open, *close; /* the shape */
  const char *class;
} Look;

static const Look root_looks[MG_N_ROOT_KINDS] = {
  [MG_ROOT_STATIC] = { "{{", "}}", "static" },
  [MG_ROOT_THREAD_STATIC] = { "{{", "}}", "static" },
  [MG_ROOT_STRONG_HANDLE] = { ">", "]", "handle" },
  [MG_ROOT_PINNED_HANDLE] = { ">", "]", "handle" },
  [MG_ROOT_ASYNC_PINNED_HANDLE] = { ">", "]", "handle" },
  [MG_ROOT_REF_COUNTED_HANDLE] = { ">", "]", "handle" },
  [MG_ROOT_SIZED_REF_HANDLE] = { ">", "]", "handle" },
  [MG_ROOT_DEPENDENT_HANDLE] = { ">", "]", "handle" },
  [MG_ROOT_COM] = { "[/", "/]", "com" },
  [MG_ROOT_FINALIZER_READY] = { "[\\", "/]", "finalizer" },
  [MG_ROOT_STACK] = { "[", "]", "stack" },
  [MG_ROOT_STACK_CONSERVATIVE] = { "[", "]", "stack" },
  [MG_ROOT_OTHER] = { "([", "])", "other" },
};

static Look
look_of (const MgPictureNode *node)
{
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      return root_looks[node->root_kind];
    case MG_PICTURE_SUBJECT:
      return (Look){ "[[", "]]", "subject" };
    case MG_PICTURE_STUB:
      return (Look){ "([", "])", "stub" };
    case MG_PICTURE_TRUNK:
      return (Look){ "[(", ")]", "trunk" };
    case MG_PICTURE_GROUP:
    default:
      return (Look){ "(", ")", node->own ? "own" : "framework" };
    }
}

/* Appends TEXT for use within quotes. Everything that could end the quotes, start an entity, HTML or Markdown is
 * written as Mermaid's own "#code;". */
static void
put_escaped (GString *out, const char *text)
{
  g_autofree char *clean = mg_printable (text);

  for (const char *p = clean; *p != '\0'; p++)
    if (strchr ("\"#&<>`\\*_~|[]{}();%", *p) != NULL)
      g_string_append_printf (out, "#%d;", *p);
    else
      g_string_append_c (out, *p);
}

/* Appends the lines that are not empty. Returns whether there were any. */
static gboolean
put_lines (GString *out, const char *const *lines)
{
  gboolean any = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0')
        continue;
      if (any)
        g_string_append (out, "<br/>");
      put_escaped (out, lines[i]);
      any = TRUE;
    }
  return any;
}

/* A line for what is not in quotes: titles and comments end with their line and must not hold what starts a statement.
 */
static void
put_plain_line (GString *out, const char *before, const char *text)
{
  g_autofree char *flat = g_strdelimit (g_strdup (text), "\n\r;#%{}", ' ');
  g_autofree char *clean = mg_printable (flat);

  g_string_append_printf (out, "%s%s\n", before, clean);
}

static void
put_edge (GString *out, const MgPictureEdge *edge)
{
  g_string_append_printf (out, "  n%u %s", edge->from, edge->conditional ? "-.->" : edge->dominator ? "==>" : "-->");
  if (*edge->label != '\0' || *edge->note != '\0')
    {
      g_string_append (out, "|\"");
      put_lines (out, (const char *const[]){ edge->label, edge->note, NULL });
      g_string_append (out, "\"|");
    }
  g_string_append_printf (out, " n%u\n", edge->to);
}

static void
put_class (GString *out, const char *name, MgInk fill, MgInk line, const char *more)
{
  g_string_append_printf (out, "  classDef %s fill:#%06x,stroke:#%06x,color:#%06x%s\n", name, mg_ink_rgb (fill, FALSE),
                          mg_ink_rgb (line, FALSE), mg_ink_rgb (MG_INK_TEXT, FALSE), more);
}

static void
put_classes (GString *out)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    put_class (out, classes[i].name, classes[i].ink, classes[i].ink + 1, "");
  put_class (out, "subject", MG_INK_SUBJECT, MG_INK_SUBJECT_LINE, ",stroke-width:3px");
  put_class (out, "own", MG_INK_CARD, MG_INK_CARD_LINE, "");
  put_class (out, "framework", MG_INK_FRAMEWORK, MG_INK_CARD_LINE, "");
  put_class (out, "trunk", MG_INK_FRAMEWORK, MG_INK_CARD_LINE, "");
  put_class (out, "stub", MG_INK_STUB, MG_INK_STUB_LINE, ",stroke-dasharray:4 3");
}

/* Line widths by share: Mermaid has no other way than the number of the line. */
static void
put_widths (GString *out, const MgPicture *picture, const gboolean *must_let_go)
{
  for (guint i = 0; i < picture->n_edges; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (text, sizeof text, "%.1f", mg_placement_edge_width (picture, i));
      g_string_append_printf (out, "  linkStyle %u stroke-width:%spx", i, text);
      if (must_let_go != NULL && must_let_go[i])
        g_string_append_printf (out, ",stroke:#%06x", mg_ink_rgb (MG_INK_SUBJECT_LINE, FALSE));
      g_string_append_c (out, '\n');
    }
}

char *
mg_report_mermaid (const MgPicture *picture, const char *source, const gboolean *must_let_go)
{
  GString *out = g_string_new (NULL);

  if (source != NULL)
    put_plain_line (out, "%% ", source);
  g_string_append (out, "flowchart LR\n");
  put_plain_line (out, "  accTitle: ", picture->question);
  put_plain_line (out, "  accDescr: ", picture->sentence);
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      const MgPictureNode *node = &picture->nodes[i];
      Look look = look_of (node);

      g_string_append_printf (out, "  n%u%s\"", i, look.open);
      if (!put_lines (out, (const char *const[]){ node->over, node->title, node->under, NULL }))
        g_string_append_c (out, ' ');
      g_string_append_printf (out, "\"%s:::%s\n", look.close, look.class);
    }
  for (guint i = 0; i < picture->n_edges; i++)
    put_edge (out, &picture->edges[i]);
  put_classes (out);
  put_widths (out, picture, must_let_go);
  return g_string_free (out, FALSE);
}
