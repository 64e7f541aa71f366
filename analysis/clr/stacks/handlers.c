#include "analysis/clr/stacks/handlers.h"

#define MAX_CLAUSES 65536
#define CLAUSE_SIZE 32
#define CLAUSE_FILTER 1

static gboolean
is_handler (const MgCode *code)
{
  return code->start != 0 && code->begin != code->start;
}

/* JIT code: [clauses − 8] = how many; from clauses + 8 on {u32 flags, try start, try end, handler start, handler end,
 * …, u32 filter start 24}, offsets from the method's start. A filter ends where its handler starts. */
static gboolean
is_jitted_filter (const MgAddressSpace *space, const MgCode *code, guint64 offset)
{
  guint32 n = MIN (mg_address_space_u32_or_0 (space, code->clauses - 8), MAX_CLAUSES);

  for (guint32 i = 0; i < n; i++)
    {
      guint64 clause = code->clauses + 8 + CLAUSE_SIZE * (guint64) i;

      if ((mg_address_space_u32_or_0 (space, clause) & CLAUSE_FILTER)
          && offset >= mg_address_space_u32_or_0 (space, clause + 24)
          && offset < mg_address_space_u32_or_0 (space, clause + 12))
        return TRUE;
    }
  return FALSE;
}

/* The personality routine: filters have their own. */
static guint32
personality (const MgCodeMap *map, guint64 unwind)
{
  guint64 at = mg_unwind_personality (map->runtime, unwind);

  return at ? mg_address_space_u32_or_0 (map->runtime->space, at) : 0;
}

gboolean
mg_handler_is_filter (MgCodeMap *map, const MgCode *code, guint64 ip)
{
  const MgAddressSpace *space = map->runtime->space;
  MgCode method;

  if (!is_handler (code))
    return FALSE;
  if (code->clauses != 0)
    return is_jitted_filter (space, code, ip - code->start);
  return mg_code_map_find (map, code->start, &method)
         && personality (map, method.unwind) != personality (map, code->unwind);
}

guint
mg_handler_skip (MgCodeMap *map, const GArray *frames, guint i)
{
  const MgManagedFrame *handler = &g_array_index (frames, MgManagedFrame, i);
  const MgRegisterUse *use = mg_register_use (map->runtime->image->architecture);

  if (!is_handler (&handler->code) || mg_handler_is_filter (map, &handler->code, handler->ip))
    return i + 1;
  for (guint j = i + 1; j < frames->len; j++)
    {
      const MgManagedFrame *frame = &g_array_index (frames, MgManagedFrame, j);

      /* Both address the method's frame by the same register with the same value. */
      if (frame->code.start == handler->code.start && !is_handler (&frame->code)
          && frame->context.registers[use->frame] == handler->context.registers[use->frame])
        return j + 1;
    }
  return i + 1;
}
