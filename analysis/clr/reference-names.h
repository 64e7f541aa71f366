/* What names each reference of an object, for passes over the whole heap: the fields of a type are looked up once. */
#pragma once

#include "analysis/clr/clr.h"

G_BEGIN_DECLS

#define MG_REFERENCE_NO_INDEX G_MAXUINT64

/* One reference and what names it: "_items", of an array its element (in memory order), of an array of structs both. */
typedef struct
{
  guint64 target;   /* address */
  const char *name; /* belongs to the MgReferenceNames; NULL: not known, or an element says all */
  guint64 index;    /* MG_REFERENCE_NO_INDEX: no element */
} MgReference;

/* One thread at a time. */
typedef struct _MgReferenceNames MgReferenceNames;
MgReferenceNames *mg_reference_names_new (MgClr *clr, MgFieldTypes *types) G_GNUC_WARN_UNUSED_RESULT;
void mg_reference_names_free (MgReferenceNames *names);
/* Fills name and index of the N REFERENCES of OBJECT, which stand in the graph's order with their targets. O(bytes). */
void mg_reference_names_fill (MgReferenceNames *names, guint64 object, MgReference *references, guint32 n);

G_END_DECLS
