/* Names that nearly every header of the engine needs: ids, forward declarations. Includes nothing but GLib. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A node of an MgGraph. 0 is the super root, 1 … n_roots are root nodes, the rest objects in address order. */
typedef guint32 MgNode;
/* A type of an MgTypeTable. Ids follow the order of names, so that comparing ids compares names. */
typedef guint32 MgTypeId;

#define MG_NODE_SUPER_ROOT ((MgNode) 0)
#define MG_NODE_NONE G_MAXUINT32
#define MG_TYPE_NONE G_MAXUINT32

typedef struct _MgProgress MgProgress;
typedef struct _MgSource MgSource;
typedef struct _MgTypeTable MgTypeTable;
typedef struct _MgGraph MgGraph;
typedef struct _MgGraphBuilder MgGraphBuilder;
typedef struct _MgReverse MgReverse;
typedef struct _MgTree MgTree;
typedef struct _MgDominators MgDominators;
typedef struct _MgInstances MgInstances;
typedef struct _MgTypeStats MgTypeStats;
typedef struct _MgSnapshot MgSnapshot;
typedef struct _MgPicture MgPicture;
typedef struct _MgPlacement MgPlacement;

G_END_DECLS
