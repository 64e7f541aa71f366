/* A whole snapshot as a file for other programs.
 *
 *   gcdump   what dotnet-gcdump, PerfView, Visual Studio and this program open: objects, types, references, roots
 *   csv      one table: a row per object, per reference, or per root
 *   ndjson   a JSON object a line: the snapshot, its roots, its objects with their references
 *   graphml  the graph for Gephi, yEd, networkx
 *
 * The same snapshot gives the same bytes. Memory beside the snapshot's own: a few hundred bytes per type. */
#pragma once

#include "analysis/report/sink.h"
#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef enum
{
  MG_HEAP_GCDUMP,
  MG_HEAP_CSV,
  MG_HEAP_NDJSON,
  MG_HEAP_GRAPHML,
  MG_N_HEAP_FORMATS
} MgHeapFormat;

typedef enum
{
  MG_HEAP_OBJECTS,
  MG_HEAP_REFERENCES,
  MG_HEAP_ROOTS,
  MG_N_HEAP_ROWS
} MgHeapRows;

typedef struct
{
  MgHeapFormat format;
  MgHeapRows rows;   /* csv */
  gboolean retained; /* retained size and dominator of each object: csv objects, ndjson, graphml */
} MgHeapExportOptions;

/* Of a text in csv and ndjson, in UTF-16 units; longer ones are cut. */
#define MG_HEAP_TEXT_UNITS 1000

/* "gcdump", …; ".gcdump", …; for people: "GC heap snapshot (.gcdump)". Static storage. */
const char *mg_heap_format_id (MgHeapFormat format);
const char *mg_heap_format_extension (MgHeapFormat format);
const char *mg_heap_format_name (MgHeapFormat format);
/* By the ending of PATH, in any case (".jsonl" is ndjson too); MG_N_HEAP_FORMATS: none that is known. */
MgHeapFormat mg_heap_format_from_path (const char *path);
/* "objects", "references", "roots". Static storage. */
const char *mg_heap_rows_id (MgHeapRows rows);

/* Loads what is needed, then writes to SINK, which the caller finishes. FALSE: cancelled, the sink's error, or
 * MG_ERROR_LIMIT where a .gcdump cannot hold as much. O(objects + references). */
gboolean mg_heap_export (MgSnapshot *snapshot,
                         const MgHeapExportOptions *options,
                         MgSink *sink,
                         MgProgress *progress,
                         GError **error);

/* What the file just written does not have that SNAPSHOT has: whole translated sentences (char *), none when nothing is
 * lost. Needs the graph. */
GPtrArray *mg_heap_export_losses (MgSnapshot *snapshot, const MgHeapExportOptions *options) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
