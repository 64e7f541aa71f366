/* ELF core files of 64-bit little-endian Linux processes: by createdump, the kernel, or gcore.
 *
 *   offset  size  meaning (System V ABI, ELF-64 object file format)
 *        0     4  7f 'E' 'L' 'F'
 *        4     1  class: 2 = 64 bits
 *        5     1  data: 1 = little-endian
 *       16     2  type: 4 = core
 *       18     2  machine: 62 = x86-64, 183 = AArch64
 *       32     8  offset of the program headers, 56 bytes each
 *       40     8  offset of the section headers (only for counts above 65,534: sh_info of section 0)
 *       56     2  number of program headers; 0xffff = look in section 0
 *   program header: u32 type (1 load, 4 note), u32 flags, u64 offset, vaddr, paddr, filesz, memsz, align
 *   note: u32 name size, desc size, type; name and desc padded to 4
 *     CORE 1 NT_PRSTATUS (x86-64: pid at 32, 27 registers at 112), 3 NT_PRPSINFO (pid at 24, name at 40, 16 bytes),
 *     6 NT_AUXV (pairs; 3 = AT_PHDR), 0x46494c45 NT_FILE (count, page size, count × start end page-offset, paths)
 *
 * filesz below memsz means "not in this dump". A load that ends beyond the file's end is cut, counted as lost, and the
 * rest goes on. createdump leaves a block "DIAGINFOHEADER" at 0x7ffffff10000 with the runtime's base. */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

/* Whether HEAD starts an ELF file of type core. */
gboolean mg_elf_core_sniff (const guint8 *head, gsize size);

/* Reads the container in BYTES, which must outlive the image. Errors: UNSUPPORTED (32 bits, big-endian, machine),
 * TRUNCATED (no headers), CORRUPT. O(headers log headers). */
MgProcessImage *mg_elf_core_read (const guint8 *bytes, guint64 size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
