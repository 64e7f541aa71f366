/* What every picture promises, on thousands of small random graphs, against slow and obvious counts. */
#include <string.h>

#include "analysis/picture/ways.h"
#include "tests/support/graph-oracle.h"
#include "tests/support/graph-random.h"
#include "tests/support/graph-recipe.h"
#include "tests/support/picture-dump.h"
#include "tests/support/test.h"

#define SEEDS 150

typedef struct
{
  MgGraph *graph;
  MgSnapshot *snapshot;
  GArray *subjects; /* of MgNode */
  gboolean *is_subject;
  guint64 n_live;
  MgTree *lasting; /* from all roots but local variables */
} Case;

/* A random graph full of plumbing: most edges lead to what stands next, so that whole chains of the fold table occur.
 */
static MgGraph *
random_plumbing (guint32 seed)
{
  static const char *const types[] = {
    "MyApp.Owner",
    "System.EventHandler",
    "System.Object[]",
    "System.EventHandler",
    "<>c__DisplayClass1_0",
    "MyApp.Item",
    "System.Collections.Generic.List<MyApp.Item>",
    "MyApp.Item[]",
    "MyApp.Item",
    "MyApp.Owner",
    "System.Threading.TimerQueue",
    "System.Threading.TimerQueueTimer",
    "System.Threading.TimerQueueTimer",
    "System.Action",
    "MyApp.Item",
    "System.Threading.CancellationTokenSource",
    "Registrations",
    "CallbackNode",
    "CallbackNode",
    "System.Action",
    "MyApp.Item",
    "Host",
    "Builder",
    "Engine",
    "MyApp.Owner",
    "MyApp.Node",
    "MyApp.Node",
    "MyApp.Node",
  };
  static const char *const kinds[] = { "static A", "static B", "stack", "strong_handle", "dependent_handle" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (MgGraphRecipe) recipe = NULL;
  GRand *random = g_rand_new_with_seed (seed);
  guint n = 10 + seed % 60;

  for (guint i = 0; i < n; i++)
    {
      guint type = g_rand_int_range (random, 0, 4) > 0 ? i % G_N_ELEMENTS (types)
                                                       : (guint) g_rand_int_range (random, 0, G_N_ELEMENTS (types));

      g_string_append_printf (text, "n%u: %s 64\n", i, types[type]);
    }
  for (guint i = 0; i < 1 + n / 12; i++)
    g_string_append_printf (text, "root %s -> n%d\n", kinds[g_rand_int_range (random, 0, G_N_ELEMENTS (kinds))],
                            g_rand_int_range (random, 0, (gint) n));
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < 3; k++)
      {
        guint to
            = k < 2 ? i + 1 + (guint) g_rand_int_range (random, 0, 3) : (guint) g_rand_int_range (random, 0, (gint) n);

        if (to < n && g_rand_int_range (random, 0, 8) > 0)
          g_string_append_printf (text, "n%u -> n%u\n", i, to);
      }
  g_rand_free (random);
  recipe = mg_graph_recipe_new (text->str);
  return mg_graph_ref (mg_graph_recipe_graph (recipe));
}

static MgGraph *
random_graph (guint32 seed)
{
  if (seed % 2 == 0)
    return random_plumbing (seed);
  return mg_random_graph ((MgRandomShape) (seed / 2 % MG_N_RANDOM_SHAPES), 4 + seed % 45, seed);
}

