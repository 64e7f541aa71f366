#include "ui/pages/overview-page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "analysis/details.h"
#include "ui/snapshot-facts.h"

struct _MgOverviewPage
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* child */
  GtkBox *box;         /* in it */

  MgSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (MgOverviewPage, mg_overview_page, GTK_TYPE_WIDGET)

static AdwPreferencesGroup *
add_group (MgOverviewPage *self, const char *title, const char *description)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  adw_preferences_group_set_title (group, title);
  adw_preferences_group_set_description (group, description);
  gtk_box_append (self->box, GTK_WIDGET (group));
  return group;
}

/* Texts are no markup. */
static AdwActionRow *
add_row (AdwPreferencesGroup *group, const char *title, const char *subtitle)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *subtitle_markup = g_markup_escape_text (subtitle ? subtitle : "", -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title_markup);
  adw_action_row_set_subtitle (row, subtitle_markup);
  adw_action_row_set_title_lines (row, 0);
  adw_action_row_set_subtitle_lines (row, 0);
  adw_preferences_group_add (group, GTK_WIDGET (row));
  return row;
}

static void
add_icon (AdwActionRow *row, const char *icon, const char *style_class)
{
  GtkWidget *image = gtk_image_new_from_icon_name (icon);

  gtk_widget_add_css_class (image, style_class);
  adw_action_row_add_prefix (row, image);
}

static GtkWidget *
wrapped (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

/* Name and value in one line: an action row has them one below the other, or squeezes the value. */
static void
add_fact (AdwPreferencesGroup *group, GtkSizeGroup *names, const char *name, const char *value)
{
  GtkWidget *row = adw_preferences_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *left = wrapped (name), *right = wrapped (value);

  gtk_widget_add_css_class (left, "dim-label");
  gtk_widget_set_valign (left, GTK_ALIGN_START);
  gtk_size_group_add_widget (names, left);
  gtk_label_set_selectable (GTK_LABEL (right), TRUE);
  /* Tab goes from page to page, not through every value. */
  gtk_widget_set_focusable (right, FALSE);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_widget_add_css_class (box, "mg-overview-fact");
  gtk_box_append (GTK_BOX (box), left);
  gtk_box_append (GTK_BOX (box), right);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  adw_preferences_group_add (group, row);
}

static void
add_notes (MgOverviewPage *self, MgSnapshot *snapshot)
{
  AdwPreferencesGroup *group = NULL;
  guint n;
  const MgNote *notes = mg_snapshot_notes (snapshot, &n);

  for (guint i = 0; i < n; i++)
    {
      if (group == NULL)
        group = add_group (self, _("What to Know About It"), NULL);
      add_icon (add_row (group, notes[i].text, NULL),
                notes[i].damage ? "dialog-warning-symbolic" : "help-about-symbolic",
                notes[i].damage ? "warning" : "dim-label");
    }
}

static void
add_facts (MgOverviewPage *self, MgSnapshot *snapshot)
{
  AdwPreferencesGroup *group = add_group (self, _("What Was Opened"), NULL);
  g_autoptr (GArray) facts = mg_snapshot_facts (snapshot);
  g_autoptr (GtkSizeGroup) names = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

  for (guint i = 0; i < facts->len; i++)
    {
      const MgSnapshotFact *fact = &g_array_index (facts, MgSnapshotFact, i);

      add_fact (group, names, fact->name, fact->value);
    }
}

static void
add_capabilities (MgOverviewPage *self, MgSnapshot *snapshot)
{
  AdwPreferencesGroup *group = add_group (self, _("What It Can Tell"), NULL);

  for (guint i = 0; i < MG_N_CAPABILITIES; i++)
    {
      MgCapabilityState state = mg_snapshot_capability (snapshot, (MgCapability) i);

      add_icon (add_row (group, mg_capability_name ((MgCapability) i),
                         state.reason ? state.reason : state.have ? NULL : _("Not in this file.")),
                state.have ? "emblem-ok-symbolic" : "window-close-symbolic", state.have ? "success" : "dim-label");
    }
}

static const struct
{
  const char *word, *icon, *icon_class;
} check_states[] = {
  { N_("Not run: there was nothing to check, or it is still to come."), "content-loading-symbolic", "dim-label" },
  { N_("Passed"), "emblem-ok-symbolic", "success" },
  { N_("Failed: what depends on it is left out or marked."), "dialog-warning-symbolic", "warning" },
};

static char *
describe_checks (const GArray *checks)
{
  guint passed = 0, failed = 0;

  for (guint i = 0; i < checks->len; i++)
    {
      passed += g_array_index (checks, MgSelfCheck, i).state == 1;
      failed += g_array_index (checks, MgSelfCheck, i).state == 2;
    }
  if (failed == 0)
    /* Translators: number of checks that the program makes of its own reading */
    return g_strdup_printf (ngettext ("Mangrove checks what it reads: %u check passed, none failed.",
                                      "Mangrove checks what it reads: %u checks passed, none failed.", passed),
                            passed);
  /* Translators: numbers of checks that failed and passed */
  return g_strdup_printf (ngettext ("Mangrove checks what it reads: %u check failed, %u passed.",
                                    "Mangrove checks what it reads: %u checks failed, %u passed.", failed),
                          failed, passed);
}

/* Only readers that depend on a runtime's inner structures have checks to make. */
static void
add_checks (MgOverviewPage *self, MgSnapshot *snapshot)
{
  g_autoptr (GArray) checks = mg_details_checks (snapshot);
  g_autofree char *description = checks ? describe_checks (checks) : NULL;
  AdwPreferencesGroup *group = checks ? add_group (self, _("Self-Checks"), description) : NULL;

  for (guint i = 0; checks && i < checks->len; i++)
    {
      const MgSelfCheck *check = &g_array_index (checks, MgSelfCheck, i);
      guint state = CLAMP (check->state, 0, 2);

      add_icon (add_row (group, check->what, _(check_states[state].word)), check_states[state].icon,
                check_states[state].icon_class);
    }
}

static void
fill (MgOverviewPage *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  add_notes (self, snapshot);
  add_facts (self, snapshot);
  add_capabilities (self, snapshot);
  add_checks (self, snapshot);
}

/* Made when it is seen, and again when more is known. */
static void
update (MgOverviewPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill (self);
}

GtkWidget *
mg_overview_page_new (MgSession *session)
{
  MgOverviewPage *self = g_object_new (MG_TYPE_OVERVIEW_PAGE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::ready", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  return GTK_WIDGET (self);
}

static void
mg_overview_page_dispose (GObject *object)
{
  MgOverviewPage *self = MG_OVERVIEW_PAGE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (mg_overview_page_parent_class)->dispose (object);
}

static void
mg_overview_page_class_init (MgOverviewPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_overview_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_overview_page_init (MgOverviewPage *self)
{
  GtkWidget *clamp = adw_clamp_new ();

  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 24));
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "mg-overview");
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 760);
  adw_clamp_set_child (ADW_CLAMP (clamp), GTK_WIDGET (self->box));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), clamp);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview"), -1);
}
