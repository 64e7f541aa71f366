#include "tests/cli/cli.h"

#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/support/core-sample.h"

const char *
mg_cli_program (void)
{
  return MG_CLI;
}

const char *
mg_cli_leak (void)
{
  return MG_SOURCE_DATA_DIR "/lessons/event-leak/event-leak.gcdump";
}

const char *
mg_cli_garden (void)
{
  return MG_TEST_DATA_DIR "/garden.gcdump";
}

const char *
mg_cli_core (const char *sample)
{
  static GHashTable *unpacked;
  char *path;

  if (unpacked == NULL)
    unpacked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  path = g_hash_table_lookup (unpacked, sample);
  if (path == NULL)
    {
      g_autoptr (GBytes) bytes = mg_core_sample_named (sample);
      g_autofree char *name = g_strconcat (sample, ".core", NULL);
      gsize size;
      const char *data = g_bytes_get_data (bytes, &size);

      path = mg_cli_file (name, data, size);
      g_hash_table_insert (unpacked, g_strdup (sample), path);
    }
  return path;
}

char *
mg_cli_file (const char *name, const char *data, gsize n)
{
  char *path = g_build_filename (mg_test_temp_dir (), name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) n, &error);
  MG_CHECK_NO_ERROR (error);
  return path;
}

void
mg_cli_run_words (MgCliResult *result, const char *input, const GPtrArray *words)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *shell = NULL;
  int wait_status = -1;

  memset (result, 0, sizeof *result);
  if (input)
    {
      /* A shell redirects; "$@" keeps every word whole. */
      g_autofree char *quoted = g_shell_quote (input);

      shell = g_strdup_printf ("exec \"$@\" <%s", quoted);
      g_ptr_array_add (argv, (gpointer) "/bin/sh");
      g_ptr_array_add (argv, (gpointer) "-c");
      g_ptr_array_add (argv, shell);
      g_ptr_array_add (argv, (gpointer) "sh");
    }
  g_ptr_array_add (argv, (gpointer) mg_cli_program ());
  for (guint i = 0; i < words->len; i++)
    g_ptr_array_add (argv, words->pdata[i]);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &result->out, &result->err,
                &wait_status, &error);
  MG_CHECK_NO_ERROR (error);
  result->status = WIFEXITED (wait_status) ? WEXITSTATUS (wait_status) : -1;
  result->out_size = result->out ? strlen (result->out) : 0;
}

void
mg_cli_run (MgCliResult *result, ...)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  va_list args;

  va_start (args, result);
  for (const char *word; (word = va_arg (args, const char *)) != NULL;)
    g_ptr_array_add (words, (gpointer) word);
  va_end (args);
  mg_cli_run_words (result, NULL, words);
}

void
mg_cli_result_clear (MgCliResult *result)
{
  g_clear_pointer (&result->out, g_free);
  g_clear_pointer (&result->err, g_free);
}

json_t *
mg_cli_json (const MgCliResult *result)
{
  json_error_t where;
  json_t *document = json_loads (result->out, JSON_REJECT_DUPLICATES, &where);

  if (document == NULL || !json_is_object (document))
    mg_test_fail (__FILE__, __LINE__, "no JSON object: line %d: %s", where.line, where.text);
  return document;
}

/* One field from *P on, which is left behind it. */
static char *
read_field (const char **p)
{
  GString *field = g_string_new (NULL);
  const char *at = *p;

  if (*at != '"')
    {
      for (; *at && strchr (",\r\n", *at) == NULL; at++)
        g_string_append_c (field, *at);
    }
  else
    {
      for (at++; *at && (at[0] != '"' || at[1] == '"'); at++)
        {
          if (*at == '"')
            at++;
          g_string_append_c (field, *at);
        }
      if (*at == '"')
        at++;
      else
        mg_test_fail (__FILE__, __LINE__, "a quoted field does not end");
    }
  *p = at;
  return g_string_free (field, FALSE);
}

GPtrArray *
mg_cli_csv (const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (const char *p = text; *p;)
    {
      GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

      for (;;)
        {
          g_ptr_array_add (row, read_field (&p));
          if (*p != ',')
            break;
          p++;
        }
      g_ptr_array_add (rows, row);
      if (p[0] == '\r' && p[1] == '\n')
        p += 2;
      else
        {
          mg_test_fail (__FILE__, __LINE__, "row %u does not end in CR LF", rows->len);
          break;
        }
    }
  return rows;
}
