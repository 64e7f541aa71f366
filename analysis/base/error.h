/* The engine's error domain. A message says what, where in the file, why, and what to do next. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MG_ERROR (mg_error_quark ())

typedef enum
{
  MG_ERROR_IO,             /* reading or writing failed (exit status 1) */
  MG_ERROR_MEMORY,         /* the work would not fit in memory (1) */
  MG_ERROR_USAGE,          /* the caller asked for something that makes no sense (2) */
  MG_ERROR_NOT_RECOGNIZED, /* not a file we can read (3) */
  MG_ERROR_UNSUPPORTED,    /* recognised, but of a kind or version we cannot read (3) */
  MG_ERROR_TRUNCATED,      /* the file ends too early for anything to be shown (3) */
  MG_ERROR_CORRUPT,        /* a structure in the file contradicts itself or the file (3) */
  MG_ERROR_LIMIT,          /* a number in the file is above what limits.h allows (3) */
  MG_ERROR_CANCELLED,      /* the user pressed Cancel (5) */
  MG_ERROR_NOT_FOUND,      /* no such type, object or path (6) */
} MgError;

GQuark mg_error_quark (void);

/* Returns the exit status that cli.md assigns to ERROR (1 for errors of other domains). */
int mg_error_exit_status (const GError *error);

G_END_DECLS
