#include "analysis/formats/gcdump-root-name.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/formats/gcdump-file.h"
#include "analysis/formats/gcdump-pseudo.h"
#include "analysis/names/type-name.h"

/* A family is recognised by the words that its names hold, in lower case. The first that fits counts. */
static const struct
{
  const char *word, *other_word; /* other_word: NULL or needed as well */
  MgRootKind kind;
} families[] = {
  { "thread static", NULL, MG_ROOT_THREAD_STATIC },
  { "static var", NULL, MG_ROOT_STATIC },
  { "conservative local var", NULL, MG_ROOT_STACK_CONSERVATIVE },
  { "local var", NULL, MG_ROOT_STACK },
  { "[stack", NULL, MG_ROOT_STACK },
  { "finalizer", NULL, MG_ROOT_FINALIZER_READY },
  { "async", "pinn", MG_ROOT_ASYNC_PINNED_HANDLE },
  { "pinn", "handle", MG_ROOT_PINNED_HANDLE },
  { "strong", "handle", MG_ROOT_STRONG_HANDLE },
  { "ref", "counted", MG_ROOT_REF_COUNTED_HANDLE },
  { "sizedref", NULL, MG_ROOT_SIZED_REF_HANDLE },
  { "dependent", "handle", MG_ROOT_DEPENDENT_HANDLE },
  { "com/winrt", NULL, MG_ROOT_COM },
  { "[ccw", NULL, MG_ROOT_COM },
};

/* Groups that say nothing of the kind, but are surely groups. */
static const char *const groups[] = { ".net", "js roots", "gc heaps", "other roots", "other handles", "gen1 roots",
                                      "gen2 roots", "not reachable from roots" };

static gboolean
is_static_field (MgRootKind kind)
{
  return kind == MG_ROOT_STATIC || kind == MG_ROOT_THREAD_STATIC;
}

gboolean
mg_gcdump_root_name_kind (const char *name, MgRootKind *kind)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  /* The name of a static field holds names of types, with any words in them. */
  if (g_str_has_prefix (lower, "[static var"))
    {
      *kind = MG_ROOT_STATIC;
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (strstr (lower, families[i].word) && (!families[i].other_word || strstr (lower, families[i].other_word)))
      {
        *kind = families[i].kind;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_known_group (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  MgRootKind unused;

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    if (g_str_has_prefix (lower + 1, groups[i]))
      return TRUE;
  return mg_gcdump_root_name_kind (name, &unused);
}

guint32
mg_gcdump_root_name_flags (const char *name)
{
  gsize length = strlen (name);
  guint32 flags;

  if (length < 3 || name[0] != '[' || name[1] == ']' || name[length - 1] != ']'
      || g_ascii_strncasecmp (name, "[RCW ", 5) == 0)
    return 0;
  flags = MG_GCDUMP_BRACKETED;
  if (g_ascii_strncasecmp (name, "[CCW ", 5) == 0)
    flags |= MG_GCDUMP_CCW;
  if (is_known_group (name))
    flags |= MG_GCDUMP_KNOWN_ROOT;
  return flags;
}

gboolean
mg_gcdump_root_name_is_dead (const char *name)
{
  return g_ascii_strncasecmp (name, "[not reachable", strlen ("[not reachable")) == 0;
}

/* "My.Type.t_x, thread 5" → "My.Type.t_x" and a note "thread 5". */
static char *
declared_label (const char *member, char **note)
{
  const char *comma = strstr (member + mg_type_name_member_split (member), ", ");

  if (comma == NULL)
    return g_strdup (member);
  *note = g_strdup (comma + 2);
  return g_strndup (member, (gsize) (comma - member));
}

/* "[static var My.Type.s_x]" → "s_x" and a note. Without a field ("[static vars]" itself holds an object): NULL. */
static char *
static_label (const char *name, MgGcdumpNaming naming, char **note)
{
  const char *start = strstr (name, "var ");
  g_autofree char *member = NULL, *type = NULL, *clean = NULL;
  gsize split;

  if (start == NULL)
    return NULL;
  start += strlen ("var ");
  member = g_strndup (start, strlen (start) - 1);
  if (naming == MG_GCDUMP_NAMES_DECLARING)
    return declared_label (member, note);
  split = mg_type_name_member_split (member);
  if (split == 0)
    return g_steal_pointer (&member);
  type = g_strndup (member, split);
  clean = naming == MG_GCDUMP_NAMES_RAW ? g_strdup (type) : mg_type_name_clean (type);
  /* Translators: a static field; the placeholder is a name of a type. */
  *note = g_strdup_printf (_ ("declaring class not recorded; the field's type is %s"), clean);
  return naming == MG_GCDUMP_NAMES_RAW ? g_strdup (member + split + 1) : mg_field_name_clean (member + split + 1);
}

/* "[thread 7 in My.Program.Main local vars]" → "thread 7 in My.Program.Main". */
static char *
local_label (const char *name)
{
  static const char *const endings[] = { " " MG_GCDUMP_CONSERVATIVE_LOCALS "]", " local vars]" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (name[0] == '[' && g_str_has_suffix (name, endings[i])
        && strcmp (name + 1, MG_GCDUMP_CONSERVATIVE_LOCALS "]") != 0)
      return g_strndup (name + 1, strlen (name) - 1 - strlen (endings[i]));
  return NULL;
}

char *
mg_gcdump_root_name_label (const char *name, MgRootKind kind, MgGcdumpNaming naming, char **note)
{
  gsize length = strlen (name);

  *note = NULL;
  if (is_static_field (kind))
    return static_label (name, naming, note);
  if ((kind == MG_ROOT_STACK || kind == MG_ROOT_STACK_CONSERVATIVE) && naming == MG_GCDUMP_NAMES_DECLARING)
    return local_label (name);
  if (kind == MG_ROOT_STACK && g_ascii_strncasecmp (name, "[pinned", 7) == 0)
    *note = g_strdup (_ ("pinned"));
  /* Everything else names itself, unless the kind's word says the same. */
  if ((kind == MG_ROOT_OTHER || g_ascii_strncasecmp (name, "[CCW ", 5) == 0) && length > 2 && name[0] == '[')
    return g_strndup (name + 1, length - 2);
  return NULL;
}
