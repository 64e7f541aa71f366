#include "app/page-list.h"

#include <glib/gi18n.h>

#include "app/page-slot.h"
#include "app/settings.h"
#include "ui/pages/dominators-page.h"
#include "ui/pages/explore-page.h"
#include "ui/pages/retention-page.h"
#include "ui/pages/types-page.h"
#include "ui/table/table-memory.h"

/* The page whose side bar has all the others. */
#define EXPLORE "explore"
/* Before the rows of tables, which come when GTK is idle, and after them. */
#define PRIORITY_AWAITED (G_PRIORITY_DEFAULT_IDLE - 10)
#define PRIORITY_OTHERS (G_PRIORITY_DEFAULT_IDLE + 10)
/* A window that is not seen draws no frames. */
#define FRAME_MSEC 100

struct _MgPageList
{
  GObject parent_instance;

  AdwViewStack *stack; /* borrowed */
  MgSession *session;  /* owned; NULL */
  GBinding *binding;   /* of its page to the stack's; NULL until the first page can be shown */
  guint n_slots;       /* in the stack by now */
  guint step;          /* source id; 0: nothing to do, or waiting for a frame */
  guint frame_timeout; /* source id; 0: not waiting */
  GdkFrameClock *clock; /* owned; whose frame is awaited; NULL */
};

G_DEFINE_FINAL_TYPE (MgPageList, mg_page_list, G_TYPE_OBJECT)

enum
{
  READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const struct
{
  const char *name, *title, *icon;
  GType (*type) (void);
  MgPageMake make;
} pages[] = {
  { "types", N_ ("_Types"), "mangrove-types-symbolic", mg_types_page_get_type, mg_types_page_new },
  { "retention", N_ ("_Retention"), "mangrove-retention-symbolic", mg_retention_page_get_type, mg_retention_page_new },
  { "dominators", N_ ("_Dominators"), "mangrove-dominators-symbolic", mg_dominators_page_get_type,
    mg_dominators_page_new },
  { EXPLORE, N_ ("E_xplore"), "mangrove-explore-symbolic", mg_explore_page_get_type, mg_explore_page_new },
};

/* Properties of pages that are remembered, when a page has them: property and key bear the same name. */
static const char *const remembered[] = { "types-group" };

static gboolean
from_settings (GValue *value, GVariant *variant, gpointer user_data)
{
  if (G_VALUE_HOLDS_VARIANT (value))
    g_value_set_variant (value, variant);
  else
    g_value_set_string (value, g_variant_get_string (variant, NULL));
  return TRUE;
}

static GVariant *
to_settings (const GValue *value, const GVariantType *type, gpointer user_data)
{
  if (!G_VALUE_HOLDS_VARIANT (value))
    return g_variant_new_string (g_value_get_string (value));
  return g_value_dup_variant (value);
}

static void
bind (const char *key, gpointer object, const char *property)
{
  g_settings_bind_with_mapping (mg_settings (), key, object, property, G_SETTINGS_BIND_DEFAULT, from_settings,
                                to_settings, NULL, NULL);
}

static void
remember (GtkWidget *page)
{
  for (gsize i = 0; mg_settings () && i < G_N_ELEMENTS (remembered); i++)
    if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), remembered[i]))
      bind (remembered[i], page, remembered[i]);
}

/* Once for the program, before there is a table. */
static void
remember_tables (void)
{
  static gboolean done;

  if (!done && mg_settings ())
    bind ("table-layouts", mg_table_memory_get_default (), "layouts");
  done = TRUE;
}

static MgPageSlot *
slot_named (MgPageList *self, const char *name)
{
  GtkWidget *slot = name ? adw_view_stack_get_child_by_name (self->stack, name) : NULL;

  return slot ? MG_PAGE_SLOT (slot) : NULL;
}

MgPage *
mg_page_list_visible (MgPageList *self)
{
  MgPageSlot *slot;

  g_return_val_if_fail (MG_IS_PAGE_LIST (self), NULL);
  slot = slot_named (self, adw_view_stack_get_visible_child_name (self->stack));
  return slot ? mg_page_slot_page (slot) : NULL;
}

/* Names */

const char *
mg_page_list_resolve (MgPageList *self, const char *name)
{
  g_return_val_if_fail (MG_IS_PAGE_LIST (self), NULL);
  if (self->session && g_strcmp0 (name, EXPLORE) == 0)
    return mg_explore_page_current (MG_EXPLORE_PAGE (mg_page_slot_page (slot_named (self, EXPLORE))));
  return mg_explore_page_has (name) || slot_named (self, name) ? name : NULL;
}

/* The slot that has the page NAME: of its own, or behind the side bar. */
static const char *
slot_of (const char *name)
{
  return mg_explore_page_has (name) ? EXPLORE : name;
}

static gboolean
to_stack (GBinding *binding, const GValue *from, GValue *to, gpointer user_data)
{
  g_value_set_string (to, slot_of (g_value_get_string (from)));
  return TRUE;
}

static gboolean
to_session (GBinding *binding, const GValue *from, GValue *to, gpointer user_data)
{
  const char *name = g_value_get_string (from);

  /* A stack that is being torn down has no visible page for a moment. */
  g_value_set_string (to, name ? mg_page_list_resolve (user_data, name) : NULL);
  return TRUE;
}

