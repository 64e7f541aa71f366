/* Every cap on a number that comes from a file, with its reason. Checked before anything is multiplied or allocated. */
#pragma once

#include <glib.h>

/* Node ids are 32 bits wide and the topmost value means "none". */
#define MG_LIMIT_NODES ((guint64) G_MAXUINT32 - 1)
/* A type costs a node of a string pool; real dumps have under 200,000. */
#define MG_LIMIT_TYPES ((guint64) 16 * 1024 * 1024)
/* Bytes of one name; the longest generic names seen have some 8,000. */
#define MG_LIMIT_NAME_UNITS ((guint64) 1024 * 1024)
/* Heap segments or regions of one dump; a server heap of 1 TB in 4 MB regions has 262,144. */
#define MG_LIMIT_SEGMENTS ((guint64) 4 * 1024 * 1024)
/* Objects within objects of a container; real files nest four deep. */
#define MG_LIMIT_NESTING 64
/* Nodes and edges of one picture: beyond that neither Graphviz nor a reader copes (gtk notes, section 3). */
#define MG_LIMIT_PICTURE_NODES 300
#define MG_LIMIT_PICTURE_EDGES 600
/* Files that may stand in for what a core leaves out; the biggest applications load some 1,500 assemblies. */
#define MG_LIMIT_DISK_FILES 16384
