/* Delegates: which method they call, and on what.
 *
 *   .NET 6–10  _target, _methodPtr, _methodPtrAux, _invocationList (Object[]), _invocationCount
 *   .NET 11    _target, _methodPtr, _methodPtrAux, _helperObject (Delegate+Wrapper[]), _extraData
 *
 * The code address is that of compiled code, or of a stub that belongs to one method: pages of stubs and of their data
 * alternate, and a stub's data, {target, MethodDesc} or {MethodDesc, target}, lies one such page behind it. */
#pragma once

#include "analysis/clr/stacks/code-map.h"
#include "analysis/clr/types/methods.h"
#include "analysis/clr/types/named-fields.h"

G_BEGIN_DECLS

typedef struct
{
  MgTypeNames *names;     /* borrowed, like the two below */
  MgNamedFields *fields;
  MgCodeMap *code;
  GHashTable *methods;    /* guint64 *: code address → guint64 *: MethodDesc or 0 */
} MgDelegates;

typedef struct
{
  guint64 target; /* object it is called on, or that is its first argument; 0: a static method, or open */
  guint64 method; /* MethodDesc; 0: not known, or of several handlers */
  guint64 list;   /* array of the handlers of a multicast delegate; 0 = a single one */
  guint32 n;      /* handlers; 1 */
} MgDelegate;

MgDelegates *mg_delegates_new (MgTypeNames *names, MgNamedFields *fields, MgCodeMap *code) G_GNUC_WARN_UNUSED_RESULT;
void mg_delegates_free (MgDelegates *delegates);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgDelegates, mg_delegates_free)

/* Whether the class TABLE is a delegate's. */
gboolean mg_delegates_is_class (MgDelegates *delegates, guint64 table);

/* Takes the delegate at ADDRESS apart. FALSE: that is no delegate. */
gboolean mg_delegates_read (MgDelegates *delegates, guint64 address, MgDelegate *delegate);

/* Address of handler I (< DELEGATE->n) of a multicast delegate; 0 when it is not in the dump. */
guint64 mg_delegates_handler (const MgDelegates *delegates, const MgDelegate *delegate, guint32 i);

/* "MyApp.NotificationContext.OnStatusChanged"; NULL: not known. Free with g_free. */
char *mg_delegates_method_name (MgDelegates *delegates, const MgDelegate *delegate) G_GNUC_WARN_UNUSED_RESULT;

/* The method of code that starts at ADDRESS or of the stub there; 0: none. */
guint64 mg_delegates_method_at (MgDelegates *delegates, guint64 address);

G_END_DECLS
