/* The bounded picture that answers "why is this alive?": at most a few dozen nodes, out of millions of objects.
 *
 * Everything that shows a retention answer (window, outline, text, JSON, DOT, Mermaid, SVG, PNG) starts from this
 * structure, so they always say the same. How it is computed: retention picture, sections 1 to 7.
 *
 * Nodes are in a fixed order: roots first, the subject last, ranks ascending, in a rank heaviest first. Immutable. */
#pragma once

#include "analysis/graph/cut.h"
#include "analysis/graph/root-kind.h"
#include "analysis/picture/subject.h"
#include "analysis/snapshot.h"
#include "analysis/types.h"

G_BEGIN_DECLS

typedef struct
{
  guint max_nodes;       /* 0 = 25; at most MG_LIMIT_PICTURE_NODES */
  guint max_paths;       /* single object: K most different paths; 0 = 5 */
  gboolean raw;          /* no folds, no runs, no trunk: every helper object */
  guint32 kinds;         /* mask of root kinds; 0 = MG_ROOT_ALL_KINDS */
  const guint64 *opened; /* ids of stubs and collapsed trunks that the user opened */
  guint n_opened;
  guint alternative; /* merged: 0 = the picture; 1, 2 = "also held by" pictures without the heaviest holder(s) */
} MgPictureOptions;

typedef enum
{
  MG_PICTURE_ROOT,    /* a root or several roots of one kind and label */
  MG_PICTURE_GROUP,   /* objects of one type at one place */
  MG_PICTURE_SUBJECT, /* what was asked about; always exactly one, the last node */
  MG_PICTURE_STUB,    /* "+ n more": opens on click */
  MG_PICTURE_TRUNK,   /* "6 links through Microsoft.Extensions.Hosting": opens on click */
} MgPictureNodeKind;

typedef struct
{
  guint64 id; /* stable: one place has one id in every picture of this snapshot (keeps positions, opens stubs) */
  MgPictureNodeKind kind;
  MgRootKind root_kind; /* of roots */
  MgTypeId type;        /* of groups and the subject; MG_TYPE_NONE else */
  MgNode example;       /* the object when count is 1, else the first by address; a root's node; NONE for stubs */
  guint64 count;        /* objects (or roots) that stand here */
  guint64 weight;       /* subjects whose path passes here; of a single-object picture: paths through here */
  guint64 run_longest, run_median; /* a collapsed run: links in the longest and the median chain; 0 = no run */
  guint64 retained;                /* bytes, exclusive (dominators); members that another member dominates count once */
  gboolean retained_known;
  gboolean dominator; /* every path of every subject passes here */
  gboolean own;       /* the user's own code */
  guint rank;         /* 0 = leftmost */
  /* Texts for people, translated, UTF-8, never NULL ("" when empty). Lines of the node from top to bottom. */
  char *over;  /* small, above: namespace, or the root kind's word */
  char *title; /* bold: short type name, static's name, "+ 12 more" */
  char *under; /* small, below: "× 10,000 · retain 11.4 MB" */
  char *full;  /* full name for tooltips, accessible names and text output: "MyApp.NotificationContext" */
} MgPictureNode;

typedef struct
{
  guint from, to;       /* indexes into nodes */
  guint64 weight;       /* subjects (or paths) that pass */
  double share;         /* weight / all subjects: 0 … 1; width of the line */
  gboolean conditional; /* dashed: holds only while something else lives */
  gboolean attached;    /* conditional, and the label says so: what is held hangs on its holder from outside */
  gboolean dominator;   /* between two dominators in a row: drawn bold */
  gboolean folded;      /* stands for helper objects */
  guint64 folded_count; /* of an event: its handlers; of a list: its items; 0 = not known */
  char *label;          /* "event handlers", "event StatusChanged", "_items"; "" when the file has no name for it */
  char *note;           /* second line: "10,000 of them"; "" when empty */
  char *raw; /* what was folded, in full: "EventHandler<Boolean> → Object[] → EventHandler<Boolean>"; "" else */
} MgPictureEdge;

typedef enum
{
  MG_CUT_SMALL,   /* branches below 1 % */
  MG_CUT_WIDE,    /* more than 8 branches in one group */
  MG_CUT_FULL,    /* the picture's cap */
  MG_CUT_SEARCH,  /* a search hit its limit */
  MG_CUT_SIMILAR, /* paths that differ too little */
  MG_CUT_DEAD,    /* subjects that nothing holds */
} MgPictureCutReason;

typedef struct
{
  MgPictureCutReason reason;
  guint64 stub;     /* id of the stub node that opens it; 0 = none */
  guint64 groups;   /* branches left out; 0 = not counted */
  guint64 subjects; /* subjects left out */
  char *text;       /* translated sentence */
} MgPictureCut;

struct _MgPicture
{
  MgSubject subject;
  guint64 n_subjects; /* all asked about */
  guint64 n_live;     /* of them reached by roots (of the chosen kinds) */
  guint n_nodes, n_edges, n_cuts;
  MgPictureNode *nodes; /* empty when nothing holds the subject, except the subject itself */
  MgPictureEdge *edges;
  MgPictureCut *cuts;
  guint n_alternatives; /* merged: how many further pictures ("also held by") exist: 0, 1, 2 */
  gboolean alike_below; /* these differ only in what holds the subjects' owner, and the explanation names it */
  char *question;       /* "Why is MyApp.NotificationContext alive?" */
  char *sentence;       /* the answer in one sentence */
  char *explanation;    /* further sentences: also held by, cuts, notes; "" when empty */
  guint64 subject_retained;
  gboolean retained_known;
  guint64 fingerprint; /* of type names, labels and root kinds along the picture: the same leak in another dump */
};

/* The picture of SUBJECT. Needs MG_NEED_TREE | MG_NEED_INSTANCES (type) or TREE | REVERSE (object), and uses dominators
 * when they are there (retained, dominator flags); it calls mg_snapshot_ensure() for what it must have. Deterministic.
 * OPTIONS may be NULL. A subject that nothing holds gives a picture with the subject alone, n_live = 0 and a sentence
 * that says so. O(nodes) for a type, O(neighbourhood) for an object. NULL: cancelled, or no such subject. */
MgPicture *mg_picture_new (MgSnapshot *snapshot,
                           MgSubject subject,
                           const MgPictureOptions *options,
                           MgProgress *progress,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same for any set of N objects (all alive through the picture as one). NAME describes the set ("selection"). */
MgPicture *mg_picture_new_for_nodes (MgSnapshot *snapshot,
                                     const MgNode *nodes,
                                     gsize n,
                                     const char *name,
                                     const MgPictureOptions *options,
                                     MgProgress *progress,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
MgPicture *mg_picture_ref (MgPicture *picture);
void mg_picture_unref (MgPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgPicture, mg_picture_unref)

/* What must let go, as sentences: "Remove 1 reference: static field Monitor → ConnectionMonitor." Needs REVERSE.
 * Returns a new string; NULL when cancelled. *CUT (may be NULL) gets the edges. */
char *mg_picture_describe_cut (MgSnapshot *snapshot,
                               MgSubject subject,
                               MgCut *cut,
                               MgProgress *progress,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* "11.4 MB", "1,144 bytes": one style everywhere (decimal units, one decimal below 100). Free with g_free. */
char *mg_format_bytes (guint64 bytes) G_GNUC_WARN_UNUSED_RESULT;
/* "10,000": thousands separators in every locale. Free with g_free. */
char *mg_format_count (guint64 count) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
