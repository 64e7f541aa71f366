#include "ui/layout/layout-protocol.h"

#include <math.h>
#include <string.h>

/* No coordinate of a picture comes near this; a number beyond it is nonsense. */
#define MAX_LENGTH 1e7
#define MAX_POINTS 10000
#define MAX_WORD 32

MgLayoutJob *
mg_layout_job_alloc (guint n_nodes, guint n_edges)
{
  MgLayoutJob *job = g_new0 (MgLayoutJob, 1);

  job->n_nodes = n_nodes;
  job->n_edges = n_edges;
  job->nodes = g_new0 (MgLayoutNode, n_nodes);
  job->edges = g_new0 (MgLayoutEdge, n_edges);
  job->node_place = g_new0 (guint, n_nodes);
  job->edge_place = g_new0 (guint, n_edges);
  return job;
}

void
mg_layout_job_free (MgLayoutJob *job)
{
  if (job == NULL)
    return;
  g_free (job->nodes);
  g_free (job->edges);
  g_free (job->node_place);
  g_free (job->edge_place);
  g_free (job);
}

static void
put_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (out, ' ');
  g_string_append (out, g_ascii_formatd (text, sizeof text, "%.3f", round (value * 1000.0) / 1000.0 + 0.0));
}

void
mg_layout_job_write (const MgLayoutJob *job, GString *out)
{
  g_string_append_printf (out, "mangrove-layout 1\nsettings %d %d\n", job->quick ? 1 : 0, job->ordered ? 1 : 0);
  g_string_append_printf (out, "nodes %u edges %u\n", job->n_nodes, job->n_edges);
  for (guint i = 0; i < job->n_nodes; i++)
    {
      g_string_append_c (out, 'n');
      put_number (out, job->nodes[i].extent.width);
      put_number (out, job->nodes[i].extent.height);
      g_string_append_printf (out, " %d\n", (int) job->nodes[i].rank);
    }
  for (guint i = 0; i < job->n_edges; i++)
    {
      const MgLayoutEdge *edge = &job->edges[i];

      g_string_append_printf (out, "e %u %u %u", edge->from, edge->to, edge->weight);
      put_number (out, edge->arrow);
      g_string_append_printf (out, " %d", edge->ports ? 1 : 0);
      put_number (out, edge->label.width);
      put_number (out, edge->label.height);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, "end\n");
}

void
mg_layout_answer_write (const MgPlacement *placement, GString *out)
{
  g_string_append_printf (out, "mangrove-placement 1\nnodes %u width", placement->n_nodes);
  put_number (out, placement->width);
  g_string_append (out, " height");
  put_number (out, placement->height);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < placement->n_nodes; i++)
    {
      g_string_append_c (out, 'n');
      put_number (out, placement->nodes[i].x);
      put_number (out, placement->nodes[i].y);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < placement->n_edges; i++)
    {
      const MgRoute *route = &placement->edges[i];

      g_string_append_printf (out, "e %u", route->n);
      for (guint k = 0; k < route->n; k++)
        {
          put_number (out, route->points[k].x);
          put_number (out, route->points[k].y);
        }
      put_number (out, route->tip.x);
      put_number (out, route->tip.y);
      put_number (out, route->label.x);
      put_number (out, route->label.y);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, "end\n");
}

/* Words of a text, one after the other. Once something is wrong, it stays wrong: callers check at the end. */
typedef struct
{
  const char *at, *end;
  gboolean wrong;
} Reader;

/* Copies the next word into WORD (MAX_WORD bytes); "" when there is none, or it is too long. */
static void
next_word (Reader *reader, char *word)
{
  gsize n = 0;

  while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\n'))
    reader->at++;
  while (reader->at < reader->end && *reader->at != ' ' && *reader->at != '\n' && n < MAX_WORD - 1)
    word[n++] = *reader->at++;
  word[n] = '\0';
  if (n == 0 || n == MAX_WORD - 1 || memchr (word, '\0', n) != NULL)
    reader->wrong = TRUE;
}

static void
expect (Reader *reader, const char *what)
{
  char word[MAX_WORD];

  next_word (reader, word);
  if (strcmp (word, what) != 0)
    reader->wrong = TRUE;
}

static double
next_number (Reader *reader)
{
  char word[MAX_WORD], *rest;
  double value;

  next_word (reader, word);
  value = g_ascii_strtod (word, &rest);
  if (*rest != '\0' || rest == word || !isfinite (value) || fabs (value) > MAX_LENGTH)
    {
      reader->wrong = TRUE;
      return 0.0;
    }
  return value;
}

static guint
next_count (Reader *reader, guint max)
{
  char word[MAX_WORD];
  guint64 value = 0;

  next_word (reader, word);
  if (!g_ascii_string_to_unsigned (word, 10, 0, max, &value, NULL))
    reader->wrong = TRUE;
  return reader->wrong ? 0 : (guint) value;
}

