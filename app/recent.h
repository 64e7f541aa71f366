/* Files opened lately, kept in the desktop's own list. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  GFile *file;     /* owned */
  char *name;      /* owned; for people */
  char *when;      /* owned; "yesterday" */
  gboolean exists; /* still there */
} MgRecent;

void mg_recent_free (MgRecent *recent);

/* Puts FILE on top of the list, unless the user does not want that. */
void mg_recent_add (GFile *file);
/* Takes FILE off the list. */
void mg_recent_remove (GFile *file);
void mg_recent_clear (void);
/* The newest MAX files, newest first: MgRecent. */
GPtrArray *mg_recent_list (guint max) G_GNUC_WARN_UNUSED_RESULT;
/* Calls CALLBACK (SELF) when the list changes, as long as SELF lives. */
void mg_recent_watch (GCallback callback, gpointer self);

G_END_DECLS
