/* The contract descriptor: what the runtime itself publishes about its structures, from .NET 9 on.
 *
 *   offset  size  meaning
 *        0     8  "DNCCDAC\0"
 *        8     4  flags: 1 always, 2 for a 32-bit process
 *       12     4  bytes of JSON
 *       16     8  address of the JSON: {"types": {T: {F: offset | [offset, type], "!": size}},
 *                 "globals": {G: value | [value, type] | [[i], type]}, "contracts": …,
 *                 "subDescriptors": {N: [[i], type]}}
 *       24     4  number of pointers, then 4 unused
 *       32     8  address of the pointers: [[i]] is the address of a global, of a slot for a sub-descriptor
 *
 * Numbers are numbers or "0x…" texts; what is not understood is left out. Unknown members are ignored. */
#pragma once

#include <jansson.h>

#include "analysis/source/address-space.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *parts;  /* json_t *: the descriptor and its sub-descriptors */
  GArray *pointers;  /* guint64, of the first part */
  guint n_bad;       /* numbers that make no sense */
} MgDescriptor;

/* Reads the descriptor at ADDRESS with its sub-descriptors. NULL: there is none, or part of it is not in the dump. */
MgDescriptor *mg_descriptor_read (const MgAddressSpace *space, guint64 address) G_GNUC_WARN_UNUSED_RESULT;
/* Looks for one within DISTANCE bytes of AROUND, where the symbol that leads to it is not in the dump. O(bytes). */
MgDescriptor *
mg_descriptor_find (const MgAddressSpace *space, guint64 around, guint64 distance) G_GNUC_WARN_UNUSED_RESULT;
void mg_descriptor_free (MgDescriptor *descriptor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDescriptor, mg_descriptor_free)

/* Offset of FIELD in TYPE. FALSE: not published, or no sensible offset (then n_bad counts it). */
gboolean mg_descriptor_offset (MgDescriptor *descriptor, const char *type, const char *field, gint16 *offset);
/* The value of a global that is a number. */
gboolean mg_descriptor_number (MgDescriptor *descriptor, const char *global, guint64 *value);

G_END_DECLS
