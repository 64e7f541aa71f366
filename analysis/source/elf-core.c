#include "analysis/source/elf-core.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/base/limits.h"

#define ELF_HEADER_SIZE 64
#define PROGRAM_HEADER_SIZE 56
#define PT_LOAD 1
#define PT_NOTE 4
#define NT_PRSTATUS 1
#define NT_PRPSINFO 3
#define NT_AUXV 6
#define NT_FILE 0x46494c45u
#define AT_PHDR 3
#define CREATEDUMP_BLOCK G_GUINT64_CONSTANT (0x7ffffff10000)

typedef struct
{
  const guint8 *bytes;
  guint64 size;
  MgProcessImage *image;
  GArray *spans; /* MgSpan */
} Core;

static guint64
get_u64 (const guint8 *p)
{
  guint64 value;

  memcpy (&value, p, 8);
  return GUINT64_FROM_LE (value);
}

static guint32
get_u32 (const guint8 *p)
{
  guint32 value;

  memcpy (&value, p, 4);
  return GUINT32_FROM_LE (value);
}

static guint16
get_u16 (const guint8 *p)
{
  return (guint16) (p[0] | p[1] << 8);
}

gboolean
mg_elf_core_sniff (const guint8 *head, gsize size)
{
  return size >= 20 && memcmp (head, "\177ELF", 4) == 0 && (head[5] == 1 ? get_u16 (head + 16) : head[17]) == 4;
}

static gboolean
check_head (const Core *core, GError **error)
{
  const guint8 *b = core->bytes;

  if (core->size < ELF_HEADER_SIZE)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_TRUNCATED,
                   _ ("The core file ends inside its header (%" PRIu64 " bytes). Copy or write it again."), core->size);
      return FALSE;
    }
  if (b[4] != 2 || b[5] != 1)
    {
      g_set_error_literal (
          error, MG_ERROR, MG_ERROR_UNSUPPORTED,
          _ ("This is a core file of a 32-bit or big-endian process. Mangrove reads 64-bit Linux cores; take a "
             ".gcdump with dotnet-gcdump instead."));
      return FALSE;
    }
  switch (get_u16 (b + 18))
    {
    case 62:
      core->image->architecture = MG_ARCH_X64;
      break;
    case 183:
      core->image->architecture = MG_ARCH_ARM64;
      break;
    default:
      g_set_error (error, MG_ERROR, MG_ERROR_UNSUPPORTED,
                   _ ("This core file is of a machine Mangrove does not know (ELF machine %u). x86-64 and arm64 can be "
                      "read; take a "
                      ".gcdump with dotnet-gcdump instead."),
                   get_u16 (b + 18));
      return FALSE;
    }
  return TRUE;
}

/* Number of program headers; beyond 65,534 it stands in section 0. */
static guint64
count_headers (const Core *core)
{
  guint64 n = get_u16 (core->bytes + 56), sections = get_u64 (core->bytes + 40);

  if (n == 0xffff && sections <= core->size && core->size - sections >= 64)
    n = get_u32 (core->bytes + sections + 44);
  return n;
}

static void
add_load (Core *core, const guint8 *header)
{
  guint64 offset = get_u64 (header + 8), address = get_u64 (header + 16), in_file = get_u64 (header + 32);
  guint64 there = offset < core->size ? MIN (in_file, core->size - offset) : 0;
  MgSpan span = { address, address + there, core->bytes + (there > 0 ? offset : 0) };

  if (there < in_file)
    {
      MgAddressRange lost = { address + there, address + in_file };

      g_array_append_val (core->image->lost, lost);
      core->image->lost_bytes += in_file - there;
      core->image->n_lost_spans++;
    }
  if (there > 0 && span.end > span.start)
    g_array_append_val (core->spans, span);
}

static void
read_x64_thread (Core *core, const guint8 *desc, guint32 size)
{
  /* Positions among the 27 saved registers (struct user_regs_struct) of rax … r15 in unwind-code order. */
  static const guint8 places[16] = { 10, 11, 12, 5, 19, 4, 13, 14, 9, 8, 7, 6, 3, 2, 1, 0 };
  MgNativeThread thread = { 0 };

  if (size < 112 + 27 * 8)
    return;
  thread.os_id = get_u32 (desc + 32);
  for (guint r = 0; r < 16; r++)
    thread.registers[r] = get_u64 (desc + 112 + 8 * (gsize) places[r]);
  thread.sp = thread.registers[MG_X64_RSP];
  thread.ip = get_u64 (desc + 112 + 16 * 8);
  g_array_append_val (core->image->threads, thread);
}

static void
read_arm64_thread (Core *core, const guint8 *desc, guint32 size)
{
  MgNativeThread thread = { 0 };

  if (size < 112 + 33 * 8)
    return;
  thread.os_id = get_u32 (desc + 32);
  for (guint r = 0; r < 31; r++)
    thread.registers[r] = get_u64 (desc + 112 + 8 * (gsize) r);
  thread.sp = get_u64 (desc + 112 + 31 * 8);
  thread.ip = get_u64 (desc + 112 + 32 * 8);
  g_array_append_val (core->image->threads, thread);
}

