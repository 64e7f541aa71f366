#include "analysis/clr/types/assembly-files.h"

#include "analysis/clr/types/modules.h"
#include "analysis/source/disk-files.h"

#define COUNT_AT 16

/* A map from rows to what was made of them has a place for each row, and one for row 0. */
static gboolean
map_fits (const MgRuntime *runtime, guint64 module, gint16 map, const MgMetadata *metadata, MgMetadataTable table)
{
  guint32 count;

  if (map < 0 || !mg_address_space_u32 (runtime->space, mg_layout_at (module, map) + COUNT_AT, &count))
    return TRUE; /* nothing to compare with */
  return count == metadata->n_rows[table] + 1;
}

static gboolean
module_fits (const MgRuntime *runtime, guint64 module, guint64 base)
{
  const MgLayout *layout = runtime->layout;
  MgMetadata metadata = { 0 };

  return mg_metadata_read_image (runtime->space, base, &metadata)
         && map_fits (runtime, module, layout->module_typedef_map, &metadata, MG_TABLE_TYPE_DEF)
         && map_fits (runtime, module, layout->module_typeref_map, &metadata, MG_TABLE_TYPE_REF)
         && map_fits (runtime, module, layout->module_methoddef_map, &metadata, MG_TABLE_METHOD_DEF)
         && map_fits (runtime, module, layout->module_fielddef_map, &metadata, MG_TABLE_FIELD);
}

static void
check_module (MgRuntime *runtime, MgProcessImage *image, guint64 module)
{
  guint64 bases[MG_MODULE_MAX_BASES];
  guint n = mg_clr_module_bases (runtime, module, bases);

  for (guint i = 0; i < n; i++)
    {
      MgDiskFile *file = bases[i] != 0 ? mg_disk_files_find (image, bases[i]) : NULL;

      if (file && !file->is_elf && !module_fits (runtime, module, bases[i]))
        {
          mg_disk_files_drop (image, file);
          runtime->space = image->space;
        }
    }
}

void
mg_assembly_files_check (MgRuntime *runtime, MgProcessImage *image, const MgMethodTables *tables)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  if (image->disk_files->len == 0)
    return;
  for (guint i = 0; i < tables->tables->len && runtime->layout; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (tables->tables, i);
      guint64 module = table->valid ? mg_clr_module_of (runtime, table->address) : 0;

      if (module != 0 && g_hash_table_add (seen, g_memdup2 (&module, sizeof module)))
        check_module (runtime, image, module);
    }
  runtime->checks[MG_CHECK_FILES] = MG_CHECK_PASSED;
  for (guint i = 0; i < image->disk_files->len; i++)
    {
      const MgDiskFile *file = g_ptr_array_index (image->disk_files, i);

      if (file->state == MG_DISK_FILE_OTHER)
        runtime->checks[MG_CHECK_FILES] = MG_CHECK_FAILED;
    }
}
