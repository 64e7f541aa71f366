/* Files that stand in for what a core leaves out: which ranges, which files, and none that is another build. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/details.h"
#include "analysis/source/disk-files.h"
#include "analysis/source/file.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

#define PAGE 4096

/* A folder of this test alone, with its parents made. */
static char *
make_folder (const char *name)
{
  static guint number;
  char *path = g_strdup_printf ("%s/%u%s", mg_test_temp_dir (), number++, name);

  if (g_mkdir_with_parents (path, 0700) != 0)
    g_error ("%s: mkdir failed", path);
  return path;
}

static void
write_file (const char *folder, const char *name, gconstpointer bytes, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (path, bytes, (gssize) size, &error))
    g_error ("%s", error->message);
}

/* A kernel's core of the garden */

#define KERNEL_CORE "10.0.15-kernel"

static void
load_garden (char **bytes, gsize *size)
{
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (mg_test_data_path ("cores/Garden.dll"), bytes, size, &error))
    g_error ("%s", error->message);
}

static MgSnapshot *
open_kernel_core (const char *folder)
{
  g_autoptr (GBytes) bytes = mg_core_sample_bytes (KERNEL_CORE);
  const char *folders[] = { folder, NULL };
  MgSnapshotOptions options = { .file_folders = folder ? folders : NULL };
  g_autoptr (GError) error = NULL;
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  g_autoptr (MgSource) source = mg_source_new_take (g_memdup2 (data, size), size, "core");
  MgSnapshot *snapshot = mg_snapshot_open_source (source, &options, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && !mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error))
    MG_CHECK_NO_ERROR (error);
  return snapshot;
}

static guint64
count_of (MgSnapshot *snapshot, const char *name)
{
  MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), name);

  return type < mg_snapshot_types (snapshot)->n_types ? mg_snapshot_type_stats (snapshot)->tally[type].count : 0;
}

static int
check_state (MgSnapshot *snapshot, const char *id)
{
  g_autoptr (GArray) checks = mg_details_checks (snapshot);

  for (guint i = 0; i < checks->len; i++)
    if (strcmp (g_array_index (checks, MgSelfCheck, i).id, id) == 0)
      return g_array_index (checks, MgSelfCheck, i).state;
  return -1;
}

static char *
all_notes (MgSnapshot *snapshot)
{
  GString *text = g_string_new (NULL);
  guint n;
  const MgNote *notes = mg_snapshot_notes (snapshot, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\n", notes[i].text);
  return g_string_free (text, FALSE);
}

static void
check_no_garden_names (MgSnapshot *snapshot)
{
  const MgTypeTable *types = mg_snapshot_types (snapshot);

  for (MgTypeId type = 0; type < types->n_types; type++)
    if (strstr (types->types[type].name, "Garden."))
      mg_test_fail (__FILE__, __LINE__, "%s was named from the wrong file", types->types[type].name);
}

/* Nothing but the core: every object is found, types are told by number, and what to do is said. */
static void
test_without_files (void)
{
  g_autoptr (MgSnapshot) snapshot = open_kernel_core (NULL);
  g_autofree char *notes = NULL;

  if (snapshot == NULL)
    return;
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.count, 511);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.size, 68148);
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  MG_CHECK_UINT (check_state (snapshot, "segments"), 1);
  MG_CHECK_UINT (check_state (snapshot, "symbols"), 1);
  MG_CHECK_UINT (check_state (snapshot, "threads"), 1);
  MG_CHECK_UINT (check_state (snapshot, "names"), 2);
  MG_CHECK_UINT (count_of (snapshot, "System.String"), 166);
  MG_CHECK_UINT (count_of (snapshot, "Garden!0x02000003"), 50); /* StaticPlant: the second class of the source */
  check_no_garden_names (snapshot);
  MG_CHECK (!mg_snapshot_capability (snapshot, MG_CAPABILITY_FIELD_NAMES).have);
  notes = all_notes (snapshot);
  MG_CHECK_CONTAINS (notes, "coredump_filter");
  MG_CHECK_CONTAINS (notes, "--files FOLDER");
}

