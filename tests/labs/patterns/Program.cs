// Leaks as services make them. Each class below Leaked is kept alive in one way of its own, ten objects of each unless
// said otherwise.
// Usage: patterns READY-FILE
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading.Channels;

namespace Shop;

public class Leaked { public int Id; }

// Events: of a singleton, static, with one handler, of a model, of a collection.
public sealed class PriceFeed
{
    public static PriceFeed Instance { get; } = new();
    public event EventHandler? PriceChanged;
    public void Raise() => PriceChanged?.Invoke(this, EventArgs.Empty);
}
public static class AppEvents { public static event Action? ThemeChanged; public static void Raise() => ThemeChanged?.Invoke(); }
public sealed class Clock { public event Action? Tick; public void Raise() => Tick?.Invoke(); }
public sealed class Settings : INotifyPropertyChanged
{
    public static readonly Settings Current = new();
    public event PropertyChangedEventHandler? PropertyChanged;
    public void Raise() => PropertyChanged?.Invoke(this, new("Theme"));
}
public static class Shell { public static readonly ObservableCollection<string> Messages = new(); }
public sealed class PriceView : Leaked { public PriceView() => PriceFeed.Instance.PriceChanged += OnPrice; void OnPrice(object? s, EventArgs e) => Id++; }
public sealed class ThemeView : Leaked { public ThemeView() => AppEvents.ThemeChanged += Apply; void Apply() => Id++; }
public sealed class SoleListener : Leaked { public void OnTick() => Id++; }
public sealed class SettingsPage : Leaked { public SettingsPage() => Settings.Current.PropertyChanged += OnChanged; void OnChanged(object? s, PropertyChangedEventArgs e) => Id++; }
public sealed class MessageList : Leaked { public MessageList() => Shell.Messages.CollectionChanged += On; void On(object? s, NotifyCollectionChangedEventArgs e) => Id++; }

// Buses: lambdas by type, subscriptions of an aggregator, observers.
public sealed class Bus
{
    readonly Dictionary<Type, List<Delegate>> handlers = new();
    public void Subscribe<T>(Action<T> handler)
    {
        if (!handlers.TryGetValue(typeof(T), out var list)) handlers[typeof(T)] = list = new();
        list.Add(handler);
    }
}
public sealed class Subscription<T> { public Action<T>? Handler; }
public sealed class PubSub<T> { readonly List<Subscription<T>> subscriptions = new(); public void Subscribe(Action<T> a) => subscriptions.Add(new() { Handler = a }); }
public sealed class Aggregator
{
    readonly ConcurrentDictionary<Type, object> events = new();
    public PubSub<T> GetEvent<T>() => (PubSub<T>)events.GetOrAdd(typeof(T), _ => new PubSub<T>());
}
public sealed class Subject<T> { IObserver<T>[] observers = []; public void Subscribe(IObserver<T> o) => observers = [.. observers, o]; }
public sealed class Observer<T>(Action<T> next) : IObserver<T>
{
    readonly Action<T> next = next;
    public void OnCompleted() { }
    public void OnError(Exception e) { }
    public void OnNext(T value) => next(value);
}
public sealed class OrderScreen : Leaked { public OrderScreen(Bus bus, int n) => bus.Subscribe<string>(o => Id += n); }
public sealed class DocumentModel : Leaked { public DocumentModel(Aggregator a) => a.GetEvent<string>().Subscribe(OnOrder); void OnOrder(string o) => Id++; }
public sealed class TickerModel : Leaked { public TickerModel(Subject<int> s) => s.Subscribe(new Observer<int>(v => Id += v)); }

// Caches and collections.
public readonly record struct CacheItem(Invoice Invoice, DateTime Until);
public sealed class InvoiceStore { readonly Dictionary<int, CacheItem> items = new(); public void Put(int i) => items[i] = new(new(), DateTime.UnixEpoch); }
public sealed class LruEntry<T> { public T Value = default!; public LinkedListNode<LruEntry<T>>? Node; }
public sealed class LruCache<T>
{
    readonly ConcurrentDictionary<string, LruEntry<T>> map = new();
    readonly LinkedList<LruEntry<T>> order = new();
    public void Put(string key, T value)
    {
        var entry = new LruEntry<T> { Value = value };
        entry.Node = order.AddLast(entry);
        map[key] = entry;
    }
}
public sealed class Session { public readonly List<Basket> Baskets = new(); }
public sealed class SessionManager
{
    readonly ConcurrentDictionary<string, Session> sessions = new();
    public void Add(string user) { var s = new Session(); s.Baskets.Add(new() { Owner = s }); sessions[user] = s; }
}
public sealed class Report : Leaked { }
public sealed class Invoice : Leaked { }
public sealed class ProductPage : Leaked { }
public sealed class Basket : Leaked { public Session? Owner; }
public sealed class AuditRecord : Leaked { }
public sealed class Twice : Leaked { }
public sealed class TreeItem : Leaked { public readonly List<TreeItem> Children = new(); } // 40 of them

