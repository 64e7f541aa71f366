"""Asks SOS (dotnet-dump analyze), and Mangrove, about one dump."""
import json
import os
import re
import subprocess

CACHE = os.environ.get('MANGROVE_LAB_CACHE', os.path.expanduser('~/.cache/mangrove-labs'))
DOTNET_DUMP = os.path.join(CACHE, 'tools', 'dotnet-dump')
BUILD = os.environ.get('MANGROVE_BUILD', '_build')
# So many commands go into one run: the operating system limits the length of a command line.
BATCH = 3000
# Its answer parts the others.
MARK, MARK_TEXT = 'setsymbolserver -disable', 'Current symbol store settings:'


def mangrove(command, dump, *more):
    """The JSON that mangrove-cli prints; None when it refuses."""
    done = subprocess.run([os.path.join(BUILD, 'app', 'cli', 'mangrove-cli'), command, dump, '--format', 'json', *more],
                          capture_output=True, check=False)
    if done.returncode not in (0, 4):
        return None
    return json.loads(done.stdout)


class Sos:
    """SOS on one dump; the runtime that was dumped is looked for in the cache when it is not at its old place."""

    def __init__(self, dump):
        self.dump = dump
        info = mangrove('info', dump)
        version = re.search(r'\d[\d.]+', (info or {}).get('runtime', {}).get('version') or '')
        folder = version and os.path.join(CACHE, 'runtime-' + version.group(), 'shared', 'Microsoft.NETCore.App',
                                          version.group())
        self.setup = ['setclrpath ' + folder] if folder and os.path.isdir(folder) else []

    def run(self, commands):
        words = [DOTNET_DUMP, 'analyze', self.dump]
        for command in self.setup + commands + ['exit']:
            words += ['-c', command]
        environment = dict(os.environ, DOTNET_CLI_TELEMETRY_OPTOUT='1', DOTNET_NOLOGO='1')
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env=environment)
        return done.stdout.decode(errors='replace')

    def ask(self, commands):
        """The answer to each command, as text."""
        answers = []
        while len(answers) < len(commands):
            batch = commands[len(answers):len(answers) + BATCH]
            text = self.run([word for command in batch for word in (MARK, command)] + [MARK])
            parts = re.split('^' + re.escape(MARK_TEXT) + r'\n', text, flags=re.MULTILINE)[1:]
            if not parts:
                raise RuntimeError('no answers: ' + text[:500])
            # A command that fails ends the run: the next one begins behind it.
            answers += parts[:len(batch)]
        return answers


class Report:
    """Counts what is equal, and prints the first differences of each kind."""

    def __init__(self, shown=5):
        self.equal = {}
        self.different = {}
        self.shown = shown

    def check(self, kind, same, text=''):
        if same:
            self.equal[kind] = self.equal.get(kind, 0) + 1
            return
        self.different[kind] = self.different.get(kind, 0) + 1
        if self.different[kind] <= self.shown:
            print('    %s: %s' % (kind, text))

    def line(self):
        kinds = sorted(set(self.equal) | set(self.different))
        return ', '.join('%s %d of %d' % (k, self.equal.get(k, 0), self.equal.get(k, 0) + self.different.get(k, 0))
                         for k in kinds)
