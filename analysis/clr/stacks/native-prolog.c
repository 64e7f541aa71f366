#include "analysis/clr/stacks/native-prolog.h"

#include <string.h>

#define PROLOG_BYTES 24

/* The register of the push at CODE, and its length; 0: another instruction. */
static guint
read_push (const guint8 *code, guint8 *pushed)
{
  if (code[0] == 0x53)
    {
      *pushed = MG_X64_RBX;
      return 1;
    }
  if (code[0] == 0x41 && code[1] >= 0x54 && code[1] <= 0x57)
    {
      *pushed = (guint8) (code[1] - 0x54 + MG_X64_R12);
      return 2;
    }
  return 0;
}

gboolean
mg_native_prolog_read (const MgAddressSpace *space, guint64 entry, guint8 pushed[5], guint *n)
{
  static const guint8 branch_target[4] = { 0xf3, 0x0f, 0x1e, 0xfa }, frame[4] = { 0x55, 0x48, 0x89, 0xe5 };
  guint8 code[PROLOG_BYTES];
  guint at = 0, length;

  if (!mg_address_space_read (space, entry, code, sizeof code))
    return FALSE;
  if (memcmp (code, branch_target, sizeof branch_target) == 0)
    at = sizeof branch_target;
  if (memcmp (code + at, frame, sizeof frame) != 0)
    return FALSE;
  at += sizeof frame;
  for (*n = 0; *n < 5 && (length = read_push (code + at, &pushed[*n])) != 0; ++*n)
    at += length;
  return TRUE;
}
