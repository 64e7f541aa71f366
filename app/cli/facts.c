#include "app/cli/facts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/report/digits.h"
#include "analysis/report/json.h"
#include "analysis/report/printable.h"
#include "app/cli/wrap.h"

typedef enum
{
  FACT_SECTION,
  FACT_TEXT,
  FACT_NUMBER,
  FACT_BYTES,
  FACT_ADDRESS,
  FACT_FLAG,
  FACT_ABSENT,
  FACT_CAPABILITY,
} FactKind;

typedef struct
{
  FactKind kind;
  const char *key, *label;
  char *text;
  guint64 number;
  gboolean with_next; /* people see the next fact's value on the same line */
} Fact;

struct _MgFacts
{
  GArray *list; /* Fact */
};

static void
fact_clear (gpointer data)
{
  g_free (((Fact *) data)->text);
}

MgFacts *
mg_facts_new (void)
{
  MgFacts *facts = g_new (MgFacts, 1);

  facts->list = g_array_new (FALSE, FALSE, sizeof (Fact));
  g_array_set_clear_func (facts->list, fact_clear);
  return facts;
}

void
mg_facts_free (MgFacts *facts)
{
  if (facts == NULL)
    return;
  g_array_free (facts->list, TRUE);
  g_free (facts);
}

static void
add (MgFacts *facts, FactKind kind, const char *key, const char *label, const char *text, guint64 number)
{
  Fact fact = { kind, key, label, g_strdup (text), number, FALSE };

  g_array_append_val (facts->list, fact);
}

void
mg_facts_section (MgFacts *facts, const char *key, const char *title)
{
  add (facts, FACT_SECTION, key, title, NULL, 0);
}

void
mg_facts_text (MgFacts *facts, const char *key, const char *label, const char *text)
{
  add (facts, text ? FACT_TEXT : FACT_ABSENT, key, label, text, 0);
}

void
mg_facts_number (MgFacts *facts, const char *key, const char *label, guint64 number)
{
  add (facts, FACT_NUMBER, key, label, NULL, number);
}

void
mg_facts_bytes (MgFacts *facts, const char *key, const char *label, guint64 bytes)
{
  add (facts, FACT_BYTES, key, label, NULL, bytes);
}

void
mg_facts_amount (
    MgFacts *facts, const char *key, const char *bytes_key, const char *label, guint64 number, guint64 bytes)
{
  add (facts, FACT_NUMBER, key, label, NULL, number);
  g_array_index (facts->list, Fact, facts->list->len - 1).with_next = TRUE;
  add (facts, FACT_BYTES, bytes_key, NULL, NULL, bytes);
}

void
mg_facts_address (MgFacts *facts, const char *key, const char *label, guint64 address)
{
  add (facts, FACT_ADDRESS, key, label, NULL, address);
}

void
mg_facts_flag (MgFacts *facts, const char *key, const char *label, gboolean flag)
{
  add (facts, FACT_FLAG, key, label, NULL, flag != FALSE);
}

void
mg_facts_absent (MgFacts *facts, const char *key, const char *label)
{
  add (facts, FACT_ABSENT, key, label, NULL, 0);
}

void
mg_facts_capability (MgFacts *facts, const char *key, const char *label, gboolean have, const char *reason)
{
  add (facts, FACT_CAPABILITY, key, label, reason, have != FALSE);
}

/* --- JSON --- */

static json_t *
fact_json (const Fact *fact)
{
  json_t *value;

  switch (fact->kind)
    {
    case FACT_TEXT:
      return mg_json_string (fact->text);
    case FACT_NUMBER:
    case FACT_BYTES:
      return mg_json_number (fact->number);
    case FACT_ADDRESS:
      return mg_json_address (fact->number);
    case FACT_FLAG:
      return json_boolean (fact->number);
    case FACT_CAPABILITY:
      value = json_object ();
      json_object_set_new (value, "available", json_boolean (fact->number));
      json_object_set_new (value, "reason", mg_json_string (fact->text));
      return value;
    case FACT_SECTION:
    case FACT_ABSENT:
    default:
      return json_null ();
    }
}

void
mg_facts_to_json (const MgFacts *facts, json_t *document)
{
  json_t *section = document;

  for (guint i = 0; i < facts->list->len; i++)
    {
      const Fact *fact = &g_array_index (facts->list, Fact, i);

      if (fact->kind != FACT_SECTION)
        {
          json_object_set_new (section, fact->key, fact_json (fact));
          continue;
        }
      section = json_object_get (document, fact->key);
      if (section == NULL)
        json_object_set_new (document, fact->key, section = json_object ());
    }
}

/* --- for people, and CSV --- */

/* Line ends are ours (several roots, one below the other); everything else from a file is made safe. */
static void
append_safe_lines (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line; line++)
    {
      if (line != lines)
        g_string_append_c (out, '\n');
      mg_printable_append (out, *line);
    }
}

static void
append_value (GString *out, const Fact *fact, MgTableFormat format)
{
  gboolean people = format != MG_TABLE_CSV;
  char digits[MG_DIGITS_SIZE];

  switch (fact->kind)
    {
    case FACT_TEXT:
      if (people)
        append_safe_lines (out, fact->text);
      else
        g_string_append (out, fact->text);
      break;
    case FACT_NUMBER:
    case FACT_BYTES:
      if (!people)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT, fact->number);
      else if (fact->kind == FACT_NUMBER)
        g_string_append (out, mg_digits (digits, fact->number));
      else
        g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "%s byte", "%s bytes", (gulong) fact->number),
                                mg_digits (digits, fact->number));
      break;
    case FACT_ADDRESS:
      g_string_append_printf (out, "0x%" G_GINT64_MODIFIER "x", fact->number);
      break;
    case FACT_FLAG:
      g_string_append (out, !people ? (fact->number ? "true" : "false") : fact->number ? _("yes") : _("no"));
      break;
    case FACT_CAPABILITY:
      g_string_append (out, !people ? (fact->number ? "true" : "false") : fact->number ? _("yes") : _("no"));
      if (people && fact->text)
        g_string_append_printf (out, " · %s", fact->text);
      break;
    case FACT_SECTION:
    case FACT_ABSENT:
    default:
      break;
    }
}

