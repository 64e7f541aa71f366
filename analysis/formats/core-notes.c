/* What a core could not tell, in whole sentences. */
#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analysis/formats/core-reader-private.h"
#include "analysis/source/disk-files.h"

static void
note_losses (MgCoreReader *self)
{
  MgReader *reader = &self->parent;
  const MgClr *clr = self->clr;

  if (clr->image->lost_bytes > 0)
    {
      g_autofree char *bytes = g_format_size (clr->image->lost_bytes);

      mg_reader_take_note (
          reader, TRUE,
          /* Translators: a number of bytes. */
          g_strdup_printf (_ ("The core file is cut off: %s of the process's memory are missing. What is "
                              "there is shown; counts are too low."),
                           bytes));
    }
  if (clr->runtime->in_gc)
    mg_reader_take_note (
        reader, TRUE,
        g_strdup (_ ("The dump was taken during a garbage collection: counts are approximate, and there are "
                     "no paths or retained sizes. Take another dump.")));
  else if (clr->walk.n_gaps > 0)
    {
      g_autofree char *bytes = g_format_size (clr->walk.lost_bytes);

      mg_reader_take_note (reader, clr->walk.missing_bytes > 0 || clr->walk.n_gaps > 1,
                           /* Translators: number of places, bytes. */
                           g_strdup_printf (_ ("In %" PRIu64 " places of the heap no object could be read (%s)."),
                                            clr->walk.n_gaps, bytes));
    }
  if (clr->runtime->layout_source == MG_LAYOUT_CALIBRATED)
    mg_reader_take_note (reader, FALSE,
                         g_strdup (_ ("This version of the .NET runtime is not known. Where things lie in it was "
                                      "worked out from the dump; what could not be found is left out.")));
  else if (clr->runtime->layout && !mg_layout_is_proven (clr->runtime->major, clr->image->architecture))
    mg_reader_take_note (
        reader, FALSE,
        /* Translators: an architecture such as arm64; a version such as 8. */
        g_strdup_printf (_ ("What this program says about dumps of %s processes of .NET %d was never held against "
                            "another tool: do that before you rely on it."),
                         mg_architecture_name (clr->image->architecture), clr->runtime->major));
  if (clr->runtime->layout == NULL)
    mg_reader_take_note (
        reader, FALSE,
        g_strdup (_ ("This version of the .NET runtime is not known: threads, handles and statics are not shown.")));
}

/* Cores of the kernel and of gcore leave out what only repeats a file: which files stood in for that, which did not. */
typedef struct
{
  guint n[3]; /* by MgDiskFileState */
  const MgDiskFile *first[3];
} FileCounts;

static FileCounts
count_files (const MgProcessImage *image)
{
  FileCounts counts = { { 0 }, { NULL } };

  for (guint i = 0; i < image->disk_files->len; i++)
    {
      const MgDiskFile *file = g_ptr_array_index (image->disk_files, i);

      if (counts.n[file->state]++ == 0)
        counts.first[file->state] = file;
    }
  return counts;
}

static void
note_files (MgCoreReader *self)
{
  MgReader *reader = &self->parent;
  FileCounts counts = count_files (self->clr->image);
  guint n_lacking = counts.n[MG_DISK_FILE_MISSING] + counts.n[MG_DISK_FILE_OTHER];

  mg_reader_note_count (reader, FALSE, counts.n[MG_DISK_FILE_USED],
                        g_dngettext (GETTEXT_PACKAGE,
                                     "The core leaves out what only repeats a file. %s file of this computer was "
                                     "read instead: its build id, or its length and its numbers of types, methods "
                                     "and fields, are those of the process.",
                                     "The core leaves out what only repeats a file. %s files of this computer were "
                                     "read instead: their build ids, or their lengths and numbers of types, methods "
                                     "and fields, are those of the process.",
                                     counts.n[MG_DISK_FILE_USED]));
  if (counts.n[MG_DISK_FILE_OTHER] > 0)
    mg_reader_take_note (reader, FALSE,
                         /* Translators: a path. */
                         g_strdup_printf (_ ("%s is not the file that the process ran but another build of it, and was "
                                             "not used."),
                                          counts.first[MG_DISK_FILE_OTHER]->path));
  if (n_lacking == 0)
    return;
  mg_reader_note_count (
      reader, FALSE, n_lacking,
      g_dngettext (GETTEXT_PACKAGE,
                   "%s file that the core leaves out is not on this computer. Types in it appear by number, as in "
                   "app!0x02000005.",
                   "%s files that the core leaves out are not on this computer. Types in them appear by number, as in "
                   "app!0x02000005.",
                   n_lacking));
  mg_reader_take_note (
      reader, FALSE,
      /* Translators: a path; --files is an option of the command line and stays as it is. */
      g_strdup_printf (_ ("For the names, say where %s and the other files of the program and of .NET are: with "
                          "--files FOLDER on the command line, in the preferences of the window. Or take a dump that "
                          "has them: with dotnet-dump collect, or after “echo 0x3f > /proc/PID/coredump_filter”."),
                       counts.first[counts.n[MG_DISK_FILE_MISSING] > 0 ? MG_DISK_FILE_MISSING : MG_DISK_FILE_OTHER]
                           ->recorded));
}

void
mg_core_add_notes (MgCoreReader *self)
{
  note_losses (self);
  note_files (self);
}
