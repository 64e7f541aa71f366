/* Which field or element of an object holds another: asked for the few references of a picture, not stored. */
#include <glib/gi18n-lib.h>

#include "analysis/clr/clr.h"
#include "analysis/clr/types/slot-names.h"

#define MAX_NAMES 4 /* of one reference; more are not listed */
#define ARRAY_LENGTH_AT 8

typedef struct
{
  const MgAddressSpace *space;
  guint64 target;
  guint64 slots[MAX_NAMES]; /* that hold it */
  guint n;
} Search;

static void
check_slot (guint64 slot, gpointer data)
{
  Search *search = data;

  if (search->n < MAX_NAMES && mg_address_space_u64_or_0 (search->space, slot) == search->target)
    search->slots[search->n++] = slot;
}

/* The MethodTable of the object at FROM, whose slots that hold the object at TO are left in SEARCH; NULL: torn. */
static const MgMethodTable *
find_slots (MgClr *clr, guint64 from, guint64 to, Search *search)
{
  guint64 address = mg_method_table_of (clr->runtime->space, from);
  const MgMethodTable *table = mg_method_tables_get (clr->tables, address);
  guint32 length = table->component_size ? mg_address_space_u32_or_0 (clr->runtime->space, from + ARRAY_LENGTH_AT) : 0;

  *search = (Search){ .space = clr->runtime->space, .target = to };
  if (!table->valid)
    return NULL;
  mg_method_table_each_slot (table, from, mg_method_table_object_size (table, length), check_slot, search);
  return table;
}

char *
mg_clr_reference_name (MgClr *clr, MgFieldTypes *types, guint64 from, guint64 to)
{
  Search search;
  const MgMethodTable *table = find_slots (clr, from, to, &search);
  GString *text = g_string_new (NULL);

  for (guint i = 0; table && i < search.n; i++)
    {
      const MgStatic *entry = mg_statics_find (clr->statics, search.slots[i]);
      g_autofree char *name
          = entry ? mg_static_name (clr->names, entry) : mg_slot_name (types, table, from, search.slots[i]);

      if (name)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", name);
    }
  if (text->len == 0 && table && table->loader_object == to)
    g_string_append (text, _ ("its load context"));
  if (text->len > 0)
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return NULL;
}

char *
mg_clr_reference_key (MgClr *clr, MgFieldTypes *types, guint64 from, guint64 to)
{
  Search search;
  const MgMethodTable *table = find_slots (clr, from, to, &search);

  for (guint i = 0; table && i < search.n; i++)
    {
      char *key = mg_slot_key (types, table, from, search.slots[i]);

      if (key)
        return key;
    }
  return NULL;
}
