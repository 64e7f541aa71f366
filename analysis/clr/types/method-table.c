#include "analysis/clr/types/method-table.h"

#include "analysis/clr/types/load-contexts.h"

#define FIRST_SLOTS 4096
#define MAX_SERIES 4096
#define MAX_ITEMS 65536
#define MAX_BASE_SIZE (1u << 26)

static void table_free (gpointer data);

static void
forget_inner (MgMethodTable *table)
{
  if (table->inner != table)
    table_free (table->inner);
  table->inner = NULL;
}

static void
table_free (gpointer data)
{
  MgMethodTable *table = data;

  if (table == NULL)
    return;
  forget_inner (table);
  g_free (table->series);
  g_free (table->items);
  g_free (table);
}

MgMethodTables *
mg_method_tables_new (const MgRuntime *runtime)
{
  MgMethodTables *tables = g_new0 (MgMethodTables, 1);

  tables->runtime = runtime;
  tables->tables = g_ptr_array_new_with_free_func (table_free);
  tables->n_slots = FIRST_SLOTS;
  tables->keys = g_new0 (guint64, tables->n_slots);
  tables->values = g_new0 (MgMethodTable *, tables->n_slots);
  return tables;
}

void
mg_method_tables_free (MgMethodTables *tables)
{
  if (tables == NULL)
    return;
  g_ptr_array_unref (tables->tables);
  g_free (tables->keys);
  g_free (tables->values);
  g_free (tables);
}

static void
read_series (const MgAddressSpace *space, MgMethodTable *table, guint32 n)
{
  table->series = g_new0 (MgSeries, n);
  table->n_series = n;
  for (guint32 i = 0; i < n; i++)
    {
      guint64 at = table->address - 8 - 16 * ((guint64) i + 1);

      if (!mg_address_space_u64 (space, at, &table->series[i].size)
          || !mg_address_space_u64 (space, at + 8, &table->series[i].start))
        {
          table->n_series = i;
          return;
        }
    }
}

static void
read_items (const MgAddressSpace *space, MgMethodTable *table, guint32 n)
{
  guint64 size = 0;

  table->series = g_new0 (MgSeries, 1);
  table->items = g_new0 (MgSeriesItem, n);
  if (!mg_address_space_u64 (space, table->address - 16, &table->series[0].start))
    return;
  for (guint32 k = 0; k < n; k++)
    {
      guint64 at = table->address - 24 - 8 * (guint64) k;

      if (!mg_address_space_u32 (space, at, &table->items[k].references)
          || !mg_address_space_u32 (space, at + 4, &table->items[k].skip))
        return;
      size += 8 * (guint64) table->items[k].references + table->items[k].skip;
    }
  if (size == 0 || size > G_MAXUINT32)
    return;
  table->item_size = (guint32) size;
  table->n_items = n;
}

static void
read_gc_desc (const MgAddressSpace *space, MgMethodTable *table)
{
  guint64 raw;
  gint64 n;

  if (!(table->flags & MG_MT_HAS_POINTERS) || !mg_address_space_u64 (space, table->address - 8, &raw))
    return;
  n = (gint64) raw;
  if (n > 0 && n <= MAX_SERIES)
    read_series (space, table, (guint32) n);
  else if (n < 0 && n >= -MAX_ITEMS)
    read_items (space, table, (guint32) -n);
}

static MgMethodTable *
read_table (MgMethodTables *tables, guint64 address)
{
  const MgAddressSpace *space = tables->runtime->space;
  MgMethodTable *table = g_new0 (MgMethodTable, 1);

  table->address = address;
  if (!mg_address_space_u32 (space, address, &table->flags)
      || !mg_address_space_u32 (space, address + 4, &table->base_size))
    return table;
  if (table->flags & MG_MT_HAS_COMPONENTS)
    table->component_size = table->flags & 0xffff;
  table->valid
      = table->base_size <= MAX_BASE_SIZE && table->base_size >= 16
        && (address == tables->runtime->free_method_table || mg_runtime_is_method_table (tables->runtime, address));
  if (table->valid)
    {
      read_gc_desc (space, table);
      table->loader_object = mg_loader_object_of (tables->runtime, address);
    }
  return table;
}

static void
insert (MgMethodTables *tables, MgMethodTable *table)
{
  guint32 slot = mg_method_tables_slot (tables, table->address);

  while (tables->keys[slot] != 0)
    slot = (slot + 1) & (tables->n_slots - 1);
  tables->keys[slot] = table->address;
  tables->values[slot] = table;
}

static void
grow (MgMethodTables *tables)
{
  g_autofree guint64 *keys = tables->keys;
  g_autofree MgMethodTable **values = tables->values;
  guint32 n = tables->n_slots;

  tables->n_slots *= 2;
  tables->keys = g_new0 (guint64, tables->n_slots);
  tables->values = g_new0 (MgMethodTable *, tables->n_slots);
  for (guint32 i = 0; i < n; i++)
    if (keys[i] != 0)
      insert (tables, values[i]);
}

