#include "analysis/clr/types/field-types.h"

#include <stdlib.h>

#define MAX_DEPTH 8
#define MAX_SIGNATURE 1024
#define MAX_ARGUMENTS 32

enum
{
  SIG_BYREF = 0x10,
  SIG_VAR = 0x13,
  SIG_ARRAY = 0x14,
  SIG_GENERIC = 0x15,
  SIG_TYPED_BYREF = 0x16,
  SIG_OBJECT = 0x1c,
  SIG_SZARRAY = 0x1d,
  SIG_MVAR = 0x1e,
  SIG_REQUIRED = 0x1f,
  SIG_OPTIONAL = 0x20,
};

typedef struct
{
  MgFieldTypes *types;
  guint64 module_address;
  const MgClrModule *module;
  guint64 owner; /* exact class, for generic parameters */
  guint8 bytes[MAX_SIGNATURE];
  guint32 n, at;
} Signature;

typedef struct
{
  GString *name;
  guint64 handle; /* type handle; 0 = not known */
  guint8 element;
} Parsed;

static gboolean parse_type (Signature *signature, Parsed *parsed, guint depth);

MgFieldTypes *
mg_field_types_new (MgTypeNames *names, const MgMethodTables *tables)
{
  MgFieldTypes *types = g_new0 (MgFieldTypes, 1);

  types->names = names;
  types->tables = tables;
  types->primitives = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  return types;
}

void
mg_field_types_free (MgFieldTypes *types)
{
  if (types == NULL)
    return;
  g_clear_pointer (&types->instances, g_hash_table_unref);
  g_hash_table_unref (types->primitives);
  g_free (types);
}

void
mg_field_type_clear (MgFieldType *type)
{
  g_clear_pointer (&type->name, g_free);
}

static guint8
next_byte (Signature *signature)
{
  return signature->at < signature->n ? signature->bytes[signature->at++] : 0;
}

/* Compressed unsigned integer of ECMA-335 II.23.2. */
static guint32
next_number (Signature *signature)
{
  guint32 first = next_byte (signature), second, third;

  if (first < 0x80)
    return first;
  second = next_byte (signature);
  if (first < 0xc0)
    return (first & 0x3f) << 8 | second;
  third = next_byte (signature);
  return (first & 0x1f) << 24 | second << 16 | third << 8 | next_byte (signature);
}

/* "module:row:arg,arg": what makes a constructed type unique. */
static char *
instance_key (guint64 module, guint32 row, const guint64 *arguments, guint n)
{
  GString *key = g_string_new (NULL);

  g_string_printf (key, "%" G_GINT64_MODIFIER "x:%x:", module, row);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (key, "%" G_GINT64_MODIFIER "x,", arguments[i]);
  return g_string_free (key, FALSE);
}

static void
add_instance (MgFieldTypes *types, guint64 table)
{
  const MgRuntime *runtime = types->names->modules->runtime;
  guint32 flags = mg_address_space_u32_or_0 (runtime->space, table);
  guint64 arguments[MAX_ARGUMENTS];
  guint n;

  if ((flags & MG_MT_HAS_COMPONENTS) || !(flags & 0x30) || !mg_runtime_is_method_table (runtime, table))
    return;
  n = mg_clr_type_arguments_of (runtime, table, arguments, MAX_ARGUMENTS);
  if (n > 0)
    g_hash_table_insert (
        types->instances,
        instance_key (mg_clr_module_of (runtime, table), mg_clr_type_def_of (runtime, table), arguments, n),
        g_memdup2 (&table, sizeof table));
}

/* A module's hash of constructed types, as statics.c walks it. */
static void
add_constructed_cb (guint64 table, gpointer user_data)
{
  add_instance (user_data, table);
}

