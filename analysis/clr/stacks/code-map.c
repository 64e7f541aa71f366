#include "analysis/clr/stacks/code-map.h"

#include "analysis/clr/stacks/unwind.h"

#define MAX_FRAGMENTS 4096
#define MAX_UNWIND_INFOS 4096
#define MAX_FUNCTIONS 10000000u
#define MAX_BUCKETS 10000000u
#define MAX_NIBBLE_STEPS 100000

typedef struct
{
  guint64 begin, end, module, heap;
  guint32 flags;
} Range;

MgCodeMap *
mg_code_map_new (const MgRuntime *runtime)
{
  MgCodeMap *map = g_new0 (MgCodeMap, 1);

  map->runtime = runtime;
  map->top = runtime->n_globals > 0 ? runtime->globals[0] : 0;
  map->entry_maps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  return map;
}

void
mg_code_map_free (MgCodeMap *map)
{
  if (map == NULL)
    return;
  g_hash_table_unref (map->entry_maps);
  g_free (map);
}

static gboolean
find_range (MgCodeMap *map, guint64 ip, Range *range)
{
  static const guint shifts[] = { 49, 41, 33, 25, 17 };
  const MgAddressSpace *space = map->runtime->space;
  guint64 at = map->top;

  for (gsize level = 0; level < G_N_ELEMENTS (shifts) && at != 0; level++)
    at = mg_address_space_u64_or_0 (space, at + 8 * (ip >> shifts[level] & 255)) & ~G_GUINT64_CONSTANT (1);
  for (guint n = 0; at != 0 && n < MAX_FRAGMENTS; n++)
    {
      if (ip >= mg_address_space_u64_or_0 (space, at + 8) && ip < mg_address_space_u64_or_0 (space, at + 16))
        {
          guint64 section = mg_address_space_u64_or_0 (space, at + 24);

          range->begin = mg_address_space_u64_or_0 (space, section);
          range->end = mg_address_space_u64_or_0 (space, section + 8);
          range->flags = mg_address_space_u32_or_0 (space, section + 16);
          range->module = mg_address_space_u64_or_0 (space, section + 32);
          range->heap = mg_address_space_u64_or_0 (space, section + 40);
          return section != 0;
        }
      at = mg_address_space_u64_or_0 (space, at) & ~G_GUINT64_CONSTANT (1);
    }
  return FALSE;
}

/* .NET 8 and 9: the own nibble when it starts at or before the address, else the nearest non-zero one before it. */
static guint64
start_by_steps (const MgAddressSpace *space, guint64 nibbles, guint64 base, guint64 distance)
{
  guint64 bucket = distance >> 5;

  for (guint step = 0; step < MAX_NIBBLE_STEPS; step++)
    {
      guint32 unit = mg_address_space_u32_or_0 (space, nibbles + 4 * (bucket >> 3));
      guint value = unit >> (28 - 4 * (bucket & 7)) & 15;

      if (unit == 0)
        {
          if (bucket < 8)
            return 0;
          bucket = (bucket & ~G_GUINT64_CONSTANT (7)) - 1;
          continue;
        }
      if (value != 0 && (step > 0 || value - 1 <= (distance & 31) >> 2))
        return base + 32 * bucket + 4 * (guint64) (value - 1);
      if (bucket == 0)
        return 0;
      bucket--;
    }
  return 0;
}

/* .NET 10 on: a unit whose low four bits are above 8 points at the start; only this unit and the one before are looked
 * at. */
static guint64
start_by_pointer (const MgAddressSpace *space, guint64 nibbles, guint64 base, guint64 distance)
{
  guint64 bucket = distance >> 5, unit_number = bucket >> 3;
  guint32 unit = mg_address_space_u32_or_0 (space, nibbles + 4 * unit_number);

  if ((unit & 15) > 8)
    return base + (unit & ~15u) + 4 * (guint64) ((unit & 15) - 9);
  for (guint64 b = bucket;; b--)
    {
      guint value = unit >> (28 - 4 * (b & 7)) & 15;

      if (value != 0 && (b != bucket || value - 1 <= (distance & 31) >> 2))
        return base + 32 * b + 4 * (guint64) (value - 1);
      if ((b & 7) == 0)
        break;
    }
  if (unit_number == 0)
    return 0;
  unit = mg_address_space_u32_or_0 (space, nibbles + 4 * (unit_number - 1));
  if ((unit & 15) > 8)
    return base + (unit & ~15u) + 4 * (guint64) ((unit & 15) - 9);
  for (guint i = 8; i-- > 0;)
    {
      guint value = unit >> (28 - 4 * i) & 15;

      if (value != 0)
        return base + 32 * ((unit_number - 1) * 8 + i) + 4 * (guint64) (value - 1);
    }
  return 0;
}

/* RUNTIME_FUNCTION {u32 begin, end, unwind}; on arm64 {u32 begin, unwind}. */
static guint
function_size (const MgCodeMap *map)
{
  return map->runtime->image->architecture == MG_ARCH_ARM64 ? 8 : 12;
}

