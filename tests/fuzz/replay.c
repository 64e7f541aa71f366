/* Runs the fuzz target over seeds, a corpus and mutations of them, without libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/seeds.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static int n_mutations = 3000;
static int random_seed = 1;
static char *seeds_folder;
static char **corpus;

static const GOptionEntry entries[] = {
  { "mutations", 0, 0, G_OPTION_ARG_INT, &n_mutations, "How many mutated inputs to try", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &random_seed, "Where their sequence begins", "N" },
  { "write-seeds", 0, 0, G_OPTION_ARG_FILENAME, &seeds_folder, "Only write the seeds into FOLDER", "FOLDER" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &corpus, NULL, "FOLDER…" },
  { NULL },
};

static void
add_folder (GPtrArray *inputs, const char *path)
{
  GDir *folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      char *data;
      gsize length;

      if (g_file_get_contents (file, &data, &length, NULL))
        g_ptr_array_add (inputs, g_bytes_new_take (data, length));
    }
  if (folder)
    g_dir_close (folder);
}

static void
write_seeds (const GPtrArray *seeds)
{
  g_mkdir_with_parents (seeds_folder, 0755);
  for (guint i = 0; i < seeds->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/seed-%02u.gcdump", seeds_folder, i);
      gsize length;
      const char *data = g_bytes_get_data (seeds->pdata[i], &length);

      g_file_set_contents (name, data, (gssize) length, NULL);
    }
}

/* Numbers that sizes and counts are afraid of. */
static guint32
nasty_number (GRand *random)
{
  static const guint32 numbers[]
    = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff };

  return numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))];
}

static void
mutate_once (GRand *random, GByteArray *bytes)
{
  guint32 at = g_rand_int (random) % bytes->len, number = GUINT32_TO_LE (nasty_number (random));
  guint32 from = g_rand_int (random) % bytes->len, n = 1 + g_rand_int (random) % 16;

  switch (g_rand_int_range (random, 0, 6))
    {
    case 0:
      bytes->data[at] ^= (guint8) (1u << g_rand_int_range (random, 0, 8));
      break;
    case 1:
      bytes->data[at] = (guint8) g_rand_int (random);
      break;
    case 2:
      memcpy (bytes->data + at, &number, MIN (4, bytes->len - at));
      break;
    case 3: /* a piece from elsewhere */
      memmove (bytes->data + at, bytes->data + from, MIN (n, bytes->len - MAX (at, from)));
      break;
    case 4: /* bytes that are missing */
      if (bytes->len - at > n)
        g_byte_array_remove_range (bytes, at, n);
      break;
    default:
      if (bytes->len - at < bytes->len / 8)
        g_byte_array_set_size (bytes, MAX (at, 1));
    }
}

static void
run_mutations (const GPtrArray *inputs)
{
  GRand *random = g_rand_new_with_seed ((guint32) random_seed);

  for (int i = 0; i < n_mutations; i++)
    {
      GBytes *input = inputs->pdata[g_rand_int (random) % inputs->len];
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      gint n = g_rand_int_range (random, 1, 6);
      gsize length;
      const guint8 *data = g_bytes_get_data (input, &length);

      if (length == 0)
        continue;
      g_byte_array_append (bytes, data, (guint) length);
      while (n-- > 0)
        mutate_once (random, bytes);
      LLVMFuzzerTestOneInput (bytes->data, bytes->len);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  mg_fuzz_add_seeds (inputs);
  if (seeds_folder)
    {
      write_seeds (inputs);
      return 0;
    }
  for (guint i = 0; corpus && corpus[i]; i++)
    add_folder (inputs, corpus[i]);
  for (guint i = 0; i < inputs->len; i++)
    {
      gsize length;
      const guint8 *data = g_bytes_get_data (inputs->pdata[i], &length);

      LLVMFuzzerTestOneInput (data, length);
    }
  run_mutations (inputs);
  g_strfreev (corpus);
  printf ("fuzz-replay: %u inputs and %d mutations passed, 0 failed\n", inputs->len, n_mutations);
  return 0;
}
