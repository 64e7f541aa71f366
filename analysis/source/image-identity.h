/* Whether a file is the one that a process had mapped, by what the dump still has of it.
 *
 *   ELF  0x20 u64 program headers, 0x36 u16 size, 0x38 u16 count; PT_NOTE: {u32 name size, u32 size, u32 type,
 *        name, bytes}: name "GNU", type 3 is the build id
 *   PE   "MZ", 0x3c u32 → "PE\0\0": +6 u16 sections, +8 u32 time stamp, +20 u16 optional header's size, +80 u32 size of
 *        image; sections of 40 bytes: +12 u32 address, +16 u32 size in file, +20 u32 place in file */
#pragma once

#include "analysis/source/process-image.h"

G_BEGIN_DECLS

/* ENTRIES: the MgMappedFile of one path. SPACE: what the dump has. FILE: what lies on the disk. */

/* Equal build ids. FALSE too when either has none. */
gboolean mg_image_identity_same_elf (const MgAddressSpace *space, const GArray *entries, const MgSource *file);
/* Equal heads, where the dump has them; else equal lengths, or sections that lie where they were mapped. */
gboolean mg_image_identity_same_pe (const MgAddressSpace *space, const GArray *entries, const MgSource *file);

G_END_DECLS