static void
read_files (Core *core, const guint8 *desc, guint32 size)
{
  guint64 n, page;
  const char *path, *end = (const char *) desc + size;

  if (size < 16)
    return;
  n = get_u64 (desc);
  page = get_u64 (desc + 8);
  if (n > (size - 16) / 24)
    return;
  path = (const char *) desc + 16 + n * 24;
  for (guint64 i = 0; i < n && path < end; i++)
    {
      const guint8 *entry = desc + 16 + i * 24;
      gsize length = strnlen (path, (gsize) (end - path));
      g_autofree char *text = g_utf8_make_valid (path, (gssize) length);
      MgMappedFile file = { get_u64 (entry), get_u64 (entry + 8), get_u64 (entry + 16) * page,
                            g_string_chunk_insert_const (core->image->texts, text) };

      g_array_append_val (core->image->files, file);
      path += length + 1;
    }
}

static void
read_auxv (Core *core, const guint8 *desc, guint32 size)
{
  for (guint32 at = 0; at + 16 <= size; at += 16)
    if (get_u64 (desc + at) == AT_PHDR)
      core->image->program_headers = get_u64 (desc + at + 8);
}

static void
read_process (Core *core, const guint8 *desc, guint32 size)
{
  g_autofree char *name = NULL;

  if (size < 56)
    return;
  core->image->pid = (gint32) get_u32 (desc + 24);
  name = g_utf8_make_valid ((const char *) desc + 40, (gssize) strnlen ((const char *) desc + 40, 16));
  core->image->process_name = g_string_chunk_insert (core->image->texts, name);
}

static void
read_note (Core *core, guint32 type, const guint8 *desc, guint32 size)
{
  if (type == NT_PRSTATUS && core->image->architecture == MG_ARCH_X64)
    read_x64_thread (core, desc, size);
  else if (type == NT_PRSTATUS)
    read_arm64_thread (core, desc, size);
  else if (type == NT_PRPSINFO)
    read_process (core, desc, size);
  else if (type == NT_AUXV)
    read_auxv (core, desc, size);
  else if (type == NT_FILE)
    read_files (core, desc, size);
}

static void
read_notes (Core *core, const guint8 *header)
{
  guint64 offset = get_u64 (header + 8), size = get_u64 (header + 32), at = 0;

  if (offset >= core->size)
    return;
  size = MIN (size, core->size - offset);
  while (size - at >= 12)
    {
      const guint8 *note = core->bytes + offset + at;
      guint64 name = (get_u32 (note) + G_GUINT64_CONSTANT (3)) & ~G_GUINT64_CONSTANT (3);
      guint32 desc = get_u32 (note + 4);

      if (name > size - at - 12 || desc > size - at - 12 - name)
        return;
      if (get_u32 (note) == 5 && memcmp (note + 12, "CORE", 5) == 0)
        read_note (core, get_u32 (note + 8), note + 12 + name, desc);
      at += MIN (12 + name + ((desc + G_GUINT64_CONSTANT (3)) & ~G_GUINT64_CONSTANT (3)), size - at);
    }
}

static void
read_createdump_block (MgProcessImage *image)
{
  guint8 block[40];

  if (!mg_address_space_read (image->space, CREATEDUMP_BLOCK, block, sizeof block)
      || memcmp (block, "DIAGINFOHEADER", 15) != 0)
    return;
  image->by_createdump = TRUE;
  if (get_u32 (block + 16) >= 2)
    image->runtime_base = get_u64 (block + 32);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const MgMappedFile *first = a, *second = b;

  return first->start < second->start ? -1 : first->start > second->start;
}

static gboolean
read_headers (Core *core, GError **error)
{
  guint64 n = count_headers (core), table = get_u64 (core->bytes + 32), there;

  if (table > core->size || get_u16 (core->bytes + 54) != PROGRAM_HEADER_SIZE)
    {
      g_set_error (error, MG_ERROR, MG_ERROR_CORRUPT,
                   _ ("The core file's list of memory ranges (at 0x%" PRIx64
                      ") lies outside the file. Copy or write it "
                      "again."),
                   table);
      return FALSE;
    }
  there = MIN (n, (core->size - table) / PROGRAM_HEADER_SIZE);
  core->image->n_lost_spans += (guint32) MIN (n - there, G_MAXUINT32);
  for (guint64 i = 0; i < there; i++)
    {
      const guint8 *header = core->bytes + table + i * PROGRAM_HEADER_SIZE;
      guint32 type = get_u32 (header);

      if (type == PT_LOAD)
        add_load (core, header);
      else if (type == PT_NOTE)
        read_notes (core, header);
    }
  return TRUE;
}

MgProcessImage *
mg_elf_core_read (const guint8 *bytes, guint64 size, GError **error)
{
  g_autoptr (MgProcessImage) image = mg_process_image_new ();
  Core core = { bytes, size, image, NULL };
  gboolean ok;

  if (!check_head (&core, error))
    return NULL;
  core.spans = g_array_new (FALSE, FALSE, sizeof (MgSpan));
  image->os = MG_OS_LINUX;
  image->pointer_size = 8;
  image->container = "ELF core";
  ok = read_headers (&core, error);
  {
    gsize n = core.spans->len;

    image->space = mg_address_space_new ((MgSpan *) (gpointer) g_array_free (core.spans, FALSE), n);
  }
  if (!ok)
    return NULL;
  g_array_sort (image->files, compare_files);
  read_createdump_block (image);
  return g_steal_pointer (&image);
}
