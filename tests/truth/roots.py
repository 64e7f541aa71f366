"""Why one object of each Zoo payload is alive: kind and name of the root as the source says, and a path that is no longer
than the ones of gcroot. Only dumps of the lab `zoo` have these."""
import re

from sos import mangrove

STATIC, THREAD_STATIC, LOCAL = 'static', 'thread_static', 'stack'
# Payload type → (kind of root, its label); any of them. Another payload's field may hold as well as the one in the name.
EXPECTED = {
    'StaticListPayload': [(STATIC, 'Zoo.Program.Statics')],
    'StaticDictPayload': [(STATIC, 'Zoo.Program.Cache')],
    'ConcurrentPayload': [(STATIC, 'Zoo.Program.Concurrent')],
    'TimerPayload': [(STATIC, 'Zoo.Program.Timers'), (STATIC, 'System.Threading.TimerQueue.Instances'),
                     (STATIC, r'System.Threading.TimerQueue.<Instances>k__BackingField')],
    'TokenPayload': [(STATIC, 'Zoo.Program.Cts')],
    'AsyncPayload': [(STATIC, 'Zoo.Program.Pending')],
    'TcsPayload': [(STATIC, 'Zoo.Program.Sources')],
    'ClosurePayload': [(STATIC, 'Zoo.Program.Closures')],
    'ThreadStaticPayload': [(THREAD_STATIC, 'Zoo.Program.t_list'), (LOCAL, 'Zoo.Program.Worker')],
    'ThreadLocalPayload': [(THREAD_STATIC, 'ThreadLocal<'), (STATIC, 'Zoo.Program.Local'), (LOCAL, 'Zoo.Program.Worker')],
    'AsyncLocalPayload': [(STATIC, 'Zoo.Program.Contexts')],
    'HandlePayload': [('strong_handle', '')],
    'DependentPayload': [(STATIC, 'Zoo.Program.TableKeys')],
    'StackPayload': [(LOCAL, 'Zoo.Program.Worker'), ('stack_conservative', 'Zoo.Program.Worker')],
    'EventPayload': [(STATIC, 'Zoo.Program.Source')],
    'StaticEventPayload': [(STATIC, 'Zoo.Program.StaticEvent')],
    'QueuePayload': [(STATIC, 'Zoo.Program.Queue')],
    'LazyPayload': [(STATIC, 'Zoo.Program.LazyList')],
    'StructFieldPayload': [(STATIC, 'Zoo.Program.Slots')],
    'MatrixPayload': [(STATIC, 'Zoo.Program.Matrix')],
    'FinalizePayload': [('finalizer', '')],
    'DisposablePayload': [(STATIC, 'Zoo.Program.Statics')],
}
# The path has to go through this name.
THROUGH = {'ThreadStaticPayload': (THREAD_STATIC, 'Zoo.Program.t_list')}
NONE = ('DeadPayload',)
PATH = re.compile(r'^ +-> ([0-9a-f]{8,16}) ')


def fits(root, expected):
    return any(root['kind'] == kind and label in (root['label'] or '') for kind, label in expected)


def shortest_of(text):
    """Objects on the shortest path that gcroot shows; 0: none."""
    best, n = 0, 0
    for line in text.splitlines() + ['']:
        if PATH.match(line):
            n += 1
            continue
        best, n = (n if n and (not best or n < best) else best), 0
    return best


def compare(sos, report):
    objects = {}
    for name in list(EXPECTED) + list(NONE):
        answer = mangrove('instances', sos.dump, '--type', 'Zoo.' + name, '--top', '3')
        if answer and answer['rows']:
            # FinalizePayload: one is in its finalizer, on a stack.
            objects[name] = answer['rows'][-1]['address']
    if not objects:
        return
    theirs = dict(zip(objects, sos.ask(['gcroot ' + a for a in objects.values()])))
    for name, address in objects.items():
        answer = mangrove('roots', sos.dump, address)
        roots = [p['root'] for p in answer['paths']] if answer else []
        shown = [(r['kind'], r['label']) for r in roots]
        if name in NONE:
            report.check('without roots', not roots, '%s: %s' % (name, shown))
            continue
        report.check('roots', bool(roots) and fits(roots[0], EXPECTED[name]), '%s: %s' % (name, shown))
        if name in THROUGH:
            report.check('roots', any(fits(r, [THROUGH[name]]) for r in roots), '%s: %s' % (name, shown))
        one = mangrove('object', sos.dump, address)['object']
        shortest = shortest_of(theirs[name])
        report.check('shortest', shortest == 0 or one['distance'] <= shortest,
                     '%s: %s links, SOS %d' % (name, one['distance'], shortest))
    rows = (mangrove('types', sos.dump, '--filter', 'WeakOnlyPayload') or {}).get('rows')
    report.check('without roots', not rows, 'WeakOnlyPayload: %s' % rows)
