#include "analysis/clr/heap/dead-ends.h"

#define FIRST_FIELD_AT 8
#define ARRAY_ELEMENT_AT 48

/* Classes of the objects that hold others by dependent handles. */
static GHashTable *
tied_classes (const MgRuntime *runtime, const MgTies *ties)
{
  GHashTable *tied = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < ties->n; i++)
    {
      guint64 table = mg_method_table_of (runtime->space, ties->ties[i].from);

      if (table != 0 && !g_hash_table_contains (tied, &table))
        g_hash_table_add (tied, g_memdup2 (&table, sizeof table));
    }
  return tied;
}

MgDeadEnds *
mg_dead_ends_new (MgClrModules *modules, const MgTies *ties, MgMethodTables *tables, guint64 subject)
{
  MgDeadEnds *ends = g_new0 (MgDeadEnds, 1);

  mg_method_tables_forget_inner (tables);
  ends->runtime = modules->runtime;
  ends->tied = tied_classes (modules->runtime, ties);
  ends->reach = mg_class_reach_new (modules, subject, ends->tied);
  g_mutex_init (&ends->lock);
  return ends;
}

void
mg_dead_ends_free (MgDeadEnds *ends)
{
  if (ends == NULL)
    return;
  mg_class_reach_free (ends->reach);
  g_hash_table_unref (ends->tied);
  g_mutex_clear (&ends->lock);
  g_free (ends);
}

/* Offsets (guint32, rising as the fields do) of the object's fields that need not be followed. */
static GArray *
dead_offsets (MgDeadEnds *ends, const MgMethodTable *table)
{
  g_autoptr (GArray) fields = mg_fields_instance (ends->runtime, table->address);
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < fields->len; i++)
    {
      const MgField *field = &g_array_index (fields, MgField, i);
      guint32 offset = FIRST_FIELD_AT + field->offset;

      if (field->element == MG_ELEMENT_CLASS && !mg_class_reach_of_field (ends->reach, field))
        g_array_append_val (offsets, offset);
    }
  return offsets;
}

/* Adds the run of SERIES of an object of SIZE bytes to INNER (MgSeries) in the pieces that OFFSETS leave. */
static void
split_series (const MgSeries *series, guint64 size, const GArray *offsets, GArray *inner)
{
  guint64 at = series->start, end = series->start + series->size + size;
  guint next = 0;

  while (at < end)
    {
      guint64 stop;
      MgSeries piece;

      while (next < offsets->len && g_array_index (offsets, guint32, next) < at)
        next++;
      stop = next < offsets->len ? MIN (g_array_index (offsets, guint32, next), end) : end;
      piece = (MgSeries){ at, stop - at - size };
      if (stop > at)
        g_array_append_val (inner, piece);
      at = stop + 8;
    }
}

/* A copy of TABLE with SERIES, which is taken, instead of its own. */
static MgMethodTable *
copy_with (const MgMethodTable *table, GArray *series)
{
  MgMethodTable *copy = g_new (MgMethodTable, 1);

  *copy = *table;
  copy->items = NULL;
  copy->inner = NULL;
  copy->n_series = series->len;
  copy->series = (MgSeries *) (gpointer) g_array_free (series, FALSE);
  return copy;
}

/* Whether the elements of an array need not be followed. */
static gboolean
are_dead (MgDeadEnds *ends, const MgMethodTable *table)
{
  guint64 element = mg_address_space_u64_or_0 (ends->runtime->space, table->address + ARRAY_ELEMENT_AT);

  return element != 0 && !mg_class_reach_of_elements (ends->reach, element);
}

static MgMethodTable *
make_inner (MgDeadEnds *ends, MgMethodTable *table)
{
  g_autoptr (GArray) offsets = NULL;
  GArray *series;

  if (!table->valid || table->n_series == 0 || table->n_items != 0)
    return table;
  if (table->component_size != 0)
    return are_dead (ends, table) ? copy_with (table, g_array_new (FALSE, FALSE, sizeof (MgSeries))) : table;
  offsets = dead_offsets (ends, table);
  if (offsets->len == 0)
    return table;
  series = g_array_new (FALSE, FALSE, sizeof (MgSeries));
  for (guint32 s = 0; s < table->n_series; s++)
    split_series (&table->series[s], table->base_size, offsets, series);
  return copy_with (table, series);
}

void
mg_dead_ends_learn (MgDeadEnds *ends, MgMethodTable *table)
{
  g_mutex_lock (&ends->lock);
  if (table->inner == NULL)
    __atomic_store_n (&table->inner, make_inner (ends, table), __ATOMIC_RELEASE);
  g_mutex_unlock (&ends->lock);
}
