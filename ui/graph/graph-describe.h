/* Nodes and edges of a picture in words: for screen readers, tooltips, the outline and the side panel. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* Count, retained size and standing of NODE: "10,000 objects, retain 11.4 MB, the subject". Free with g_free. */
char *mg_graph_describe_node (const MgPictureNode *node) G_GNUC_WARN_UNUSED_RESULT;

/* What EDGE says: "event StatusChanged, 10,000 handlers"; "reference" when it has no label. Free with g_free. */
char *mg_graph_describe_edge (const MgPictureEdge *edge) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
