#include "app/cli/suggest.h"

#include <string.h>

/* Names longer than this are not compared letter by letter. */
#define MAX_COMPARED 256
#define FAR G_MAXUINT

static guint
min3 (guint a, guint b, guint c)
{
  return MIN (MIN (a, b), c);
}

/* Letters to add, drop, replace or swap with their neighbour to make A of B; FAR when A or B is too long or their
 * lengths alone differ by more than LIMIT. Case does not count. */
static guint
edit_distance (const char *a, const char *b, guint limit)
{
  gsize n = strlen (a), m = strlen (b);
  guint rows[3][MAX_COMPARED + 1];
  guint *before_last = rows[0], *last = rows[1], *row = rows[2];

  if (n > MAX_COMPARED || m > MAX_COMPARED || (n > m ? n - m : m - n) > limit)
    return FAR;
  for (gsize j = 0; j <= m; j++)
    last[j] = (guint) j;
  for (gsize i = 1; i <= n; i++)
    {
      guint *recycled = before_last;

      row[0] = (guint) i;
      for (gsize j = 1; j <= m; j++)
        {
          char x = g_ascii_tolower (a[i - 1]), y = g_ascii_tolower (b[j - 1]);

          row[j] = min3 (last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y));
          if (i > 1 && j > 1 && x == g_ascii_tolower (b[j - 2]) && y == g_ascii_tolower (a[i - 2]))
            row[j] = MIN (row[j], before_last[j - 2] + 1);
        }
      before_last = last;
      last = row;
      row = recycled;
    }
  return last[m];
}

static guint
tolerance (const char *typed)
{
  return (guint) MAX (strlen (typed) / 3, 1);
}

/* "dominate" means "dominators", "inst" means "instances". */
static gboolean
begins_alike (const char *typed, const char *word)
{
  gsize n = 0;

  while (typed[n] && typed[n] == word[n])
    n++;
  return n >= 3 && 3 * n >= 2 * strlen (typed);
}

const char *
mg_suggest_word (const char *typed, const char *const *words, gsize n)
{
  const char *best = NULL;
  guint limit = tolerance (typed), least = limit + 1;

  for (gsize i = 0; i < n; i++)
    {
      guint distance = edit_distance (typed, words[i], limit);

      if (begins_alike (typed, words[i]))
        distance = MIN (distance, limit);
      if (distance < least)
        {
          least = distance;
          best = words[i];
        }
    }
  return best;
}

/* The part of a type's name after namespace and outer types, generic arguments kept: "Entry<System.Int32>[]". */
static const char *
short_name (const char *name)
{
  const char *start = name;

  for (const char *p = name; *p && *p != '<' && *p != '[' && *p != '('; p++)
    if (*p == '.' || *p == '+')
      start = p + 1;
  return start;
}

static gboolean
contains_ignoring_case (const char *text, const char *part)
{
  gsize n = strlen (part);

  for (const char *p = text; *p; p++)
    if (g_ascii_strncasecmp (p, part, n) == 0)
      return TRUE;
  return FALSE;
}

/* The smaller, the likelier; FAR when it is not likely at all. */
static guint
unlikeliness (const char *typed, const char *name)
{
  const char *typed_short = short_name (typed), *name_short = short_name (name);
  guint limit = tolerance (typed_short), distance;

  if (g_ascii_strcasecmp (typed, name) == 0)
    return 0;
  if (g_ascii_strcasecmp (typed_short, name_short) == 0)
    return 1;
  distance = edit_distance (typed, name, limit);
  if (distance <= limit)
    return 2 + distance;
  distance = edit_distance (typed_short, name_short, limit);
  if (distance <= limit)
    return 500 + distance;
  if (strlen (typed) >= 3 && contains_ignoring_case (name, typed))
    return 1000 + (guint) MIN (strlen (name), 1000);
  if (strlen (typed_short) >= 3 && contains_ignoring_case (name_short, typed_short))
    return 2000 + (guint) MIN (strlen (name), 1000);
  return FAR;
}

typedef struct
{
  guint unlikeliness;
  guint64 size;
  const char *name;
} Candidate;

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  if (x->unlikeliness != y->unlikeliness)
    return x->unlikeliness < y->unlikeliness ? -1 : 1;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return strcmp (x->name, y->name);
}

char **
mg_suggest_types (const MgTypeStats *stats, const char *name, guint max)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GPtrArray *names = g_ptr_array_new ();

  for (guint32 i = 0; i < stats->types->n_types; i++)
    {
      Candidate candidate = { FAR, stats->tally[i].size, stats->types->types[i].name };

      if (stats->tally[i].count > 0)
        candidate.unlikeliness = unlikeliness (name, candidate.name);
      if (candidate.unlikeliness != FAR)
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len && names->len < max; i++)
    {
      const char *found = g_array_index (candidates, Candidate, i).name;

      if (names->len == 0 || strcmp (g_ptr_array_index (names, names->len - 1), found) != 0)
        g_ptr_array_add (names, g_strdup (found));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}
