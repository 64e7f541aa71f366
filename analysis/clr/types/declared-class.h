/* What a field may hold, as far as its declaration tells: the beginning of its signature (ECMA-335 II.23.2.12), and no
 * names. field-types.h has the rest. */
#pragma once

#include "analysis/clr/types/fields.h"

G_BEGIN_DECLS

typedef enum
{
  MG_DECLARED_ANYTHING, /* object, an interface, a generic instance, or not known */
  MG_DECLARED_NUMBERS,  /* an array of numbers */
  MG_DECLARED_CLASS,    /* a class that is no generic instance; strings among them */
  MG_DECLARED_ARRAY,    /* an array of objects of such a class */
} MgDeclaredKind;

typedef struct
{
  MgDeclaredKind kind;
  /* Of the class, for _CLASS and _ARRAY. */
  guint64 table;    /* MethodTable; 0: see below */
  guint64 module;   /* where it is named */
  guint32 type_ref; /* TypeRef row there of a class that the module has not looked up. 0 without a table: the class is
                       of the module itself, and was never loaded */
} MgDeclared;

/* FIELD is a reference. O(1). */
MgDeclared mg_declared_class (MgClrModules *modules, const MgField *field);

G_END_DECLS