static Case
make_case (guint32 seed, gboolean dominators)
{
  Case c = { .graph = random_graph (seed) };
  GRand *random = g_rand_new_with_seed (seed);
  const MgTree *tree;

  c.snapshot = mg_snapshot_new_for_graph (c.graph, "random");
  g_assert (mg_snapshot_ensure (c.snapshot, dominators ? MG_NEED_ALL : MG_NEED_TREE, NULL, NULL));
  c.subjects = g_array_new (FALSE, FALSE, sizeof (MgNode));
  c.is_subject = g_new0 (gboolean, c.graph->n_nodes);
  tree = mg_snapshot_tree (c.snapshot);
  c.lasting = mg_tree_new (c.graph, MG_ROOT_ALL_KINDS & ~(1u << MG_ROOT_STACK | 1u << MG_ROOT_STACK_CONSERVATIVE), NULL,
                           NULL);
  for (MgNode node = mg_graph_first_object (c.graph); node < c.graph->n_nodes; node++)
    if (g_rand_int_range (random, 0, 3) == 0)
      {
        g_array_append_val (c.subjects, node);
        c.is_subject[node] = TRUE;
        c.n_live += mg_tree_reached (tree, node);
      }
  g_rand_free (random);
  return c;
}

static void
case_clear (Case *c)
{
  g_array_unref (c->subjects);
  g_free (c->is_subject);
  mg_tree_free (c->lasting);
  mg_snapshot_unref (c->snapshot);
  mg_graph_unref (c->graph);
}

static MgPicture *
picture_of (const Case *c, const MgPictureOptions *options)
{
  GError *error = NULL;
  MgPicture *picture = mg_picture_new_for_nodes (c->snapshot, (const MgNode *) (gpointer) c->subjects->data,
                                                 c->subjects->len, "selection", options, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  g_clear_error (&error);
  return picture;
}

/* ---- Promises of every picture ---- */

static void
check_head (const Case *c, const MgPicture *picture)
{
  MG_CHECK_UINT (picture->n_subjects, c->subjects->len);
  MG_CHECK_UINT (picture->n_live, c->n_live);
  MG_CHECK_UINT (picture->nodes[picture->n_nodes - 1].weight, c->n_live);
  if (c->n_live == 0)
    MG_CHECK_UINT (picture->n_nodes, 1);
}

static void
test_every_picture_keeps_its_promises (void)
{
  static const guint caps[] = { 4, 7, 25, 300 };

  for (guint32 seed = 0; seed < SEEDS * 4; seed++)
    {
      Case c = make_case (seed, seed % 4 < 2);
      MgPictureOptions options = { .max_nodes = caps[seed % G_N_ELEMENTS (caps)], .raw = seed % 3 == 0 };
      g_autoptr (MgPicture) picture = c.subjects->len > 0 ? picture_of (&c, &options) : NULL;

      if (picture)
        {
          check_head (&c, picture);
          MG_CHECK_PICTURE (picture, c.n_live);
          MG_CHECK (picture->n_nodes <= options.max_nodes);
        }
      case_clear (&c);
    }
}

static void
test_the_same_input_gives_the_same_picture (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    {
      Case c = make_case (seed, TRUE);

      if (c.subjects->len > 0)
        {
          g_autoptr (MgPicture) a = picture_of (&c, NULL), b = picture_of (&c, NULL);
          g_autofree char *x = mg_test_dump_picture (a), *y = mg_test_dump_picture (b);

          MG_CHECK_STRING (x, y);
          MG_CHECK_STRING (a->sentence, b->sentence);
          MG_CHECK_UINT (a->fingerprint, b->fingerprint);
          for (guint i = 0; i < MIN (a->n_nodes, b->n_nodes); i++)
            MG_CHECK_UINT (a->nodes[i].id, b->nodes[i].id);
        }
      case_clear (&c);
    }
}

/* ---- Raw pictures against paths that are walked ---- */

/* Local variables hold what nothing else holds. */
static const MgTree *
tree_for (const Case *c, MgNode node)
{
  return mg_tree_reached (c->lasting, node) ? c->lasting : mg_snapshot_tree (c->snapshot);
}

/* The path of NODE as text: kind and label of the root, then types; the node itself is left out. */
static char *
path_signature (const Case *c, MgNode node)
{
  GString *text = g_string_new (NULL);

  for (node = tree_for (c, node)->parent[node]; node != MG_NODE_SUPER_ROOT; node = tree_for (c, node)->parent[node])
    {
      g_autofree char *step = NULL;

      if (mg_graph_is_root (c->graph, node))
        step = g_strdup_printf ("%u %s/", mg_graph_root (c->graph, node)->kind,
                                mg_graph_root (c->graph, node)->label ? mg_graph_root (c->graph, node)->label : "");
      else
        step = g_strdup_printf ("%u/", c->graph->type[node]);
      g_string_prepend (text, step);
    }
  return g_string_free (text, FALSE);
}

/* The same of node INDEX of a raw picture, itself included: there each group has one holder. */
static char *
drawn_signature (const Case *c, const MgPicture *picture, guint index)
{
  GString *text = g_string_new (NULL);

  for (gboolean more = TRUE; more;)
    {
      const MgPictureNode *node = &picture->nodes[index];
      g_autofree char *step = NULL;

      if (node->kind == MG_PICTURE_ROOT)
        {
          const MgRoot *root = mg_graph_root (c->graph, node->example);

          step = g_strdup_printf ("%u %s/", root->kind, root->label ? root->label : "");
        }
      else
        step = g_strdup_printf ("%u/", node->type);
      g_string_prepend (text, step);
      more = FALSE;
      for (guint e = 0; e < picture->n_edges && !more; e++)
        if (picture->edges[e].to == index)
          {
            index = picture->edges[e].from;
            more = TRUE;
          }
    }
  return g_string_free (text, FALSE);
}

static void
check_raw_weights (const Case *c, const MgPicture *picture)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < c->subjects->len; i++)
    {
      MgNode node = g_array_index (c->subjects, MgNode, i);

      if (mg_tree_reached (mg_snapshot_tree (c->snapshot), node))
        g_ptr_array_add (paths, path_signature (c, node));
    }
  for (guint i = 0; i + 1 < picture->n_nodes; i++)
    {
      g_autofree char *signature = NULL;
      guint64 walked = 0;

      if (picture->nodes[i].kind == MG_PICTURE_STUB)
        continue;
      signature = drawn_signature (c, picture, i);
      for (guint k = 0; k < paths->len; k++)
        walked += g_str_has_prefix (g_ptr_array_index (paths, k), signature);
      MG_CHECK_UINT (picture->nodes[i].weight, walked);
    }
}