static void
index_instances (MgFieldTypes *types)
{
  const MgRuntime *runtime = types->names->modules->runtime;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  types->instances = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < types->tables->tables->len; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (types->tables->tables, i);
      guint64 module = table->valid ? mg_clr_module_of (runtime, table->address) : 0;

      if (!table->valid)
        continue;
      add_instance (types, table->address);
      if (module != 0 && g_hash_table_add (seen, g_memdup2 (&module, sizeof module)))
        mg_clr_modules_each_constructed (types->names->modules, module, add_constructed_cb, types);
    }
}

static guint64
find_instance (MgFieldTypes *types, guint64 module, guint32 row, const guint64 *arguments, guint n)
{
  g_autofree char *key = instance_key (module, row, arguments, n);
  guint64 *found;

  if (types->instances == NULL)
    index_instances (types);
  found = g_hash_table_lookup (types->instances, key);
  return found ? *found : 0;
}

/* A TypeDef or TypeRef; *MODULE and *ROW say where it is defined. */
static void
parse_token (Signature *signature, Parsed *parsed, guint64 *module, guint32 *row)
{
  const MgRuntime *runtime = signature->types->names->modules->runtime;
  guint32 token = next_number (signature);
  guint32 index = token >> 2;
  gboolean ref = (token & 3) == 1;
  gint16 map = ref ? runtime->layout->module_typeref_map : runtime->layout->module_typedef_map;

  *module = signature->module_address;
  *row = ref ? 0 : index;
  if ((token & 3) < 2)
    parsed->handle = mg_clr_module_map_get (runtime, signature->module_address + (guint64) map, index);
  if (ref && parsed->handle != 0)
    {
      *module = mg_clr_module_of (runtime, parsed->handle);
      *row = mg_clr_type_def_of (runtime, parsed->handle);
    }
  if (*row != 0)
    {
      g_autofree char *name
          = mg_type_names_of_def (mg_clr_modules_get (signature->types->names->modules, *module), *row, FALSE);

      if (name)
        g_string_append (parsed->name, name);
    }
  else if (ref)
    {
      g_autofree char *space
          = mg_metadata_text (&signature->module->metadata, MG_TABLE_TYPE_REF, index, MG_TYPE_REF_NAMESPACE);
      g_autofree char *name
          = mg_metadata_text (&signature->module->metadata, MG_TABLE_TYPE_REF, index, MG_TYPE_REF_NAME);

      g_string_append_printf (parsed->name, "%s%s%s", space ? space : "", space && *space ? "." : "",
                              name ? name : "?");
    }
}

static gboolean
parse_generic (Signature *signature, Parsed *parsed, guint depth)
{
  guint64 arguments[MAX_ARGUMENTS], module;
  guint32 row, n;

  parsed->element = next_byte (signature);
  parse_token (signature, parsed, &module, &row);
  parsed->handle = 0;
  n = next_number (signature);
  if (n == 0 || n > MAX_ARGUMENTS)
    return FALSE;
  g_string_append_c (parsed->name, '<');
  for (guint32 i = 0; i < n; i++)
    {
      Parsed argument = { parsed->name, 0, 0 };

      if (i > 0)
        g_string_append (parsed->name, ", ");
      if (!parse_type (signature, &argument, depth + 1))
        return FALSE;
      arguments[i] = argument.handle;
    }
  g_string_append_c (parsed->name, '>');
  parsed->handle = find_instance (signature->types, module, row, arguments, n);
  return TRUE;
}

static gboolean
parse_variable (Signature *signature, Parsed *parsed)
{
  guint64 arguments[MAX_ARGUMENTS];
  guint32 index = next_number (signature);
  const MgRuntime *runtime = signature->types->names->modules->runtime;

  if (index >= mg_clr_type_arguments_of (runtime, signature->owner, arguments, MAX_ARGUMENTS))
    {
      g_string_append_c (parsed->name, 'T');
      parsed->element = MG_ELEMENT_CLASS;
      return TRUE;
    }
  parsed->handle = arguments[index];
  parsed->element = MG_ELEMENT_CLASS;
  g_string_append (parsed->name, mg_type_names_get (signature->types->names, parsed->handle));
  return TRUE;
}

