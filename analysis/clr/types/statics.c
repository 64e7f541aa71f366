#include "analysis/clr/types/statics.h"

#include "analysis/clr/types/load-contexts.h"
#include "analysis/clr/types/loaded-classes.h"
#include "analysis/clr/types/slot-search.h"

#define FLAGS_AT 0
#define FLAGS2_AT 8
#define AUXILIARY_AT 32
#define ARRAY_LENGTH_AT 8
#define ARRAY_DATA_AT 16
#define LOADER_SLOTS_AT 16
/* Up to .NET 8 the flags of a MethodTable say where its statics are. */
#define STATICS_MASK 6
#define STATICS_DYNAMIC 2
#define STATICS_GENERIC 4
#define CLASS_OPTIONAL_AT 8
#define OPTIONAL_DYNAMIC_ID_AT 16
#define ENTRY_COLLECTIBLE 8

typedef struct
{
  MgRuntime *runtime;
  MgStatics *result;
} Work;

/* Base of the references of TABLE's statics, 0 when it has none (or is not initialised).
 * .NET 9+: DynamicStaticsInfo {GC statics, other statics, MethodTable} ends at the auxiliary data. */
static guint64
base_from_auxiliary (Work *work, guint64 table)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 auxiliary, base;

  if (!(mg_address_space_u32_or_0 (space, table + FLAGS2_AT) & 2))
    return 0;
  auxiliary = mg_address_space_u64_or_0 (space, table + AUXILIARY_AT);
  if (auxiliary == 0 || mg_address_space_u64_or_0 (space, auxiliary - 8) != table)
    return 0;
  base = mg_address_space_u64_or_0 (space, auxiliary - 24) & ~G_GUINT64_CONSTANT (1);
  return base;
}

/* .NET 8 and earlier, not generic: Module → DomainLocalModule → GC statics. */
static guint64
base_from_module (Work *work, guint64 table)
{
  const MgAddressSpace *space = work->runtime->space;
  const MgLayout *layout = work->runtime->layout;
  guint64 module, local;

  if (mg_address_space_u32_or_0 (space, table + FLAGS_AT) & STATICS_MASK)
    return 0;
  module = mg_clr_module_of (work->runtime, table);
  local = module ? mg_address_space_u64_or_0 (space, mg_layout_at (module, layout->module_local)) : 0;
  return local ? mg_address_space_u64_or_0 (space, mg_layout_at (local, layout->module_local_statics)) : 0;
}

/* .NET 8 and earlier, generic: GenericsStaticsInfo {FieldDesc *, u64 id} behind the optional slots of the
 * MethodTable. Not generic, but in a collectible load context: u32 id 16 in the optional part of the EEClass. */
gboolean
mg_statics_dynamic_id (const MgRuntime *runtime, guint64 table, guint64 *id)
{
  const MgAddressSpace *space = runtime->space;
  guint32 kind = mg_address_space_u32_or_0 (space, table + FLAGS_AT) & STATICS_MASK, narrow;
  guint16 flags2 = mg_address_space_u16_or_0 (space, table + FLAGS2_AT),
          virtuals = mg_address_space_u16_or_0 (space, table + 12);
  guint free_slots = !(flags2 & 1) + !(flags2 & 2), used = (guint) __builtin_popcount (flags2 & 0x1c);
  guint64 at, optional;

  if (kind == STATICS_GENERIC)
    {
      at = table + 64 + 8 * ((guint64) (virtuals + 7) / 8) + 8 * (guint64) (used > free_slots ? used - free_slots : 0);
      return mg_address_space_u64 (space, at + 8, id);
    }
  if (kind != STATICS_DYNAMIC || !mg_is_collectible (runtime, table))
    return FALSE;
  optional = mg_address_space_u64_or_0 (space, mg_runtime_class_of (runtime, table) + CLASS_OPTIONAL_AT);
  if (optional == 0 || !mg_address_space_u32 (space, optional + OPTIONAL_DYNAMIC_ID_AT, &narrow))
    return FALSE;
  *id = narrow;
  return TRUE;
}

