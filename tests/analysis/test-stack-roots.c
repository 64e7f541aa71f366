/* Roots on stacks, against what ClrMD tells of the same dumps: threads inside exception handlers, with objects that are
 * still needed and others that are not. */
#include <string.h>

#include "analysis/clr/stacks/stack-roots.h"
#include "analysis/picture/picture.h"
#include "analysis/source/elf-core.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

static const char *const versions[] = { "8.0.33", "10.0.15", "11.0.0", MG_CORE_ARM64 };

/* An object is no longer than this: whether a reference into its middle is one into it. */
#define MAX_OBJECT 4096

typedef struct
{
  guint thread;
  MgStackRoot root;
} Found;

typedef struct
{
  GBytes *bytes;
  MgProcessImage *image;
  MgRuntime *runtime;
  MgCodeMap *map;
  GArray *threads;
  GArray *found; /* Found */
  MgStackRootCounts counts;
  guint thread;  /* whose stack is read */
} Stacks;

static void
add_found (const MgStackRoot *root, gpointer data)
{
  Stacks *stacks = data;
  Found found = { stacks->thread, *root };

  g_array_append_val (stacks->found, found);
}

static void
find_all (Stacks *stacks)
{
  for (guint i = 0; i < stacks->threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (stacks->threads, MgManagedThread, i);
      g_autoptr (GArray) frames = mg_stack_walk (stacks->map, thread);

      stacks->thread = thread->managed_id;
      mg_stack_roots_find (stacks->map, thread, frames, add_found, stacks, &stacks->counts);
    }
}

static void
open_stacks (Stacks *stacks, GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  *stacks = (Stacks){ .bytes = bytes };
  stacks->found = g_array_new (FALSE, TRUE, sizeof (Found));
  stacks->image = mg_elf_core_read (data, size, NULL);
  stacks->runtime = stacks->image ? mg_runtime_find (stacks->image, NULL, NULL) : NULL;
  if (stacks->runtime == NULL || stacks->runtime->layout == NULL)
    return;
  stacks->map = mg_code_map_new (stacks->runtime);
  stacks->threads = mg_threads_read (stacks->runtime);
  find_all (stacks);
}

static void
close_stacks (Stacks *stacks)
{
  g_array_unref (stacks->found);
  g_clear_pointer (&stacks->threads, g_array_unref);
  mg_code_map_free (stacks->map);
  g_clear_pointer (&stacks->runtime, mg_runtime_free);
  g_clear_pointer (&stacks->image, mg_process_image_free);
  g_bytes_unref (stacks->bytes);
}

/* ---- Against ClrMD ---- */

typedef struct
{
  guint thread;
  guint64 cell, object; /* cell 0: a register */
  gboolean interior;
} Expected;

static GArray *
read_expected (const char *sample)
{
  g_autofree char *text = mg_core_sample_named_text (sample, "roots");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GArray *all = g_array_new (FALSE, TRUE, sizeof (Expected));

  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 4);
      Expected root = { (guint) g_ascii_strtoull (words[0], NULL, 10), g_ascii_strtoull (words[1], NULL, 16),
                        g_ascii_strtoull (words[2], NULL, 16), strcmp (words[3], "interior") == 0 };

      g_array_append_val (all, root);
    }
  return all;
}

/* Of a reference to a variable on the stack ClrMD tells the object that the variable holds. */
static gboolean
leads_to (const Stacks *stacks, const MgStackRoot *root, const Expected *expected)
{
  if (!expected->interior)
    return root->value == expected->object;
  return (root->value >= expected->object && root->value < expected->object + MAX_OBJECT)
         || mg_address_space_u64_or_0 (stacks->image->space, root->value) == expected->object;
}

