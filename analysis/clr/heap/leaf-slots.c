#include "analysis/clr/heap/leaf-slots.h"

#include "analysis/clr/types/fields.h"

#define FIRST_FIELD_AT 8
#define ARRAY_ELEMENT_AT 48
/* ECMA-335 II.23.2.12 */
#define SIG_SZARRAY 0x1d

MgLeafSlots *
mg_leaf_slots_new (MgClrModules *modules)
{
  MgLeafSlots *slots = g_new0 (MgLeafSlots, 1);

  slots->modules = modules;
  g_mutex_init (&slots->lock);
  return slots;
}

void
mg_leaf_slots_free (MgLeafSlots *slots)
{
  if (slots == NULL)
    return;
  g_mutex_clear (&slots->lock);
  g_free (slots);
}

gboolean
mg_leaf_slots_lead_to (const MgMethodTable *table)
{
  return table->component_size != 0 && table->n_series == 0 && table->n_items == 0;
}

static gboolean
is_number (guint8 element)
{
  return (element >= MG_ELEMENT_BOOLEAN && element <= MG_ELEMENT_R8) || element == MG_ELEMENT_I
         || element == MG_ELEMENT_U;
}

/* Whether FIELD is declared as string or as an array of numbers. */
static gboolean
is_leaf_field (MgLeafSlots *slots, const MgField *field)
{
  guint8 signature[2] = { 0 };

  return field->element == MG_ELEMENT_CLASS
         && mg_field_signature (slots->modules, field, signature, sizeof signature) > 0
         && (signature[0] == MG_ELEMENT_STRING || (signature[0] == SIG_SZARRAY && is_number (signature[1])));
}

/* Offsets (guint32, rising as the fields do) of the object's leaf fields. */
static GArray *
leaf_offsets (MgLeafSlots *slots, const MgMethodTable *table)
{
  g_autoptr (GArray) fields = mg_fields_instance (slots->modules->runtime, table->address);
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < fields->len; i++)
    {
      const MgField *field = &g_array_index (fields, MgField, i);
      guint32 offset = FIRST_FIELD_AT + field->offset;

      if (is_leaf_field (slots, field))
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

static MgMethodTable *
make_inner (MgLeafSlots *slots, MgMethodTable *table)
{
  const MgRuntime *runtime = slots->modules->runtime;
  g_autoptr (GArray) offsets = NULL;
  GArray *series;

  if (!table->valid || table->n_series == 0 || table->n_items != 0)
    return table;
  if (table->component_size != 0)
    return mg_address_space_u64_or_0 (runtime->space, table->address + ARRAY_ELEMENT_AT) == runtime->string_method_table
               ? copy_with (table, g_array_new (FALSE, FALSE, sizeof (MgSeries)))
               : table;
  offsets = leaf_offsets (slots, table);
  if (offsets->len == 0)
    return table;
  series = g_array_new (FALSE, FALSE, sizeof (MgSeries));
  for (guint32 s = 0; s < table->n_series; s++)
    split_series (&table->series[s], table->base_size, offsets, series);
  return copy_with (table, series);
}

void
mg_leaf_slots_learn (MgLeafSlots *slots, MgMethodTable *table)
{
  g_mutex_lock (&slots->lock);
  if (table->inner == NULL)
    __atomic_store_n (&table->inner, make_inner (slots, table), __ATOMIC_RELEASE);
  g_mutex_unlock (&slots->lock);
}
