#include "ui/snapshot-facts.h"

#include <glib/gi18n-lib.h>

#include "analysis/picture/picture.h"

static void
clear_fact (gpointer data)
{
  g_free (((MgSnapshotFact *) data)->value);
}

GArray *
mg_snapshot_facts (MgSnapshot *snapshot)
{
  const MgSnapshotInfo *info = mg_snapshot_info (snapshot);
  g_autofree char *size = mg_format_bytes (info->file_size);
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
