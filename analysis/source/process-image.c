#include "analysis/source/process-image.h"

#include <string.h>

#include "analysis/source/disk-files.h"

MgProcessImage *
mg_process_image_new (void)
{
  MgProcessImage *image = g_new0 (MgProcessImage, 1);

  image->pid = -1;
  image->threads = g_array_new (FALSE, TRUE, sizeof (MgNativeThread));
  image->files = g_array_new (FALSE, TRUE, sizeof (MgMappedFile));
  image->lost = g_array_new (FALSE, TRUE, sizeof (MgAddressRange));
  image->disk_files = g_ptr_array_new_with_free_func (mg_disk_file_free);
  image->texts = g_string_chunk_new (4096);
  return image;
}

void
mg_process_image_free (MgProcessImage *image)
{
  if (image == NULL)
    return;
  g_clear_pointer (&image->space, mg_address_space_free);
  g_array_free (image->threads, TRUE);
  g_array_free (image->files, TRUE);
  g_array_free (image->lost, TRUE);
  g_ptr_array_unref (image->disk_files);
  g_string_chunk_free (image->texts);
  g_free (image);
}

const char *
mg_architecture_name (MgArchitecture architecture)
{
  static const char *const names[] = { "unknown", "x64", "arm64", "x86", "arm" };

  return names[architecture];
}

guint64
mg_process_image_find_module (const MgProcessImage *image, const char *name, const char **path)
{
  for (guint i = 0; i < image->files->len; i++)
    {
      const MgMappedFile *file = &g_array_index (image->files, MgMappedFile, i);
      const char *slash = strrchr (file->path, '/');

      if (file->file_offset == 0 && strcmp (slash ? slash + 1 : file->path, name) == 0)
        {
          if (path)
            *path = file->path;
          return file->start;
        }
    }
  return 0;
}
