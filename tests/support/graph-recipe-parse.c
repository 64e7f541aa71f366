/* The grammar of graph-recipe.h, read statement by statement with one cursor. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/graph-recipe-private.h"

typedef struct
{
  MgGraphRecipe *recipe;
  const char *at;        /* what comes next */
  const char *statement; /* for messages */
} Parser;

static void G_GNUC_NORETURN
mistake (const Parser *parser, const char *what)
{
  g_printerr ("graph recipe: %s at \"%s\" in \"%s\"\n", what, parser->at, parser->statement);
  abort ();
}

static void
skip_blanks (Parser *parser)
{
  while (g_ascii_isspace (*parser->at))
    parser->at++;
}

static gboolean
take (Parser *parser, const char *text)
{
  if (!g_str_has_prefix (parser->at, text))
    return FALSE;
  parser->at += strlen (text);
  return TRUE;
}

/* A word of its own: TEXT is followed by a blank or the end. */
static gboolean
take_word (Parser *parser, const char *text)
{
  gsize length = strlen (text);

  skip_blanks (parser);
  if (!g_str_has_prefix (parser->at, text) || (parser->at[length] != '\0' && !g_ascii_isspace (parser->at[length])))
    return FALSE;
  parser->at += length;
  skip_blanks (parser);
  return TRUE;
}

static const char *
keep (Parser *parser, const char *start, gsize length)
{
  g_autofree char *copy = g_strndup (start, length);

  return g_string_chunk_insert_const (parser->recipe->texts, g_strstrip (copy));
}

static guint64
take_number (Parser *parser)
{
  char *end;
  guint64 number = g_ascii_strtoull (parser->at, &end, 0);

  if (end == parser->at)
    mistake (parser, "a number is missing");
  parser->at = end;
  return number;
}

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || c == '$' || c == '+' || c == '`' || (guchar) c >= 0x80;
}

static guint32
object_index (Parser *parser, const char *name, const char *type)
{
  MgGraphRecipe *recipe = parser->recipe;
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (recipe->by_name, name));
  RecipeObject object = { .size = MG_GRAPH_RECIPE_SIZE, .type = type };

  if (index != 0)
    return index - 1;
  object.name = g_string_chunk_insert (recipe->texts, name);
  g_array_append_val (recipe->objects, object);
  g_hash_table_insert (recipe->by_name, (gpointer) object.name, GUINT_TO_POINTER (recipe->objects->len));
  return recipe->objects->len - 1;
}

static void
take_item (Parser *parser, GArray *list)
{
  const char *start = parser->at, *name;
  guint64 from, to;
  guint32 index;

  while (is_name_char (*parser->at))
    parser->at++;
  if (parser->at == start)
    mistake (parser, "a name is missing");
  name = keep (parser, start, (gsize) (parser->at - start));
  if (take (parser, "*"))
    {
      from = 1;
      to = take_number (parser);
    }
  else if (take (parser, "{"))
    {
      from = take_number (parser);
      if (!take (parser, ".."))
        mistake (parser, "\"..\" is missing");
      to = take_number (parser);
      if (!take (parser, "}"))
        mistake (parser, "\"}\" is missing");
    }
  else
    {
      index = object_index (parser, name, name);
      g_array_append_val (list, index);
      return;
    }
  for (guint64 i = from; i <= to; i++)
    {
      char numbered[256];

      g_snprintf (numbered, sizeof numbered, "%s%" G_GUINT64_FORMAT, name, i);
      index = object_index (parser, numbered, name);
      g_array_append_val (list, index);
    }
}

static GArray *
take_list (Parser *parser)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  do
    {
      skip_blanks (parser);
      take_item (parser, list);
      skip_blanks (parser);
    }
  while (take (parser, ","));
  return list;
}

/* Reads "->", "-LABEL->", … into KIND ('-', '=', '~') and LABEL. Returns FALSE when there is no arrow. */
static gboolean
take_arrow (Parser *parser, char *kind, const char **label)
{
  char head[3] = { *parser->at, '>', '\0' };
  const char *end;

  *label = NULL;
  *kind = *parser->at;
  if (*kind != '-' && *kind != '=' && *kind != '~')
    return FALSE;
  if (take (parser, head))
    return TRUE;
  end = strstr (parser->at + 1, head);
  if (end == NULL)
    mistake (parser, "the arrow has no head");
  *label = keep (parser, parser->at + 1, (gsize) (end - parser->at - 1));
  parser->at = end + 2;
  return TRUE;
}

