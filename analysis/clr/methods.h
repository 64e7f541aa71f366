/* Names of methods, from MethodDescs.
 *
 *   MethodDesc {u16 @0, u8 chunk index @2, u16 flags @6}; its chunk, 24 bytes and 8 per index before it,
 *   {MethodTable @0, …, u16 @18}: row of MethodDef = (u16 @18 & 0xfff) << 12 | (u16 @0 & 0xfff); flags & 7 == 7:
 *   dynamic */
#pragma once

#include "analysis/clr/type-names.h"

G_BEGIN_DECLS

/* "Zoo.Program.Worker"; NULL when it has no name or it is not in the dump. Free with g_free. */
char *mg_method_name (MgTypeNames *names, guint64 method) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
