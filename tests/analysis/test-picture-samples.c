/* Pictures of real snapshots: the practice leak, and those in the folder MANGROVE_SAMPLES. */
#include "tests/support/picture-dump.h"
#include "tests/support/test.h"

#define LESSON MG_SOURCE_DATA_DIR "/lessons/event-leak/event-leak.gcdump"

static MgSnapshot *
open_with_everything (const char *path)
{
  g_autoptr (GError) error = NULL;
  MgSnapshot *snapshot = mg_snapshot_open (path, NULL, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot)
    g_assert (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  return snapshot;
}

static MgSnapshot *
open_sample (const char *name)
{
  g_autofree char *path = mg_test_sample_path (name);

  return path ? open_with_everything (path) : NULL;
}

static MgPicture *
picture_of_type (MgSnapshot *snapshot, const char *type)
{
  g_autoptr (GError) error = NULL;
  MgTypeId id = mg_type_table_find (mg_snapshot_types (snapshot), type);
  MgPicture *picture;

  MG_CHECK (id != MG_TYPE_NONE);
  if (id == MG_TYPE_NONE)
    return NULL;
  picture = mg_picture_new (snapshot, mg_subject_type (id), NULL, NULL, &error);
  MG_CHECK_NO_ERROR (error);
  return picture;
}

/* ---- Every type of a file ---- */

static void
check_last_object (MgSnapshot *snapshot, MgTypeId type)
{
  guint32 n;
  const MgNode *nodes = mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  g_autoptr (MgPicture) picture
      = n > 0 ? mg_picture_new (snapshot, mg_subject_object (nodes[n - 1]), NULL, NULL, NULL) : NULL;

  MG_CHECK_UINT (picture != NULL, n > 0);
  if (picture == NULL)
    return;
  MG_CHECK_PICTURE (picture, picture->nodes[picture->n_nodes - 1].weight);
  MG_CHECK (picture->n_nodes <= 25);
}

static void
check_type (MgSnapshot *snapshot, MgTypeId type, gboolean raw)
{
  MgPictureOptions options = { .raw = raw };
  g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), &options, NULL, NULL);
  guint32 n;

  mg_instances_of (mg_snapshot_instances (snapshot), type, &n);
  MG_CHECK_UINT (picture != NULL, n > 0);
  if (picture == NULL)
    return;
  MG_CHECK_UINT (picture->n_subjects, n);
  MG_CHECK_PICTURE (picture, picture->n_live);
  MG_CHECK (picture->n_nodes <= 25);
}

/* Every EACH-th type: as a set, now and then raw, and its last object. */
static void
check_types (MgSnapshot *snapshot, guint each)
{
  const MgTypeTable *types = mg_snapshot_types (snapshot);

  for (MgTypeId type = 0; type < types->n_types; type += each)
    {
      check_type (snapshot, type, type % 4 == 3);
      check_last_object (snapshot, type);
    }
}

static void
test_every_type_of_every_sample (void)
{
  static const char *const names[] = {
    "gcdump/eventleak-8.0.33-round20.gcdump", "gcdump/eventleak-9.0.22-round20.gcdump",
    "gcdump/eventleak-11.0.0-round20.gcdump", "gcdump/zoo-10.0.15.gcdump",
    "gcdump-public/monovm-ios.gcdump",        "gcdump-public/perfview-test1.gcdump",
    "gcdump-public/perfview-test2.gcdump",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (MgSnapshot) snapshot = open_sample (names[i]);

      if (snapshot)
        check_types (snapshot, mg_snapshot_types (snapshot)->n_types > 1000 ? 5 : 1);
    }
}

/* ---- The practice leak ---- */

static void
test_what_the_leak_drags_along (void)
{
  g_autoptr (MgSnapshot) snapshot = open_with_everything (LESSON);
  g_autoptr (MgPicture) picture = picture_of_type (snapshot, "Shop.Web.Basket");

  MG_CHECK_STRING (picture->sentence, "All 3,000 Basket are kept alive by 3,000 PageContext of one PriceMonitor, which "
                                      "the static field Prices holds.");
  MG_CHECK_CONTAINS (picture->explanation,
                     "3,000 PageContext are kept alive by the event handlers of one PriceMonitor, "
                     "which the static field Prices holds.");
}