static void
check_with_garden (const char *root, const char *below)
{
  g_autofree char *folder = g_strconcat (root, below, NULL), *garden = NULL;
  gsize size;
  g_autoptr (MgSnapshot) snapshot = NULL;

  load_garden (&garden, &size);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    g_error ("mkdir failed");
  write_file (folder, "Garden.dll", garden, size);
  snapshot = open_kernel_core (root);
  if (snapshot == NULL)
    return;
  MG_CHECK_UINT (count_of (snapshot, "Garden.StaticPlant"), 50);
  MG_CHECK_UINT (count_of (snapshot, "Garden.TreePlant"), 31);
  MG_CHECK_UINT (count_of (snapshot, "Garden.StrongHandlePlant"), 3);
  MG_CHECK_UINT (check_state (snapshot, "files"), 1);
}

/* Beside each other, or in the tree of folders they were in. */
static void
test_with_files (void)
{
  static const char *const places[] = { "", "/garden", "/srv/lab/garden" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *root = make_folder ("");

      check_with_garden (root, places[i]);
    }
}

/* FROM in BYTES, as an offset. */
static gsize
find_bytes (const char *bytes, gsize size, const char *text)
{
  const char *at = memmem (bytes, size, text, strlen (text));

  if (at == NULL)
    g_error ("%s is not in the file", text);
  return (gsize) (at - bytes);
}

static void
check_refused (const char *bytes, gsize size)
{
  g_autofree char *root = make_folder (""), *notes = NULL;
  g_autoptr (MgSnapshot) snapshot = NULL;

  write_file (root, "Garden.dll", bytes, size);
  snapshot = open_kernel_core (root);
  if (snapshot == NULL)
    return;
  check_no_garden_names (snapshot);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.count, 511);
  MG_CHECK_UINT (check_state (snapshot, "files"), 2);
  notes = all_notes (snapshot);
  MG_CHECK_CONTAINS (notes, "another build");
  MG_CHECK_CONTAINS (notes, root);
}

/* Row counts of the metadata: tables 0 Module, 1 TypeRef, 2 TypeDef, 4 Field, 6 MethodDef, each u32, behind the 24
 * bytes of the head of "#~". */
static void
test_other_builds_are_refused (void)
{
  g_autofree char *garden = NULL;
  gsize size, root, tables;
  guint32 offset;

  load_garden (&garden, &size);
  root = find_bytes (garden, size, "BSJB");
  memcpy (&offset, garden + find_bytes (garden, size, "#~") - 8, 4);
  tables = root + offset + 24;
  for (guint table = 1; table < 5; table++)
    {
      g_autofree char *other = g_memdup2 (garden, size);
      guint32 rows;

      memcpy (&rows, other + tables + 4 * (gsize) table, 4);
      MG_CHECK (rows > 1);
      rows--;
      memcpy (other + tables + 4 * (gsize) table, &rows, 4);
      check_refused (other, size);
    }
  {
    g_autofree char *longer = g_malloc0 (size + PAGE);

    memcpy (longer, garden, size);
    check_refused (longer, size + PAGE);
  }
  check_refused (garden, PAGE);
  check_refused ("not a program", 13);
}

/* Reading a pipe would wait for ever; a folder is no file. */
static void
test_only_regular_files_are_opened (void)
{
  g_autofree char *root = make_folder (""), *pipe = g_build_filename (root, "Garden.dll", NULL);
  g_autofree char *folder = g_build_filename (root, "dotnet", NULL);
  g_autoptr (MgSnapshot) snapshot = NULL;

  if (mkfifo (pipe, 0600) != 0 || g_mkdir (folder, 0700) != 0)
    g_error ("mkfifo failed");
  snapshot = open_kernel_core (root);
  if (snapshot)
    check_no_garden_names (snapshot);
}

/* Images made by hand */

#define BASE G_GUINT64_CONSTANT (0x400000)

