#include "analysis/clr/types/class-reach.h"

#include "analysis/clr/types/declared-class.h"
#include "analysis/clr/types/loaded-classes.h"
#include "analysis/clr/types/method-table.h"

/* More classes than that lead nearly everywhere. */
#define CLASSES_MOST 4096

struct _MgClassReach
{
  MgClrModules *modules;
  MgMethodTables *tables; /* where references lie in objects of the classes looked at */
  guint64 subject;
  guint64 array_class; /* System.Array: what is declared so holds arrays of anything */
  gboolean subject_is_array, subject_is_string;
  gboolean has_nameless; /* there are loaded classes without a name, once `named` is there */
  GHashTable *parents;   /* guint64 *: the subject and the classes it comes of */
  GHashTable *tied;      /* guint64 *, borrowed */
  GHashTable *children;  /* guint64 * → GArray of guint64: classes that come straight of it; NULL: not all known */
  GHashTable *named;     /* "Namespace.Name" → GArray of guint64: loaded classes; NULL until first needed */
  GHashTable *fields;    /* guint64 * → GArray of MgDeclared, or NULL when it may hold anything */
  GHashTable *answers;   /* guint64 * → GINT: what is declared as the class may lead there */
};

static GHashTable *
new_table (GDestroyNotify free_value)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_value);
}

static gpointer
new_key (guint64 table)
{
  return g_memdup2 (&table, sizeof table);
}

static void
array_free (gpointer data)
{
  if (data != NULL)
    g_array_unref (data);
}

/* Adds TABLE to what LISTS has under KEY, which is taken. */
static void
add_to_list (GHashTable *lists, gpointer key, guint64 table)
{
  GArray *list = g_hash_table_lookup (lists, key);

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_hash_table_insert (lists, key, list);
    }
  else
    g_free (key);
  g_array_append_val (list, table);
}

static void
add_child_cb (guint64 table, gpointer user_data)
{
  MgClassReach *reach = user_data;
  const MgRuntime *runtime = reach->modules->runtime;
  guint64 parent = mg_runtime_parent_of (runtime, table);

  if (parent != 0)
    add_to_list (reach->children, new_key (parent), table);
  if (mg_method_table_is_array (mg_address_space_u32_or_0 (runtime->space, table)))
    reach->array_class = parent;
}

static void
learn_parents (MgClassReach *reach)
{
  for (guint64 table = reach->subject; table != 0 && !g_hash_table_contains (reach->parents, &table);
       table = mg_runtime_parent_of (reach->modules->runtime, table))
    g_hash_table_add (reach->parents, new_key (table));
}

MgClassReach *
mg_class_reach_new (MgClrModules *modules, guint64 subject, GHashTable *tied)
{
  MgClassReach *reach = g_new0 (MgClassReach, 1);
  const MgRuntime *runtime = modules->runtime;
  guint32 flags = mg_address_space_u32_or_0 (runtime->space, subject);

  reach->modules = modules;
  reach->tables = mg_method_tables_new (runtime);
  reach->subject = subject;
  reach->subject_is_string = subject == runtime->string_method_table;
  reach->subject_is_array = mg_method_table_is_array (flags);
  reach->tied = tied;
  reach->parents = new_table (NULL);
  reach->fields = new_table (array_free);
  reach->answers = new_table (NULL);
  learn_parents (reach);
  if (mg_loaded_classes_are_known (runtime))
    {
      reach->children = new_table (array_free);
      mg_loaded_classes_each (modules, NULL, 0, add_child_cb, reach);
    }
  return reach;
}

void
mg_class_reach_free (MgClassReach *reach)
{
  if (reach == NULL)
    return;
  mg_method_tables_free (reach->tables);
  g_hash_table_unref (reach->parents);
  g_clear_pointer (&reach->children, g_hash_table_unref);
  g_clear_pointer (&reach->named, g_hash_table_unref);
  g_hash_table_unref (reach->fields);
  g_hash_table_unref (reach->answers);
  g_free (reach);
}

/* ---- Names ---- */

/* "Namespace.Name" of a TypeDef or TypeRef; of a nested class only the name. NULL: not in the dump. Both tables have
 * them in the same columns. */
