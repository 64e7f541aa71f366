#include "analysis/picture/fold-table.h"

#define COLLECTIONS "System.Collections."
#define GENERIC COLLECTIONS "Generic."
#define CONCURRENT COLLECTIONS "Concurrent."
#define OBJECT_MODEL COLLECTIONS "ObjectModel."
#define IMMUTABLE COLLECTIONS "Immutable."
#define THREADING "System.Threading."
#define CANCELLATION_SOURCES                                                                                           \
  "CancellationTokenSource|Linked1CancellationTokenSource|Linked2CancellationTokenSource|"                             \
  "LinkedNCancellationTokenSource"
#define BUCKETS "Tables > VolatileNode[]|Node[] > Node+"
#define DICTIONARY CONCURRENT "ConcurrentDictionary > " BUCKETS
#define FRUGAL_MAPS "SingleObjectMap|ThreeObjectMap|SixObjectMap|ArrayObjectMap|SortedObjectMap|LargeSortedObjectMap"
/* Tasks of all kinds. Their results and states may be lists as well as their continuations. */
#define TASKS                                                                                                          \
  THREADING "Tasks.Task|*Promise|*StateMachineBox|*TaskFromTask|*TaskFromResultTask|RuntimeAsyncTask"
#define CONTINUATIONS "m_continuationObject@" GENERIC "List > $array"
#define SEGMENTS "ConcurrentQueueSegment|Segment+ > Slot[]|$array"

