/* A name of a type is read from left to right: paths of identifiers ("System.Collections.Generic.List", "+Entry")
 * between brackets and commas. A path is the definition of a type: it stays or is replaced as a whole. Namespaces and
 * types that the table names get numbers, in an order that tells nothing; all else gets a word from a hash under a key
 * that only who knows all the names can make. */
#include "analysis/redact/redactor.h"

#include <string.h>

#define KEY_BYTES 32
#define WORD_DIGITS 6

struct _MgRedactor
{
  GMutex lock;
  guint8 key[KEY_BYTES];
  GHashTable *kept;    /* definitions that stay, by their module: char * */
  GHashTable *hidden;  /* definitions that do not */
  GHashTable *numbers; /* "App Some.Space", "Type Some.Space.Name" → number */
  GHashTable *modules; /* "Module /app/x.dll" → number */
  GHashTable *words;   /* "field name" → its word */
  GHashTable *taken;   /* words in use → the text they stand for */
  GHashTable *real;    /* replaced → real name */
  gboolean collecting; /* numbers are being gathered: values are 0 */
};

/* --- words --- */

static char *
digest (MgRedactor *self, const char *text)
{
  return g_compute_hmac_for_string (G_CHECKSUM_SHA256, self->key, KEY_BYTES, text, -1);
}

/* "KIND_0c3d2e"; longer when that is taken by another text. With the lock held. */
static const char *
find_word (MgRedactor *self, const char *kind, const char *text)
{
  g_autofree char *key = g_strdup_printf ("%s %s", kind, text), *sum = NULL;
  const char *word = g_hash_table_lookup (self->words, key);
  char *fresh = NULL;

  if (word)
    return word;
  sum = digest (self, key);
  for (int digits = WORD_DIGITS; digits <= 64; digits += 2)
    {
      g_free (fresh);
      fresh = g_strdup_printf ("%s_%.*s", kind, digits, sum);
      if (!g_hash_table_contains (self->taken, fresh))
        break;
    }
  g_hash_table_add (self->taken, fresh);
  g_hash_table_insert (self->words, g_steal_pointer (&key), fresh);
  return fresh;
}

char *
mg_redactor_word (MgRedactor *self, const char *kind, const char *text)
{
  char *word;

  g_mutex_lock (&self->lock);
  word = g_strdup (find_word (self, kind, text));
  g_mutex_unlock (&self->lock);
  return word;
}

/* "App3", "Type12", or a word for what the table does not name. */
static void
append_numbered (MgRedactor *self, GString *out, GHashTable *numbers, const char *kind, const char *text)
{
  g_autofree char *key = g_strdup_printf ("%s %s", kind, text);
  gpointer number = g_hash_table_lookup (numbers, key);

  if (self->collecting)
    g_hash_table_add (numbers, g_steal_pointer (&key));
  else if (number)
    g_string_append_printf (out, "%s%u", kind, GPOINTER_TO_UINT (number));
  else
    g_string_append (out, find_word (self, strcmp (kind, "Type") == 0 ? "Class" : kind, text));
}

typedef struct
{
  char *sum;
  const char *key;
} Numbered;

static int
compare_sums (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Numbered *) a)->sum, ((const Numbered *) b)->sum);
}

/* Gives numbers by the order of digests, each kind ("App", "Type", "Module") from 1. */
static void
number_all (MgRedactor *self, GHashTable *numbers)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Numbered));
  g_autoptr (GHashTable) next = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, numbers);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      Numbered item = { digest (self, key), key };

      g_array_append_val (list, item);
    }
  g_array_sort (list, compare_sums);
  for (guint i = 0; i < list->len; i++)
    {
      Numbered *item = &g_array_index (list, Numbered, i);
      g_autofree char *kind = g_strndup (item->key, strcspn (item->key, " "));
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (next, kind)) + 1;

      g_hash_table_insert (numbers, g_strdup (item->key), GUINT_TO_POINTER (number));
      g_hash_table_insert (next, g_steal_pointer (&kind), GUINT_TO_POINTER (number));
      g_free (item->sum);
    }
}

/* --- what stays --- */

static gboolean
is_framework_module (const char *module)
{
  return !mg_type_is_own ("Any", module);
}

