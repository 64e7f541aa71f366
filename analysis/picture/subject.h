/* What is asked about: all objects of a type, or one object. A plain value. */
#pragma once

#include "analysis/types.h"

G_BEGIN_DECLS

typedef enum
{
  MG_SUBJECT_NONE,
  MG_SUBJECT_TYPE,
  MG_SUBJECT_OBJECT,
} MgSubjectKind;

typedef struct
{
  MgSubjectKind kind;
  guint32 id; /* MgTypeId or MgNode */
} MgSubject;

static inline MgSubject
mg_subject_type (MgTypeId type)
{
  return (MgSubject){ MG_SUBJECT_TYPE, type };
}

static inline MgSubject
mg_subject_object (MgNode node)
{
  return (MgSubject){ MG_SUBJECT_OBJECT, node };
}

static inline gboolean
mg_subject_equal (MgSubject a, MgSubject b)
{
  return a.kind == b.kind && a.id == b.id;
}

G_END_DECLS
