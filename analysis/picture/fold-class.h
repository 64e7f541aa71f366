/* What the fold table sees in a type, and the answers that depend on nothing but the types of two objects: whoever asks
 * for millions of objects keeps them. */
#pragma once

#include "analysis/picture/fold-automaton.h"
#include "analysis/picture/type-pattern.h"

G_BEGIN_DECLS

typedef struct
{
  MgFoldMask mask;
  guint64 holders; /* bit h: static part of holder h accepts */
  MgDelegateGuess delegate;
} MgFoldClass;

MgFoldClass mg_fold_classify (const MgFoldAutomaton *automaton, const char *type_name);

enum
{
  MG_FOLD_LOOK = 1, /* classes do not tell */
  MG_FOLD_KEPT,     /* and from here on: answers */
};

/* The state of an object of CLASS under one in STATE, or else of class HOLDER (NULL: a root), none of them a delegate,
 * + MG_FOLD_KEPT; or MG_FOLD_LOOK. */
guint8 mg_fold_enter_class (const MgFoldAutomaton *automaton,
                            MgFoldState state,
                            const MgFoldClass *holder,
                            const MgFoldClass *class);

G_END_DECLS
