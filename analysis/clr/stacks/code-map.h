/* From an instruction address to the managed method it belongs to, and how to unwind its frame.
 *
 *   range map    five levels of 256 pointers (bits 49, 41, 33, 25, 17 of the address); entry of globals 0 is the top
 *                level itself; fragment {next 0, begin 8, end 16, RangeSection 24}
 *   RangeSection {begin 0, end 8, u32 flags 16, manager 24, precompiled module 32, code heap 40}
 *   JIT code     code heap {…, map base 32, nibble map 40}: four bits for each 32 bytes say where a method starts;
 *                [start − 8] = header {…, clauses 8, GC info 16, MethodDesc 24, u32 unwind infos 32,
 *                {u32 begin, end, unwind} 36 …}
 *   precompiled  ReadyToRunInfo {RUNTIME_FUNCTION[] 80, u32 count 88, entry point map}: sorted, like the unwind infos
 *                above; the GC info follows the first function's UNWIND_INFO and the 4 bytes of its personality routine
 *
 * The same on .NET 8 to 11. On arm64 a function's entry has no end: {u32 begin, unwind}; it reaches to the next one. */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

typedef struct
{
  const MgRuntime *runtime;
  guint64 top;            /* address of the top level; 0 = not known */
  GHashTable *entry_maps; /* guint64 *: ReadyToRunInfo → GHashTable of entry point → MethodDesc */
} MgCodeMap;

typedef struct
{
  guint64 method;      /* MethodDesc; 0 = a stub */
  guint64 image;       /* what `unwind` and `begin` are relative to */
  guint64 begin;       /* address of the function (funclets and cold parts have their own) */
  guint64 unwind;      /* address of UNWIND_INFO; 0 = none */
  guint64 start;       /* address of the method's first instruction: funclets count from it; 0 = not known */
  guint64 gc_info;     /* address of its GC info (gc-info.h); 0 = not known */
  guint64 clauses;     /* JIT code: address of its exception clauses; 0 = none */
} MgCode;

MgCodeMap *mg_code_map_new (const MgRuntime *runtime) G_GNUC_WARN_UNUSED_RESULT;
void mg_code_map_free (MgCodeMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgCodeMap, mg_code_map_free)

/* Whether managed code can be told from other code at all: the range map came with .NET 8. */
gboolean mg_code_map_is_known (const MgCodeMap *map);

/* Whether IP lies in managed code, and in which; CODE may be NULL. */
gboolean mg_code_map_find (MgCodeMap *map, guint64 ip, MgCode *code);

G_END_DECLS
