/* Real leaks, each in a way of its own (tests/labs/patterns), and the sentence that says why: from a core with all
 * names, and from a .gcdump of the same process, which has none of fields and no classes of static fields. */
#include <string.h>

#include "analysis/picture/picture.h"
#include "tests/support/core-sample.h"
#include "tests/support/test.h"

typedef struct
{
  const char *type, *sentence;
  const char *of_gcdump; /* NULL: the same, but for the classes of static fields */
} Leak;

static const Leak leaks[] = {
  { "Shop.PriceView",
    "All 10 PriceView are kept alive by the event PriceChanged of one PriceFeed, which the static field "
    "PriceFeed.Instance holds.",
    "All 10 PriceView are kept alive by the event handlers of one PriceFeed, which the static field Instance "
    "holds." },
  { "Shop.ThemeView",
    "All 10 ThemeView are kept alive as event handlers by the static field AppEvents.ThemeChanged.",
    NULL },
  { "Shop.SoleListener",
    "The only SoleListener is kept alive by static field Program.clock → Clock → event Tick.",
    "The only SoleListener is kept alive by static field clock → Clock → delegate." },
  { "Shop.SettingsPage",
    "All 10 SettingsPage are kept alive by the event PropertyChanged of one Settings, which the static field "
    "Settings.Current holds.",
    "All 10 SettingsPage are kept alive by the event handlers of one Settings, which the static field "
    "Current holds." },
  { "Shop.MessageList",
    "All 10 MessageList are kept alive by the event CollectionChanged of one ObservableCollection<String>, "
    "which the static field Shell.Messages holds.",
    "All 10 MessageList are kept alive by the event handlers of one ObservableCollection<String>, which the "
    "static field Messages holds." },
  { "Shop.OrderScreen",
    "All 10 OrderScreen are kept alive as captured variables by one Bus, which the static field Program.bus "
    "holds.",
    NULL },
  { "Shop.DocumentModel",
    "All 10 DocumentModel are kept alive as targets of delegates by 10 Subscription<String> of one "
    "PubSub<String>, which the static field Program.aggregator holds.",
    NULL },
  { "Shop.TickerModel",
    "All 10 TickerModel are kept alive as targets of delegates by 10 Observer<Int32> of one Subject<Int32>, "
    "which the static field Program.ticks holds.",
    NULL },
  { "Shop.Report",
    "All 10 Report are kept alive as entries of one Dictionary<String, Report>, which the static field "
    "Program.reports holds.",
    NULL },
  { "Shop.Invoice",
    "All 10 Invoice are kept alive by one InvoiceStore (through Dictionary<Int32, CacheItem>), which the "
    "static field Program.invoices holds.",
    NULL },
  { "Shop.ProductPage",
    "All 10 ProductPage are kept alive by 10 LruEntry<ProductPage> of one LruCache<ProductPage>, which the "
    "static field Program.pages holds.",
    NULL },
  { "Shop.Basket",
    "All 10 Basket are kept alive by 10 Session of one SessionManager (through List<Basket>), which the "
    "static field Program.sessions holds.",
    NULL },
  { "Shop.AuditRecord",
    "All 10 AuditRecord are kept alive as items of one UnboundedChannel<AuditRecord>, which the static field "
    "Program.audit holds.",
    NULL },
  { "Shop.Twice",
    "All 10 Twice are kept alive as items of one List<Twice>, which the static field Program.first holds.",
    "All 10 Twice are kept alive as entries of one Dictionary<Int32, Twice>, which the static field second "
    "holds." },
  { "Shop.TreeItem",
    "All 40 TreeItem are kept alive by the static field Program.root.",
    NULL },
  { "Shop.Poller",
    "All 10 Poller are kept alive by the timers of one TimerQueue, which the static field "
    "TimerQueue.Instances holds.",
    NULL },
  { "Shop.Heartbeat",
    "All 10 Heartbeat are kept alive as targets of delegates by 10 Timer, which the static field "
    "TimerQueue.Instances holds.",
    NULL },
  { "Shop.DelayedRetry",
    "All 10 DelayedRetry are kept alive by 10 async Run, which the static field TimerQueue.Instances holds.",
    NULL },
  { "Shop.TimedRequest",
    "All 10 TimedRequest are kept alive by the cancellation callbacks of 10 CancellationTokenSource, which "
    "the static field TimerQueue.Instances holds.",
    NULL },
  { "Shop.Connection",
    "All 10 Connection are kept alive by the cancellation callbacks of one CancellationTokenSource, which "
    "the static field Lifetime.Stopping holds.",
    NULL },
  { "Shop.RequestContext",
    "All 10 RequestContext are kept alive by AsyncLocal values of 10 ExecutionContext, which the static "
    "field Ambient.timers holds.",
    NULL },
  { "Shop.Approval",
    "All 10 Approval are kept alive by 10 async Wait, which the static field Program.never holds.",
    NULL },
  { "Shop.LockedWork",
    "All 10 LockedWork are kept alive by 10 async Run of one SemaphoreSlim, which the static field "
    "LockedWork.gate holds.",
    NULL },
  { "Shop.YieldRow",
    "All 10 YieldRow are kept alive by 10 iterator Items, which the static field Program.open holds.",
    "All 10 YieldRow are kept alive by 10 suspended Items, which the static field open holds." },
  { "Shop.PoolItem",
    "All 10 PoolItem are kept alive as captured variables by 10 Task, which the static field "
    "Program.background holds.",
    NULL },
  { "Shop.NativePeer",
    "All 10 NativePeer are kept alive by 10 strong handles.",
    NULL },
  { "Shop.Extras",
    "All 10 Extras are attached to 10 Object by dependent handles, and the static field Program.keys holds "
    "those.",
    "All 10 Extras are kept alive by 10 dependent handles." },
  { "Shop.PerThread",
    "All 10 PerThread are kept alive as items of one List<PerThread>, which the static field Program.local "
    "holds.",
    NULL },
  { "Shop.NativeFile",
    "9 of 10 NativeFile are kept alive by the finalizer queue.",
    NULL },
  { "Shop.FaultedOrder",
    "All 10 FaultedOrder are kept alive by 10 InvalidOperationException (through ListDictionaryInternal), "
    "which the static field Program.faulted holds.",
    NULL },
};

