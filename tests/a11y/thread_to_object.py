"""By keys alone: from a thread of a core dump to a local variable's object, its fields, and why it is alive."""
import os
import shutil

from mangrove_window import FILES, SOURCE, Failed, Window, run, wait

PACKED = os.path.join(SOURCE, 'tests/data/cores/garden-10.0.15.core.zst')
CORE = os.path.join(FILES, 'garden.core.zst')


def table(window, *columns):
    """The table whose header has all these columns."""
    return wait(lambda: next((t for t in window.all('tree table')
                              if all(column in cells for column in columns for cells in window.rows(t)[:1])), None),
                'a table with the columns %s' % ', '.join(columns))


def rows(window, *columns):
    return window.rows(table(window, *columns))[1:]


def focus(window, *parts):
    """Waits until the focus is on something whose name has all the parts."""
    return wait(lambda: all(part in (window.focused() or window.app).name for part in parts),
                'the focus on %s; it is on "%s"' % (' '.join(parts), getattr(window.focused(), 'name', None)))


def tab_to(window, name, limit=30):
    """Presses Tab until the focus is on NAME."""
    for _ in range(limit):
        window.keys('Tab')
        try:
            wait(lambda: name in (window.focused() or window.app).name, name, 0.4)
            return
        except Failed:
            pass
    raise Failed('Tab does not lead to "%s"' % name)


def prepare(state):
    """the core is there, compressed"""
    shutil.copy(PACKED, CORE)


def explore(state):
    """Alt+4 leads to the overview, with the reader's checks"""
    window = state['window'] = Window(CORE)
    wait(lambda: any('Garden.StaticPlant' in row for row in rows(window, 'Type', 'Count')), 'the row of StaticPlant')
    window.keys('alt+4')
    window.one('label', 'Self-Checks')
    focus(window, 'Overview')
    window.picture('overview')


def threads(state):
    """arrow keys walk the side bar; Enter on Threads leads to the rows"""
    window = state['window']
    for _ in range(2):
        window.keys('Down')
    focus(window, 'Threads')
    window.keys('Return')
    wait(lambda: any('gardener' in row for row in rows(window, 'OS thread', 'Newest frame')), 'the thread named gardener')
    wait(lambda: any('Garden.Program.Main' in row for row in rows(window, 'Method', 'Stack pointer')),
         'the frame Main of the thread that is chosen')
    window.picture('threads')


def objects(state):
    """what the thread holds is found by typing its type"""
    window = state['window']
    tab_to(window, 'Objects')
    window.keys('space')
    table(window, 'Object', 'In the method')
    tab_to(window, 'Find objects')
    window.type('LocalPlant')
    wait(lambda: [row[0] for row in rows(window, 'Object', 'In the method')] == ['Garden.LocalPlant'], 'the one row of LocalPlant')
    window.keys('Return')
    window.picture('objects')


def fields(state):
    """Ctrl+J shows the object with its field"""
    window = state['window']
    window.keys('ctrl+j')
    wait(lambda: any(row[:3] == ['Height', 'System.Int64', '0'] for row in rows(window, 'Field', 'Value')), 'the field Height, 0')
    window.one('label', 'Garden.LocalPlant')
    window.picture('object')


def why(state):
    """the button asks why it is alive; the graph tells of the local variable"""
    window = state['window']
    tab_to(window, 'Why Is It Alive?')
    window.keys('space')
    wait(lambda: any('LocalPlant' in item.name for tree in window.all('tree') for item in window.all('tree item', within=tree)),
         'the node of LocalPlant')
    window.one('label', lambda name: 'LocalPlant' in name and 'Main' in name, what='an answer that names the method')
    window.picture('why')


def back(state):
    """Alt+Left leads back, in the end to the threads"""
    window = state['window']
    for _ in range(2):
        window.keys('alt+Left')
    wait(lambda: any('gardener' in row for row in rows(window, 'OS thread', 'Newest frame')), 'the threads')


def end(state):
    """the program ends well and complained about nothing"""
    state['window'].end_well()


run('a11y-thread-to-object', prepare, explore, threads, objects, fields, why, back, end)
