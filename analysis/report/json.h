/* JSON as every command of the command line writes it: one object, known keys first.
 *
 *   {"mangrove": "types", "version": 1, "file": {...}, "rows": [...], "totals": {...}, "notes": [...]} */
#pragma once

#include <jansson.h>

#include "analysis/report/sink.h"

G_BEGIN_DECLS

#define MG_JSON_VERSION 1

/* A string for jansson, which refuses what is not UTF-8: made valid. NULL gives null. New reference. */
json_t *mg_json_string (const char *text) G_GNUC_WARN_UNUSED_RESULT;
/* "0x7f87…"; null for 0. New reference. */
json_t *mg_json_address (guint64 address) G_GNUC_WARN_UNUSED_RESULT;
/* A number of bytes, objects, …. JSON of this library has signed 64 bits: the topmost bit saturates. New reference. */
json_t *mg_json_number (guint64 number) G_GNUC_WARN_UNUSED_RESULT;
/* An object that holds "mangrove", "version" and "file" (FILE is borrowed, NULL = null). New reference. */
json_t *mg_json_envelope (const char *command, json_t *file) G_GNUC_WARN_UNUSED_RESULT;

/* The same envelope, written piece by piece for answers that may be long: open, then key and value in turn, close,
 * which adds "notes" (an array of strings, borrowed; NULL = none). */
void mg_json_open (MgSink *sink, const char *command, const json_t *file);
void mg_json_key (MgSink *sink, const char *key);
void mg_json_close (MgSink *sink, const json_t *notes);

/* Writes VALUE with its keys in the order they were set, indented by INDENT levels of two blanks. */
void mg_json_put (MgSink *sink, const json_t *value, guint indent);
/* Writes TEXT as a JSON string, quotes included. */
void mg_json_put_string (MgSink *sink, const char *text);

G_END_DECLS
