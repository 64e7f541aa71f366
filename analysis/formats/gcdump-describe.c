/* What a .gcdump tells about itself, what it cannot tell, and what was odd in it: in words. */
#include <glib/gi18n-lib.h>

#include "analysis/formats/gcdump-file.h"

/* The tools that collect through the event pipe stop at this many objects. */
#define EVENT_PIPE_MAX_NODES 10000000u
#define TICKS_PER_SECOND 10000000
/* 9999-12-31 23:59:59 in ticks; the two topmost bits of the field tell the kind of clock. */
#define TICKS_MAX G_GINT64_CONSTANT (3155378975990000000)
#define TICKS_MASK G_GINT64_CONSTANT (0x3fffffffffffffff)

/* dotnet-gcdump and dotnet-monitor: events after a full collection. */
static gboolean
is_from_event_pipe (const MgGcdump *self)
{
  return self->tool
         && (g_str_has_prefix (self->tool, "dotnet-gcdump") || g_str_has_prefix (self->tool, "dotnet-monitor"));
}

static const char *
format_time (MgGcdump *self)
{
  gint64 ticks = self->ticks & TICKS_MASK;
  g_autoptr (GDateTime) start = g_date_time_new_utc (1, 1, 1, 0, 0, 0);
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *text = NULL;

  if (ticks <= 0 || ticks > TICKS_MAX)
    return NULL;
  time = g_date_time_add_seconds (start, (double) (ticks / TICKS_PER_SECOND));
  text = time ? g_date_time_format (time, "%Y-%m-%d %H:%M:%S") : NULL;
  return mg_reader_keep (&self->parent, text);
}

static const char *
keep_unless_empty (MgGcdump *self, const char *text)
{
  return mg_reader_keep (&self->parent, text && *text ? text : NULL);
}

/* The runtime's version from where its core library lies; the file has no field for it:
 *
 *   …/shared/Microsoft.NETCore.App/10.0.15/System.Private.CoreLib.dll   → .NET 10.0.15
 *   C:\Windows\Microsoft.Net\assembly\GAC_32\mscorlib\v4.0_4.0.0.0__…   → .NET Framework 4 */
static char *
runtime_of_module (const char *module)
{
  static const char core[] = "Microsoft.NETCore.App";
  const char *at = strstr (module, core);
  gsize length;

  if (at && (at[sizeof core - 1] == '/' || at[sizeof core - 1] == '\\'))
    {
      at += sizeof core;
      length = strcspn (at, "/\\");
      return length > 0 && g_ascii_isdigit (*at) ? g_strdup_printf (".NET %.*s", (int) length, at) : NULL;
    }
  if (strstr (module, "\\mscorlib\\v4.0_"))
    return g_strdup (".NET Framework 4");
  return NULL;
}

static const char *
find_runtime (MgGcdump *self)
{
  for (guint32 i = 0; i < self->types->len; i++)
    {
      const char *module = mg_gcdump_type (self, i)->module;
      g_autofree char *runtime = module ? runtime_of_module (module) : NULL;

      if (runtime)
        return mg_reader_keep (&self->parent, runtime);
    }
  return NULL;
}

static void
fill_info (MgGcdump *self)
{
  MgSnapshotInfo *info = &self->parent.info;

  info->format = "gcdump";
  info->format_name = _ ("GC heap snapshot (.gcdump)");
  info->writer = keep_unless_empty (self, self->tool);
  info->process_name = keep_unless_empty (self, self->process);
  info->machine = keep_unless_empty (self, self->machine);
  info->log = keep_unless_empty (self, self->log);
  info->runtime = self->is_javascript ? "JavaScript" : find_runtime (self);
  info->architecture = self->is_64bit ? _ ("64-bit") : _ ("32-bit");
  info->pointer_size = self->is_64bit ? 8 : 4;
  /* No process that runs .NET has number 0: the tools leave the field empty. */
  info->pid = self->pid > 0 ? self->pid : -1;
  info->time_collected = format_time (self);
}

static gboolean
has_modules (const MgGcdump *self)
{
  for (guint32 i = 0; i < self->types->len; i++)
    if (mg_gcdump_type (self, i)->module)
      return TRUE;
  return FALSE;
}

static void
fill_capabilities (MgGcdump *self)
{
  MgReader *reader = &self->parent;
  gboolean generations = self->segments->len > 0, from_events = is_from_event_pipe (self);

  mg_reader_set_capability (reader, MG_CAPABILITY_FIELD_NAMES, FALSE,
                            _ ("A .gcdump records which object refers to which, but not through which field."));
  mg_reader_set_capability (reader, MG_CAPABILITY_VALUES, FALSE,
                            _ ("A .gcdump holds no values: no strings, no numbers."));
  mg_reader_set_capability (reader, MG_CAPABILITY_STACKS, FALSE,
                            _ ("A .gcdump records which objects local variables hold, but not of which thread or "
                               "method."));
  mg_reader_set_capability (reader, MG_CAPABILITY_GENERATIONS, generations,
                            generations ? NULL
                                        : _ ("The tool that wrote this file left out the segments of the heap."));
  mg_reader_set_capability (reader, MG_CAPABILITY_HANDLE_KINDS, !self->is_javascript,
                            self->is_javascript ? _ ("A JavaScript heap has no handles.") : NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_MEMORY_MAP, FALSE,
                            _ ("A .gcdump covers the managed heap only, not the rest of the process."));
  mg_reader_set_capability (reader, MG_CAPABILITY_DEAD_OBJECTS, !from_events,
                            from_events ? _ ("The snapshot was taken right after a full collection: hardly any dead "
                                             "object is in it.")
                                        : NULL);
  mg_reader_set_capability (reader, MG_CAPABILITY_MODULES, has_modules (self),
                            has_modules (self) ? NULL : _ ("The types in this file have no modules."));
}

