/* The picture as a file: what the window's Export and the command line's --format share. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

typedef enum
{
  MG_EXPORT_SVG,
  MG_EXPORT_PNG,
  MG_EXPORT_PDF,
  MG_EXPORT_DOT,
  MG_EXPORT_MERMAID,
  MG_EXPORT_TEXT,
  MG_N_EXPORT_FORMATS
} MgExportFormat;

/* All zero: light, without caption, on paper, PNG with two pixels to the point. */
typedef struct
{
  gboolean dark;
  gboolean caption;     /* question, sentence, figures and file name burnt in (SVG, PNG, PDF, DOT) */
  gboolean transparent; /* no paper (SVG, PNG, PDF) */
  double scale;         /* PNG: pixels per point; 0 = 2 */
  gboolean cut;         /* mark in red what must let go (all but text); finds it first, needs the snapshot */
} MgExportOptions;

/* "svg", "png", "pdf", "dot", "mermaid", "text". Static storage. */
const char *mg_export_format_id (MgExportFormat format);
/* For people, translated: "SVG picture", "Mermaid diagram". Static storage. */
const char *mg_export_format_name (MgExportFormat format);
/* With the dot: ".svg", ".mmd", ".txt". Static storage. */
const char *mg_export_format_extension (MgExportFormat format);
/* "image/svg+xml", … for the clipboard. Static storage. */
const char *mg_export_format_mime_type (MgExportFormat format);
/* FALSE when there is no such format. */
gboolean mg_export_format_from_id (const char *id, MgExportFormat *format);
/* By the extension of PATH, in any case. FALSE when it has none that is known. */
gboolean mg_export_format_from_path (const char *path, MgExportFormat *format);

/* PICTURE in FORMAT. SNAPSHOT names the file in captions and gives addresses; NULL = without either. OPTIONS may be
 * NULL. Places the picture first, which may take seconds for a large one: for workers. The same input gives the same
 * bytes. Returns a new reference; NULL with MG_ERROR_MEMORY. */
GBytes *mg_export_picture_to_bytes (MgSnapshot *snapshot,
                                    const MgPicture *picture,
                                    MgExportFormat format,
                                    const MgExportOptions *options,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same into the file PATH, which appears complete or not at all; an existing one is replaced or left as it is.
 * FALSE with MG_ERROR_IO or MG_ERROR_MEMORY. */
gboolean mg_export_picture (MgSnapshot *snapshot,
                            const MgPicture *picture,
                            MgExportFormat format,
                            const MgExportOptions *options,
                            const char *path,
                            GError **error);

/* Whether PATH is the very file that SNAPSHOT reads; then sets ERROR, which says to choose another name. */
gboolean mg_export_is_own_file (MgSnapshot *snapshot, const char *path, GError **error);

G_END_DECLS
