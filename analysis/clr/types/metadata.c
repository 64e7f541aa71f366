#include "analysis/clr/types/metadata.h"

/* How wide a column is: fixed, a heap's index, a row of one table (its number), or a row of one of several (coded). */
enum
{
  U16 = 100,
  U32,
  STRING,
  GUID,
  BLOB,
  TYPE_DEF_OR_REF = 120,
  HAS_CONSTANT,
  HAS_ATTRIBUTE,
  HAS_MARSHAL,
  HAS_SECURITY,
  MEMBER_REF_PARENT,
  HAS_SEMANTICS,
  METHOD_OR_REF,
  MEMBER_FORWARDED,
  IMPLEMENTATION,
  ATTRIBUTE_TYPE,
  RESOLUTION_SCOPE,
  TYPE_OR_METHOD,
  END = 255
};

typedef struct
{
  guint8 bits;
  guint8 tables[24];
} Coded;

/* Partition II, 24.2.6; 255 ends a list. */
static const Coded coded[] = {
  { 2, { 2, 1, 27, END } },
  { 2, { 4, 8, 23, END } },
  { 5, { 6, 4, 1, 2, 8, 9, 10, 0, 14, 23, 20, 17, 26, 27, 32, 35, 38, 39, 40, 42, 44, 43, END } },
  { 1, { 4, 8, END } },
  { 2, { 2, 6, 32, END } },
  { 3, { 2, 1, 26, 6, 27, END } },
  { 1, { 20, 23, END } },
  { 1, { 6, 10, END } },
  { 1, { 4, 6, END } },
  { 2, { 38, 35, 39, END } },
  { 3, { 6, 10, END } },
  { 2, { 0, 26, 35, 1, END } },
  { 1, { 2, 6, END } },
};

/* Partition II, 22.2 to 22.39. */
static const guint8 schema[MG_METADATA_N_TABLES][10] = {
  [0] = { U16, STRING, GUID, GUID, GUID, END },
  [1] = { RESOLUTION_SCOPE, STRING, STRING, END },
  [2] = { U32, STRING, STRING, TYPE_DEF_OR_REF, 4, 6, END },
  [3] = { 4, END },
  [4] = { U16, STRING, BLOB, END },
  [5] = { 6, END },
  [6] = { U32, U16, U16, STRING, BLOB, 8, END },
  [7] = { 8, END },
  [8] = { U16, U16, STRING, END },
  [9] = { 2, TYPE_DEF_OR_REF, END },
  [10] = { MEMBER_REF_PARENT, STRING, BLOB, END },
  [11] = { U16, HAS_CONSTANT, BLOB, END },
  [12] = { HAS_ATTRIBUTE, ATTRIBUTE_TYPE, BLOB, END },
  [13] = { HAS_MARSHAL, BLOB, END },
  [14] = { U16, HAS_SECURITY, BLOB, END },
  [15] = { U16, U32, 2, END },
  [16] = { U32, 4, END },
  [17] = { BLOB, END },
  [18] = { 2, 20, END },
  [19] = { 20, END },
  [20] = { U16, STRING, TYPE_DEF_OR_REF, END },
  [21] = { 2, 23, END },
  [22] = { 23, END },
  [23] = { U16, STRING, BLOB, END },
  [24] = { U16, 6, HAS_SEMANTICS, END },
  [25] = { 2, METHOD_OR_REF, METHOD_OR_REF, END },
  [26] = { STRING, END },
  [27] = { BLOB, END },
  [28] = { U16, MEMBER_FORWARDED, STRING, 26, END },
  [29] = { U32, 4, END },
  [30] = { U32, U32, END },
  [31] = { U32, END },
  [32] = { U32, U16, U16, U16, U16, U32, BLOB, STRING, STRING, END },
  [33] = { U32, END },
  [34] = { U32, U32, U32, END },
  [35] = { U16, U16, U16, U16, U32, BLOB, STRING, STRING, BLOB, END },
  [36] = { U32, 35, END },
  [37] = { U32, U32, U32, 35, END },
  [38] = { U32, STRING, BLOB, END },
  [39] = { U32, U32, STRING, STRING, IMPLEMENTATION, END },
  [40] = { U32, U32, STRING, IMPLEMENTATION, END },
  [41] = { 2, 2, END },
  [42] = { U16, U16, TYPE_OR_METHOD, STRING, END },
  [43] = { METHOD_OR_REF, BLOB, END },
  [44] = { 42, TYPE_DEF_OR_REF, END },
};

#define MAX_STREAMS 16
#define MAX_NAME 1024

static guint
coded_size (const MgMetadata *metadata, const Coded *kind)
{
  for (guint i = 0; kind->tables[i] != END; i++)
    if (metadata->n_rows[kind->tables[i]] >= 1u << (16 - kind->bits))
      return 4;
  return 2;
}

