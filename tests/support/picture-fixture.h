/* Pictures made by hand, for tests of everything that shows one. Free with mg_fixture_free, never with
 * mg_picture_unref. Nodes must be added in the order of picture.h: roots, groups by rank, the subject last. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

MgPicture *mg_fixture_new (const char *question, const char *sentence, guint64 n_subjects) G_GNUC_WARN_UNUSED_RESULT;
void mg_fixture_free (MgPicture *picture);

/* Each returns the index of the new node. FULL is split into namespace and short name at its last dot. */
guint mg_fixture_add_root (MgPicture *picture, MgRootKind kind, const char *title);
guint mg_fixture_add_group (MgPicture *picture, guint rank, const char *full, guint64 count, guint64 retained);
guint mg_fixture_add_stub (MgPicture *picture, guint rank, guint64 groups, guint64 subjects);
guint mg_fixture_add_trunk (MgPicture *picture, guint rank, guint64 links, const char *through);
guint mg_fixture_add_subject (MgPicture *picture, guint rank, const char *full, guint64 count, guint64 retained);
/* Returns the new edge, to set more of it; valid until the next one is added. */
MgPictureEdge *
mg_fixture_add_edge (MgPicture *picture, guint from, guint to, guint64 weight, const char *label, const char *note);

/* The event leak of the design pages: static field → ConnectionMonitor → event → 10,000 NotificationContext. */
MgPicture *mg_fixture_event_leak (void) G_GNUC_WARN_UNUSED_RESULT;
/* One of everything: each kind of root, a trunk, a run, stubs, a conditional edge, cuts. */
MgPicture *mg_fixture_everything (void) G_GNUC_WARN_UNUSED_RESULT;
/* Names that break things: quotes, angle brackets, emoji, CJK, right-to-left, control characters, very long. */
MgPicture *mg_fixture_hard_names (void) G_GNUC_WARN_UNUSED_RESULT;
/* One object, three paths that share their end. */
MgPicture *mg_fixture_one_object (void) G_GNUC_WARN_UNUSED_RESULT;
/* A random layered picture with N nodes and about M edges, the same for the same SEED; BACK % of them lead back. */
MgPicture *mg_fixture_random (guint32 seed, guint n, guint m, guint back) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
