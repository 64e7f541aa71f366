#include "analysis/formats/format.h"

#include <glib/gi18n-lib.h>

#include "analysis/formats/core-reader.h"
#include "analysis/formats/fast-serialization.h"
#include "analysis/formats/gcdump-reader.h"
#include "analysis/source/file.h"

static guint
sniff_gcdump (const guint8 *head, gsize length, const char *path)
{
  return mg_fs_sniff (head, length) ? 100 : 0;
}

static const MgFormat formats[] = {
  { "elf-core", N_ ("Linux core dump"), mg_core_reader_sniff, mg_core_reader_open },
  { "gcdump", N_ ("GC heap snapshot (.gcdump)"), sniff_gcdump, mg_gcdump_reader_open },
};

MgReader *
mg_format_open (MgSource *source,
                const MgSnapshotOptions *options,
                GVariant *walk,
                MgProgress *progress,
                GError **error)
{
  const guint8 *head = mg_source_data (source);
  gsize length = MIN (mg_source_size (source), MG_FORMAT_HEAD_SIZE);
  const MgFormat *best = NULL;
  guint best_score = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      guint score = formats[i].sniff (head, length, mg_source_path (source));

      if (score > best_score)
        {
          best_score = score;
          best = &formats[i];
        }
    }
  if (best)
    return best->open (source, options, walk, progress, error);
  mg_format_refuse (head, length, mg_source_name (source), error);
  return NULL;
}
