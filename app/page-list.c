#include "app/page-list.h"

#include <glib/gi18n.h>

#include "app/settings.h"
#include "ui/pages/dominators-page.h"
#include "ui/pages/explore-page.h"
#include "ui/pages/retention-page.h"
#include "ui/pages/types-page.h"
#include "ui/table/table-memory.h"

/* The page whose side bar has all the others. */
#define EXPLORE "explore"

static const struct
{
  const char *name, *title, *icon;
  GtkWidget *(*make) (MgSession *session);
} pages[] = {
  { "types", N_ ("_Types"), "mangrove-types-symbolic", mg_types_page_new },
  { "retention", N_ ("_Retention"), "mangrove-retention-symbolic", mg_retention_page_new },
  { "dominators", N_ ("_Dominators"), "mangrove-dominators-symbolic", mg_dominators_page_new },
  { EXPLORE, N_ ("E_xplore"), "mangrove-explore-symbolic", mg_explore_page_new },
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

void
mg_page_list_fill (AdwViewStack *stack, MgSession *session)
{
  remember_tables ();
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *page = pages[i].make (session);
      AdwViewStackPage *stack_page = adw_view_stack_add_titled (stack, page, pages[i].name, _(pages[i].title));

      adw_view_stack_page_set_icon_name (stack_page, pages[i].icon);
      adw_view_stack_page_set_use_underline (stack_page, TRUE);
      remember (page);
    }
}

static MgExplorePage *
explore_page (AdwViewStack *stack)
{
  GtkWidget *page = adw_view_stack_get_child_by_name (stack, EXPLORE);

  return page ? MG_EXPLORE_PAGE (page) : NULL;
}

const char *
mg_page_list_resolve (AdwViewStack *stack, const char *name)
{
  MgExplorePage *explore = explore_page (stack);

  if (explore && g_strcmp0 (name, EXPLORE) == 0)
    return mg_explore_page_current (explore);
  if ((explore && mg_explore_page_has (explore, name)) || adw_view_stack_get_child_by_name (stack, name))
    return name;
  return NULL;
}

/* A page of the session: itself in the switcher, or behind the side bar. */
static gboolean
to_stack (GBinding *binding, const GValue *from, GValue *to, gpointer user_data)
{
  AdwViewStack *stack = user_data;
  MgExplorePage *explore = explore_page (stack);
  const char *name = g_value_get_string (from);

  g_value_set_string (to, explore && mg_explore_page_has (explore, name) ? EXPLORE : name);
  return TRUE;
}

static gboolean
to_session (GBinding *binding, const GValue *from, GValue *to, gpointer user_data)
{
  const char *name = g_value_get_string (from);

  /* A stack that is being built or torn down has no visible page for a moment. */
  g_value_set_string (to, name ? mg_page_list_resolve (user_data, name) : NULL);
  return TRUE;
}

void
mg_page_list_bind (AdwViewStack *stack, MgSession *session)
{
  g_object_bind_property_full (session, "page", stack, "visible-child-name",
                               G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE, to_stack, to_session, stack, NULL);
}