/* An ELF image of two pages: header, PT_LOAD and PT_NOTE with a build id, then a page of 0xee. */
static guint8 *
make_elf (guint8 id)
{
  guint8 *bytes = g_malloc0 (2 * PAGE);
  const guint64 table = 64, notes = 256, note_size = 12 + 4 + 8, zero = 0;
  const guint32 load = 1, note = 4, note_head[3] = { 4, 8, 3 };
  const guint16 n = 2;

  memcpy (bytes, "\177ELF\2\1\1", 7);
  memcpy (bytes + 0x20, &table, 8);
  memcpy (bytes + 0x38, &n, 2);
  memcpy (bytes + table, &load, 4);
  memcpy (bytes + table + 8, &zero, 8);
  memcpy (bytes + table + 56, &note, 4);
  memcpy (bytes + table + 56 + 8, &notes, 8);
  memcpy (bytes + table + 56 + 16, &notes, 8);
  memcpy (bytes + table + 56 + 32, &note_size, 8);
  memcpy (bytes + notes, note_head, 12);
  memcpy (bytes + notes + 12, "GNU", 4);
  memset (bytes + notes + 16, id, 8);
  memset (bytes + PAGE, 0xee, PAGE);
  return bytes;
}

/* A PE image: head in the first 512 bytes, one section that is the second page. */
static guint8 *
make_pe (guint32 time_stamp)
{
  guint8 *bytes = g_malloc0 (2 * PAGE);
  const guint32 at = 0x80, signature = 0x4550, image_size = 2 * PAGE, section[3] = { PAGE, PAGE, PAGE };
  const guint16 n_sections = 1, optional_size = 240;

  memcpy (bytes, "MZ", 2);
  memcpy (bytes + 0x3c, &at, 4);
  memcpy (bytes + at, &signature, 4);
  memcpy (bytes + at + 6, &n_sections, 2);
  memcpy (bytes + at + 8, &time_stamp, 4);
  memcpy (bytes + at + 20, &optional_size, 2);
  memcpy (bytes + at + 80, &image_size, 4);
  memcpy (bytes + at + 24 + optional_size + 12, section, 12);
  memset (bytes + PAGE, 0xee, PAGE);
  return bytes;
}

/* A process that had PATH mapped in two pages at BASE; the first PRESENT bytes of it are in the dump. */
static MgProcessImage *
make_image (const char *path, const guint8 *memory, gsize present)
{
  MgProcessImage *image = mg_process_image_new ();
  MgSpan *spans = g_new0 (MgSpan, 1);
  MgMappedFile file = { BASE, BASE + 2 * PAGE, 0, g_string_chunk_insert_const (image->texts, path) };

  spans[0] = (MgSpan){ BASE, BASE + present, memory };
  image->space = mg_address_space_new (spans, 1);
  g_array_append_val (image->files, file);
  return image;
}

static guint8
byte_at (const MgProcessImage *image, guint64 address)
{
  guint8 value = 0;

  return mg_address_space_u8 (image->space, address, &value) ? value : 0;
}

static void
add_files (MgProcessImage *image, const char *folder)
{
  const char *folders[] = { folder, NULL };

  mg_disk_files_add (image, folders);
}

static void
test_elf_build_ids (void)
{
  g_autofree char *folder = make_folder ("");
  g_autofree guint8 *ours = make_elf (1), *same = make_elf (1), *other = make_elf (2);
  g_autoptr (MgProcessImage) right = make_image ("/x/libcoreclr.so", ours, PAGE);
  g_autoptr (MgProcessImage) wrong = make_image ("/x/libcoreclr.so", ours, PAGE);
  g_autoptr (MgProcessImage) unknown = make_image ("/x/libcoreclr.so", ours, 0);

  same[300] = 0x11; /* the core's own first page stays */
  write_file (folder, "libcoreclr.so", same, 2 * PAGE);
  add_files (right, folder);
  MG_CHECK_UINT (byte_at (right, BASE + PAGE), 0xee);
  MG_CHECK_UINT (byte_at (right, BASE + 300), ours[300]);
  add_files (unknown, folder);
  MG_CHECK_UINT (byte_at (unknown, BASE + PAGE), 0);
  write_file (folder, "libcoreclr.so", other, 2 * PAGE);
  add_files (wrong, folder);
  MG_CHECK_UINT (byte_at (wrong, BASE + PAGE), 0);
  MG_CHECK_UINT (((MgDiskFile *) g_ptr_array_index (wrong->disk_files, 0))->state, MG_DISK_FILE_OTHER);
}

