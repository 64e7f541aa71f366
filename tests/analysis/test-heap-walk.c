/* The walk over hand-made segments: cut into pieces for several threads it finds what one walk from the front finds,
 * also where a piece begins amid something that looks like objects. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/parallel.h"
#include "analysis/clr/heap/heap-pieces.h"
#include "analysis/clr/heap/heap-walk.h"
#include "tests/support/impatience.h"
#include "tests/support/test.h"

#define TABLES 0x100000
#define TABLE_SIZE 64 /* bytes for a MethodTable; its EEClass follows in as many */
#define HEAP G_GUINT64_CONSTANT (0x7f0000001008)

enum
{
  NODE,  /* two references */
  PAIR,  /* none */
  BYTES, /* arrays */
  LONGS,
  REFERENCES,
  FREE,
  UNUSED, /* no object has it, but what only looks like one */
  N_KINDS
};

static const struct
{
  guint32 flags, base_size;
  guint64 series; /* number of runs of references */
} kinds[N_KINDS] = {
  [NODE] = { MG_MT_HAS_POINTERS, 32, 1 },
  [PAIR] = { 0, 40, 0 },
  [BYTES] = { MG_MT_HAS_COMPONENTS | 1, 24, 0 },
  [LONGS] = { MG_MT_HAS_COMPONENTS | 8, 24, 0 },
  [REFERENCES] = { MG_MT_HAS_COMPONENTS | MG_MT_HAS_POINTERS | 8, 24, 1 },
  [FREE] = { MG_MT_HAS_COMPONENTS | 1, 24, 0 },
  [UNUSED] = { 0, 24, 0 },
};

typedef struct
{
  GArray *words;  /* guint64: the segment's memory */
  GArray *starts; /* guint64: addresses of objects, Free left out */
  guint64 tables[TABLE_SIZE / 8 * 2 * N_KINDS];
  guint64 missing; /* address of a page that is not in the dump; 0: none */
  MgAddressSpace *space;
  MgRuntime runtime;
  MgGcHeap heap;
} Lab;

static guint64
table_of (guint kind)
{
  return TABLES + TABLE_SIZE * 2 * (guint64) kind + 32;
}

static void
write_tables (Lab *lab)
{
  for (guint k = 0; k < N_KINDS; k++)
    {
      guint64 *table = &lab->tables[(table_of (k) - TABLES) / 8];

      table[0] = kinds[k].flags | (guint64) kinds[k].base_size << 32;
      table[5] = table_of (k) + 48; /* its EEClass, whose word at 16 leads back */
      table[8] = table_of (k);
      table[-1] = kinds[k].series;
      table[-2] = k == REFERENCES ? 16 : 8;                        /* where the run begins */
      table[-3] = k == REFERENCES ? (guint64) -24 : -(guint64) 16; /* its size less the object's */
    }
}

static Lab *
lab_new (void)
{
  Lab *lab = g_new0 (Lab, 1);

  lab->words = g_array_new (FALSE, TRUE, sizeof (guint64));
  lab->starts = g_array_new (FALSE, TRUE, sizeof (guint64));
  lab->heap.segments = g_array_new (FALSE, TRUE, sizeof (MgHeapSegment));
  lab->heap.contexts = g_array_new (FALSE, TRUE, sizeof (MgAllocContext));
  write_tables (lab);
  return lab;
}

static void
lab_free (Lab *lab)
{
  g_array_unref (lab->words);
  g_array_unref (lab->starts);
  g_array_unref (lab->heap.segments);
  g_array_unref (lab->heap.contexts);
  mg_address_space_free (lab->space);
  g_free (lab);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Lab, lab_free)

static guint64
end_of (const Lab *lab)
{
  return HEAP + 8 * (guint64) lab->words->len;
}

/* Writes an object at WORD; returns how many words it takes. */
static guint
write_object (Lab *lab, guint word, guint kind, guint32 length)
{
  guint64 size = kinds[kind].base_size + (guint64) (kinds[kind].flags & 0xffff) * length;
  guint n = (guint) ((size + 7) / 8);

  if (lab->words->len < word + n)
    g_array_set_size (lab->words, word + n);
  g_array_index (lab->words, guint64, word) = table_of (kind);
  if (kinds[kind].flags & MG_MT_HAS_COMPONENTS)
    g_array_index (lab->words, guint64, word + 1) = length;
  return n;
}