static void
note_losses (MgGcdump *self)
{
  MgReader *reader = &self->parent;

  if (self->lost & MG_GCDUMP_LOST_RECORDS)
    mg_reader_note_count (reader, TRUE, MAX (self->n_broken, 1),
                          g_dngettext (GETTEXT_PACKAGE,
                                       "The file is cut off inside the records of its objects: type, size and "
                                       "references of %s object are lost, and so are all addresses.",
                                       "The file is cut off inside the records of its objects: type, size and "
                                       "references of %s objects are lost, and so are all addresses.",
                                       MAX (self->n_broken, 1)));
  else
    mg_reader_note_count (reader, TRUE, self->n_broken,
                          g_dngettext (GETTEXT_PACKAGE,
                                       "The file is damaged: the record of %s object cannot be read. It is shown as "
                                       "UNDEFINED.",
                                       "The file is damaged: the records of %s objects cannot be read. They are shown "
                                       "as UNDEFINED.",
                                       self->n_broken));
  if (self->root_edges->len == 0 && self->lost)
    mg_reader_take_note (reader, TRUE,
                         g_strdup (_ ("The roots are lost as well: what holds an object cannot be told.")));
  if (self->lost & MG_GCDUMP_LOST_NAMES)
    mg_reader_take_note (reader, TRUE, g_strdup (_ ("The file is cut off inside the names of its types.")));
  if ((self->lost & MG_GCDUMP_LOST_ADDRESSES) && !(self->lost & MG_GCDUMP_LOST_RECORDS))
    mg_reader_note_count (reader, TRUE, self->n_nodes - self->n_addresses,
                          g_dngettext (GETTEXT_PACKAGE,
                                       "The file is cut off: the address of %s object is lost. Types, sizes and "
                                       "references are complete.",
                                       "The file is cut off: the addresses of %s objects are lost. Types, sizes and "
                                       "references are complete.",
                                       self->n_nodes - self->n_addresses));
  if ((self->lost & MG_GCDUMP_LOST_DETAILS) && !(self->lost & ~(guint32) (MG_GCDUMP_LOST_DETAILS | MG_GCDUMP_LOST_END)))
    mg_reader_take_note (reader, TRUE,
                         g_strdup (_ ("The end of the file is cut off or damaged: details of the process may be "
                                      "missing. The objects are complete.")));
  if (self->lost == MG_GCDUMP_LOST_END)
    mg_reader_take_note (reader, TRUE,
                         g_strdup (_ ("The last bytes of the file are cut off or damaged. Nothing that is shown here "
                                      "is lost.")));
}

static void
note_contradictions (MgGcdump *self)
{
  MgReader *reader = &self->parent;
  g_autofree char *told = g_strdup_printf ("%" G_GINT64_FORMAT, self->total_size);
  g_autofree char *counted = g_strdup_printf ("%" G_GINT64_FORMAT, self->signed_total);

  if (self->lost == 0 && self->n_broken == 0 && self->signed_total != self->total_size)
    mg_reader_take_note (reader, TRUE,
                         /* Translators: two numbers of bytes. */
                         g_strdup_printf (_ ("The file contradicts itself: it speaks of %s bytes of objects, but its "
                                             "objects add up to %s."),
                                          told, counted));
  if (self->root >= self->n_nodes)
    mg_reader_take_note (reader, TRUE,
                         g_strdup (_ ("The file does not say where its roots are. They were gathered from their names; "
                                      "some may be missing.")));
  mg_reader_note_count (reader, TRUE, self->n_roots_nowhere,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "The file is damaged: %s root leads nowhere. It is left out.",
                                     "The file is damaged: %s roots lead nowhere. They are left out.",
                                     self->n_roots_nowhere));
  mg_reader_note_count (reader, FALSE, self->n_negative,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "%s object is larger than 2 GiB. The tool that wrote the file cuts such sizes, "
                                     "so it may be larger still.",
                                     "%s objects are larger than 2 GiB. The tool that wrote the file cuts such sizes, "
                                     "so they may be larger still.",
                                     self->n_negative));
}

static void
note_sampling (MgGcdump *self)
{
  MgReader *reader = &self->parent;

  if (self->parent.info.sampled)
    mg_reader_take_note (reader, FALSE,
                         g_strdup (_ ("The file is a sample: only some of the objects were written. Counts and sizes "
                                      "by type are estimates for the whole heap; paths and retained sizes are of the "
                                      "sample.")));
  if (self->n_nodes >= EVENT_PIPE_MAX_NODES && is_from_event_pipe (self))
    mg_reader_take_note (reader, FALSE,
                         g_strdup (_ ("The file is probably incomplete: the tool that wrote it stops at 10,000,000 "
                                      "objects. What holds the others may be missing, so that they look like garbage. "
                                      "Take a core dump to see everything.")));
}

void
mg_gcdump_describe (MgGcdump *self)
{
  MgReader *reader = &self->parent;

  fill_info (self);
  fill_capabilities (self);
  note_losses (self);
  note_contradictions (self);
  note_sampling (self);
  mg_reader_note_count (reader, FALSE, self->n_undefined,
                        g_dngettext (GETTEXT_PACKAGE,
                                     "%s object is referred to in the file, but not described. It is shown as "
                                     "UNDEFINED, with 0 bytes.",
                                     "%s objects are referred to in the file, but not described. They are shown as "
                                     "UNDEFINED, with 0 bytes.",
                                     self->n_undefined));
}
