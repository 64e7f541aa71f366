/* Which release of .NET it was: from the path of the runtime, its own mark, the shape of the collector, or from what
 * the system library says of itself. */
#include "analysis/clr/runtime/runtime-version.h"

#include "analysis/clr/types/metadata.h"
#include "analysis/clr/types/modules.h"

/* A mark lies in the same library as the collector's variables. */
#define NEAR (G_GUINT64_CONSTANT (64) << 20)
/* HasCustomAttribute of row 1 of the table Assembly: 5 bits tell the table, which is the fifteenth. */
#define ATTRIBUTE_OF_ASSEMBLY (1u << 5 | 14)
#define MAX_ATTRIBUTES 0x100000u

/* Reads "10.0.15": three numbers with dots between. Returns how many there are. */
static guint
read_numbers (const char *text, int numbers[3])
{
  guint n = 0;

  for (; n < 3; n++)
    {
      char *end;
      guint64 value = g_ascii_strtoull (text, &end, 10);

      if (end == text || value > G_MAXINT)
        break;
      numbers[n] = (int) value;
      if (*end != '.')
        return n + 1;
      text = end + 1;
    }
  return n;
}

/* ".../Microsoft.NETCore.App/10.0.15/libcoreclr.so" carries the version of a framework-dependent application; the
 * folder of a self-contained one may have a number that is its own. */
static gboolean
version_from_path (MgRuntime *runtime)
{
  g_auto (GStrv) parts = runtime->path ? g_strsplit (runtime->path, "/", -1) : NULL;
  guint n = parts ? g_strv_length (parts) : 0;
  int numbers[3];

  if (n < 3 || strcmp (parts[n - 3], "Microsoft.NETCore.App") != 0 || read_numbers (parts[n - 2], numbers) != 3)
    return FALSE;
  runtime->major = numbers[0];
  runtime->minor = numbers[1];
  runtime->patch = numbers[2];
  return TRUE;
}

/* "@(#)Version 10.0.1526.11104 @Commit" */
gboolean
mg_runtime_read_mark (const MgRuntime *runtime, int numbers[3])
{
  static const char mark[] = "@(#)Version ";
  const MgAddressSpace *space = runtime->space;
  /* Of a single file whose executable is not at hand the collector's variables alone are known. */
  guint64 low = runtime->base ? runtime->base : runtime->gc.address - MIN (runtime->gc.address, NEAR);

  for (guint32 s = 0; s < space->n; s++)
    {
      const MgSpan *span = &space->spans[s];
      const guint8 *at = span->bytes, *end = span->bytes + (span->end - span->start);

      if (span->start < low || span->start > low + (G_GUINT64_CONSTANT (256) << 20))
        continue;
      while ((at = memmem (at, (gsize) (end - at), mark, sizeof mark - 1)) != NULL)
        {
          char text[48] = { 0 };

          memcpy (text, at + sizeof mark - 1, MIN (sizeof text - 1, (gsize) (end - at) - (sizeof mark - 1)));
          if (read_numbers (text, numbers) == 3)
            return TRUE;
          at += sizeof mark - 1;
        }
    }
  return FALSE;
}

/* The third number of the mark is patch × 100 + year. */
static gboolean
version_from_mark (MgRuntime *runtime)
{
  int numbers[3];

  if (!mg_runtime_read_mark (runtime, numbers))
    return FALSE;
  runtime->major = numbers[0];
  runtime->minor = numbers[1];
  runtime->patch = numbers[2] / 100;
  return TRUE;
}

/* Releases differ in their GC variables and in how many globals they have; enough when nothing else is readable. */
static gboolean
version_from_gc (MgRuntime *runtime)
{
  static const struct
  {
    guint8 gc_minor;
    int major;
  } known[] = { { 9, 11 }, { 4, 10 } };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (runtime->gc.major == 2 && runtime->gc.minor == known[i].gc_minor)
      {
        runtime->major = known[i].major;
        runtime->minor = 0;
        return TRUE;
      }
  if (runtime->gc.major == 2 && runtime->n_globals > 0)
    runtime->major = runtime->n_globals >= 158 ? 9 : 8;
  return runtime->major > 0;
}

gboolean
mg_runtime_find_version (MgRuntime *runtime)
{
  runtime->major = runtime->minor = runtime->patch = -1;
  return version_from_path (runtime) || version_from_mark (runtime) || version_from_gc (runtime);
}

/* The text that an attribute's only argument is: u16 1, u8 length (below 128), bytes. FALSE: it is something else. */
static gboolean
read_text (const MgMetadata *metadata, guint32 blob, char text[32])
{
  guint64 at;
  guint32 length;
  guint8 head[3];

  if (!mg_metadata_blob (metadata, blob, &at, &length) || length < sizeof head
      || !mg_address_space_read (metadata->space, at, head, sizeof head) || head[0] != 1 || head[1] != 0
      || head[2] == 0 || head[2] >= 32 || head[2] > length - sizeof head)
    return FALSE;
  memset (text, 0, 32);
  return mg_address_space_read (metadata->space, at + sizeof head, text, head[2]);
}

/* AssemblyFileVersion, as it is for all of the runtime's own libraries: "10.0.1526.11104". */
static gboolean
is_file_version (const char *text, int major, int numbers[3])
{
  g_auto (GStrv) parts = g_strsplit (text, ".", -1);

  if (g_strv_length (parts) != 4 || strspn (text, "0123456789.") != strlen (text))
    return FALSE;
  return read_numbers (text, numbers) == 3 && numbers[0] == major && numbers[2] >= 100;
}

void
mg_runtime_refine_version (MgRuntime *runtime)
{
  guint64 bases[MG_MODULE_MAX_BASES];
  guint n = mg_clr_module_bases (runtime, mg_clr_module_of (runtime, runtime->string_method_table), bases);
  MgMetadata metadata = { 0 };
  gboolean found = FALSE;

  for (guint i = 0; i < n && !found; i++)
    found = bases[i] != 0 && mg_metadata_read_image (runtime->space, bases[i], &metadata);
  for (guint32 row = 1; found && row <= MIN (metadata.n_rows[MG_TABLE_CUSTOM_ATTRIBUTE], MAX_ATTRIBUTES); row++)
    {
      guint32 parent, blob;
      char text[32];
      int numbers[3];

      if (mg_metadata_cell (&metadata, MG_TABLE_CUSTOM_ATTRIBUTE, row, MG_CUSTOM_ATTRIBUTE_PARENT, &parent)
          && parent == ATTRIBUTE_OF_ASSEMBLY
          && mg_metadata_cell (&metadata, MG_TABLE_CUSTOM_ATTRIBUTE, row, MG_CUSTOM_ATTRIBUTE_VALUE, &blob)
          && read_text (&metadata, blob, text) && is_file_version (text, runtime->major, numbers))
        {
          runtime->minor = numbers[1];
          runtime->patch = numbers[2] / 100;
          return;
        }
    }
}

char *
mg_runtime_version (const MgRuntime *runtime)
{
  if (runtime->major < 0)
    return NULL;
  if (runtime->patch < 0)
    return g_strdup_printf ("%d.%d", runtime->major, MAX (runtime->minor, 0));
  return g_strdup_printf ("%d.%d.%d", runtime->major, runtime->minor, runtime->patch);
}
