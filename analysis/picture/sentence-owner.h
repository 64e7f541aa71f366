/* Who holds the subjects, for a sentence: the first object above them that is not plumbing, what that belongs to, and
 * whether a service provider keeps it. */
#pragma once

#include "analysis/picture/fold.h"
#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

typedef struct
{
  guint index;   /* the owner's node, a root's where nothing else holds */
  guint through; /* a collection between, worth naming; G_MAXUINT: none */
  guint of;      /* far fewer objects that hold the owners; G_MAXUINT: none */
  MgFoldKind fold;
  gboolean is_service;    /* a service provider keeps it: how that is held says nothing */
  gboolean is_root_scope; /* it is a service provider's root scope, which keeps the disposables that it made */
} MgOwner;

/* Of what hangs on the node that EDGE comes from. O(nodes × edges). */
MgOwner mg_owner_find (const MgGraph *graph, const MgSketch *sketch, MgFolds *folds, const MgSketchEdge *edge);

/* Marks what service providers keep; before trunks collapse. */
void mg_owner_mark_services (MgSketch *sketch, const MgGraph *graph);

/* Whether a service provider keeps what stands at INDEX or, on the only way, something above it. */
gboolean mg_owner_is_service (const MgSketch *sketch, guint index);

/* "one ConnectionMonitor", "12 ConnectionMonitor", "12 Subscription of one Bus". Free with g_free. */
char *mg_owner_words (const MgPicture *picture, const MgOwner *owner) G_GNUC_WARN_UNUSED_RESULT;
/* The same of one node. */
char *mg_owner_node_words (const MgPictureNode *node) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
