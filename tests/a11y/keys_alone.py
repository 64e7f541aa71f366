"""The main journey without a pointer: every key leads on, and after each the focus is on what one would expect."""
from mangrove_window import Window, run, wait


def focus(window, *parts):
    """Waits until what has the focus, outside of tables, has all the parts in its name."""
    def found():
        item = window.focused()
        return item if item is not None and all(part in item.name for part in parts) else None
    return wait(found, 'the focus on "%s"; it is on "%s"' % (' '.join(parts), getattr(window.focused(), 'name', None)))


def focus_row(window, *parts):
    """Waits until a row that has all the parts in its name has the focus."""
    def found():
        item = window.focused_row()
        return item if item is not None and all(part in item.name for part in parts) else None
    return wait(found, 'the focus on a row "%s"' % ' '.join(parts))


def start(state):
    """the first Tab stops are the welcome page's own: Return on the second opens the practice leak"""
    window = state['window'] = Window()
    window.park_pointer()
    focus(window, 'Open a File')
    window.keys('Tab')
    focus(window, 'Practice Leak')
    window.keys('Return')
    focus_row(window, 'System.Object[]', 'Count 9')


def search(state):
    """Enter after a search goes to the row found, wherever the focus was before"""
    window = state['window']
    window.keys('Down', 'Down', 'Down', 'Down', 'Down', 'ctrl+f')
    focus(window, 'Find types')
    window.type('Shop')
    window.keys('Return')
    focus_row(window, 'Shop.Pricing.PriceMonitor', 'Count 1')
    window.keys('Down', 'Down')
    focus_row(window, 'Shop.Web.PageContext', 'Count 3,000')


def leave_the_table(state):
    """Tab leaves the table for the instances and comes back to the same row; Alt+1 does so from anywhere on the page"""
    window = state['window']
    window.keys('Tab')
    focus(window, 'Columns of the instances')
    window.keys('shift+Tab')
    focus_row(window, 'Shop.Web.PageContext')
    window.keys('ctrl+j')
    focus_row(window, '0x', 'Bytes 40 bytes')
    window.keys('alt+1')
    focus_row(window, 'Shop.Web.PageContext')


def sort(state):
    """sorted by another column the same row has the focus"""
    window = state['window']
    window.keys('ctrl+1')
    focus_row(window, 'Shop.Web.PageContext')
    window.keys('ctrl+4')
    focus_row(window, 'Shop.Web.PageContext')


def retention(state):
    """Enter leads into the picture; the menu of a node gives the focus back"""
    window = state['window']
    window.keys('Return')
    focus(window, 'PageContext')
    window.keys('Left')
    focus(window, 'PriceMonitor')
    window.keys('Menu')
    focus(window, 'Why Is This Alive?')
    window.keys('Escape')
    focus(window, 'PriceMonitor')
    window.picture('node')


def dominators(state):
    """in the tree of dominators Right opens and goes in, Left goes out; Backspace goes back to the picture"""
    window = state['window']
    window.keys('alt+3')
    focus_row(window, 'PriceMonitor 0x')
    window.keys('Right', 'Right')
    focus_row(window, 'EventHandler<PriceChange> 0x')
    window.picture('dominators')
    window.keys('Left')
    focus_row(window, 'PriceMonitor 0x')
    window.keys('BackSpace')
    focus(window, 'PriceMonitor')


def export(state):
    """Ctrl+E asks for a file; given up, the focus is where it was"""
    window = state['window']
    window.keys('ctrl+e')
    focus(window, 'Name:')
    window.keys('Escape')
    focus(window, 'PriceMonitor')


def explore(state):
    """Alt+4 leads to the side bar, Tab into its page"""
    window = state['window']
    window.keys('alt+4')
    focus(window, 'Overview')
    window.keys('Down')
    focus(window, 'Object')


def side_windows(state):
    """preferences and shortcuts open, and leave by Escape to where one was"""
    window = state['window']
    window.keys('ctrl+comma')
    focus(window, 'Theme')
    window.keys('Escape')
    focus(window, 'Object')
    window.keys('ctrl+question')
    wait(lambda: window.all('label', 'Moving About'), 'the shortcuts window')
    window.keys('Escape')
    focus(window, 'Object')


def end(state):
    """the program ends well and complained about nothing"""
    state['window'].end_well()


run('a11y-keys-alone', start, search, leave_the_table, sort, retention, dominators, export, explore, side_windows, end)
