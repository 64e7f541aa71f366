#include "ui/graph/explain.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *why, *release; /* marked for translation; NULL: nothing to say */
} Explanation;

static const Explanation explanations[MG_N_ROOT_KINDS] = {
  [MG_ROOT_STATIC]
  = { N_ ("A static field lives as long as the program (in a collectible context: until that is unloaded). "
          "Everything it refers to lives as long."),
      N_ ("Set the field to null or remove the entry when it is no longer needed; or keep the object in "
          "something that ends with the work it belongs to.") },
  [MG_ROOT_THREAD_STATIC]
  = { N_ ("A thread-static field has a value for each thread, and each value lives as long as its thread. "
          "Threads of the pool practically never end."),
      N_ ("Clear the field before the thread goes back to the pool, or pass the object along instead.") },
  [MG_ROOT_STRONG_HANDLE]
  = { N_ ("A strong handle is a reference kept by native code or by the runtime. The object lives until the handle is "
          "freed."),
      N_ ("Free the GCHandle, or dispose what made it: timers, native callbacks and interop wrappers make handles.") },
  [MG_ROOT_PINNED_HANDLE]
  = { N_ ("A pinned handle keeps an object alive and at its place, so that native code can use its memory."),
      N_ ("Free the GCHandle as soon as native code is done; use fixed or a pooled buffer for short calls.") },
  [MG_ROOT_ASYNC_PINNED_HANDLE]
  = { N_ ("An async pinned handle keeps the buffers of an input or output operation in place until it completes."),
      N_ ("Cancel or complete the pending operation, and dispose its socket, pipe or file.") },
  [MG_ROOT_REF_COUNTED_HANDLE]
  = { N_ ("A ref-counted handle keeps an object alive while native or COM code holds references to it."),
      N_ ("Release the references on the native side.") },
  [MG_ROOT_SIZED_REF_HANDLE]
  = { N_ ("A sized-ref handle is used by caches of ASP.NET to measure what they hold; it keeps its object alive."),
      N_ ("Give the cache a limit, or remove the entry.") },
  [MG_ROOT_DEPENDENT_HANDLE] = { N_ ("A dependent handle keeps its value alive while its key is alive "
                                     "(ConditionalWeakTable). Alone it holds nothing."),
                                 N_ ("Find out what holds the key: when the key goes, the value goes.") },
  [MG_ROOT_COM] = { N_ ("COM code holds a reference to this object, or the object wraps a COM object that is in use."),
                    N_ ("Release the COM reference (Marshal.ReleaseComObject, or Dispose of the wrapper).") },
  [MG_ROOT_FINALIZER_READY] = { N_ ("The object is garbage already, but its finalizer has yet to run. It lives until "
                                    "the finalizer thread comes to it."),
                                N_ ("Call Dispose, which takes the object off the queue; if the queue does not shrink, "
                                    "look at what the finalizer "
                                    "thread waits for.") },
  [MG_ROOT_STACK] = { N_ ("A local variable or parameter of a method that is running. It holds until the method "
                          "returns or no longer uses "
                          "it; in debug builds always until it returns."),
                      N_ ("Look at what the thread is doing: a method that never returns holds its locals for good.") },
  [MG_ROOT_STACK_CONSERVATIVE] = { N_ ("A word on a stack that looks like a reference. It may be a leftover or a "
                                       "coincidence: trust other roots first."),
                                   NULL },
  [MG_ROOT_OTHER] = { N_ ("The runtime itself holds this object, in a way the file does not name."), NULL },
};

const char *
mg_explain_root (MgRootKind kind)
{
  return _ (explanations[kind].why);
}

const char *
mg_explain_root_release (MgRootKind kind)
{
  return explanations[kind].release ? _ (explanations[kind].release) : NULL;
}

const char *
mg_explain_edge (const MgPictureEdge *edge)
{
  if (edge->conditional)
    return _ ("A conditional reference: it holds its target only while something else, its key, is alive.");
  if (edge->folded)
    return _ ("This line stands for helper objects that belong to one reference in the program. Raw links, in the bar "
              "above, shows each of them.");
  if (edge->dominator)
    return _ ("Every path from a root to the subject passes this reference: when it goes, the subject goes.");
  return _ ("A reference from one object to another: while the first lives, the second lives.");
}

const char *
mg_explain_node (const MgPictureNode *node)
{
  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      return mg_explain_root (node->root_kind);
    case MG_PICTURE_SUBJECT:
      return _ ("What the picture is about: everything to its left keeps it alive.");
    case MG_PICTURE_STUB:
      return _ ("Further branches that were left out to keep the picture small. Enter or a click opens them.");
    case MG_PICTURE_TRUNK:
      return _ ("A stretch without branches, of types that are not the program's own. Enter or a click opens it.");
    case MG_PICTURE_GROUP:
    default:
      if (node->run_longest > 0)
        return _ ("A chain of objects of the same type that refer to each other, drawn as one.");
      if (node->dominator)
        return _ ("Every path from a root to the subject passes here: when this goes, the subject goes.");
      return NULL;
    }
}
