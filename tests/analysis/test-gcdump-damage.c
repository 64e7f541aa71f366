#include <string.h>

#include "analysis/base/error.h"
#include "analysis/snapshot.h"
#include "analysis/source/file.h"
#include "tests/support/count-memory.h"
#include "tests/support/dump-writer.h"
#include "tests/support/test.h"

/* A damaged file may need twice what the sound one needs, and this for messages. */
#define SLACK_BYTES ((gsize) 16 * 1024)
/* Nothing here takes a tenth of this; more is a hang. */
#define LIMIT_USEC (2 * G_TIME_SPAN_SECOND)

typedef enum
{
  OPENED,
  OPENED_DAMAGED,
  REFUSED
} Outcome;

/* Opens BYTES and computes everything; all that a caller may rely on is checked. WHAT names the case in messages. */
static Outcome
open_all (const guint8 *bytes, gsize length, const char *what, guint where)
{
  g_autoptr (MgSource) source = mg_source_new_take (g_memdup2 (bytes, length), length, "damaged.gcdump");
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open_source (source, NULL, NULL, &error);

  if (snapshot)
    mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, &error);
  if (error)
    {
      if (error->domain != MG_ERROR || mg_error_exit_status (error) != 3 || strlen (error->message) < 20)
        mg_test_fail (__FILE__, __LINE__, "%s %u: error %d \"%s\"", what, where, error->code, error->message);
      return REFUSED;
    }
  if (mg_snapshot_damaged (snapshot))
    return OPENED_DAMAGED;
  return OPENED;
}

static gsize
honest_need (const GByteArray *bytes)
{
  mg_count_memory_reset ();
  MG_CHECK_UINT (open_all (bytes->data, bytes->len, "sound", 0), OPENED);
  return mg_count_memory_peak ();
}

static Outcome
open_within (const guint8 *bytes, gsize length, gsize need, const char *what, guint where)
{
  gint64 start = g_get_monotonic_time ();
  Outcome outcome;

  mg_count_memory_reset ();
  outcome = open_all (bytes, length, what, where);
  if (mg_count_memory_peak () > 2 * need + SLACK_BYTES)
    mg_test_fail (__FILE__, __LINE__, "%s %u: took %" G_GSIZE_FORMAT " bytes, the sound file %" G_GSIZE_FORMAT, what,
                  where, mg_count_memory_peak (), need);
  if (g_get_monotonic_time () - start > LIMIT_USEC)
    mg_test_fail (__FILE__, __LINE__, "%s %u: took too long", what, where);
  return outcome;
}

static MgDump *
make_dump (guint variant)
{
  static const MgDumpSegment segment = { 0x7f0000001000, 0x7f0000020000, { 0x7f0000020000, 0, 0, 0, 0 } };
  MgDump *dump = mg_dump_new_sample ();

  dump->label_width = variant & 1 ? 8 : 4;
  if (variant & 2)
    {
      MgDumpType *type = dump->types->pdata[1];

      g_array_append_val (dump->segments, segment);
      g_array_append_val (dump->segments, segment);
      g_clear_pointer (&type->name, g_free);
      type->module_number = 1;
      ((MgDumpType *) dump->types->pdata[2])->module_number = 1;
      dump->deferred = TRUE;
      dump->interop = TRUE;
    }
  return dump;
}

/* The measure itself: without it the other tests could not fail. */
static void
test_memory_is_counted (void)
{
  char *block;

  mg_count_memory_reset ();
  block = g_malloc (1000000);
  block[0] = 1;
  g_free (block);
#ifndef __SANITIZE_ADDRESS__
  MG_CHECK (mg_count_memory_peak () >= 1000000 && mg_count_memory_peak () < 1100000);
#endif
}

static void
test_cut_at_every_byte (void)
{
  for (guint variant = 0; variant < 4; variant++)
    {
      g_autoptr (MgDump) dump = make_dump (variant);
      g_autoptr (GByteArray) bytes = mg_dump_write (dump);
      gsize need = honest_need (bytes);

      for (guint length = 1; length < bytes->len; length++)
        if (open_within (bytes->data, length, need, "cut at", length) == OPENED)
          mg_test_fail (__FILE__, __LINE__, "cut at %u of %u: nothing is said of the loss", length, bytes->len);
    }
}

static void
test_every_field_overwritten (void)
{
  static const guint32 values[] = { 0, 0xffffffff, 0x7fffffff, 0x80000000 };

  for (guint variant = 0; variant < 4; variant++)
    {
      g_autoptr (MgDump) dump = make_dump (variant);
      g_autoptr (GByteArray) bytes = mg_dump_write (dump);
      gsize need = honest_need (bytes);

      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        for (guint at = 0; at + 4 <= bytes->len; at++)
          {
            g_autofree guint8 *copy = g_memdup2 (bytes->data, bytes->len);
            guint32 value = GUINT32_TO_LE (values[i]);

            memcpy (copy + at, &value, 4);
            open_within (copy, bytes->len, need, "overwritten at", at);
          }
    }
}