static guint64
add (Lab *lab, guint kind, guint32 length)
{
  guint64 address = end_of (lab);

  write_object (lab, lab->words->len, kind, length);
  if (kind != FREE)
    g_array_append_val (lab->starts, address);
  return address;
}

/* Adds a Free block or an array of N words (9 at least) full of what looks like objects, which lead to its end if
 * LEADS_ON. */
static void
add_with_objects_inside (Lab *lab, guint kind, guint n, gboolean leads_on)
{
  guint at = lab->words->len + 3, end = at + n;

  add (lab, kind, kind == LONGS ? n : 8 * n);
  while (at + 8 < end)
    at += write_object (lab, at, at % 3 == 0 ? NODE : at % 3 == 1 ? PAIR : UNUSED, 0);
  if (leads_on)
    write_object (lab, at, FREE, 8 * (end - at) - kinds[FREE].base_size);
  g_assert (lab->words->len == end);
}

static void
add_some (Lab *lab, GRand *rand, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint32 what = g_rand_int_range (rand, 0, 100);
      guint32 length = (guint32) g_rand_int_range (rand, 0, what == 0 ? 5000 : 20);

      add (lab, what < 40 ? NODE : what < 70 ? PAIR : what < 80 ? FREE : what < 90 ? BYTES : REFERENCES, length);
      if (what >= 90 && length > 0)
        g_array_index (lab->words, guint64, lab->words->len - 1) = HEAP;
    }
}

/* An allocation context: N words that hold no objects, but what is left of some. */
static void
add_hole (Lab *lab, guint n)
{
  MgAllocContext context = { end_of (lab), end_of (lab) + 8 * (guint64) n - MG_HEAP_MIN_OBJECT };
  guint at = lab->words->len, end = at + n;

  while (at < end)
    at += write_object (lab, at, PAIR, 0);
  g_array_set_size (lab->words, end);
  g_array_append_val (lab->heap.contexts, context);
}

/* Ready to be walked. */
static void
lab_close (Lab *lab)
{
  MgSpan *spans = g_new0 (MgSpan, 3);
  MgHeapSegment segment = { .start = HEAP, .end = end_of (lab) };
  const guint8 *bytes = (const guint8 *) lab->words->data;

  spans[0] = (MgSpan){ TABLES, TABLES + sizeof lab->tables, (const guint8 *) lab->tables };
  spans[1] = (MgSpan){ HEAP, lab->missing ? lab->missing : segment.end, bytes };
  if (lab->missing)
    spans[2] = (MgSpan){ lab->missing + 4096, segment.end, bytes + (lab->missing + 4096 - HEAP) };
  lab->space = mg_address_space_new (spans, lab->missing ? 3 : 2);
  lab->runtime = (MgRuntime){ .space = lab->space, .free_method_table = table_of (FREE) };
  g_array_append_val (lab->heap.segments, segment);
  segment.start = segment.end; /* one without anything */
  g_array_append_val (lab->heap.segments, segment);
}

/* ---- What a walk found ---- */

typedef struct
{
  MgMethodTables *tables;
  MgObjectIndex *index;
  guint64 n_slots;
  MgWalkResult result;
  MgSegmentUse *use;
} Found;

static Found
walk (Lab *lab, guint threads, guint blocks)
{
  Found found = { mg_method_tables_new (&lab->runtime), mg_object_index_new (&lab->heap, lab->space), 0, { 0 }, NULL };
  g_autoptr (GError) error = NULL;

  mg_parallel_set_threads (threads);
  mg_heap_pieces_set_blocks (blocks);
  MG_CHECK (mg_heap_walk_count (&lab->heap, found.tables, found.index, &found.n_slots, &found.result, NULL, &error));
  found.use = mg_heap_walk_use (&lab->heap, found.tables);
  mg_parallel_set_threads (0);
  mg_heap_pieces_set_blocks (0);
  MG_CHECK_NO_ERROR (error);
  return found;
}

