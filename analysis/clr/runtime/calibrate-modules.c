#include <string.h>

#include "analysis/clr/runtime/calibrate.h"
#include "analysis/clr/types/methods.h"
#include "analysis/clr/types/modules.h"

#define MAX_MODULE 2048
#define MAX_CLASSES 400
#define MIN_CLASSES 20
#define FIELD_STATIC 0x10
#define FIELD_LITERAL 0x40
#define READY_TO_RUN 0x00525452u

typedef struct
{
  MgRuntime *runtime;
  MgLayout *layout;
  guint64 module;     /* of System.Object */
  MgMetadata metadata;
  GArray *classes;    /* Class: loaded ones of that module */
} Work;

typedef struct
{
  guint64 class, parent_class; /* EEClasses */
  guint32 n_fields;            /* that it declares, without constants */
} Class;

static guint64
u64_at (const Work *work, guint64 address)
{
  return mg_address_space_u64_or_0 (work->runtime->space, address);
}

static guint32
row_of (const Work *work, guint64 table)
{
  return work->layout->wide_rid ? mg_address_space_u32_or_0 (work->runtime->space, table + 8) >> 8
                                : mg_address_space_u16_or_0 (work->runtime->space, table + 10);
}

/* Whether the image at BASE has the metadata in which the class of System.Object is named so. */
static gboolean
is_core_library (Work *work, guint64 base)
{
  g_autofree char *name = NULL;

  if (base < 0x10000 || !mg_metadata_read_image (work->runtime->space, base, &work->metadata))
    return FALSE;
  name = mg_metadata_text (&work->metadata, MG_TABLE_TYPE_DEF, row_of (work, work->runtime->object_method_table),
                           MG_TYPE_DEF_NAME);
  return g_strcmp0 (name, "Object") == 0;
}

static gboolean
find_base (Work *work)
{
  MgLayout *layout = work->layout;

  layout->module_base = layout->module_peassembly = -1;
  for (gint16 at = 8; at < 512; at += 8)
    if (is_core_library (work, u64_at (work, work->module + (guint64) at)))
      {
        layout->module_base = at;
        return TRUE;
      }
  for (gint16 assembly = 8; assembly < 512; assembly += 8)
    {
      guint64 image = u64_at (work, u64_at (work, work->module + (guint64) assembly) + 8);

      for (gint16 loaded = 144; image > 0x10000 && loaded >= 96; loaded -= 8)
        for (gint16 base = 8; base <= 16; base += 8)
          if (is_core_library (work, u64_at (work, u64_at (work, image + (guint64) loaded) + (guint64) base)))
            {
              layout->module_peassembly = assembly;
              layout->peassembly_image = 8;
              layout->image_layout_loaded = loaded;
              layout->image_layout_flat = (gint16) (loaded - 8);
              layout->image_layout_base = base;
              return TRUE;
            }
    }
  return FALSE;
}

/* A map {next, table, u32 count, mask} with a place for each of N rows and row 0. */
static gboolean
is_map (const Work *work, gint16 offset, guint32 n)
{
  guint64 at = work->module + (guint64) offset;

  return u64_at (work, at) == 0 && u64_at (work, at + 8) != 0
         && mg_address_space_u32_or_0 (work->runtime->space, at + 16) == n + 1;
}

static gint16
find_map (const Work *work, gint16 from, MgMetadataTable table)
{
  for (gint16 at = from; at < MAX_MODULE; at += 8)
    if (is_map (work, at, work->metadata.n_rows[table]))
      return at;
  return -1;
}

static void
find_maps (Work *work)
{
  MgLayout *layout = work->layout;
  guint64 object = work->runtime->object_method_table;

  layout->module_typedef_map = -1;
  for (gint16 at = 8; at < MAX_MODULE && layout->module_typedef_map < 0; at += 8)
    if (is_map (work, at, work->metadata.n_rows[MG_TABLE_TYPE_DEF])
        && mg_clr_module_map_get (work->runtime, work->module + (guint64) at, row_of (work, object)) == object)
      layout->module_typedef_map = at;
  layout->module_typeref_map = find_map (work, 8, MG_TABLE_TYPE_REF);
  layout->module_methoddef_map = find_map (work, 8, MG_TABLE_METHOD_DEF);
  layout->module_fielddef_map = find_map (work, 8, MG_TABLE_FIELD);
}

/* Fields that TypeDef ROW declares, without constants, which no class has room for. */
static guint32
count_fields (const Work *work, guint32 row)
{
  guint32 first = 0, end = 0, n = 0;

  if (!mg_metadata_cell (&work->metadata, MG_TABLE_TYPE_DEF, row, MG_TYPE_DEF_FIELDS, &first))
    return 0;
  if (row == work->metadata.n_rows[MG_TABLE_TYPE_DEF])
    end = work->metadata.n_rows[MG_TABLE_FIELD] + 1;
  else if (!mg_metadata_cell (&work->metadata, MG_TABLE_TYPE_DEF, row + 1, MG_TYPE_DEF_FIELDS, &end))
    return 0;
  for (guint32 field = first; field < end; field++)
    {
      guint32 flags;

      if (mg_metadata_cell (&work->metadata, MG_TABLE_FIELD, field, MG_FIELD_FLAGS, &flags) && !(flags & FIELD_LITERAL))
        n++;
    }
  return n;
}

static void
add_class_cb (guint64 table, gpointer user_data)
{
  Work *work = user_data;
  guint64 parent = u64_at (work, table + 16);
  Class entry = { mg_runtime_class_of (work->runtime, table),
                  parent ? mg_runtime_class_of (work->runtime, parent) : 0, 0 };

  if (work->classes->len >= MAX_CLASSES || !mg_runtime_is_method_table (work->runtime, table) || entry.class == 0)
    return;
  entry.n_fields = count_fields (work, row_of (work, table));
  g_array_append_val (work->classes, entry);
}

