/* What is remembered of every table by its name: columns, and what it was sorted by. One for the program; whoever keeps
 * it over the end of the program binds the property.
 *
 * Properties
 *   layouts   GVariant "a{s(a(sbi)sb)}": name of a table → its columns (see table-view.h), the column it is sorted by
 *             ("": as at first), whether descending. Notifies. Nothing: all tables are as at first. */
#pragma once

#include "ui/table/table-view.h"

G_BEGIN_DECLS

#define MG_TYPE_TABLE_MEMORY (mg_table_memory_get_type ())
G_DECLARE_FINAL_TYPE (MgTableMemory, mg_table_memory, MG, TABLE_MEMORY, GObject)

MgTableMemory *mg_table_memory_get_default (void); /* borrowed */

/* Gives TABLE the looks remembered under NAME, and remembers how it looks from now on. After its first sorting is
 * set. */
void mg_table_memory_follow (MgTableView *table, const char *name);

G_END_DECLS
