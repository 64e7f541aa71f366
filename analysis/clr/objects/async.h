/* Unfinished asynchronous work: tasks, state machines of async methods, suspended methods of .NET 11's runtime-async,
 * and who goes on when one of them ends.
 *
 *   Task                 m_stateFlags, m_continuationObject: what goes on after it, or a List<object> of several
 *   AsyncStateMachineBox a Task with the field StateMachine (a struct inside, an object in debug builds), whose
 *                        <>1__state is the await it stands at, −1 while it runs, −2 when it has ended
 *   TaskContinuation     m_task: the task that ContinueWith returned; m_action: a delegate
 *   delegate             _target, perhaps a ContinuationWrapper {_continuation}
 *   .NET 11              RuntimeAsyncTask.m_stateObject: the first of the Continuations {Next, ResumeInfo *, State} of
 *                        one suspended call stack, innermost first; ResumeInfo {resume 0, address in the method 8} */
#pragma once

#include "analysis/clr/objects/delegates.h"
#include "analysis/details.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 address;
  guint64 table;       /* MethodTable of the object */
  guint64 machine;     /* MethodTable of a state machine; 0 */
  guint64 method;      /* MethodDesc: the suspended method, or what a task runs; 0 = none, not known */
  guint64 self;        /* object that METHOD is called on; 0 */
  MgAsyncKind kind;
  gint32 await_state;  /* of methods; MG_ASYNC_NO_STATE */
  guint32 task_flags;  /* Task.m_stateFlags; of a suspended method those of its task; 0 for others */
  guint32 first_link, n_links; /* what goes on after it: places in MgAsync.links */
  gboolean is_top;     /* nothing here leads to it */
} MgAsyncObject;

typedef struct
{
  GArray *objects; /* MgAsyncObject */
  GArray *links;   /* guint32: places in objects */
} MgAsync;

/* Task.m_stateFlags: bits of tasks that have ended, in whatever way. */
#define MG_TASK_COMPLETED 0x01600000u

/* Whether the class TABLE is System.Threading.Tasks.Task or derives from it. O(parents). */
gboolean mg_async_is_task (MgTypeNames *names, guint64 table);
/* Whether the class TABLE is the box of an async method's state machine, and a task (a pooled one is not). */
gboolean mg_async_is_box (MgTypeNames *names, guint64 table);

/* Takes apart the object at ADDRESS, a task by its class: kind, states, method; links stay empty. FALSE: it is not in
 * the dump. */
gboolean mg_async_read (MgDelegates *delegates, guint64 address, MgAsyncObject *object);

/* The same of one of the Continuations of .NET 11; method is 0 for those of the runtime's own that wait for a task. */
gboolean mg_async_read_continuation (MgDelegates *delegates, guint64 address, MgAsyncObject *object);

/* The unfinished ones of the tasks at ADDRESSES (guint64) with all that goes on after them. Never NULL.
 * O(tasks + links). */
MgAsync *mg_async_new (MgDelegates *delegates, const GArray *addresses) G_GNUC_WARN_UNUSED_RESULT;
void mg_async_free (MgAsync *async);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MgAsync, mg_async_free)

/* "Lab.Program+<Load>d__12", "Lab.Program.Load", "System.Threading.Tasks.Task {Lab.Program.Work}": what SOS calls it,
 * without parameters. Free with g_free. */
char *mg_async_name (MgDelegates *delegates, const MgAsyncObject *object) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
