#include "analysis/clr/reference-names.h"

#include <string.h>

#include "analysis/clr/types/slot-names.h"

#define ARRAY_LENGTH_AT 8

struct _MgReferenceNames
{
  MgClr *clr;
  MgFieldTypes *types;
  GHashTable *places;  /* MethodTable → GArray of Place */
  GStringChunk *texts; /* owns the names */
};

typedef struct
{
  guint64 offset; /* in the object, or in an element */
  const char *name;
} Place;

typedef struct
{
  MgReferenceNames *names;
  const MgMethodTable *table;
  GArray *places;
  const guint8 *bytes; /* of the object; NULL: read word by word */
  guint64 object;
  guint64 elements_at, element_size; /* 0: no array */
  MgReference *references;
  guint32 n, next;
} Naming;

MgReferenceNames *
mg_reference_names_new (MgClr *clr, MgFieldTypes *types)
{
  MgReferenceNames *names = g_new0 (MgReferenceNames, 1);

  names->clr = clr;
  names->types = types;
  names->places = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  names->texts = g_string_chunk_new (4096);
  return names;
}

void
mg_reference_names_free (MgReferenceNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->places);
  g_string_chunk_free (names->texts);
  g_free (names);
}

static GArray *
places_of (MgReferenceNames *names, guint64 table)
{
  GArray *places = g_hash_table_lookup (names->places, GSIZE_TO_POINTER (table));

  if (places == NULL)
    {
      places = g_array_new (FALSE, FALSE, sizeof (Place));
      g_hash_table_insert (names->places, GSIZE_TO_POINTER (table), places);
    }
  return places;
}

/* The name of the field at SLOT, "[12].value" without its element; looked up on first sight. */
static const char *
name_at (Naming *naming, guint64 slot, guint64 offset)
{
  Place place = { .offset = offset };
  g_autofree char *name = NULL;
  const char *field;

  for (guint i = 0; i < naming->places->len; i++)
    if (g_array_index (naming->places, Place, i).offset == offset)
      return g_array_index (naming->places, Place, i).name;
  name = mg_slot_name (naming->names->types, naming->table, naming->object, slot);
  field = name;
  if (field && field[0] == '[')
    {
      field = strstr (field, "].");
      field = field ? field + 2 : NULL;
    }
  if (field)
    place.name = g_string_chunk_insert_const (naming->names->texts, field);
  g_array_append_val (naming->places, place);
  return place.name;
}

/* The references are those of the graph, in the order of the slots; a slot that does not hold the next one holds null,
 * or nothing that the graph has. */
static void
name_slot (guint64 slot, gpointer data)
{
  Naming *naming = data;
  guint64 target, offset = slot - naming->object;
  MgReference *reference = &naming->references[naming->next];

  if (naming->next == naming->n)
    return;
  if (G_LIKELY (naming->bytes != NULL))
    memcpy (&target, naming->bytes + offset, 8);
  else
    target = mg_address_space_u64_or_0 (naming->names->clr->runtime->space, slot);
  if (target != reference->target)
    return;
  if (naming->element_size == 0 || offset < naming->elements_at)
    reference->name = name_at (naming, slot, offset);
  else
    {
      offset -= naming->elements_at;
      reference->index = offset / naming->element_size;
      if (naming->table->n_items > 0 || naming->element_size != 8)
        reference->name = name_at (naming, slot, offset % naming->element_size);
    }
  naming->next++;
}

void
mg_reference_names_fill (MgReferenceNames *names, guint64 object, MgReference *references, guint32 n)
{
  const MgAddressSpace *space = names->clr->runtime->space;
  guint64 address = mg_method_table_of (space, object), available, size;
  Naming naming = { .names = names, .object = object, .references = references, .n = n };
  guint32 length = 0;

  for (guint32 i = 0; i < n; i++)
    {
      references[i].name = NULL;
      references[i].index = MG_REFERENCE_NO_INDEX;
    }
  naming.table = mg_method_tables_get (names->clr->tables, address);
  if (!naming.table->valid || n == 0)
    return;
  naming.places = places_of (names, address);
  if (naming.table->component_size != 0)
    {
      length = mg_address_space_u32_or_0 (space, object + ARRAY_LENGTH_AT);
      naming.elements_at = mg_slot_elements_at (naming.table);
      naming.element_size = naming.table->component_size;
    }
  size = mg_method_table_object_size (naming.table, length);
  naming.bytes = mg_address_space_find (space, object, &available);
  if (naming.bytes && available < size)
    naming.bytes = NULL;
  mg_method_table_each_slot (naming.table, object, size, name_slot, &naming);
}