/* The array of a collectible class's statics: place HANDLE of its LoaderAllocator's slots, counted in twos from one. */
static guint64
base_from_loader (Work *work, guint64 table, guint64 handle)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 loader = mg_loader_object_of (work->runtime, table);
  guint64 slots = loader ? mg_address_space_u64_or_0 (space, loader + LOADER_SLOTS_AT) : 0, place = (handle >> 1) - 1,
          holder;

  if (slots == 0 || handle < 2 || place >= mg_address_space_u32_or_0 (space, slots + ARRAY_LENGTH_AT))
    return 0;
  holder = mg_address_space_u64_or_0 (space, slots + ARRAY_DATA_AT + 8 * place);
  return holder ? holder + ARRAY_DATA_AT : 0;
}

/* .NET 8 and earlier, generic or collectible: the id is an index into the dynamic class table {entry *, u32 flags} of
 * the module that loaded the class. */
static guint64
base_from_dynamic (Work *work, guint64 table)
{
  const MgAddressSpace *space = work->runtime->space;
  guint64 id, local, at, entry;

  if (!mg_statics_dynamic_id (work->runtime, table, &id))
    return 0;
  local = mg_loader_module_of (work->runtime, table);
  local = local ? mg_address_space_u64_or_0 (space, mg_layout_at (local, work->runtime->layout->module_local)) : 0;
  if (local == 0 || id >= mg_address_space_u64_or_0 (space, local + 16))
    return 0;
  at = mg_address_space_u64_or_0 (space, local + 8) + 16 * id;
  entry = mg_address_space_u64_or_0 (space, at);
  if (entry == 0)
    return 0;
  entry = mg_address_space_u64_or_0 (space, entry);
  return mg_address_space_u32_or_0 (space, at + 8) & ENTRY_COLLECTIBLE ? base_from_loader (work, table, entry) : entry;
}

static void
add_static (Work *work, guint64 table, guint64 base, const MgField *field)
{
  MgStatic entry = { .slot = base + field->offset, .field = *field, .class = table };

  entry.collectible = mg_is_collectible (work->runtime, table);

  if (!field->is_static || field->is_thread_static || field->is_rva
      || (field->element != MG_ELEMENT_CLASS && field->element != MG_ELEMENT_VALUE_TYPE))
    return;
  g_array_append_val (work->result->statics, entry);
}

static void
add_class_cb (guint64 table, gpointer user_data)
{
  Work *work = user_data;
  g_autoptr (GArray) fields = NULL;
  guint64 base;

  if (work->runtime->layout->module_at_24)
    base = base_from_auxiliary (work, table);
  else
    {
      base = base_from_module (work, table);
      if (base == 0)
        base = base_from_dynamic (work, table);
    }
  if (base == 0)
    return;
  work->result->n_classes++;
  fields = mg_fields_declared (work->runtime, table, NULL);
  for (guint i = 0; i < fields->len; i++)
    add_static (work, table, base, &g_array_index (fields, MgField, i));
}

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  const MgStatic *first = a, *second = b;

  if (first->slot != second->slot)
    return first->slot < second->slot ? -1 : 1;
  /* A generic instance shares FieldDescs with others: the lowest class wins, always the same. */
  return first->class < second->class ? -1 : first->class > second->class;
}

MgStatics *
mg_statics_read (MgRuntime *runtime, MgClrModules *modules, const guint64 *tables, gsize n)
{
  MgStatics *result = g_new0 (MgStatics, 1);
  Work work = { runtime, result };

  result->statics = g_array_new (FALSE, TRUE, sizeof (MgStatic));
  mg_loaded_classes_each (modules, tables, n, add_class_cb, &work);
  g_array_sort (result->statics, compare_slots);
  return result;
}

void
mg_statics_free (MgStatics *statics)
{
  if (statics == NULL)
    return;
  g_array_free (statics->statics, TRUE);
  g_free (statics);
}

const MgStatic *
mg_statics_find (const MgStatics *statics, guint64 slot)
{
  return mg_slot_search (statics->statics, slot);
}

char *
mg_static_name (MgTypeNames *names, const MgStatic *entry)
{
  g_autofree char *field = mg_field_name_or_token (names->modules, &entry->field);

  return g_strdup_printf ("%s.%s", mg_type_names_get (names, entry->class), field);
}