static void
test_the_practice_leak (void)
{
  g_autoptr (MgSnapshot) snapshot = open_with_everything (LESSON);
  g_autoptr (MgPicture) picture = picture_of_type (snapshot, "Shop.Web.PageContext");

  if (picture == NULL)
    return;
  MG_CHECK_UINT (picture->n_nodes, 3);
  MG_CHECK_UINT (picture->nodes[0].root_kind, MG_ROOT_STATIC);
  MG_CHECK_STRING (picture->edges[1].label, "event handlers");
  MG_CHECK_STRING (picture->sentence,
                   "All 3,000 PageContext are kept alive by the event handlers of one PriceMonitor, which "
                   "the static field Prices holds.");
  check_types (snapshot, 1);
}

/* ---- The event leak on four runtimes ---- */

static void
check_event_leak (const char *name, const char *raw)
{
  g_autoptr (MgSnapshot) snapshot = open_sample (name);
  g_autoptr (MgPicture) picture = snapshot ? picture_of_type (snapshot, "MyApp.NotificationContext") : NULL,
                        next = NULL;
  MgPictureOptions options = { .alternative = 1 };
  g_autofree char *dump = NULL;

  if (picture == NULL)
    return;
  MG_CHECK_STRING (picture->sentence, "All 10,000 NotificationContext are kept alive by the event handlers of one "
                                      "ConnectionMonitor, which the static field Monitor holds.");
  MG_CHECK_STRING (picture->explanation, "ConnectionMonitor is also held by a local variable.");
  MG_CHECK_UINT (picture->n_nodes, 3);
  MG_CHECK_UINT (picture->nodes[1].count, 1);
  MG_CHECK (picture->nodes[1].dominator && !picture->nodes[0].dominator);
  MG_CHECK_UINT (picture->edges[1].folded_count, 10000);
  MG_CHECK_STRING (picture->edges[1].raw, raw);
  /* Everything the leak keeps: contexts with their arrays, delegates, the list. */
  MG_CHECK (picture->nodes[1].retained > 11400000 && picture->nodes[1].retained < 11700000);
  MG_CHECK_UINT (picture->n_alternatives, 1);
  next = mg_picture_new (snapshot, picture->subject, &options, NULL, NULL);
  MG_CHECK_UINT (next->nodes[0].root_kind, MG_ROOT_STACK);
  MG_CHECK_UINT (next->nodes[next->n_nodes - 1].weight, 10000);
}

static void
test_the_event_leak_on_each_runtime (void)
{
  check_event_leak ("gcdump/eventleak-8.0.33-round20.gcdump",
                    "EventHandler<Boolean> → Object[] → EventHandler<Boolean>");
  check_event_leak ("gcdump/eventleak-9.0.22-round20.gcdump",
                    "EventHandler<Boolean> → Object[] → EventHandler<Boolean>");
  check_event_leak ("gcdump/eventleak-10.0.15-round20.gcdump",
                    "EventHandler<Boolean> → Object[] → EventHandler<Boolean>");
  check_event_leak ("gcdump/eventleak-11.0.0-round20.gcdump",
                    "EventHandler<Boolean> → Wrapper[] → EventHandler<Boolean>");
}

