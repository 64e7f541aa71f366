/* Plumbing as data: which helper objects stand between an owner and what it holds (retention picture, section 4).
 *
 * A row says: under HOLDER, objects of the types of CHAIN one after the other are helpers; what comes after is held in
 * the way that KIND names. Rows whose chains begin alike share their states, so a chain that ends early still has a
 * meaning: EventHandler → x is a delegate, EventHandler → Object[] → EventHandler → x an event.
 *
 * Patterns, with '|' between alternatives, match names without generic arguments:
 *
 *   System.Threading.Timer   the whole name
 *   Entry[]                  the last part (after '.' or '+'): files of .NET lose the outer type of nested ones
 *   *CallSite                the end of the last part
 *   $delegate                a delegate, by name and size, or by the look of its invocation list
 *   $list                    the array of an invocation list: Object[], Delegate[], Wrapper[] with delegates in it
 *   $same                    a delegate of the same type as the one that has the list
 *   $closure                 an object of captured variables
 *   $array                   any array
 *   $any                     anything
 *
 * In a chain, '>' separates steps and '+' after a step allows several of it in a row. "FIELD@" before a step asks for a
 * reference of that name, where types alone do not tell what it means: such a row is for files with names only. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In what way the holder holds. The order is that in which equally heavy labels are preferred. */
typedef enum
{
  MG_FOLD_PLAIN,    /* a reference like any other */
  MG_FOLD_INTERNAL, /* through helpers that say nothing */
  MG_FOLD_EVENT,
  MG_FOLD_DELEGATE,
  MG_FOLD_CAPTURED,
  MG_FOLD_ITEMS,
  MG_FOLD_ENTRIES,
  MG_FOLD_TIMER,
  MG_FOLD_CANCELLATION,
  MG_FOLD_ASYNC_LOCAL,
  MG_FOLD_THREAD_LOCAL,
  MG_FOLD_WEAK_TABLE,
  MG_FOLD_TASK,
  MG_FOLD_VALUE,
  MG_FOLD_AWAITED,
  MG_FOLD_SINGLETON,
  MG_FOLD_SCOPED,
  MG_FOLD_DISPOSABLE,
  MG_FOLD_PROPERTY,
  MG_N_FOLD_KINDS
} MgFoldKind;

typedef struct
{
  const char *holder; /* NULL: anything, roots too */
  const char *chain;
  MgFoldKind kind;
} MgFoldRow;

/* The table; *N rows. Rows of a certain holder come before those of any. */
const MgFoldRow *mg_fold_table (guint *n);
/* Direct references that deserve a name though nothing is folded: CHAIN is one step, the object held. */
const MgFoldRow *mg_link_table (guint *n);
/* Lists whose elements do not own each other: objects of CHAIN, one step, belong to the HOLDER that each refers to,
 * whatever neighbour leads to them. KIND is not used. */
const MgFoldRow *mg_owner_table (guint *n);

G_END_DECLS
