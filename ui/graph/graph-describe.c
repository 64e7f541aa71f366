#include "ui/graph/graph-describe.h"

#include <glib/gi18n-lib.h>

static char *
describe_size (const MgPictureNode *node)
{
  g_autofree char *count = mg_format_count (node->count);
  g_autofree char *bytes = mg_format_bytes (node->retained);

  if (node->retained_known)
    /* Translators: %1$s is a number of objects, %2$s what would be freed with them, as "11.4 MB" */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%1$s object, retains %2$s", "%1$s objects, retain %2$s",
                                         (gulong) MIN (node->count, 1000000)),
                            count, bytes);
  /* Translators: %s is a number of objects */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s object", "%s objects", (gulong) MIN (node->count, 1000000)),
                          count);
}

char *
mg_graph_describe_node (const MgPictureNode *node)
{
  g_autofree char *size = NULL;

  switch (node->kind)
    {
    case MG_PICTURE_ROOT:
      if (*node->under == '\0')
        return g_strdup (mg_root_kind_word (node->root_kind));
      /* Translators: the kind of a root and a remark: "static field, declaring class not recorded" */
      return g_strdup_printf (_ ("%s, %s"), mg_root_kind_word (node->root_kind), node->under);
    case MG_PICTURE_STUB:
    case MG_PICTURE_TRUNK:
      if (*node->under == '\0')
        return g_strdup (_ ("opens with Enter"));
      /* Translators: %s is a number and a share, as "312 objects" */
      return g_strdup_printf (_ ("%s, opens with Enter"), node->under);
    case MG_PICTURE_GROUP:
    case MG_PICTURE_SUBJECT:
    default:
      size = describe_size (node);
      if (node->kind == MG_PICTURE_SUBJECT)
        /* Translators: %s is a count and size: "10,000 objects, retain 11.4 MB" */
        return g_strdup_printf (_ ("%s, the subject"), size);
      if (node->dominator)
        /* Translators: %s is a count and size: "1 object, retains 12.1 MB" */
        return g_strdup_printf (_ ("%s, on every path"), size);
      return g_steal_pointer (&size);
    }
}

char *
mg_graph_describe_edge (const MgPictureEdge *edge)
{
  if (*edge->label != '\0' && *edge->note != '\0')
    /* Translators: a reference and a remark: "event StatusChanged, 10,000 of them" */
    return g_strdup_printf (_ ("%s, %s"), edge->label, edge->note);
  if (*edge->label != '\0')
    return g_strdup (edge->label);
  if (*edge->note != '\0')
    return g_strdup (edge->note);
  return g_strdup (edge->conditional ? _ ("conditional reference") : _ ("reference"));
}
