/* Fields of a class: names, offsets, kinds, from its FieldDescs and metadata.
 *
 *   FieldDesc 16 bytes: MethodTable of the enclosing class @0, dword @8 (row bits 0–23, static bit 24,
 *   thread-local bit 25,
 *   RVA bit 26), dword @12 (offset bits 0–26, element type bits 27–31) */
#pragma once

#include "analysis/clr/types/modules.h"

G_BEGIN_DECLS

/* Element types as FieldDescs store them (ECMA-335 II.23.1.16; every reference is CLASS, enums are their number
 * type). */
typedef enum
{
  MG_ELEMENT_BOOLEAN = 0x02, MG_ELEMENT_CHAR, MG_ELEMENT_I1, MG_ELEMENT_U1, MG_ELEMENT_I2, MG_ELEMENT_U2, MG_ELEMENT_I4,
  MG_ELEMENT_U4, MG_ELEMENT_I8, MG_ELEMENT_U8, MG_ELEMENT_R4, MG_ELEMENT_R8, MG_ELEMENT_STRING,
  MG_ELEMENT_PTR = 0x0f,
  MG_ELEMENT_VALUE_TYPE = 0x11, MG_ELEMENT_CLASS = 0x12, MG_ELEMENT_I = 0x18, MG_ELEMENT_U = 0x19,
  MG_ELEMENT_FNPTR = 0x1b,
} MgElementType;

typedef struct
{
  guint64 class;      /* MethodTable that declares it: of a generic class the canonical one */
  guint64 owner;      /* exact MethodTable it was asked for, or that of the parent it was found in */
  guint32 row;        /* Field row in the module of `class` */
  guint32 offset;     /* from the start of the fields: an object's are 8 behind its address */
  guint8 element;     /* MgElementType */
  gboolean is_static, is_thread_static, is_rva;
} MgField;

/* The fields that TABLE itself declares, instance ones first (free with g_array_free: MgField). *COMPLETE (may be NULL)
 * says whether the whole list is in the dump. */
GArray *mg_fields_declared (const MgRuntime *runtime, guint64 table, gboolean *complete) G_GNUC_WARN_UNUSED_RESULT;

/* The instance fields of an object of TABLE with those of its parents, by offset. */
GArray *mg_fields_instance (const MgRuntime *runtime, guint64 table) G_GNUC_WARN_UNUSED_RESULT;

/* Name of a field as the source has it: "<Name>k__BackingField" → "Name"; NULL when it is not in the dump. g_free. */
char *mg_field_name (MgClrModules *modules, const MgField *field) G_GNUC_WARN_UNUSED_RESULT;
/* The same, or "0x04000012" where there is no metadata. Never NULL. Free with g_free. */
char *mg_field_name_or_token (MgClrModules *modules, const MgField *field) G_GNUC_WARN_UNUSED_RESULT;
/* The signature of a field behind the byte that says so (ECMA-335 II.23.2.4): writes its first bytes, at most MAX, into
 * BYTES and returns how many it has; 0: not in the dump. */
guint32 mg_field_signature (MgClrModules *modules, const MgField *field, guint8 *bytes, guint32 max);
/* Whether the class has a method that subscribes to an event of the field's name: compilers keep an event's delegate in
 * a field called like it. O(methods of the class). */
gboolean mg_field_is_event (MgClrModules *modules, const MgField *field);

G_END_DECLS
