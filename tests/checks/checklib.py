"""What the checks share: the files of the tree, C source without comments and strings, and the count at the end."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE_DIRS = ('analysis', 'ui', 'app', 'tests')


def walk(root=ROOT):
    """Paths of all files below ROOT, relative, sorted; without build folders, caches and version control."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith('_') and f not in ('.git', '.flatpak-builder', 'out'))
        found += [os.path.relpath(os.path.join(folder, f), root) for f in sorted(files)]
    return sorted(found)


def c_files(root=ROOT):
    return [p for p in walk(root) if p.endswith(('.c', '.h')) and p.split(os.sep)[0] in SOURCE_DIRS]


def read(path, root=ROOT):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        return file.read()


def blank(match):
    """Blanks of the same shape, so that line numbers stay."""
    return re.sub(r'[^\n]', ' ', match.group(0))


COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def code_only(text, keep_strings=False):
    """C source with comments (and strings) blanked out."""
    def replace(match):
        if keep_strings and match.group(0)[0] in '"\'':
            return match.group(0)
        return blank(match)
    return COMMENT.sub(replace, text)


class Report:
    """Counts what was checked; prints each failure; ends the program."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0

    def check(self, good, message):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(message)

    def end(self):
        print('%s: %d passed, %d failed' % (self.name, self.passed, self.failed))
        sys.exit(1 if self.failed or not self.passed else 0)


def skip(why):
    """Ends as skipped; as failed in CI, where nothing may be missing."""
    if os.environ.get('CI'):
        print('FAILED, not skipped, because CI is set: ' + why)
        sys.exit(1)
    print('skipped: ' + why)
    sys.exit(77)
