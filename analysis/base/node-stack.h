/* A stack of 32-bit numbers that grows by doubling: what replaces recursion over a graph. All-zero is a valid empty
 * stack. Aborts like g_malloc when memory ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 *items;
  gsize n, allocated;
} MgNodeStack;

static inline void
mg_node_stack_push (MgNodeStack *stack, guint32 item)
{
  if (G_UNLIKELY (stack->n == stack->allocated))
    {
      stack->allocated = MAX (1024, stack->allocated * 2);
      stack->items = g_renew (guint32, stack->items, stack->allocated);
    }
  stack->items[stack->n++] = item;
}

/* Takes the top off. The stack must not be empty. */
static inline guint32
mg_node_stack_pop (MgNodeStack *stack)
{
  return stack->items[--stack->n];
}

static inline void
mg_node_stack_clear (MgNodeStack *stack)
{
  g_free (stack->items);
  *stack = (MgNodeStack) { 0 };
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MgNodeStack, mg_node_stack_clear)

G_END_DECLS
