/* Where things lie inside the runtime's own structures: one row per (major version, operating system, architecture).
 *
 * Measured on the runtimes named in layout.c. Only what a dump does not publish itself stands here; readers verify what
 * they take from it (see runtime.h, checks) and say so when it does not hold. Offsets in bytes; -1 = not in this
 * version. */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

typedef struct
{
  int major;
  MgOperatingSystem os;
  MgArchitecture architecture;
  gint16 gc_vars_index; /* place of the GC variables in the table of globals, for when it has no symbol; -1 */
  /* Thread list: ThreadStore → first link; Thread: link, ids, state, Frame chain, allocation context. */
  gint16 store_first_thread, store_thread_count;
  gint16 thread_link, thread_os_id, thread_managed_id, thread_state, thread_preemptive_disabled, thread_frame;
  gint16 thread_exposed_weak, thread_exposed_strong;
  gint16 thread_protected;   /* newest of the lists of protected cells (GCFrame) */
  gint16 thread_locals;      /* RuntimeThreadLocals *; -1: the allocation context is inline */
  gint16 alloc_context;      /* within RuntimeThreadLocals, or within Thread */
  gint16 thread_local_data;  /* thread statics: ThreadLocalData * (9+), ThreadLocalBlock inline (≤ 8) */
  gboolean thread_list_of_threads; /* links point at the Thread itself (11) */
  /* MethodTable */
  gboolean module_at_24;     /* else LoaderModule stands there (≤ 8) */
  gboolean wide_rid;         /* typedef rid is u32 @8 >> 8, else u16 @10 */
  guint32 collectible_bit;
  /* EEClass */
  gboolean packed_counts;    /* ≤ 8: counts follow the fixed part */
  gint16 class_instance_fields, class_static_fields, class_thread_static_fields;
  gint16 class_attributes;
  /* Module */
  gint16 module_base;        /* image base, direct; -1: through module_peassembly */
  gint16 module_peassembly;
  gint16 peassembly_image, image_layout_loaded, image_layout_flat, image_layout_base;
  gint16 module_dynamic_metadata, module_typedef_map, module_typeref_map, module_type_params, module_loader_allocator;
  gint16 module_methoddef_map, module_fielddef_map;
  gint16 module_ready_to_run, ready_to_run_entry_points;
  gint16 module_index, module_local, module_local_statics; /* ≤ 8 */
  gboolean dynamic_metadata_apart;                         /* ≤ 8: a pointer leads to the bytes */
  gint16 domain_assemblies;
  gint16 loader_allocator_handle;
  gint16 handle_table_first_segment;
  gint16 handle_types;
} MgLayout;

/* The address of a member at OFFSET of the structure at BASE; 0, where nothing ever is, when it is not known. */
static inline guint64
mg_layout_at (guint64 base, gint16 offset)
{
  return offset < 0 ? 0 : base + (guint64) offset;
}

/* The row for a runtime, or NULL when it is not known. */
const MgLayout *mg_layout_find (int major, MgOperatingSystem os, MgArchitecture architecture);
/* Whether dumps of this version and architecture were read and compared with what other tools say of them. */
gboolean mg_layout_is_proven (int major, MgArchitecture architecture);
/* The row that a runtime without one is most like: of the nearest version (rather the older), on x64 when there is none
 * for its architecture. NULL only for an operating system without rows. */
const MgLayout *mg_layout_nearest (int major, MgOperatingSystem os, MgArchitecture architecture);
/* For tests: makes the row of version MAJOR unknown; 0 = none. */
void mg_layout_hide (int major);

G_END_DECLS
