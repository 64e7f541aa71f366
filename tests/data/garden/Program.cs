// A small process that keeps objects alive in every way a .gcdump can record: the source of ../garden.gcdump.
//
//   dotnet Garden.dll READY-FILE
//
// Writes its process id to READY-FILE and waits until that file is gone. Each Garden.…Plant is held by the kind of root
// or container in its name, in the number given in Plant().
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Garden;

public class Plant
{
    public long Height;
}

public sealed class StaticPlant : Plant { public StaticPlant? Next; }
public sealed class ThreadStaticPlant : Plant { }
public sealed class LocalPlant : Plant { }
public sealed class StrongHandlePlant : Plant { }
public sealed class WeakHandlePlant : Plant { }
public sealed class DependentPlant : Plant { }
public sealed class DictionaryPlant : Plant { }
public sealed class ListPlant : Plant { }
public sealed class TimerPlant : Plant { public void Water(object? state) => Height++; }
public sealed class ClosurePlant : Plant { }
public sealed class EventPlant : Plant { public void OnRain(object? sender, EventArgs e) => Height++; }
public sealed class SharedPlant : Plant { }
public sealed class TreePlant : Plant { public TreePlant? Left, Right, Parent; }
public struct Pot { public Plant? Inside; public int Size; }

public static class Ground
{
    public static StaticPlant? Chain;
    public static readonly List<ListPlant> List = new();
    public static readonly Dictionary<string, DictionaryPlant> ByName = new();
    public static readonly List<Timer> Timers = new();
    public static readonly ConditionalWeakTable<Plant, DependentPlant> Attached = new();
    public static readonly Pot[] Pots = new Pot[3];
    public static readonly SharedPlant[] First = new SharedPlant[4], Second = new SharedPlant[4];
    public static Action? Closure;
    public static TreePlant? Tree;
    public static event EventHandler? Rain;
    [ThreadStatic] public static ThreadStaticPlant? Own;

    public static void Plant()
    {
        for (int i = 0; i < 50; i++) Chain = new StaticPlant { Next = Chain };
        for (int i = 0; i < 20; i++) List.Add(new ListPlant());
        for (int i = 0; i < 15; i++) ByName.Add($"plant {i}", new DictionaryPlant());
        for (int i = 0; i < 4; i++) Timers.Add(new Timer(new TimerPlant().Water, null, 3_600_000, 3_600_000));
        foreach (var plant in List.Take(6)) Attached.Add(plant, new DependentPlant());
        for (int i = 0; i < Pots.Length; i++) Pots[i].Inside = new Plant();
        for (int i = 0; i < 4; i++) First[i] = Second[3 - i] = new SharedPlant();
        for (int i = 0; i < 7; i++) Rain += new EventPlant().OnRain;
        for (int i = 0; i < 3; i++) GCHandle.Alloc(new StrongHandlePlant());
        for (int i = 0; i < 3; i++) GCHandle.Alloc(new WeakHandlePlant(), GCHandleType.Weak);
        GCHandle.Alloc(new byte[300], GCHandleType.Pinned);
        var captured = new ClosurePlant();
        Closure = () => captured.Height++;
        Tree = Grow(5, null);
    }

    private static TreePlant? Grow(int depth, TreePlant? parent)
    {
        if (depth == 0) return null;
        var plant = new TreePlant { Parent = parent };
        plant.Left = Grow(depth - 1, plant);
        plant.Right = Grow(depth - 1, plant);
        return plant;
    }

    public static void Shower() => Rain?.Invoke(null, EventArgs.Empty);
}

public static class Program
{
    public static void Main(string[] args)
    {
        Ground.Plant();
        Ground.Shower();
        var ready = new ManualResetEventSlim();
        new Thread(() => Wait(ready)) { IsBackground = true, Name = "gardener" }.Start();
        ready.Wait();
        var local = new LocalPlant();
        GC.Collect();
        File.WriteAllText(args[0], Environment.ProcessId.ToString());
        while (File.Exists(args[0])) Thread.Sleep(50);
        GC.KeepAlive(local);
    }

    private static void Wait(ManualResetEventSlim ready)
    {
        Ground.Own = new ThreadStaticPlant();
        ready.Set();
        Thread.Sleep(Timeout.Infinite);
    }
}
