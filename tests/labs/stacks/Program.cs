// A process with threads in every state that a stack walk has to get through.
//
//   dotnet stacks.dll [still] READY-FILE
//
// Each thread is named after what it does: waits of each kind, loops in managed code, exceptions being thrown, sleeping
// inside catch, finally and filter, native calls and callbacks from native code, deep recursion, generic, dynamic and
// reflected methods, big frames, async methods that run on pool threads. Writes its process id to READY-FILE and goes on.
// `still`: without the threads that work, and with fewer frames, so that the dump is small.
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Stacks;

public interface IShape { double Area<T>(T scale); }
public sealed class Square : IShape
{
    public double Side = 2;
    [MethodImpl(MethodImplOptions.NoInlining)] public double Area<T>(T scale) { Program.Park(); return Side * Side + (scale?.GetHashCode() ?? 0); }
}
public class Box<T>
{
    public T? Value;
    [MethodImpl(MethodImplOptions.NoInlining)] public virtual U Map<U>(Func<T?, U> map) { var result = map(Value); GC.KeepAlive(this); return result; }
    public class Inner<V> { [MethodImpl(MethodImplOptions.NoInlining)] public static int Stay(T? a, V? b) { Program.Park(); return (a is null ? 0 : 1) + (b is null ? 0 : 1); } }
}
public struct Point(int x, int y) { public int X = x, Y = y; [MethodImpl(MethodImplOptions.NoInlining)] public int Stay() { Program.Park(); return X + Y; } }

public static class Asynchronous
{
    public static async Task Outer(int n) { await Task.Yield(); await Inner(n); Program.s_sink++; }
    static async Task<int> Inner(int n) { await Task.Delay(5); if (n == 0) { Program.Park(); } else if (n == 1) { while (!Program.s_stop) { Program.s_sink = Program.Work(Program.s_sink); await Task.Yield(); } } else await new TaskCompletionSource().Task; return n; }
}

public static unsafe class Program
{
    static readonly object Gate = new();
    static readonly ManualResetEvent Never = new(false);
    static readonly SemaphoreSlim NeverSlim = new(0);
    static readonly ManualResetEventSlim NeverSlimEvent = new(false);
    public static volatile int s_sink;
    public static volatile bool s_stop;

    [DllImport("libc")] static extern int usleep(uint microseconds);
    [DllImport("libc")] static extern void qsort(int* items, nint count, nint size, delegate* unmanaged[Cdecl]<int*, int*, int> compare);
    [DllImport("libc", SetLastError = true)] static extern int poll(void* files, ulong count, int timeout);

