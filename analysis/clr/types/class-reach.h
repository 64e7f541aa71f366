/* Whether what a field or an array holds can lead to objects of one class, from declarations alone.
 *
 * A field of class C holds objects of C or of classes loaded that come of it; each of these has fields in turn. When
 * all of them are declared as such classes, strings or arrays of them, and the class looked for is not among all that
 * are found so, then nothing that C holds leads there, whatever the heap looks like. Where one is declared as object,
 * as an interface or as a generic instance, or cannot be read, it may. (Rapid type analysis, Bacon and Sweeney 1996,
 * turned around.) */
#pragma once

#include "analysis/clr/types/fields.h"

G_BEGIN_DECLS

typedef struct _MgClassReach MgClassReach;

/* SUBJECT: MethodTable looked for. TIED: MethodTables (guint64 *) of objects that hold others by more than their
 * fields. Both and MODULES are borrowed. Not in several threads at once. O(classes loaded). */
MgClassReach *mg_class_reach_new (MgClrModules *modules, guint64 subject, GHashTable *tied) G_GNUC_WARN_UNUSED_RESULT;
void mg_class_reach_free (MgClassReach *reach);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgClassReach, mg_class_reach_free)

/* Whether what FIELD, a reference, holds may be of the subject's class or lead there. O(classes) at worst, once for
 * each class. */
gboolean mg_class_reach_of_field (MgClassReach *reach, const MgField *field);
/* The same of elements of an array of TABLE (a type handle). */
gboolean mg_class_reach_of_elements (MgClassReach *reach, guint64 table);

G_END_DECLS
