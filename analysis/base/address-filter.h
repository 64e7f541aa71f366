/* A small set of addresses that answers "no" at once to nearly all that are not in it, and "maybe" to the others: asked
 * for each of millions of objects before the set itself is. All zero: empty. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_ADDRESS_FILTER_BITS 65536

typedef struct
{
  guint64 bits[MG_ADDRESS_FILTER_BITS / 64];
} MgAddressFilter;

static inline guint
mg_address_filter_bit (guint64 address)
{
  return (guint) ((address >> 3) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 48);
}

static inline void
mg_address_filter_add (MgAddressFilter *filter, guint64 address)
{
  guint bit = mg_address_filter_bit (address);

  filter->bits[bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
}

static inline gboolean
mg_address_filter_may_have (const MgAddressFilter *filter, guint64 address)
{
  guint bit = mg_address_filter_bit (address);

  return filter->bits[bit / 64] >> (bit % 64) & 1;
}

G_END_DECLS