static void
add_edge (Parser *parser, guint32 from, guint32 to, char kind, const char *label, guint number)
{
  RecipeEdge edge = { .from = from, .to = to, .conditional = kind == '~' };

  if (label)
    {
      g_auto (GStrv) parts = g_strsplit (label, "%", -1);
      char digits[16];
      g_autofree char *text = NULL;

      g_snprintf (digits, sizeof digits, "%u", number);
      text = g_strjoinv (digits, parts);
      edge.label = g_string_chunk_insert_const (parser->recipe->texts, text);
    }
  g_array_append_val (parser->recipe->edges, edge);
}

static void
connect_lists (Parser *parser, const GArray *from, const GArray *to, char kind, const char *label)
{
  const guint32 *left = (const guint32 *) (gconstpointer) from->data,
                *right = (const guint32 *) (gconstpointer) to->data;
  guint n = MAX (from->len, to->len);

  if (kind == '=')
    {
      for (guint i = 0; i < from->len; i++)
        for (guint k = 0; k < to->len; k++)
          add_edge (parser, left[i], right[k], kind, label, i * to->len + k);
      return;
    }
  if (from->len != 1 && to->len != 1 && from->len != to->len)
    mistake (parser, "the lists differ in length");
  for (guint i = 0; i < n; i++)
    add_edge (parser, left[from->len == 1 ? 0 : i], right[to->len == 1 ? 0 : i], kind, label, i);
}

/* LIST ARROW LIST …, when the left list is already read. Takes LIST. */
static void
take_chain (Parser *parser, GArray *list)
{
  char kind;
  const char *label;

  skip_blanks (parser);
  while (take_arrow (parser, &kind, &label))
    {
      GArray *next = take_list (parser);

      connect_lists (parser, list, next, kind, label);
      g_array_unref (list);
      list = next;
      skip_blanks (parser);
    }
  g_array_unref (list);
}

/* "MODULE!NAME<A, B>" up to a blank outside brackets. */
static const char *
take_type (Parser *parser)
{
  const char *start;
  int depth = 0;

  skip_blanks (parser);
  start = parser->at;
  for (; *parser->at && (depth > 0 || !g_ascii_isspace (*parser->at)); parser->at++)
    depth += (strchr ("<[({", *parser->at) != NULL) - (strchr (">])}", *parser->at) != NULL);
  if (parser->at == start)
    mistake (parser, "a type is missing");
  return keep (parser, start, (gsize) (parser->at - start));
}

static void
take_declaration (Parser *parser, const GArray *list)
{
  const char *type = take_type (parser);
  guint64 size = 0, address = 0;
  gboolean has_size = FALSE;

  skip_blanks (parser);
  while (*parser->at)
    {
      if (take (parser, "@"))
        address = take_number (parser);
      else
        {
          size = take_number (parser);
          has_size = TRUE;
        }
      skip_blanks (parser);
    }
  for (guint i = 0; i < list->len; i++)
    {
      RecipeObject *object = &g_array_index (parser->recipe->objects, RecipeObject, g_array_index (list, guint32, i));

      object->type = type;
      if (has_size)
        object->size = size;
      if (i == 0 && address != 0)
        object->address = address;
    }
}

static RecipeType *
type_record (MgGraphRecipe *recipe, const char *name)
{
  RecipeType *type = g_hash_table_lookup (recipe->types, name);

  if (type == NULL)
    {
      type = g_new0 (RecipeType, 1);
      g_hash_table_insert (recipe->types, (gpointer) name, type);
    }
  return type;
}

