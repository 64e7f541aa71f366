#include "tests/support/picture-dump.h"

#include <math.h>

#include "tests/support/test.h"

static const char *const kinds[] = { "root", "group", "subject", "stub", "trunk" };
static const char *const reasons[] = { "small", "wide", "full", "search", "similar", "dead" };

static void
dump_node (GString *text, guint i, const MgPictureNode *node)
{
  g_string_append_printf (text, "%u %s ", i, kinds[node->kind]);
  if (node->kind == MG_PICTURE_ROOT)
    g_string_append_printf (text, "%s ", mg_root_kind_id (node->root_kind));
  g_string_append_printf (text, "\"%s\" x%" G_GUINT64_FORMAT " w%" G_GUINT64_FORMAT, node->title, node->count,
                          node->weight);
  if (node->run_longest > 0)
    g_string_append_printf (text, " run %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, node->run_longest, node->run_median);
  if (node->retained_known && (node->kind == MG_PICTURE_GROUP || node->kind == MG_PICTURE_SUBJECT))
    g_string_append_printf (text, " retained %" G_GUINT64_FORMAT, node->retained);
  if (node->dominator)
    g_string_append (text, " dominator");
  if (node->own)
    g_string_append (text, " own");
  g_string_append_c (text, '\n');
}

static void
dump_edge (GString *text, const MgPictureEdge *edge)
{
  g_string_append_printf (text, "%u -> %u w%" G_GUINT64_FORMAT, edge->from, edge->to, edge->weight);
  if (*edge->label != '\0' || *edge->note != '\0')
    g_string_append_printf (text, " \"%s\"", edge->label);
  if (*edge->note != '\0')
    g_string_append_printf (text, " \"%s\"", edge->note);
  if (edge->folded)
    g_string_append_printf (text, " folded(%s)", edge->raw);
  if (edge->conditional)
    g_string_append (text, " dashed");
  if (edge->dominator)
    g_string_append (text, " bold");
  g_string_append_c (text, '\n');
}

char *
mg_test_dump_picture (const MgPicture *picture)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < picture->n_nodes; i++)
    dump_node (text, i, &picture->nodes[i]);
  for (guint i = 0; i < picture->n_edges; i++)
    dump_edge (text, &picture->edges[i]);
  for (guint i = 0; i < picture->n_cuts; i++)
    g_string_append_printf (text, "cut %s groups %" G_GUINT64_FORMAT " subjects %" G_GUINT64_FORMAT ": %s\n",
                            reasons[picture->cuts[i].reason], picture->cuts[i].groups, picture->cuts[i].subjects,
                            picture->cuts[i].text);
  return g_string_free (text, FALSE);
}

/* ---- Promises ---- */

#define CHECK(condition, ...)                                                                                          \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (!(condition))                                                                                                  \
      {                                                                                                                \
        mg_test_fail (file, line, __VA_ARGS__);                                                                        \
        return;                                                                                                        \
      }                                                                                                                \
  }                                                                                                                    \
  G_STMT_END

static void
check_node (const char *file, int line, const MgPicture *picture, guint i)
{
  const MgPictureNode *node = &picture->nodes[i];
  gboolean is_last = i + 1 == picture->n_nodes;

  CHECK (node->over && node->title && node->under && node->full, "node %u lacks a text", i);
  CHECK (*node->title != '\0' && *node->full != '\0', "node %u has no name", i);
  CHECK (g_utf8_validate (node->full, -1, NULL), "node %u: not UTF-8", i);
  CHECK ((node->kind == MG_PICTURE_SUBJECT) == is_last, "the subject is not the last node, or node %u is one", i);
  CHECK (i == 0 || picture->nodes[i - 1].rank <= node->rank, "node %u: ranks descend", i);
  CHECK (node->id != 0, "node %u has no id", i);
  for (guint k = 0; k < i; k++)
    CHECK (picture->nodes[k].id != node->id, "nodes %u and %u have one id", k, i);
  for (guint k = 0; k < i; k++)
    CHECK (picture->nodes[k].rank != node->rank || picture->nodes[k].weight >= node->weight || is_last,
           "nodes %u and %u of one rank are not heaviest first", k, i);
}

/* At each node as much flows in as out: of roots all, of the subject nothing. A stub of further roots has no way in. */
static void
check_flow (const char *file, int line, const MgPicture *picture, guint i)
{
  const MgPictureNode *node = &picture->nodes[i];
  guint64 in = 0, out = 0;
  guint n_in = 0;

  for (guint e = 0; e < picture->n_edges; e++)
    {
      in += picture->edges[e].to == i ? picture->edges[e].weight : 0;
      n_in += picture->edges[e].to == i;
      out += picture->edges[e].from == i ? picture->edges[e].weight : 0;
    }
  if (node->kind != MG_PICTURE_SUBJECT)
    CHECK (out == node->weight, "node %u: %" G_GUINT64_FORMAT " flows out, weight %" G_GUINT64_FORMAT, i, out,
           node->weight);
  if (node->kind != MG_PICTURE_ROOT && n_in > 0)
    CHECK (in == node->weight, "node %u: %" G_GUINT64_FORMAT " flows in, weight %" G_GUINT64_FORMAT, i, in,
           node->weight);
  CHECK (n_in > 0 || node->rank == 0, "node %u hangs in the air", i);
  CHECK (n_in > 0 || node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_STUB || picture->n_nodes == 1,
         "node %u has nothing before it", i);
}

static void
check_edge (const char *file, int line, const MgPicture *picture, guint e, guint64 total)
{
  const MgPictureEdge *edge = &picture->edges[e];

  CHECK (edge->label && edge->note && edge->raw, "edge %u lacks a text", e);
  CHECK (edge->from < picture->n_nodes && edge->to < picture->n_nodes, "edge %u leads nowhere", e);
  CHECK (picture->nodes[edge->from].rank < picture->nodes[edge->to].rank, "edge %u leads back", e);
  CHECK (edge->weight > 0 && edge->weight <= total, "edge %u has weight %" G_GUINT64_FORMAT, e, edge->weight);
  CHECK (fabs (edge->share - (double) edge->weight / (double) total) < 1e-9, "edge %u has share %f", e, edge->share);
  CHECK (edge->folded == (*edge->raw != '\0'), "edge %u is folded, but does not say what", e);
}

/* Between ranks R and R + 1: edges that cross, and stubs of further roots. */
static void
check_cut (const char *file, int line, const MgPicture *picture, guint rank, guint64 total)
{
  guint64 crossing = 0;

  for (guint e = 0; e < picture->n_edges; e++)
    if (picture->nodes[picture->edges[e].from].rank <= rank && picture->nodes[picture->edges[e].to].rank > rank)
      crossing += picture->edges[e].weight;
  CHECK (crossing == total, "at rank %u pass %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, rank, crossing, total);
}

void
mg_test_check_picture (const char *file, int line, const MgPicture *picture, guint64 total)
{
  CHECK (picture->question && picture->sentence && picture->explanation, "a sentence is missing");
  CHECK (picture->n_nodes > 0, "no nodes");
  for (guint i = 0; i < picture->n_nodes; i++)
    {
      check_node (file, line, picture, i);
      check_flow (file, line, picture, i);
    }
  for (guint e = 0; e < picture->n_edges; e++)
    check_edge (file, line, picture, e, total);
  if (picture->n_live > 0)
    for (guint rank = 0; rank < picture->nodes[picture->n_nodes - 1].rank; rank++)
      check_cut (file, line, picture, rank, total);
}
