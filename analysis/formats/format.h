/* The table of readers, and what foreign files look like. A new format is one line in format.c. */
#pragma once

#include "analysis/formats/reader.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id; /* "gcdump" */
  const char *title; /* untranslated; N_() */
  /* How sure the reader is that the bytes are its own: 0 (not at all) … 100. HEAD: up to MG_FORMAT_HEAD_SIZE bytes. */
  guint (*sniff) (const guint8 *head, gsize length, const char *path);
  /* As mg_gcdump_reader_open(). */
  MgReader *(*open) (MgSource *source,
                     const MgSnapshotOptions *options,
                     GVariant *walk,
                     MgProgress *progress,
                     GError **error);
} MgFormat;

#define MG_FORMAT_HEAD_SIZE 4096

/* Opens SOURCE with the reader that knows it best. WALK: what its save_walk() once said of the same file; NULL. When no
 * reader knows it: MG_ERROR_NOT_RECOGNIZED (MG_ERROR_UNSUPPORTED for kinds of dumps that are known), with what the file
 * looks like and what would work. */
MgReader *mg_format_open (MgSource *source,
                          const MgSnapshotOptions *options,
                          GVariant *walk,
                          MgProgress *progress,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* format-foreign.c: sets the error that tells what HEAD looks like. NAME: the file's. */
void mg_format_refuse (const guint8 *head, gsize length, const char *name, GError **error);

G_END_DECLS
