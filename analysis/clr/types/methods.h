/* Names of methods, from MethodDescs.
 *
 *   MethodDesc {u16 @0, u8 chunk index @2, u16 flags @6}; its chunk, 24 bytes and 8 per index before it,
 *   {MethodTable @0, …, u16 @18}: row of MethodDef = (u16 @18 & 0xfff) << 12 | (u16 @0 & 0xfff); flags & 7 == 7:
 *   dynamic, without a row; its name stands behind {…, u32 flags, char *} at 24 (.NET 8) or 32 */
#pragma once

#include "analysis/clr/types/type-names.h"

G_BEGIN_DECLS

/* Whether a MethodDesc lies at METHOD: its chunk leads to a MethodTable. *TABLE (may be NULL) becomes that. */
gboolean mg_method_check (const MgRuntime *runtime, guint64 method, guint64 *table);

/* "Zoo.Program.Worker"; of what was made at run time "DynamicClass.NAME" or "ILStubClass.IL_STUB_PInvoke"; NULL
 * when it has no name or it is not in the dump. Free with g_free. */
char *mg_method_name (MgTypeNames *names, guint64 method) G_GNUC_WARN_UNUSED_RESULT;
/* The same called on an object of the class SELF (MethodTable; 0 = not known): a generic class comes out with the
 * arguments that the object has, "Lab.Box<System.String>.Put", not as the code that all its instances share. */
char *mg_method_name_on (MgTypeNames *names, guint64 method, guint64 self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