/* The fact at place I of the list, with the one that shares its line. */
static void
append_line (GString *out, const MgFacts *facts, guint i, MgTableFormat format)
{
  const Fact *fact = &g_array_index (facts->list, Fact, i);

  append_value (out, fact, format);
  if (!fact->with_next || format == MG_TABLE_CSV)
    return;
  g_string_append (out, " · ");
  append_value (out, fact + 1, format);
}

/* Lines of people: absent facts are left out, and sections without any with them. */
static gboolean
is_shown (const MgFacts *facts, guint i)
{
  const Fact *fact = &g_array_index (facts->list, Fact, i);

  if (fact->kind != FACT_SECTION)
    return fact->kind != FACT_ABSENT && fact->label != NULL;
  for (i++; i < facts->list->len && g_array_index (facts->list, Fact, i).kind != FACT_SECTION; i++)
    if (is_shown (facts, i))
      return TRUE;
  return FALSE;
}

static gsize
widest_label (const MgFacts *facts)
{
  gsize width = 0;

  for (guint i = 0; i < facts->list->len; i++)
    if (is_shown (facts, i) && g_array_index (facts->list, Fact, i).kind != FACT_SECTION)
      width = MAX (width, mg_printable_width (g_array_index (facts->list, Fact, i).label));
  return width;
}

/* Several lines hang below each other, and long ones are broken. */
static void
put_hanging (MgSink *sink, const char *value, gsize indent)
{
  g_auto (GStrv) lines = g_strsplit (value, "\n", -1);
  g_autoptr (GString) out = g_string_new (NULL);

  for (char **line = lines; *line; line++)
    {
      if (line != lines)
        g_string_append_printf (out, "%*s", (int) indent, "");
      mg_wrap_append (out, *line, indent, indent);
    }
  mg_sink_put (sink, out->str);
}

static void
write_text (const MgFacts *facts, MgSink *sink)
{
  gsize width = widest_label (facts);
  g_autoptr (GString) value = g_string_new (NULL);
  gboolean first = TRUE;

  for (guint i = 0; i < facts->list->len; i++)
    {
      const Fact *fact = &g_array_index (facts->list, Fact, i);

      if (!is_shown (facts, i))
        continue;
      if (fact->kind == FACT_SECTION)
        {
          mg_sink_printf (sink, first ? "%s\n" : "\n%s\n", fact->label);
          first = FALSE;
          continue;
        }
      g_string_truncate (value, 0);
      append_line (value, facts, i, MG_TABLE_TEXT);
      mg_sink_printf (sink, "  %s", fact->label);
      mg_sink_put_repeated (sink, ' ', width - mg_printable_width (fact->label) + 2);
      put_hanging (sink, value->str, width + 4);
    }
}

/* The facts as rows of a table with the section in the first column. */
typedef struct
{
  const MgFacts *facts;
  GArray *shown; /* guint: places in the list */
  MgTableFormat format;
  GString *value;
} Rows;

static const Fact *
section_of (const MgFacts *facts, guint i)
{
  while (i > 0 && g_array_index (facts->list, Fact, i).kind != FACT_SECTION)
    i--;
  return &g_array_index (facts->list, Fact, i);
}

static void
fill_row (guint64 row, MgCell *cells, gpointer user_data)
{
  Rows *rows = user_data;
  guint place = g_array_index (rows->shown, guint, row);
  const Fact *fact = &g_array_index (rows->facts->list, Fact, place), *section = section_of (rows->facts, place);
  gboolean csv = rows->format == MG_TABLE_CSV;

  g_string_truncate (rows->value, 0);
  append_line (rows->value, rows->facts, place, rows->format);
  cells[0] = mg_cell_text (csv ? section->key : section->label);
  cells[1] = mg_cell_text (csv ? fact->key : fact->label);
  cells[2] = mg_cell_text (fact->kind == FACT_ABSENT ? NULL : rows->value->str);
}

static void
write_table (const MgFacts *facts, MgTableFormat format, MgSink *sink)
{
  const MgColumn columns[] = {
    { "section", _("Section"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    { "key", _("Fact"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
    { "value", _("Value"), MG_COLUMN_TEXT, MG_COLUMN_EVERYWHERE },
  };
  Rows rows = { facts, g_array_new (FALSE, FALSE, sizeof (guint)), format, g_string_new (NULL) };
  MgTable table = { .columns = columns, .n_columns = G_N_ELEMENTS (columns), .row = fill_row, .user_data = &rows };

  for (guint i = 0; i < facts->list->len; i++)
    if (g_array_index (facts->list, Fact, i).kind != FACT_SECTION && (format == MG_TABLE_CSV || is_shown (facts, i)))
      g_array_append_val (rows.shown, i);
  table.n_rows = rows.shown->len;
  /* Without a progress to cancel it, only the sink can fail, and it remembers. */
  (void) mg_table_write (&table, format, sink, NULL);
  g_array_free (rows.shown, TRUE);
  g_string_free (rows.value, TRUE);
}

void
mg_facts_write (const MgFacts *facts, MgTableFormat format, MgSink *sink)
{
  if (format == MG_TABLE_TEXT)
    write_text (facts, sink);
  else
    write_table (facts, format, sink);
}