/* Takes TABLE. */
static void
take (MgMethodTables *tables, MgMethodTable *table)
{
  table->number = tables->tables->len;
  g_ptr_array_add (tables->tables, table);
  if (2 * ++tables->n_keys > tables->n_slots)
    grow (tables);
  insert (tables, table);
}

MgMethodTable *
mg_method_tables_add (MgMethodTables *tables, guint64 address)
{
  MgMethodTable *table;

  /* 0 marks a free slot, so it cannot be a key; nothing is there anyway. */
  static MgMethodTable none;

  if (address == 0)
    return &none;
  table = read_table (tables, address);
  take (tables, table);
  return table;
}

MgMethodTables *
mg_method_tables_fork (const MgMethodTables *tables)
{
  MgMethodTables *fork = g_new0 (MgMethodTables, 1);

  fork->runtime = tables->runtime;
  fork->tables = g_ptr_array_new_with_free_func (table_free);
  fork->n_slots = tables->n_slots;
  fork->n_keys = tables->n_keys;
  fork->keys = g_memdup2 (tables->keys, fork->n_slots * sizeof *fork->keys);
  fork->values = g_memdup2 (tables->values, fork->n_slots * sizeof *fork->values);
  return fork;
}

void
mg_method_tables_forget_inner (MgMethodTables *tables)
{
  for (guint i = 0; i < tables->tables->len; i++)
    forget_inner (g_ptr_array_index (tables->tables, i));
}

static MgMethodTable *
find (const MgMethodTables *tables, guint64 address)
{
  for (guint32 slot = mg_method_tables_slot (tables, address); tables->keys[slot] != 0;
       slot = (slot + 1) & (tables->n_slots - 1))
    if (tables->keys[slot] == address)
      return tables->values[slot];
  return NULL;
}

void
mg_method_tables_merge (MgMethodTables *tables, MgMethodTables *from)
{
  for (guint i = 0; i < from->tables->len; i++)
    {
      MgMethodTable *table = g_ptr_array_index (from->tables, i), *known = find (tables, table->address);

      if (!table->valid)
        continue;
      if (known)
        {
          known->count += table->count;
          known->size += table->size;
          continue;
        }
      take (tables, table);
      from->tables->pdata[i] = g_new0 (MgMethodTable, 1); /* its hash still leads to the one that has gone */
    }
}

void
mg_method_tables_keep_met (MgMethodTables *tables)
{
  g_autoptr (GPtrArray) all = tables->tables;

  tables->tables = g_ptr_array_new_with_free_func (table_free);
  tables->n_keys = 0;
  memset (tables->keys, 0, tables->n_slots * sizeof *tables->keys);
  g_ptr_array_set_free_func (all, NULL);
  for (guint i = 0; i < all->len; i++)
    {
      MgMethodTable *table = g_ptr_array_index (all, i);

      if (table->count > 0)
        take (tables, table);
      else
        table_free (table);
    }
}

static int
compare_addresses (gconstpointer a, gconstpointer b)
{
  const MgMethodTable *const *first = a, *const *second = b;

  return (*first)->address < (*second)->address ? -1 : (*first)->address > (*second)->address;
}

void
mg_method_tables_sort (MgMethodTables *tables)
{
  g_ptr_array_sort (tables->tables, compare_addresses);
  for (guint i = 0; i < tables->tables->len; i++)
    ((MgMethodTable *) g_ptr_array_index (tables->tables, i))->number = i;
}

guint64
mg_method_table_n_slots (const MgMethodTable *table, guint64 size)
{
  guint64 n = 0;

  if (table->n_items > 0 && table->item_size > 0)
    {
      guint64 start = table->series[0].start, references = 0;

      for (guint32 k = 0; k < table->n_items; k++)
        references += table->items[k].references;
      return start < size ? (size - start) / table->item_size * references : 0;
    }
  for (guint32 s = 0; s < table->n_series && table->n_items == 0; s++)
    {
      guint64 start = table->series[s].start, bytes = table->series[s].size + size;

      if (start < size && bytes <= size - start)
        n += bytes / 8;
    }
  return n;
}

guint64
mg_method_table_all_slots (const MgMethodTable *table)
{
  guint64 bytes = 0, most = table->size / 8;

  if (table->n_items > 0 && table->item_size > 0)
    {
      for (guint32 k = 0; k < table->n_items; k++)
        bytes += 8 * (guint64) table->items[k].references;
      bytes *= table->size / table->item_size;
    }
  else
    for (guint32 s = 0; s < table->n_series; s++)
      bytes += table->series[s].size * table->count + table->size; /* the series' size is that of an object less */
  return MIN (bytes / 8, most);
}
