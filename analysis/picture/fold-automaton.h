/* The fold table, compiled once: patterns as bits of a mask, chains as states. For fold.c and fold-class.c. */
#pragma once

#include "analysis/picture/fold-table.h"
#include "analysis/picture/fold.h"

G_BEGIN_DECLS

#define MG_FOLD_STATES 250
#define MG_FOLD_HOLDERS 64
#define MG_FOLD_LINKS 8
#define MG_FOLD_MASK_WORDS 2

typedef struct
{
  guint64 word[MG_FOLD_MASK_WORDS];
} MgFoldMask;

/* Patterns that need more than a name. */
enum
{
  MG_FOLD_SPECIAL_NONE,
  MG_FOLD_SPECIAL_DELEGATE,
  MG_FOLD_SPECIAL_LIST,
  MG_FOLD_SPECIAL_SAME,
  MG_FOLD_SPECIAL_ANY,
};

/* What a step or a holder of the table accepts. */
typedef struct
{
  MgFoldMask mask; /* of names */
  guint special;
  const char *field; /* name of the reference; NULL: any, and files without names */
} MgFoldAccept;

typedef struct
{
  MgFoldAccept accept;
  const char *text; /* the step in the table, to recognise equal ones */
  gsize length;
  gboolean repeat;
  MgFoldKind kind;
  MgFoldState child, next; /* first state after this one; next alternative to it; 0 = none */
} MgFoldPlace;

typedef struct
{
  const char *text;
  MgFoldAccept accept;
  MgFoldState child;
} MgFoldHolder;

typedef struct
{
  MgFoldAccept holder, target;
  MgFoldKind kind;
} MgFoldLink;

typedef struct
{
  char *patterns[MG_FOLD_MASK_WORDS * 64];
  guint n_patterns;
  MgFoldPlace states[MG_FOLD_STATES];
  guint n_states; /* [0] is not used */
  MgFoldHolder holders[MG_FOLD_HOLDERS];
  guint n_holders;
  MgFoldAccept list; /* names of arrays that invocation lists are kept in */
  MgFoldLink links[MG_FOLD_LINKS], owners[MG_FOLD_LINKS];
  guint n_links, n_owners;
} MgFoldAutomaton;

/* Made at the first call, for good. */
const MgFoldAutomaton *mg_fold_automaton_get (void);

static inline gboolean
mg_fold_mask_meets (const MgFoldMask *a, const MgFoldMask *b)
{
  return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1])) != 0;
}

G_END_DECLS
