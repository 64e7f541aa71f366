/* Matches names of types against the patterns of the fold table. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Name without generic arguments: "System.Collections.Generic.Dictionary<K, V>+Entry[]" →
 * "System.Collections.Generic.Dictionary+Entry[]"; names made by the compiler keep their brackets ("<Load>d__12"). */
char *mg_type_base_name (const char *name) G_GNUC_WARN_UNUSED_RESULT;
/* The part after the last '.' or '+' of a base name. Points into BASE. */
const char *mg_type_last_part (const char *base);
/* Whether BASE (from mg_type_base_name) matches one PATTERN that is not one of the '$' kind. */
gboolean mg_type_matches (const char *base, const char *pattern);

/* Whether a type of this name (BASE) is a delegate: certainly not, by its suffix perhaps, certainly. */
typedef enum
{
  MG_DELEGATE_NO,
  MG_DELEGATE_MAYBE,
  MG_DELEGATE_YES,
} MgDelegateGuess;

MgDelegateGuess mg_type_guess_delegate (const char *base);
/* Whether a whole NAME is certainly that of a delegate: quick, for a look through all types. */
gboolean mg_type_is_certain_delegate (const char *name);
/* Whether BASE names a class that the compiler made to keep captured variables: "<>c__DisplayClass3_0". */
gboolean mg_type_is_closure (const char *base);
/* Whether NAME is the container of Microsoft.Extensions.DependencyInjection. */
gboolean mg_type_is_service_provider (const char *name);

G_END_DECLS
