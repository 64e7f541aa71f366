/* A list of facts in sections, each with a name for programs and words for people: what `info` and `object` know of one
 * thing. One list, four formats. */
#pragma once

#include <jansson.h>

#include "analysis/report/table.h"

G_BEGIN_DECLS

typedef struct _MgFacts MgFacts;

MgFacts *mg_facts_new (void) G_GNUC_WARN_UNUSED_RESULT;
void mg_facts_free (MgFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgFacts, mg_facts_free)

/* What follows belongs to the section KEY (static), which people see as TITLE (translated, static). A section may go on
 * under another title. */
void mg_facts_section (MgFacts *facts, const char *key, const char *title);

/* KEY and LABEL are static, values are copied. LABEL NULL: programs only. An absent text (NULL) is null for programs,
 * and no line for people. */
void mg_facts_text (MgFacts *facts, const char *key, const char *label, const char *text);
void mg_facts_number (MgFacts *facts, const char *key, const char *label, guint64 number);
/* A number of things and their bytes: one line for people, KEY and BYTES_KEY for programs. */
void mg_facts_amount (
    MgFacts *facts, const char *key, const char *bytes_key, const char *label, guint64 number, guint64 bytes);
void mg_facts_bytes (MgFacts *facts, const char *key, const char *label, guint64 bytes);
void mg_facts_address (MgFacts *facts, const char *key, const char *label, guint64 address);
void mg_facts_flag (MgFacts *facts, const char *key, const char *label, gboolean flag);
/* Known only in principle: null for programs, no line for people. */
void mg_facts_absent (MgFacts *facts, const char *key, const char *label);
/* Have it or not, and why: {"available": …, "reason": …}. REASON may be NULL. */
void mg_facts_capability (MgFacts *facts, const char *key, const char *label, gboolean have, const char *reason);
/* Adds each section as an object to DOCUMENT. */
void mg_facts_to_json (const MgFacts *facts, json_t *document);
/* Text, CSV or Markdown (FORMAT is not MG_TABLE_JSON). */
void mg_facts_write (const MgFacts *facts, MgTableFormat format, MgSink *sink);

G_END_DECLS
