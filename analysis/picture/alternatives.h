/* "Also held by": several reasons for a set (retention picture, section 2).
 *
 * The retention tree gives each subject one path, so it can split subjects that are all held twice. When what carries
 * the most is not in the way of all paths, it is taken out of the graph and the picture is made again: what is left is
 * an alternative. At most two, one after the other.
 *
 * It splits by chance, too, what hangs on two equally near holders. Where little hangs beside the heaviest way and all
 * of it would still be held in that way without what stands beside it, the picture shows the one way. */
#pragma once

#include "analysis/picture/merged.h"

G_BEGIN_DECLS

/* The picture that request->options->alternative asks for (the last one when there are fewer), with its number of
 * alternatives and the explanation that names them. On graphs of more than MG_ALTERNATIVES_NODES nodes, unless a
 * further picture is asked for, only what takes no pass over the graph is found: where little hangs on what is taken
 * out. NULL when cancelled. */
#define MG_ALTERNATIVES_NODES 8000000
MgPicture *mg_alternatives_picture (const MgMergedRequest *request,
                                    MgProgress *progress,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
