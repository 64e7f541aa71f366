// A big heap of ordinary shape: branches with shelves (dictionaries) of books, their loans in lists and arrays, readers
// that books and loans share, a chain of returns, and an event that is never unsubscribed.
// Usage: library MILLIONS READY-FILE
namespace Library;

public sealed class Branch { public string Name = ""; public Dictionary<int, Book> Shelf = new(); public event EventHandler? Closing; public void Close() => Closing?.Invoke(this, EventArgs.Empty); }
public sealed class Book { public int Number; public string Title = ""; public Branch? Home; public List<Loan> Loans = new(); }
public sealed class Loan { public DateTime Day; public Reader? Who; public Stamp[] Stamps = []; public Loan? Before; }
public sealed class Stamp { public int Day; public decimal Fee; public string? Remark; }
public sealed class Reader { public string Name = ""; public void OnClosing(object? sender, EventArgs e) { } }
public sealed class Return { public Return? Earlier, Later; public Loan? What; }

public static class Program
{
    static readonly List<Branch> Branches = [];
    static readonly Reader[] Readers = new Reader[10000];
    static Return? last;

    static Loan Lend(Random random, Loan? before, ref long made)
    {
        var loan = new Loan { Day = DateTime.UnixEpoch.AddSeconds(made), Who = Readers[random.Next(Readers.Length)], Before = before, Stamps = new Stamp[random.Next(1, 9)] };
        for (int i = 0; i < loan.Stamps.Length; i++)
            loan.Stamps[i] = new Stamp { Day = i, Fee = i * 0.5m, Remark = i % 3 == 0 ? $"stamp {made}" : null };
        made += 2 + loan.Stamps.Length * 4 / 3;
        return loan;
    }

    static void Fill(Branch branch, Random random, long target, ref long made)
    {
        for (int number = 0; number < 1000 && made < target; number++)
        {
            var book = new Book { Number = number, Title = $"book {number}", Home = branch };
            branch.Shelf[number] = book;
            made += 4;
            for (int n = random.Next(1, 12); n > 0; n--)
                book.Loans.Add(Lend(random, book.Loans.LastOrDefault(), ref made));
            var give = new Return { Earlier = last, What = book.Loans[0] };
            if (last != null)
                last.Later = give;
            last = give;
            made++;
        }
    }

    public static void Main(string[] arguments)
    {
        long target = (long)(double.Parse(arguments[0], System.Globalization.CultureInfo.InvariantCulture) * 1e6), made = 0;
        var random = new Random(7);
        for (int i = 0; i < Readers.Length; i++)
            Readers[i] = new Reader { Name = $"reader {i}" };
        while (made < target)
        {
            var branch = new Branch { Name = $"branch {Branches.Count}" };
            branch.Closing += Readers[random.Next(Readers.Length)].OnClosing;
            Branches.Add(branch);
            Fill(branch, random, target, ref made);
        }
        GC.Collect();
        File.WriteAllText(arguments[1], Environment.ProcessId.ToString());
        Thread.Sleep(Timeout.Infinite);
        GC.KeepAlive(last);
    }
}
