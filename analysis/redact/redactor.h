/* Which name becomes which. Names of one kind never become the same; the same name always becomes the same. Any
 * thread. All char * results are free with g_free. */
#pragma once

#include "analysis/graph/root-kind.h"
#include "analysis/graph/type-table.h"
#include "analysis/redact/redact.h"

G_BEGIN_DECLS

typedef struct _MgRedactor MgRedactor;

/* Reads the names of TYPES, from which the replacements follow. O(length of all names). */
MgRedactor *mg_redactor_new (const MgTypeTable *types) G_GNUC_WARN_UNUSED_RESULT;
void mg_redactor_free (MgRedactor *redactor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgRedactor, mg_redactor_free)

/* How much of a type's name stays. */
typedef enum
{
  MG_KEEP_NOTHING,
  MG_KEEP_DEFINITION, /* the generic type, not all of its arguments */
  MG_KEEP_ALL,
} MgKeep;

/* KEEP may be NULL. */
char *mg_redactor_type (MgRedactor *redactor, const char *name, MgKeep *keep) G_GNUC_WARN_UNUSED_RESULT;
/* "Module3.dll"; of the framework's modules the file name without its folder. */
char *mg_redactor_module (MgRedactor *redactor, const char *module) G_GNUC_WARN_UNUSED_RESULT;
/* "KIND_0c3d2e" for TEXT. KIND is static: "field", "Method", "Class". */
char *mg_redactor_word (MgRedactor *redactor, const char *kind, const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* Of a field or a path of them ("_items", "[3].value.Name", "_a, _b") in an object of the type TYPE, real name. */
char *mg_redactor_field (MgRedactor *redactor, const char *type, const char *label) G_GNUC_WARN_UNUSED_RESULT;
/* "CLASS.FIELD" */
char *mg_redactor_static (MgRedactor *redactor, const char *text) G_GNUC_WARN_UNUSED_RESULT;
/* "CLASS.METHOD" */
char *mg_redactor_method (MgRedactor *redactor, const char *text) G_GNUC_WARN_UNUSED_RESULT;
/* Label of a ROOT that holds an object of the type TYPE (real name; may be NULL). NULL: it has none. */
char *mg_redactor_root_label (MgRedactor *redactor, const MgRoot *root, const char *type) G_GNUC_WARN_UNUSED_RESULT;
char *mg_redactor_root_note (MgRedactor *redactor, const MgRoot *root, const char *type) G_GNUC_WARN_UNUSED_RESULT;

/* What was redacted to NAME before; NULL. Borrowed. Types and "CLASS.FIELD" only. */
const char *mg_redactor_real_name (MgRedactor *redactor, const char *name);
/* For the functions above. */
void mg_redactor_remember (MgRedactor *redactor, const char *replaced, const char *real);

G_END_DECLS
