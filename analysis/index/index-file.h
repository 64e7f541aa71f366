/* A file of plain arrays that is written once, mapped, and believed only after every byte of it was checked.
 *
 *   offset  size  meaning
 *   0       8     "MgIndex\n"
 *   8       4     format: MG_INDEX_FORMAT
 *   12      4     0x01020304 in the order of the writing machine
 *   16      40    MgIndexKey: what the arrays were made from
 *   56      8     bytes of the whole file
 *   64      4     number n of sections, at most MG_INDEX_SECTIONS
 *   68      4     number m of blocks of all sections together
 *   72      24n   sections: offset u64 (a multiple of 4096), bytes u64, first of their blocks u32, 0 u32
 *   …       8m    checksum of each block: MG_INDEX_BLOCK bytes of a section, the last one of a section fewer
 *   …       8     checksum of all before: the file's identity
 *   …             zeros up to a multiple of 4096, then the sections, each followed by zeros in the same way
 *
 * Numbers are in the machine's own order; a file from another kind of machine is as good as none. */
#pragma once

#include "analysis/base/mapping.h"
#include "analysis/types.h"

G_BEGIN_DECLS

/* Raise whenever arrays change their meaning, or the same file would give others: older indexes are then ignored. */
#define MG_INDEX_FORMAT 4
#define MG_INDEX_SECTIONS 16
#define MG_INDEX_BLOCK ((gsize) 1024 * 1024)

typedef struct
{
  guint64 size, time, sample; /* of the file that was analysed: bytes, ns since 1970, checksum of some of it */
  guint64 producer;           /* program version, language and options that shape results */
  guint64 base;               /* identity of the index file whose arrays these belong to; 0: none */
} MgIndexKey;

/* To write: the bytes of one section. */
typedef struct
{
  gconstpointer data;
  gsize bytes;
} MgIndexBytes;

/* Writes SECTIONS, N of them, to PATH: under another name first, so that nobody ever sees half a file. *IDENTITY (may
 * be NULL) is the new file's. FALSE and MG_ERROR_IO when the disk will not have it; nothing is left behind then. */
gboolean mg_index_file_write (const char *path,
                              const MgIndexKey *key,
                              const MgIndexBytes *sections,
                              guint n,
                              guint64 *identity,
                              MgProgress *progress,
                              GError **error);

typedef struct _MgIndexFile MgIndexFile;

/* Maps PATH. NULL when it is not there, or its head is damaged, of another format or made for another KEY. O(1). */
MgIndexFile *mg_index_file_open (const char *path, const MgIndexKey *key) G_GNUC_WARN_UNUSED_RESULT;
void mg_index_file_free (MgIndexFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgIndexFile, mg_index_file_free)

guint64 mg_index_file_identity (const MgIndexFile *file);
MgMapping *mg_index_file_mapping (const MgIndexFile *file); /* borrowed */
/* The I-th section; NULL and 0 when there are fewer. Checked only after mg_index_file_verify(). */
gconstpointer mg_index_file_section (const MgIndexFile *file, guint i, gsize *bytes);

/* What must hold for the numbers of a section, so that using them stays within bounds. */
typedef enum
{
  MG_INDEX_ANY,
  MG_INDEX_BELOW,         /* u32, each below LIMIT */
  MG_INDEX_BELOW_OR_NONE, /* the same, or G_MAXUINT32 */
  MG_INDEX_RISING,        /* u32, never falling and at most LIMIT */
  MG_INDEX_BLOCKS_RISING, /* u16, never falling within blocks of MG_MONOTONE_BLOCK */
} MgIndexRule;

typedef struct
{
  gsize bytes; /* that the section must have */
  MgIndexRule rule;
  guint64 limit;
  gsize from; /* elements before this one are exempt */
} MgIndexCheck;

/* Checks every byte against its checksum and CHECKS (one for each section, N of them) with N_THREADS threads (0 = all).
 * FALSE without an error: damaged. FALSE with MG_ERROR_CANCELLED: stopped. At the speed of memory. */
gboolean mg_index_file_verify (const MgIndexFile *file,
                               const MgIndexCheck *checks,
                               guint n,
                               guint n_threads,
                               MgProgress *progress,
                               GError **error);

G_END_DECLS
