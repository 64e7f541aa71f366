/* A view of a snapshot without what is secret.
 *
 * VALUES: no texts, numbers, keys, names of threads (a text of the process, too), nor the collector's log.
 * NAMES: besides, types, namespaces, fields, methods, modules, process, machine and the file itself have other names:
 * "App1.Type12", "field_0c3d2e". Types of System.*, Microsoft.* and the like keep theirs, since everybody has them and
 * an answer is useless without; their generic arguments do not. A name becomes the same one throughout a file, in every
 * command and at any time, and cannot be guessed back by trying names.
 *
 * What the runtime counts (sizes, counts, addresses, times of timers, states of tasks) stays. */
#pragma once

#include "analysis/snapshot.h"

G_BEGIN_DECLS

typedef enum
{
  MG_REDACT_NOTHING,
  MG_REDACT_VALUES,
  MG_REDACT_NAMES,
  MG_N_REDACTIONS
} MgRedaction;

/* "none", "values", "names". Static storage. */
const char *mg_redaction_id (MgRedaction how);

/* The view; a new reference on SNAPSHOT itself for MG_REDACT_NOTHING. Nodes have the same numbers in both, and what is
 * computed is shared; types do not: mg_snapshot_redacted_type(). Not a view of a view. O(types). */
MgSnapshot *mg_snapshot_redacted (MgSnapshot *snapshot, MgRedaction how) G_GNUC_WARN_UNUSED_RESULT;

/* What SNAPSHOT is a view of; itself when it is none. Borrowed. */
MgSnapshot *mg_snapshot_unredacted (MgSnapshot *snapshot);
/* The type of the view that TYPE of what it views is; TYPE itself when it is no view. O(1). */
MgTypeId mg_snapshot_redacted_type (MgSnapshot *snapshot, MgTypeId type);
/* The real type of what TYPE is a view of. Borrowed; for choosing only: it must not be shown. */
const MgType *mg_snapshot_real_type (MgSnapshot *snapshot, MgTypeId type);
/* The real name of what the view calls NAME: a type, or "CLASS.FIELD"; NAME itself when it is no view, or nothing is
 * known by that name. Borrowed. For choosing by name only: what it returns must not be shown. */
const char *mg_snapshot_real_name (MgSnapshot *snapshot, const char *name);

G_END_DECLS
