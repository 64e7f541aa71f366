#include "ui/snapshot-facts.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"

static void
clear_fact (gpointer data)
{
  g_free (((MgSnapshotFact *) data)->value);
}

static char *
describe_size (const MgSnapshotInfo *info)
{
  g_autofree char *size = mg_format_bytes (info->file_size), *unpacked = mg_format_bytes (info->unpacked_size);

  /* Translators: sizes of a compressed file and of what is in it: "211.3 MB, unpacked 1.6 GB" */
  return info->unpacked_size > 0 ? g_strdup_printf (_("%s, unpacked %s"), size, unpacked) : g_steal_pointer (&size);
}

GArray *
mg_snapshot_facts (MgSnapshot *snapshot)
{
  const MgSnapshotInfo *info = mg_snapshot_info (snapshot);
  g_autofree char *size = describe_size (info);
  const struct
  {
    const char *name, *value;
  } all[] = {
    { _("File"), info->path },           { _("Format"), info->format_name },
    { _("File size"), size },            { _("Written by"), info->writer },
    { _("Process"), info->process_name }, { _("Computer"), info->machine },
    { _("Runtime"), info->runtime },     { _("Architecture"), info->architecture },
    { _("System"), info->os },           { _("Collector"), info->gc_mode },
    { _("Taken"), info->time_collected },
  };
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (MgSnapshotFact));

  g_array_set_clear_func (facts, clear_fact);
  for (gsize i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].value && *all[i].value)
      {
        MgSnapshotFact fact = { all[i].name, g_strdup (all[i].value) };

        g_array_append_val (facts, fact);
      }
  return facts;
}