static guint
column_size (const MgMetadata *metadata, guint8 kind, guint8 heap_sizes)
{
  switch (kind)
    {
    case U16:
      return 2;
    case U32:
      return 4;
    case STRING:
      return heap_sizes & 1 ? 4 : 2;
    case GUID:
      return heap_sizes & 2 ? 4 : 2;
    case BLOB:
      return heap_sizes & 4 ? 4 : 2;
    default:
      if (kind >= TYPE_DEF_OR_REF)
        return coded_size (metadata, &coded[kind - TYPE_DEF_OR_REF]);
      return metadata->n_rows[kind] >= 1u << 16 ? 4 : 2;
    }
}

static void
lay_out_rows (MgMetadata *metadata, guint64 address, guint8 heap_sizes)
{
  for (guint t = 0; t < MG_METADATA_N_TABLES; t++)
    {
      guint at = 0;

      for (guint c = 0; c < 10 && schema[t][c] != END; c++)
        {
          metadata->column_at[t][c] = (guint8) at;
          metadata->column_size[t][c] = (guint8) column_size (metadata, schema[t][c], heap_sizes);
          at += metadata->column_size[t][c];
        }
      metadata->row_size[t] = (guint8) at;
      metadata->rows_at[t] = address;
      address += (guint64) at * metadata->n_rows[t];
    }
}

static gboolean
read_tables (MgMetadata *metadata, guint64 address)
{
  const MgAddressSpace *space = metadata->space;
  guint8 heap_sizes;
  guint64 present, at = address + 24;

  if (!mg_address_space_u8 (space, address + 6, &heap_sizes) || !mg_address_space_u64 (space, address + 8, &present)
      || present >> MG_METADATA_N_TABLES != 0)
    return FALSE;
  for (guint t = 0; t < MG_METADATA_N_TABLES; t++)
    if (present >> t & 1)
      {
        if (!mg_address_space_u32 (space, at, &metadata->n_rows[t]) || metadata->n_rows[t] > 0xffffff)
          return FALSE;
        at += 4;
      }
  /* #- of edit-and-continue may have a further word of data here (bit 6). */
  if (heap_sizes & 0x40)
    at += 4;
  lay_out_rows (metadata, at, heap_sizes);
  return TRUE;
}

gboolean
mg_metadata_read (const MgAddressSpace *space, guint64 address, guint64 size, MgMetadata *metadata)
{
  guint32 magic, version_length;
  guint16 n_streams;
  guint64 at, tables = 0;
  MgMetadata result = { .space = space };

  if (!mg_address_space_u32 (space, address, &magic) || magic != 0x424a5342
      || !mg_address_space_u32 (space, address + 12, &version_length) || version_length > 256
      || !mg_address_space_u16 (space, address + 16 + version_length + 2, &n_streams))
    return FALSE;
  at = address + 16 + version_length + 4;
  for (guint s = 0; s < MIN (n_streams, MAX_STREAMS); s++)
    {
      g_autofree char *name = mg_address_space_string (space, at + 8, 32);
      guint32 offset, length;

      if (name == NULL || !mg_address_space_u32 (space, at, &offset) || !mg_address_space_u32 (space, at + 4, &length)
          || offset > size)
        return FALSE;
      if (strcmp (name, "#~") == 0 || strcmp (name, "#-") == 0)
        tables = address + offset;
      else if (strcmp (name, "#Strings") == 0)
        result.strings = address + offset, result.strings_size = length;
      else if (strcmp (name, "#Blob") == 0)
        result.blobs = address + offset, result.blobs_size = length;
      at += 8 + ((strlen (name) + 4) & ~(gsize) 3);
    }
  if (tables == 0 || !read_tables (&result, tables))
    return FALSE;
  *metadata = result;
  return TRUE;
}

/* File offset of an RVA by the section table, for images that lie in memory as the file does. */
static guint64
flat_offset (const MgAddressSpace *space, guint64 headers, guint32 rva)
{
  guint16 n = mg_address_space_u16_or_0 (space, headers + 6),
          optional = mg_address_space_u16_or_0 (space, headers + 20);
  guint64 section = headers + 24 + optional;

  for (guint16 i = 0; i < MIN (n, 96); i++, section += 40)
    {
      guint32 size
          = MAX (mg_address_space_u32_or_0 (space, section + 8), mg_address_space_u32_or_0 (space, section + 16));
      guint32 start = mg_address_space_u32_or_0 (space, section + 12);

      if (rva >= start && rva - start < size)
        return (guint64) rva - start + mg_address_space_u32_or_0 (space, section + 20);
    }
  return 0;
}