static const MgFoldRow rows[] = {
  /* Arrays behind a collection. */
  { GENERIC "List", "$array", MG_FOLD_ITEMS },
  { GENERIC "Stack|" GENERIC "Queue|" COLLECTIONS "Stack|" COLLECTIONS "Queue", "$array", MG_FOLD_ITEMS },
  { GENERIC "PriorityQueue|" COLLECTIONS "ArrayList", "$array", MG_FOLD_ITEMS },
  { GENERIC "HashSet", "Entry[]|Slot[]", MG_FOLD_ITEMS },
  { OBJECT_MODEL "Collection|" OBJECT_MODEL "ObservableCollection|" OBJECT_MODEL "ReadOnlyCollection",
    GENERIC "List > $array", MG_FOLD_ITEMS },
  { GENERIC "Dictionary", "Entry[]", MG_FOLD_ENTRIES },
  { COLLECTIONS "Hashtable", "bucket[]|Bucket[]", MG_FOLD_ENTRIES },
  { GENERIC "SortedList|" COLLECTIONS "SortedList", "$array", MG_FOLD_ENTRIES },
  /* Nodes behind a collection. */
  { GENERIC "LinkedList", "LinkedListNode+", MG_FOLD_ITEMS },
  { GENERIC "SortedSet", "Node+", MG_FOLD_ITEMS },
  { GENERIC "SortedDictionary", "TreeSet|SortedSet > Node+", MG_FOLD_ENTRIES },
  { IMMUTABLE "ImmutableList|" IMMUTABLE "ImmutableSortedSet", "Node+", MG_FOLD_ITEMS },
  { IMMUTABLE "ImmutableHashSet", "SortedInt32KeyNode+", MG_FOLD_ITEMS },
  { IMMUTABLE "ImmutableDictionary", "SortedInt32KeyNode+", MG_FOLD_ENTRIES },
  { IMMUTABLE "ImmutableSortedDictionary", "Node+", MG_FOLD_ENTRIES },
  { COLLECTIONS "Specialized.ListDictionary|" COLLECTIONS "ListDictionaryInternal", "DictionaryNode+",
    MG_FOLD_ENTRIES },
  { COLLECTIONS "Specialized.HybridDictionary", COLLECTIONS "Hashtable > bucket[]|Bucket[]", MG_FOLD_ENTRIES },
  { COLLECTIONS "Specialized.HybridDictionary", COLLECTIONS "Specialized.ListDictionary > DictionaryNode+",
    MG_FOLD_ENTRIES },
  /* Concurrent collections and channels. */
  { CONCURRENT "ConcurrentDictionary", BUCKETS, MG_FOLD_ENTRIES },
  { CONCURRENT "ConcurrentQueue", SEGMENTS, MG_FOLD_ITEMS },
  { CONCURRENT "ConcurrentStack", "Node+", MG_FOLD_ITEMS },
  { CONCURRENT "ConcurrentBag", "WorkStealingQueue+ > $array", MG_FOLD_ITEMS },
  { CONCURRENT "BlockingCollection", CONCURRENT "ConcurrentQueue > " SEGMENTS, MG_FOLD_ITEMS },
  { "UnboundedChannel", CONCURRENT "ConcurrentQueue > " SEGMENTS, MG_FOLD_ITEMS },
  { "SingleConsumerUnboundedChannel", "SingleProducerSingleConsumerQueue > Segment+ > $array", MG_FOLD_ITEMS },
  { "BoundedChannel", "Deque > $array", MG_FOLD_ITEMS },
  { "System.Runtime.CompilerServices.ConditionalWeakTable", "Container > Entry[]", MG_FOLD_WEAK_TABLE },
  { "MemoryCache", "CoherentState > " DICTIONARY " > CacheEntry", MG_FOLD_ENTRIES },
  { "MemoryCache", DICTIONARY " > CacheEntry", MG_FOLD_ENTRIES },
  /* Timers: neighbours in the queue do not own each other, the queue owns each. */
  { THREADING "TimerQueue", "TimerQueueTimer+", MG_FOLD_TIMER },
  { THREADING "TimerQueue", "TimerQueueTimer+ > $delegate", MG_FOLD_TIMER },
  { THREADING "TimerQueue", "TimerQueueTimer+ > $delegate > $closure+", MG_FOLD_TIMER },
  { THREADING "Timer", "TimerHolder > TimerQueueTimer", MG_FOLD_INTERNAL },
  { THREADING "Timer", "TimerHolder > TimerQueueTimer > $delegate", MG_FOLD_DELEGATE },
  { THREADING "Timer", "TimerHolder > TimerQueueTimer > $delegate > $closure+", MG_FOLD_CAPTURED },
  { NULL, "TimerQueue[]", MG_FOLD_INTERNAL },
  /* Cancellation, by runtime: 5 and later, Core 2 and 3, Framework. */
  { CANCELLATION_SOURCES, "Registrations > CallbackNode+", MG_FOLD_CANCELLATION },
  { CANCELLATION_SOURCES, "Registrations > CallbackNode+ > $delegate", MG_FOLD_CANCELLATION },
  { CANCELLATION_SOURCES, "Registrations > CallbackNode+ > $delegate > $closure+", MG_FOLD_CANCELLATION },
  { CANCELLATION_SOURCES, "CallbackPartition[] > CallbackPartition > CallbackNode+", MG_FOLD_CANCELLATION },
  { CANCELLATION_SOURCES, "CallbackPartition[] > CallbackPartition > CallbackNode+ > $delegate", MG_FOLD_CANCELLATION },
  { CANCELLATION_SOURCES,
    "SparselyPopulatedArray[] > SparselyPopulatedArray > SparselyPopulatedArrayFragment+ > $array >"
    " CancellationCallbackInfo|WithSyncContext",
    MG_FOLD_CANCELLATION },
  { CANCELLATION_SOURCES,
    "SparselyPopulatedArray[] > SparselyPopulatedArray > SparselyPopulatedArrayFragment+ > $array >"
    " CancellationCallbackInfo|WithSyncContext > $delegate",
    MG_FOLD_CANCELLATION },
  /* Ambient values. */
  { THREADING "ExecutionContext",
    "OneElementAsyncLocalValueMap|TwoElementAsyncLocalValueMap|ThreeElementAsyncLocalValueMap|"
    "FourElementAsyncLocalValueMap",
    MG_FOLD_ASYNC_LOCAL },
  { THREADING "ExecutionContext", "MultiElementAsyncLocalValueMap > $array", MG_FOLD_ASYNC_LOCAL },
  { THREADING "ExecutionContext", "ManyElementAsyncLocalValueMap > Entry[]", MG_FOLD_ASYNC_LOCAL },
  { THREADING "ThreadLocal", "LinkedSlot+", MG_FOLD_THREAD_LOCAL },
  { NULL, "LinkedSlotVolatile[] > LinkedSlot+", MG_FOLD_THREAD_LOCAL },
  /* WPF: values of dependency properties. */
  { NULL, "EffectiveValueEntry[] > ModifiedValue", MG_FOLD_PROPERTY },
  { NULL, "EffectiveValueEntry[]", MG_FOLD_PROPERTY },
  { "System.Windows.DependencyProperty", FRUGAL_MAPS " > Entry[]", MG_FOLD_INTERNAL },
  /* Promises, and what goes on when they are kept. */
  { THREADING "Tasks.TaskCompletionSource", THREADING "Tasks.Task", MG_FOLD_TASK },
  { THREADING "Tasks.TaskCompletionSource", THREADING "Tasks.Task > " CONTINUATIONS, MG_FOLD_AWAITED },
  { TASKS, CONTINUATIONS, MG_FOLD_AWAITED },
  /* Dependency injection. */
  { "ServiceProviderEngineScope", GENERIC "List > $array", MG_FOLD_DISPOSABLE },
  { "ServiceProviderEngineScope", GENERIC "Dictionary > Entry[]", MG_FOLD_SCOPED },
  { "ServiceProvider", DICTIONARY " > ServiceAccessor > *CallSite+", MG_FOLD_SINGLETON },
  { "ServiceProvider", DICTIONARY " > *CallSite+", MG_FOLD_SINGLETON },
  { "CallSiteFactory", DICTIONARY " > *CallSite+", MG_FOLD_SINGLETON },
  /* Delegates. A delegate that is drawn itself (an element of a list) still hides what hangs below it. */
  { "$delegate", "$list > $same", MG_FOLD_EVENT },
  { "$delegate", "$list > $same > $closure+", MG_FOLD_EVENT },
  { "$delegate", "$closure+", MG_FOLD_CAPTURED },
  { NULL, "$delegate", MG_FOLD_DELEGATE },
  { NULL, "$delegate > $closure+", MG_FOLD_CAPTURED },
  { NULL, "$delegate > $list > $same", MG_FOLD_EVENT },
  { NULL, "$delegate > $list > $same > $closure+", MG_FOLD_EVENT },
};

static const MgFoldRow links[] = {
  { "System.Lazy|System.Runtime.CompilerServices.StrongBox", "$any", MG_FOLD_VALUE },
  { THREADING "Tasks.Task|DelayPromise|WhenAllPromise|CompleteOnInvokePromise|" THREADING "Tasks.TaskCompletionSource",
    "AsyncStateMachineBox|DebugFinalizableAsyncStateMachineBox", MG_FOLD_AWAITED },
  { "$array", "$any", MG_FOLD_ITEMS },
};

static const MgFoldRow owners[] = {
  { THREADING "TimerQueue", THREADING "TimerQueueTimer", MG_FOLD_TIMER },
  { "Registrations", "CallbackNode", MG_FOLD_CANCELLATION },
};

const MgFoldRow *
mg_owner_table (guint *n)
{
  *n = G_N_ELEMENTS (owners);
  return owners;
}

const MgFoldRow *
mg_link_table (guint *n)
{
  *n = G_N_ELEMENTS (links);
  return links;
}

const MgFoldRow *
mg_fold_table (guint *n)
{
  *n = G_N_ELEMENTS (rows);
  return rows;
}
