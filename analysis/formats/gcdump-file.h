/* What the parts of the .gcdump reader share: the file's head and where its tables lie. Private to gcdump-*.c.
 *
 * Entry object, class "GCHeapDump", version 9 and 10 (older ones: gcdump-head.c):
 *
 *   object    graph, class "Graphs.MemoryGraph"
 *   bool      64-bit process (the graph says so too)
 *   f32 f32   average multipliers of counts and sizes of a sampled file (1: not sampled)
 *   object    JSHeapInfo or null (empty)
 *   object    DotNetHeapInfo or null: segments
 *   string    log of the collector
 *   i64       time in ticks of 100 ns since the year 1, local time of that machine; 0: none
 *   string    machine
 *   string    process name
 *   i32       process id
 *   i64 i64   committed bytes, working set
 *   i32 n, n × f32   multipliers of counts by type of a sampled file
 *   tag 12    region with InteropInfo or null
 *   tag 13    name of the tool
 *
 * Graph, class "Graphs.MemoryGraph":
 *
 *   i64       bytes of all objects
 *   i32       index of the root node
 *   i32 n, n × { string name, i32 bytes of its first instance (-1: none), string module }      type 0 is UNDEFINED
 *   i32 n, n × u32 offset of the node's record in the blob; 0: referenced, never described
 *   i32 n, n bytes: the blob
 *   [oldest reader >= 1: names of deferred types]
 *   i32 n, n × i64 address
 *   tag 8     bool 64-bit process
 *
 * Node record: compressed (type << 1 | own size follows), [compressed size], compressed number of children, and for
 * each child compressed (its index − this index). Without its own size a node has its type's. Records lie in the order
 * in which they were written, not in index order. Example, node 0 with type 1, its own size 0, children 1 and 2:
 * 03 00 02 01 02. */
#pragma once

#include "analysis/base/bitmap.h"
#include "analysis/base/prefetch.h"
#include "analysis/formats/fast-serialization.h"
#include "analysis/formats/gcdump-segment.h"
#include "analysis/formats/reader.h"
#include "analysis/source/compressed-int.h"
#include "analysis/source/cursor.h"

G_BEGIN_DECLS

/* A type as the file has it. */
typedef struct
{
  const char *name;   /* as recorded; deferred ones "TypeID(0x…)"; never NULL */
  const char *module; /* NULL */
  gint32 size;        /* bytes of a node without a size of its own; -1 when the type has no instance */
  guint32 flags;      /* MgGcdumpTypeFlags */
} MgGcdumpType;

typedef enum
{
  MG_GCDUMP_BRACKETED = 1 << 0,    /* may be a pseudo-node: when its node has no address */
  MG_GCDUMP_CCW = 1 << 1,          /* a COM wrapper of an object: a pseudo-node with an address of its own */
  MG_GCDUMP_KNOWN_ROOT = 1 << 2,   /* a bracketed name that is surely a group of roots */
  MG_GCDUMP_OBJECT_ARRAY = 1 << 3, /* System.Object[] */
} MgGcdumpTypeFlags;

/* Parts that a cut file has lost. */
typedef enum
{
  MG_GCDUMP_LOST_RECORDS = 1 << 0,   /* the blob ends early: some objects are only known to exist */
  MG_GCDUMP_LOST_ADDRESSES = 1 << 1, /* some or all */
  MG_GCDUMP_LOST_NAMES = 1 << 2,     /* of deferred types */
  MG_GCDUMP_LOST_DETAILS = 1 << 3,   /* process, segments, tool */
  MG_GCDUMP_LOST_END = 1 << 4,       /* nothing but the container's last bytes */
} MgGcdumpLost;

/* One reference from a group of roots to an object. */
typedef struct
{
  guint32 group;  /* node of the file: the pseudo-node */
  guint32 target; /* node of the file: the object */
} MgGcdumpRootEdge;

typedef struct
{
  MgReader parent;
  MgSource *source;
  GStringChunk *strings;
  gboolean raw_names;
  guint n_threads; /* 0: all */

  gint32 version; /* of GCHeapDump; 0 for a bare graph */
  gboolean is_64bit, is_javascript;
  float count_multiplier, size_multiplier;
  const guint8 *multipliers; /* f32 by type of the file */
  guint32 n_multipliers;
  char *log, *machine, *process, *tool;
  gint64 ticks;
  gint32 pid;
  GArray *segments; /* MgGcdumpSegment, by start; NULL */

  gint64 total_size;
  guint32 root;
  GArray *types; /* MgGcdumpType */
  guint32 n_nodes;
  const guint8 *offsets;
  const guint8 *blob, *blob_end;
  const guint8 *addresses;
  guint32 n_addresses; /* fewer than n_nodes when they are lost */
  guint32 lost;        /* MgGcdumpLost */

  /* Made by the pass over the records. */
  MgTypeId *type_ids; /* by type of the file; MG_TYPE_NONE when it has no object */
  guint64 *pseudo;    /* bit map of nodes */
  guint32 n_pseudo;
  guint32 n_undefined; /* referenced, never described */
  guint32 n_broken;    /* records that are lost or make no sense: shown as undefined */
  guint32 n_negative;  /* sizes above 2 GiB, cut by the writer */
  gint64 signed_total; /* as the file counts bytes */
  /* Made by the walk over the pseudo-nodes. */
  GArray *root_edges; /* MgGcdumpRootEdge */
  guint32 n_roots_nowhere; /* references from groups of roots that name no node */
  GHashTable *group_of; /* pseudo-node → its kind of root (MgRootKind + 1), reached ones only */
} MgGcdump;