static char *
name_in (MgClassReach *reach, guint64 module, MgMetadataTable table, guint32 row)
{
  const MgClrModule *found = mg_clr_modules_get (reach->modules, module);
  g_autofree char *name = NULL, *space = NULL;

  if (!found->has_metadata)
    return NULL;
  name = mg_metadata_text (&found->metadata, table, row, MG_TYPE_DEF_NAME);
  space = mg_metadata_text (&found->metadata, table, row, MG_TYPE_DEF_NAMESPACE);
  return name != NULL ? g_strconcat (space != NULL ? space : "", ".", name, NULL) : NULL;
}

static void
add_name_cb (guint64 table, gpointer user_data)
{
  MgClassReach *reach = user_data;
  const MgRuntime *runtime = reach->modules->runtime;
  guint32 row = mg_clr_type_def_of (runtime, table), flags = mg_address_space_u32_or_0 (runtime->space, table);
  char *name;

  if (mg_method_table_is_array (flags) || mg_runtime_is_continuation (runtime, table))
    return; /* no name in metadata means these */
  name = row != 0 ? name_in (reach, mg_clr_module_of (runtime, table), MG_TABLE_TYPE_DEF, row) : NULL;

  if (name != NULL)
    add_to_list (reach->named, name, table);
  else
    reach->has_nameless = TRUE;
}

static GHashTable *
names_of_all (MgClassReach *reach)
{
  if (reach->named == NULL)
    {
      reach->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, array_free);
      mg_loaded_classes_each (reach->modules, NULL, 0, add_name_cb, reach);
    }
  return reach->named;
}

/* ---- One class ---- */

/* Places for references in an object of TABLE; 0 for a string. */
static guint64
count_slots (const MgMethodTable *table)
{
  return mg_method_table_n_slots (table, table->base_size);
}

/* What the fields of an object of exactly TABLE hold; NULL: maybe anything. */
static GArray *
read_fields (MgClassReach *reach, guint64 table)
{
  const MgMethodTable *layout = mg_method_tables_get (reach->tables, table);
  g_autoptr (GArray) fields = NULL, declared = g_array_new (FALSE, FALSE, sizeof (MgDeclared));

  if (!layout->valid || layout->loader_object != 0 || mg_method_table_is_array (layout->flags)
      || mg_method_table_is_value_type (layout->flags) || g_hash_table_contains (reach->tied, &table))
    return NULL;
  fields = mg_fields_instance (reach->modules->runtime, table);
  for (guint i = 0; i < fields->len; i++)
    if (g_array_index (fields, MgField, i).element == MG_ELEMENT_CLASS)
      {
        MgDeclared one = mg_declared_class (reach->modules, &g_array_index (fields, MgField, i));

        if (one.kind == MG_DECLARED_ANYTHING)
          return NULL;
        g_array_append_val (declared, one);
      }
  /* Structs have references, too. */
  return count_slots (layout) == declared->len ? g_steal_pointer (&declared) : NULL;
}

static const GArray *
fields_of (MgClassReach *reach, guint64 table)
{
  gpointer known;

  if (!g_hash_table_lookup_extended (reach->fields, &table, NULL, &known))
    {
      known = read_fields (reach, table);
      g_hash_table_insert (reach->fields, new_key (table), known);
    }
  return known;
}

/* ---- All that a class leads to ---- */

typedef struct
{
  MgClassReach *reach;
  GHashTable *seen;
  GArray *classes; /* guint64: classes that objects met may have, each once */
} Closure;

/* A class of its own right: no interface, struct or array, and no instance of a generic class, of which more may exist
 * than is known. */
static gboolean
is_plain_class (const MgRuntime *runtime, guint64 table)
{
  guint32 flags = mg_address_space_u32_or_0 (runtime->space, table);

  return (table & 7) == 0 && table != runtime->object_method_table && (flags & MG_MT_CATEGORY_ARRAY_MASK) == 0
         && !mg_method_table_is_generic (flags) && mg_runtime_is_method_table (runtime, table);
}

static void
add_class (Closure *closure, guint64 table)
{
  if (g_hash_table_contains (closure->seen, &table))
    return;
  g_hash_table_add (closure->seen, new_key (table));
  g_array_append_val (closure->classes, table);
}

/* Adds what is declared as TABLE. FALSE: that may lead to the subject. */
static gboolean
add_declared_class (Closure *closure, guint64 table)
{
  MgClassReach *reach = closure->reach;
  gpointer known;

  if (g_hash_table_lookup_extended (reach->answers, &table, NULL, &known))
    return !GPOINTER_TO_INT (known);
  if (table == reach->array_class || g_hash_table_contains (reach->parents, &table)
      || !is_plain_class (reach->modules->runtime, table))
    return FALSE;
  add_class (closure, table);
  return TRUE;
}

