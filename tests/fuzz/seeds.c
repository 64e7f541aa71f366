#include "tests/fuzz/seeds.h"

#include "tests/support/dump-writer.h"

static void
add (GPtrArray *seeds, MgDump *dump)
{
  g_ptr_array_add (seeds, g_byte_array_free_to_bytes (mg_dump_write (dump)));
  mg_dump_free (dump);
}

static MgDump *
make_rich (void)
{
  static const MgDumpSegment segment = { 0x7f0000001000, 0x7f0000020000, { 0x7f0000020000, 0, 0, 0, 0 } };
  MgDump *dump = mg_dump_new_sample ();

  for (guint i = 0; i < 3; i++)
    g_array_append_val (dump->segments, segment);
  for (guint i = 1; i < 4; i++)
    {
      MgDumpType *type = dump->types->pdata[i];

      g_clear_pointer (&type->name, g_free);
      type->module_number = 1 + i % 2;
    }
  for (guint i = 0; i < dump->types->len; i++)
    {
      float multiplier = 1.5f;

      g_array_append_val (dump->multipliers, multiplier);
    }
  dump->deferred = dump->interop = dump->unknown_fields = TRUE;
  return dump;
}

void
mg_fuzz_add_seeds (GPtrArray *seeds)
{
  static const gint32 versions[] = { 0, 4, 5, 6, 7, 9, 10 };

  for (guint width = 4; width <= 8; width += 4)
    {
      MgDump *rich = make_rich ();

      for (gsize i = 0; i < G_N_ELEMENTS (versions); i++)
        {
          MgDump *dump = mg_dump_new_sample ();

          dump->version = versions[i];
          dump->label_width = width;
          add (seeds, dump);
        }
      rich->label_width = width;
      add (seeds, rich);
    }
}
