/* /proc/meminfo, and the memory controller of control groups:
 *
 *   version 2   /proc/self/cgroup "0::/a/b"         memory.max, memory.current, memory.stat
 *   version 1   /proc/self/cgroup "4:memory:/a/b"   memory.limit_in_bytes, memory.usage_in_bytes, memory.stat
 *
 * Each folder up to the top may have a limit. What a group uses contains files that the kernel keeps in memory as long
 * as there is room: these can go. */
#include "analysis/base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *mark;   /* of the line in /proc/self/cgroup */
  const char *folder; /* where the groups lie */
  const char *limit, *usage;
  const char *files[2]; /* lines of memory.stat */
} Version;

static const Version versions[] = {
  { "0::", "sys/fs/cgroup", "memory.max", "memory.current", { "inactive_file ", "active_file " } },
  { ":memory:",
    "sys/fs/cgroup/memory",
    "memory.limit_in_bytes",
    "memory.usage_in_bytes",
    { "total_inactive_file ", "total_active_file " } },
};

static char *
read_file (const char *root, const char *folder, const char *group, const char *name)
{
  g_autofree char *path = g_build_filename (root, folder, group, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

/* The number behind NAME at the start of a line of TEXT. FALSE: there is none. */
static gboolean
find_number (const char *text, const char *name, guint64 *number)
{
  const char *at = text;

  while (at && !g_str_has_prefix (at, name))
    {
      at = strchr (at, '\n');
      at = at ? at + 1 : NULL;
    }
  if (at == NULL)
    return FALSE;
  at += strlen (name);
  at += strspn (at, " \t");
  *number = g_ascii_strtoull (at, NULL, 10);
  return g_ascii_isdigit (*at);
}

/* What GROUP leaves, or G_MAXUINT64 when it has no limit. */
static guint64
left_in_group (const char *root, const Version *version, const char *group)
{
  g_autofree char *limit_text = read_file (root, version->folder, group, version->limit);
  g_autofree char *usage_text = read_file (root, version->folder, group, version->usage);
  g_autofree char *stat = read_file (root, version->folder, group, "memory.stat");
  guint64 limit, usage, files = 0;

  if (limit_text == NULL || usage_text == NULL || !g_ascii_isdigit (*limit_text))
    return G_MAXUINT64;
  limit = g_ascii_strtoull (limit_text, NULL, 10);
  usage = g_ascii_strtoull (usage_text, NULL, 10);
  for (gsize i = 0; stat && i < G_N_ELEMENTS (version->files); i++)
    {
      guint64 bytes;

      if (find_number (stat, version->files[i], &bytes))
        files += bytes;
    }
  usage -= MIN (usage, files);
  return limit > usage ? limit - usage : 0;
}

/* The group and all above it: each may have a limit. */
static guint64
left_in_groups (const char *root, const Version *version, const char *path)
{
  g_autofree char *group = g_strdup (path);
  guint64 least = left_in_group (root, version, group);
  char *slash;

  while ((slash = strrchr (group, '/')) != NULL)
    {
      *slash = '\0';
      least = MIN (least, left_in_group (root, version, group));
    }
  return least;
}

guint64
mg_memory_available_below (const char *root)
{
  g_autofree char *meminfo = read_file (root, "proc", "", "meminfo");
  g_autofree char *groups = read_file (root, "proc", "self", "cgroup");
  g_auto (GStrv) lines = g_strsplit (groups ? groups : "", "\n", -1);
  guint64 available = G_MAXUINT64, kib;

  if (meminfo && find_number (meminfo, "MemAvailable:", &kib))
    available = kib * 1024;
  for (char **line = lines; *line; line++)
    for (gsize i = 0; i < G_N_ELEMENTS (versions); i++)
      {
        const char *mark = strstr (*line, versions[i].mark);

        if (mark && (mark == *line || *versions[i].mark == ':'))
          available = MIN (available, left_in_groups (root, &versions[i], mark + strlen (versions[i].mark)));
      }
  return available;
}

guint64
mg_memory_available (void)
{
  return mg_memory_available_below ("/");
}

gboolean
mg_memory_parse (const char *text, guint64 *bytes)
{
  static const struct
  {
    const char *unit;
    double factor;
  } units[] = { { "", 1 },     { "B", 1 },            { "K", 1e3 },            { "KB", 1e3 },           { "M", 1e6 },
                { "MB", 1e6 }, { "G", 1e9 },          { "GB", 1e9 },           { "T", 1e12 },           { "TB", 1e12 },
                { "KiB", 1 << 10 }, { "MiB", 1 << 20 }, { "GiB", 1 << 30 }, { "TiB", 1024.0 * (1 << 30) } };
  char *end;
  double number;

  if (strcmp (text, "none") == 0)
    {
      *bytes = G_MAXUINT64;
      return TRUE;
    }
  if (!g_ascii_isdigit (*text) || text[strspn (text, "0123456789.")] == 'x')
    return FALSE;
  number = g_ascii_strtod (text, &end);
  end += strspn (end, " ");
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (end, units[i].unit) == 0 && number * units[i].factor >= 1.0
        && number * units[i].factor < 9e18)
      {
        *bytes = (guint64) (number * units[i].factor);
        return TRUE;
      }
  return FALSE;
}