static gboolean
parse_array (Signature *signature, Parsed *parsed, guint8 kind, guint depth)
{
  Parsed element = { parsed->name, 0, 0 };
  guint32 rank = 1;

  if (!parse_type (signature, &element, depth + 1))
    return FALSE;
  if (kind == SIG_ARRAY)
    {
      rank = next_number (signature);
      rank = CLAMP (rank, 1, 32);
      for (guint pass = 0; pass < 2; pass++) /* sizes, lower bounds */
        for (guint32 i = 0, n = next_number (signature); i < MIN (n, 32); i++)
          next_number (signature);
    }
  g_string_append_c (parsed->name, '[');
  for (guint32 i = 1; i < rank; i++)
    g_string_append_c (parsed->name, ',');
  g_string_append_c (parsed->name, ']');
  parsed->element = MG_ELEMENT_CLASS;
  return TRUE;
}

static guint64
search_primitive (MgFieldTypes *types, const char *name)
{
  for (guint i = 0; i < types->tables->tables->len; i++)
    {
      const MgMethodTable *table = g_ptr_array_index (types->tables->tables, i);
      guint64 candidate = table->address;

      if (!table->valid)
        continue;
      /* An array of the primitive is often there when a box of it is not: its element is the type. */
      if (mg_method_table_is_array (table->flags))
        candidate = mg_address_space_u64_or_0 (types->names->modules->runtime->space, table->address + 48);
      if (!(candidate & 2) && strcmp (mg_type_names_get (types->names, candidate), name) == 0)
        return candidate;
    }
  return 0;
}

/* The MethodTable of a primitive matters only as an argument of a constructed type: Nullable<int>. */
static guint64
primitive_table (MgFieldTypes *types, const char *name)
{
  guint64 *known = g_hash_table_lookup (types->primitives, name), found;

  if (known)
    return *known;
  found = search_primitive (types, name);
  g_hash_table_insert (types->primitives, (char *) name, g_memdup2 (&found, sizeof found));
  return found;
}

static gboolean
parse_primitive (Signature *signature, Parsed *parsed, guint8 element, guint depth)
{
  static const char *const names[]
      = { NULL,           "System.Void",   "System.Boolean", "System.Char",   "System.SByte",
          "System.Byte",  "System.Int16",  "System.UInt16",  "System.Int32",  "System.UInt32",
          "System.Int64", "System.UInt64", "System.Single",  "System.Double", "System.String" };
  const char *name = NULL;

  if (element < G_N_ELEMENTS (names))
    name = names[element];
  else if (element == MG_ELEMENT_I)
    name = "System.IntPtr";
  else if (element == MG_ELEMENT_U)
    name = "System.UIntPtr";
  else if (element == SIG_OBJECT)
    name = "System.Object";
  else if (element == SIG_TYPED_BYREF)
    name = "System.TypedReference";
  else if (element == MG_ELEMENT_FNPTR)
    name = "delegate*";
  if (name == NULL)
    return FALSE;
  g_string_append (parsed->name, name);
  parsed->element = element;
  if (depth > 0)
    parsed->handle = primitive_table (signature->types, name);
  return TRUE;
}

