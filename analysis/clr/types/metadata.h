/* ECMA-335 metadata of an assembly, as it lies in a process's memory (or in a saved copy there).
 *
 *   root      u32 "BSJB", u16 major, minor, u32 0, u32 version length, version, u16 flags, u16 streams,
 *             streams {u32 offset, u32 size, name padded to 4}: #~ or #- (tables), #Strings, #Blob, #GUID, #US
 *   tables    u32 0, u8 major, minor, u8 heap sizes (1 strings, 2 GUIDs, 4 blobs have 4-byte indexes), u8,
 *             u64 present tables, u64 sorted, u32 rows of each present table, rows
 *
 * Read on demand, cell by cell: dumps of type Heap hold only some of the pages, and a missing one is a missing
 * name, not
 * an error. Partition II, sections 22 and 24. */
#pragma once

#include "analysis/source/address-space.h"

G_BEGIN_DECLS

#define MG_METADATA_N_TABLES 45

typedef enum
{
  MG_TABLE_MODULE = 0,
  MG_TABLE_TYPE_REF = 1,
  MG_TABLE_TYPE_DEF = 2,
  MG_TABLE_FIELD = 4,
  MG_TABLE_METHOD_DEF = 6,
  MG_TABLE_CONSTANT = 11,
  MG_TABLE_CUSTOM_ATTRIBUTE = 12,
  MG_TABLE_TYPE_SPEC = 27,
  MG_TABLE_ASSEMBLY = 32,
  MG_TABLE_NESTED_CLASS = 41,
  MG_TABLE_GENERIC_PARAM = 42,
} MgMetadataTable;

/* Tokens: the table in the top byte, the row below. */
#define MG_TOKEN_TYPE_DEF 0x02000000u
#define MG_TOKEN_FIELD 0x04000000u
#define MG_TOKEN_METHOD 0x06000000u
/* "0x06000012": what stands for the name of ROW when the metadata is not there. Free with g_free. */
char *mg_metadata_token (guint32 table, guint32 row) G_GNUC_WARN_UNUSED_RESULT;

/* Columns of the tables that are read. */
enum
{
  MG_TYPE_DEF_FLAGS, MG_TYPE_DEF_NAME, MG_TYPE_DEF_NAMESPACE, MG_TYPE_DEF_EXTENDS,
  MG_TYPE_DEF_FIELDS, MG_TYPE_DEF_METHODS,
  MG_TYPE_REF_SCOPE = 0, MG_TYPE_REF_NAME, MG_TYPE_REF_NAMESPACE,
  MG_FIELD_FLAGS = 0, MG_FIELD_NAME, MG_FIELD_SIGNATURE,
  MG_METHOD_NAME = 3,
  MG_CONSTANT_TYPE = 0, MG_CONSTANT_PARENT, MG_CONSTANT_VALUE,
  MG_ASSEMBLY_NAME = 7,
  MG_CUSTOM_ATTRIBUTE_PARENT = 0, MG_CUSTOM_ATTRIBUTE_VALUE = 2,
  MG_NESTED_CLASS = 0, MG_ENCLOSING_CLASS,
  MG_GENERIC_PARAM_NUMBER = 0, MG_GENERIC_PARAM_FLAGS, MG_GENERIC_PARAM_OWNER,
  MG_TYPE_SPEC_SIGNATURE = 0,
};

typedef struct
{
  const MgAddressSpace *space;
  guint64 strings, strings_size, blobs, blobs_size; /* addresses, bytes */
  guint64 rows_at[MG_METADATA_N_TABLES];            /* address of each table's first row */
  guint32 n_rows[MG_METADATA_N_TABLES];
  guint8 row_size[MG_METADATA_N_TABLES];
  guint8 column_at[MG_METADATA_N_TABLES][10];
  guint8 column_size[MG_METADATA_N_TABLES][10];
} MgMetadata;

/* Reads the heads at ADDRESS, SIZE bytes. FALSE: no metadata there. */
gboolean mg_metadata_read (const MgAddressSpace *space, guint64 address, guint64 size, MgMetadata *metadata);
/* The metadata of the PE image at BASE, mapped by its sections or flat as the file is. FALSE: none. */
gboolean mg_metadata_read_image (const MgAddressSpace *space, guint64 base, MgMetadata *metadata);

/* A cell; ROW counts from 1. FALSE: no such row, or not in this dump. */
gboolean mg_metadata_cell (const MgMetadata *metadata,
                           MgMetadataTable table,
                           guint32 row,
                           guint column,
                           guint32 *value);
/* A string of the #Strings heap; NULL when it is not there. Free with g_free. */
char *mg_metadata_string (const MgMetadata *metadata, guint32 index) G_GNUC_WARN_UNUSED_RESULT;
/* The text of a string column. NULL when it is not there. Free with g_free. */
char *mg_metadata_text (const MgMetadata *metadata,
                        MgMetadataTable table,
                        guint32 row,
                        guint column) G_GNUC_WARN_UNUSED_RESULT;
/* Address and length of a blob. */
gboolean mg_metadata_blob (const MgMetadata *metadata, guint32 index, guint64 *address, guint32 *length);
/* The TypeDef that encloses TypeDef ROW; 0 = none. O(log rows). */
guint32 mg_metadata_encloser (const MgMetadata *metadata, guint32 row);
/* Number of generic parameters that TypeDef ROW lists (with its encloser's). O(log rows). */
guint32 mg_metadata_arity (const MgMetadata *metadata, guint32 row);

G_END_DECLS
