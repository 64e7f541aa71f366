"""Types, segments, handles, finalizer queue and strings against SOS's lists."""
import collections
import re

from sos import mangrove


def number(text):
    return int(text.replace(',', ''))


def ours_of(command, dump, *more):
    """All rows; None when the command refuses, as for a dump inside a collection."""
    answer = mangrove(command, dump, '--top', '10000000', *more)
    return answer['rows'] if answer else None


def ascii_only(name):
    """SOS drops what is no ASCII letter."""
    return ''.join(c for c in name if ord(c) < 128)


def types(sos, report):
    """SOS counts 2 bytes too many for the strings of a heap, once."""
    theirs = collections.Counter()
    for line in sos.ask(['dumpheap -stat'])[0].splitlines():
        match = re.match(r'^ *[0-9a-f]{8,16} +([\d,]+) +([\d,]+) (.*)$', line)
        if match and match.group(3).strip() != 'Free':
            name = match.group(3).strip()
            theirs[(number(match.group(1)), number(match.group(2)) - 2 * (name == 'System.String'), name)] += 1
    ours = collections.Counter((r['count'], r['size'], ascii_only(r['type'])) for r in ours_of('types', sos.dump))
    for row in sorted(set(ours) | set(theirs)):
        report.check('types', ours[row] == theirs[row], '%s: %d, SOS %d' % (row, ours[row], theirs[row]))


def segments(sos, report):
    """Every segment of eeheap -gc: where its objects begin and end."""
    theirs = set()
    for line in sos.ask(['eeheap -gc'])[0].splitlines():
        numbers = re.findall(r'\b[0-9a-f]{12,16}\b', line)
        if len(numbers) >= 4 and re.match(r'^ *[0-9a-f]{12}', line):
            theirs.add((int(numbers[1], 16), int(numbers[2], 16)))
    ours = {(int(r['start'], 16), int(r['end'], 16)) for r in ours_of('heap', sos.dump)}
    for row in sorted(ours | theirs):
        where = 'only in SOS' if row in theirs else 'not in SOS'
        report.check('segments', row in ours and row in theirs, '%x-%x: %s' % (row + (where,)))


def handles(sos, report):
    """Each handle by its address: kind (SOS cuts long ones) and object."""
    ours = {int(r['address'], 16): r for r in ours_of('handles', sos.dump, '--list')}
    for line in sos.ask(['gchandles'])[0].splitlines():
        match = re.match(r'^ *([0-9A-Fa-f]{12,16}) (\w+) +([0-9A-Fa-f]{12,16}) +', line)
        if not match:
            continue
        row = ours.pop(int(match.group(1), 16), None)
        same = (row is not None and row['kind'].replace(' ', '').lower().startswith(match.group(2).lower())
                and int(row['object'] or '0', 16) == int(match.group(3), 16))
        report.check('handles', same, '%s: %s' % (line.strip(), row))
    for address, row in sorted(ours.items()):
        report.check('handles', False, '%x %s %s: not in SOS' % (address, row['kind'], row['type']))


def finalizers(sos, report):
    """SOS's list has both queues; its counts by generation leave out the large and pinned heaps."""
    text = sos.ask(['finalizequeue'])[0]
    listed = len(re.findall(r'^ *[0-9a-f]{12,16} +[0-9a-f]{12,16} +[\d,]+ *$', text, re.MULTILINE))
    ready = sum(number(n) for n in re.findall(r'Ready for finalization ([\d,]+) objects', text))
    ours = collections.Counter()
    for row in ours_of('finalizers', sos.dump):
        ours[row['queue']] += row['count']
    for queue, n in (('ready', ready), ('registered', listed - ready)):
        report.check('finalizers', ours[queue] == n, '%s: %d, SOS %d' % (queue, ours[queue], n))


def strings(sos, report):
    """Texts that are there more than once. SOS cuts long ones, and shows others with dots in them."""
    theirs = collections.Counter()
    for line in sos.ask(['dumpheap -strings'])[0].splitlines():
        match = re.match(r'^ *([\d,]+) +([\d,]+) (.*)$', line)
        if match:
            theirs[match.group(3).strip('" ')] += number(match.group(1))
    for row in ours_of('strings', sos.dump):
        text = row['text']
        if text.isascii() and text.isprintable() and text == text.strip('" ') and 0 < len(text) < 60:
            report.check('strings', theirs[text] == row['count'], '%r: %d, SOS %d' % (text, row['count'], theirs[text]))


def compare(sos, report):
    segments(sos, report)
    refused = 'not in a valid state' in sos.ask(['dumpheap -stat'])[0]
    ours = mangrove('handles', sos.dump) is None
    if refused or ours:
        # Inside a collection: neither tool tells objects.
        report.check('dumps inside a collection', refused and ours, 'SOS refuses: %s, here: %s' % (refused, ours))
        return
    for part in (types, handles, finalizers, strings):
        part(sos, report)
