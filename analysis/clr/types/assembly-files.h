/* Files on this machine that stand in for a core's assemblies (source/disk-files.h), held against what the runtime knew
 * of them. */
#pragma once

#include "analysis/clr/types/method-table.h"

G_BEGIN_DECLS

/* For each module of TABLES whose image comes from a file of this machine: has it as many types, type references,
 * methods and fields as the runtime made room for? A file that does not is dropped from IMAGE, which is RUNTIME's own.
 * Fills the check "files". O(MethodTables + modules). */
void mg_assembly_files_check (MgRuntime *runtime, MgProcessImage *image, const MgMethodTables *tables);

G_END_DECLS