    [MethodImpl(MethodImplOptions.NoInlining)] public static void Park() => Thread.Sleep(Timeout.Infinite);
    [MethodImpl(MethodImplOptions.NoInlining)] public static int Work(int n) { int x = n; for (int i = 0; i < 1000; i++) x = x * 31 + i; return x; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int Middle(int n) => n == 0 ? Work(1) : Middle(n - 1) + 1;
    [MethodImpl(MethodImplOptions.NoInlining)] static void Thrower(int depth) { if (depth == 0) throw new InvalidOperationException("thrown"); Thrower(depth - 1); s_sink++; }
    [MethodImpl(MethodImplOptions.NoInlining)] static bool ParkInFilter(Exception e) { Park(); return e is not null; }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    static int CompareAndStay(int* a, int* b) { Park(); return *a - *b; }

    static void Start(string name, Action action, int stack = 0)
        => new Thread(() => action(), stack) { IsBackground = true, Name = name }.Start();

    static void Waits()
    {
        Start("sleep", Park);
        Start("monitor wait", () => { lock (NeverSlim) Monitor.Wait(NeverSlim); });
        Start("monitor enter", () => { lock (Gate) s_sink++; });
        Start("event", () => Never.WaitOne());
        Start("any", () => WaitHandle.WaitAny([Never, new AutoResetEvent(false)]));
        Start("semaphore", NeverSlim.Wait);
        Start("slim event", NeverSlimEvent.Wait);
        Start("join", () => { var thread = new Thread(Park) { IsBackground = true }; thread.Start(); thread.Join(); });
        Start("task wait", () => new TaskCompletionSource().Task.Wait());
        Start("timed wait", () => { while (true) Never.WaitOne(100); });
    }

    static void Busy()
    {
        Start("loop", () => { while (!s_stop) s_sink = Work(s_sink); });
        Start("calls", () => { while (!s_stop) s_sink = Middle(40); });
        Start("allocates", () => { object? keep = null; while (!s_stop) { keep = new object[Random.Shared.Next(100)]; if (s_sink % 100 == 0) Thread.Sleep(1); } GC.KeepAlive(keep); });
        Start("sorts", () => { while (!s_stop) { var items = Enumerable.Range(0, 1000).OrderBy(i => Work(i)).ToArray(); s_sink += items.Length; } });
        Start("formats", () => { while (!s_stop) s_sink += string.Format("{0} {1:x} {2}", s_sink, s_sink, DateTime.Now).Length; });
    }

    static void Exceptions()
    {
        Start("throws", () => { while (!s_stop) { try { Thrower(10); } catch (InvalidOperationException) { s_sink++; } } });
        Start("rethrows", () => { while (!s_stop) { try { try { Thrower(3); } catch (InvalidOperationException) { throw; } } catch (Exception e) when (e.Message != "") { s_sink++; } finally { s_sink--; } } });
        Start("in catch", () => { try { Thrower(5); } catch (InvalidOperationException) { Park(); } });
        Start("in finally", () => { try { s_sink++; } finally { Park(); } });
        Start("in finally of a throw", () => { try { try { Thrower(2); } finally { Park(); } } catch (Exception) { s_sink++; } });
        Start("in filter", () => { try { Thrower(5); } catch (Exception e) when (ParkInFilter(e)) { s_sink++; } });
        Start("nested", () => { try { Thrower(1); } catch (Exception) { try { Thrower(4); } catch (Exception) { Park(); } } });
        Start("null reference", () => { while (!s_stop) { try { s_sink += ((string)null!).Length; } catch (NullReferenceException) { s_sink++; } } });
        Start("hardware, in catch", () => { try { s_sink += ((string)null!).Length; } catch (NullReferenceException) { Park(); } });
    }

    static void Natives()
    {
        Start("usleep", () => { while (true) usleep(1_000_000_000); });
        Start("poll", () => { while (true) poll(null, 0, -1); });
        Start("callback", () => { int* items = stackalloc int[4]; for (int i = 0; i < 4; i++) items[i] = 4 - i; qsort(items, 4, 4, &CompareAndStay); });
        Start("reads", () => { using var pipe = new System.IO.Pipes.AnonymousPipeServerStream(System.IO.Pipes.PipeDirection.In); _ = pipe.ReadByte(); });
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static int Deep(int n) { if (n == 0) { Park(); return 0; } return Deep(n - 1) + 1; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int DeepA(int n, string s) { if (n == 0) { Park(); return 0; } Span<byte> space = stackalloc byte[n % 200 + 16]; space[0] = 1; return DeepB(n - 1, s) + space[0]; }
    [MethodImpl(MethodImplOptions.NoInlining)] static int DeepB(int n, string s) { try { return DeepA(n, s) + 1; } finally { s_sink++; } }
    [MethodImpl(MethodImplOptions.NoInlining)] static int BigFrame(int n) { byte* big = stackalloc byte[20_000]; Big big2 = default; big[n] = 1; Use(ref big2); Park(); return big[n] + big2.Data[3]; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Use(ref Big big) => big.Data[3] = 5;
    struct Big { public fixed byte Data[20_000]; }

    static void Deeps()
    {
        Start("deep", () => Deep(s_stop ? 200 : 5000), 16 << 20);
        Start("deep, uneven", () => DeepA(s_stop ? 100 : 2000, "x"), 16 << 20);
        Start("big frame", () => BigFrame(5), 16 << 20);
    }

    static DynamicMethod MakeDynamic()
    {
        var method = new DynamicMethod("Emitted", typeof(int), [typeof(int)], typeof(Program).Module, true);
        var il = method.GetILGenerator();
        il.Emit(OpCodes.Call, typeof(Program).GetMethod(nameof(Park))!);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ret);
        return method;
    }

    static Type MakeType()
    {
        var builder = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("EmittedAssembly"), AssemblyBuilderAccess.Run).DefineDynamicModule("EmittedModule").DefineType("Emitted.Type", TypeAttributes.Public);
        var il = builder.DefineMethod("Stay", MethodAttributes.Public | MethodAttributes.Static, typeof(void), []).GetILGenerator();
        il.Emit(OpCodes.Call, typeof(Program).GetMethod(nameof(Park))!);
        il.Emit(OpCodes.Ret);
        return builder.CreateType();
    }

    static void Generics()
    {
        Start("generic method", () => s_sink = (int)((IShape)new Square()).Area("text"));
        Start("generic method of a struct", () => s_sink = (int)((IShape)new Square()).Area(new Point(1, 2)));
        Start("generic class", () => s_sink = new Box<string> { Value = "v" }.Map(v => { Park(); return v!.Length; }));
        Start("generic struct", () => s_sink = new Box<Point> { Value = new(1, 2) }.Map(v => v.Stay()));
        Start("nested generic", () => s_sink = Box<string>.Inner<int>.Stay("a", 1));
        Start("dynamic method", () => s_sink = MakeDynamic().CreateDelegate<Func<int, int>>()(5));
        Start("emitted type", () => MakeType().GetMethod("Stay")!.Invoke(null, null));
        Start("expression", () => Expression.Lambda<Action>(Expression.Call(typeof(Program).GetMethod(nameof(Park))!)).Compile()());
        Start("reflection", () => typeof(Program).GetMethod(nameof(Park))!.Invoke(null, null));
        Start("multicast", () => { Action all = () => s_sink++; all += Park; all(); });
        Start("class constructor", () => RuntimeHelpers.RunClassConstructor(typeof(Late).TypeHandle));
        Start("iterator", () => { foreach (int i in Numbers()) s_sink += i; });
    }

    static IEnumerable<int> Numbers() { yield return 1; Park(); yield return 2; }
    static class Late { static Late() { Park(); } }

    public static void Main(string[] args)
    {
        s_stop = args.Length > 1 && args[0] == "still";
        lock (Gate)
        {
            ThreadPool.SetMinThreads(8, 4);
            Waits(); Busy(); Exceptions(); Natives(); Deeps(); Generics();
            for (int i = 0; i < 6; i++) _ = Asynchronous.Outer(i % 3);
            Thread.Sleep(1500);
            if (args.Length > 0) File.WriteAllText(args[^1], Environment.ProcessId.ToString());
            Park();
        }
    }
}