static void
take_type_statement (Parser *parser)
{
  RecipeType *type = type_record (parser->recipe, take_type (parser));

  skip_blanks (parser);
  while (*parser->at)
    if (take_word (parser, "module"))
      type->module = take_type (parser);
    else if (take_word (parser, "handle"))
      type->handle = take_number (parser);
    else if (take_word (parser, "runtime_table"))
      type->flags |= MG_TYPE_RUNTIME_TABLE;
    else if (take_word (parser, "list_element"))
      type->flags |= MG_TYPE_LIST_ELEMENT;
    else if (take_word (parser, "free"))
      type->flags |= MG_TYPE_FREE;
    else if (take_word (parser, "undefined"))
      type->flags |= MG_TYPE_UNDEFINED;
    else if (g_ascii_isspace (*parser->at))
      skip_blanks (parser);
    else
      mistake (parser, "not a property of types");
}

static MgRootKind
take_root_kind (Parser *parser)
{
  for (guint kind = 0; kind < MG_N_ROOT_KINDS; kind++)
    if (take_word (parser, mg_root_kind_id ((MgRootKind) kind)))
      return (MgRootKind) kind;
  mistake (parser, "not a kind of root");
}

/* Whether an arrow starts here: a '-', '=' or '~' with its head further on. */
static gboolean
at_arrow (const Parser *parser)
{
  char head[3] = { *parser->at, '>', '\0' };

  return *parser->at && strchr ("-=~", *parser->at) && strstr (parser->at, head);
}

static void
take_root (Parser *parser)
{
  RecipeRoot root = { .root.kind = take_root_kind (parser) };
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 index = MG_RECIPE_ROOT | parser->recipe->roots->len;
  const char *start = parser->at;

  if (take (parser, "\""))
    {
      while (*parser->at && *parser->at != '"')
        parser->at++;
      root.root.label = keep (parser, start + 1, (gsize) (parser->at - start - 1));
      if (!take (parser, "\""))
        mistake (parser, "the quote has no end");
    }
  else
    {
      while (*parser->at && *parser->at != '(' && *parser->at != '@' && !at_arrow (parser))
        parser->at++;
      if (parser->at > start)
        root.root.label = keep (parser, start, (gsize) (parser->at - start));
    }
  skip_blanks (parser);
  if (take (parser, "("))
    {
      start = parser->at;
      while (*parser->at && *parser->at != ')')
        parser->at++;
      root.root.note = keep (parser, start, (gsize) (parser->at - start));
      if (!take (parser, ")"))
        mistake (parser, "the note has no end");
      skip_blanks (parser);
    }
  if (take (parser, "@"))
    root.root.address = take_number (parser);
  g_array_append_val (parser->recipe->roots, root);
  g_array_append_val (list, index);
  take_chain (parser, list);
}

static void
take_statement (Parser *parser)
{
  if (take_word (parser, "root"))
    take_root (parser);
  else if (take_word (parser, "type"))
    take_type_statement (parser);
  else
    {
      GArray *list = take_list (parser);

      if (take (parser, ":"))
        {
          take_declaration (parser, list);
          g_array_unref (list);
        }
      else
        take_chain (parser, list);
    }
  skip_blanks (parser);
  if (*parser->at)
    mistake (parser, "not understood");
}

MgGraphRecipe *
mg_graph_recipe_parse (const char *text)
{
  MgGraphRecipe *recipe = g_new0 (MgGraphRecipe, 1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  recipe->objects = g_array_new (FALSE, FALSE, sizeof (RecipeObject));
  recipe->roots = g_array_new (FALSE, FALSE, sizeof (RecipeRoot));
  recipe->edges = g_array_new (FALSE, FALSE, sizeof (RecipeEdge));
  recipe->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  recipe->types = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  recipe->texts = g_string_chunk_new (4096);
  for (guint i = 0; lines[i]; i++)
    {
      char *comment = strchr (lines[i], '#');
      g_auto (GStrv) statements = NULL;

      if (comment)
        *comment = '\0';
      statements = g_strsplit (lines[i], ";", -1);
      for (guint k = 0; statements[k]; k++)
        {
          Parser parser = { recipe, g_strstrip (statements[k]), statements[k] };

          if (*parser.at)
            take_statement (&parser);
        }
    }
  for (guint i = 0; i < recipe->objects->len; i++)
    type_record (recipe, g_array_index (recipe->objects, RecipeObject, i).type);
  return recipe;
}
