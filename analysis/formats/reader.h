/* What every format's reader hands to the snapshot: an opened file whose head and type statistics are known, and the
 * work it can still do. A reader fills the first part while it opens, and never changes it afterwards, except that
 * notes may be added while the graph is loaded. */
#pragma once

#include "analysis/snapshot.h"
#include "analysis/source/file.h"

G_BEGIN_DECLS

typedef struct _MgReader MgReader;
typedef struct _MgReaderDetails MgReaderDetails;

/* What a reader can do once it is open. Functions that a format lacks are NULL, except free. */
typedef struct
{
  /* Builds the graph; called once. Stages and steps of PROGRESS are the reader's own, within 0 … 1. */
  MgGraph *(*load_graph) (MgReader *reader, MgProgress *progress, GError **error);
  /* Instead of load_graph(): as mg_snapshot_ensure_path(). *IS_PART: whether it is not the whole graph. NULL. */
  MgGraph *(*load_path) (MgReader *reader, guint64 address, gboolean *is_part, MgProgress *progress, GError **error);
  MgGeneration (*generation) (MgReader *reader, guint64 address);
  /* As mg_snapshot_edge_label(). */
  char *(*edge_label) (MgReader *reader, MgNode from, MgNode to);
  /* As mg_snapshot_edge_key(); NULL. */
  char *(*edge_key) (MgReader *reader, MgNode from, MgNode to);
  /* As mg_snapshot_edge_names(). */
  gboolean (*edge_names) (MgReader *reader, MgNode from, MgEdgeName *names);
  /* For a saved index. What opening the file found out and opening it again could use, or NULL when that is nothing, or
   * was of use already; and what load_graph() found out beside the graph, or NULL. Floating references. */
  GVariant *(*save_walk) (MgReader *reader);
  GVariant *(*save_graph) (MgReader *reader);
  /* Instead of load_graph(): GRAPH was saved, with SAVED from save_graph(). FALSE: SAVED makes no sense; GRAPH is then
   * not used. A format without this function has no saved graphs. */
  gboolean (*restore_graph) (MgReader *reader, MgGraph *graph, GVariant *saved);
  /* What only dumps of memory know (details-private.h); NULL. */
  const MgReaderDetails *details;
  /* Frees what the reader added to the struct, not the struct. */
  void (*free) (MgReader *reader);
} MgReaderClass;

/* Notes are few and are read by other threads while the graph is loaded: their places never move. */
#define MG_READER_MAX_NOTES 32

struct _MgReader
{
  const MgReaderClass *klass;
  MgSnapshotInfo info; /* strings live in TEXTS */
  MgCapabilityState capability[MG_N_CAPABILITIES];
  MgTypeStats *stats; /* and with it the types */
  const char *no_graph; /* why load_graph will refuse (translated, static); NULL */
  guint64 depends;      /* sum of what the answers depend on besides the file; 0: nothing. Opening then takes no walk */
  gboolean has_sought;  /* load_path() for MgSnapshotOptions.sought is at hand: nothing else can be asked for */
  guint64 expected_references; /* about as many as the graph will have, for estimates; 0: not known */
  /* Nodes of the file that stand for roots and groups of roots, and that its own root does not reach. They are not
   * objects, so the tree cannot count them. */
  guint64 unreached_pseudo_nodes, unreached_pseudo_bytes;
  /* Private to reader.c. */
  GStringChunk *texts;
  MgNote notes[MG_READER_MAX_NOTES];
  gint n_notes; /* atomic */
};

/* Sets up the common part of READER, which the format has allocated with g_new0 (its struct begins with MgReader). */
void mg_reader_init (MgReader *reader, const MgReaderClass *klass);
/* Calls klass->free, frees the common part and the struct. NULL is allowed. */
void mg_reader_free (MgReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgReader, mg_reader_free)

/* Keeps a copy of TEXT as long as the reader lives. NULL gives NULL. Opening thread only. */
const char *mg_reader_keep (MgReader *reader, const char *text);
/* Notes which file SOURCE is: path, name, sizes. */
void mg_reader_take_file (MgReader *reader, const MgSource *source);
/* Adds a note and takes TEXT (translated, whole sentences, from g_strdup or g_strdup_printf). DAMAGE: part of the file
 * is lost. More than MG_READER_MAX_NOTES are dropped; that one of them told of damage is kept. */
void mg_reader_take_note (MgReader *reader, gboolean damage, char *text);
/* Adds a note about N things, unless N is 0. FORMAT: translated, from g_dngettext; its one "%s" takes N. */
void mg_reader_note_count (MgReader *reader, gboolean damage, guint64 n, const char *format);
/* Says that the file has, or lacks, a capability; REASON is kept by reference (translated, static) and may be NULL. */
void mg_reader_set_capability (MgReader *reader, MgCapability capability, gboolean have, const char *reason);

G_END_DECLS
