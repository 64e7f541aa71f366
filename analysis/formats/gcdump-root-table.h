/* The roots of a .gcdump in the order and with the names that the graph wants: sorted by kind, label and address of
 * what they hold; one for each static field (which may hold several objects: the tools that write these files merge
 * fields of one name), else one for each object held; nothing twice. */
#pragma once

#include "analysis/formats/gcdump-file.h"

G_BEGIN_DECLS

typedef struct
{
  MgRoot root;      /* texts live in TEXTS */
  guint64 address;  /* of the first object held */
  guint32 group;
  guint32 first, n; /* places in TARGETS */
} MgGcdumpRoot;

typedef struct
{
  GArray *roots;   /* MgGcdumpRoot */
  GArray *targets; /* guint32: nodes of the file */
  GStringChunk *texts;
} MgGcdumpRootTable;

/* O(n log n) in the references from groups of roots. */
void mg_gcdump_root_table_init (MgGcdumpRootTable *table, const MgGcdump *self);
void mg_gcdump_root_table_clear (MgGcdumpRootTable *table);

G_END_DECLS
