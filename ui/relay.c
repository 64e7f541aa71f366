#include "ui/relay.h"

struct _MgRelay
{
  MgRelayFunc func; /* main thread only; NULL when stopped */
  gpointer user_data;
  GMutex lock;
  const char *stage; /* static */
  double fraction;
  gboolean scheduled;
};

/* The part of a relay's whole that one progress covers. */
typedef struct
{
  MgRelay *relay; /* owned */
  double from, to;
} Part;

MgRelay *
mg_relay_new (MgRelayFunc func, gpointer user_data)
{
  MgRelay *relay = g_atomic_rc_box_new0 (MgRelay);

  relay->func = func;
  relay->user_data = user_data;
  relay->stage = "";
  g_mutex_init (&relay->lock);
  return relay;
}

MgRelay *
mg_relay_ref (MgRelay *relay)
{
  return g_atomic_rc_box_acquire (relay);
}

static void
relay_clear (gpointer data)
{
  MgRelay *relay = data;

  g_mutex_clear (&relay->lock);
}

void
mg_relay_unref (MgRelay *relay)
{
  g_atomic_rc_box_release_full (relay, relay_clear);
}

static gboolean
deliver_cb (gpointer data)
{
  MgRelay *relay = data;
  const char *stage;
  double fraction;

  g_mutex_lock (&relay->lock);
  relay->scheduled = FALSE;
  stage = relay->stage;
  fraction = relay->fraction;
  g_mutex_unlock (&relay->lock);
  if (relay->func)
    relay->func (stage, fraction, relay->user_data);
  return G_SOURCE_REMOVE;
}

void
mg_relay_post (MgRelay *relay, const char *stage, double fraction)
{
  gboolean schedule;

  g_mutex_lock (&relay->lock);
  if (stage)
    relay->stage = stage;
  relay->fraction = fraction;
  schedule = !relay->scheduled;
  relay->scheduled = TRUE;
  g_mutex_unlock (&relay->lock);
  if (schedule)
    g_idle_add_full (G_PRIORITY_DEFAULT, deliver_cb, mg_relay_ref (relay), (GDestroyNotify) mg_relay_unref);
}

void
mg_relay_stop (MgRelay *relay)
{
  relay->func = NULL;
}

static void
part_free (gpointer data)
{
  Part *part = data;

  mg_relay_unref (part->relay);
  g_free (part);
}

static void
part_progress (const char *stage, double fraction, gpointer user_data)
{
  Part *part = user_data;

  mg_relay_post (part->relay, stage, part->from + (part->to - part->from) * fraction);
}

MgProgress *
mg_relay_progress (MgRelay *relay, double from, double to)
{
  Part *part = g_new (Part, 1);

  *part = (Part){ mg_relay_ref (relay), from, to };
  return mg_progress_new (part_progress, part, part_free);
}
