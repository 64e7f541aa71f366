/* Big graphs of known shape, for benchmarks and for tests of the extremes. What an object refers to is a function of
 * its number alone, so that a graph of any size can be made, or written to a file, without being kept anywhere. */
#pragma once

#include "analysis/graph/graph.h"

G_BEGIN_DECLS

typedef struct _MgShape MgShape;

struct _MgShape
{
  const char *name;
  const char *about;
  guint32 default_objects;
  guint32 n_types;
  /* Appends the numbers (0 … n - 1) of the objects that object I of N refers to. */
  void (*targets) (guint32 i, guint32 n, GArray *targets);
  /* Objects held by static fields: root I of mg_shape_n_roots() holds object ROOT (i, n). NULL: all hold object 0. */
  guint32 (*root) (guint32 i, guint32 n);
  guint32 (*n_roots) (guint32 n);
  /* Type of object I, below n_types. NULL: by a hash of I, few types having most objects. */
  guint32 (*type) (guint32 i, guint32 n);
};

/* All shapes; the last one has no name. */
extern const MgShape mg_shapes[];

const MgShape *mg_shape_find (const char *name);
guint32 mg_shape_n_roots (const MgShape *shape, guint32 n);
guint32 mg_shape_root (const MgShape *shape, guint32 i, guint32 n);
guint32 mg_shape_type (const MgShape *shape, guint32 i, guint32 n);
/* Bytes of object I: 24 … 136, with some large ones. */
guint32 mg_shape_size (guint32 i);
#define MG_SHAPE_ADDRESS(i) (G_GUINT64_CONSTANT (0x7f0000000000) + (guint64) (i) * 144)

MgGraph *mg_shape_graph (const MgShape *shape, guint32 n) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
