"""Opening can be left at any moment; the window stays alive while it works on a big file."""
import os
import subprocess
import threading
import time

from mangrove_window import BUILD, FILES, LESSON, Failed, Window, run, wait

# A pipe that stops half way: a file that takes as long to arrive as the test wants.
SLOW = os.path.join(FILES, 'slow.gcdump')
BIG = os.path.join(FILES, 'big.gcdump')
OBJECTS = os.environ.get('MG_JOURNEY_OBJECTS', '4000000')


def shows_type(window, name):
    return wait(lambda: any(name in row for table in window.all('tree table') for row in window.rows(table)), 'a row of ' + name)


def feed(done):
    """Writes half of the lesson into the pipe and waits with the rest."""
    try:
        with open(LESSON, 'rb') as file, open(SLOW, 'wb', buffering=0) as pipe:
            content = file.read()
            pipe.write(content[:len(content) // 2])
            done.wait()
    except BrokenPipeError:
        pass  # the window lost interest, as it should


def prepare(state):
    """a file that arrives slowly, and a big one"""
    os.mkfifo(SLOW)
    state['done'] = threading.Event()
    threading.Thread(target=feed, args=(state['done'],), daemon=True).start()
    subprocess.run([os.path.join(BUILD, 'tests/bench/gen-gcdump'), BIG, 'heap', OBJECTS], check=True, stdout=subprocess.DEVNULL)


def progress(state):
    """opening shows the file's name, a stage, and has a Cancel with the focus"""
    window = state['window'] = Window(SLOW)
    window.one('label', 'slow.gcdump')
    window.one('progress bar', 'Progress of opening')
    wait(lambda: (window.focused() or window.app).name == '_Cancel Cancel', 'the focus on Cancel')
    window.picture('opening')


def cancel(state):
    """Cancel leads to the welcome page at once"""
    window = state['window']
    start = time.monotonic()
    window.press('_Cancel Cancel')
    wait(lambda: (window.focused() or window.app).name == '_Open a File… Open a File…', 'the welcome page', 5)
    state['done'].set()
    if time.monotonic() - start > 2:
        raise Failed('it took %.1f s' % (time.monotonic() - start))


def another(state):
    """after that another file opens as ever"""
    window = state['window']
    window.press('Try the _Practice Leak Try the Practice Leak')
    shows_type(window, 'Shop.Web.PageContext')
    if window.close() != 0:
        raise Failed('exit status %s: %s' % (window.process.returncode, window.messages()[-3000:]))


def alive(state):
    """the window answers while it works on a big file"""
    window = state['window'] = Window(BIG)
    slowest = 0
    end = time.monotonic() + 3
    while time.monotonic() < end:
        start = time.monotonic()
        window.app.getChildAtIndex(0).childCount
        slowest = max(slowest, time.monotonic() - start)
        time.sleep(0.01)
    if slowest > 0.5:
        raise Failed('an answer took %.2f s' % slowest)
    window.one('label', lambda name: 'big.gcdump' in name and 'objects' in name, what='the status line of the big file')


def end(state):
    """the program ends well, whatever it is doing"""
    state['window'].end_well()


run('a11y-cancel-opening', prepare, progress, cancel, another, alive, end)
