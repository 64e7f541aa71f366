// A small process that waits in every way that `timers`, `async` and `object` tell apart: the source of
// ../cores/waiting-*.core.zst.
//
//   dotnet Waiting.dll READY-FILE
//
// Writes its process id to READY-FILE and waits until that file is gone.
namespace Waiting;

public class Guest
{
    public int Calls;
    public virtual void OnBell(object? sender, EventArgs e) => Calls++;
    public void OnTick(object? state) => Calls++;
}

public sealed class Regular : Guest { public override void OnBell(object? sender, EventArgs e) => Calls += 2; }
public sealed class Room<T> { public T? Inside; public void Enter(object? state) => Inside = default; }

public static class Hotel
{
    public static readonly TaskCompletionSource Door = new();
    public static readonly TaskCompletionSource<int> Bill = new();
    public static readonly List<object> Kept = new();
    public static readonly List<Timer> Timers = new();
    public static event EventHandler? Bell, Alarm;

    // Three guests at the same awaits, one task that all wait for.
    public static async Task Stay(int n) { var name = "guest " + n; await CheckIn(n); GC.KeepAlive(name); }
    static async Task CheckIn(int n) { await Task.Yield(); await Unlock(n); }
    static async Task<int> Unlock(int n) { await Door.Task; return n; }
    // One more that waits at its second await, and a method that waits for two others.
    public static async Task Pay() { await Task.Yield(); await Task.CompletedTask; int due = await Bill.Task; GC.KeepAlive(due); }
    public static async Task All() { await Task.WhenAll(Stay(10), Pay()); }
    public static async Task Climb(int floor) { if (floor == 0) await Door.Task; else await Climb(floor - 1); }
    public static async Task Sleep() => await Task.Delay(TimeSpan.FromHours(3));

    public static void Tick(object? state) { }
    public static int Length(string text) => text.Length;

    public static void Open()
    {
        for (int i = 0; i < 3; i++) Kept.Add(Stay(i));
        Kept.Add(All());
        Kept.Add(Climb(5));
        Kept.Add(Sleep());
        Kept.Add(new Task(() => Tick(null)));
        Kept.Add(Door.Task.ContinueWith(t => 1));
        for (int i = 0; i < 5; i++) Timers.Add(new Timer(new Guest().OnTick, "state " + i, 3_600_000 + i, 60_000));
        Timers.Add(new Timer(Tick, null, 7_200_000, Timeout.Infinite));
        Timers.Add(new Timer(Tick, null, Timeout.Infinite, Timeout.Infinite));
        for (int i = 0; i < 12; i++) Bell += new Regular().OnBell;
        Alarm += new Guest().OnBell;
        Alarm += new Regular().OnBell;
        Kept.Add((Action<object?>)new Room<string>().Enter);
        Kept.Add((Func<string, int>)Length);
        Kept.Add((Action<object?>)(state => { }));
        Kept.Add((Action<object?>)((Action<object?>)Tick).Invoke);
    }

    public static void Ring() { Bell?.Invoke(null, EventArgs.Empty); Alarm?.Invoke(null, EventArgs.Empty); }
}

public static class Program
{
    public static void Main(string[] args)
    {
        Hotel.Open();
        Hotel.Ring();
        Thread.Sleep(200);
        GC.Collect();
        File.WriteAllText(args[0], Environment.ProcessId.ToString());
        while (File.Exists(args[0])) Thread.Sleep(50);
    }
}
