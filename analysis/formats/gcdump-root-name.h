/* Names of the pseudo-nodes by which a .gcdump tells its roots: "[static var My.Type.s_x]", "[strong Handles]".
 * Spelling and case differ between the tools that write them, so names are matched by family. */
#pragma once

#include "analysis/graph/root-kind.h"

G_BEGIN_DECLS

/* MgGcdumpTypeFlags of a type's name: whether its nodes may be pseudo-nodes. Ordinary types may begin with a bracket
 * too: "[]c" (a closure of C#), "[] (Type JSArray)". */
guint32 mg_gcdump_root_name_flags (const char *name);

/* The kind of root that a pseudo-node stands for. FALSE: the name does not tell (an unknown group below a known one has
 * the kind of the latter). */
gboolean mg_gcdump_root_name_kind (const char *name, MgRootKind *kind);

/* "[not reachable from roots]": what hangs there is held by nothing. */
gboolean mg_gcdump_root_name_is_dead (const char *name);

/* How a file names its static fields. */
typedef enum
{
  MG_GCDUMP_NAMES_USUAL,     /* with the type of the value; spelling put right */
  MG_GCDUMP_NAMES_RAW,       /* the same, as recorded */
  MG_GCDUMP_NAMES_DECLARING, /* with the type that declares them (gcdump-pseudo.h) */
} MgGcdumpNaming;

/* What to call a root of that name; NULL when its kind says all. Free with g_free.
 *
 *   [static var My.Type.<Count>k__BackingField]   label Count, note about My.Type (the field's type, not its owner)
 *   [CCW for My.Type RefCnt: 2]                   label "CCW for My.Type RefCnt: 2"
 *   [strong Handles]                              neither */
char *mg_gcdump_root_name_label (const char *name,
                                 MgRootKind kind,
                                 MgGcdumpNaming naming,
                                 char **note) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