/* Of the N functions at TABLE, sorted, the number of the last one that begins at or before RVA, plus 1; 0: none. */
static guint32
find_function (const MgCodeMap *map, guint64 table, guint32 n, guint64 rva)
{
  guint32 low = 0, high = n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (mg_address_space_u32_or_0 (map->runtime->space, table + function_size (map) * (guint64) middle) <= rva)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Fills the part of CODE that function NUMBER of TABLE tells. */
static void
take_function (const MgCodeMap *map, guint64 table, guint32 number, MgCode *code)
{
  const MgAddressSpace *space = map->runtime->space;
  guint64 entry = table + function_size (map) * (guint64) number;

  code->begin = code->image + mg_address_space_u32_or_0 (space, entry);
  code->unwind = code->image + mg_address_space_u32_or_0 (space, entry + function_size (map) - 4);
}

static gboolean
find_jitted (MgCodeMap *map, guint64 ip, const Range *range, MgCode *code)
{
  const MgAddressSpace *space = map->runtime->space;
  guint64 base = mg_address_space_u64_or_0 (space, range->heap + 32);
  guint64 nibbles = mg_address_space_u64_or_0 (space, range->heap + 40), start, header;
  guint32 n;

  if (base == 0 || nibbles == 0 || ip < base)
    return FALSE;
  start = map->runtime->major >= 10 ? start_by_pointer (space, nibbles, base, ip - base)
                                    : start_by_steps (space, nibbles, base, ip - base);
  header = start ? mg_address_space_u64_or_0 (space, start - 8) : 0;
  if (header < 16)
    return FALSE;
  *code = (MgCode){ .method = mg_address_space_u64_or_0 (space, header + 24), .image = range->begin, .begin = start };
  code->start = start;
  code->gc_info = mg_address_space_u64_or_0 (space, header + 16);
  code->clauses = mg_address_space_u64_or_0 (space, header + 8);
  n = MIN (mg_address_space_u32_or_0 (space, header + 32), MAX_UNWIND_INFOS);
  n = find_function (map, header + 36, n, ip - range->begin);
  if (n > 0)
    take_function (map, header + 36, n - 1, code);
  return TRUE;
}

/* The runtime's own hash map of entry points, read whole: buckets of four keys and four values. */
static GHashTable *
read_entry_points (MgCodeMap *map, guint64 info)
{
  const MgAddressSpace *space = map->runtime->space;
  GHashTable *entries = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  guint64 hash = mg_layout_at (info, map->runtime->layout->ready_to_run_entry_points);
  guint64 buckets = mg_address_space_u64_or_0 (space, hash + 16);
  guint32 n = buckets ? MIN (mg_address_space_u32_or_0 (space, buckets), MAX_BUCKETS) : 0;

  for (guint32 b = 0; b < n; b++)
    for (guint k = 0; k < 4; k++)
      {
        guint64 at = buckets + 64 + 64 * (guint64) b + 8 * k, key, value;

        if (!mg_address_space_u64 (space, at, &key) || key <= 1 || !mg_address_space_u64 (space, at + 32, &value))
          continue;
        value = (value & G_GUINT64_CONSTANT (0x7fffffffffffffff)) << 1;
        g_hash_table_insert (entries, g_memdup2 (&key, sizeof key), g_memdup2 (&value, sizeof value));
      }
  return entries;
}

static GHashTable *
entry_points (MgCodeMap *map, guint64 info)
{
  GHashTable *entries = g_hash_table_lookup (map->entry_maps, &info);

  if (entries == NULL)
    {
      entries = read_entry_points (map, info);
      g_hash_table_insert (map->entry_maps, g_memdup2 (&info, sizeof info), entries);
    }
  return entries;
}

static gboolean
find_precompiled (MgCodeMap *map, guint64 ip, const Range *range, MgCode *code)
{
  const MgAddressSpace *space = map->runtime->space;
  guint64 info = mg_runtime_member (map->runtime, range->module, map->runtime->layout->module_ready_to_run);
  guint64 functions = info ? mg_address_space_u64_or_0 (space, info + 80) : 0;
  guint32 n = info ? MIN (mg_address_space_u32_or_0 (space, info + 88), MAX_FUNCTIONS) : 0, last;
  GHashTable *entries;

  last = functions ? find_function (map, functions, n, ip - range->begin) : 0;
  if (last == 0)
    return FALSE;
  *code = (MgCode){ .image = range->begin };
  take_function (map, functions, last - 1, code);
  /* Funclets and cold parts have no entry of their own: the method's is the nearest one before. */
  entries = entry_points (map, info);
  for (guint32 i = last; i-- > 0 && last - i < 1000;)
    {
      MgCode function = { .image = range->begin };
      guint64 *method, personality;

      take_function (map, functions, i, &function);
      method = g_hash_table_lookup (entries, &function.begin);
      if (method == NULL)
        continue;
      personality = mg_unwind_personality (map->runtime, function.unwind);
      code->method = *method;
      code->start = function.begin;
      code->gc_info = personality ? personality + 4 : 0;
      break;
    }
  return TRUE;
}

gboolean
mg_code_map_is_known (const MgCodeMap *map)
{
  return map->top != 0 && map->runtime->layout != NULL && map->runtime->major >= 8;
}

gboolean
mg_code_map_find (MgCodeMap *map, guint64 ip, MgCode *code)
{
  MgCode unused;
  Range range;

  if (!mg_code_map_is_known (map) || !mg_address_is_possible (ip) || !find_range (map, ip, &range))
    return FALSE;
  if (code == NULL)
    code = &unused;
  if (range.module != 0)
    return find_precompiled (map, ip, &range, code);
  return range.heap != 0 && (range.flags & 2) && find_jitted (map, ip, &range, code);
}