static void
test_raw_weights_are_those_of_walked_paths (void)
{
  for (guint32 seed = 0; seed < SEEDS * 2; seed++)
    {
      Case c = make_case (seed, FALSE);
      MgPictureOptions options = { .max_nodes = 300, .raw = TRUE };
      g_autoptr (MgPicture) picture = c.subjects->len > 0 ? picture_of (&c, &options) : NULL;

      if (picture)
        check_raw_weights (&c, picture);
      case_clear (&c);
    }
}

/* How many subjects hang on roots called like ROOT, each on the path that the tree gives it. */
static guint64
walk_paths (const Case *c, MgFolds *folds, const MgRoot *root)
{
  guint64 walked = 0;

  for (guint k = 0; k < c->subjects->len; k++)
    {
      MgNode node = g_array_index (c->subjects, MgNode, k);

      while (node != MG_NODE_NONE && !mg_graph_is_root (c->graph, node))
        {
          const MgTreeView tree = mg_tree_view_of (tree_for (c, node));

          node = mg_ways_parent_in (c->graph, &tree, folds, node);
        }
      walked += node != MG_NODE_NONE && mg_graph_root (c->graph, node)->kind == root->kind
                && g_strcmp0 (mg_graph_root (c->graph, node)->label, root->label) == 0;
    }
  return walked;
}

