/* The block of variables that the garbage collector publishes for debuggers (GcDacVars): the same layout from
 * .NET Core 3 to .NET 11, append-only, self-identifying.
 *
 *   offset  size  meaning
 *        0     1  major version (1, 2)     1  minor version (< 32)     bytes 2–7 zero
 *        8     8  size of a `generation`
 *       16     8  number of generations: 5 (4 before the pinned object heap)
 *       24     8 × n  addresses of the collector's variables, in a fixed order (MgGcVar) */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

typedef enum
{
  MG_GC_GENERATION_TABLE = 3,
  MG_GC_CURRENT_STATE = 6,
  MG_GC_EPHEMERAL_SEGMENT = 7,
  MG_GC_ALLOC_ALLOCATED = 12,
  MG_GC_FINALIZE_QUEUE = 15,
  MG_GC_N_HEAPS = 19,
  MG_GC_HEAPS = 20,
  MG_GC_STRUCTURES_INVALID = 21,
  MG_GC_HANDLE_TABLE_MAP = 26,
  MG_GC_HEAP_OFFSETS = 27,
  MG_GC_GENERATION_OFFSETS = 28,
  MG_N_GC_VARS = 29
} MgGcVar;

typedef struct
{
  guint64 address; /* of the block */
  guint8 major, minor;
  guint64 generation_size;
  guint n_generations;
  guint64 variable[MG_N_GC_VARS]; /* addresses of the variables; 0 = absent */
} MgGcVars;

/* Reads the block at ADDRESS. FALSE: what lies there is none. */
gboolean mg_gc_vars_read (const MgAddressSpace *space, guint64 address, MgGcVars *vars);
/* Looks for the block in all memory: for runtimes without symbols. Returns how many were found; *VARS is the first.
 * O(bytes of memory). */
guint mg_gc_vars_scan (const MgProcessImage *image, MgGcVars *vars, MgProgress *progress, GError **error);

G_END_DECLS
