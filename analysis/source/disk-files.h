/* Files on this machine in the place of what a core leaves out.
 *
 * A core of the kernel or of gcore (coredump_filter 0x33) leaves out the pages that only repeat a file: assemblies,
 * libraries. The file itself has them, if it is still the one that the process ran. So nothing is taken on trust:
 *
 *   ELF   the build id in the core (program headers and notes lie in the first page, which cores keep) is the file's
 *   PE    the file is as long as it was mapped, or its sections lie where the process mapped them; when the first
 *         page is in the core, time stamp and size of image are the same. Who knows more (clr/assembly-files.h) drops
 *         what does not fit.
 *
 * Only ranges of which the core has nothing (or only the first page, as the kernel writes of ELF images) are filled: of
 * others the missing pages may have been written to. Only regular files are opened, and only assemblies, the runtime's
 * library and the executable. */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

typedef enum
{
  MG_DISK_FILE_MISSING, /* found in no folder */
  MG_DISK_FILE_USED,    /* its bytes are part of the address space */
  MG_DISK_FILE_OTHER,   /* found, but it is not the file that the process ran */
} MgDiskFileState;

typedef struct
{
  const char *recorded; /* path in the process */
  char *path;           /* on this machine; NULL when missing */
  MgSource *source;     /* NULL unless used */
  MgDiskFileState state;
  gboolean is_elf;
  GArray *entries;      /* MgMappedFile: where the process had it */
} MgDiskFile;

void mg_disk_file_free (gpointer file);

/* Looks for the files behind the ranges that IMAGE leaves out: in FOLDERS (NULL-terminated; NULL = none) under the
 * whole recorded path, its ends, and its last part; then at the recorded path itself. Fills image->disk_files and adds
 * what fits to image->space. O(files × (folders × depth of paths + ranges lost)). */
void mg_disk_files_add (MgProcessImage *image, const char *const *folders);

/* Stands for the files that were looked for: which were found, how long they are, when they were changed last, and some
 * of their bytes. 0: none was looked for. */
guint64 mg_disk_files_sum (const MgProcessImage *image);

/* The file on this machine whose bytes stand at ADDRESS. NULL: the core's own bytes, or none. O(files). */
MgDiskFile *mg_disk_files_find (const MgProcessImage *image, guint64 address);

/* Takes the bytes of FILE out of the address space again: it turned out to be another build. Old pointers into
 * image->space are dead afterwards. */
void mg_disk_files_drop (MgProcessImage *image, MgDiskFile *file);

G_END_DECLS
