/* What an object refers to, and what refers to it: rows of `object`. */
#pragma once

#include "app/cli/run.h"

G_BEGIN_DECLS

typedef struct
{
  MgNode node;
  guint32 count; /* how many times the reference stands in the referring object */
} MgObjectLink;

typedef struct
{
  MgRun *run;
  MgNode subject;
  gboolean referrers; /* else references */
  GArray *links;      /* MgObjectLink, objects only; those whose type passes --filter */
  guint32 *order;     /* by --sort */
  guint64 bytes;      /* shallow, of all */
} MgObjectLinks;

/* Needs graph, reverse edges and dominators. */
void mg_object_links_init (MgObjectLinks *links, MgRun *run, MgNode subject, gboolean referrers);
void mg_object_links_clear (MgObjectLinks *links);

/* A table of at most --top rows, in the chosen format: for people with its heading, in JSON the array alone. */
gboolean mg_object_links_write (MgObjectLinks *links, GError **error);
/* Both lists as one CSV table, whose first column tells them apart. */
gboolean mg_object_links_write_csv (MgObjectLinks *references, MgObjectLinks *referrers, GError **error);

G_END_DECLS