static void
found_clear (Found *found)
{
  mg_method_tables_free (found->tables);
  mg_object_index_free (found->index);
  g_free (found->use);
}

static gboolean
take_start (const MgHeapObject *object, gpointer user_data)
{
  if (object->table->address != table_of (FREE))
    g_array_append_val (user_data, object->address);
  return TRUE;
}

/* Adresses of objects as one walk from the front meets them. */
static GArray *
walk_in_order (Lab *lab)
{
  GArray *starts = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_autoptr (MgMethodTables) tables = mg_method_tables_new (&lab->runtime);
  MgWalkResult ignored = { 0 };

  mg_heap_walk_segment (&lab->heap, &g_array_index (lab->heap.segments, MgHeapSegment, 0), tables, take_start, starts,
                        &ignored);
  return starts;
}

static void
check_marks (MgObjectIndex *index, const GArray *starts)
{
  guint wrong = 0;

  mg_object_index_seal (index);
  MG_CHECK_UINT (index->n_objects, starts->len);
  for (guint i = 0; i < starts->len; i++)
    wrong += mg_object_index_find (index, g_array_index (starts, guint64, i)) != i;
  MG_CHECK_UINT (wrong, 0);
}

static void
check_same (const Found *found, const Found *expected)
{
  const GPtrArray *tables = found->tables->tables, *others = expected->tables->tables;

  MG_CHECK_UINT (found->n_slots, expected->n_slots);
  MG_CHECK_UINT (found->result.n_objects, expected->result.n_objects);
  MG_CHECK_UINT (found->result.n_gaps, expected->result.n_gaps);
  MG_CHECK_UINT (found->result.lost_bytes, expected->result.lost_bytes);
  MG_CHECK_UINT (found->result.missing_bytes, expected->result.missing_bytes);
  MG_CHECK_UINT (found->result.n_bad_segments, expected->result.n_bad_segments);
  MG_CHECK_UINT (tables->len, others->len);
  for (guint i = 0; i < MIN (tables->len, others->len); i++)
    {
      const MgMethodTable *table = g_ptr_array_index (tables, i), *other = g_ptr_array_index (others, i);

      MG_CHECK_UINT (table->address, other->address);
      MG_CHECK_UINT (table->count, other->count);
      MG_CHECK_UINT (table->size, other->size);
      MG_CHECK (table->number == i && mg_method_tables_get (found->tables, table->address) == table);
    }
}

static void
check_use (const Found *found, guint n_objects)
{
  guint64 bytes = 0;

  for (guint i = 0; i < found->tables->tables->len; i++)
    bytes += ((MgMethodTable *) g_ptr_array_index (found->tables->tables, i))->size;
  MG_CHECK_UINT (found->use[0].n_objects, n_objects);
  MG_CHECK_UINT (found->use[0].n_objects + found->use[0].n_free, found->result.n_objects);
  MG_CHECK_UINT (found->use[0].object_bytes + found->use[0].free_bytes, bytes);
  MG_CHECK_UINT (found->use[1].n_objects + found->use[1].n_free, 0);
}

/* Several numbers of threads, with pieces of the usual size, of 3 kB, 6 kB, … */
static void
check_pieces (Lab *lab, guint most_blocks)
{
  g_autoptr (GArray) starts = walk_in_order (lab);
  Found expected = walk (lab, 1, 0);

  check_marks (expected.index, starts);
  for (guint threads = 1; threads <= 7; threads += threads < 3 ? 1 : 4)
    for (guint blocks = 0; blocks <= most_blocks; blocks = blocks ? blocks * 2 : 1)
      {
        Found found = walk (lab, threads, blocks);

        check_same (&found, &expected);
        check_marks (found.index, starts);
        check_use (&found, starts->len);
        found_clear (&found);
      }
  found_clear (&expected);
}