static gboolean
parse_type (Signature *signature, Parsed *parsed, guint depth)
{
  guint8 element;
  guint64 module;
  guint32 row;

  if (depth > MAX_DEPTH || signature->at >= signature->n)
    return FALSE;
  element = next_byte (signature);
  while (element == SIG_REQUIRED || element == SIG_OPTIONAL)
    {
      next_number (signature);
      element = next_byte (signature);
    }
  switch (element)
    {
    case MG_ELEMENT_VALUE_TYPE:
    case MG_ELEMENT_CLASS:
      parsed->element = element;
      parse_token (signature, parsed, &module, &row);
      return parsed->name->len > 0;
    case SIG_VAR:
      return parse_variable (signature, parsed);
    case SIG_MVAR:
      next_number (signature);
      g_string_append_c (parsed->name, 'T');
      return TRUE;
    case SIG_GENERIC:
      return parse_generic (signature, parsed, depth);
    case SIG_ARRAY:
    case SIG_SZARRAY:
      return parse_array (signature, parsed, element, depth);
    case MG_ELEMENT_PTR:
    case SIG_BYREF:
      {
        Parsed target = { parsed->name, 0, 0 };

        if (!parse_type (signature, &target, depth + 1))
          return FALSE;
        g_string_append_c (parsed->name, element == SIG_BYREF ? '&' : '*');
        parsed->element = element;
        return TRUE;
      }
    default:
      return parse_primitive (signature, parsed, element, depth);
    }
}

gboolean
mg_field_types_get (MgFieldTypes *types, const MgField *field, MgFieldType *type)
{
  MgClrModules *modules = types->names->modules;
  Signature signature = { .types = types, .owner = field->owner };
  Parsed parsed = { g_string_new (NULL), 0, 0 };

  signature.module_address = mg_clr_module_of (modules->runtime, field->class);
  signature.module = mg_clr_modules_get (modules, signature.module_address);
  signature.n = mg_field_signature (modules, field, signature.bytes, MAX_SIGNATURE);
  if (signature.n > 0 && signature.n < MAX_SIGNATURE && parse_type (&signature, &parsed, 0))
    {
      type->name = g_string_free (parsed.name, FALSE);
      type->table = parsed.handle;
      type->element = parsed.element;
      type->is_enum = parsed.element == MG_ELEMENT_VALUE_TYPE && field->element != MG_ELEMENT_VALUE_TYPE;
      return TRUE;
    }
  g_string_free (parsed.name, TRUE);
  return FALSE;
}

/* The Constant row of a field: parents are coded with two bits, 0 = Field. */
static gboolean
constant_of (const MgMetadata *metadata, guint32 field, guint64 *value)
{
  guint32 low = 1, high = metadata->n_rows[MG_TABLE_CONSTANT] + 1, key = field << 2, parent, blob, length;
  guint64 address;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (!mg_metadata_cell (metadata, MG_TABLE_CONSTANT, middle, MG_CONSTANT_PARENT, &parent) || parent < key)
        low = middle + 1;
      else
        high = middle;
    }
  if (!mg_metadata_cell (metadata, MG_TABLE_CONSTANT, low, MG_CONSTANT_PARENT, &parent) || parent != key
      || !mg_metadata_cell (metadata, MG_TABLE_CONSTANT, low, MG_CONSTANT_VALUE, &blob)
      || !mg_metadata_blob (metadata, blob, &address, &length) || length == 0 || length > 8)
    return FALSE;
  *value = 0;
  return mg_address_space_read (metadata->space, address, value, length);
}

char *
mg_field_types_enum_name (MgFieldTypes *types, guint64 table, guint64 value)
{
  const MgRuntime *runtime = types->names->modules->runtime;
  const MgClrModule *module = mg_clr_modules_get (types->names->modules, mg_clr_module_of (runtime, table));
  guint32 row = mg_clr_type_def_of (runtime, table), first, end;

  if (!module->has_metadata
      || !mg_metadata_cell (&module->metadata, MG_TABLE_TYPE_DEF, row, MG_TYPE_DEF_FIELDS, &first))
    return NULL;
  if (!mg_metadata_cell (&module->metadata, MG_TABLE_TYPE_DEF, row + 1, MG_TYPE_DEF_FIELDS, &end))
    end = module->metadata.n_rows[MG_TABLE_FIELD] + 1;
  for (guint32 field = first; field < end && field - first < 4096; field++)
    {
      guint64 constant;

      if (constant_of (&module->metadata, field, &constant) && constant == value)
        return mg_metadata_text (&module->metadata, MG_TABLE_FIELD, field, MG_FIELD_NAME);
    }
  return NULL;
}
