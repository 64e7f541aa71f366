#include "analysis/clr/runtime/other-runtimes.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/clr/runtime/elf-symbols.h"
#include "analysis/clr/runtime/runtime-version.h"

#define PAGE_MASK (~G_GUINT64_CONSTANT (0xfff))

static gboolean
refuse (GError **error, const char *text)
{
  g_set_error_literal (error, MG_ERROR, MG_ERROR_UNSUPPORTED, text);
  return FALSE;
}

/* Whether a file whose last part begins with NAME is mapped. */
static gboolean
is_mapped (const MgProcessImage *image, const char *name)
{
  for (guint i = 0; i < image->files->len; i++)
    {
      const char *path = g_array_index (image->files, MgMappedFile, i).path, *slash = strrchr (path, '/');

      if (g_str_has_prefix (slash ? slash + 1 : path, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_mono (const MgRuntime *runtime)
{
  return is_mapped (runtime->image, "libmono") || is_mapped (runtime->image, "mono-sgen")
         || mg_elf_symbol_find (runtime->space, runtime->base, "mono_jit_init", NULL) != 0;
}

/* The executable, or a library compiled that way, exports what debuggers need. */
static gboolean
is_native_aot (const MgRuntime *runtime)
{
  guint64 executable = runtime->image->program_headers & PAGE_MASK;

  return runtime->base == 0
         && mg_elf_symbol_find (runtime->space, executable, "DotNetRuntimeDebugHeader", NULL) != 0;
}

static gboolean
refuse_native_aot (GError **error)
{
  return refuse (error,
                 _ ("This is a dump of a Native AOT program. Its heap has no types that could be named, and cannot be "
                    "read. Run the program without PublishAot, and take the dump of that process with dotnet-dump "
                    "collect."));
}

/* ".../Microsoft.NETCore.App/3.1.32/libcoreclr.so" */
static int
major_in_path (const char *path)
{
  g_auto (GStrv) parts = path ? g_strsplit (path, "/", -1) : NULL;
  guint n = parts ? g_strv_length (parts) : 0;

  return n >= 3 && strcmp (parts[n - 3], "Microsoft.NETCore.App") == 0
             ? (int) MIN (g_ascii_strtoull (parts[n - 2], NULL, 10), 1000)
             : 0;
}

static gboolean
refuse_old (int major, GError **error)
{
  g_set_error (error, MG_ERROR, MG_ERROR_UNSUPPORTED,
               /* Translators: a number. */
               _ ("This is a dump of a process of .NET (Core) %d; those of .NET 6 and later can be read. Take a "
                  ".gcdump of the process with “dotnet-gcdump collect” and open that."),
               major);
  return FALSE;
}

/* Of a self-contained program only the runtime's mark tells it: 4.6 is .NET Core 2, 4.700 is 3. 0: not an old one. */
static int
old_major_by_mark (const MgRuntime *runtime)
{
  int numbers[3];

  if (runtime->base == 0 || !mg_runtime_read_mark (runtime, numbers) || numbers[0] >= 6)
    return 0;
  return numbers[0] == 4 ? (numbers[1] >= 700 ? 3 : 2) : numbers[0];
}

gboolean
mg_other_runtimes_check (const MgRuntime *runtime, GError **error)
{
  int major = major_in_path (runtime->path);

  if (is_mono (runtime))
    return refuse (error,
                   _ ("This is a dump of a process of Mono, whose heap cannot be read. Run the program on .NET 8 or "
                      "later, and take the dump of that process with dotnet-dump collect."));
  if (is_native_aot (runtime))
    return refuse_native_aot (error);
  return major <= 0 || major >= 6 || refuse_old (major, error);
}

gboolean
mg_other_runtimes_explain (const MgRuntime *runtime, gboolean gc_found, GError **error)
{
  int old = gc_found ? 0 : old_major_by_mark (runtime);

  if (gc_found)
    return refuse (error,
                   _ ("This dump has a heap of .NET, and not the runtime that would explain it: it is of a Native AOT "
                      "program, which cannot be read, or of a single-file program, whose executable must then be "
                      "named: with --files FOLDER on the command line, in the preferences of the window."));
  if (old > 0)
    return refuse_old (old, error);
  if (runtime->base != 0)
    return refuse (error,
                   _ ("This dump holds a .NET process but not its heap: it is of type Mini or Triage. Take one of type "
                      "Heap or Full (dotnet-dump collect --type Heap)."));
  return refuse (error,
                 _ ("No .NET runtime was found in this dump: it is of a program in another language, or of another "
                    "process than the .NET one. Take the dump of the .NET process itself, with dotnet-dump collect."));
}
