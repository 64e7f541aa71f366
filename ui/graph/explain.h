/* Why a root or a reference keeps things alive, and how to make it let go: a few sentences each, translated, static. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* What a root of this kind is and why it holds. */
const char *mg_explain_root (MgRootKind kind);
/* What to change in the program so that it lets go; NULL when nothing can be said in general. */
const char *mg_explain_root_release (MgRootKind kind);

/* What EDGE means: a fold, a conditional or a plain reference. */
const char *mg_explain_edge (const MgPictureEdge *edge);

/* What NODE is: the subject, a run, a stub, … NULL for plain groups. */
const char *mg_explain_node (const MgPictureNode *node);

G_END_DECLS
