#include "analysis/clr/runtime/descriptor.h"

#define MAGIC G_GUINT64_CONSTANT (0x0043414443434e44)
#define FLAG_32_BIT 2
#define HEAD_SIZE 40
/* Descriptors have some 20 kB and 50 pointers. */
#define MAX_JSON (1024 * 1024)
#define MAX_POINTERS 4096
#define MAX_PARTS 8

void
mg_descriptor_free (MgDescriptor *descriptor)
{
  if (descriptor == NULL)
    return;
  g_ptr_array_unref (descriptor->parts);
  g_array_unref (descriptor->pointers);
  g_free (descriptor);
}

static gboolean
read_pointers (const MgAddressSpace *space, guint64 head, GArray *pointers)
{
  guint32 n = mg_address_space_u32_or_0 (space, head + 24);

  if (n > MAX_POINTERS)
    return FALSE;
  g_array_set_size (pointers, n);
  return n == 0
         || mg_address_space_read (space, mg_address_space_u64_or_0 (space, head + 32), pointers->data,
                                   n * sizeof (guint64));
}

/* The JSON of the descriptor at HEAD; NULL. */
static json_t *
read_json (const MgAddressSpace *space, guint64 head)
{
  guint64 magic = mg_address_space_u64_or_0 (space, head);
  guint32 size = mg_address_space_u32_or_0 (space, head + 12);
  g_autofree char *text = NULL;
  json_t *json;

  if (magic != MAGIC || (mg_address_space_u32_or_0 (space, head + 8) & FLAG_32_BIT) || size == 0 || size > MAX_JSON)
    return NULL;
  text = g_malloc (size);
  if (!mg_address_space_read (space, mg_address_space_u64_or_0 (space, head + 16), text, size))
    return NULL;
  json = json_loadb (text, size, JSON_DISABLE_EOF_CHECK, NULL);
  if (!json_is_object (json))
    g_clear_pointer (&json, json_decref);
  return json;
}

/* "[[45], "pointer"]": the number in the inner brackets. */
static gboolean
pointer_index (const json_t *value, guint64 *index)
{
  const json_t *inner = json_is_array (value) ? json_array_get (value, 0) : NULL;
  const json_t *number = json_is_array (inner) ? json_array_get (inner, 0) : NULL;

  if (!json_is_integer (number) || json_integer_value (number) < 0)
    return FALSE;
  *index = (guint64) json_integer_value (number);
  return TRUE;
}

/* Each sub-descriptor hangs off a slot that holds its address. */
static void
read_sub_descriptors (const MgAddressSpace *space, MgDescriptor *descriptor)
{
  json_t *subs = json_object_get (g_ptr_array_index (descriptor->parts, 0), "subDescriptors"), *value;
  const char *name;

  json_object_foreach (subs, name, value)
    {
      guint64 index, slot, head;
      json_t *part;

      if (!pointer_index (value, &index) || index >= descriptor->pointers->len || descriptor->parts->len >= MAX_PARTS)
        continue;
      slot = mg_address_space_u64_or_0 (space, g_array_index (descriptor->pointers, guint64, index));
      head = slot;
      if (mg_address_space_u64_or_0 (space, slot) != MAGIC)
        head = mg_address_space_u64_or_0 (space, slot);
      part = head ? read_json (space, head) : NULL;
      if (part)
        g_ptr_array_add (descriptor->parts, part);
    }
}

MgDescriptor *
mg_descriptor_read (const MgAddressSpace *space, guint64 address)
{
  json_t *json = address ? read_json (space, address) : NULL;
  MgDescriptor *descriptor;

  if (json == NULL)
    return NULL;
  descriptor = g_new0 (MgDescriptor, 1);
  descriptor->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) json_decref);
  descriptor->pointers = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_ptr_array_add (descriptor->parts, json);
  if (read_pointers (space, address, descriptor->pointers))
    read_sub_descriptors (space, descriptor);
  return descriptor;
}

MgDescriptor *
mg_descriptor_find (const MgAddressSpace *space, guint64 around, guint64 distance)
{
  guint64 low = around > distance ? around - distance : 0, high = around + distance;

  for (guint32 s = 0; s < space->n; s++)
    {
      const MgSpan *span = &space->spans[s];
      guint64 start = (MAX (span->start, low) + 7) & ~G_GUINT64_CONSTANT (7), end = MIN (span->end, high);

      for (guint64 at = start; at + HEAD_SIZE <= end; at += 8)
        {
          guint64 there;
          MgDescriptor *descriptor;

          memcpy (&there, span->bytes + (at - span->start), 8);
          /* The collector's own descriptor looks alike, and has no threads. */
          if (there != MAGIC || (descriptor = mg_descriptor_read (space, at)) == NULL)
            continue;
          if (json_object_get (json_object_get (g_ptr_array_index (descriptor->parts, 0), "types"), "Thread"))
            return descriptor;
          mg_descriptor_free (descriptor);
        }
    }
  return NULL;
}

/* A number, a text "0x…", or either as the first of an array. */
static gboolean
number_of (const json_t *value, guint64 *number)
{
  if (json_is_array (value))
    value = json_array_get (value, 0);
  if (json_is_integer (value))
    {
      *number = (guint64) json_integer_value (value);
      return json_integer_value (value) >= 0;
    }
  if (json_is_string (value))
    return g_str_has_prefix (json_string_value (value), "0x")
               ? g_ascii_string_to_unsigned (json_string_value (value) + 2, 16, 0, G_MAXUINT64, number, NULL)
               : g_ascii_string_to_unsigned (json_string_value (value), 10, 0, G_MAXUINT64, number, NULL);
  return FALSE;
}

gboolean
mg_descriptor_offset (MgDescriptor *descriptor, const char *type, const char *field, gint16 *offset)
{
  for (guint i = 0; i < descriptor->parts->len; i++)
    {
      const json_t *types = json_object_get (g_ptr_array_index (descriptor->parts, i), "types");
      const json_t *value = json_object_get (json_object_get (types, type), field);
      guint64 number;

      if (value == NULL)
        continue;
      if (number_of (value, &number) && number <= G_MAXINT16)
        {
          *offset = (gint16) number;
          return TRUE;
        }
      descriptor->n_bad++;
    }
  return FALSE;
}

gboolean
mg_descriptor_number (MgDescriptor *descriptor, const char *global, guint64 *value)
{
  for (guint i = 0; i < descriptor->parts->len; i++)
    {
      const json_t *found = json_object_get (
          json_object_get (g_ptr_array_index (descriptor->parts, i), "globals"), global);

      if (found && number_of (found, value))
        return TRUE;
    }
  return FALSE;
}