static guint
u16_at (const Work *work, guint64 class, gint16 offset)
{
  return class ? mg_address_space_u16_or_0 (work->runtime->space, class + (guint64) offset) : 0;
}

/* Fields of a class: what it has more than its parent, and its statics. */
static gboolean
counts_fit (const Work *work, gint16 instance, gint16 statics)
{
  guint n_with_statics = 0;

  for (guint i = 0; i < work->classes->len; i++)
    {
      const Class *entry = &g_array_index (work->classes, Class, i);
      guint own = u16_at (work, entry->class, instance), inherited = u16_at (work, entry->parent_class, instance);

      if (own < inherited || own - inherited + u16_at (work, entry->class, statics) != entry->n_fields)
        return FALSE;
      n_with_statics += own > inherited && u16_at (work, entry->class, statics) > 0;
    }
  return n_with_statics > 0;
}

static void
find_counts (Work *work)
{
  work->layout->class_instance_fields = work->layout->class_static_fields = -1;
  work->layout->class_thread_static_fields = -1;
  work->layout->packed_counts = !work->layout->wide_rid;
  if (work->layout->packed_counts || work->layout->module_typedef_map < 0)
    return;
  {
    MgClrModules *modules = mg_clr_modules_new (work->runtime);

    mg_clr_modules_each_defined (modules, work->module, add_class_cb, work);
    mg_clr_modules_free (modules);
  }
  for (gint16 instance = 40; instance < 96 && work->classes->len >= MIN_CLASSES; instance += 2)
    for (gint16 statics = 40; statics < 96; statics += 2)
      if (instance != statics && counts_fit (work, instance, statics))
        {
          work->layout->class_instance_fields = instance;
          work->layout->class_static_fields = statics;
          return;
        }
}

/* The hash of constructed types {buckets 16, u32 count 24}: buckets[0] is how many; entries begin with a type. */
static gboolean
is_type_hash (const Work *work, guint64 hash)
{
  guint64 buckets = u64_at (work, hash + 16), n = buckets ? u64_at (work, buckets) : 0, n_found = 0;

  if (n < 2 || n > 0x100000 || mg_address_space_u32_or_0 (work->runtime->space, hash + 24) == 0)
    return FALSE;
  for (guint64 b = 0; b < n && n_found < 8; b++)
    {
      guint64 entry = u64_at (work, buckets + 8 * (b + 3));
      guint64 table = entry && !(entry & 1) ? u64_at (work, entry) & ~G_GUINT64_CONSTANT (1) : 0;

      if (table == 0 || (table & 2))
        continue;
      if (!mg_runtime_is_method_table (work->runtime, table))
        return FALSE;
      n_found++;
    }
  return n_found > 0;
}

/* Keys are addresses of code, values halves of MethodDescs: buckets of four each, 64 bytes. */
static gboolean
is_entry_map (const Work *work, guint64 map)
{
  guint64 buckets = u64_at (work, map + 16);
  guint32 n = buckets ? mg_address_space_u32_or_0 (work->runtime->space, buckets) : 0;
  guint n_found = 0;

  for (guint32 i = 0; n > 0 && n < 0x1000000 && i < 4 * n && n_found < 8; i++)
    {
      guint64 at = buckets + 64 + 64 * (guint64) (i / 4) + 8 * (guint64) (i % 4), table;

      if (u64_at (work, at) <= 1)
        continue;
      if (!mg_method_check (work->runtime, (u64_at (work, at + 32) & G_MAXINT64) << 1, &table))
        return FALSE;
      n_found++;
    }
  return n_found > 0;
}

static void
find_code (Work *work)
{
  work->layout->module_ready_to_run = work->layout->ready_to_run_entry_points = -1;
  for (gint16 at = 8; at < MAX_MODULE; at += 8)
    {
      guint64 info = u64_at (work, work->module + (guint64) at);

      if (info < 0x10000
          || mg_address_space_u32_or_0 (work->runtime->space, u64_at (work, info + 16)) != READY_TO_RUN)
        continue;
      for (gint16 map = 128; map < 640; map += 8)
        if (is_entry_map (work, info + (guint64) map))
          {
            work->layout->module_ready_to_run = at;
            work->layout->ready_to_run_entry_points = map;
            return;
          }
    }
}

static void
find_hash (Work *work)
{
  work->layout->module_type_params = -1;
  for (gint16 at = 8; at < MAX_MODULE && work->layout->module_type_params < 0; at += 8)
    if (is_type_hash (work, u64_at (work, work->module + (guint64) at)))
      work->layout->module_type_params = at;
}

gboolean
mg_calibrate_modules (MgRuntime *runtime, MgLayout *layout)
{
  Work work = { .runtime = runtime, .layout = layout };
  gboolean found = FALSE;

  work.module = u64_at (&work, runtime->object_method_table + 24);
  for (guint wide = 0; wide < 2 && !found && work.module != 0; wide++)
    {
      layout->wide_rid = layout->module_at_24 = wide == 0;
      found = find_base (&work);
    }
  if (!found)
    return FALSE;
  layout->collectible_bit = layout->wide_rid ? 0x00200000u : 0x10000000u;
  work.classes = g_array_new (FALSE, FALSE, sizeof (Class));
  find_maps (&work);
  runtime->layout = layout; /* what follows reads through it */
  find_counts (&work);
  find_hash (&work);
  find_code (&work);
  g_array_unref (work.classes);
  return TRUE;
}
