"""Random objects: every field's offset, name and value against dumpobj, dumparray and dumpvc."""
import datetime
import os
import random
import re
import subprocess
import uuid

from sos import BUILD

ROW = re.compile(r'^\s*([0-9a-f]{16}) +([0-9a-f]+) +([0-9a-f]+) +(.+?) +(Yes|No) +(\S.*?) +(\S*) +(\S+)\s*$')
ELEMENT = re.compile(r'^\[([\d,]+)\] (\S+)\s*$')
ELEMENTS = 6
STRUCT = 'struct'
COMPILER_NAME = re.compile(r'^<(.*)>k__BackingField$')


class Field:
    """One row of SOS's table of fields."""

    def __init__(self, match):
        self.table, _, offset, self.type, value_type, self.kind, self.value, self.name = match.groups()
        self.offset = int(offset, 16)
        self.is_value = value_type == 'Yes'
        plain = COMPILER_NAME.match(self.name)
        self.name = plain.group(1) if plain else 'this' if self.name == '<>4__this' else self.name


def fields_in(text):
    rows = (ROW.match(line) for line in text.splitlines())
    return [f for f in (Field(m) for m in rows if m) if f.kind == 'instance']


def sample(sos, n, seed):
    """N objects of all: half of them any, half one of each type as far as they go. [(address, type name)]"""
    names, objects = {}, []
    listing, stat = sos.ask(['dumpheap', 'dumpheap -stat'])
    for line in stat.splitlines():
        parts = line.split(None, 3)
        if len(parts) == 4 and re.fullmatch('[0-9a-f]{8,}', parts[0]):
            names[parts[0]] = parts[3]
    for line in listing.splitlines():
        parts = line.split()
        if len(parts) == 3 and re.fullmatch('[0-9a-f]{8,}', parts[0]):
            objects.append((parts[0], names.get(parts[1], '?')))
    chance = random.Random(seed)
    by_type = {}
    for thing in objects:
        by_type.setdefault(thing[1], []).append(thing)
    chosen = [chance.choice(things) for _, things in sorted(by_type.items())]
    chance.shuffle(chosen)
    chosen = chosen[:n // 2]
    chosen += chance.sample(objects, min(len(objects), n - len(chosen)))
    return sorted(set(chosen))


def ours_of(dump, addresses):
    """address → (type, [[name, type, offset, value, reference]])"""
    tool = os.path.join(BUILD, 'tests', 'support', 'core-fields')
    done = subprocess.run([tool, dump, str(ELEMENTS)], input='\n'.join(addresses) + '\n', capture_output=True, check=True,
                          encoding='utf-8', errors='replace')
    answers, rows = {}, None
    for line in done.stdout.split('\n'):
        if line.startswith('= '):
            _, address, name = line.split(' ', 2)
            rows = []
            answers[address] = (name, rows)
        elif line:
            name, kind, offset, value, reference = line.split('\t')
            rows.append((name, kind, int(offset), value, reference))
    return answers


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def is_address(field):
    """SOS prints addresses with 16 digits; a number may have as many."""
    return len(field.value) == 16 and field.type not in ('System.Int64', 'System.UInt64', 'System.Double')


def same_value(field, value, enums):
    """Whether our text VALUE says what SOS's field does."""
    theirs = field.value
    if field.type == 'System.Boolean':
        return {'0': 'false', '1': 'true'}.get(theirs, theirs) == value
    if field.type == 'System.Char':
        code = int(theirs, 16)
        return value in ("'%s'" % chr(code), "'\\u%04x'" % code)
    if value.startswith('0x') or field.type in ('PTR', 'System.IntPtr', 'System.UIntPtr') or is_address(field):
        a = int(theirs, 16)
        b = int(value, 16) if value.startswith('0x') else int(value)
        return a == b % 2 ** 64
    if field.type in ('System.Single', 'System.Double'):
        a, b = number(theirs), number(value)
        if a is None or b is None:
            return theirs.lower().replace('nan', 'nan') == value.lower() or theirs == value
        return abs(a - b) <= 1e-6 * max(1.0, abs(a))
    if number(value) is None:
        # An enum: SOS shows the number. The same name must always stand for the same number.
        return enums.setdefault((field.table, value), theirs) == theirs and enums.setdefault((field.table, theirs), value) == value
    return theirs == value


def date_text(data):
    ticks = data & 0x3fffffffffffffff
    day = datetime.date(1, 1, 1) + datetime.timedelta(days=ticks // 864000000000)
    rest = ticks % 864000000000
    seconds = rest // 10000000
    return '%sT%02d:%02d:%02d.%07d%s' % (day.isoformat(), seconds // 3600, seconds // 60 % 60, seconds % 60, rest % 10000000,
                                        'Z' if data >> 62 == 1 else '')


def span_text(ticks):
    sign, ticks = ('-' if ticks < 0 else ''), abs(ticks)
    seconds, rest = divmod(ticks, 10000000)
    days, seconds = divmod(seconds, 86400)
    return '%s%s%02d:%02d:%02d%s' % (sign, '%d.' % days if days else '', seconds // 3600, seconds // 60 % 60, seconds % 60,
                                    '.%07d' % rest if rest else '')


def decimal_text(flags, high, low):
    scale, digits = flags >> 16 & 0xff, str(high << 64 | low)
    if scale:
        digits = digits.rjust(scale + 1, '0')
        digits = digits[:-scale] + '.' + digits[-scale:]
    return ('-' if flags >> 31 & 1 else '') + digits


def struct_text(kind, fields, enums, value):
    """What our text of a struct shown as one value ought to be; None: not one of these."""
    by_name = {f.name: f.value for f in fields}
    if kind.startswith('System.Nullable<'):
        if by_name['hasValue'] == '0':
            return 'null'
        inner = next(f for f in fields if f.name == 'value')
        return value if is_address(inner) or same_value(inner, value, enums) else inner.value
    if kind == 'System.DateTime':
        return date_text(int(by_name['_dateData']))
    if kind == 'System.TimeSpan':
        return span_text(int(by_name['_ticks']))
    if kind == 'System.Guid':
        parts = [int(by_name['_' + c]) for c in 'abcdefghijk']
        return str(uuid.UUID(fields=(parts[0] % 2**32, parts[1] % 2**16, parts[2] % 2**16, parts[3], parts[4],
                                     int.from_bytes(bytes(parts[5:]), 'big'))))
    if kind == 'System.Decimal':
        return decimal_text(int(by_name['_flags']) % 2**32, int(by_name['_hi32']), int(by_name['_lo64']))
    return None


class Objects:
    """Compares one sample; structs inside objects are asked for in further rounds."""

    def __init__(self, sos, report):
        self.sos, self.report, self.enums, self.waiting = sos, report, {}, []

    def fields(self, where, theirs, rows, base, prefix=''):
        """THEIRS: SOS's fields of the object or struct at BASE (fields' offsets count from it)."""
        own = {}
        for row in rows:
            if row[0].startswith(prefix) and (row[0], row[2]) not in own:
                own[(row[0], row[2])] = row
        named = {f.name: f for f in theirs}
        # SOS repeats nothing; a field of a parent may have the same name.
        for field in theirs:
            row = own.get((prefix + field.name, base + field.offset))
            self.report.check('fields', row is not None,
                              '%s has no %s%s at %d' % (where, prefix, field.name, base + field.offset))
            if row is None:
                continue
            self.value(where, field, row, rows)
        if prefix == '':
            extra = [r[0] for r in rows if not any(r[0] == n or r[0].startswith(n + '.') for n in named)]
            self.report.check('objects', not extra, '%s: SOS has no %s' % (where, extra))

    def value(self, where, field, row, rows):
        name, kind, offset, value, reference = row
        text = '%s.%s (%s): %s, SOS %s' % (where, name, kind, value or reference, field.value)
        if not field.is_value and value.startswith('0x'):
            self.report.check('values', int(value, 16) == int(field.value, 16), text)
            return
        if not field.is_value:
            self.report.check('values', reference != '' and int(reference, 16) == int(field.value, 16), text)
            return
        if is_address(field) and field.type not in ('PTR', 'System.IntPtr', 'System.UIntPtr') and not value.startswith('0x'):
            address = int(where.split()[0], 16) + offset
            self.report.check('values', int(field.value, 16) == address, text)
            self.waiting.append((where, field.table, address, row, rows))
            return
        self.report.check('values', same_value(field, value, self.enums), text)

    def elements(self, where, answer, rows, references):
        """An array: references by value, others by address and fields."""
        current, texts, places = None, {}, {}
        for line in answer.splitlines():
            match = ELEMENT.match(line)
            if match:
                current = match.group(1)
                texts[current] = []
                places[current] = match.group(2)
            elif current is not None:
                texts[current].append(line)
        for i, (index, place) in enumerate(places.items()):
            row = next((r for r in rows if r[0] in ('[%s]' % index, '[%d]' % i)), None)
            if i >= ELEMENTS:
                break
            self.report.check('elements', row is not None, '%s has no element %s' % (where, index))
            if row is None:
                continue
            if references:
                theirs = 0 if place == 'null' else int(place, 16)
                self.report.check('values', row[4] != '' and int(row[4], 16) == theirs,
                                  '%s%s: %s, SOS %s' % (where, row[0], row[4] or row[3], place))
                continue
            self.report.check('values', int(place, 16) == int(where.split()[0], 16) + row[2],
                              '%s%s: at %d, SOS %s' % (where, row[0], row[2], place))
            inner = fields_in('\n'.join(texts[index]))
            if len(inner) == 1 and inner[0].name == 'm_value' and inner[0].offset == 0:
                self.report.check('values', same_value(inner[0], row[3], self.enums),
                                  '%s%s: %s, SOS %s' % (where, row[0], row[3], inner[0].value))
            elif inner:
                self.struct(where, row, rows, inner)

    def struct(self, where, row, rows, theirs):
        if row[3] != '':
            expected = struct_text(row[1], theirs, self.enums, row[3])
            if expected is not None:
                self.report.check('values', expected == row[3], '%s.%s: %s, SOS %s' % (where, row[0], row[3], expected))
                return
            if len(theirs) == 1:
                self.report.check('values', same_value(theirs[0], row[3], self.enums),
                                  '%s.%s (%s): %s, SOS %s' % (where, row[0], row[1], row[3], theirs[0].value))
                return
            self.report.check('values', False, '%s.%s (%s): %s, SOS %s' % (where, row[0], row[1], row[3],
                                                                           [(f.name, f.value) for f in theirs]))
            return
        self.fields(where, theirs, rows, row[2], row[0] + '.')

    def settle_structs(self):
        for _ in range(6):
            waiting, self.waiting = self.waiting, []
            if not waiting:
                return
            answers = self.sos.ask(['dumpvc %s %x' % (table, address) for _, table, address, _, _ in waiting])
            for (where, _, _, row, rows), answer in zip(waiting, answers):
                self.struct(where, row, rows, fields_in(answer))


def compare(sos, report, n, seed):
    """N random objects of the dump against SOS."""
    chosen = sample(sos, n, seed)
    chosen = [(a, name) for a, name in chosen if name != 'Free']
    ours = ours_of(sos.dump, [a for a, _ in chosen])
    work = Objects(sos, report)
    answers = sos.ask(['dumpobj ' + a for a, _ in chosen])
    arrays = [(a, name, 'Type CLASS' in answer or 'Type SZARRAY' in answer or 'Type STRING' in answer or 'Type OBJECT' in answer,
               'Rank 1,' in answer) for (a, name), answer in zip(chosen, answers) if '\nArray: ' in answer]
    plain = [(a, name, answer) for (a, name), answer in zip(chosen, answers) if '\nArray: ' not in answer]
    for address, name, answer in plain:
        where = '%s %s' % (address, name)
        report.check('found', ours[address][0] != '', where)
        work.fields(where, fields_in(answer), ours[address][1], 0)
    commands = ['dumparray %s%s%s' % ('' if references or not single else '-details ',
                                      '-length %d ' % ELEMENTS if single else '', a) for a, _, references, single in arrays]
    for (address, name, references, single), answer in zip(arrays, sos.ask(commands) if commands else []):
        where = '%s %s' % (address, name)
        report.check('found', ours[address][0] != '', where)
        work.elements(where, answer, ours[address][1], references)
    work.settle_structs()