static void
bind_session (MgPageList *self)
{
  self->binding = g_object_bind_property_full (self->session, "page", self->stack, "visible-child-name",
                                               G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE, to_stack, to_session,
                                               self, NULL);
}

/* Making pages step by step */

static void schedule (MgPageList *self);

/* The part of the switcher that shows it is made with it, and takes longer than the slot. The template of the page is
 * read, too. */
static void
add_slot (MgPageList *self)
{
  guint i = self->n_slots++;
  GtkWidget *slot = mg_page_slot_new (pages[i].make, remember);
  AdwViewStackPage *page = adw_view_stack_add_titled (self->stack, slot, pages[i].name, _(pages[i].title));

  adw_view_stack_page_set_icon_name (page, pages[i].icon);
  adw_view_stack_page_set_use_underline (page, TRUE);
  mg_page_slot_set_session (MG_PAGE_SLOT (slot), self->session);
  g_type_class_unref (g_type_class_ref (pages[i].type ()));
}

static void
stop_waiting (MgPageList *self)
{
  g_clear_handle_id (&self->frame_timeout, g_source_remove);
  if (self->clock)
    g_signal_handlers_disconnect_by_data (self->clock, self);
  g_clear_object (&self->clock);
}

static void
drawn_cb (MgPageList *self)
{
  stop_waiting (self);
  schedule (self);
}

static gboolean
frame_timeout_cb (gpointer user_data)
{
  MgPageList *self = user_data;

  self->frame_timeout = 0;
  drawn_cb (self);
  return G_SOURCE_REMOVE;
}

static void
wait_for_frame (MgPageList *self)
{
  /* The stack itself may not have been seen yet, and knows none. */
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->stack));
  GdkFrameClock *clock = root ? gtk_widget_get_frame_clock (GTK_WIDGET (root)) : NULL;

  self->frame_timeout = g_timeout_add (FRAME_MSEC, frame_timeout_cb, self);
  if (clock == NULL)
    return;
  self->clock = g_object_ref (clock);
  g_signal_connect_object (clock, "after-paint", G_CALLBACK (drawn_cb), self, G_CONNECT_SWAPPED);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
}

/* The next part of one of the pages, the first one being that which the session names. */
static MgPageSlotStep
page_step (MgPageList *self)
{
  MgPageSlotStep step = MG_PAGE_SLOT_DONE;

  if (self->binding == NULL)
    {
      step = mg_page_slot_step (slot_named (self, slot_of (mg_session_page (self->session))));
      if (step != MG_PAGE_SLOT_DONE)
        return step;
      bind_session (self);
      g_signal_emit (self, signals[READY], 0);
      return MG_PAGE_SLOT_FRAME;
    }
  for (guint i = 0; i < G_N_ELEMENTS (pages) && step == MG_PAGE_SLOT_DONE; i++)
    step = mg_page_slot_step (slot_named (self, pages[i].name));
  return step;
}

static gboolean
step_cb (gpointer user_data)
{
  g_autoptr (MgPageList) self = g_object_ref (user_data);
  MgPageSlotStep step = MG_PAGE_SLOT_NEXT;

  self->step = 0;
  if (self->n_slots < G_N_ELEMENTS (pages))
    add_slot (self);
  else if (self->session)
    step = page_step (self);
  else
    step = MG_PAGE_SLOT_DONE;
  if (step == MG_PAGE_SLOT_NEXT)
    schedule (self);
  else if (step == MG_PAGE_SLOT_FRAME)
    wait_for_frame (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (MgPageList *self)
{
  if (self->step == 0 && self->frame_timeout == 0)
    self->step = g_idle_add_full (self->binding ? PRIORITY_OTHERS : PRIORITY_AWAITED, step_cb, self, NULL);
}

void
mg_page_list_prepare (MgPageList *self)
{
  g_return_if_fail (MG_IS_PAGE_LIST (self));
  remember_tables ();
  schedule (self);
}

void
mg_page_list_set_session (MgPageList *self, MgSession *session)
{
  g_return_if_fail (MG_IS_PAGE_LIST (self));
  g_clear_pointer (&self->binding, g_binding_unbind);
  g_set_object (&self->session, session);
  for (guint i = 0; i < self->n_slots; i++)
    mg_page_slot_set_session (slot_named (self, pages[i].name), session);
  if (session)
    mg_page_list_prepare (self);
}

static void
mg_page_list_dispose (GObject *object)
{
  MgPageList *self = MG_PAGE_LIST (object);

  g_clear_handle_id (&self->step, g_source_remove);
  stop_waiting (self);
  g_clear_pointer (&self->binding, g_binding_unbind);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_page_list_parent_class)->dispose (object);
}

static void
mg_page_list_class_init (MgPageListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mg_page_list_dispose;
  signals[READY] = g_signal_new ("ready", MG_TYPE_PAGE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mg_page_list_init (MgPageList *self)
{
}

MgPageList *
mg_page_list_new (AdwViewStack *stack)
{
  MgPageList *self = g_object_new (MG_TYPE_PAGE_LIST, NULL);

  self->stack = stack;
  return self;
}
