#include "analysis/clr/runtime/elf-symbols.h"

#define PT_LOAD 1
#define PT_DYNAMIC 2
#define DT_STRTAB 5
#define DT_SYMTAB 6
#define DT_GNU_HASH G_GUINT64_CONSTANT (0x6ffffef5)
/* No image has more program headers, dynamic entries, or symbols in one hash chain. */
#define MAX_HEADERS 256
#define MAX_DYNAMIC 512
#define MAX_CHAIN 4096

typedef struct
{
  const MgAddressSpace *space;
  guint64 bias;    /* address = bias + vaddr */
  guint64 dynamic; /* address */
  guint64 strings, symbols, hash;
} Image;

static gboolean
read_program_headers (Image *image, guint64 base)
{
  const MgAddressSpace *space = image->space;
  guint32 magic = mg_address_space_u32_or_0 (space, base);
  guint64 table = base + mg_address_space_u64_or_0 (space, base + 32);
  guint16 n = mg_address_space_u16_or_0 (space, base + 56);

  if (magic != 0x464c457f || n > MAX_HEADERS)
    return FALSE;
  image->bias = base;
  for (guint16 i = 0; i < n; i++)
    {
      guint64 header = table + (guint64) i * 56;
      guint32 type = mg_address_space_u32_or_0 (space, header);
      guint64 vaddr = mg_address_space_u64_or_0 (space, header + 16);

      if (type == PT_LOAD && mg_address_space_u64_or_0 (space, header + 8) == 0)
        image->bias = base - vaddr;
      else if (type == PT_DYNAMIC)
        image->dynamic = vaddr;
    }
  image->dynamic += image->bias;
  return image->dynamic != image->bias;
}

/* The loader has usually relocated these entries (glibc does, musl and file copies do not). */
static guint64
relocated (const Image *image, guint64 value)
{
  return value < image->bias ? value + image->bias : value;
}

static gboolean
read_dynamic (Image *image)
{
  for (guint i = 0; i < MAX_DYNAMIC; i++)
    {
      guint64 tag, value;

      if (!mg_address_space_u64 (image->space, image->dynamic + 16 * (guint64) i, &tag) || tag == 0
          || !mg_address_space_u64 (image->space, image->dynamic + 16 * (guint64) i + 8, &value))
        break;
      if (tag == DT_STRTAB)
        image->strings = relocated (image, value);
      else if (tag == DT_SYMTAB)
        image->symbols = relocated (image, value);
      else if (tag == DT_GNU_HASH)
        image->hash = relocated (image, value);
    }
  return image->strings && image->symbols && image->hash;
}

static guint32
gnu_hash (const char *name)
{
  guint32 hash = 5381;

  for (; *name; name++)
    hash = hash * 33 + (guint8) *name;
  return hash;
}

static gboolean
has_name (const Image *image, guint32 symbol, const char *name)
{
  guint32 offset = mg_address_space_u32_or_0 (image->space, image->symbols + (guint64) symbol * 24);
  gsize length = strlen (name) + 1;
  g_autofree char *there = g_malloc (length);

  return mg_address_space_read (image->space, image->strings + offset, there, length)
         && memcmp (there, name, length) == 0;
}

guint64
mg_elf_symbol_find (const MgAddressSpace *space, guint64 base, const char *name, guint64 *size)
{
  Image image = { .space = space };
  guint32 n_buckets, first, n_bloom, symbol, hash = gnu_hash (name);
  guint64 buckets, chains;

  if (base == 0 || !read_program_headers (&image, base) || !read_dynamic (&image))
    return 0;
  n_buckets = mg_address_space_u32_or_0 (space, image.hash);
  first = mg_address_space_u32_or_0 (space, image.hash + 4);
  n_bloom = mg_address_space_u32_or_0 (space, image.hash + 8);
  if (n_buckets == 0)
    return 0;
  buckets = image.hash + 16 + (guint64) n_bloom * 8;
  chains = buckets + (guint64) n_buckets * 4;
  symbol = mg_address_space_u32_or_0 (space, buckets + (guint64) (hash % n_buckets) * 4);
  for (guint i = 0; symbol >= first && symbol != 0 && i < MAX_CHAIN; i++, symbol++)
    {
      guint32 entry;

      if (!mg_address_space_u32 (space, chains + (guint64) (symbol - first) * 4, &entry))
        return 0;
      if ((entry | 1) == (hash | 1) && has_name (&image, symbol, name))
        {
          guint64 record = image.symbols + (guint64) symbol * 24;

          if (size)
            *size = mg_address_space_u64_or_0 (space, record + 16);
          return image.bias + mg_address_space_u64_or_0 (space, record + 8);
        }
      if (entry & 1)
        return 0;
    }
  return 0;
}
