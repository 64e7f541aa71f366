#include "analysis/clr/types/type-names.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/clr/types/method-table.h"

#define MAX_DEPTH 16 /* of types within types: names beyond it end in "…" */
#define MAX_ARGUMENTS 64
#define MAX_NESTING 16
#define MAX_RUNS 32 /* of references among the locals of a continuation */

#define FLAG_CATEGORY 0x000c0000u
#define FLAG_ARRAY 0x00080000u
#define FLAG_SZ_ARRAY 0x00020000u
#define FLAG_POINTERS 0x01000000u

/* ECMA-335 element types that are TypeDescs, not MethodTables. */
enum
{
  ELEMENT_PTR = 0x0f,
  ELEMENT_BYREF = 0x10,
  ELEMENT_VAR = 0x13,
  ELEMENT_FNPTR = 0x1b,
  ELEMENT_MVAR = 0x1e
};

static void write_type (MgTypeNames *names, GString *text, guint64 handle, guint depth);

MgTypeNames *
mg_type_names_new (MgClrModules *modules)
{
  MgTypeNames *names = g_new0 (MgTypeNames, 1);

  names->modules = modules;
  names->names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  return names;
}

void
mg_type_names_free (MgTypeNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->names);
  g_free (names);
}

/* The chain of enclosing types, outermost first. */
static guint
enclosing_chain (const MgMetadata *metadata, guint32 row, guint32 chain[MAX_NESTING])
{
  guint32 inner[MAX_NESTING];
  guint n = 0;

  for (; row != 0 && n < MAX_NESTING; row = mg_metadata_encloser (metadata, row))
    inner[n++] = row;
  for (guint i = 0; i < n; i++)
    chain[i] = inner[n - 1 - i];
  return n;
}

/* "List`1" → "List" with its own number of parameters in *ARITY. */
static char *
strip_arity (char *name, guint *arity)
{
  char *tick = strrchr (name, '`');

  *arity = 0;
  if (tick && tick[1] >= '0' && tick[1] <= '9')
    {
      *arity = (guint) strtoul (tick + 1, NULL, 10);
      *tick = '\0';
    }
  return name;
}

/* Writes the name of TypeDef ROW; hands the N ARGUMENTS out level by level, as the source code does. */
static gboolean
write_def (MgTypeNames *names,
           GString *text,
           const MgClrModule *module,
           guint32 row,
           const guint64 *arguments,
           guint n,
           gboolean keep_arity,
           guint depth)
{
  guint32 chain[MAX_NESTING];
  guint levels = enclosing_chain (&module->metadata, row, chain), used = 0;

  for (guint level = 0; level < levels; level++)
    {
      g_autofree char *name = mg_metadata_text (&module->metadata, MG_TABLE_TYPE_DEF, chain[level], MG_TYPE_DEF_NAME);
      g_autofree char *space
          = level == 0 ? mg_metadata_text (&module->metadata, MG_TABLE_TYPE_DEF, chain[level], MG_TYPE_DEF_NAMESPACE)
                       : NULL;
      guint arity, total;

      if (name == NULL)
        return FALSE;
      if (space && *space)
        g_string_append_printf (text, "%s.", space);
      if (level > 0)
        g_string_append_c (text, '+');
      if (keep_arity)
        {
          g_string_append (text, name);
          continue;
        }
      strip_arity (name, &arity);
      g_string_append (text, name);
      total = mg_metadata_arity (&module->metadata, chain[level]);
      if (total > used && n > 0)
        {
          g_string_append_c (text, '<');
          for (guint i = used; i < MIN (total, n); i++)
            {
              if (i > used)
                g_string_append (text, ", ");
              write_type (names, text, arguments[i], depth + 1);
            }
          g_string_append_c (text, '>');
          used = total;
        }
    }
  return levels > 0;
}

static void
write_array (MgTypeNames *names, GString *text, guint64 table, guint32 flags, guint depth)
{
  const MgAddressSpace *space = names->modules->runtime->space;
  guint32 base_size = mg_address_space_u32_or_0 (space, table + 4);

  write_type (names, text, mg_address_space_u64_or_0 (space, table + 48), depth + 1);
  if (flags & FLAG_SZ_ARRAY)
    g_string_append (text, "[]");
  else
    {
      guint rank = base_size >= 24 ? CLAMP ((base_size - 24) / 8, 1, 32) : 1;

      g_string_append_c (text, '[');
      if (rank == 1)
        g_string_append_c (text, '*');
      for (guint i = 1; i < rank; i++)
        g_string_append_c (text, ',');
      g_string_append_c (text, ']');
    }
}

static void
write_type_desc (MgTypeNames *names, GString *text, guint64 desc, guint depth)
{
  const MgAddressSpace *space = names->modules->runtime->space;
  guint kind = mg_address_space_u32_or_0 (space, desc) & 0xff;

  switch (kind)
    {
    case ELEMENT_PTR:
    case ELEMENT_BYREF:
      write_type (names, text, mg_address_space_u64_or_0 (space, desc + 16), depth + 1);
      g_string_append_c (text, kind == ELEMENT_PTR ? '*' : '&');
      break;
    case ELEMENT_VAR:
    case ELEMENT_MVAR:
      g_string_append_c (text, 'T');
      break;
    case ELEMENT_FNPTR:
      g_string_append (text, "delegate*");
      break;
    default:
      g_string_append_printf (text, "type 0x%" G_GINT64_MODIFIER "x", desc);
    }
}

