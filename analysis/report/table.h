/* A table of typed columns, written as text, JSON, CSV or Markdown. Rows are asked for one at a time and written one
 * at a time: ten million rows need no more memory than ten. The same table always gives the same bytes. */
#pragma once

#include <jansson.h>

#include "analysis/report/sink.h"
#include "analysis/types.h"

G_BEGIN_DECLS

typedef enum
{
  MG_COLUMN_TEXT,
  MG_COLUMN_NAME,    /* a name from the file: code in Markdown */
  MG_COLUMN_COUNT,   /* whole number: 10,000 for people */
  MG_COLUMN_BYTES,   /* the same, in bytes */
  MG_COLUMN_ADDRESS, /* "0x7f87…" everywhere */
  MG_COLUMN_SHARE,   /* 0 … 1: 12.3% for people */
} MgColumnType;

typedef enum
{
  MG_COLUMN_EVERYWHERE = 0,
  MG_COLUMN_FOR_PEOPLE,   /* text and Markdown only */
  MG_COLUMN_FOR_PROGRAMS, /* JSON and CSV only */
  MG_COLUMN_HIDDEN,       /* nobody: not part of this answer */
} MgColumnAudience;

typedef struct
{
  const char *key;   /* snake_case: JSON, CSV */
  const char *title; /* translated: text, Markdown */
  MgColumnType type;
  MgColumnAudience audience;
} MgColumn;

/* One value. An absent one is null in JSON, empty in CSV, a dash for people, or nothing at all where there is nothing
 * to be known. */
typedef struct
{
  gboolean present;
  gboolean blank; /* absent, and no dash */
  union
  {
    const char *text; /* valid until the next row is asked for */
    guint64 number;
    double share;
  };
} MgCell;

static inline MgCell
mg_cell_text (const char *text)
{
  return (MgCell){ .present = text != NULL, .text = text };
}

static inline MgCell
mg_cell_number (guint64 number)
{
  return (MgCell){ .present = TRUE, .number = number };
}

static inline MgCell
mg_cell_blank (void)
{
  return (MgCell){ .blank = TRUE };
}

static inline MgCell
mg_cell_share (guint64 part, guint64 whole)
{
  return (MgCell){ .present = whole > 0, .share = whole > 0 ? (double) part / (double) whole : 0.0 };
}

/* Fills CELLS (n_columns, all absent before) of row ROW. */
typedef void (*MgTableRowFunc) (guint64 row, MgCell *cells, gpointer user_data);

typedef struct
{
  const char *command; /* machine name in the JSON envelope: "types" */
  json_t *file;        /* what JSON says about the file; borrowed; NULL = null */
  json_t *notes;       /* array of strings; borrowed; NULL = none */
  const char *heading; /* a line above the table for people; NULL = none */
  const MgColumn *columns;
  guint n_columns;
  guint64 n_rows;     /* to be written */
  guint64 n_left_out; /* matching rows beyond them */
  MgTableRowFunc row;
  gpointer user_data;
  const MgCell *totals; /* n_columns, of all rows, the ones left out included; NULL = no line of totals */
  const char *left_out; /* the sentence about rows left out; NULL when none were */
  MgProgress *progress; /* looked at for cancelling only; may be NULL */
} MgTable;

typedef enum
{
  MG_TABLE_TEXT,
  MG_TABLE_JSON,
  MG_TABLE_CSV,
  MG_TABLE_MARKDOWN,
} MgTableFormat;

/* Writes TABLE to SINK (which the caller finishes). FALSE: cancelled, or the sink's error. O(rows). */
gboolean mg_table_write (const MgTable *table, MgTableFormat format, MgSink *sink, GError **error);

/* Only the rows, as a JSON array, for documents with several lists. INDENT: levels of two blanks of the array itself.
 */
gboolean mg_table_write_json_rows (const MgTable *table, guint indent, MgSink *sink, GError **error);

G_END_DECLS
