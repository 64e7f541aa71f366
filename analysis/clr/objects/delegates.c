#include "analysis/clr/objects/delegates.h"

#define ARRAY_LENGTH_AT 8
#define ARRAY_DATA_AT 16
#define CATEGORY_MASK 0x000c0000u
#define CATEGORY_ARRAY 0x00080000u

MgDelegates *
mg_delegates_new (MgTypeNames *names, MgNamedFields *fields, MgCodeMap *code)
{
  MgDelegates *delegates = g_new0 (MgDelegates, 1);

  delegates->names = names;
  delegates->fields = fields;
  delegates->code = code;
  delegates->methods = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  return delegates;
}

void
mg_delegates_free (MgDelegates *delegates)
{
  if (delegates == NULL)
    return;
  g_hash_table_unref (delegates->methods);
  g_free (delegates);
}

/* Delegates are sealed: the parent of each is MulticastDelegate itself. */
gboolean
mg_delegates_is_class (MgDelegates *delegates, guint64 table)
{
  const MgRuntime *runtime = delegates->code->runtime;
  guint64 parent = table ? mg_runtime_parent_of (runtime, table) : 0;

  return parent != 0 && mg_runtime_is_method_table (runtime, table)
         && strcmp (mg_type_names_get (delegates->names, parent), "System.MulticastDelegate") == 0;
}

/* The data of a stub lies one page of stubs behind it. */
static guint64
method_of_stub (const MgRuntime *runtime, guint64 address)
{
  static const guint64 x64_pages[] = { 0x4000 }, other_pages[] = { 0x4000, 0x1000, 0x10000 };
  gboolean x64 = runtime->image->architecture == MG_ARCH_X64;
  const guint64 *pages = x64 ? x64_pages : other_pages;
  gsize n = x64 ? G_N_ELEMENTS (x64_pages) : G_N_ELEMENTS (other_pages);

  for (gsize i = 0; i < n; i++)
    for (guint64 place = 8;; place -= 8)
      {
        guint64 method = mg_address_space_u64_or_0 (runtime->space, address + pages[i] + place);

        if (mg_method_check (runtime, method, NULL))
          return method;
        if (place == 0)
          break;
      }
  return 0;
}

guint64
mg_delegates_method_at (MgDelegates *delegates, guint64 address)
{
  guint64 *known = g_hash_table_lookup (delegates->methods, &address), method;
  MgCode code = { 0 };

  if (known)
    return *known;
  if (mg_code_map_find (delegates->code, address, &code) && code.method != 0 && code.begin == address)
    method = code.method;
  else
    method = method_of_stub (delegates->code->runtime, address);
  g_hash_table_insert (delegates->methods, g_memdup2 (&address, sizeof address), g_memdup2 (&method, sizeof method));
  return method;
}

/* The array of handlers: other objects stand in its place when the delegate keeps a loader or a wrapped one alive. */
static gboolean
is_list (const MgDelegates *delegates, guint64 list, guint64 count)
{
  const MgAddressSpace *space = delegates->code->runtime->space;
  guint64 table = mg_named_fields_class (delegates->fields, list);

  return table != 0 && (mg_address_space_u32_or_0 (space, table) & CATEGORY_MASK) == CATEGORY_ARRAY && count > 0
         && count <= mg_address_space_u32_or_0 (space, list + ARRAY_LENGTH_AT);
}

gboolean
mg_delegates_read (MgDelegates *delegates, guint64 address, MgDelegate *delegate)
{
  MgNamedFields *fields = delegates->fields;
  gboolean old;
  guint64 list, count, code;

  *delegate = (MgDelegate){ .n = 1 };
  if (!mg_delegates_is_class (delegates, mg_named_fields_class (fields, address)))
    return FALSE;
  old = mg_named_fields_find (fields, mg_named_fields_class (fields, address), "_invocationList") != NULL;
  list = mg_named_fields_reference (fields, address, old ? "_invocationList" : "_helperObject");
  count = mg_named_fields_u64 (fields, address, old ? "_invocationCount" : "_extraData");
  if (is_list (delegates, list, count))
    {
      delegate->list = list;
      delegate->n = (guint32) count;
      return TRUE;
    }
  delegate->target = mg_named_fields_reference (fields, address, "_target");
  if (delegate->target == address)
    delegate->target = 0;
  code = mg_named_fields_u64 (fields, address, "_methodPtrAux");
  if (code == 0)
    code = mg_named_fields_u64 (fields, address, "_methodPtr");
  delegate->method = code ? mg_delegates_method_at (delegates, code) : 0;
  /* A virtual method that is looked up anew at each call: its description stands where others count handlers. */
  if (delegate->method == 0 && mg_method_check (delegates->code->runtime, count, NULL))
    delegate->method = count;
  return TRUE;
}

guint64
mg_delegates_handler (const MgDelegates *delegates, const MgDelegate *delegate, guint32 i)
{
  return mg_address_space_u64_or_0 (delegates->code->runtime->space,
                                    delegate->list + ARRAY_DATA_AT + 8 * (guint64) i);
}

char *
mg_delegates_method_name (MgDelegates *delegates, const MgDelegate *delegate)
{
  return delegate->method == 0 ? NULL
                               : mg_method_name_on (delegates->names, delegate->method,
                                                    mg_named_fields_class (delegates->fields, delegate->target));
}
