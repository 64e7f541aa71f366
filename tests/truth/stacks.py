"""The managed frames of every thread, against clrstack -all."""
import re

from sos import mangrove

THREAD = re.compile(r'^OS Thread Id: 0x([0-9a-f]+)')
# SOS breaks off a line for it, when it meets a dynamic assembly first.
NOISE = 'SOS Warning: Loading symbols for dynamic assemblies is not yet supported'
FRAME = re.compile(r'^([0-9A-Fa-f]{16}) ([0-9A-Fa-f]{16}) (.*)$')


def split_arguments(text):
    """The parts of "[A, asm],[B, asm]", each without brackets and assembly."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c == '[':
            depth += 1
            if depth == 1:
                start = i + 1
        elif c == ']':
            depth -= 1
            if depth == 0:
                parts.append(text[start:i])
    plain = []
    for part in parts:
        depth = 0
        for i, c in enumerate(part):
            depth += (c == '[') - (c == ']')
            if c == ',' and depth == 0:
                part = part[:i]
                break
        plain.append(csharp(part))
    return plain


def csharp(name):
    """A type as the runtime writes it in C#'s way: Outer`1+Inner`1[[A, asm],[B, asm]] → Outer<A>+Inner<B>."""
    match = re.match(r'^([^\[]*)\[(\[.*\])\](.*)$', name)
    if match is None:
        return name
    head, arguments, tail = match.group(1), split_arguments(match.group(2)), match.group(3)
    text = ''
    for part in re.split(r'(\+)', head):
        arity = re.search(r'`(\d+)$', part)
        if arity:
            n = int(arity.group(1))
            part = part[:arity.start()] + '<' + ', '.join(arguments[:n]) + '>'
            arguments = arguments[n:]
        text += part
    return text + tail


def method_name(site):
    """SOS's call site without parameters, source line, and the arguments of a generic method."""
    site = re.sub(r' \[[^\[\]]* @ \d+\]$', '', site).strip()
    # Parameters: the last balanced parentheses.
    if site.endswith(')'):
        depth = 0
        for i in range(len(site) - 1, -1, -1):
            depth += (site[i] == ')') - (site[i] == '(')
            if depth == 0:
                site = site[:i]
                break
    # Method[[A, asm]]: what stands behind the last dot outside brackets.
    depth, dot = 0, -1
    for i, c in enumerate(site):
        depth += (c in '[<') - (c in ']>')
        if c == '.' and depth == 0:
            dot = i
    if site.endswith(('..ctor', '..cctor')):
        dot = site.rindex('..')
    method = re.sub(r'\[\[.*\]\]$', '', site[dot + 1:])
    return '%s.%s' % (csharp(site[:dot]), method)


def theirs_of(text):
    threads, frames = {}, None
    for line in text.replace(NOISE + '\n', '').splitlines():
        thread = THREAD.match(line)
        if thread:
            frames = threads.setdefault(int(thread.group(1), 16), [])
            continue
        frame = FRAME.match(line)
        if frame and frames is not None and not frame.group(3).startswith('['):
            frames.append((int(frame.group(1), 16), int(frame.group(2), 16), method_name(frame.group(3))))
    return threads


def first_difference(ours, theirs):
    for i in range(max(len(ours), len(theirs))):
        a = ours[i] if i < len(ours) else None
        b = theirs[i] if i < len(theirs) else None
        if a != b:
            return 'frame %d: %s, SOS %s' % tuple([i] + ['%x %x %s' % x if x else 'none' for x in (a, b)])
    return ''


def compare(sos, report):
    theirs = theirs_of(sos.ask(['clrstack -all'])[0])
    answer = mangrove('threads', sos.dump)
    if answer is None:
        report.check('threads', False, 'no answer')
        return
    ours, approximate = {}, set()
    names = {}
    for row in answer['rows']:
        ours[row['os_id']] = [(int(f['sp'], 16), int(f['ip'], 16), f['method'] or '') for f in row['frames']]
        names[row['os_id']] = row['name']
        if any(f['approximate'] for f in row['frames']):
            approximate.add(row['os_id'])
    for thread in sorted(theirs):
        if thread not in ours:
            report.check('threads', False, '%x is missing' % thread)
            continue
        same = ours[thread] == theirs[thread]
        kind = 'approximate threads' if thread in approximate else 'threads'
        report.check(kind, same, '%x "%s" (%d frames, SOS %d): %s' % (
            thread, names[thread], len(ours[thread]), len(theirs[thread]), first_difference(ours[thread], theirs[thread])))


def reference_text(sos):
    """SOS's frames as tests keep them beside a trimmed core: names in C#'s way, without explicit Frames."""
    lines = []
    for thread, frames in theirs_of(sos.ask(['clrstack -all'])[0]).items():
        lines.append('OS Thread Id: 0x%x' % thread)
        lines += ['%016x %016x %s()' % frame for frame in frames]
    return '\n'.join(lines) + '\n'
