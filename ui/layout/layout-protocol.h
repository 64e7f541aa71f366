/* What the program and its helper process say to each other: lines of text, numbers in the C locale.
 *
 *   request                                        answer
 *   mangrove-layout 1                              mangrove-placement 1
 *   settings QUICK ORDERED                         nodes N width W height H
 *   nodes N edges M                                n X Y              (N times: top left corner)
 *   n WIDTH HEIGHT RANK       (N times)            e POINTS X Y … TIPX TIPY LABELX LABELY   (M times)
 *   e FROM TO WEIGHT ARROW PORTS LABELW LABELH     end
 *   end                       (M of them before)
 *
 * RANK: 0 anywhere, 1 leftmost, 2 rightmost. PORTS: 1 = from the middle of the right side to the middle of the left.
 * POINTS 0 = not routed. Lengths are points (1/72 inch), y downwards. Nothing that comes in is believed: counts are
 * compared with what was asked or with the limits of a picture, numbers must be finite and small. */
#pragma once

#include "analysis/picture/placement.h"

G_BEGIN_DECLS

typedef enum
{
  MG_LAYOUT_RANK_ANY,
  MG_LAYOUT_RANK_FIRST,
  MG_LAYOUT_RANK_LAST,
} MgLayoutRank;

typedef struct
{
  MgExtent extent;
  MgLayoutRank rank;
} MgLayoutNode;

typedef struct
{
  guint from, to;
  guint weight; /* 1 … 16: how much it wants to be straight */
  double arrow; /* length of its head */
  gboolean ports;
  MgExtent label;
} MgLayoutEdge;

/* A picture reduced to numbers, in the order in which it is to be laid out: that order decides what lies above what. */
typedef struct
{
  gboolean quick;   /* the quicker settings */
  gboolean ordered; /* the order of nodes and edges is to be kept strictly */
  guint n_nodes, n_edges;
  MgLayoutNode *nodes;
  MgLayoutEdge *edges;
  guint *node_place; /* where node i of the job stands in the picture; not sent */
  guint *edge_place;
} MgLayoutJob;

/* The most bytes either side reads. A full picture's answer is some 100 kB. */
#define MG_LAYOUT_MAX_BYTES (4 * 1024 * 1024)
#define MG_LAYOUT_MAX_NODES 10000
#define MG_LAYOUT_MAX_EDGES 40000

MgLayoutJob *mg_layout_job_alloc (guint n_nodes, guint n_edges) G_GNUC_WARN_UNUSED_RESULT;
void mg_layout_job_free (MgLayoutJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgLayoutJob, mg_layout_job_free)

/* Appends JOB as a request. */
void mg_layout_job_write (const MgLayoutJob *job, GString *out);
/* Returns the request in TEXT (not necessarily terminated), or NULL when it is not one. */
MgLayoutJob *mg_layout_job_read (const char *text, gsize length) G_GNUC_WARN_UNUSED_RESULT;

/* Appends PLACEMENT, in JOB's order, as an answer. */
void mg_layout_answer_write (const MgPlacement *placement, GString *out);
/* Returns the placement, in JOB's order, or NULL when TEXT is not a whole and sound answer to JOB. Boxes have the sizes
 * that JOB asked for. */
MgPlacement *mg_layout_answer_read (const MgLayoutJob *job, const char *text, gsize length) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