static gboolean
read_from_header (
    const MgAddressSpace *space, guint64 base, guint64 headers, gboolean flat, guint32 rva, MgMetadata *metadata)
{
  guint64 cli = flat ? flat_offset (space, headers, rva) : rva, at;
  guint32 meta_rva, meta_size;

  if (cli == 0 || mg_address_space_u32_or_0 (space, base + cli) != 72
      || !mg_address_space_u32 (space, base + cli + 8, &meta_rva)
      || !mg_address_space_u32 (space, base + cli + 12, &meta_size))
    return FALSE;
  at = flat ? flat_offset (space, headers, meta_rva) : meta_rva;
  return at != 0 && mg_metadata_read (space, base + at, meta_size, metadata);
}

gboolean
mg_metadata_read_image (const MgAddressSpace *space, guint64 base, MgMetadata *metadata)
{
  guint64 headers;
  guint16 magic;
  guint32 rva;

  if (base == 0 || mg_address_space_u16_or_0 (space, base) != 0x5a4d)
    return FALSE;
  headers = base + mg_address_space_u32_or_0 (space, base + 60);
  if (mg_address_space_u32_or_0 (space, headers) != 0x4550 || !mg_address_space_u16 (space, headers + 24, &magic))
    return FALSE;
  rva = mg_address_space_u32_or_0 (space, headers + 24 + (magic == 0x20b ? 112 : 96) + 14 * 8);
  return rva != 0
         && (read_from_header (space, base, headers, FALSE, rva, metadata)
             || read_from_header (space, base, headers, TRUE, rva, metadata));
}

gboolean
mg_metadata_cell (const MgMetadata *metadata, MgMetadataTable table, guint32 row, guint column, guint32 *value)
{
  guint64 at;
  guint16 narrow;

  if (row == 0 || row > metadata->n_rows[table])
    return FALSE;
  at = metadata->rows_at[table] + (guint64) (row - 1) * metadata->row_size[table] + metadata->column_at[table][column];
  if (metadata->column_size[table][column] == 4)
    return mg_address_space_u32 (metadata->space, at, value);
  if (!mg_address_space_u16 (metadata->space, at, &narrow))
    return FALSE;
  *value = narrow;
  return TRUE;
}

char *
mg_metadata_string (const MgMetadata *metadata, guint32 index)
{
  if (index >= metadata->strings_size)
    return NULL;
  return mg_address_space_string (metadata->space, metadata->strings + index, MAX_NAME);
}

char *
mg_metadata_text (const MgMetadata *metadata, MgMetadataTable table, guint32 row, guint column)
{
  guint32 index;

  return mg_metadata_cell (metadata, table, row, column, &index) ? mg_metadata_string (metadata, index) : NULL;
}

gboolean
mg_metadata_blob (const MgMetadata *metadata, guint32 index, guint64 *address, guint32 *length)
{
  guint64 at = metadata->blobs + index;
  guint8 b[4] = { 0 };
  guint32 head, size;

  if (index >= metadata->blobs_size || !mg_address_space_u8 (metadata->space, at, &b[0]))
    return FALSE;
  head = b[0] < 0x80 ? 1 : b[0] < 0xc0 ? 2 : 4;
  if (!mg_address_space_read (metadata->space, at, b, head))
    return FALSE;
  size = head == 1   ? b[0]
         : head == 2 ? (guint32) (b[0] & 0x3f) << 8 | b[1]
                     : (guint32) (b[0] & 0x1f) << 24 | (guint32) b[1] << 16 | (guint32) b[2] << 8 | b[3];
  if (size > metadata->blobs_size - index)
    return FALSE;
  *address = at + head;
  *length = size;
  return TRUE;
}

/* The first row of a sorted TABLE whose COLUMN is at least KEY. */
static guint32
lower_bound (const MgMetadata *metadata, MgMetadataTable table, guint column, guint32 key)
{
  guint32 low = 1, high = metadata->n_rows[table] + 1;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2, value;

      if (!mg_metadata_cell (metadata, table, middle, column, &value) || value < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint32
mg_metadata_encloser (const MgMetadata *metadata, guint32 row)
{
  guint32 at = lower_bound (metadata, MG_TABLE_NESTED_CLASS, MG_NESTED_CLASS, row), nested, encloser;

  if (!mg_metadata_cell (metadata, MG_TABLE_NESTED_CLASS, at, MG_NESTED_CLASS, &nested) || nested != row
      || !mg_metadata_cell (metadata, MG_TABLE_NESTED_CLASS, at, MG_ENCLOSING_CLASS, &encloser))
    return 0;
  return encloser;
}

guint32
mg_metadata_arity (const MgMetadata *metadata, guint32 row)
{
  guint32 key = row << 1, n = 0, owner;
  guint32 at = lower_bound (metadata, MG_TABLE_GENERIC_PARAM, MG_GENERIC_PARAM_OWNER, key);

  while (mg_metadata_cell (metadata, MG_TABLE_GENERIC_PARAM, at + n, MG_GENERIC_PARAM_OWNER, &owner) && owner == key)
    n++;
  return n;
}

char *
mg_metadata_token (guint32 table, guint32 row)
{
  return g_strdup_printf ("0x%08x", table | row);
}
