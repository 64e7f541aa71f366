#include "app/export/export.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/picture/cut-mark.h"
#include "analysis/report/dot.h"
#include "analysis/report/mermaid.h"
#include "analysis/report/picture-text.h"
#include "analysis/report/svg.h"
#include "app/export/picture-cairo.h"
#include "ui/layout/layout.h"

#define DEFAULT_SCALE 2.0

static const struct
{
  const char *id, *name, *extension, *mime_type;
} formats[MG_N_EXPORT_FORMATS] = {
  [MG_EXPORT_SVG] = { "svg", N_ ("SVG picture"), ".svg", "image/svg+xml" },
  [MG_EXPORT_PNG] = { "png", N_ ("PNG picture"), ".png", "image/png" },
  [MG_EXPORT_PDF] = { "pdf", N_ ("PDF document"), ".pdf", "application/pdf" },
  [MG_EXPORT_DOT] = { "dot", N_ ("DOT graph for Graphviz"), ".dot", "text/vnd.graphviz" },
  [MG_EXPORT_MERMAID] = { "mermaid", N_ ("Mermaid diagram"), ".mmd", "text/plain;charset=utf-8" },
  [MG_EXPORT_TEXT] = { "text", N_ ("Plain text"), ".txt", "text/plain;charset=utf-8" },
};

const char *
mg_export_format_id (MgExportFormat format)
{
  return formats[format].id;
}

const char *
mg_export_format_name (MgExportFormat format)
{
  return _ (formats[format].name);
}

const char *
mg_export_format_extension (MgExportFormat format)
{
  return formats[format].extension;
}

const char *
mg_export_format_mime_type (MgExportFormat format)
{
  return formats[format].mime_type;
}

gboolean
mg_export_format_from_id (const char *id, MgExportFormat *format)
{
  for (guint i = 0; i < MG_N_EXPORT_FORMATS; i++)
    if (strcmp (formats[i].id, id) == 0)
      {
        *format = (MgExportFormat) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
mg_export_format_from_path (const char *path, MgExportFormat *format)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < MG_N_EXPORT_FORMATS; i++)
    if (g_ascii_strcasecmp (formats[i].extension, dot) == 0)
      {
        *format = (MgExportFormat) i;
        return TRUE;
      }
  return FALSE;
}

static MgPlacement *
place (const MgPicture *picture)
{
  g_autofree MgExtent *nodes = g_new0 (MgExtent, picture->n_nodes);
  g_autofree MgExtent *labels = g_new0 (MgExtent, picture->n_edges);
  MgLayoutRequest request = { .nodes = nodes, .labels = labels };

  mg_placement_estimate (picture, nodes, labels);
  return mg_layout_run (picture, &request);
}

/* The edges that must let go; NULL when that is not known, or lies outside the picture. */
static gboolean *
find_cut (MgSnapshot *snapshot, const MgPicture *picture)
{
  g_autofree gboolean *edges = g_new0 (gboolean, picture->n_edges);
  g_autofree char *text = NULL;
  MgCut cut;

  if (snapshot == NULL || picture->subject.kind == MG_SUBJECT_NONE
      || !mg_snapshot_ensure (snapshot, MG_NEED_TREE | MG_NEED_REVERSE | MG_NEED_INSTANCES, NULL, NULL))
    return NULL;
  text = mg_picture_describe_cut (snapshot, picture->subject, &cut, NULL, NULL);
  return text != NULL && mg_picture_mark_cut (snapshot, picture, &cut, edges) ? g_steal_pointer (&edges) : NULL;
}

static GBytes *
take_string (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

/* The formats that say where everything lies. */
static GBytes *
export_placed (const MgPicture *picture,
               MgExportFormat format,
               const MgExportOptions *options,
               const char *source,
               const gboolean *must_let_go,
               GError **error)
{
  g_autoptr (MgPlacement) placement = place (picture);
  MgFigureOptions look = { options->dark, options->caption, options->transparent, source, must_let_go };
  g_autoptr (MgFigure) figure = NULL;

  if (format == MG_EXPORT_SVG)
    return take_string (mg_report_svg (picture, placement, &look));
  figure = mg_figure_new (picture, placement, &look);
  if (format == MG_EXPORT_PDF)
    return mg_picture_cairo_pdf (figure, error);
  return mg_picture_cairo_png (figure, options->scale > 0.0 ? options->scale : DEFAULT_SCALE, error);
}

static GBytes *
export_text (MgSnapshot *snapshot, const MgPicture *picture)
{
  MgPictureTextOptions options = { .graph = snapshot != NULL ? mg_snapshot_graph (snapshot) : NULL };
  GString *text = g_string_new (NULL);

  mg_report_picture_text (picture, &options, text);
  return g_string_free_to_bytes (text);
}

GBytes *
mg_export_picture_to_bytes (MgSnapshot *snapshot,
                            const MgPicture *picture,
                            MgExportFormat format,
                            const MgExportOptions *options,
                            GError **error)
{
  static const MgExportOptions plain = { 0 };
  const MgExportOptions *o = options != NULL ? options : &plain;
  const char *source = snapshot != NULL ? mg_snapshot_info (snapshot)->base_name : NULL;
  g_autofree gboolean *cut = o->cut && format != MG_EXPORT_TEXT ? find_cut (snapshot, picture) : NULL;

  switch (format)
    {
    case MG_EXPORT_DOT:
      return take_string (mg_report_dot (picture, &(MgDotOptions){ o->dark, o->caption, source, cut }));
    case MG_EXPORT_MERMAID:
      return take_string (mg_report_mermaid (picture, source, cut));
    case MG_EXPORT_TEXT:
      return export_text (snapshot, picture);
    case MG_EXPORT_SVG:
    case MG_EXPORT_PNG:
    case MG_EXPORT_PDF:
    case MG_N_EXPORT_FORMATS:
    default:
      return export_placed (picture, format, o, source, cut, error);
    }
}

gboolean
mg_export_is_own_file (MgSnapshot *snapshot, const char *path, GError **error)
{
  const char *own = snapshot ? mg_snapshot_info (snapshot)->path : NULL;
  GStatBuf first, second;

  if (own == NULL || g_stat (own, &first) != 0 || g_stat (path, &second) != 0 || first.st_dev != second.st_dev
      || first.st_ino != second.st_ino)
    return FALSE;
  /* Translators: path of a file */
  g_set_error (error, MG_ERROR, MG_ERROR_IO, _ ("%s is the snapshot that is open: choose another name."), path);
  return TRUE;
}

gboolean
mg_export_picture (MgSnapshot *snapshot,
                   const MgPicture *picture,
                   MgExportFormat format,
                   const MgExportOptions *options,
                   const char *path,
                   GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) why = NULL;

  if (mg_export_is_own_file (snapshot, path, error))
    return FALSE;
  bytes = mg_export_picture_to_bytes (snapshot, picture, format, options, error);
  if (bytes == NULL)
    return FALSE;
  /* A temporary file beside it, then renamed over it. */
  if (g_file_set_contents_full (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                                G_FILE_SET_CONTENTS_CONSISTENT, 0666, &why))
    return TRUE;
  /* Translators: path of a file, reason */
  g_set_error (error, MG_ERROR, MG_ERROR_IO, _ ("%s could not be written: %s"), path, why->message);
  return FALSE;
}
