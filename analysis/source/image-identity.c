#include "analysis/source/image-identity.h"

#include <string.h>

#include "analysis/source/file.h"

#define PAGE G_GUINT64_CONSTANT (4096)
#define PT_LOAD 1
#define PT_NOTE 4
#define NT_GNU_BUILD_ID 3
#define PROGRAM_HEADER_SIZE 56
#define SECTION_SIZE 40
#define MAX_HEADERS 256
#define MAX_NOTES 64
#define MAX_ID 64

/* A file seen as memory from address 0, so that one reader serves both. */
static MgAddressSpace *
space_of_file (const MgSource *file)
{
  MgSpan *span = g_new (MgSpan, 1);

  span->start = 0;
  span->end = mg_source_size (file);
  span->bytes = mg_source_data (file);
  return mg_address_space_new (span, 1);
}

static guint64
page_down (guint64 value)
{
  return value & ~(PAGE - 1);
}

static guint64
page_up (guint64 value)
{
  return page_down (value + PAGE - 1);
}

/* ELF */

typedef struct
{
  guint8 bytes[MAX_ID];
  guint32 size; /* 0: none */
} BuildId;

static void
read_notes (const MgAddressSpace *space, guint64 at, guint64 size, BuildId *id)
{
  guint64 end = at + size;

  for (guint i = 0; i < MAX_NOTES && at + 16 <= end; i++)
    {
      guint32 name_size = mg_address_space_u32_or_0 (space, at), bytes = mg_address_space_u32_or_0 (space, at + 4);
      guint32 type = mg_address_space_u32_or_0 (space, at + 8), name = mg_address_space_u32_or_0 (space, at + 12);

      if (name_size == 0)
        return;
      at += 12 + ((name_size + G_GUINT64_CONSTANT (3)) & ~G_GUINT64_CONSTANT (3));
      if (type == NT_GNU_BUILD_ID && name_size == 4 && name == 0x00554e47 && bytes > 0 && bytes <= MAX_ID)
        {
          if (mg_address_space_read (space, at, id->bytes, bytes))
            id->size = bytes;
          return;
        }
      at += (bytes + G_GUINT64_CONSTANT (3)) & ~G_GUINT64_CONSTANT (3);
    }
}

/* The build id of the image whose header is at BASE; IN_FILE: laid out as the file is, not as it was loaded. */
static BuildId
read_build_id (const MgAddressSpace *space, guint64 base, gboolean in_file)
{
  guint64 table = base + mg_address_space_u64_or_0 (space, base + 0x20), bias = base;
  guint n = MIN (mg_address_space_u16_or_0 (space, base + 0x38), MAX_HEADERS);
  BuildId id = { .size = 0 };

  if (mg_address_space_u32_or_0 (space, base) != 0x464c457f)
    return id;
  for (guint i = 0; i < n; i++)
    {
      guint64 header = table + (guint64) i * PROGRAM_HEADER_SIZE;

      if (mg_address_space_u32_or_0 (space, header) == PT_LOAD
          && mg_address_space_u64_or_0 (space, header + 8) == 0)
        bias = base - mg_address_space_u64_or_0 (space, header + 16);
    }
  for (guint i = 0; i < n && id.size == 0; i++)
    {
      guint64 header = table + (guint64) i * PROGRAM_HEADER_SIZE;

      if (mg_address_space_u32_or_0 (space, header) == PT_NOTE)
        read_notes (space,
                    in_file ? base + mg_address_space_u64_or_0 (space, header + 8)
                            : bias + mg_address_space_u64_or_0 (space, header + 16),
                    mg_address_space_u64_or_0 (space, header + 32), &id);
    }
  return id;
}

