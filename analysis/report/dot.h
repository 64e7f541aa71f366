/* A picture as a DOT file, for Graphviz and everything that reads it: shapes, colours and line widths included. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean dark;
  gboolean caption;            /* question, sentence and file name above the picture */
  const char *source;          /* name of the file; NULL = not said */
  const gboolean *must_let_go; /* picture->n_edges places: edges to mark in red; NULL = none */
} MgDotOptions;

/* Returns a new string. OPTIONS may be NULL. The same input gives the same bytes. */
char *mg_report_dot (const MgPicture *picture, const MgDotOptions *options) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
