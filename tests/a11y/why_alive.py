"""The whole way: open the practice leak, sort, choose a type, read the graph, walk it by keys, follow, go back, export."""
import os
import xml.etree.ElementTree

from mangrove_window import FILES, Failed, Window, run, wait, walk

PICTURE = os.path.join(FILES, 'why.svg')


def types_table(window):
    """The table of types: the one whose header has Count."""
    return wait(lambda: next((t for t in window.all('tree table') if any('Count' in row for row in window.rows(t)[:1])), None),
                'the table of types')


def rows(window):
    return window.rows(types_table(window))[1:]


def nodes(window):
    """Names of the graph's nodes."""
    return [item.name for tree in window.all('tree') for item in window.all('tree item', within=tree)]


def focus(window, *parts):
    """Waits until the focus is on something whose name has all the parts."""
    return wait(lambda: (lambda item: item if item and all(part in item.name for part in parts) else None)(window.focused()),
                'the focus on %s; it is on "%s"' % (' '.join(parts), getattr(window.focused(), 'name', None)))


def number(text):
    return int(text.replace(',', ''))


def open_leak(state):
    """the practice leak opens from the welcome page and fills the table"""
    window = state['window'] = Window()
    window.press('Try the _Practice Leak Try the Practice Leak')
    wait(lambda: any('Shop.Web.PageContext' in row for row in rows(window)), 'the row of PageContext')


def sort(state):
    """a click on the header Count sorts by it, biggest first"""
    window = state['window']
    header = next(label for label in walk(types_table(window), prune=()) if label.name == 'Count' and label.getRoleName() == 'label')
    for _ in range(2):
        window.click(header)
        try:
            wait(lambda: [number(row[1]) for row in rows(window)[:8]] == sorted((number(row[1]) for row in rows(window)), reverse=True)[:8],
                 'counts in descending order', 4)
            return
        except Failed:
            pass  # the first click may have sorted ascending
    raise Failed('no click on Count sorts it in descending order: %s' % rows(window)[:8])


def choose(state):
    """a row chosen by the pointer shows its instances"""
    window = state['window']
    row = next(label for label in walk(types_table(window), prune=()) if label.name == 'Shop.Web.PageContext')
    window.click(row, x=0.2)
    window.one('label', 'Instances of Shop.Web.PageContext')
    window.one('label', '3,000 objects')
    window.picture('types')


def graph(state):
    """Enter draws what keeps it alive: root, owner and subject have a node each"""
    window = state['window']
    window.keys('Return')
    wait(lambda: all(any(part in name for name in nodes(window)) for part in ('Prices', 'PriceMonitor', 'PageContext')),
         'the nodes of the graph')
    window.one('label', lambda name: name.startswith('All 3,000 PageContext are kept alive by the event handlers of one PriceMonitor'),
               what='the sentence')
    window.picture('retention')


def walk_by_keys(state):
    """arrow keys walk along the edges, from the subject to the root and back"""
    window = state['window']
    focus(window, 'PageContext')
    window.keys('Left')
    focus(window, 'PriceMonitor')
    window.keys('Left')
    focus(window, 'Prices')
    window.keys('Right')
    focus(window, 'PriceMonitor')


def follow(state):
    """Enter makes the node the new subject: the graph is then about the monitor"""
    window = state['window']
    window.keys('Return')
    wait(lambda: any('PriceMonitor' in name for name in nodes(window)) and not any('PageContext' in name for name in nodes(window)),
         'the graph of PriceMonitor')


def back(state):
    """Backspace returns to PageContext"""
    window = state['window']
    window.keys('BackSpace')
    wait(lambda: any('PageContext' in name for name in nodes(window)), 'the graph of PageContext')


def export(state):
    """the picture is saved as SVG through the menu and the file dialog"""
    window = state['window']
    window.press('Export and copy')
    window.press(lambda name: 'SVG…' in name)
    window.one('text', 'Name:', what='the name field of the file dialog')
    focus(window, 'Name:')
    window.keys('ctrl+a')
    window.type(PICTURE)
    window.keys('Return')
    wait(lambda: os.path.exists(PICTURE) and os.path.getsize(PICTURE) > 0, 'the file ' + PICTURE)
    text = ' '.join(xml.etree.ElementTree.parse(PICTURE).getroot().itertext())
    for part in ('Prices', 'PriceMonitor', 'PageContext', 'All 3,000 PageContext are kept alive'):
        if part not in text:
            raise Failed('"%s" is not in the picture' % part)


def end(state):
    """the program ends well and complained about nothing"""
    state['window'].end_well()


run('a11y-why-alive', open_leak, sort, choose, graph, walk_by_keys, follow, back, export, end)
