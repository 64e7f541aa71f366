"""Files that cannot be opened get a page that says what, why and what to do; nothing else changes."""
import os

from mangrove_window import FILES, LESSON, Window, run, wait

NOTES, HALF, EMPTY = (os.path.join(FILES, name) for name in ('notes.gcdump', 'half.gcdump', 'empty.gcdump'))


def focus_on(window, name):
    """The page that is shown has the focus: of the others GTK says nothing on the bus."""
    wait(lambda: (window.focused() or window.app).name == name, 'the focus on "%s"' % name)


def shows(window, *parts):
    """Waits until labels hold all these parts."""
    for part in parts:
        window.one('label', lambda name: part in name, what='a label with "%s"' % part)


def prepare(state):
    """the files are made"""
    with open(NOTES, 'w', encoding='utf-8') as file:
        file.write('Dear diary, today I took a snapshot.\n' * 100)
    with open(LESSON, 'rb') as file:
        content = file.read()
    with open(HALF, 'wb') as file:
        file.write(content[:len(content) // 4])
    with open(EMPTY, 'wb') as file:
        pass


def foreign(state):
    """a text file gets a page that says so and names it"""
    window = state['window'] = Window(NOTES)
    shows(window, 'Not a Snapshot', 'notes.gcdump is a text file', NOTES)
    focus_on(window, '_Open Another File… Open Another File…')
    window.picture('error')


def try_again(state):
    """Try Again reads the file again: now it is a snapshot, and its types appear"""
    window = state['window']
    with open(LESSON, 'rb') as old, open(NOTES, 'wb') as new:
        new.write(old.read())
    window.press('_Try Again Try Again')
    wait(lambda: any('Shop.Web.PageContext' in row for table in window.all('tree table') for row in window.rows(table)),
         'the table of types')


def cut_off(state):
    """a file that is cut off says where it ends, and the first window keeps its snapshot"""
    state['window'].close()
    window = state['window'] = Window(HALF)
    shows(window, 'half.gcdump')
    wait(lambda: any(word in label.name for label in window.all('label') for word in ('Damaged', 'Too Early', 'lost', 'cut off')),
         'a word about what is lost')


def empty(state):
    """an empty file says what probably happened; Escape leads to the welcome page"""
    state['window'].close()
    window = state['window'] = Window(EMPTY)
    shows(window, 'empty.gcdump is empty')
    focus_on(window, '_Open Another File… Open Another File…')
    window.keys('Escape')
    focus_on(window, '_Open a File… Open a File…')


def end(state):
    """the program ends well and complained about nothing"""
    state['window'].end_well()


run('a11y-broken-file', prepare, foreign, try_again, cut_off, empty, end)
