// A process that allocates without pause, so that a dump may be taken in the middle of a garbage collection.
//
//   dotnet storm.dll [THREADS] READY-FILE
//
// Writes its process id to READY-FILE once every thread is at work. THREADS (8) make small objects, strings, arrays,
// large arrays now and then, and keep some; one more thread asks for blocking collections again and again.
namespace Storm;

public sealed class Leaf { public int Number; public string? Text; public Leaf? Other; }
public struct Pair { public Leaf? First; public long Number; public object? Second; }

public static class Program
{
    static readonly Leaf?[][] Kept = new Leaf?[64][];
    static readonly byte[]?[] Large = new byte[]?[32];
    static long s_made;

    static void Allocate(int worker)
    {
        var random = new Random(worker);
        var kept = Kept[worker] = new Leaf?[20_000];
        Leaf? last = null;

        while (true)
        {
            for (int i = 0; i < 1000; i++)
            {
                var leaf = new Leaf { Number = i, Other = i % 7 == 0 ? null : last };
                if (i % 5 == 0) leaf.Text = "leaf " + i;
                if (i % 11 == 0) _ = new Pair[random.Next(1, 60)];
                if (i % 13 == 0) _ = new byte[random.Next(1, 5000)];
                last = leaf;
                kept[random.Next(kept.Length)] = leaf;
            }
            last = null;
            Interlocked.Add(ref s_made, 1000);
            if (random.Next(20) == 0) Large[random.Next(Large.Length)] = new byte[random.Next(90_000, 400_000)];
        }
    }

    public static void Main(string[] args)
    {
        int n = args.Length > 1 ? int.Parse(args[0]) : 8;

        for (int i = 0; i < n; i++)
        {
            int worker = i;
            new Thread(() => Allocate(worker)) { IsBackground = true, Name = "storm " + worker }.Start();
        }
        new Thread(() => { while (true) { GC.Collect(2, GCCollectionMode.Forced, true, true); Thread.Sleep(5); } })
        { IsBackground = true, Name = "collector" }.Start();
        while (Interlocked.Read(ref s_made) < 2_000_000) Thread.Sleep(10);
        if (args.Length > 0) File.WriteAllText(args[^1], Environment.ProcessId.ToString());
        Thread.Sleep(Timeout.Infinite);
    }
}
