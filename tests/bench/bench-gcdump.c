/* Times the reader of .gcdump files on a large file, beside a plain read of the same bytes and, when it is on PATH,
 * `dotnet-gcdump report`, in turn.
 *
 *   bench-gcdump FILE
 *   bench-gcdump GEN-GCDUMP --few     1,000,000 objects, from gen-gcdump.c
 *   bench-gcdump GEN-GCDUMP --full    10,000,000
 *
 * Prints ratios: they mean the same on every machine. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "analysis/snapshot.h"
#define FEW "1000000"
#define MANY "10000000"
#define ROUNDS 3

static double
now (void)
{
  return (double) g_get_monotonic_time () / 1e6;
}

static double
peak_mb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024.0;
}

static double
time_plain_read (const char *path)
{
  double start = now ();
  g_autofree char *data = NULL;
  gsize length;
  guint sum = 0;
  static volatile guint sink;

  if (!g_file_get_contents (path, &data, &length, NULL))
    return 0;
  for (gsize i = 0; i < length; i += 64)
    sum += (guint8) data[i];
  sink = sum;
  return now () - start + sink * 0.0;
}

static double
time_types (const char *path)
{
  double start = now ();
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, NULL, NULL, &error);

  if (snapshot == NULL)
    g_printerr ("%s\n", error->message);
  return now () - start;
}

static double
time_peer (const char *path)
{
  g_autofree char *tool = g_find_program_in_path ("dotnet-gcdump");
  const char *args[] = { tool, "report", path, NULL };
  double start = now ();
  int status = 1;

  if (tool == NULL
      || !g_spawn_sync (NULL, (char **) args, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                        NULL, NULL, &status, NULL)
      || status != 0)
    return 0;
  return now () - start;
}

static void
print_parts (const char *path, double unit)
{
  static const struct
  {
    guint need;
    const char *name;
  } parts[] = { { MG_NEED_GRAPH, "graph" },           { MG_NEED_INSTANCES, "instances" },
                { MG_NEED_TREE, "tree" },             { MG_NEED_REVERSE, "reverse" },
                { MG_NEED_DOMINATORS, "dominators" }, { MG_NEED_TYPE_RETAINED, "retained by type" } };
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (path, NULL, NULL, NULL);

  if (snapshot == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      double start = now ();

      if (!mg_snapshot_ensure (snapshot, parts[i].need, NULL, NULL))
        return;
      printf ("%-17s %6.1f × plain read   peak %5.0f MB\n", parts[i].name, (now () - start) / unit, peak_mb ());
    }
}

static void
measure (const char *path)
{
  double plain = 0, types = 0, peer = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      plain += time_plain_read (path) / ROUNDS;
      types += time_types (path) / ROUNDS;
      peer += time_peer (path) / ROUNDS;
    }
  printf ("%-17s %6.1f × plain read", "types", types / plain);
  if (peer > 0)
    printf ("   1/%.1f of dotnet-gcdump report", peer / types);
  printf ("\n");
  print_parts (path, plain);
}

int
main (int argc, char **argv)
{
  gboolean full = argc > 2 && strcmp (argv[2], "--full") == 0;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "mangrove-bench.gcdump", NULL);
  const char *args[] = { argc > 2 ? argv[1] : NULL, path, "heap", full ? MANY : FEW, NULL };
  int status = 1;

  if (argc == 2)
    {
      measure (argv[1]);
      return 0;
    }
  /* Written by a child, so that the peak of this process is the reader's. */
  if (argc < 3 || !g_spawn_sync (NULL, (char **) args, NULL, 0, NULL, NULL, NULL, NULL, &status, NULL) || status != 0)
    {
      g_printerr ("usage: bench-gcdump FILE | GEN-GCDUMP (--few | --full)\n");
      return 2;
    }
  printf ("%s objects\n", args[3]);
  measure (path);
  remove (path);
  return 0;
}
