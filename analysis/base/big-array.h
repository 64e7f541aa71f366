/* Memory for big arrays that are read in no order: on huge pages where the system has them, since otherwise half the
 * time of such a read goes into finding the page. Freed with g_free(). Aborts like g_malloc when memory ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* N elements of SIZE bytes, not cleared. Small arrays come from g_malloc. */
gpointer mg_big_array_alloc (gsize n, gsize size) G_GNUC_MALLOC G_GNUC_WARN_UNUSED_RESULT;
/* The same, all zero; what is not touched takes no memory. */
gpointer mg_big_array_alloc0 (gsize n, gsize size) G_GNUC_MALLOC G_GNUC_WARN_UNUSED_RESULT;

#define mg_big_array_new(type, n) ((type *) mg_big_array_alloc ((n), sizeof (type)))
#define mg_big_array_new0(type, n) ((type *) mg_big_array_alloc0 ((n), sizeof (type)))

G_END_DECLS