/* The head of a node's record. */
typedef struct
{
  guint32 type;
  gint32 size;
  guint32 n_children;
  const guint8 *children;
} MgGcdumpNode;

static inline const MgGcdumpType *
mg_gcdump_type (const MgGcdump *self, guint32 type)
{
  return &g_array_index (self->types, MgGcdumpType, type);
}

/* Address of an object; 0 when it has none or none that can be (the upper half belongs to the system's kernel). */
static inline guint64
mg_gcdump_address (const MgGcdump *self, guint32 node)
{
  guint64 address = node < self->n_addresses ? mg_read_u64 (self->addresses + (gsize) node * 8) : 0;

  return address >> 63 ? 0 : address;
}

static inline gboolean
mg_gcdump_is_pseudo (const MgGcdump *self, guint32 node)
{
  return mg_bitmap_get (self->pseudo, node);
}

/* Bytes of an object from the size in its record. dotnet-gcdump cuts sizes to 32 bits, so that 2 … 4 GiB come out
 * negative; -1 stands for "not known". */
static inline guint64
mg_gcdump_size (gint32 recorded)
{
  return recorded == -1 ? 0 : (guint32) recorded;
}

static inline void
mg_gcdump_prefetch (const MgGcdump *self, guint32 node)
{
  if (node < self->n_nodes)
    {
      guint32 offset = mg_read_u32 (self->offsets + (gsize) node * 4);

      if (offset < (gsize) (self->blob_end - self->blob))
        mg_prefetch (self->blob + offset);
    }
}

/* Reads the head of NODE's record. FALSE when it lies outside the blob or makes no sense; then *HEAD is that of an
 * undefined node. */
gboolean mg_gcdump_read_node_checked (const MgGcdump *self, const guint8 *at, MgGcdumpNode *head);

static inline gboolean
mg_gcdump_read_node (const MgGcdump *self, guint32 node, MgGcdumpNode *head)
{
  guint32 offset = mg_read_u32 (self->offsets + (gsize) node * 4);
  gsize left = (gsize) (self->blob_end - self->blob);
  const guint8 *at;
  gint32 word, n;

  if (G_UNLIKELY (offset >= left || left - offset < 3 * MG_COMPRESSED_MAX_BYTES))
    return mg_gcdump_read_node_checked (self, self->blob + MIN (offset, left), head);
  at = self->blob + offset;
  word = mg_compressed_read (&at);
  head->type = (guint32) word >> 1;
  if (G_UNLIKELY (head->type >= self->types->len))
    return mg_gcdump_read_node_checked (self, self->blob_end, head);
  head->size = word & 1 ? mg_compressed_read (&at) : mg_gcdump_type (self, head->type)->size;
  n = mg_compressed_read (&at);
  /* Each child takes at least a byte. */
  if (G_UNLIKELY (n < 0 || n > self->blob_end - at))
    return mg_gcdump_read_node_checked (self, self->blob_end, head);
  head->n_children = (guint32) n;
  head->children = at;
  return TRUE;
}

/* Reads the next child of NODE: its index. FALSE when it lies outside of the blob (nothing more can be read) or names
 * no node (*CHILD is then G_MAXUINT32, the next one may be right). */
static inline gboolean
mg_gcdump_next_child (const MgGcdump *self, guint32 node, const guint8 **at, guint32 *child)
{
  gint32 step;

  if (G_LIKELY (self->blob_end - *at >= MG_COMPRESSED_MAX_BYTES))
    step = mg_compressed_read (at);
  else if (!mg_compressed_read_checked (at, self->blob_end, &step))
    {
      *at = self->blob_end;
      *child = G_MAXUINT32;
      return FALSE;
    }
  *child = (guint32) ((gint64) node + step);
  if (G_LIKELY (*child < self->n_nodes))
    return TRUE;
  *child = G_MAXUINT32;
  return FALSE;
}

/* gcdump-head.c: everything up to the nodes, and what follows them. FALSE when nothing could be shown; what is lost but
 * can be missed is noted in self->lost. */
gboolean mg_gcdump_read_head (MgGcdump *self, GError **error);
/* gcdump-graph-head.c: the graph object at the cursor, for the function above. */
gboolean mg_gcdump_read_graph (MgGcdump *self, MgFs *fs, GError **error);
/* gcdump-count.c: one pass over the heads of all records: figures per type, pseudo-nodes, the snapshot's types. */
gboolean mg_gcdump_count (MgGcdump *self, MgProgress *progress, GError **error);
/* gcdump-roots.c: walks the pseudo-nodes from the root. */
void mg_gcdump_find_roots (MgGcdump *self);
/* gcdump-graph.c */
MgGraph *mg_gcdump_load_graph (MgGcdump *self, MgProgress *progress, GError **error);
/* gcdump-describe.c: fills info, capabilities and notes from what has been read. */
void mg_gcdump_describe (MgGcdump *self);

G_END_DECLS