static void
check_pe (const guint8 *memory, gsize present, guint32 stamp_on_disk, guint64 second_offset, gboolean fits)
{
  g_autofree char *folder = make_folder ("");
  g_autofree guint8 *on_disk = make_pe (stamp_on_disk);
  g_autoptr (MgProcessImage) image = make_image ("/x/a.dll", memory, present);

  if (second_offset != 0)
    { /* as the runtime loads an image: head and section apart */
      MgMappedFile second = { BASE + PAGE, BASE + 2 * PAGE, second_offset,
                              g_array_index (image->files, MgMappedFile, 0).path };

      g_array_index (image->files, MgMappedFile, 0).end = BASE + PAGE;
      g_array_append_val (image->files, second);
    }
  write_file (folder, "a.dll", on_disk, 2 * PAGE);
  add_files (image, folder);
  MG_CHECK_UINT (byte_at (image, BASE + PAGE), fits ? 0xee : 0);
}

static void
test_pe_heads_and_sections (void)
{
  g_autofree guint8 *memory = make_pe (7);

  check_pe (memory, PAGE, 7, 0, TRUE);
  check_pe (memory, PAGE, 8, 0, FALSE);
  check_pe (memory, 0, 8, 0, TRUE); /* the length is all there is */
  check_pe (memory, 0, 7, PAGE, TRUE);
  check_pe (memory, 0, 7, 2 * PAGE, FALSE);
}

/* What was written to, or cut off, is not what the file has. */
static void
test_ranges_that_must_not_be_filled (void)
{
  g_autofree char *folder = make_folder ("");
  g_autofree guint8 *memory = make_pe (7);
  g_autoptr (MgProcessImage) written = make_image ("/x/a.dll", memory, PAGE);
  g_autoptr (MgProcessImage) lost = make_image ("/x/a.dll", memory, PAGE);
  MgMappedFile longer = g_array_index (written->files, MgMappedFile, 0);
  MgAddressRange gone = { BASE + PAGE, BASE + 2 * PAGE };

  write_file (folder, "a.dll", memory, 2 * PAGE);
  g_array_append_val (lost->lost, gone);
  add_files (lost, folder);
  MG_CHECK_UINT (byte_at (lost, BASE + PAGE), 0);
  /* The second page is in the dump, the third is not. */
  written->space->spans[0].start = BASE + PAGE;
  written->space->spans[0].end = BASE + 2 * PAGE;
  longer.end = BASE + 3 * PAGE;
  g_array_index (written->files, MgMappedFile, 0) = longer;
  add_files (written, folder);
  MG_CHECK_UINT (written->disk_files->len, 0);
}

static void
test_names_that_are_not_opened (void)
{
  static const char *const names[] = { "/x/secret.txt", "relative.dll", "/x/libc.so.6", "/x/a.dll (deleted)" };
  g_autofree char *folder = make_folder ("");
  g_autofree guint8 *memory = make_pe (7);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (MgProcessImage) image = make_image (names[i], memory, 0);

      add_files (image, folder);
      MG_CHECK_UINT (image->disk_files->len, 0);
    }
}

static const MgTest tests[] = {
  { "a core without files", test_without_files },
  { "files beside each other or in their tree", test_with_files },
  { "other builds are refused", test_other_builds_are_refused },
  { "only regular files are opened", test_only_regular_files_are_opened },
  { "build ids of ELF images", test_elf_build_ids },
  { "heads and sections of PE images", test_pe_heads_and_sections },
  { "ranges that must not be filled", test_ranges_that_must_not_be_filled },
  { "names that are not opened", test_names_that_are_not_opened },
};

MG_TEST_MAIN ("disk-files", tests)