/* The same leak after more rounds, and on another runtime, is the same leak. */
static void
test_fingerprints_recognise_a_leak (void)
{
  g_autoptr (MgSnapshot) early = open_sample ("gcdump/eventleak-10.0.15-round1.gcdump");
  g_autoptr (MgSnapshot) late = open_sample ("gcdump/eventleak-10.0.15-round10.gcdump");
  g_autoptr (MgSnapshot) net9 = open_sample ("gcdump/eventleak-9.0.22-round20.gcdump");
  g_autoptr (MgSnapshot) net11 = open_sample ("gcdump/eventleak-11.0.0-round20.gcdump");
  g_autoptr (MgPicture) a = NULL, b = NULL, c = NULL, d = NULL, monitor = NULL;

  if (early == NULL || late == NULL || net9 == NULL || net11 == NULL)
    return;
  a = picture_of_type (early, "MyApp.NotificationContext");
  b = picture_of_type (late, "MyApp.NotificationContext");
  c = picture_of_type (net9, "MyApp.NotificationContext");
  d = picture_of_type (net11, "MyApp.NotificationContext");
  monitor = picture_of_type (early, "MyApp.ConnectionMonitor");
  MG_CHECK_UINT (a->fingerprint, b->fingerprint);
  MG_CHECK_UINT (a->fingerprint, c->fingerprint);
  MG_CHECK_UINT (a->fingerprint, d->fingerprint);
  MG_CHECK_STRING (a->sentence,
                   "All 500 NotificationContext are kept alive by the event handlers of one ConnectionMonitor, "
                   "which the static field Monitor holds.");
  MG_CHECK (a->fingerprint != monitor->fingerprint);
}

/* ---- The zoo: one way of being held for each type ---- */

typedef struct
{
  const char *type, *sentence;
} Animal;

static const Animal zoo[] = {
  { "StaticListPayload",
    "All 100 StaticListPayload are kept alive as items of one List<Payload>, which the static field "
    "Statics holds." },
  { "StaticDictPayload", "as entries of one Dictionary<…>, which the static field Cache holds." },
  { "ConcurrentPayload", "as entries of one ConcurrentDictionary<…>, which the static field Concurrent holds." },
  { "TimerPayload", "All 100 TimerPayload are kept alive by 100 Timer, which the static field Timers holds." },
  { "TokenPayload", "by the cancellation callbacks of one CancellationTokenSource, which the static field Cts holds." },
  { "AsyncPayload", "All 100 AsyncPayload are kept alive by 100 async Forever, which the static field Pending holds." },
  { "TcsPayload", "by 100 TaskCompletionSource<TcsPayload>, which the static field Sources holds." },
  { "ClosurePayload", "as captured variables by 100 Func<Int32>, which the static field Closures holds." },
  { "AsyncLocalPayload", "by AsyncLocal values of 100 ExecutionContext, which the static field Contexts holds." },
  { "HandlePayload", "All 100 HandlePayload are kept alive by 100 strong handles." },
  { "DependentPayload", "All 100 DependentPayload are kept alive by 100 dependent handles." },
  { "EventPayload", "by the event handlers of one Publisher, which the static field Source holds." },
  { "StaticEventPayload", "as event handlers by the static field StaticEvent." },
  { "QueuePayload", "as items of one ConcurrentQueue<QueuePayload>, which the static field Queue holds." },
  { "StructFieldPayload", "as items of one Slot[], which the static field Slots holds." },
  { "MatrixPayload", "as items of one MatrixPayload[,], which the static field Matrix holds." },
  { "FinalizePayload", "99 of 100 FinalizePayload are kept alive by the finalizer queue." },
  { "Node", "All 10,000 Node are kept alive by the static field Head." },
};

static void
test_the_zoo (void)
{
  g_autoptr (MgSnapshot) snapshot = open_sample ("gcdump/zoo-10.0.15.gcdump");

  for (guint i = 0; snapshot && i < G_N_ELEMENTS (zoo); i++)
    {
      g_autofree char *type = g_strconcat ("Zoo.", zoo[i].type, NULL);
      g_autoptr (MgPicture) picture = picture_of_type (snapshot, type);

      MG_CHECK_CONTAINS (picture->sentence, zoo[i].sentence);
    }
}

static const MgTest tests[] = {
  { "the practice leak", test_the_practice_leak },
  { "what the leak drags along", test_what_the_leak_drags_along },
  { "the event leak on each runtime", test_the_event_leak_on_each_runtime },
  { "fingerprints recognise a leak", test_fingerprints_recognise_a_leak },
  { "the zoo", test_the_zoo },
  { "every type of every sample", test_every_type_of_every_sample },
};

MG_TEST_MAIN ("picture-samples", tests)
