/* Writes .gcdump files of every kind for tests, byte by byte from the description of the format and without a line of
 * the program's own writer: what the reader is tested with must not come from its own hand.
 *
 *   dump = mg_dump_new ();
 *   roots = mg_dump_add_node (dump, mg_dump_add_type (dump, "[.NET Roots]", 0, NULL), 0, 0);
 *   mg_dump_add_edge (dump, roots, …);
 *   dump->version = 6;
 *   bytes = mg_dump_write (dump); */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The node's size is its type's. */
#define MG_DUMP_TYPE_SIZE G_MININT32

typedef struct
{
  char *name; /* NULL: null */
  gint32 size;
  char *module;
  guint32 number;        /* of a deferred type */
  guint32 module_number; /* 1 …; 0: null */
  char *suffix;
} MgDumpType;

typedef struct
{
  guint32 type;
  gint32 size;
  guint64 address;
  gboolean undefined; /* no record: offset 0 */
  GArray *children;   /* guint32 */
} MgDumpNode;

typedef struct
{
  guint64 start, end, generation_end[5];
} MgDumpSegment;

typedef struct
{
  /* Set freely; these are the values of mg_dump_new(). */
  guint label_width;    /* 4 */
  gint32 version;       /* 10; 0: a bare graph */
  gint32 oldest_reader; /* -1: as that version has it */
  gboolean is_64bit;    /* TRUE */
  gboolean javascript;
  gboolean deferred;
  gboolean old_segments;     /* version 0 of segments: no pinned part */
  gboolean no_interop;       /* the last two fields are missing, as in early files */
  gboolean interop;          /* two RCWs, one CCW, three interfaces, one module */
  gboolean unknown_fields;   /* fields of a later version at the end of entry and graph */
  gboolean records_backward; /* records from the last node to the first */
  guint32 root;
  float count_multiplier, size_multiplier; /* 1 */
  GArray *multipliers;                     /* float */
  GArray *segments;                        /* MgDumpSegment */
  const char *log, *machine, *process;
  const char *tool; /* "mangrove-test" */
  gint64 ticks;
  gint32 pid;
  /* Filled by the functions below. */
  GPtrArray *types; /* MgDumpType; 0 is UNDEFINED */
  GPtrArray *nodes; /* MgDumpNode */
  /* Set while writing. */
  GByteArray *out;
  GArray *forward;  /* guint64 */
  GHashTable *seen; /* class name or "module N" → offset */
  guint32 blob_offset, blob_length, addresses_offset, types_offset, end_of_graph; /* where parts lie in the file */
} MgDump;

MgDump *mg_dump_new (void);
void mg_dump_free (MgDump *dump);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDump, mg_dump_free)

guint32 mg_dump_add_type (MgDump *dump, const char *name, gint32 size, const char *module);
guint32 mg_dump_add_node (MgDump *dump, guint32 type, gint32 size, guint64 address);
guint32 mg_dump_add_undefined (MgDump *dump, guint64 address);
void mg_dump_add_edge (MgDump *dump, guint32 from, guint32 to);

/* The whole file; a new array each time. */
GByteArray *mg_dump_write (MgDump *dump) G_GNUC_WARN_UNUSED_RESULT;
/* Writes BYTES to NAME in the test's folder. Returns the path. */
char *mg_dump_save (const GByteArray *bytes, const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* My.Ünïcode类型😀 */
#define MG_DUMP_SAMPLE_UNICODE "My.\303\234n\303\257code\347\261\273\345\236\213\360\237\230\200"

/* A small file with everything in it: 6 groups of roots, statics, a holder of statics, duplicate and self edges, an
 * undefined node, sizes of their own, names beyond ASCII. Deterministic. */
MgDump *mg_dump_new_sample (void);

G_END_DECLS
