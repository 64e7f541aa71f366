"""Drives the window of Mangrove through the accessibility bus, as a screen reader does.

Everything waits for a condition, never for a time. References die with their widget: look things up again each time.
"""
import os
import subprocess
import sys
import time

import pyatspi

SECONDS = 20 * float(os.environ.get('MG_JOURNEY_PATIENCE', '1'))
BUILD, SOURCE, FILES = (os.environ[name] for name in ('MG_BUILD', 'MG_SOURCE', 'MG_FILES'))
LESSON = os.path.join(SOURCE, 'data/lessons/event-leak/event-leak.gcdump')


class Failed(Exception):
    pass


def wait(condition, what, seconds=SECONDS):
    """Repeats condition() until it gives something true, which is returned."""
    end = time.monotonic() + seconds
    while True:
        try:
            result = condition()
        except Exception as error:  # the widget went away between two calls: look again
            if not ('no longer exists' in str(error) or 'not provided' in str(error) or type(error).__module__.startswith('gi')
                    or isinstance(error, (LookupError, NotImplementedError))):
                raise
            result = None
        if result:
            return result
        if time.monotonic() > end:
            raise Failed('waited %.0f s in vain for %s' % (seconds, what))
        time.sleep(0.03)


# What is not looked into unless it is where the search begins: rows and nodes come in hundreds, each with its cells.
CLOSED = ('tree table', 'table row', 'tree item')


def walk(root, prune=CLOSED, depth=40):
    """root and all below it, breadth first."""
    level = [root]
    while level and depth:
        below = []
        for item in level:
            if item is None:
                continue
            yield item
            if item is root or item.getRoleName() not in prune:
                below += [item.getChildAtIndex(i) for i in range(item.childCount)]
        level, depth = below, depth - 1


def has(item, *states):
    found = item.getState()
    return all(found.contains(state) for state in states)


class Window:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([os.path.join(BUILD, 'app', 'mangrove')] + list(arguments), stdout=subprocess.DEVNULL,
                                        stderr=open(os.path.join(FILES, 'stderr'), 'w'))
        self.app = wait(self.find_app, 'the program on the accessibility bus')

    def find_app(self):
        if self.process.poll() is not None:
            raise Failed('the program ended with status %s: %s' % (self.process.returncode, self.messages()))
        desktop = pyatspi.Registry.getDesktop(0)
        for i in range(desktop.childCount):
            app = desktop.getChildAtIndex(i)
            if app is not None and app.name == 'mangrove' and app.childCount:
                return app
        return None

    def messages(self):
        with open(os.path.join(FILES, 'stderr'), encoding='utf-8', errors='replace') as file:
            return file.read()

    def all(self, role=None, name=None, within=None, prune=CLOSED):
        """Items by role and by name (equal, or a function of it)."""
        matches = name if callable(name) else (lambda n: n == name)
        return [item for item in walk(within or self.app, prune) if (role is None or item.getRoleName() == role)
                and (name is None or matches(item.name or ''))]

    def one(self, role=None, name=None, within=None, what=None, seconds=SECONDS, prune=CLOSED):
        return wait(lambda: next(iter(self.all(role, name, within, prune)), None), what or '%s "%s"' % (role, name), seconds)

    def press(self, name, role=None):
        """Presses the button of that name."""
        def action():
            for item in self.all(role, name):
                if has(item, pyatspi.STATE_SENSITIVE):
                    for candidate in walk(item):
                        try:
                            if candidate.queryAction().nActions:
                                return candidate
                        except NotImplementedError:
                            pass
            return None
        wait(action, 'a button "%s" that can be pressed' % name).queryAction().doAction(0)

    def keys(self, *names):
        subprocess.run(['xdotool', 'key', '--clearmodifiers', '--delay', '40'] + list(names), check=True)

    def type(self, text):
        subprocess.run(['xdotool', 'type', '--delay', '15', text], check=True)

    def click(self, item, x=0.5, y=0.5, repeat=1):
        """Clicks into an item; matchbox puts the window at 0,0 and makes it as large as the screen."""
        box = item.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        subprocess.run(['xdotool', 'mousemove', str(int(box.x + box.width * x)), str(int(box.y + box.height * y)),
                        'click', '--repeat', str(repeat), '--delay', '80', '1'], check=True)

    def park_pointer(self):
        """Takes the pointer out of the way: a menu that opens under it has the item under it chosen."""
        subprocess.run(['xdotool', 'mousemove', '9999', '9999'], check=True)

    def rows(self, table, limit=16):
        """The texts of the header and of the first rows, in order: [["Type", "Count", …], ["MyApp.Order", "10", …], …]."""
        found = []
        for row in walk(table, prune=('table row',)):
            if row.getRoleName() == 'table row':
                labels = [label.name for label in walk(row, prune=()) if label.getRoleName() in ('label', 'static') and label.name]
                if labels:
                    found.append(labels)
                if len(found) >= limit:
                    break
        return found

    def focused(self):
        """What has the focus, outside of tables; None when nothing has."""
        return next((item for item in walk(self.app, prune=('tree table',)) if has(item, pyatspi.STATE_FOCUSED)), None)

    def focused_row(self):
        """The row of a table, or the tree's expander in it, that has the focus; None when none has."""
        for table in self.all('tree table'):
            for row in walk(table, prune=('table row',)):
                if row.getRoleName() != 'table row':
                    continue
                cell = row.getChildAtIndex(0)
                for item in (row, cell.getChildAtIndex(0) if cell is not None and cell.childCount else None):
                    if item is not None and has(item, pyatspi.STATE_FOCUSED):
                        return item
        return None

    def close(self):
        """Closes as a person does, and reports how it ended."""
        if self.process.poll() is None:
            self.keys('ctrl+q')
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise Failed('Ctrl+Q does not end the program')
        return self.process.returncode

    def end_well(self):
        """Closes, and insists that it ended well and complained about nothing."""
        if self.close() != 0:
            raise Failed('exit status %s: %s' % (self.process.returncode, self.messages()[-3000:]))
        if 'CRITICAL' in self.messages():
            raise Failed(self.messages())

    def picture(self, name):
        """A picture of the screen, for whoever wants to see (MG_JOURNEY_PICTURES names the folder)."""
        folder = os.environ.get('MG_JOURNEY_PICTURES')
        if folder:
            time.sleep(0.4)
            subprocess.run(['import', '-window', 'root', os.path.join(folder, name + '.png')], check=False)

    def tree(self):
        """What is on the bus, indented: for whoever writes the next journey."""
        def lines(item, depth):
            yield '%s%s "%s"' % ('  ' * depth, item.getRoleName(), item.name)
            for i in range(min(item.childCount, 12)):
                child = item.getChildAtIndex(i)
                if child is not None:
                    yield from lines(child, depth + 1)
        return '\n'.join(lines(self.app, 0))


def run(name, *steps):
    """Runs the steps in order, each a function with a docstring; one that fails ends the journey. Ends the program."""
    passed = 0
    window = {}
    for step in steps:
        try:
            step(window)
            passed += 1
        except Exception as error:
            print('%s: FAILED: %s: %s' % (name, step.__doc__ or step.__name__, error if isinstance(error, Failed) else repr(error)))
            for item in window.values():
                if isinstance(item, Window) and item.process.poll() is None:
                    print(item.tree())
                    print(item.messages())
                    item.picture('failed-' + name)
                    item.process.kill()
            break
    for item in window.values():
        if isinstance(item, Window) and item.process.poll() is None:
            item.process.kill()
    print('%s: %d passed, %d failed' % (name, passed, len(steps) - passed))
    sys.exit(0 if passed == len(steps) else 1)
