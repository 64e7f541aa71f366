#include "analysis/picture/path-steps.h"

/* A run is at least four objects, of one type or of up to three types in turn. */
#define LEAST_RUN 4
#define LONGEST_PERIOD 3

typedef struct
{
  MgFolds *folds;
  const MgNode *nodes;
  const MgTypeId *types; /* per node */
  guint32 n;
  MgFoldState *state; /* per node */
  guint32 *drawn;     /* positions of the drawn nodes */
  guint32 n_drawn;
} Path;

void
mg_steps_free (MgSteps *steps)
{
  if (steps == NULL)
    return;
  for (guint i = 0; i < steps->n; i++)
    g_free (steps->steps[i].members);
  g_free (steps->steps);
  g_free (steps);
}

MgTypeId *
mg_path_types (const MgGraph *graph, const MgNode *nodes, guint32 n)
{
  MgTypeId *types = g_new (MgTypeId, n);

  for (guint32 i = 0; i < n; i++)
    types[i] = graph->type[nodes[i]];
  return types;
}

/* Roots and the subject are always drawn. */
static void
fold (Path *path)
{
  for (guint32 i = 0; i < path->n; i++)
    {
      if (i > 0 && i + 1 < path->n && path->folds
          && (path->state[i - 1] != 0 || !mg_folds_is_plain (path->folds, path->types[i], path->nodes[i])))
        path->state[i]
            = mg_folds_enter (path->folds, path->state[i - 1], i > 1 ? path->nodes[i - 2] : MG_NODE_SUPER_ROOT,
                              path->nodes[i - 1], path->nodes[i]);
      if (path->state[i] == 0)
        path->drawn[path->n_drawn++] = i;
    }
}

static MgTypeId
type_at (const Path *path, guint32 d)
{
  return path->types[path->drawn[d]];
}

/* How many of the drawn nodes from D on repeat the PERIOD types there. Neither the root nor the subject joins. */
static guint32
repeated (const Path *path, guint32 d, guint32 period)
{
  guint32 end = d;

  while (end + 1 < path->n_drawn && (end < d + period || type_at (path, end) == type_at (path, end - period)))
    end++;
  return end - d >= 2 * period ? end - d : 0;
}

/* The length of the run at D and its PERIOD, or 1. */
static guint32
run_at (const Path *path, guint32 d, guint32 *period)
{
  if (path->folds == NULL || d == 0 || d + 1 >= path->n_drawn)
    return 1;
  for (*period = 1; *period <= LONGEST_PERIOD; ++*period)
    {
      guint32 length = repeated (path, d, *period);

      /* A longer one may begin at the next node, when this is a stray one before it. */
      if (length >= LEAST_RUN)
        return length;
    }
  return 1;
}

static MgStep
make_step (const Path *path, guint32 d, guint32 length, guint32 period)
{
  guint32 position = path->drawn[d], before = d > 0 ? path->drawn[d - 1] : 0;
  MgStep step = { .first = path->nodes[position], .last = path->nodes[path->drawn[d + length - 1]] };

  step.members = g_new (MgNode, length);
  for (guint32 i = 0; i < length; i += period)
    step.members[step.count++] = path->nodes[path->drawn[d + i]];
  if (d == 0)
    return step;
  step.chain = &path->nodes[before];
  step.n_chain = position - before + 1;
  if (path->folds)
    step.fold
        = mg_folds_kind (path->folds, path->state[position - 1], path->nodes[position - 1], path->nodes[position]);
  return step;
}

MgSteps *
mg_steps_new (const MgGraph *graph, MgFolds *folds, const MgNode *nodes, guint32 n)
{
  MgSteps *steps = g_new0 (MgSteps, 1);
  g_autofree MgFoldState *state = g_new0 (MgFoldState, n);
  g_autofree guint32 *drawn = g_new (guint32, n);
  g_autofree MgTypeId *types = mg_path_types (graph, nodes, n);
  Path path = { folds, nodes, types, n, state, drawn, 0 };

  fold (&path);
  steps->steps = g_new0 (MgStep, path.n_drawn);
  for (guint32 d = 0; d < path.n_drawn;)
    {
      guint32 period = 1, length = run_at (&path, d, &period);

      steps->steps[steps->n++] = make_step (&path, d, length, length == 1 ? 1 : period);
      d += length;
    }
  return steps;
}