static gboolean
has (const Stacks *stacks, const Expected *expected)
{
  for (guint i = 0; i < stacks->found->len; i++)
    {
      const Found *found = &g_array_index (stacks->found, Found, i);

      if (found->root.exact && found->thread == expected->thread && found->root.cell == expected->cell
          && leads_to (stacks, &found->root, expected))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_expected (const GArray *expected, const Found *found)
{
  for (guint i = 0; i < expected->len; i++)
    {
      const Expected *root = &g_array_index (expected, Expected, i);

      if (root->thread == found->thread && root->cell == found->root.cell
          && (root->cell != 0 || root->interior || root->object == found->root.value))
        return TRUE;
    }
  return FALSE;
}

/* References to variables on stacks are none into the heap; ClrMD leaves them out. What native code protects it leaves
 * out as well, though the collector counts it. */
static gboolean
is_beyond_oracle (const Stacks *stacks, const Found *found)
{
  guint64 available;

  if (found->root.frame == G_MAXUINT)
    return TRUE;
  for (guint i = 0; i < stacks->threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (stacks->threads, MgManagedThread, i);

      if (thread->managed_id == found->thread && found->root.interior && thread->native
          && found->root.value > thread->native->sp && found->root.value < thread->native->sp + (16 << 20))
        return TRUE;
    }
  /* On 11 the runtime's own thread records are passed by reference. */
  return found->root.interior && mg_address_space_find (stacks->image->space, found->root.value, &available) == NULL;
}

static void
check_against_oracle (const char *version)
{
  g_autofree char *sample = g_strconcat ("handlers-", version, NULL);
  g_autoptr (GArray) expected = read_expected (sample);
  Stacks stacks;

  open_stacks (&stacks, mg_core_sample_named (sample));
  MG_CHECK (expected->len > 100 && stacks.threads != NULL);
  for (guint i = 0; i < expected->len; i++)
    {
      const Expected *root = &g_array_index (expected, Expected, i);

      if (!has (&stacks, root))
        mg_test_fail (__FILE__, __LINE__, "%s: thread %u, cell %lx: %lx is not found", version, root->thread,
                      (gulong) root->cell, (gulong) root->object);
    }
  for (guint i = 0; i < stacks.found->len; i++)
    {
      const Found *found = &g_array_index (stacks.found, Found, i);

      if (found->root.exact && !is_expected (expected, found) && !is_beyond_oracle (&stacks, found))
        mg_test_fail (__FILE__, __LINE__, "%s: thread %u, cell %lx: %lx is one too many", version, found->thread,
                      (gulong) found->root.cell, (gulong) found->root.value);
    }
  MG_CHECK (stacks.counts.n_frames > 60);
  MG_CHECK_UINT (stacks.counts.n_decoded, stacks.counts.n_frames);
  close_stacks (&stacks);
}

static void
test_same_as_oracle (void)
{
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++)
    check_against_oracle (versions[v]);
}

/* ---- Alive and dead ---- */

typedef struct
{
  const char *type;
  guint64 live;
} Life;

static guint64
n_live (MgSnapshot *snapshot, const char *type_name)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), type_name);
  g_autoptr (MgPicture) picture = NULL;

  MG_CHECK (type != MG_TYPE_NONE);
  if (type == MG_TYPE_NONE)
    return G_MAXUINT64;
  picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);
  return picture->n_live;
}

/* From the source of the program: all that a method still uses is held, exactly; all that it does not is not. */
static void
check_lives (const char *version)
{
  static const Life lives[] = {
    { "Handlers.KeptInTry", 7 },    { "Handlers.KeptInCatch", 4 },  { "Handlers.KeptInFinally", 2 },
    { "Handlers.KeptInFilter", 1 }, { "Handlers.KeptByCaller", 7 }, { "Handlers.KeptArgument", 8 },
    { "Handlers.KeptInArray", 6 },  { "Handlers.KeptInStruct", 2 }, { "Handlers.DeadInThrower", 0 },
    { "Handlers.DeadLocal", 0 },
  };
  g_autofree char *sample = g_strconcat ("handlers-", version, NULL);
  g_autoptr (GBytes) bytes = mg_core_sample_named (sample);
  g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, sample, NULL);
  const MgGraph *graph;

  MG_CHECK (snapshot != NULL && mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  graph = mg_snapshot_graph (snapshot);
  for (gsize i = 0; i < G_N_ELEMENTS (lives); i++)
    MG_CHECK_UINT (n_live (snapshot, lives[i].type), lives[i].live);
  for (guint32 i = 0; i < graph->n_roots; i++)
    MG_CHECK (graph->roots[i].kind != MG_ROOT_STACK_CONSERVATIVE);
}

