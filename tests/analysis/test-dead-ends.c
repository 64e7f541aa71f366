/* What a search passes over, against the whole graph of real processes: nothing that is passed over may lead to an
 * object of the class that is looked for. */
#include "analysis/clr/heap/dead-ends.h"

#include "analysis/formats/core-reader-private.h"
#include "analysis/graph/reverse.h"
#include "analysis/snapshot-private.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

#define N_CLASSES 40

typedef struct
{
  MgSnapshot *snapshot;
  MgClr *clr;
  const MgGraph *graph;
  MgDeadEnds *ends;
  guint64 subject;
  guint8 *leads;                  /* by node: whether it is of the subject's class, or leads there */
  guint64 n_dead, n_dead_classes; /* references passed over, and those of them to what is neither string nor array */
} Look;

static guint64
class_at (const Look *look, guint64 address)
{
  return mg_method_table_of (look->clr->runtime->space, address);
}

/* Backwards from all objects of the class. */
static void
find_what_leads (Look *look)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (MgNode));

  for (MgNode node = mg_graph_first_object (look->graph); node < look->graph->n_nodes; node++)
    if (class_at (look, mg_graph_address (look->graph, node)) == look->subject)
      {
        look->leads[node] = 1;
        g_array_append_val (queue, node);
      }
  for (guint i = 0; i < queue->len; i++)
    {
      guint32 n;
      const MgNode *sources
          = mg_reverse_sources (mg_snapshot_reverse (look->snapshot), g_array_index (queue, MgNode, i), &n);

      for (guint32 k = 0; k < n; k++)
        if (!look->leads[sources[k]])
          {
            look->leads[sources[k]] = 1;
            g_array_append_val (queue, sources[k]);
          }
    }
}

static void
add_slot (guint64 slot, gpointer data)
{
  g_array_append_val ((GArray *) data, slot);
}

static void
check_dead (Look *look, guint64 from, guint64 slot)
{
  guint64 target = mg_address_space_u64_or_0 (look->clr->runtime->space, slot);
  MgNode node = target ? mg_graph_find_address (look->graph, target) : MG_NODE_NONE;

  if (node == MG_NODE_NONE)
    return;
  look->n_dead++;
  look->n_dead_classes += mg_method_tables_get (look->clr->tables, class_at (look, target))->component_size == 0;
  if (look->leads[node])
    mg_test_fail (__FILE__, __LINE__, "%s at %" G_GINT64_MODIFIER "x, +%u, leads to %" G_GINT64_MODIFIER "x",
                  mg_graph_type_of (look->graph, mg_graph_find_address (look->graph, from))->name, from,
                  (guint) (slot - from), look->subject);
}

/* Both lists rise, and the second is a part of the first. */
static void
check_object (Look *look, guint64 address)
{
  MgMethodTable *table = mg_method_tables_get (look->clr->tables, class_at (look, address));
  guint32 length = table->component_size ? mg_address_space_u32_or_0 (look->clr->runtime->space, address + 8) : 0;
  guint64 size = mg_method_table_object_size (table, length);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint64)),
                     kept = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint k = 0;

  mg_method_table_each_slot (table, address, size, add_slot, all);
  mg_method_table_each_slot (mg_dead_ends_without (look->ends, table), address, size, add_slot, kept);
  for (guint i = 0; i < all->len; i++)
    {
      guint64 slot = g_array_index (all, guint64, i);

      if (k < kept->len && g_array_index (kept, guint64, k) == slot)
        k++;
      else
        check_dead (look, address, slot);
    }
  MG_CHECK_UINT (k, kept->len);
}

static void
check_class (Look *look, guint64 subject)
{
  g_autoptr (MgTies) ties = mg_ties_new (look->clr->handles);
  g_autofree guint8 *leads = g_new0 (guint8, look->graph->n_nodes);

  look->subject = subject;
  look->leads = leads;
  look->ends = mg_dead_ends_new (look->clr->modules, ties, look->clr->tables, subject);
  find_what_leads (look);
  for (MgNode node = mg_graph_first_object (look->graph); node < look->graph->n_nodes; node++)
    check_object (look, mg_graph_address (look->graph, node));
  for (guint i = 0; i < ties->n; i++)
    MG_CHECK (g_hash_table_contains (look->ends->tied, &(guint64){ class_at (look, ties->ties[i].from) }));
  g_clear_pointer (&look->ends, mg_dead_ends_free);
}

static void
check_sample (const char *sample, GRand *rand, Look *look)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample);
  g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, sample, NULL);
  const GPtrArray *tables;

  MG_CHECK (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_GRAPH | MG_NEED_REVERSE, NULL, NULL));
  look->snapshot = snapshot;
  look->clr = ((MgCoreReader *) snapshot->reader)->clr;
  look->graph = mg_snapshot_graph (snapshot);
  tables = look->clr->tables->tables;
  for (guint i = 0; i < N_CLASSES; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (tables, (guint) g_rand_int_range (rand, 0, (gint) tables->len));

      if (table->valid && table->count > 0 && table->address != look->clr->runtime->free_method_table)
        check_class (look, table->address);
    }
}

static void
test_nothing_is_lost (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  Look look = { 0 };

  for (guint i = 0; mg_core_versions[i]; i++)
    {
      g_autofree char *name = g_strdup_printf ("early-%s", mg_core_versions[i]);

      check_sample (name, rand, &look);
    }
  check_sample ("patterns-10.0.15", rand, &look);
  /* More than strings and numbers are passed over, and not a few. */
  MG_CHECK (look.n_dead > 1000);
  MG_CHECK (look.n_dead_classes > 100);
  g_print ("%" G_GUINT64_FORMAT " references passed over, %" G_GUINT64_FORMAT " by class\n", look.n_dead,
           look.n_dead_classes);
}

static const MgTest tests[] = {
  { "nothing is lost", test_nothing_is_lost },
};

MG_TEST_MAIN ("dead-ends", tests)
