using Shop.Catalog;
using Shop.Pricing;

namespace Shop.Web;

/// <summary>What one page needs while it is being made: a basket and a buffer. Meant to live for milliseconds.</summary>
public sealed class PageContext : IDisposable
{
    private readonly PriceMonitor _prices;
    private readonly Basket _basket = new();
    private readonly byte[] _html = new byte[2048];

    public PageContext(PriceMonitor prices, ProductCatalog products)
    {
        _prices = prices;
        _basket.Currency = products.Currency;
        _prices.PriceChanged += OnPriceChanged; // here it begins
    }

    public void Add(Product product) => _basket.Lines.Add(new BasketLine(product, 1));

    public void Render() => _html[0] = (byte)_basket.Lines.Count;

    private void OnPriceChanged(object? sender, PriceChange change) => _html[1]++;

    public void Dispose() => _prices.PriceChanged -= OnPriceChanged; // right, but nobody calls it
}

public sealed class Basket
{
    public string Currency = "";
    public readonly List<BasketLine> Lines = new();
}

public sealed record BasketLine(Product Product, int Quantity);