/* How many subjects can be reached from roots called like ROOT. */
static guint64
count_reachable_from (const Case *c, const MgRoot *root)
{
  g_autofree gboolean *removed = g_new0 (gboolean, c->graph->n_nodes), *reachable = NULL;
  guint64 n = 0;

  for (MgNode other = 1; other <= c->graph->n_roots; other++)
    removed[other] = mg_graph_root (c->graph, other)->kind != root->kind
                     || g_strcmp0 (mg_graph_root (c->graph, other)->label, root->label) != 0;
  reachable = mg_oracle_reachable (c->graph, removed);
  for (guint k = 0; k < c->subjects->len; k++)
    n += reachable[g_array_index (c->subjects, MgNode, k)];
  return n;
}

/* Folding and merging must not change how much each root carries. Where what hangs elsewhere by chance was gathered,
 * the one root that is left can reach all. */
static void
test_roots_carry_what_they_carry (void)
{
  for (guint32 seed = 0; seed < SEEDS * 2; seed++)
    {
      Case c = make_case (seed, FALSE);
      g_autoptr (MgPicture) picture = c.subjects->len > 0 ? picture_of (&c, NULL) : NULL;
      g_autoptr (MgFolds) folds = mg_folds_new (c.snapshot);

      for (guint i = 0; picture && i < picture->n_nodes; i++)
        {
          const MgRoot *root;
          guint64 walked;

          /* Without a label: perhaps roots of different ones. */
          if (picture->nodes[i].kind != MG_PICTURE_ROOT || *picture->nodes[i].over == '\0')
            continue;
          root = mg_graph_root (c.graph, picture->nodes[i].example);
          walked = walk_paths (&c, folds, root);
          if (picture->nodes[i].weight == c.n_live && walked < c.n_live)
            MG_CHECK_UINT (count_reachable_from (&c, root), c.n_live);
          else
            MG_CHECK_UINT (picture->nodes[i].weight, walked);
        }
      case_clear (&c);
    }
}

/* ---- Dominators and retained bytes ---- */

static void
check_dominators (const Case *c, const MgPicture *picture)
{
  g_autofree gboolean *dominates = mg_oracle_dominance (c->graph);
  guint32 n = c->graph->n_nodes;

  for (guint i = 0; i + 1 < picture->n_nodes; i++)
    {
      const MgPictureNode *node = &picture->nodes[i];
      gboolean all = node->count == 1 && (node->kind == MG_PICTURE_ROOT || node->kind == MG_PICTURE_GROUP);

      for (guint k = 0; k < c->subjects->len && all; k++)
        {
          MgNode subject = g_array_index (c->subjects, MgNode, k);

          if (mg_tree_reached (mg_snapshot_tree (c->snapshot), subject))
            all = dominates[(gsize) node->example * n + subject];
        }
      if (node->kind != MG_PICTURE_TRUNK)
        MG_CHECK_UINT (node->dominator, all);
      if (node->kind == MG_PICTURE_GROUP && node->count == 1)
        {
          g_autofree gboolean *removed = g_new0 (gboolean, n);

          removed[node->example] = TRUE;
          MG_CHECK_UINT (node->retained, mg_oracle_retained (c->graph, removed));
        }
    }
}

/* What is dominated by one of the subjects, each byte once. */
static guint64
retained_of_subjects (const Case *c)
{
  g_autofree gboolean *dominates = mg_oracle_dominance (c->graph);
  guint64 sum = 0;

  for (MgNode node = mg_graph_first_object (c->graph); node < c->graph->n_nodes; node++)
    for (guint k = 0; k < c->subjects->len; k++)
      if (dominates[(gsize) g_array_index (c->subjects, MgNode, k) * c->graph->n_nodes + node])
        {
          sum += mg_graph_size (c->graph, node);
          break;
        }
  return sum;
}

static void
test_dominators_and_retained_bytes (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    {
      Case c = make_case (seed, TRUE);
      g_autoptr (MgPicture) picture = c.subjects->len > 0 ? picture_of (&c, NULL) : NULL;

      if (picture && c.n_live > 0)
        {
          check_dominators (&c, picture);
          MG_CHECK (picture->retained_known);
          MG_CHECK_UINT (picture->subject_retained, retained_of_subjects (&c));
        }
      case_clear (&c);
    }
}

