/* The real cores kept in tests/data/cores, unpacked. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

/* .NET versions of the cores of x64, NULL at the end; and those of arm64, and of x64 with musl. */
extern const char *const mg_core_versions[];
#define MG_CORE_ARM64 "10.0.15.arm64"
#define MG_CORE_MUSL "10.0.15-musl"

/* The bytes of garden-VERSION.core (free with g_bytes_unref). Ends the program when the file is missing or broken. */
GBytes *mg_core_sample_bytes (const char *version) G_GNUC_WARN_UNUSED_RESULT;
/* The same with the collector saying that it is changing the heap's structures: a dump taken during a collection. */
GBytes *mg_core_sample_in_collection (const char *version) G_GNUC_WARN_UNUSED_RESULT;
/* Text of a file beside it: garden-VERSION.SUFFIX. */
char *mg_core_sample_text (const char *version, const char *suffix) G_GNUC_WARN_UNUSED_RESULT;
/* The same of other samples, by the whole name: "waiting-11.0.0". */
GBytes *mg_core_sample_named (const char *sample) G_GNUC_WARN_UNUSED_RESULT;
char *mg_core_sample_named_text (const char *sample, const char *suffix) G_GNUC_WARN_UNUSED_RESULT;
/* Opens BYTES as a file named NAME. */
MgSnapshot *mg_core_sample_open (GBytes *bytes, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
MgSnapshot *mg_core_sample_open_with (GBytes *bytes,
                                      const char *name,
                                      const MgSnapshotOptions *options,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Any object of SNAPSHOT, whose graph and referrers are there; SHARED: one that several hold, so that the ways to it
 * must be told apart. */
MgNode mg_core_sample_pick (MgSnapshot *snapshot, GRand *rand, gboolean shared);

G_END_DECLS
