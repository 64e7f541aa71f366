/* Where the cells of a treemap of retained sizes lie: pure geometry over the dominator tree, no widget.
 *
 * Squarified (Bruls, Huizing, van Wijk 2000), nested as deep as there is room. Children too small to be seen one by one
 * are gathered into one cell per type; what is still too small shares a cell "rest". Deterministic. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef enum
{
  MG_TREEMAP_NODE,  /* one object or one root */
  MG_TREEMAP_GROUP, /* several siblings of one type (or roots of one kind) */
  MG_TREEMAP_REST,  /* siblings too small for a cell of their own */
} MgTreemapKind;

typedef struct
{
  MgTreemapKind kind;
  double x, y, width, height; /* pixels from the top left corner */
  double header;              /* height of the title strip above the children; 0 = none */
  guint depth;                /* 0 = outermost */
  guint parent;               /* index of the surrounding cell; G_MAXUINT for outermost cells */
  guint n_children;           /* cells drawn inside */
  MgNode node;                /* the object; of a group its biggest member; MG_NODE_NONE for the rest */
  guint32 count;              /* objects or roots in the cell */
  guint64 retained;           /* bytes */
} MgTreemapCell;

typedef struct
{
  guint n;
  MgTreemapCell *cells; /* parents before their children */
  double width, height;
  double text_scale; /* how much larger text is than usual: headers are so much higher */
  GHashTable *by_node; /* node → index of its own cell + 1 */
} MgTreemapLayout;

/* Lays out what ROOT dominates in WIDTH × HEIGHT, with room for text of TEXT_SCALE times the usual size. Bounded to
 * some 3,000 cells. O(children of the cells drawn). NULL when cancelled. */
MgTreemapLayout *mg_treemap_layout_new (const MgGraph *graph,
                                        const MgDominators *dominators,
                                        MgNode root,
                                        double width,
                                        double height,
                                        double text_scale,
                                        MgProgress *progress,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mg_treemap_layout_free (MgTreemapLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgTreemapLayout, mg_treemap_layout_free)

/* The innermost cell at (X, Y), or G_MAXUINT. O(cells). */
guint mg_treemap_layout_find (const MgTreemapLayout *layout, double x, double y);
/* The cell of the last of the N nodes of WAY (from what the treemap shows down to a node, as mg_dominators_way() finds
 * it) that has one; G_MAXUINT when none has. O(n). */
guint mg_treemap_layout_find_node (const MgTreemapLayout *layout, const MgNode *way, guint n);
/* The cell reached from FROM by an arrow key: DX, DY of -1, 0, 1; the nearest at the same depth, else FROM. */
guint mg_treemap_layout_step (const MgTreemapLayout *layout, guint from, int dx, int dy);

G_END_DECLS