/* Nothing is damaged, so that what was written is what there is. */
static void
check_intact (Lab *lab)
{
  g_autoptr (GArray) starts = walk_in_order (lab);

  MG_CHECK_UINT (starts->len, lab->starts->len);
  MG_CHECK (starts->len == lab->starts->len
            && memcmp (starts->data, lab->starts->data, starts->len * sizeof (guint64)) == 0);
}

static void
check_intact_lab (Lab *lab)
{
  lab_close (lab);
  check_intact (lab);
  check_pieces (lab, 8);
}

static guint64
guess (Lab *lab, guint64 bound)
{
  g_autoptr (MgMethodTables) tables = mg_method_tables_new (&lab->runtime);
  MgSegmentWalk walk = mg_segment_walk (&lab->heap, &g_array_index (lab->heap.segments, MgHeapSegment, 0), tables);

  return mg_segment_walk_guess (&walk, bound);
}

/* ---- Tests ---- */

static void
test_small_objects (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint right = 0, n = 0;

  add_some (lab, rand, 20000);
  check_intact_lab (lab);
  for (guint i = 0; i + 1 < lab->starts->len; i += 100, n++)
    right += guess (lab, g_array_index (lab->starts, guint64, i) + 8) == g_array_index (lab->starts, guint64, i + 1);
  MG_CHECK (right > n / 2); /* there are Free blocks in between, too */
}

/* What lies in the array looks like objects all the way, and a guess believes it. */
static void
test_array_of_what_looks_like_objects (void)
{
  for (guint leads_on = 0; leads_on < 2; leads_on++)
    {
      g_autoptr (Lab) lab = lab_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (2);
      guint64 array;

      add_some (lab, rand, 100);
      array = end_of (lab);
      add_with_objects_inside (lab, LONGS, 20000, leads_on);
      add_some (lab, rand, 1000);
      add_with_objects_inside (lab, BYTES, 3000, leads_on);
      add_some (lab, rand, 100);
      check_intact_lab (lab);
      MG_CHECK (guess (lab, array + 80000) >= array + 80000 && guess (lab, array + 80000) < array + 81000);
    }
}

static void
test_dead_objects_in_free_blocks (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 60; i++)
    {
      add_some (lab, rand, (guint) g_rand_int_range (rand, 0, 200));
      add_with_objects_inside (lab, FREE, (guint) g_rand_int_range (rand, 9, i % 10 ? 500 : 20000), i % 3 > 0);
    }
  check_intact_lab (lab);
}

static void
test_one_array_is_the_segment (void)
{
  g_autoptr (Lab) lab = lab_new ();
  guint64 array;

  array = add (lab, REFERENCES, 50000);
  for (guint i = 0; i < 50000; i++)
    g_array_index (lab->words, guint64, i + 2) = i % 2 ? array : table_of (NODE);
  check_intact_lab (lab);
}

/* Pieces of the usual size, some of which a thread that arrives behind the array leaves out. */
static void
test_array_over_whole_pieces (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);

  add_some (lab, rand, 5000);
  add_with_objects_inside (lab, LONGS, 3000000, TRUE);
  add_some (lab, rand, 100000);
  lab_close (lab);
  check_intact (lab);
  check_pieces (lab, 0);
}

static void
test_holes_of_allocation_contexts (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint i = 0; i < 60; i++)
    {
      add_some (lab, rand, (guint) g_rand_int_range (rand, 0, 200));
      add_hole (lab, (guint) g_rand_int_range (rand, 4, 1500));
    }
  check_intact_lab (lab);
}

/* Words overwritten anywhere, memory missing: the walk loses its way at the same places. */
static void
test_damage (void)
{
  for (guint seed = 0; seed < 30; seed++)
    {
      g_autoptr (Lab) lab = lab_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

      for (guint i = 0; i < 10; i++)
        {
          add_some (lab, rand, (guint) g_rand_int_range (rand, 0, 300));
          add_with_objects_inside (lab, i % 2 ? FREE : LONGS, (guint) g_rand_int_range (rand, 9, 900), seed % 2);
          if (i % 4 == 0)
            add_hole (lab, (guint) g_rand_int_range (rand, 4, 500));
        }
      for (guint i = 0; i < seed; i++)
        g_array_index (lab->words, guint64, g_rand_int_range (rand, 0, (gint32) lab->words->len))
            = i % 3 ? g_rand_int (rand) : table_of (i % N_KINDS);
      if (seed % 3 == 0)
        lab->missing = (HEAP + 8 * (guint64) g_rand_int_range (rand, 0, (gint32) lab->words->len - 600)) & ~4095ul;
      if (lab->missing != 0 && lab->missing < HEAP)
        lab->missing += 4096;
      lab_close (lab);
      check_pieces (lab, 8);
    }
}

