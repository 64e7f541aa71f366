/* A row of the dominator tree: one object, one root, all siblings of one type, or "+ n more". Plain facts, made when a
 * list asks for them and thrown away afterwards. */
#pragma once

#include <glib-object.h>

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef enum
{
  MG_DOMINATOR_ROW_NODE,
  MG_DOMINATOR_ROW_GROUP,
  MG_DOMINATOR_ROW_MORE,
  MG_DOMINATOR_ROW_WAIT, /* the rows are still being made */
} MgDominatorRowKind;

#define MG_TYPE_DOMINATOR_ROW (mg_dominator_row_get_type ())
G_DECLARE_FINAL_TYPE (MgDominatorRow, mg_dominator_row, MG, DOMINATOR_ROW, GObject)

struct _MgDominatorRow
{
  GObject parent_instance;

  MgDominatorRowKind kind;
  MgNode node;         /* the object or root; of a group its biggest member; MG_NODE_NONE for "more" */
  const MgNode *nodes; /* all members; owned by `list` */
  guint32 n;           /* members; of "more" the rows not shown */
  guint64 size;        /* bytes, shallow; of "more" not known */
  guint64 retained;    /* bytes */
  gboolean has_children;
  GObject *list;       /* the MgDominatorList it comes from (owned): keeps `nodes` alive, and "more" extends it */
};

/* Name of an object ("MyApp.Cache", with its address when asked) or root ("static field Monitor"). g_free. */
char *mg_dominator_node_name (MgSnapshot *snapshot, MgNode node, gboolean with_address) G_GNUC_WARN_UNUSED_RESULT;
/* Name of what NODE is one of: its type, or its root kind in the plural. g_free. */
char *mg_dominator_node_kind_name (MgSnapshot *snapshot, MgNode node) G_GNUC_WARN_UNUSED_RESULT;
/* Title of a row. g_free. */
char *mg_dominator_row_title (MgDominatorRow *row, MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;
/* The same without namespaces, where room is scarce. g_free. */
char *mg_dominator_row_short_title (MgDominatorRow *row, MgSnapshot *snapshot) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
