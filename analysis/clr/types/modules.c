#include "analysis/clr/types/modules.h"

#define MODULE_NAME_COLUMN 1
#define MAX_MAP_CHUNKS 65536
#define MAX_MAP_ROWS 0x1000000u
#define MAX_HASH_BUCKETS 0x100000u
#define MAX_HASH_CHAIN 100000

static void
module_free (gpointer data)
{
  MgClrModule *module = data;

  g_free (module->name);
  g_free (module);
}

MgClrModules *
mg_clr_modules_new (const MgRuntime *runtime)
{
  MgClrModules *modules = g_new0 (MgClrModules, 1);

  modules->runtime = runtime;
  modules->by_address = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, module_free);
  return modules;
}

void
mg_clr_modules_free (MgClrModules *modules)
{
  if (modules == NULL)
    return;
  g_hash_table_unref (modules->by_address);
  g_free (modules);
}

guint
mg_clr_module_bases (const MgRuntime *runtime, guint64 module, guint64 bases[MG_MODULE_MAX_BASES])
{
  const MgLayout *layout = runtime->layout;
  const MgAddressSpace *space = runtime->space;
  guint64 assembly, image;
  guint n = 0;

  if (layout == NULL || module == 0)
    return 0;
  if (layout->module_base >= 0)
    bases[n++] = mg_address_space_u64_or_0 (space, mg_layout_at (module, layout->module_base));
  /* Module → PEAssembly → PEImage → layout (loaded, else flat) → base */
  assembly = mg_address_space_u64_or_0 (space, mg_layout_at (module, layout->module_peassembly));
  image = assembly ? mg_address_space_u64_or_0 (space, mg_layout_at (assembly, layout->peassembly_image)) : 0;
  if (image != 0)
    {
      const gint16 ways[] = { layout->image_layout_loaded, layout->image_layout_flat };

      for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
        {
          guint64 where = mg_address_space_u64_or_0 (space, mg_layout_at (image, ways[i]));

          bases[n++] = where ? mg_address_space_u64_or_0 (space, mg_layout_at (where, layout->image_layout_base)) : 0;
        }
    }
  return n;
}

/* Last part of the path that the process had the image at BASE from; NULL. */
static char *
name_of_mapping (const MgProcessImage *image, guint64 base)
{
  for (guint i = 0; i < image->files->len; i++)
    {
      const MgMappedFile *file = &g_array_index (image->files, MgMappedFile, i);

      if (base >= file->start && base < file->end)
        return g_path_get_basename (file->path);
    }
  return NULL;
}

/* Modules made by Reflection.Emit keep a saved copy: {u32 size, bytes}; up to .NET 8 {u32 size, …, bytes * 16}. */
static gboolean
read_dynamic (const MgRuntime *runtime, MgClrModule *module)
{
  guint64 copy, bytes;

  if (runtime->layout->module_dynamic_metadata < 0)
    return FALSE;
  copy = mg_address_space_u64_or_0 (runtime->space,
                                    mg_layout_at (module->address, runtime->layout->module_dynamic_metadata));
  bytes = runtime->layout->dynamic_metadata_apart ? mg_address_space_u64_or_0 (runtime->space, copy + 16) : copy + 4;
  return copy != 0
         && mg_metadata_read (runtime->space, bytes, mg_address_space_u32_or_0 (runtime->space, copy),
                              &module->metadata);
}

static void
read_module (const MgRuntime *runtime, MgClrModule *module)
{
  guint64 bases[MG_MODULE_MAX_BASES];
  guint n = mg_clr_module_bases (runtime, module->address, bases);

  for (guint i = 0; i < n && !module->has_metadata; i++)
    module->has_metadata = bases[i] != 0 && mg_metadata_read_image (runtime->space, bases[i], &module->metadata);
  if (runtime->layout != NULL && module->address != 0 && !module->has_metadata)
    module->has_metadata = read_dynamic (runtime, module);
  if (module->has_metadata)
    module->name = mg_metadata_text (&module->metadata, MG_TABLE_MODULE, 1, MODULE_NAME_COLUMN);
  for (guint i = 0; i < n && module->name == NULL; i++)
    module->name = bases[i] != 0 ? name_of_mapping (runtime->image, bases[i]) : NULL;
}

const MgClrModule *
mg_clr_modules_get (MgClrModules *modules, guint64 address)
{
  MgClrModule *module = g_hash_table_lookup (modules->by_address, &address);

  if (module == NULL)
    {
      module = g_new0 (MgClrModule, 1);
      module->address = address;
      read_module (modules->runtime, module);
      g_hash_table_insert (modules->by_address, &module->address, module);
    }
  return module;
}

/* Maps are chains of chunks {next 0, table 8, u32 count 16, flag mask 24}. */
guint64
mg_clr_module_map_get (const MgRuntime *runtime, guint64 chunk, guint32 row)
{
  const MgAddressSpace *space = runtime->space;

  for (guint c = 0; chunk != 0 && c < MAX_MAP_CHUNKS; c++)
    {
      guint32 count = mg_address_space_u32_or_0 (space, chunk + 16);

      if (row < count)
        return mg_address_space_u64_or_0 (space, mg_address_space_u64_or_0 (space, chunk + 8) + 8 * (guint64)row)
               & ~mg_address_space_u64_or_0 (space, chunk + 24);
      row -= count;
      chunk = mg_address_space_u64_or_0 (space, chunk);
    }
  return 0;
}

