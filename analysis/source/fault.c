#include "analysis/source/fault.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_GUARDED 64

/* The handler reads these while others write: START is written last and cleared first. */
typedef struct
{
  guintptr start; /* atomic; 0: free */
  guintptr end;
  gint *hit;
} Guarded;

static Guarded guarded[MAX_GUARDED];
static GMutex guarded_lock;
static struct sigaction before;
static gsize page_size;

static Guarded *
find_guarded (guintptr address)
{
  for (guint i = 0; i < MAX_GUARDED; i++)
    {
      guintptr start = (guintptr) g_atomic_pointer_get (&guarded[i].start);

      if (start != 0 && address >= start && address < guarded[i].end)
        return &guarded[i];
    }
  return NULL;
}

/* The rest of the mapping becomes zeros at once: page by page the kernel would run out of mappings. Nothing but
 * mmap() is called, which is a system call and no more. */
static gboolean
put_zeros (Guarded *found, guintptr address)
{
  guintptr from = address / page_size * page_size;
  gpointer zeros = mmap ((gpointer) from, found->end - from, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0);

  if (zeros == MAP_FAILED)
    return FALSE;
  g_atomic_int_set (found->hit, TRUE);
  return TRUE;
}

static void
bus_cb (int number, siginfo_t *info, void *context)
{
  Guarded *found = info->si_code == BUS_ADRERR ? find_guarded ((guintptr) info->si_addr) : NULL;

  if (found && put_zeros (found, (guintptr) info->si_addr))
    return;
  /* Not ours: the same access, once more, is for whoever was asked before. */
  sigaction (SIGBUS, &before, NULL);
}

static void
install (void)
{
  struct sigaction action = { .sa_sigaction = bus_cb, .sa_flags = SA_SIGINFO };

  page_size = (gsize) sysconf (_SC_PAGESIZE);
  sigemptyset (&action.sa_mask);
  sigaction (SIGBUS, &action, &before);
}

gboolean
mg_fault_guard (gpointer data, gsize size, gint *hit)
{
  gboolean done = FALSE;

  g_mutex_lock (&guarded_lock);
  if (page_size == 0)
    install ();
  for (guint i = 0; i < MAX_GUARDED && !done; i++)
    if (guarded[i].start == 0)
      {
        guarded[i].end = (guintptr) data + size;
        guarded[i].hit = hit;
        g_atomic_pointer_set (&guarded[i].start, (guintptr) data);
        done = TRUE;
      }
  g_mutex_unlock (&guarded_lock);
  return done;
}

void
mg_fault_release (gpointer data)
{
  g_mutex_lock (&guarded_lock);
  for (guint i = 0; i < MAX_GUARDED; i++)
    if (guarded[i].start == (guintptr) data)
      g_atomic_pointer_set (&guarded[i].start, 0);
  g_mutex_unlock (&guarded_lock);
}
