#include "analysis/clr/types/values.h"

#include <inttypes.h>
#include <math.h>

#define STRING_LENGTH_AT 8
#define STRING_CHARS_AT 12
#define MAX_STRING_UNITS (G_GUINT64_CONSTANT (1) << 30)
#define TICKS_MASK G_GUINT64_CONSTANT (0x3fffffffffffffff)
#define TICKS_PER_SECOND 10000000
#define SECONDS_PER_DAY 86400

guint
mg_value_size (guint8 element)
{
  switch (element)
    {
    case MG_ELEMENT_BOOLEAN:
    case MG_ELEMENT_I1:
    case MG_ELEMENT_U1:
      return 1;
    case MG_ELEMENT_CHAR:
    case MG_ELEMENT_I2:
    case MG_ELEMENT_U2:
      return 2;
    case MG_ELEMENT_I4:
    case MG_ELEMENT_U4:
    case MG_ELEMENT_R4:
      return 4;
    case MG_ELEMENT_VALUE_TYPE:
      return 0;
    default:
      return 8;
    }
}

char *
mg_value_string (const MgAddressSpace *space, guint64 address, gsize max, gsize *length)
{
  guint32 units;
  gsize wanted;
  g_autofree gunichar2 *text = NULL;
  g_autofree char *utf8 = NULL;

  if (!mg_address_space_u32 (space, address + STRING_LENGTH_AT, &units) || units > MAX_STRING_UNITS)
    return NULL;
  wanted = max == 0 ? units : MIN (units, max);
  text = g_new (gunichar2, wanted + 1);
  if (!mg_address_space_read (space, address + STRING_CHARS_AT, text, wanted * sizeof *text))
    return NULL;
  /* Lone surrogates and zeros are legal in .NET, not in UTF-8 text. */
  for (gsize i = 0; i < wanted; i++)
    {
      gboolean high = (text[i] & 0xfc00) == 0xd800, low = (text[i] & 0xfc00) == 0xdc00;

      if (text[i] == 0)
        text[i] = 0x2400;
      else if (high && i + 1 < wanted && (text[i + 1] & 0xfc00) == 0xdc00)
        i++;
      else if (high || low)
        text[i] = 0xfffd;
    }
  utf8 = g_utf16_to_utf8 (text, (glong) wanted, NULL, NULL, NULL);
  if (length)
    *length = units;
  return g_steal_pointer (&utf8);
}

/* A double as .NET prints it: the shortest text that reads back. */
static char *
real_text (double value, gboolean single)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value > 0 ? "∞" : "-∞");
  for (int digits = 1; digits <= 17; digits++)
    {
      char format[8] = { '%', '.', (char) ('0' + digits / 10), (char) ('0' + digits % 10), 'g', 0 };
      double back;

      g_ascii_formatd (buffer, sizeof buffer, format, value);
      back = g_ascii_strtod (buffer, NULL);
      if (single ? (float) back == (float) value : back == value)
        break;
    }
  return g_strdup (buffer);
}

static char *
date_text (guint64 ticks)
{
  g_autoptr (GDateTime) start = g_date_time_new_utc (1, 1, 1, 0, 0, 0);
  g_autoptr (GDateTime) date = g_date_time_add_days (start, (int) (ticks / TICKS_PER_SECOND / SECONDS_PER_DAY));
  guint64 rest = ticks % ((guint64) TICKS_PER_SECOND * SECONDS_PER_DAY), seconds = rest / TICKS_PER_SECOND;
  g_autofree char *day = date ? g_date_time_format (date, "%Y-%m-%d") : NULL;

  if (day == NULL)
    return NULL;
  return g_strdup_printf ("%sT%02" PRIu64 ":%02" PRIu64 ":%02" PRIu64 ".%07" PRIu64, day, seconds / 3600,
                          seconds / 60 % 60, seconds % 60, rest % TICKS_PER_SECOND);
}

static char *
date_time_text (const MgAddressSpace *space, guint64 address)
{
  guint64 data;
  g_autofree char *text = NULL;

  if (!mg_address_space_u64 (space, address, &data))
    return NULL;
  text = date_text (data & TICKS_MASK);
  return text ? g_strconcat (text, data >> 62 == 1 ? "Z" : "", NULL) : NULL;
}

static char *
time_span_text (const MgAddressSpace *space, guint64 address)
{
  guint64 raw, ticks, seconds;
  gboolean negative;
  g_autofree char *days = NULL, *fraction = NULL;

  if (!mg_address_space_u64 (space, address, &raw))
    return NULL;
  negative = raw >> 63;
  ticks = negative ? 0 - raw : raw;
  seconds = ticks / TICKS_PER_SECOND;
  days = seconds >= SECONDS_PER_DAY ? g_strdup_printf ("%" PRIu64 ".", seconds / SECONDS_PER_DAY) : g_strdup ("");
  fraction = ticks % TICKS_PER_SECOND ? g_strdup_printf (".%07" PRIu64, ticks % TICKS_PER_SECOND) : g_strdup ("");
  return g_strdup_printf ("%s%s%02" PRIu64 ":%02" PRIu64 ":%02" PRIu64 "%s", negative ? "-" : "", days,
                          seconds / 3600 % 24, seconds / 60 % 60, seconds % 60, fraction);
}