/* "Continuation_24_0_2": bytes of locals, then each run of references as its place among them and its length. These
 * classes have no metadata; the runtime makes up the same names. */
static void
write_continuation (const MgRuntime *runtime, GString *text, guint64 table)
{
  const MgAddressSpace *space = runtime->space;
  guint64 parent = mg_runtime_parent_of (runtime, table), n = 0;
  guint32 size = mg_address_space_u32_or_0 (space, table + 4);
  guint32 data = mg_address_space_u32_or_0 (space, parent + 4) - 8; /* place of the locals in the object */

  g_string_append_printf (text, "Continuation_%u", size - 8 - data);
  if (mg_address_space_u32_or_0 (space, table) & FLAG_POINTERS)
    n = mg_address_space_u64_or_0 (space, table - 8);
  for (guint64 i = 0; i < MIN (n, MAX_RUNS); i++)
    {
      guint64 start = mg_address_space_u64_or_0 (space, table - 8 - 16 * (i + 1) + 8);
      guint64 bytes = mg_address_space_u64_or_0 (space, table - 8 - 16 * (i + 1)) + size;

      if (start >= data)
        g_string_append_printf (text, "_%" G_GINT64_MODIFIER "u_%" G_GINT64_MODIFIER "u", start - data, bytes / 8);
    }
}

/* A type without metadata: known by itself, by the token of its definition ("zoo!0x02000005", what decompilers look
 * up), or by its address alone. */
static void
write_token (MgTypeNames *names, GString *text, const MgClrModule *module, guint64 table, guint32 row)
{
  const MgRuntime *runtime = names->modules->runtime;

  if (table != 0 && table == runtime->string_method_table)
    g_string_append (text, "System.String");
  else if (table != 0 && table == runtime->object_method_table)
    g_string_append (text, "System.Object");
  else if (module->name && row != 0)
    {
      gsize length = strlen (module->name);

      if (g_str_has_suffix (module->name, ".dll") || g_str_has_suffix (module->name, ".exe"))
        length -= 4;
      g_string_append_printf (text, "%.*s!0x%08x", (int) length, module->name, MG_TOKEN_TYPE_DEF | row);
    }
  else
    g_string_append_printf (text, "MethodTable 0x%" G_GINT64_MODIFIER "x", table);
}

static void
write_method_table (MgTypeNames *names, GString *text, guint64 table, guint depth)
{
  const MgRuntime *runtime = names->modules->runtime;
  guint32 flags = mg_address_space_u32_or_0 (runtime->space, table), row;
  guint64 arguments[MAX_ARGUMENTS];
  const MgClrModule *module;
  gsize before = text->len;
  guint n = 0;

  if ((flags & FLAG_CATEGORY) == FLAG_ARRAY)
    {
      write_array (names, text, table, flags, depth);
      return;
    }
  if (mg_runtime_is_continuation (runtime, table))
    {
      write_continuation (runtime, text, table);
      return;
    }
  module = mg_clr_modules_get (names->modules, mg_clr_module_of (runtime, table));
  row = mg_clr_type_def_of (runtime, table);
  if (mg_method_table_is_generic (flags))
    n = mg_clr_type_arguments_of (runtime, table, arguments, MAX_ARGUMENTS);
  if (module->has_metadata && row != 0 && write_def (names, text, module, row, arguments, n, FALSE, depth))
    return;
  g_string_truncate (text, before);
  write_token (names, text, module, table, row);
  for (guint i = 0; i < n && row != 0 && module->name; i++)
    {
      g_string_append (text, i == 0 ? "<" : ", ");
      write_type (names, text, arguments[i], depth + 1);
      if (i + 1 == n)
        g_string_append_c (text, '>');
    }
}

static void
write_type (MgTypeNames *names, GString *text, guint64 handle, guint depth)
{
  if (depth > MAX_DEPTH)
    g_string_append (text, "…");
  else if (handle & 2)
    write_type_desc (names, text, handle & ~G_GUINT64_CONSTANT (3), depth);
  else
    write_method_table (names, text, handle, depth);
}

const char *
mg_type_names_get (MgTypeNames *names, guint64 table)
{
  char *name = g_hash_table_lookup (names->names, &table);

  if (name == NULL)
    {
      GString *text = g_string_new (NULL);

      if (table == names->modules->runtime->free_method_table)
        g_string_append (text, "Free");
      else
        write_type (names, text, table, 0);
      name = g_string_free (text, FALSE);
      g_hash_table_insert (names->names, g_memdup2 (&table, sizeof table), name);
    }
  return name;
}

char *
mg_type_names_of_def (const MgClrModule *module, guint32 row, gboolean with_arity)
{
  GString *text = g_string_new (NULL);

  if (module->has_metadata && write_def (NULL, text, module, row, NULL, 0, with_arity, 0))
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  return NULL;
}
