#include "analysis/graph/type-table.h"

#include <string.h>

typedef struct
{
  MgType type;
  guint32 provisional;
} Entry;

struct _MgTypeTableBuilder
{
  GArray *entries;       /* Entry */
  GStringChunk *strings; /* moves to the table */
};

typedef struct
{
  MgTypeTable table; /* first: what callers see */
  GStringChunk *strings;
} TableBox;

MgTypeTable *
mg_type_table_ref (MgTypeTable *table)
{
  return g_atomic_rc_box_acquire (table);
}

static void
table_clear (gpointer data)
{
  TableBox *box = data;

  g_free (box->table.types);
  g_string_chunk_free (box->strings);
}

void
mg_type_table_unref (MgTypeTable *table)
{
  if (table)
    g_atomic_rc_box_release_full ((TableBox *) (gpointer) table, table_clear);
}

MgTypeId
mg_type_table_find (const MgTypeTable *table, const char *name)
{
  guint32 low = 0, high = table->n_types;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (strcmp (table->types[middle].name, name) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low < table->n_types && strcmp (table->types[low].name, name) == 0 ? low : MG_TYPE_NONE;
}

static gboolean
has_framework_prefix (const char *text)
{
  static const char *const prefixes[]
      = { "System.", "Microsoft.", "Internal.", "Interop.", "Windows.", "MS.", "Mono." };

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (text, prefixes[i]))
      return TRUE;
  return FALSE;
}

gboolean
mg_type_is_own (const char *name, const char *module)
{
  static const char *const modules[]
      = { "mscorlib",     "netstandard", "WindowsBase", "PresentationCore", "PresentationFramework", "PresentationUI",
          "UIAutomation", "clr",         "coreclr",     "System",           "Accessibility" };
  const char *slash, *file;

  if (name[0] == '[' || strcmp (name, "UNDEFINED") == 0 || strcmp (name, "Free") == 0)
    return FALSE;
  if (has_framework_prefix (name))
    return FALSE;
  if (module == NULL)
    return TRUE;
  file = module;
  if ((slash = strrchr (file, '/')) != NULL)
    file = slash + 1;
  if ((slash = strrchr (file, '\\')) != NULL)
    file = slash + 1;
  if (has_framework_prefix (file))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (modules); i++)
    {
      gsize length = strlen (modules[i]);

      if (strncmp (file, modules[i], length) == 0 && (file[length] == '\0' || file[length] == '.'))
        return FALSE;
    }
  return TRUE;
}

MgTypeTableBuilder *
mg_type_table_builder_new (void)
{
  MgTypeTableBuilder *builder = g_new0 (MgTypeTableBuilder, 1);

  builder->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  builder->strings = g_string_chunk_new (16 * 1024);
  return builder;
}

guint32
mg_type_table_builder_add (MgTypeTableBuilder *builder,
                           const char *name,
                           const char *module,
                           guint64 handle,
                           guint32 flags)
{
  Entry entry = { .provisional = builder->entries->len };

  entry.type.name = g_string_chunk_insert (builder->strings, name);
  entry.type.module = module ? g_string_chunk_insert_const (builder->strings, module) : NULL;
  entry.type.handle = handle;
  entry.type.flags = flags | (mg_type_is_own (name, module) ? MG_TYPE_OWN : 0);
  g_array_append_val (builder->entries, entry);
  return entry.provisional;
}

static int
compare_types (const MgType *a, const MgType *b)
{
  int order = strcmp (a->name, b->name);

  if (order == 0)
    order = g_strcmp0 (a->module, b->module);
  if (order == 0)
    order = (a->handle > b->handle) - (a->handle < b->handle);
  return order;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;
  int order = compare_types (&first->type, &second->type);

  return order ? order : (first->provisional > second->provisional) - (first->provisional < second->provisional);
}

MgTypeTable *
mg_type_table_builder_finish (MgTypeTableBuilder *builder, MgTypeId **map)
{
  TableBox *box = g_atomic_rc_box_new0 (TableBox);
  guint32 n = builder->entries->len, n_types = 0;
  Entry *entries = (Entry *) (gpointer) builder->entries->data;

  if (n > 0) /* a damaged core may have no type at all, and then there is no array */
    qsort (entries, n, sizeof *entries, compare_entries);
  box->table.types = g_new (MgType, n + 1);
  *map = g_new (MgTypeId, n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      if (n_types > 0 && compare_types (&box->table.types[n_types - 1], &entries[i].type) == 0)
        box->table.types[n_types - 1].flags |= entries[i].type.flags;
      else
        box->table.types[n_types++] = entries[i].type;
      (*map)[entries[i].provisional] = n_types - 1;
    }
  box->table.n_types = n_types;
  box->strings = g_steal_pointer (&builder->strings);
  mg_type_table_builder_free (builder);
  return &box->table;
}

void
mg_type_table_builder_free (MgTypeTableBuilder *builder)
{
  if (builder == NULL)
    return;
  g_array_free (builder->entries, TRUE);
  if (builder->strings)
    g_string_chunk_free (builder->strings);
  g_free (builder);
}
