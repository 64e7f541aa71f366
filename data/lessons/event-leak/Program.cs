// The practice leak: a shop whose pages listen to price changes and are never disposed.
//
//   dotnet run -c Release -- [PAGES] [READY-FILE]
//
// Serves PAGES pages (default 3,000), writes its process id to READY-FILE (or prints it), and waits: time to take a
// snapshot with "dotnet-gcdump collect -p PID". Enter, or deleting READY-FILE, ends it.
using Shop.Catalog;
using Shop.Pricing;
using Shop.Web;

namespace Shop;

public static class Program
{
    // Both live as long as the process does. That is right for both: neither of them is the bug.
    private static readonly PriceMonitor Prices = new();
    private static readonly ProductCatalog Products = new(count: 400);

    public static void Main(string[] args)
    {
        int pages = args.Length > 0 ? int.Parse(args[0]) : 3_000;

        for (int i = 0; i < pages; i++)
            Serve(i);
        Prices.Publish(Products.Find(17), 19.99m);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine($"{pages} pages served, {Prices.ListenerCount} still listen to prices");
        WaitForTheEnd(args.Length > 1 ? args[1] : null);
        GC.KeepAlive(Prices);
    }

    // One request. The page is done when this returns, and yet it stays: nobody disposes it.
    private static void Serve(int request)
    {
        var page = new PageContext(Prices, Products);
        page.Add(Products.Find(request));
        page.Render();
    }

    private static void WaitForTheEnd(string? readyFile)
    {
        if (readyFile is null)
        {
            Console.WriteLine($"process {Environment.ProcessId} waits for its snapshot; Enter ends it");
            Console.ReadLine();
            return;
        }
        File.WriteAllText(readyFile, Environment.ProcessId.ToString());
        while (File.Exists(readyFile))
            Thread.Sleep(50);
    }
}
