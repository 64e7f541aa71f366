#include "ui/table/table-memory.h"

#define LAYOUTS_TYPE "a{s(a(sbi)sb)}"

struct _MgTableMemory
{
  GObject parent_instance;

  GHashTable *layouts; /* name → GVariant "(a(sbi)sb)" */
};

G_DEFINE_FINAL_TYPE (MgTableMemory, mg_table_memory, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LAYOUTS,
  N_PROPS
};

enum
{
  FORGOTTEN,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

MgTableMemory *
mg_table_memory_get_default (void)
{
  static MgTableMemory *memory;

  if (memory == NULL)
    memory = g_object_new (MG_TYPE_TABLE_MEMORY, NULL);
  return memory;
}

static void
changed_cb (MgTableView *table, GParamSpec *pspec, gpointer user_data)
{
  MgTableMemory *self = mg_table_memory_get_default ();
  GVariant *layout = mg_table_view_layout (table);
  GVariant *old = g_hash_table_lookup (self->layouts, user_data);

  if (old && g_variant_equal (old, layout))
    {
      g_variant_unref (layout);
      return;
    }
  g_hash_table_insert (self->layouts, g_strdup (user_data), layout);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAYOUTS]);
}

static void
free_name (gpointer name, GClosure *closure)
{
  g_free (name);
}

void
mg_table_memory_follow (MgTableView *table, const char *name)
{
  GVariant *layout = g_hash_table_lookup (mg_table_memory_get_default ()->layouts, name);

  g_return_if_fail (MG_IS_TABLE_VIEW (table));
  if (layout)
    mg_table_view_set_layout (table, layout);
  g_signal_connect_object (mg_table_memory_get_default (), "forgotten", G_CALLBACK (mg_table_view_reset_columns), table,
                           G_CONNECT_SWAPPED);
  g_signal_connect_data (table, "notify::columns", G_CALLBACK (changed_cb), g_strdup (name), free_name, 0);
  g_signal_connect_data (table, "notify::sorting", G_CALLBACK (changed_cb), g_strdup (name), free_name, 0);
}

/* In the order of names: the same looks are the same value. */
static GVariant *
all_layouts (MgTableMemory *self)
{
  GVariantBuilder builder;
  g_autoptr (GList) names = g_hash_table_get_keys (self->layouts);

  names = g_list_sort (names, (GCompareFunc) (void (*) (void)) g_strcmp0);
  g_variant_builder_init (&builder, G_VARIANT_TYPE (LAYOUTS_TYPE));
  for (GList *l = names; l; l = l->next)
    g_variant_builder_add (&builder, "{s@(a(sbi)sb)}", l->data, g_hash_table_lookup (self->layouts, l->data));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static void
mg_table_memory_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LAYOUTS)
    g_value_take_variant (value, all_layouts (MG_TABLE_MEMORY (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* Tables that are there keep their looks, unless all is forgotten; those made from now on take the new ones. */
static void
mg_table_memory_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  MgTableMemory *self = MG_TABLE_MEMORY (object);
  GVariant *all = g_value_get_variant (value), *layout;
  GVariantIter iter;
  const char *name;

  if (id != PROP_LAYOUTS)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_hash_table_remove_all (self->layouts);
  if (all == NULL || g_variant_n_children (all) == 0)
    {
      g_signal_emit (self, signals[FORGOTTEN], 0);
      return;
    }
  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "{&s@(a(sbi)sb)}", &name, &layout))
    g_hash_table_insert (self->layouts, g_strdup (name), layout);
}

static void
mg_table_memory_finalize (GObject *object)
{
  g_hash_table_unref (MG_TABLE_MEMORY (object)->layouts);
  G_OBJECT_CLASS (mg_table_memory_parent_class)->finalize (object);
}

static void
mg_table_memory_class_init (MgTableMemoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = mg_table_memory_get_property;
  object_class->set_property = mg_table_memory_set_property;
  object_class->finalize = mg_table_memory_finalize;
  properties[PROP_LAYOUTS]
    = g_param_spec_variant ("layouts", NULL, NULL, G_VARIANT_TYPE (LAYOUTS_TYPE), NULL,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[FORGOTTEN]
    = g_signal_new ("forgotten", MG_TYPE_TABLE_MEMORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mg_table_memory_init (MgTableMemory *self)
{
  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
}
