/* What commands share: the envelope's parts, tables with --top, sorting rows, choosing types and addresses. */
#pragma once

#include "analysis/report/json.h"
#include "analysis/report/table.h"
#include "analysis/stats/object-filter.h"
#include "app/cli/command.h"

G_BEGIN_DECLS

/* Whether the type or static field NAME of the snapshot passes --filter and --exact: by its real name, when names are
 * hidden. */
gboolean mg_run_match_name (const MgRun *run, const char *name);

/* What JSON says about the file in every answer. New reference. */
json_t *mg_run_file_json (const MgRun *run) G_GNUC_WARN_UNUSED_RESULT;
/* The file's notes and the command's own, as strings. New reference. */
json_t *mg_run_notes_json (const MgRun *run) G_GNUC_WARN_UNUSED_RESULT;
/* Adds a remark of the command and takes TEXT. */
void mg_run_take_note (MgRun *run, char *text);

/* Writes a table of N rows in the chosen format, at most --top of them. TABLE has columns, row function and what else
 * the command knows; the rest is filled in here. */
gboolean mg_run_write_table (MgRun *run, MgTable *table, guint64 n, GError **error);
/* The same with the rows chosen already: N_ROWS to write, N_LEFT_OUT beyond them. */
gboolean mg_run_write_table_part (MgRun *run, MgTable *table, guint64 n_rows, guint64 n_left_out, GError **error);
/* "3 more rows left out; --top all shows them"; NULL: N is 0. New string. */
char *mg_run_describe_left_out (guint64 n) G_GNUC_WARN_UNUSED_RESULT;
/* Writes DOCUMENT, made from mg_json_envelope(), with "notes" added as its last key. Takes the reference. */
gboolean mg_run_write_json (MgRun *run, json_t *document, GError **error);

/* "static field Monitor (declaring class not recorded)". New string. */
char *mg_run_root_text (const MgRoot *root) G_GNUC_WARN_UNUSED_RESULT;
/* {"kind": "static", "label": "Monitor", "note": …, "address": null}. New reference. */
json_t *mg_run_root_json (const MgRoot *root) G_GNUC_WARN_UNUSED_RESULT;

/* An order of rows 0 … n-1 by KEY, largest first (or smallest first with ASCENDING), REVERSED when --reverse; equal
 * keys keep their order. Free with g_free. */
typedef guint64 (*MgRowKeyFunc) (guint32 row, gpointer user_data);
guint32 *mg_run_order (const MgRun *run, guint32 n, gboolean ascending, MgRowKeyFunc key, gpointer user_data)
    G_GNUC_WARN_UNUSED_RESULT;

MgObjectFilter mg_run_object_filter (const MgOptions *options);
/* For MgCommand.what_is_wrong: --live with --dead. */
const char *mg_wrong_liveness (const MgOptions *options);

/* The types that --type (and --module) or --filter mean; all with neither. Never empty: MG_ERROR_NOT_FOUND names what
 * is near. Elements are MgTypeId, in the order of names. */
GArray *mg_run_choose_types (MgRun *run, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The address that WORD writes, with or without "0x". FALSE with MG_ERROR_USAGE: it is none. ERROR may be NULL. */
gboolean mg_run_read_address (const char *word, guint64 *address, GError **error);
/* The object at the address that WORD gives ("0x7f87…", the 0x may be missing). Makes the graph. MG_NODE_NONE with
 * MG_ERROR_USAGE or MG_ERROR_NOT_FOUND, which names the object that lies around the address, if any. */
MgNode mg_run_find_object (MgRun *run, const char *word, GError **error);
/* The same, but of the graph only the shortest path to the object is made where that is quicker. */
MgNode mg_run_find_object_by_path (MgRun *run, const char *word, GError **error);

G_END_DECLS
