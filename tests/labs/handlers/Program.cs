// Threads that stand inside exception handlers and other places where it is not plain what a stack keeps alive.
//
//   dotnet handlers.dll READY-FILE
//
// Each method is compiled with optimisation. "Kept" objects are used once more after the thread would go on; "Dead" ones
// are not, and nothing may hold them. Writes its process id to READY-FILE and waits.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Handlers;

public class Thing { public int N; public override string ToString() => "thing " + N; }
public sealed class KeptInTry : Thing { }
public sealed class KeptInCatch : Thing { }
public sealed class KeptInFinally : Thing { }
public sealed class KeptInFilter : Thing { }
public sealed class KeptByCaller : Thing { }
public sealed class KeptArgument : Thing { }
public sealed class KeptInArray : Thing { }
public sealed class KeptInStruct : Thing { }
public sealed class KeptPinned : Thing { }
public sealed class DeadInThrower : Thing { }
public sealed class DeadLocal : Thing { }
public struct Pair { public object? First; public long Number; public object? Second; }

public static unsafe class Program
{
    private const MethodImplOptions Plain = MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining;
    private static int s_ready;

    [MethodImpl(Plain)] private static void Stay() { Interlocked.Increment(ref s_ready); Thread.Sleep(Timeout.Infinite); }

    [MethodImpl(Plain)]
    private static void Throw(Thing thing)
    {
        var dead = new DeadInThrower();
        GC.KeepAlive(dead);
        if (thing.N >= 0) throw new InvalidOperationException(thing.ToString());
    }

    [MethodImpl(Plain)]
    private static void Catch()
    {
        var before = new KeptInTry();
        try { Throw(before); }
        catch (InvalidOperationException e) { var inside = new KeptInCatch(); Stay(); GC.KeepAlive(inside); GC.KeepAlive(e); }
        GC.KeepAlive(before);
    }

    [MethodImpl(Plain)]
    private static void Finally()
    {
        var before = new KeptInTry();
        try { Inner(); }
        catch (InvalidOperationException e) { GC.KeepAlive(e); }
        GC.KeepAlive(before);
    }

    [MethodImpl(Plain)]
    private static void Inner()
    {
        var before = new KeptInTry();
        try { Throw(before); }
        finally { var inside = new KeptInFinally(); Stay(); GC.KeepAlive(inside); GC.KeepAlive(before); }
    }

    [MethodImpl(Plain)]
    private static void OrdinaryFinally()
    {
        var before = new KeptInTry();
        try { Use(new DeadLocal()); }
        finally { var inside = new KeptInFinally(); Stay(); GC.KeepAlive(inside); GC.KeepAlive(before); }
    }

    [MethodImpl(Plain)] private static bool Decide(Thing thing) { var inside = new KeptInFilter { N = thing.N }; Stay(); GC.KeepAlive(inside); return true; }

    [MethodImpl(Plain)]
    private static void Filter()
    {
        var before = new KeptInTry();
        try { Throw(before); }
        catch (InvalidOperationException e) when (Decide(before)) { GC.KeepAlive(e); }
        GC.KeepAlive(before);
    }

    [MethodImpl(Plain)]
    private static void Nested()
    {
        var before = new KeptInTry();
        try { Throw(before); }
        catch (InvalidOperationException)
        {
            var inside = new KeptInCatch();
            try { Throw(inside); }
            catch (InvalidOperationException e) { var deeper = new KeptInCatch(); Stay(); GC.KeepAlive(deeper); GC.KeepAlive(e); }
            GC.KeepAlive(inside);
        }
        GC.KeepAlive(before);
    }

    [MethodImpl(Plain)]
    private static void NullReference()
    {
        var before = new KeptInTry();
        Thing? none = s_ready >= 0 ? null : before;
        try { none!.N++; }
        catch (NullReferenceException e) { var inside = new KeptInCatch(); Stay(); GC.KeepAlive(inside); GC.KeepAlive(e); }
        GC.KeepAlive(before);
    }

    [MethodImpl(Plain)]
    private static void Arguments()
    {
        var own = new KeptByCaller();
        Use(new DeadLocal());
        Many(new KeptArgument(), new KeptArgument(), new KeptArgument(), new KeptArgument(), new KeptArgument(), new KeptArgument(), new KeptArgument(), new KeptArgument());
        GC.KeepAlive(own);
    }

    [MethodImpl(Plain)]
    private static void Many(Thing a, Thing b, Thing c, Thing d, Thing e, Thing f, Thing g, Thing h)
    {
        Stay();
        GC.KeepAlive(a); GC.KeepAlive(b); GC.KeepAlive(c); GC.KeepAlive(d); GC.KeepAlive(e); GC.KeepAlive(f); GC.KeepAlive(g); GC.KeepAlive(h);
    }

    /* The array and the struct are reached by references into their middle only. */
    [MethodImpl(Plain)]
    private static void Inside()
    {
        var array = new Thing[6];
        for (int i = 0; i < array.Length; i++) array[i] = new KeptInArray();
        Pair pair = new() { First = new KeptInStruct(), Second = new KeptInStruct() };
        Refer(ref array[4], ref pair);
    }

    [MethodImpl(Plain)]
    private static void Refer(ref Thing element, ref Pair pair)
    {
        Stay();
        GC.KeepAlive(element); GC.KeepAlive(pair.Second);
    }

    [MethodImpl(Plain)] private static void Pin() { var things = new byte[64]; fixed (byte* first = things) { Stay(); *first = 1; } }
    [MethodImpl(Plain)] private static void Use(Thing thing) => thing.N++;
    [MethodImpl(Plain)] private static void Deep() => Recurse(5, new DeadLocal());
    [MethodImpl(Plain)] private static int Recurse(int n, Thing thing) { var own = new KeptByCaller(); if (n > 0) Recurse(n - 1, own); else Stay(); GC.KeepAlive(own); return own.N; }

    public static void Main(string[] args)
    {
        Action[] all = { Catch, Finally, OrdinaryFinally, Filter, Nested, NullReference, Arguments, Inside, Pin, Deep };
        foreach (var action in all)
            new Thread(() => action(), 256 << 10) { IsBackground = true, Name = action.Method.Name }.Start();
        while (Volatile.Read(ref s_ready) < all.Length) Thread.Sleep(5);
        File.WriteAllText(args[0], Environment.ProcessId.ToString());
        Thread.Sleep(Timeout.Infinite);
    }
}