/* "the static field Program.reports" → "the static field reports". */
static char *
without_classes (const char *sentence)
{
  g_autoptr (GRegex) regex = g_regex_new ("static field \\w+\\.", 0, 0, NULL);

  return g_regex_replace_literal (regex, sentence, -1, 0, "static field ", 0, NULL);
}

static void
check_leaks (MgSnapshot *snapshot, gboolean is_gcdump)
{
  for (gsize i = 0; i < G_N_ELEMENTS (leaks); i++)
    {
      MgTypeId type = mg_type_table_find (mg_snapshot_types (snapshot), leaks[i].type);
      g_autofree char *plain = without_classes (leaks[i].sentence);
      const char *of_gcdump = leaks[i].of_gcdump ? leaks[i].of_gcdump : plain;
      g_autoptr (GError) error = NULL;
      g_autoptr (MgPicture) picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, &error);

      MG_CHECK_NO_ERROR (error);
      if (picture)
        MG_CHECK_STRING (picture->sentence, is_gcdump ? of_gcdump : leaks[i].sentence);
    }
}

static void
test_leaks_of_a_core (void)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named ("patterns-10.0.15");
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, "patterns-10.0.15", &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL))
    check_leaks (snapshot, FALSE);
}

static void
test_leaks_of_a_gcdump (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgSnapshot) snapshot = mg_snapshot_open (mg_test_data_path ("patterns.gcdump"), NULL, NULL, &error);

  MG_CHECK_NO_ERROR (error);
  if (snapshot && mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL))
    check_leaks (snapshot, TRUE);
}

/* What waits for the finalizer thread waits for the finalizer that does not return. */
static void
test_a_blocked_finalizer_is_named (void)
{
  g_autoptr (GBytes) bytes = mg_core_sample_named ("patterns-10.0.15");
  g_autoptr (MgSnapshot) snapshot = mg_core_sample_open (bytes, "patterns-10.0.15", NULL);
  g_autoptr (MgPicture) picture = NULL;
  MgTypeId type;

  g_assert (mg_snapshot_ensure (snapshot, MG_NEED_ALL, NULL, NULL));
  type = mg_type_table_find (mg_snapshot_types (snapshot), "Shop.NativeFile");
  picture = mg_picture_new (snapshot, mg_subject_type (type), NULL, NULL, NULL);
  MG_CHECK_CONTAINS (picture->explanation, "The finalizer thread is inside Shop.NativeFile.Finalize: what is ready "
                                           "waits for it.");
}

static const MgTest tests[] = {
  { "leaks of a core", test_leaks_of_a_core },
  { "leaks of a gcdump", test_leaks_of_a_gcdump },
  { "a blocked finalizer is named", test_a_blocked_finalizer_is_named },
};

MG_TEST_MAIN ("core-patterns", tests)