gboolean
mg_image_identity_same_elf (const MgAddressSpace *space, const GArray *entries, const MgSource *file)
{
  g_autoptr (MgAddressSpace) on_disk = space_of_file (file);
  BuildId theirs = read_build_id (on_disk, 0, TRUE);

  for (guint i = 0; i < entries->len && theirs.size > 0; i++)
    {
      const MgMappedFile *entry = &g_array_index (entries, MgMappedFile, i);
      BuildId ours = entry->file_offset == 0 ? read_build_id (space, entry->start, FALSE) : (BuildId) { .size = 0 };

      if (ours.size > 0)
        return ours.size == theirs.size && memcmp (ours.bytes, theirs.bytes, ours.size) == 0;
    }
  return FALSE;
}

/* PE */

typedef struct
{
  guint32 time_stamp, image_size;
  guint64 sections; /* address of their table */
  guint n_sections;
} PeHead;

static gboolean
read_pe_head (const MgAddressSpace *space, guint64 base, PeHead *head)
{
  guint64 at;

  if (mg_address_space_u16_or_0 (space, base) != 0x5a4d)
    return FALSE;
  at = base + mg_address_space_u32_or_0 (space, base + 0x3c);
  if (mg_address_space_u32_or_0 (space, at) != 0x00004550 || !mg_address_space_u32 (space, at + 80, &head->image_size))
    return FALSE;
  head->time_stamp = mg_address_space_u32_or_0 (space, at + 8);
  head->n_sections = MIN (mg_address_space_u16_or_0 (space, at + 6), MAX_HEADERS);
  head->sections = at + 24 + mg_address_space_u16_or_0 (space, at + 20);
  return TRUE;
}

/* Whether ADDRESS was mapped from the place OFFSET of the file. */
static gboolean
is_mapped (const GArray *entries, guint64 address, guint64 offset)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const MgMappedFile *entry = &g_array_index (entries, MgMappedFile, i);

      if (address >= entry->start && address < entry->end && entry->file_offset + (address - entry->start) == offset)
        return TRUE;
    }
  return FALSE;
}

static gboolean
sections_fit (const MgAddressSpace *on_disk, const PeHead *head, const GArray *entries, guint64 base)
{
  guint n = 0;

  for (guint i = 0; i < head->n_sections; i++)
    {
      guint64 at = head->sections + (guint64) i * SECTION_SIZE;
      guint32 address = mg_address_space_u32_or_0 (on_disk, at + 12), place;

      if (mg_address_space_u32_or_0 (on_disk, at + 16) == 0 || !mg_address_space_u32 (on_disk, at + 20, &place))
        continue;
      if (!is_mapped (entries, base + page_down (address), page_down (place)))
        return FALSE;
      n++;
    }
  return n > 0;
}

/* By length: a whole mapping is as long as the file, and none reaches beyond its end. */
static gboolean
length_fits (const GArray *entries, guint64 size, gboolean *whole)
{
  *whole = FALSE;
  for (guint i = 0; i < entries->len; i++)
    {
      const MgMappedFile *entry = &g_array_index (entries, MgMappedFile, i);
      guint64 length = entry->end - entry->start;

      if (entry->file_offset > page_up (size) || length > page_up (size) - entry->file_offset)
        return FALSE;
      if (entry->file_offset == 0 && length == page_up (size))
        *whole = TRUE;
    }
  return TRUE;
}

gboolean
mg_image_identity_same_pe (const MgAddressSpace *space, const GArray *entries, const MgSource *file)
{
  g_autoptr (MgAddressSpace) on_disk = space_of_file (file);
  PeHead theirs, ours;
  gboolean whole;

  if (!read_pe_head (on_disk, 0, &theirs))
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    {
      const MgMappedFile *entry = &g_array_index (entries, MgMappedFile, i);

      if (entry->file_offset == 0 && read_pe_head (space, entry->start, &ours))
        return ours.time_stamp == theirs.time_stamp && ours.image_size == theirs.image_size;
    }
  if (!length_fits (entries, mg_source_size (file), &whole))
    return FALSE;
  for (guint i = 0; i < entries->len && !whole; i++)
    {
      const MgMappedFile *entry = &g_array_index (entries, MgMappedFile, i);

      whole = entry->file_offset == 0 && sections_fit (on_disk, &theirs, entries, entry->start);
    }
  return whole;
}