void
mg_clr_modules_each_defined (MgClrModules *modules, guint64 module, MgTableFunc func, gpointer user_data)
{
  const MgAddressSpace *space = modules->runtime->space;
  guint64 chunk = module + (guint64)modules->runtime->layout->module_typedef_map;

  for (guint c = 0; chunk != 0 && c < MAX_MAP_CHUNKS; c++)
    {
      guint64 table = mg_address_space_u64_or_0 (space, chunk + 8),
              mask = mg_address_space_u64_or_0 (space, chunk + 24);
      guint32 n = MIN (mg_address_space_u32_or_0 (space, chunk + 16), MAX_MAP_ROWS);

      for (guint32 i = 0; table != 0 && i < n; i++)
        {
          guint64 entry;

          if (!mg_address_space_u64 (space, table + 8 * (guint64)i, &entry))
            break;
          if ((entry & ~mask) != 0)
            func (entry & ~mask, user_data);
        }
      chunk = mg_address_space_u64_or_0 (space, chunk);
    }
}

/* EETypeHashTable {buckets 16, u32 count 24}; buckets[0] is how many, real ones from the third; entries {handle,
 * next}. */
void
mg_clr_modules_each_constructed (MgClrModules *modules, guint64 module, MgTableFunc func, gpointer user_data)
{
  const MgAddressSpace *space = modules->runtime->space;
  guint64 table = mg_address_space_u64_or_0 (space, module + (guint64)modules->runtime->layout->module_type_params);
  guint64 buckets = table ? mg_address_space_u64_or_0 (space, table + 16) : 0, n;

  if (buckets == 0 || !mg_address_space_u64 (space, buckets, &n) || n > MAX_HASH_BUCKETS)
    return;
  for (guint64 b = 0; b < n; b++)
    {
      guint64 entry = mg_address_space_u64_or_0 (space, buckets + 8 * (b + 3));

      for (guint i = 0; entry != 0 && !(entry & 1) && i < MAX_HASH_CHAIN; i++)
        {
          guint64 handle = mg_address_space_u64_or_0 (space, entry) & ~G_GUINT64_CONSTANT (1);

          if (handle != 0 && !(handle & 2))
            func (handle, user_data);
          entry = mg_address_space_u64_or_0 (space, entry + 8);
        }
    }
}

/* Up to .NET 8 a fixed place of the MethodTable holds the LoaderModule; a type that was loaded into another module
 * keeps its own in one of several optional slots, whose place depends on which others are present. */
static guint64
module_by_slot (const MgRuntime *runtime, guint64 table, guint16 flags2)
{
  const MgAddressSpace *space = runtime->space;
  guint virtuals = mg_address_space_u16_or_0 (space, table + 12);
  guint64 fixed[2], extra;
  guint n_fixed = 0, n = 0;

  if (!(flags2 & 1))
    fixed[n_fixed++] = table + 48;
  if (!(flags2 & 2))
    fixed[n_fixed++] = table + 56;
  n += (flags2 & 4) != 0; /* the dispatch map and the non-virtual slots come first */
  n += (flags2 & 8) != 0;
  if (n < n_fixed)
    return mg_address_space_u64_or_0 (space, fixed[n]);
  extra = table + 64 + 8 * ((guint64) (virtuals + 7) / 8) + 8 * (guint64) (n - n_fixed);
  return mg_address_space_u64_or_0 (space, extra);
}

guint64
mg_clr_module_of (const MgRuntime *runtime, guint64 table)
{
  const MgAddressSpace *space = runtime->space;
  guint32 flags = mg_address_space_u32_or_0 (space, table);
  guint64 class;
  guint16 flags2;

  if (runtime->layout == NULL)
    return 0;
  if (runtime->layout->module_at_24 || (flags & 0x80000030u) == 0)
    return mg_address_space_u64_or_0 (space, table + 24);
  class = mg_address_space_u64_or_0 (space, table + 40);
  /* Of an array the table itself counts, else the canonical one. */
  if ((flags & 0x000c0000u) != 0x00080000u && (class & 1))
    table = class & ~G_GUINT64_CONSTANT (1);
  flags2 = mg_address_space_u16_or_0 (space, table + 8);
  return flags2 & 0x10 ? module_by_slot (runtime, table, flags2) : mg_address_space_u64_or_0 (space, table + 24);
}

guint32
mg_clr_type_def_of (const MgRuntime *runtime, guint64 table)
{
  guint16 narrow;

  if (runtime->layout == NULL)
    return 0;
  if (runtime->layout->wide_rid)
    return mg_address_space_u32_or_0 (runtime->space, table + 8) >> 8;
  narrow = mg_address_space_u16_or_0 (runtime->space, table + 10);
  return narrow == 0xffff ? 0 : narrow;
}

guint
mg_clr_type_arguments_of (const MgRuntime *runtime, guint64 table, guint64 *arguments, guint max)
{
  const MgAddressSpace *space = runtime->space;
  guint64 info = mg_address_space_u64_or_0 (space, table + 48), dictionary;
  guint n_dictionaries = info ? mg_address_space_u16_or_0 (space, info - 4) : 0, n;

  if (n_dictionaries == 0)
    return 0;
  n = MIN (mg_address_space_u16_or_0 (space, info - 2), max);
  dictionary = mg_address_space_u64_or_0 (space, info + 8 * (guint64) (n_dictionaries - 1));
  for (guint i = 0; i < n; i++)
    arguments[i] = mg_address_space_u64_or_0 (space, dictionary + 8 * (guint64) i);
  return n;
}