static gboolean
at_end (Reader *reader)
{
  expect (reader, "end");
  while (reader->at < reader->end && *reader->at == '\n')
    reader->at++;
  return !reader->wrong && reader->at == reader->end;
}

static void
read_edge (Reader *reader, MgLayoutEdge *edge, guint n_nodes)
{
  expect (reader, "e");
  edge->from = next_count (reader, n_nodes - 1);
  edge->to = next_count (reader, n_nodes - 1);
  edge->weight = next_count (reader, 16);
  edge->arrow = next_number (reader);
  edge->ports = next_count (reader, 1) == 1;
  edge->label.width = next_number (reader);
  edge->label.height = next_number (reader);
  if (edge->arrow < 0.0 || edge->label.width < 0.0 || edge->label.height < 0.0)
    reader->wrong = TRUE;
}

MgLayoutJob *
mg_layout_job_read (const char *text, gsize length)
{
  Reader reader = { text, text + length, FALSE };
  g_autoptr (MgLayoutJob) job = NULL;
  gboolean quick, ordered;
  guint n_nodes, n_edges;

  expect (&reader, "mangrove-layout");
  expect (&reader, "1");
  expect (&reader, "settings");
  quick = next_count (&reader, 1) == 1;
  ordered = next_count (&reader, 1) == 1;
  expect (&reader, "nodes");
  n_nodes = next_count (&reader, MG_LAYOUT_MAX_NODES);
  expect (&reader, "edges");
  n_edges = next_count (&reader, MG_LAYOUT_MAX_EDGES);
  if (reader.wrong || (n_nodes == 0 && n_edges > 0))
    return NULL;
  job = mg_layout_job_alloc (n_nodes, n_edges);
  job->quick = quick;
  job->ordered = ordered;
  for (guint i = 0; i < n_nodes && !reader.wrong; i++)
    {
      expect (&reader, "n");
      job->nodes[i].extent.width = next_number (&reader);
      job->nodes[i].extent.height = next_number (&reader);
      job->nodes[i].rank = (MgLayoutRank) next_count (&reader, MG_LAYOUT_RANK_LAST);
      if (job->nodes[i].extent.width <= 0.0 || job->nodes[i].extent.height <= 0.0)
        reader.wrong = TRUE;
    }
  for (guint i = 0; i < n_edges && !reader.wrong; i++)
    read_edge (&reader, &job->edges[i], n_nodes);
  return at_end (&reader) ? g_steal_pointer (&job) : NULL;
}

static void
read_route (Reader *reader, MgRoute *route, const MgExtent *label)
{
  expect (reader, "e");
  route->n = next_count (reader, MAX_POINTS);
  /* A word is at least two bytes long: a count that the rest cannot hold is not allocated. */
  if ((route->n > 0 && (route->n < 4 || route->n % 3 != 1)) || (gsize) (reader->end - reader->at) / 4 < route->n)
    {
      reader->wrong = TRUE;
      route->n = 0;
      return;
    }
  route->points = g_new0 (MgPoint, route->n);
  for (guint k = 0; k < route->n; k++)
    {
      route->points[k].x = next_number (reader);
      route->points[k].y = next_number (reader);
    }
  route->tip.x = next_number (reader);
  route->tip.y = next_number (reader);
  route->label = (MgBox){ next_number (reader), 0.0, label->width, label->height };
  route->label.y = next_number (reader);
}

MgPlacement *
mg_layout_answer_read (const MgLayoutJob *job, const char *text, gsize length)
{
  Reader reader = { text, text + length, FALSE };
  g_autoptr (MgPlacement) placement = mg_placement_new (job->n_nodes, job->n_edges);

  expect (&reader, "mangrove-placement");
  expect (&reader, "1");
  expect (&reader, "nodes");
  if (next_count (&reader, G_MAXINT) != job->n_nodes)
    return NULL;
  expect (&reader, "width");
  placement->width = next_number (&reader);
  expect (&reader, "height");
  placement->height = next_number (&reader);
  for (guint i = 0; i < job->n_nodes && !reader.wrong; i++)
    {
      expect (&reader, "n");
      placement->nodes[i].x = next_number (&reader);
      placement->nodes[i].y = next_number (&reader);
      placement->nodes[i].width = job->nodes[i].extent.width;
      placement->nodes[i].height = job->nodes[i].extent.height;
    }
  for (guint i = 0; i < job->n_edges && !reader.wrong; i++)
    read_route (&reader, &placement->edges[i], &job->edges[i].label);
  placement->method = job->quick ? MG_LAYOUT_DOT_QUICK : MG_LAYOUT_DOT;
  return at_end (&reader) ? g_steal_pointer (&placement) : NULL;
}
