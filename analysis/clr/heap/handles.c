#include "analysis/clr/heap/handles.h"

#define N_BUCKETS 10
#define MAX_MAPS 1024
#define MAX_TABLES 4096
#define MAX_SEGMENTS 65536
#define BLOCKS 120
#define BLOCK_HANDLES 64
#define BLOCK_TYPES_AT 1560
#define USER_DATA_AT 1680
#define TAIL_AT 1920
#define HANDLES_AT 4096
#define FREE_BLOCK 0xff

typedef struct
{
  const MgRuntime *runtime;
  GArray *handles;
  guint n_kinds; /* of this runtime: 12 or 13; one more than the last is user data */
} Work;

static void
read_block (Work *work, guint64 segment, guint block, guint kind, guint user_data)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 at = segment + HANDLES_AT + (guint64) block * BLOCK_HANDLES * 8;

  for (guint i = 0; i < BLOCK_HANDLES; i++)
    {
      MgHandle handle = { .address = at + 8 * (guint64) i, .kind = (guint8) kind };

      handle.object = mg_address_space_u64_or_0 (space, handle.address);
      if (handle.object == 0)
        continue;
      if (user_data < BLOCKS)
        handle.secondary
            = mg_address_space_u64_or_0 (space, segment + HANDLES_AT + ((guint64) user_data * BLOCK_HANDLES + i) * 8);
      g_array_append_val (work->handles, handle);
    }
}

static void
read_segment (Work *work, guint64 segment)
{
  guint8 kinds[BLOCKS], user_data[BLOCKS];

  if (!mg_address_space_read (work->runtime->space, segment + BLOCK_TYPES_AT, kinds, BLOCKS)
      || !mg_address_space_read (work->runtime->space, segment + USER_DATA_AT, user_data, BLOCKS))
    return;
  for (guint b = 0; b < BLOCKS; b++)
    if (kinds[b] != FREE_BLOCK && kinds[b] + 1u < work->n_kinds)
      read_block (work, segment, b, kinds[b], user_data[b]);
}

/* A slot of the array of tables is believed when its first segment points back at it: on a server there are as many
 * tables as processors, and no count to go by. */
static guint64
first_segment (Work *work, guint64 table)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 segment
      = mg_address_space_u64_or_0 (space, mg_layout_at (table, work->runtime->layout->handle_table_first_segment));

  if (segment == 0 || segment % 0x10000 != 0
      || mg_address_space_u64_or_0 (space, segment + TAIL_AT + 8 + 6 * (guint64) work->n_kinds) != table)
    return 0;
  return segment;
}

static gboolean
read_table (Work *work, guint64 table)
{
  guint64 segment = table ? first_segment (work, table) : 0;

  if (segment == 0)
    return FALSE;
  for (guint i = 0; segment != 0 && i < MAX_SEGMENTS; i++)
    {
      read_segment (work, segment);
      segment = mg_address_space_u64_or_0 (work->runtime->space, segment + TAIL_AT + 6 * (guint64) work->n_kinds);
    }
  return TRUE;
}

static int
compare_handles (gconstpointer a, gconstpointer b)
{
  const MgHandle *first = a, *second = b;

  return first->address < second->address ? -1 : first->address > second->address;
}

GArray *
mg_handles_read (const MgRuntime *runtime)
{
  Work work = { runtime, g_array_new (FALSE, TRUE, sizeof (MgHandle)), 0 };
  const MgAddressSpace *space = runtime->space;
  guint64 map = runtime->gc.variable[MG_GC_HANDLE_TABLE_MAP];

  if (runtime->layout == NULL)
    return work.handles;
  work.n_kinds = (guint) runtime->layout->handle_types;
  for (guint m = 0; map != 0 && m < MAX_MAPS; m++)
    {
      guint64 buckets = mg_address_space_u64_or_0 (space, map);

      for (guint b = 0; buckets != 0 && b < N_BUCKETS; b++)
        {
          guint64 bucket = mg_address_space_u64_or_0 (space, buckets + 8 * (guint64) b);
          guint64 tables = bucket ? mg_address_space_u64_or_0 (space, bucket) : 0;

          for (guint t = 0; tables != 0 && t < MAX_TABLES; t++)
            if (!read_table (&work, mg_address_space_u64_or_0 (space, tables + 8 * (guint64) t)))
              break;
        }
      map = mg_address_space_u64_or_0 (space, map + 8);
    }
  g_array_sort (work.handles, compare_handles);
  return work.handles;
}

const char *
mg_handle_kind_name (guint kind)
{
  static const char *const names[MG_N_HANDLE_KINDS]
      = { "weak short",    "weak long",       "strong",       "pinned",    "variable",
          "ref counted",   "dependent",       "async pinned", "sized ref", "weak native COM",
          "weak interior", "cross reference", "other" };

  return kind < MG_N_HANDLE_KINDS ? names[kind] : "other";
}
