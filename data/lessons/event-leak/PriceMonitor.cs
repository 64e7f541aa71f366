using Shop.Catalog;

namespace Shop.Pricing;

public sealed record PriceChange(Product Product, decimal Price);

/// <summary>Tells whoever listens that a price has changed. One for the whole shop.</summary>
public sealed class PriceMonitor
{
    // An event is a list of delegates. Each delegate refers to the object whose method it calls, so whoever
    // subscribes is kept alive by the monitor until it unsubscribes.
    public event EventHandler<PriceChange>? PriceChanged;

    public int ListenerCount => PriceChanged?.GetInvocationList().Length ?? 0;

    public void Publish(Product product, decimal price) => PriceChanged?.Invoke(this, new PriceChange(product, price));
}
