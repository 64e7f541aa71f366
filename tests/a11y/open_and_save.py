"""By keyboard alone: a file opened through the dialog, its types searched, the snapshot saved, and what was saved opened again."""
import os
import shutil

from mangrove_window import FILES, LESSON, Window, run, wait

COPY, SAVED = (os.path.join(FILES, name) for name in ('copy.gcdump', 'saved.gcdump'))


def types_shown(window, name):
    wait(lambda: any(name in row for table in window.all('tree table') for row in window.rows(table)), 'a row of ' + name)


def open_file(state):
    """Ctrl+O, the path, Return: the types of the file appear"""
    shutil.copy(LESSON, COPY)
    window = state['window'] = Window()
    wait(lambda: window.focused(), 'the focus somewhere')
    window.keys('ctrl+o')
    window.one(name=lambda name: 'Cancel' in name, what='the file dialog')
    window.type(COPY)
    window.keys('Return')
    types_shown(window, 'Shop.Web.PageContext')


def search(state):
    """Ctrl+F and a word leave the types that have it; Return goes to the first, Return again asks why it is alive"""
    window = state['window']
    window.keys('ctrl+f')
    window.type('pagecontext')
    wait(lambda: [row[0] for table in window.all('tree table') for row in window.rows(table)[1:]
                  if 'Shop' in row[0] or 'System' in row[0]][:1] == ['Shop.Web.PageContext'], 'the one type that was looked for')
    window.keys('Return')
    wait(lambda: any('Instances of Shop.Web.PageContext' in label.name for label in window.all('label')), 'its instances')
    window.keys('Return')
    window.one('label', lambda name: name.startswith('Why '), what='the question about the type')


def save(state):
    """F10, the menu, a name: the snapshot is saved"""
    window = state['window']
    window.keys('F10')
    window.one(name=lambda name: 'Save the Snapshot' in name, what='the menu')
    window.press(lambda name: 'Save the Snapshot' in name)
    window.press(lambda name: name.startswith('As .gcdump') or name.startswith('As .g_cdump'))
    window.one(name=lambda name: 'Cancel' in name, what='the file dialog')
    window.keys('ctrl+a')
    window.type(SAVED)
    window.keys('Return')
    wait(lambda: os.path.exists(SAVED) and os.path.getsize(SAVED) > 0, 'the saved file')
    window.one(name=lambda name: 'saved.gcdump' in name, what='a word that it is saved')


def open_again(state):
    """what was saved has the same types"""
    state['window'].end_well()
    window = state['window'] = Window(SAVED)
    types_shown(window, 'Shop.Web.PageContext')


def end(state):
    """the program ends well and complained about nothing"""
    state['window'].end_well()


run('a11y-open-and-save', open_file, search, save, open_again, end)
