/* What a table of details shows, as a description: columns, where its rows come from, what a row stands for. */
#pragma once

#include "analysis/details.h"
#include "analysis/picture/picture.h"
#include "analysis/picture/subject.h"
#include "ui/models/row-list.h"
#include "ui/session.h"
#include "ui/table/table-view.h"

G_BEGIN_DECLS

typedef struct _MgDetailsView MgDetailsView;
typedef struct _MgDetailsRows MgDetailsRows;

/* One cell. Zero: there is nothing to say ("–"). */
typedef enum
{
  MG_DETAILS_BLANK,
  MG_DETAILS_TEXT,
  MG_DETAILS_COUNT,
  MG_DETAILS_BYTES,
  MG_DETAILS_ADDRESS,
  MG_DETAILS_ID,   /* a number that counts nothing: no separators */
  MG_DETAILS_SHARE,    /* NUMBER of a million */
  MG_DETAILS_DURATION  /* NUMBER of milliseconds */
} MgDetailsCellKind;

typedef struct
{
  MgDetailsCellKind kind;
  guint64 number;
  const char *text; /* borrowed from the rows */
  char *owned;      /* or made for this cell */
} MgDetailsCell;

MgDetailsCell mg_details_text (const char *text);  /* NULL: blank */
MgDetailsCell mg_details_take (char *text);        /* takes TEXT */
/* A text of the program in quotes, on one line. CUT: it goes on. */
MgDetailsCell mg_details_quote (const char *text, gboolean cut);
MgDetailsCell mg_details_count (guint64 count);
MgDetailsCell mg_details_bytes (guint64 bytes);
MgDetailsCell mg_details_address (guint64 address); /* 0: blank */
MgDetailsCell mg_details_milliseconds (guint32 ms); /* MG_TIMER_NEVER: blank */
MgDetailsCell mg_details_share (guint64 part, guint64 whole);

/* The rows of one table, made in a worker, immutable afterwards, reference counted. */
struct _MgDetailsRows
{
  const MgDetailsView *view;
  MgSnapshot *snapshot; /* owned */
  guint32 n;
  GArray *items;        /* owned; what the view makes its cells of */
  GArray *more;         /* owned; may be NULL: whatever else it needs */
  gpointer data;        /* owned with FREE_DATA; may be NULL: the same, where it is no array */
  GDestroyNotify free_data;
  MgDetailsRows *above; /* owned; may be NULL: the table that these rows say more about */
  guint32 chosen;       /* the row of it */
  MgSubject subject;    /* of the session, at the time of asking */
  guint64 total;        /* what shares are of */
  char *note;           /* owned; may be NULL: a sentence above the table */
  char *foot;           /* owned; may be NULL: what there is besides the rows */
  const char *empty;    /* translated, static or the snapshot's: why there are no rows; NULL: the view says it */
  /* Owned, of each text column: the place of each row by name; texts that are made for the cells, all of them made by
   * the worker: what they are made of may be locked while another worker reads. NULL: nothing of the kind. */
  guint32 **ranks;
  char ***texts;
};

MgDetailsRows *mg_details_rows_ref (MgDetailsRows *rows);
void mg_details_rows_unref (MgDetailsRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDetailsRows, mg_details_rows_unref)

/* What VIEW needs of SNAPSHOT. */
guint mg_details_view_needs (const MgDetailsView *view, MgSnapshot *snapshot);

/* Makes the rows of VIEW: for a worker. ABOVE (may be NULL) and CHOSEN: of the table above. NULL without ERROR: the
 * file has no such thing. */
MgDetailsRows *mg_details_rows_new (const MgDetailsView *view,
                                    MgSnapshot *snapshot,
                                    MgSubject subject,
                                    MgDetailsRows *above,
                                    guint32 chosen,
                                    MgProgress *progress,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A list whose data is an MgDetailsRows. */
MgRowList *mg_details_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
/* For the table: how a row looks, and its share. */
MgRowEmphasis mg_details_style (gconstpointer data, guint32 row, double *share);

struct _MgDetailsView
{
  const char *title;            /* N_: of the table: "Frames" */
  const char *search;           /* N_: "Find threads" */
  const char *empty;            /* N_: said when there are no rows: "There are no handles." */
  const MgTableColumn *columns; /* text columns are sorted by name, all others by number */
  guint n_columns;
  guint sort;                   /* column at first */
  gboolean descending;
  guint needs;                  /* MgNeed bits without which there are no rows */
  gboolean without_graph;       /* where there is no graph to be had, rows can be told all the same */
  /* Sets ITEMS and N, and what else the cells need. FALSE without ERROR: the file has no such thing. */
  gboolean (*collect) (MgDetailsRows *rows, MgProgress *progress, GError **error);
  void (*cell) (const MgDetailsRows *rows, guint32 row, guint column, MgDetailsCell *cell);
  /* What a row stands for; NULL or kind NONE: nothing that could be asked about. */
  MgSubject (*subject) (const MgDetailsRows *rows, guint32 row);
  /* How a row looks; NULL: by the owner of its subject's type. */
  MgRowEmphasis (*looks) (const MgDetailsRows *rows, guint32 row);
};

/* A page: the upper table, up to two below it about the row that is chosen. */
typedef struct
{
  const char *name;        /* of the session's page: "handles" */
  const char *title;       /* N_: in the side bar */
  const char *icon;
  const char *absent;      /* N_: title when the file has no such thing: "No Handles in This File" */
  MgCapability capability; /* whose reason says why */
  const MgDetailsView *view;
  const MgDetailsView *below[2]; /* NULL: none */
  /* The rows are about the session's subject; a row that is activated becomes it, on this page. */
  gboolean about_subject;
  /* What stands above the tables; may be NULL. The widget follows the session by itself. */
  GtkWidget *(*head) (MgSession *session);
} MgDetailsKind;

/* Cells that many tables have. OBJECT may be MG_NODE_NONE: blank. */
MgDetailsCell mg_details_type_cell (const MgDetailsRows *rows, MgNode object);
MgDetailsCell mg_details_place_cell (const MgDetailsRows *rows, MgNode object);    /* address */
MgDetailsCell mg_details_size_cell (const MgDetailsRows *rows, MgNode object);
MgDetailsCell mg_details_retained_cell (const MgDetailsRows *rows, MgNode object); /* blank until it is known */
MgDetailsCell mg_details_retained_share_cell (const MgDetailsRows *rows, MgNode object);
MgDetailsCell mg_details_generation_cell (const MgDetailsRows *rows, MgNode object);
MgSubject mg_details_object_subject (MgNode object);
/* By the owner of TYPE; MG_TYPE_NONE: plain. */
MgRowEmphasis mg_details_type_looks (const MgDetailsRows *rows, MgTypeId type);

G_END_DECLS
