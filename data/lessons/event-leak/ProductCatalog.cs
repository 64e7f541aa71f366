namespace Shop.Catalog;

public sealed record Product(int Number, string Name);

/// <summary>A cache that is meant to stay: it is filled once and does not grow. Not every big object is a leak.</summary>
public sealed class ProductCatalog
{
    private readonly Dictionary<int, Product> _byNumber = new();

    public ProductCatalog(int count)
    {
        for (int i = 0; i < count; i++)
            _byNumber.Add(i, new Product(i, $"Product {i}"));
    }

    public string Currency => "EUR";

    public Product Find(int number) => _byNumber[number % _byNumber.Count];
}