static char *
guid_text (const MgAddressSpace *space, guint64 address)
{
  guint8 b[16];

  if (!mg_address_space_read (space, address, b, sizeof b))
    return NULL;
  return g_strdup_printf ("%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[3], b[2], b[1],
                          b[0], b[5], b[4], b[7], b[6], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

/* decimal: u32 flags (scale in bits 16–23, sign in bit 31), u32 high, u64 low. Long division by ten. */
static char *
decimal_text (const MgAddressSpace *space, guint64 address)
{
  guint32 head[4], words[3];
  guint scale, n = 0;
  char digits[48];
  GString *text;

  if (!mg_address_space_read (space, address, head, sizeof head))
    return NULL;
  words[0] = head[1];
  words[1] = head[3];
  words[2] = head[2];
  scale = head[0] >> 16 & 0xff;
  if (scale > 28)
    return NULL;
  do
    {
      guint64 rest = 0;

      for (guint w = 0; w < 3; w++)
        {
          guint64 part = rest << 32 | words[w];

          words[w] = (guint32) (part / 10);
          rest = part % 10;
        }
      digits[n++] = (char) ('0' + rest);
    }
  while (n < 40 && (words[0] || words[1] || words[2] || n <= scale));
  text = g_string_new (head[0] >> 31 ? "-" : "");
  while (n-- > 0)
    {
      g_string_append_c (text, digits[n]);
      if (n == scale && scale > 0)
        g_string_append_c (text, '.');
    }
  return g_string_free (text, FALSE);
}

static char *
date_only_text (const MgAddressSpace *space, guint64 address)
{
  guint32 days;
  g_autofree char *text = NULL;

  if (!mg_address_space_u32 (space, address, &days) || days > 3652058)
    return NULL;
  text = date_text ((guint64) days * SECONDS_PER_DAY * TICKS_PER_SECOND);
  return text ? g_strndup (text, 10) : NULL;
}

char *
mg_value_struct_text (const MgAddressSpace *space, const char *name, guint64 address)
{
  static const struct
  {
    const char *name;
    char *(*text) (const MgAddressSpace *space, guint64 address);
  } known[] = { { "System.DateTime", date_time_text }, { "System.TimeSpan", time_span_text },
                { "System.Guid", guid_text },          { "System.Decimal", decimal_text },
                { "System.DateOnly", date_only_text }, { "System.TimeOnly", time_span_text } };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].name, name) == 0)
      return known[i].text (space, address);
  return NULL;
}

static char *
char_text (guint16 unit)
{
  char utf8[8] = { 0 };

  if (unit < 0x20 || (unit & 0xf800) == 0xd800)
    return g_strdup_printf ("'\\u%04x'", unit);
  g_unichar_to_utf8 (unit, utf8);
  return g_strdup_printf ("'%s'", utf8);
}

static gint64
sign_extended (guint64 value, guint bytes)
{
  guint shift = 64 - 8 * bytes;

  return (gint64) (value << shift) >> shift;
}

static char *
number_text (guint8 element, guint64 value)
{
  guint32 narrow = (guint32) value;
  float single;
  double real;

  switch (element)
    {
    case MG_ELEMENT_BOOLEAN:
      return g_strdup (value ? "true" : "false");
    case MG_ELEMENT_CHAR:
      return char_text ((guint16) value);
    case MG_ELEMENT_I1:
    case MG_ELEMENT_I2:
    case MG_ELEMENT_I4:
    case MG_ELEMENT_I8:
    case MG_ELEMENT_I:
      return g_strdup_printf ("%" PRId64, sign_extended (value, mg_value_size (element)));
    case MG_ELEMENT_R4:
      memcpy (&single, &narrow, sizeof single);
      return real_text (single, TRUE);
    case MG_ELEMENT_R8:
      memcpy (&real, &value, sizeof real);
      return real_text (real, FALSE);
    case MG_ELEMENT_PTR:
    case MG_ELEMENT_FNPTR:
      return g_strdup_printf ("0x%" PRIx64, value);
    default:
      return g_strdup_printf ("%" PRIu64, value);
    }
}

char *
mg_value_text (MgFieldTypes *types, guint8 element, const MgFieldType *type, guint64 address)
{
  const MgAddressSpace *space = types->names->modules->runtime->space;
  guint size = mg_value_size (element);
  guint64 value = 0;

  if (element == MG_ELEMENT_CLASS || element == MG_ELEMENT_STRING)
    return NULL;
  if (size == 0)
    return type ? mg_value_struct_text (space, type->name, address) : NULL;
  if (!mg_address_space_read (space, address, &value, size))
    return NULL;
  if (type && type->is_enum && type->table != 0)
    {
      g_autofree char *name = mg_field_types_enum_name (types, type->table, value);

      if (name)
        return g_steal_pointer (&name);
    }
  return number_text (element, value);
}
