/* Processes that are none of CoreCLR's: each is refused in its own words, with what to do instead. */
#include <string.h>

#include "analysis/base/error.h"
#include "analysis/clr/runtime/runtime.h"
#include "tests/support/test.h"

#define BASE G_GUINT64_CONSTANT (0x400000)
#define PAGE 4096
#define TABLE 64
#define DYNAMIC 256
#define HASH 512
#define SYMBOLS 1024
#define STRINGS 2048

static void
put (guint8 *page, gsize at, guint64 value, gsize size)
{
  memcpy (page + at, &value, size);
}

static guint32
gnu_hash (const char *name)
{
  guint32 hash = 5381;

  for (; *name; name++)
    hash = hash * 33 + (guint8) *name;
  return hash;
}

/* An ELF image of one page that exports SYMBOL, as a loader left it in memory. */
static guint8 *
make_image (const char *symbol)
{
  guint8 *page = g_malloc0 (PAGE);
  static const guint64 tags[] = { 5, STRINGS, 6, SYMBOLS, 0x6ffffef5, HASH };

  memcpy (page, "\177ELF\2\1\1", 7);
  put (page, 0x20, TABLE, 8);
  put (page, 0x38, 2, 2);
  put (page, TABLE, 1, 4);            /* PT_LOAD of offset 0 at address 0 */
  put (page, TABLE + 56, 2, 4);       /* PT_DYNAMIC */
  put (page, TABLE + 56 + 16, DYNAMIC, 8);
  for (gsize i = 0; i < G_N_ELEMENTS (tags); i++)
    put (page, DYNAMIC + 8 * i, i % 2 ? BASE + tags[i] : tags[i], 8);
  put (page, HASH, 1, 4);             /* buckets */
  put (page, HASH + 4, 1, 4);         /* first symbol */
  put (page, HASH + 8, 1, 4);         /* words of the filter */
  put (page, HASH + 24, 1, 4);        /* the bucket */
  put (page, HASH + 28, gnu_hash (symbol) | 1, 4);
  put (page, SYMBOLS + 24, 1, 4);     /* name */
  put (page, SYMBOLS + 24 + 8, 0xf00, 8);
  put (page, SYMBOLS + 24 + 16, 8, 8);
  memcpy (page + STRINGS + 1, symbol, strlen (symbol) + 1);
  return page;
}

/* A process with PATH mapped at BASE from its beginning; PAGE_BYTES is what lies there. */
static MgProcessImage *
make_process (const char *path, const guint8 *page)
{
  MgProcessImage *image = mg_process_image_new ();
  MgSpan *span = g_new0 (MgSpan, 1);
  MgMappedFile file = { BASE, BASE + PAGE, 0, g_string_chunk_insert (image->texts, path) };

  *span = (MgSpan){ BASE, BASE + PAGE, page };
  image->space = mg_address_space_new (span, 1);
  image->os = MG_OS_LINUX;
  image->architecture = MG_ARCH_X64;
  image->program_headers = BASE + TABLE;
  g_array_append_val (image->files, file);
  return image;
}

static void
check_refused (const char *path, const char *symbol, const char *words, const char *instead)
{
  g_autofree guint8 *page = make_image (symbol);
  g_autoptr (MgProcessImage) image = make_process (path, page);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgRuntime) runtime = mg_runtime_find (image, NULL, &error);

  MG_CHECK (runtime == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_UNSUPPORTED);
  if (error)
    {
      MG_CHECK_CONTAINS (error->message, words);
      MG_CHECK_CONTAINS (error->message, instead);
    }
}

static void
test_native_aot (void)
{
  check_refused ("/srv/app", "DotNetRuntimeDebugHeader", "Native AOT", "without PublishAot");
}

static void
test_mono (void)
{
  check_refused ("/usr/lib/libmonosgen-2.0.so.1", "x", "Mono", "on .NET 8 or later");
  check_refused ("/usr/bin/mono-sgen", "x", "Mono", "on .NET 8 or later");
  /* Mono that goes by CoreCLR's name, as in .NET's own packages of it. */
  check_refused ("/srv/app/libcoreclr.so", "mono_jit_init", "Mono", "on .NET 8 or later");
}

/* A self-contained program of .NET Core 3: no path tells it, the runtime's mark does. */
static void
test_old_version_by_mark (void)
{
  static const char mark[] = "@(#)Version 4.700.20.11803 @Commit: c5d3d75";
  g_autofree guint8 *page = make_image ("x");
  g_autoptr (MgProcessImage) image = make_process ("/srv/5.0.1/libcoreclr.so", page);
  g_autoptr (GError) error = NULL;
  g_autoptr (MgRuntime) runtime = NULL;

  memcpy (page + 3072, mark, sizeof mark);
  runtime = mg_runtime_find (image, NULL, &error);
  MG_CHECK (runtime == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_UNSUPPORTED);
  if (error)
    MG_CHECK_CONTAINS (error->message, ".NET (Core) 3;");
}

static void
test_old_versions (void)
{
  check_refused ("/d/Microsoft.NETCore.App/3.1.32/libcoreclr.so", "g_dacTable", ".NET (Core) 3", "dotnet-gcdump");
  check_refused ("/d/Microsoft.NETCore.App/5.0.17/libcoreclr.so", "g_dacTable", ".NET (Core) 5", "dotnet-gcdump");
}

static void
test_no_heap (void)
{
  check_refused ("/d/shared/Microsoft.NETCore.App/10.0.15/libcoreclr.so", "x", "Mini or Triage", "--type Heap");
}

static void
test_other_languages (void)
{
  check_refused ("/usr/bin/python3.11", "PyObject_Call", "another language", "dotnet-dump collect");
}

static const MgTest tests[] = {
  { "Native AOT", test_native_aot },
  { "Mono", test_mono },
  { "versions before 6", test_old_versions },
  { "a version before 6 that no path tells", test_old_version_by_mark },
  { "a dump without a heap", test_no_heap },
  { "other languages", test_other_languages },
};

MG_TEST_MAIN ("other-runtimes", tests)
