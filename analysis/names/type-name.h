/* Names of .NET types: put right what the tools that write .gcdump files did to them, and make them short.
 *
 * All functions take and return UTF-8, never fail, and are linear in the length of the name. Results of char * are
 * freed with g_free. Names that are no .NET names (a JavaScript heap has "(Type  JSArray)") pass unchanged. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Length of NAME without the size class or array description that the writers append:
 *
 *   System.Byte[] (Bytes > 10K)                         → System.Byte[]
 *   System.Byte[] (Bytes > 10K,NoPtrs,ElemSize=1)       → System.Byte[]
 *   System.Object[] (Ptrs,ElemSize=4)                   → System.Object[]
 *   () (Type  JSArray)                                  unchanged */
gsize mg_type_name_base_length (const char *name);

/* The name as C# and today's SOS write it: without size class, with the angle and square brackets put back that
 * dotnet-gcdump exchanged (it writes [ as <, ] as >, and then <> as []):
 *
 *   []c__DisplayClass1_0                  → <>c__DisplayClass1_0
 *   Zoo.Program+[]c<System.Char>          → Zoo.Program+<>c<System.Char>
 *   System.Func<[]f__AnonymousType0,A>    → System.Func<<>f__AnonymousType0,A>
 *   System.Int32<,>                       → System.Int32[,]      (an object never has an open generic type)
 *   System.Byte[][]                       unchanged */
char *mg_type_name_clean (const char *recorded) G_GNUC_WARN_UNUSED_RESULT;

/* For a picture: no namespace, generic arguments folded, nested types and array ranks kept:
 *
 *   System.Collections.Generic.Dictionary<System.String,My.Row>+Entry[]  → Dictionary<…>+Entry[]
 *   System.Threading.Tasks.Task.<>c                                      → Task.<>c
 *   My.Row                                                               → Row */
char *mg_type_name_short (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* The namespace, "" when there is none:
 *
 *   System.Collections.Generic.List<My.Row>[]  → System.Collections.Generic
 *   Row                                        → "" */
char *mg_type_name_namespace (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* At most MAX_CHARS characters (at least 3): the middle gives way to one "…", the end keeps a little more, since it
 * tells types apart:
 *
 *   NotificationContextFactory, 11  → Notif…ctory */
char *mg_type_name_elide (const char *name, gsize max_chars) G_GNUC_WARN_UNUSED_RESULT;

/* Length of the type in "TYPE.FIELD": the last dot that is outside of brackets. 0 when there is none.
 *
 *   Lazy<A.B>.value               → 9
 *   My.Row.<Id>k__BackingField    → 6
 *   []c.<>9                       → 3 */
gsize mg_type_name_member_split (const char *text);

/* A field as its author wrote it: <Name>k__BackingField → Name; others unchanged. */
char *mg_field_name_clean (const char *field) G_GNUC_WARN_UNUSED_RESULT;

/* Whether the type is the runtime's own bookkeeping, through which nearly everything can be reached (loader allocators,
 * caches of reflection): paths through the user's own objects are preferred. */
gboolean mg_type_name_is_runtime_table (const char *name);

/* Whether objects of the type are in a list of the runtime that they refer to (armed timers, cancellation callbacks):
 * through each of them all others can be reached, though it does not own them. */
gboolean mg_type_name_is_list_element (const char *name);

G_END_DECLS
