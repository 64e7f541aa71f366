/* The head of an index file as it lies on disk; layout: index-file.h. Private to index-file.c and index-write.c. */
#pragma once

#include "analysis/index/index-file.h"

G_BEGIN_DECLS

#define MG_INDEX_MAGIC "MgIndex\n"
#define MG_INDEX_BYTE_ORDER 0x01020304u
#define MG_INDEX_ALIGN ((gsize) 4096)

typedef struct
{
  char magic[8];
  guint32 format;
  guint32 byte_order;
  MgIndexKey key;
  guint64 bytes;
  guint32 n_sections;
  guint32 n_blocks;
} MgIndexHead;

typedef struct
{
  guint64 offset, bytes;
  guint32 first_block, zero;
} MgIndexEntry;

G_STATIC_ASSERT (sizeof (MgIndexHead) == 72);
G_STATIC_ASSERT (sizeof (MgIndexEntry) == 24);

static inline guint64
mg_index_aligned (guint64 n)
{
  return (n + MG_INDEX_ALIGN - 1) / MG_INDEX_ALIGN * MG_INDEX_ALIGN;
}

static inline guint64
mg_index_n_blocks (guint64 bytes)
{
  return (bytes + MG_INDEX_BLOCK - 1) / MG_INDEX_BLOCK;
}

/* Bytes of the head with its tables, the checksum at the end not counted. */
static inline gsize
mg_index_head_bytes (guint32 n_sections, guint32 n_blocks)
{
  return sizeof (MgIndexHead) + n_sections * sizeof (MgIndexEntry) + (gsize) n_blocks * 8;
}

G_END_DECLS
