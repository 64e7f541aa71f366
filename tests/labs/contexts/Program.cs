// A process with collectible load contexts that should have been unloaded.
//
//   dotnet contexts.dll READY-FILE
//
// It loads itself again into six contexts and unloads all of them. Two live on because of an event's handler, two because of
// an empty array of their type, one because of a plain object; the last one is really gone. Each has a Plugin with statics.
// Writes its process id to READY-FILE and waits.
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Contexts;

public sealed class State { public int Number; }
public sealed class Box<T> { public static List<T>? Shared; }

public sealed class Plugin
{
    static readonly List<State> Kept = new();
    readonly State _state = new();

    public Plugin()
    {
        Kept.Add(new State { Number = 1 });
        Box<State>.Shared = new() { new State { Number = 2 } };
    }

    public void OnTick(object? sender, EventArgs e) => _state.Number++;
}

public static class Host
{
    static event EventHandler? Tick;
    static readonly List<object> Held = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Load(int number)
    {
        var context = new AssemblyLoadContext("context " + number, isCollectible: true);
        var type = context.LoadFromAssemblyPath(typeof(Host).Assembly.Location).GetType("Contexts.Plugin")!;
        var plugin = Activator.CreateInstance(type)!;

        if (number < 2) Tick += (EventHandler)Delegate.CreateDelegate(typeof(EventHandler), plugin, type.GetMethod("OnTick")!);
        else if (number < 4) Held.Add(Array.CreateInstance(type, 0));
        else if (number < 5) Held.Add(plugin);
        context.Unload();
    }

    public static void Main(string[] args)
    {
        var thread = new Thread(() => { for (int i = 0; i < 6; i++) Load(i); });
        thread.Start();
        thread.Join();
        for (int i = 0; i < 8; i++) { GC.Collect(); GC.WaitForPendingFinalizers(); }
        File.WriteAllText(args[0], Environment.ProcessId.ToString());
        Thread.Sleep(Timeout.Infinite);
        Tick?.Invoke(null, EventArgs.Empty);
    }
}