// Time and cancellation.
public sealed class Poller : Leaked { readonly Timer timer; public Poller() => timer = new(_ => Id++, null, 3_600_000, 3_600_000); }
public sealed class Heartbeat : Leaked { readonly System.Timers.Timer timer = new(3_600_000); public Heartbeat() { timer.Elapsed += (_, _) => Id++; timer.Start(); } }
public sealed class DelayedRetry : Leaked { public async Task Run() { await Task.Delay(3_600_000); Id++; } }
public sealed class TimedRequest : Leaked { readonly CancellationTokenSource source = new(TimeSpan.FromHours(1)); public TimedRequest() => source.Token.Register(() => Id++); }
public sealed class Connection : Leaked { public Connection() => Lifetime.Stopping.Token.Register(() => Id++); }
public static class Lifetime { public static readonly CancellationTokenSource Stopping = new(); }
public sealed class RequestContext : Leaked { }
public static class Ambient
{
    static readonly AsyncLocal<RequestContext?> current = new();
    static readonly List<Timer> timers = new();
    public static void Start() { current.Value = new(); timers.Add(new(static _ => { }, null, 3_600_000, 3_600_000)); current.Value = null; }
}

// Waiting for what never comes.
public sealed class Approval : Leaked { public async Task Wait(Task never) { await never; Id++; } }
public sealed class LockedWork : Leaked { static readonly SemaphoreSlim gate = new(0); public async Task Run() { await gate.WaitAsync(); Id++; } }
public sealed class YieldRow : Leaked { public IEnumerable<int> Items() { yield return Id; yield return Id; } }
public sealed class PoolItem : Leaked { }

// Handles, tables, threads, exceptions.
public sealed class NativePeer : Leaked { public readonly IntPtr Handle; public NativePeer() => Handle = (IntPtr)GCHandle.Alloc(this); }
public sealed class Extras : Leaked { }
public sealed class PerThread : Leaked { }
public sealed class NativeFile : Leaked { ~NativeFile() => Program.Gate.Wait(); }
public sealed class FaultedOrder : Leaked { }

public static class Program
{
    const int N = 10;
    public static readonly ManualResetEventSlim Gate = new();
    static readonly Bus bus = new();
    static readonly Aggregator aggregator = new();
    static readonly Subject<int> ticks = new();
    static readonly Clock clock = new();
    static readonly Dictionary<string, Report> reports = new();
    static readonly InvoiceStore invoices = new();
    static readonly LruCache<ProductPage> pages = new();
    static readonly SessionManager sessions = new();
    static readonly Channel<AuditRecord> audit = Channel.CreateUnbounded<AuditRecord>();
    static readonly List<Twice> first = new();
    static readonly Dictionary<int, Twice> second = new();
    static readonly TaskCompletionSource never = new();
    static readonly List<IEnumerator<int>> open = new();
    static readonly List<Task> background = new(), faulted = new();
    static readonly List<object> keys = new();
    static readonly ConditionalWeakTable<object, Extras> table = new();
    static readonly ThreadLocal<List<PerThread>> local = new(() => new());
    static TreeItem? root;

    static TreeItem Grow(int depth)
    {
        var item = new TreeItem();
        for (int i = 0; depth > 0 && i < 3; i++) item.Children.Add(Grow(depth - 1));
        return item;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Subscribe(int i)
    {
        _ = new PriceView(); _ = new ThemeView(); _ = new SettingsPage(); _ = new MessageList();
        _ = new OrderScreen(bus, i); _ = new DocumentModel(aggregator); _ = new TickerModel(ticks);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Store(int i)
    {
        reports["report " + i] = new(); invoices.Put(i); pages.Put("page " + i, new()); sessions.Add("user " + i);
        audit.Writer.TryWrite(new());
        var twice = new Twice(); first.Add(twice); second[i] = twice;
        var key = new object(); keys.Add(key); table.Add(key, new());
        faulted.Add(Task.FromException(new InvalidOperationException("order") { Data = { ["order"] = new FaultedOrder() } }));
        _ = new NativePeer();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Wait()
    {
        _ = new Poller(); _ = new Heartbeat(); _ = new DelayedRetry().Run(); _ = new TimedRequest(); _ = new Connection(); Ambient.Start();
        _ = new Approval().Wait(never.Task); _ = new LockedWork().Run();
        var items = new YieldRow().Items().GetEnumerator(); items.MoveNext(); open.Add(items);
        var item = new PoolItem(); background.Add(Task.Run(() => { Gate.Wait(); item.Id++; }));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Finalize(int n) { for (int i = 0; i < n; i++) _ = new NativeFile(); }

    static void Work(object? ready)
    {
        for (int i = 0; i < N; i++) local.Value!.Add(new());
        ((ManualResetEventSlim)ready!).Set();
        Thread.Sleep(Timeout.Infinite);
    }

    public static void Main(string[] arguments)
    {
        using var ready = new ManualResetEventSlim();
        ThreadPool.SetMinThreads(2, 2); ThreadPool.SetMaxThreads(2, 2);
        for (int i = 0; i < N; i++) { Subscribe(i); Store(i); Wait(); }
        clock.Tick += new SoleListener().OnTick;
        root = Grow(3);
        new Thread(Work) { IsBackground = true }.Start(ready);
        ready.Wait();
        GC.Collect(); GC.WaitForPendingFinalizers();
        Finalize(N);
        GC.Collect(); Thread.Sleep(300);
        File.WriteAllText(arguments[0], Environment.ProcessId.ToString());
        Thread.Sleep(Timeout.Infinite);
        clock.Raise(); AppEvents.Raise(); PriceFeed.Instance.Raise(); Settings.Current.Raise(); GC.KeepAlive(root);
    }
}
