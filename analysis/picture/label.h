/* What things in a picture are called: types, roots, ways of holding. Results of char * are freed with g_free. */
#pragma once

#include "analysis/picture/sketch.h"

G_BEGIN_DECLS

/* Bold line of an object: "NotificationContext", "Dictionary<String, Row>" ("Dictionary<…>" when long), and in words
 * what the compiler made: "async Load", "suspended Rows" (async or iterator: the name does not tell), "closure in
 * Program", "lambdas of Program". */
char *mg_label_type_title (const char *type_name) G_GNUC_WARN_UNUSED_RESULT;
/* The whole name, but of what the compiler made around an async method in words, too: "async Zoo.Program.Load" for
 * "…AsyncTaskMethodBuilder<…>+AsyncStateMachineBox<Zoo.Program+<Load>d__12>". */
char *mg_label_type_full (const char *type_name) G_GNUC_WARN_UNUSED_RESULT;

/* The method of which the compiler made TYPE_NAME, an object that stops and goes on: "Rows" of "My.Table+<Rows>d__0".
 * NULL: it is none. */
char *mg_label_state_machine (const char *type_name) G_GNUC_WARN_UNUSED_RESULT;
/* "one Row", "12 Row", of a type's whole name, and of a title. */
char *mg_label_counted (const char *type_name, guint64 count) G_GNUC_WARN_UNUSED_RESULT;
char *mg_label_counted_title (const char *title, guint64 count) G_GNUC_WARN_UNUSED_RESULT;
/* Whether TYPE_NAME is what the runtime keeps an async method in that has not finished. */
gboolean mg_label_is_async (const char *type_name);

/* A method for a line under an edge: "NotificationContext.OnStatusChanged", "lambda in Program.Fill"; the method alone
 * where that is long. */
char *mg_label_method (const char *method_name) G_GNUC_WARN_UNUSED_RESULT;

/* Split of a root's label into the part to show and the namespace before it: "MyApp.Program.Monitor" →
 * "Program.Monitor" and "MyApp". *SPACE may become "". The kind's word when there is no label. */
char *mg_label_root_title (const MgRoot *root, guint64 count, char **space) G_GNUC_WARN_UNUSED_RESULT;
/* The root as part of a sentence: "static field Monitor", "local variable", "12 strong handles". */
char *mg_label_root_phrase (const MgRoot *root, guint64 count) G_GNUC_WARN_UNUSED_RESULT;
/* The same with an article: "the static field Monitor", "a local variable", "200 local variables". COUNT 0: some. */
char *mg_label_root_words (const MgRoot *root, guint64 count) G_GNUC_WARN_UNUSED_RESULT;
/* Whether two roots are called the same. */
gboolean mg_label_same_root (const MgRoot *a, const MgRoot *b);
/* What a root's node of a picture is called: its roots' record, without label where it stands for different ones. */
MgRoot mg_label_root_of (const MgGraph *graph, const MgPictureNode *node);
/* The same with what the label leaves out: "static field Monitor (declaring class not recorded)". */
char *mg_label_root_full (const MgRoot *root, guint64 count) G_GNUC_WARN_UNUSED_RESULT;

/* First line of an edge of kind FOLD that stands for LINKS references; FIELD is the field's name or NULL. */
char *mg_label_edge (MgFoldKind fold, guint64 links, const char *field) G_GNUC_WARN_UNUSED_RESULT;
/* Whether one counts what hangs on an edge of kind FOLD: handlers, items, timers. */
gboolean mg_label_counts (MgFoldKind fold);

/* Whether a path in one line names edges of kind FOLD: "ConnectionMonitor → event handlers", but not "List → item". */
gboolean mg_label_belongs_in_chain (MgFoldKind fold);

G_END_DECLS