/* ---- Opening ---- */

/* Opens stubs until none is left: everything that was on screen stays, and in the end nothing is left out. */
static void
open_everything (const Case *c, guint max_nodes)
{
  g_autoptr (GArray) opened = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (MgPicture) before = NULL;

  for (guint round = 0; round < 60; round++)
    {
      MgPictureOptions options
          = { .max_nodes = max_nodes, .opened = (const guint64 *) (gpointer) opened->data, .n_opened = opened->len };
      MgPicture *picture = picture_of (c, &options);
      guint64 stub = 0;

      MG_CHECK_PICTURE (picture, c->n_live);
      for (guint i = 0; before && i < before->n_nodes; i++)
        {
          gboolean found = before->nodes[i].kind == MG_PICTURE_STUB || before->nodes[i].kind == MG_PICTURE_TRUNK;

          for (guint k = 0; k < picture->n_nodes && !found; k++)
            found = picture->nodes[k].id == before->nodes[i].id;
          MG_CHECK (found);
        }
      for (guint i = 0; i < picture->n_nodes && stub == 0; i++)
        if (picture->nodes[i].kind == MG_PICTURE_STUB || picture->nodes[i].kind == MG_PICTURE_TRUNK)
          stub = picture->nodes[i].id;
      g_clear_pointer (&before, mg_picture_unref);
      before = picture;
      if (stub == 0)
        return;
      g_array_append_val (opened, stub);
    }
  MG_CHECK (before->n_nodes >= 100);
}

static void
test_stubs_open_and_the_rest_stays (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    {
      Case c = make_case (seed, FALSE);

      if (c.n_live > 0)
        open_everything (&c, 4 + seed % 6);
      case_clear (&c);
    }
}

/* ---- One object ---- */

static void
test_pictures_of_objects_keep_their_promises (void)
{
  for (guint32 seed = 0; seed < SEEDS; seed++)
    {
      Case c = make_case (seed, seed % 4 < 2);

      for (guint i = 0; i < MIN (c.subjects->len, 3); i++)
        {
          MgPictureOptions options
              = { .max_nodes = seed % 3 == 0 ? 6 : 0, .raw = seed % 5 == 0, .max_paths = 1 + seed % 6 };
          MgNode node = g_array_index (c.subjects, MgNode, i);
          g_autoptr (MgPicture) picture = mg_picture_new (c.snapshot, mg_subject_object (node), &options, NULL, NULL);
          gboolean live = mg_tree_reached (mg_snapshot_tree (c.snapshot), node);

          MG_CHECK_UINT (picture->n_live, live);
          MG_CHECK_PICTURE (picture, picture->nodes[picture->n_nodes - 1].weight);
          MG_CHECK (picture->nodes[picture->n_nodes - 1].weight <= options.max_paths);
          MG_CHECK_UINT (picture->nodes[picture->n_nodes - 1].example, node);
          MG_CHECK_UINT (picture->n_nodes == 1, !live);
        }
      case_clear (&c);
    }
}

static const MgTest tests[] = {
  { "every picture keeps its promises", test_every_picture_keeps_its_promises },
  { "the same input gives the same picture", test_the_same_input_gives_the_same_picture },
  { "raw weights are those of walked paths", test_raw_weights_are_those_of_walked_paths },
  { "roots carry what they carry", test_roots_carry_what_they_carry },
  { "dominators and retained bytes", test_dominators_and_retained_bytes },
  { "stubs open and the rest stays", test_stubs_open_and_the_rest_stays },
  { "pictures of objects keep their promises", test_pictures_of_objects_keep_their_promises },
};

MG_TEST_MAIN ("picture-properties", tests)