static gboolean
is_framework_path (const char *path)
{
  static const char *const spaces[]
      = { "System.", "Microsoft.", "Internal.", "FxResources.", "Interop+", "MS.Internal." };
  static const char *const whole[]
      = { "UNDEFINED", "Free", "Interop", "SR", "<PrivateImplementationDetails>", "<Module>" };

  for (gsize i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (g_str_has_prefix (path, spaces[i]))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (whole); i++)
    if (strcmp (path, whole[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
stays (const MgRedactor *self, const char *path)
{
  if (g_hash_table_contains (self->hidden, path))
    return FALSE;
  return g_hash_table_contains (self->kept, path) || is_framework_path (path);
}

/* --- reading a name --- */

typedef struct
{
  char *path; /* definition with the classes it is nested in: "My.Row+Inner" */
  gboolean keep;
} Definition;

typedef struct
{
  MgRedactor *redactor;
  const char *at;
  GString *out;
  GArray *open;       /* Definition: those whose generic arguments are being read */
  Definition current; /* the path just read; path NULL: none */
  gboolean kept_first, kept_all, first_seen;
  gboolean strange; /* not a name as C# writes them */
} Reading;

static void
clear_definition (gpointer data)
{
  g_free (((Definition *) data)->path);
}

/* End of the identifier at TEXT. One of the compiler's own begins with a bracket, which closes before its end:
 * "<Forever>d__36", "<>c". */
static const char *
identifier_end (const char *text)
{
  const char *end = text;
  guint depth = 0;

  if (*end == '<')
    do
      {
        depth += *end == '<';
        depth -= *end == '>';
        end++;
      }
    while (depth > 0 && *end);
  return depth > 0 ? text : end + strcspn (end, ".+<>,[]&*() ");
}

/* The compiler's endings that tell nothing: d__36, c, c__DisplayClass12_0, b__0_1, f__AnonymousType0,
 * k__BackingField. */
static gboolean
is_compilers_ending (const char *ending)
{
  static const char *const words[] = { "DisplayClass", "AnonymousType", "BackingField", "FixedBuffer", "" };

  if (strcmp (ending, "c") == 0)
    return TRUE;
  if (!g_ascii_islower (ending[0]) || ending[1] != '_' || ending[2] != '_')
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (ending + 3, words[i]))
      return ending[3 + strlen (words[i]) + strspn (ending + 3 + strlen (words[i]), "0123456789_")] == '\0';
  return FALSE;
}

/* "<Forever>d__36" → "<Method_0c3d2e>d__36". FALSE: it is no such name. */
static gboolean
append_compilers (MgRedactor *self, GString *out, const char *identifier)
{
  const char *close = strrchr (identifier, '>');
  g_autofree char *inner = NULL;

  if (identifier[0] != '<' || close == NULL || !is_compilers_ending (close + 1))
    return FALSE;
  inner = g_strndup (identifier + 1, (gsize) (close - identifier) - 1);
  g_string_append_printf (out, "<%s>%s", *inner ? find_word (self, "Method", inner) : "", close + 1);
  return TRUE;
}

static void
append_identifier (Reading *reading, const char *path, const char *identifier)
{
  MgRedactor *self = reading->redactor;

  if (append_compilers (self, reading->out, identifier))
    return;
  append_numbered (self, reading->out, self->numbers, "Type", path);
}

/* A path from its beginning: namespace and class, up to a bracket or a nested class. */
static void
read_path (Reading *reading)
{
  const char *start = reading->at, *end = start, *last = start;
  g_autofree char *space = NULL, *name = NULL;
  Definition *current = &reading->current;

  for (;;)
    {
      const char *next = identifier_end (end);

      last = end;
      end = next;
      if (*end != '.')
        break;
      end++;
    }
  if (end == start)
    {
      reading->strange = TRUE;
      return;
    }
  current->path = g_strndup (start, (gsize) (end - start));
  current->keep = stays (reading->redactor, current->path);
  if (!reading->first_seen)
    reading->kept_first = current->keep;
  reading->first_seen = TRUE;
  reading->kept_all &= current->keep;
  reading->at = end;
  if (current->keep)
    {
      g_string_append (reading->out, current->path);
      return;
    }
  name = g_strndup (last, (gsize) (end - last));
  if (last > start)
    {
      space = g_strndup (start, (gsize) (last - start) - 1);
      append_numbered (reading->redactor, reading->out, reading->redactor->numbers, "App", space);
      g_string_append_c (reading->out, '.');
    }
  append_identifier (reading, current->path, name);
}

/* "+Entry" behind the current path. */
static void
read_nested (Reading *reading)
{
  const char *start = reading->at + 1, *end = start;
  Definition *current = &reading->current;
  g_autofree char *name = NULL, *outer = NULL;

  for (;;)
    {
      end = identifier_end (end);
      if (*end != '.')
        break;
      end++;
    }
  if (current->path == NULL || end == start)
    {
      reading->strange = TRUE;
      return;
    }
  name = g_strndup (start, (gsize) (end - start));
  outer = g_steal_pointer (&current->path);
  current->path = g_strdup_printf ("%s+%s", outer, name);
  g_string_append_c (reading->out, '+');
  if (current->keep)
    g_string_append (reading->out, name);
  else
    append_identifier (reading, current->path, name);
  reading->at = end;
}

static void
open_arguments (Reading *reading)
{
  if (reading->current.path == NULL)
    {
      reading->strange = TRUE;
      return;
    }
  g_array_append_val (reading->open, reading->current);
  reading->current.path = NULL;
  g_string_append_c (reading->out, *reading->at++);
}

static void
close_arguments (Reading *reading)
{
  if (reading->open->len == 0)
    {
      reading->strange = TRUE;
      return;
    }
  g_free (reading->current.path);
  reading->current = g_array_index (reading->open, Definition, reading->open->len - 1);
  g_array_index (reading->open, Definition, reading->open->len - 1).path = NULL;
  g_array_set_size (reading->open, reading->open->len - 1);
  g_string_append_c (reading->out, *reading->at++);
}

/* "[,]", "[]", "&", "*": what follows a path without naming anything. */
static gboolean
read_suffix (Reading *reading)
{
  gsize n = strspn (reading->at, "[]&*");

  if (*reading->at == '[')
    {
      n = strspn (reading->at + 1, ",*0123456789") + 1;
      n = reading->at[n] == ']' ? n + 1 : 0;
    }
  /* The writers of .gcdump files add what kind of array it is: " (Bytes > 10K)". */
  if (g_str_has_prefix (reading->at, " (Bytes > ") || g_str_has_prefix (reading->at, " (Ptrs,"))
    n = strlen (reading->at);
  g_string_append_len (reading->out, reading->at, (gssize) n);
  reading->at += n;
  return n > 0;
}

static void
read_piece (Reading *reading)
{
  gboolean begins = reading->current.path == NULL;

  if (!begins && *reading->at == '+')
    read_nested (reading);
  else if (!begins && *reading->at == '<')
    open_arguments (reading);
  else if (*reading->at == '>')
    close_arguments (reading);
  else if (!begins && *reading->at == ',' && reading->open->len > 0)
    {
      gsize n = 1 + strspn (reading->at + 1, " ");

      g_string_append_len (reading->out, reading->at, (gssize) n);
      reading->at += n;
      g_clear_pointer (&reading->current.path, g_free);
    }
  else if (begins)
    read_path (reading);
  else if (!read_suffix (reading))
    reading->strange = TRUE;
}

/* With the lock held. */
static char *
read_name (MgRedactor *self, const char *name, MgKeep *keep)
{
  Reading reading = { .redactor = self, .at = name, .out = g_string_new (NULL), .kept_all = TRUE };
  g_autofree char *whole = NULL;

  reading.open = g_array_new (FALSE, FALSE, sizeof (Definition));
  g_array_set_clear_func (reading.open, clear_definition);
  while (*reading.at && !reading.strange)
    read_piece (&reading);
  if (reading.open->len > 0 || !reading.first_seen)
    reading.strange = TRUE;
  g_array_unref (reading.open);
  g_free (reading.current.path);
  if (keep)
    *keep = reading.strange || !reading.kept_first ? MG_KEEP_NOTHING
            : reading.kept_all                     ? MG_KEEP_ALL
                                                   : MG_KEEP_DEFINITION;
  whole = g_string_free (reading.out, FALSE);
  if (!reading.strange)
    return g_steal_pointer (&whole);
  reading.out = g_string_new (NULL);
  append_numbered (self, reading.out, self->numbers, "Type", name);
  return g_string_free (reading.out, FALSE);
}

/* --- made once --- */

/* The definition that NAME begins with, without what is nested in it or its arguments. */
static char *
first_path (const char *name)
{
  const char *end = name;

  for (;;)
    {
      end = identifier_end (end);
      if (*end != '.')
        return g_strndup (name, (gsize) (end - name));
      end++;
    }
}

/* A type stays by its module where that is known, else by its namespace. The module of an array may be another one than
 * its elements', and does not count. */
static void
sort_definition (MgRedactor *self, const MgType *type)
{
  g_autofree char *path = NULL;

  if (type->module == NULL || strchr (type->name, '[') != NULL || type->flags & (MG_TYPE_FREE | MG_TYPE_UNDEFINED))
    return;
  path = first_path (type->name);
  g_hash_table_add (is_framework_module (type->module) ? self->kept : self->hidden, g_steal_pointer (&path));
}

static void
make_key (MgRedactor *self, const MgTypeTable *types)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = KEY_BYTES;

  for (guint32 i = 0; i < types->n_types; i++)
    {
      const MgType *type = &types->types[i];

      g_checksum_update (sum, (const guchar *) type->name, (gssize) strlen (type->name) + 1);
      if (type->module)
        g_checksum_update (sum, (const guchar *) type->module, (gssize) strlen (type->module) + 1);
    }
  g_checksum_get_digest (sum, self->key, &length);
}

static void
collect (MgRedactor *self, const MgTypeTable *types)
{
  self->collecting = TRUE;
  for (guint32 i = 0; i < types->n_types; i++)
    {
      g_autofree char *unused = read_name (self, types->types[i].name, NULL);
      const char *module = types->types[i].module;

      if (module && !is_framework_module (module))
        g_hash_table_add (self->modules, g_strdup_printf ("Module %s", module));
    }
  self->collecting = FALSE;
  number_all (self, self->numbers);
  number_all (self, self->modules);
}

MgRedactor *
mg_redactor_new (const MgTypeTable *types)
{
  MgRedactor *self = g_new0 (MgRedactor, 1);

  g_mutex_init (&self->lock);
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->taken = g_hash_table_new (g_str_hash, g_str_equal);
  self->real = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  make_key (self, types);
  for (guint32 i = 0; i < types->n_types; i++)
    sort_definition (self, &types->types[i]);
  collect (self, types);
  return self;
}

void
mg_redactor_free (MgRedactor *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->kept);
  g_hash_table_unref (self->hidden);
  g_hash_table_unref (self->numbers);
  g_hash_table_unref (self->modules);
  g_hash_table_unref (self->taken);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->real);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- asking --- */

static void
remember (MgRedactor *self, const char *replaced, const char *real)
{
  if (strcmp (replaced, real) != 0 && !g_hash_table_contains (self->real, replaced))
    g_hash_table_insert (self->real, g_strdup (replaced), g_strdup (real));
}

char *
mg_redactor_type (MgRedactor *self, const char *name, MgKeep *keep)
{
  char *text;
  MgKeep kept;

  g_mutex_lock (&self->lock);
  text = read_name (self, name, &kept);
  remember (self, text, name);
  g_mutex_unlock (&self->lock);
  if (keep)
    *keep = kept;
  return text;
}

char *
mg_redactor_module (MgRedactor *self, const char *module)
{
  const char *slash = strrchr (module, '/'), *file = slash ? slash + 1 : module, *dot;
  GString *out = g_string_new (NULL);

  slash = strrchr (file, '\\');
  file = slash ? slash + 1 : file;
  if (is_framework_module (module))
    {
      g_string_append (out, file);
      return g_string_free (out, FALSE);
    }
  g_mutex_lock (&self->lock);
  append_numbered (self, out, self->modules, "Module", module);
  g_mutex_unlock (&self->lock);
  dot = strrchr (file, '.');
  if (dot && (g_ascii_strcasecmp (dot, ".dll") == 0 || g_ascii_strcasecmp (dot, ".exe") == 0))
    g_string_append (out, dot);
  return g_string_free (out, FALSE);
}

const char *
mg_redactor_real_name (MgRedactor *self, const char *name)
{
  const char *real;

  g_mutex_lock (&self->lock);
  real = g_hash_table_lookup (self->real, name);
  g_mutex_unlock (&self->lock);
  return real;
}

void
mg_redactor_remember (MgRedactor *self, const char *replaced, const char *real)
{
  g_mutex_lock (&self->lock);
  remember (self, replaced, real);
  g_mutex_unlock (&self->lock);
}
