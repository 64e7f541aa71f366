/* Cuts a core dump down to the pages that Mangrove reads, so that real dumps are small enough to be kept as test data:
 *
 *   core-trim IN.core OUT.core [threads]
 *
 * The file is mapped without access; the first touch of each page raises SIGSEGV, which notes the page and opens it.
 * Everything the engine can do with a core is then done once (`threads`: only what types and stacks need). OUT is an
 * ELF core with the same notes and the touched parts of the memory; what was not touched is "not in this dump". */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/details.h"
#include "analysis/picture/picture.h"
#include "analysis/source/file.h"
#include "analysis/snapshot.h"

#define PAGE 4096u

static guint8 *map;
static gsize map_size;
static guint8 *touched; /* one byte per page of the file */

static void
fault (int signal_number, siginfo_t *info, void *context)
{
  guint8 *address = info->si_addr;
  gsize page;

  if (address < map || address >= map + map_size)
    _exit (139);
  page = (gsize) (address - map) / PAGE;
  touched[page] = 1;
  if (mprotect (map + page * PAGE, PAGE, PROT_READ) != 0)
    _exit (140);
}

static void
map_without_access (const char *path)
{
  struct sigaction action = { .sa_sigaction = fault, .sa_flags = SA_SIGINFO };
  struct stat status;
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd < 0 || fstat (fd, &status) != 0)
    g_error ("%s: %s", path, g_strerror (errno));
  map_size = (gsize) status.st_size;
  map = mmap (NULL, map_size, PROT_NONE, MAP_PRIVATE, fd, 0);
  if (map == MAP_FAILED)
    g_error ("%s: %s", path, g_strerror (errno));
  close (fd);
  touched = g_new0 (guint8, map_size / PAGE + 1);
  sigaction (SIGSEGV, &action, NULL);
}

static void
use_rows (GArray *rows)
{
  if (rows)
    g_array_unref (rows);
}

/* Everything that reads memory, once. */
static void
use_everything (MgSnapshot *snapshot)
{
  const MgGraph *graph = mg_snapshot_graph (snapshot);

  use_rows (mg_details_heap (snapshot));
  use_rows (mg_details_handles (snapshot));
  use_rows (mg_details_threads (snapshot));
  use_rows (mg_details_statics (snapshot));
  use_rows (mg_details_finalizers (snapshot));
  use_rows (mg_details_timers (snapshot));
  mg_async_rows_free (mg_details_async (snapshot));
  for (MgNode node = mg_graph_first_object (graph); node < graph->n_nodes; node++)
    {
      guint32 n;
      const MgNode *targets = mg_graph_edges (graph, node, &n);

      use_rows (mg_details_fields (snapshot, node, 0));
      g_free (mg_details_string (snapshot, node, 0, NULL));
      use_rows (mg_details_delegate (snapshot, node, 0, NULL));
      g_free (mg_details_describe (snapshot, node));
      for (guint32 i = 0; i < MIN (n, 20); i++)
        g_free (mg_snapshot_edge_label (snapshot, node, targets[i]));
    }
  for (MgTypeId type = 0; type < graph->types->n_types; type++)
    {
      g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);
    }
}

static void
put (FILE *file, const void *bytes, gsize size)
{
  if (fwrite (bytes, 1, size, file) != size)
    g_error ("writing failed: %s", g_strerror (errno));
}

static guint64
get_u64 (const guint8 *p)
{
  guint64 value;

  memcpy (&value, p, 8);
  return value;
}

typedef struct
{
  guint64 address, offset, size; /* of the part, in the old file */
} Part;

/* The touched pages of one PT_LOAD as parts. */
static void
add_parts (GArray *parts, guint64 address, guint64 offset, guint64 size)
{
  for (guint64 at = offset; at < offset + size && at < map_size;)
    {
      guint64 end = MIN ((at / PAGE + 1) * PAGE, offset + size);

      if (touched[at / PAGE])
        {
          Part *last = parts->len > 0 ? &g_array_index (parts, Part, parts->len - 1) : NULL;

          if (last && last->offset + last->size == at && last->address + last->size == address + (at - offset))
            last->size += end - at;
          else
            {
              Part part = { address + (at - offset), at, end - at };

              g_array_append_val (parts, part);
            }
        }
      at = end;
    }
}

static void
write_header (FILE *out, const guint8 *header, guint32 type, guint64 offset, guint64 address, guint64 size)
{
  guint8 copy[56];

  memcpy (copy, header, sizeof copy);
  memcpy (copy, &type, 4);
  memcpy (copy + 8, &offset, 8);
  memcpy (copy + 16, &address, 8);
  memcpy (copy + 32, &size, 8);
  memcpy (copy + 40, &size, 8);
  put (out, copy, sizeof copy);
}

static void
write_core (const char *path)
{
  FILE *out = fopen (path, "wb");
  guint8 head[64], note_header[56] = { 0 };
  guint64 table, notes_at = 0, notes_size = 0, at;
  guint16 n_headers, n_new;
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  if (out == NULL)
    g_error ("%s: %s", path, g_strerror (errno));
  mprotect (map, map_size, PROT_READ);
  memcpy (head, map, sizeof head);
  table = get_u64 (head + 32);
  memcpy (&n_headers, head + 56, 2);
  for (guint i = 0; i < n_headers; i++)
    {
      const guint8 *header = map + table + 56 * (gsize) i;

      if (header[0] == 4)
        {
          notes_at = get_u64 (header + 8);
          notes_size = get_u64 (header + 32);
          memcpy (note_header, header, sizeof note_header);
        }
      else if (header[0] == 1)
        add_parts (parts, get_u64 (header + 16), get_u64 (header + 8), get_u64 (header + 32));
    }
  n_new = (guint16) (parts->len + 1);
  table = 64;
  memcpy (head + 32, &table, 8);
  memcpy (head + 56, &n_new, 2);
  put (out, head, sizeof head);
  at = 64 + 56 * (guint64) n_new;
  write_header (out, note_header, 4, at, 0, notes_size);
  at += notes_size;
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      write_header (out, note_header, 1, at, part->address, part->size);
      at += part->size;
    }
  put (out, map + notes_at, notes_size);
  for (guint i = 0; i < parts->len; i++)
    put (out, map + g_array_index (parts, Part, i).offset, g_array_index (parts, Part, i).size);
  fclose (out);
  printf ("%s: %u parts, %" G_GUINT64_FORMAT " bytes\n", path, parts->len, at);
  g_array_unref (parts);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = NULL;
  MgSource *source;

  gboolean only_threads = argc == 4 && strcmp (argv[3], "threads") == 0;

  if (argc != 3 && !only_threads)
    g_error ("usage: core-trim IN.core OUT.core [threads]");
  map_without_access (argv[1]);
  /* Never given back: the source would free what is mapped. */
  source = mg_source_new_take (map, map_size, argv[1]);
  snapshot = mg_snapshot_open_source (source, NULL, NULL, &error);
  if (snapshot == NULL || !mg_snapshot_ensure (snapshot, only_threads ? 0 : MG_NEED_ALL, NULL, &error))
    g_error ("%s: %s", argv[1], error->message);
  if (only_threads)
    use_rows (mg_details_threads (snapshot));
  else
    use_everything (snapshot);
  write_core (argv[2]);
  return 0;
}