/* Adds all classes that a module may mean by a name that it has not looked up; classes that nobody has loaded have no
 * objects. FALSE as above. */
static gboolean
add_named (Closure *closure, const MgDeclared *declared)
{
  g_autofree char *name = NULL;
  const GArray *tables;

  if (declared->type_ref == 0)
    return TRUE;
  name = name_in (closure->reach, declared->module, MG_TABLE_TYPE_REF, declared->type_ref);
  if (name == NULL)
    return FALSE;
  tables = g_hash_table_lookup (names_of_all (closure->reach), name);
  for (guint i = 0; tables != NULL && i < tables->len; i++)
    if (!add_declared_class (closure, g_array_index (tables, guint64, i)))
      return FALSE;
  return !closure->reach->has_nameless;
}

static gboolean
add_class_or_named (Closure *closure, const MgDeclared *declared)
{
  return declared->table != 0 ? add_declared_class (closure, declared->table) : add_named (closure, declared);
}

static gboolean
add_declared (Closure *closure, const MgDeclared *declared)
{
  const MgClassReach *reach = closure->reach;

  switch (declared->kind)
    {
    case MG_DECLARED_NUMBERS:
      return !reach->subject_is_array;
    case MG_DECLARED_CLASS:
      return add_class_or_named (closure, declared);
    case MG_DECLARED_ARRAY:
      return !reach->subject_is_array && add_class_or_named (closure, declared);
    case MG_DECLARED_ANYTHING:
    default:
      return FALSE;
    }
}

static gboolean
add_what_it_holds (Closure *closure, guint64 table)
{
  const GArray *fields = fields_of (closure->reach, table);

  if (fields == NULL)
    return FALSE;
  for (guint i = 0; i < fields->len; i++)
    if (!add_declared (closure, &g_array_index (fields, MgDeclared, i)))
      return FALSE;
  return TRUE;
}

static void
add_children (Closure *closure, guint64 table)
{
  const GArray *children = g_hash_table_lookup (closure->reach->children, &table);

  for (guint i = 0; children != NULL && i < children->len; i++)
    add_class (closure, g_array_index (children, guint64, i));
}

/* Goes from class to class until there are no more. FALSE: they may lead to the subject. */
static gboolean
close_over (Closure *closure)
{
  for (guint i = 0; i < closure->classes->len; i++)
    {
      guint64 table = g_array_index (closure->classes, guint64, i);

      if (table == closure->reach->subject || closure->classes->len > CLASSES_MOST
          || !add_what_it_holds (closure, table))
        return FALSE;
      add_children (closure, table);
    }
  return TRUE;
}

/* Whether what is declared as DECLARED may be, or lead to, what is looked for. Once it is known of a class that it does
 * not, it is known of all classes on the way. */
static gboolean
may_lead (MgClassReach *reach, const MgDeclared *declared)
{
  Closure closure = { reach, NULL, NULL };
  gboolean may;

  if (declared->kind == MG_DECLARED_ANYTHING)
    return TRUE;
  if (declared->table != 0 && declared->table == reach->modules->runtime->string_method_table)
    return declared->kind == MG_DECLARED_ARRAY ? reach->subject_is_array || reach->subject_is_string
                                               : reach->subject_is_string;
  if (declared->kind != MG_DECLARED_NUMBERS && reach->children == NULL)
    return TRUE;
  closure.seen = new_table (NULL);
  closure.classes = g_array_new (FALSE, FALSE, sizeof (guint64));
  may = !add_declared (&closure, declared) || !close_over (&closure);
  for (guint i = 0; !may && i < closure.classes->len; i++)
    g_hash_table_insert (reach->answers, new_key (g_array_index (closure.classes, guint64, i)),
                         GINT_TO_POINTER (FALSE));
  if (may && declared->table != 0)
    g_hash_table_insert (reach->answers, new_key (declared->table), GINT_TO_POINTER (TRUE));
  g_hash_table_unref (closure.seen);
  g_array_unref (closure.classes);
  return may;
}

gboolean
mg_class_reach_of_field (MgClassReach *reach, const MgField *field)
{
  MgDeclared declared = mg_declared_class (reach->modules, field);

  return may_lead (reach, &declared);
}

gboolean
mg_class_reach_of_elements (MgClassReach *reach, guint64 table)
{
  MgDeclared declared = { .kind = MG_DECLARED_CLASS, .table = table };

  return may_lead (reach, &declared);
}