static void
test_every_byte_flipped (void)
{
  g_autoptr (MgDump) dump = make_dump (2);
  g_autoptr (GByteArray) bytes = mg_dump_write (dump);
  gsize need = honest_need (bytes);

  for (guint at = 0; at < bytes->len; at++)
    for (guint bit = 0; bit < 8; bit++)
      {
        bytes->data[at] ^= (guint8) (1u << bit);
        open_within (bytes->data, bytes->len, need, "flipped at", at);
        bytes->data[at] ^= (guint8) (1u << bit);
      }
}

/* What each kind of cut loses, in the words the user sees. */
static void
check_cut (guint length, const char *words, guint64 n_objects)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (GByteArray) bytes = mg_dump_write (dump);
  g_autoptr (MgSource) source = mg_source_new_take (g_memdup2 (bytes->data, length), length, "cut.gcdump");
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open_source (source, NULL, NULL, &error);
  g_autoptr (GString) all = g_string_new (NULL);
  const MgNote *notes;
  guint n;

  MG_CHECK_NO_ERROR (error);
  if (snapshot == NULL)
    return;
  MG_CHECK (mg_snapshot_damaged (snapshot));
  notes = mg_snapshot_notes (snapshot, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (all, "%s\n", notes[i].text);
  MG_CHECK_CONTAINS (all->str, words);
  MG_CHECK_UINT (mg_snapshot_type_stats (snapshot)->total.count, n_objects);
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
}

static void
test_says_what_is_lost (void)
{
  g_autoptr (MgDump) dump = mg_dump_new_sample ();
  g_autoptr (GByteArray) bytes = mg_dump_write (dump);
  g_autoptr (MgSource) source = NULL;
  g_autoptr (GError) error = NULL;

  check_cut (bytes->len - 1, "last bytes of the file", 9);
  check_cut (dump->end_of_graph + 20, "details of the process", 9);
  check_cut (dump->addresses_offset + 80, "addresses of 8 objects are lost", 9);
  check_cut (dump->addresses_offset, "addresses of 18 objects are lost", 9);
  /* The last record, a dead object's and the undefined node's stay known to exist. */
  check_cut (dump->blob_offset + dump->blob_length - 2, "records of its objects", 9);
  source = mg_source_new_take (g_memdup2 (bytes->data, dump->blob_offset), dump->blob_offset, "cut.gcdump");
  MG_CHECK (mg_snapshot_open_source (source, NULL, NULL, &error) == NULL);
  MG_CHECK_ERROR (error, MG_ERROR_TRUNCATED);
  if (error)
    MG_CHECK_CONTAINS (error->message, "records of objects");
}

/* Two objects at one address, and one between two words. */
static void
test_odd_addresses (void)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (MgSource) source = NULL;
  g_autoptr (MgSnapshot) snapshot = NULL;
  guint32 type = mg_dump_add_type (dump, "A", 24, NULL);
  const MgNote *notes;
  guint n;

  for (guint i = 0; i < 3; i++)
    mg_dump_add_node (dump, type, 24, 0x1000);
  mg_dump_add_node (dump, type, 24, 0x2001);
  bytes = mg_dump_write (dump);
  source = mg_source_new_take (g_memdup2 (bytes->data, bytes->len), bytes->len, "odd.gcdump");
  snapshot = mg_snapshot_open_source (source, NULL, NULL, NULL);
  MG_CHECK (!mg_snapshot_damaged (snapshot));
  MG_CHECK (mg_snapshot_ensure (snapshot, MG_NEED_GRAPH, NULL, NULL));
  MG_CHECK (mg_snapshot_damaged (snapshot));
  notes = mg_snapshot_notes (snapshot, &n);
  MG_CHECK_CONTAINS (notes[n - 1].text, "3 addresses");
}

/* All nodes share one large record: the graph would be a million times larger than the file. */
static void
test_overlapping_records (void)
{
  g_autoptr (MgDump) dump = mg_dump_new ();
  g_autoptr (GByteArray) bytes = NULL;
  guint32 type = mg_dump_add_type (dump, "A", 24, NULL), first = mg_dump_add_node (dump, type, 24, 0x1000), offset;
  guint offsets;

  for (guint i = 1; i < 2000; i++)
    {
      mg_dump_add_node (dump, type, 24, 0x1000 + 24 * i);
      mg_dump_add_edge (dump, first, 0);
    }
  bytes = mg_dump_write (dump);
  offsets = dump->blob_offset - 4 - 4 * dump->nodes->len;
  memcpy (&offset, bytes->data + offsets, 4);
  for (guint i = 1; i < 2000; i++)
    memcpy (bytes->data + offsets + 4 * i, &offset, 4);
  MG_CHECK_UINT (open_within (bytes->data, bytes->len, 200000, "overlapping", 0), REFUSED);
}

static const MgTest tests[] = {
  { "memory is counted", test_memory_is_counted },
  { "cut at every byte", test_cut_at_every_byte },
  { "every field overwritten", test_every_field_overwritten },
  { "every byte flipped", test_every_byte_flipped },
  { "says what is lost", test_says_what_is_lost },
  { "odd addresses", test_odd_addresses },
  { "overlapping records", test_overlapping_records },
};

MG_TEST_MAIN ("gcdump-damage", tests)