static void
test_end_is_not_where_the_segment_ends (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  Found found;

  add_some (lab, rand, 2000);
  write_object (lab, lab->words->len, BYTES, 100);
  g_array_set_size (lab->words, lab->words->len - 5);
  lab_close (lab);
  check_pieces (lab, 8);
  found = walk (lab, 3, 1);
  MG_CHECK_UINT (found.result.n_bad_segments, 1);
  found_clear (&found);
}

/* Without an index, and without counting. */
static void
test_counts_and_marks_apart (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  Found expected, counted;
  MgObjectIndex *index;
  guint64 n_slots;

  add_some (lab, rand, 500);
  add_with_objects_inside (lab, LONGS, 20000, TRUE);
  add_some (lab, rand, 500);
  lab_close (lab);
  expected = walk (lab, 1, 0);
  mg_parallel_set_threads (3);
  mg_heap_pieces_set_blocks (1);
  counted = (Found){ .tables = mg_method_tables_new (&lab->runtime) };
  MG_CHECK (mg_heap_walk_count (&lab->heap, counted.tables, NULL, &n_slots, &counted.result, NULL, NULL));
  counted.n_slots = expected.n_slots;
  check_same (&counted, &expected);
  index = mg_object_index_new (&lab->heap, lab->space);
  MG_CHECK (mg_heap_walk_mark (&lab->heap, counted.tables, index, &n_slots, NULL, NULL));
  MG_CHECK_UINT (n_slots, expected.n_slots);
  check_marks (index, lab->starts);
  mg_parallel_set_threads (0);
  mg_heap_pieces_set_blocks (0);
  mg_object_index_free (index);
  found_clear (&counted);
  found_clear (&expected);
}

static void
test_cancel (void)
{
  g_autoptr (Lab) lab = lab_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint cancelled = 0;

  add_some (lab, rand, 5000);
  add_with_objects_inside (lab, FREE, 20000, TRUE);
  lab_close (lab);
  mg_heap_pieces_set_blocks (1);
  mg_parallel_set_threads (2);
  for (guint last = 0; last < 40; last++)
    {
      g_autoptr (MgMethodTables) tables = mg_method_tables_new (&lab->runtime);
      g_autoptr (MgProgress) progress = mg_test_impatient_progress (last);
      g_autoptr (GError) error = NULL;
      MgWalkResult result = { 0 };
      guint64 n_slots;

      mg_progress_stage (progress, "walk", 0, 1);
      if (!mg_heap_walk_count (&lab->heap, tables, NULL, &n_slots, &result, progress, &error))
        {
          MG_CHECK_ERROR (error, MG_ERROR_CANCELLED);
          cancelled++;
        }
    }
  mg_parallel_set_threads (0);
  mg_heap_pieces_set_blocks (0);
  MG_CHECK (cancelled > 0);
}

static const MgTest tests[] = {
  { "small objects", test_small_objects },
  { "array of what looks like objects", test_array_of_what_looks_like_objects },
  { "dead objects in free blocks", test_dead_objects_in_free_blocks },
  { "one array is the segment", test_one_array_is_the_segment },
  { "array over whole pieces", test_array_over_whole_pieces },
  { "holes of allocation contexts", test_holes_of_allocation_contexts },
  { "damage", test_damage },
  { "the end is not where the segment ends", test_end_is_not_where_the_segment_ends },
  { "counts and marks apart", test_counts_and_marks_apart },
  { "cancel", test_cancel },
};

MG_TEST_MAIN ("heap-walk", tests)
