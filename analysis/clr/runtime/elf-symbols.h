/* Dynamic symbols of an ELF image as it lies in a process's memory.
 *
 * Looked up through the GNU hash table and never enumerated: a dump of type Heap holds only the pages that such a
 * look-up touches. */
#pragma once

#include "analysis/source/address-space.h"

G_BEGIN_DECLS

/* Address of the symbol NAME in the image at BASE (its ELF header); its size in *SIZE when not NULL. 0: no such symbol,
 * or the pages that say so are not in the dump. */
guint64 mg_elf_symbol_find (const MgAddressSpace *space, guint64 base, const char *name, guint64 *size);

G_END_DECLS