static void
test_what_is_needed_lives (void)
{
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++)
    check_lives (versions[v]);
}

/* ---- Versions that are less known ---- */

/* On .NET 7 the list of threads does not stand beside the GC variables. */
static void
test_thread_list_elsewhere (void)
{
  Stacks stacks;
  g_autoptr (GArray) threads = NULL;
  guint at;
  guint64 kept;

  open_stacks (&stacks, mg_core_sample_named ("handlers-8.0.33"));
  at = stacks.runtime->gc_vars_at;
  MG_CHECK (at >= 4 && at + 30 < stacks.runtime->n_globals && stacks.threads->len > 3);
  kept = stacks.runtime->globals[at - 4];
  stacks.runtime->globals[at - 4] = stacks.runtime->globals[at + 30];
  stacks.runtime->globals[at + 30] = kept;
  threads = mg_threads_read (stacks.runtime);
  MG_CHECK_UINT (threads->len, stacks.threads->len);
  close_stacks (&stacks);
}

/* Whether the words from the stack pointer to the cell of FOUND are all in the dump: trimmed cores have gaps. */
static gboolean
is_reached (const Stacks *stacks, const Found *found)
{
  for (guint i = 0; i < stacks->threads->len; i++)
    {
      const MgManagedThread *thread = &g_array_index (stacks->threads, MgManagedThread, i);
      guint64 available;

      if (thread->managed_id == found->thread && thread->native
          && mg_address_space_find (stacks->image->space, thread->native->sp, &available))
        return found->root.cell >= thread->native->sp && found->root.cell < thread->native->sp + available;
    }
  return FALSE;
}

/* Before .NET 8 managed code cannot be told: every word of a stack may be a reference, none is left out. */
static void
test_stacks_without_code_map (void)
{
  Stacks stacks;
  guint exact, n = 0, missed = 0;
  gboolean possible;

  open_stacks (&stacks, mg_core_sample_named ("handlers-8.0.33"));
  exact = stacks.found->len;
  stacks.runtime->major = 7;
  find_all (&stacks);
  MG_CHECK_UINT (stacks.counts.n_frames, stacks.counts.n_decoded);
  for (guint i = 0; i < exact; i++)
    {
      const Found *root = &g_array_index (stacks.found, Found, i);

      if (!root->root.exact || root->root.interior || !is_reached (&stacks, root))
        continue;
      possible = FALSE;
      for (guint k = exact; k < stacks.found->len; k++)
        possible |= g_array_index (stacks.found, Found, k).root.value == root->root.value
                    && !g_array_index (stacks.found, Found, k).root.exact;
      missed += !possible;
      n++;
    }
  MG_CHECK (n > 10);
  MG_CHECK_UINT (missed, 0);
  close_stacks (&stacks);
}

/* ---- Damage ---- */

/* Any byte of the stacks and of the methods' tables may be wrong. */
static void
test_damage (void)
{
  g_autoptr (GBytes) whole = mg_core_sample_named ("handlers-8.0.33");
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  gsize size;
  const guint8 *data = g_bytes_get_data (whole, &size);

  for (guint round = 0; round < 40; round++)
    {
      guint8 *copy = g_memdup2 (data, size);
      Stacks stacks;

      for (guint i = 0; i < 2000; i++)
        copy[g_rand_int_range (random, 0x8000, (gint32) size)] ^= (guint8) (1u << g_rand_int_range (random, 0, 8));
      open_stacks (&stacks, g_bytes_new_take (copy, size));
      MG_CHECK (stacks.counts.n_decoded <= stacks.counts.n_frames);
      close_stacks (&stacks);
    }
}

static const MgTest tests[] = {
  { "same as the oracle", test_same_as_oracle },
  { "what is needed lives", test_what_is_needed_lives },
  { "the list of threads stands elsewhere", test_thread_list_elsewhere },
  { "stacks whose code is not known", test_stacks_without_code_map },
  { "damage", test_damage },
};

MG_TEST_MAIN ("stack-roots", tests)
