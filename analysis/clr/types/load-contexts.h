/* Collectible load contexts: assemblies that can be unloaded as long as no object of their types is left.
 *
 * Every object of a collectible type keeps the context's LoaderAllocator object alive, without a reference that its
 * GCDesc lists:
 *
 *   MethodTable     collectible bit; LoaderModule 24 (.NET 8), auxiliary data 32 → LoaderModule 8 (.NET 9 and later)
 *   LoaderModule    → native LoaderAllocator → handle → System.Reflection.LoaderAllocator
 *   LoaderAllocator m_scout 8 → LoaderAllocatorScout, whose m_nativeLoaderAllocator 8 leads back; m_slots Object[] 16:
 *                   arrays in which the statics of the context's types live */
#pragma once

#include "analysis/clr/runtime/runtime.h"

G_BEGIN_DECLS

/* Whether TABLE (a MethodTable that passed its test) belongs to a collectible load context. */
gboolean mg_is_collectible (const MgRuntime *runtime, guint64 table);
/* The Module that loaded TABLE, and in whose load context it lives; 0 when it cannot be read. */
guint64 mg_loader_module_of (const MgRuntime *runtime, guint64 table);
/* The LoaderAllocator object that instances of TABLE keep alive; 0 when TABLE is not collectible, or what lies there
 * does not lead back. */
guint64 mg_loader_object_of (const MgRuntime *runtime, guint64 table);

G_END_DECLS
