#include "app/status-line.h"

#include <glib/gi18n.h>

#include "analysis/base/time-left.h"
#include "ui/snapshot-facts.h"
#include "ui/text.h"
#include "ui/ui.h"

struct _MgStatusLine
{
  GtkWidget parent_instance;

  /* Template widgets */
  GtkLabel *file;
  GtkWidget *work;
  GtkLabel *stage;
  GtkProgressBar *bar;
  GtkMenuButton *notes_button;
  GtkBox *notes;

  MgSession *session; /* owned; NULL when nothing is open */
  MgTimeLeft left;
};

G_DEFINE_FINAL_TYPE (MgStatusLine, mg_status_line, GTK_TYPE_WIDGET)

static void
add_text (MgStatusLine *self, const char *text, const char *style_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* So that the first text is not found marked when the popover opens. */
  gtk_widget_set_focusable (label, FALSE);
  if (style_class)
    gtk_widget_add_css_class (label, style_class);
  gtk_box_append (self->notes, label);
}

static void
add_fact (GtkGrid *grid, int row, const char *name, const char *value)
{
  GtkWidget *left = gtk_label_new (name), *right = gtk_label_new (value);

  gtk_label_set_xalign (GTK_LABEL (left), 1.0);
  gtk_widget_set_valign (left, GTK_ALIGN_BASELINE);
  gtk_widget_add_css_class (left, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (right), 0.0);
  gtk_label_set_wrap (GTK_LABEL (right), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (right), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_widget_set_valign (right, GTK_ALIGN_BASELINE);
  gtk_grid_attach (grid, left, 0, row, 1, 1);
  gtk_grid_attach (grid, right, 1, row, 1, 1);
}

static void
add_facts (MgStatusLine *self)
{
  g_autoptr (GArray) facts = mg_snapshot_facts (mg_session_snapshot (self->session));
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  for (guint i = 0; i < facts->len; i++)
    {
      const MgSnapshotFact *fact = &g_array_index (facts, MgSnapshotFact, i);

      add_fact (GTK_GRID (grid), (int) i, fact->name, fact->value);
    }
  gtk_box_append (self->notes, grid);
}

static void
add_lacks (MgStatusLine *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  gboolean first = TRUE;

  for (guint i = 0; i < MG_N_CAPABILITIES; i++)
    {
      MgCapabilityState state = mg_snapshot_capability (snapshot, (MgCapability) i);
      g_autofree char *text = NULL;

      if (state.have)
        continue;
      if (first)
        add_text (self, _("What the File Cannot Tell"), "heading");
      first = FALSE;
      if (state.reason)
        /* Translators: what a file cannot tell, and why: "Field names: the format does not record them." */
        text = g_strdup_printf (_("%s: %s"), mg_capability_name ((MgCapability) i), state.reason);
      add_text (self, text ? text : mg_capability_name ((MgCapability) i), NULL);
    }
}

/* The popover is short; the page has the rest. */
static void
add_overview_button (MgStatusLine *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Overview and Self-Checks"));

  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", "overview");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.page");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (gtk_menu_button_popdown), self->notes_button);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_box_append (self->notes, button);
}

static void
fill_notes (MgStatusLine *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  GtkWidget *child;
  guint n;
  const MgNote *notes = mg_snapshot_notes (snapshot, &n);

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->notes))) != NULL)
    gtk_box_remove (self->notes, child);
  add_text (self, _("About This Snapshot"), "heading");
  add_facts (self);
  if (n > 0)
    add_text (self, _("Notes"), "heading");
  for (guint i = 0; i < n; i++)
    add_text (self, notes[i].text, notes[i].damage ? "error" : NULL);
  add_lacks (self);
  add_overview_button (self);
}

static void
notes_create_cb (GtkMenuButton *button, gpointer user_data)
{
  MgStatusLine *self = user_data;

  if (self->session)
    fill_notes (self);
}

/* The button counts the notes; damage is said in words as well as by colour. */
static void
update_notes_button (MgStatusLine *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  gboolean damaged = mg_snapshot_damaged (snapshot);
  g_autofree char *text = NULL;
  guint n;

  mg_snapshot_notes (snapshot, &n);
  if (mg_snapshot_no_graph_reason (snapshot))
    text = g_strdup (_("Figures are approximate"));
  else if (damaged)
    text = g_strdup (_("Part of the file is lost"));
  else if (n > 0)
    text = g_strdup_printf (ngettext ("%u note", "%u notes", n), n);
  gtk_menu_button_set_label (self->notes_button, text ? text : _("About"));
  if (damaged)
    gtk_widget_add_css_class (GTK_WIDGET (self->notes_button), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->notes_button), "error");
}

static void
append_part (GString *text, const char *part)
{
  if (part == NULL || *part == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

static void
update_file (MgStatusLine *self)
{
  MgSnapshot *snapshot = mg_session_snapshot (self->session);
  const MgSnapshotInfo *info = mg_snapshot_info (snapshot);
  const MgTypeStats *stats = mg_snapshot_type_stats (snapshot);
  g_autofree char *count = mg_format_count (stats->total.count);
  g_autofree char *bytes = mg_format_bytes (stats->total.size);
  g_autofree char *objects
    = g_strdup_printf (ngettext ("%s object", "%s objects", (gulong) MIN (stats->total.count, G_MAXINT)), count);
  GString *text = g_string_new (NULL);

  append_part (text, info->base_name);
  append_part (text, info->runtime);
  append_part (text, info->architecture);
  append_part (text, objects);
  append_part (text, bytes);
  if (stats->estimated)
    append_part (text, _("estimated from a sample"));
  gtk_label_set_label (self->file, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->file), info->path);
  g_string_free (text, TRUE);
}

static void
progress_cb (MgStatusLine *self, const char *stage, double fraction)
{
  gint64 now = g_get_monotonic_time ();
  g_autofree char *left = NULL, *text = NULL;

  mg_time_left_update (&self->left, fraction, now);
  left = mg_time_left_text (&self->left, now);
  if (left && stage)
    /* Translators: a stage of the work ("Reading objects"), "about 20 seconds left" */
    text = g_strdup_printf (_("%s, %s"), stage, left);
  gtk_label_set_label (self->stage, text ? text : stage);
  gtk_progress_bar_set_fraction (self->bar, CLAMP (fraction, 0.0, 1.0));
}

static void
ready_cb (MgStatusLine *self)
{
  gboolean all = (mg_session_ready (self->session) & MG_NEED_ALL) == MG_NEED_ALL;

  gtk_widget_set_visible (self->work, !all);
  update_notes_button (self);
  update_file (self);
}

static void
failed_cb (MgStatusLine *self)
{
  gtk_widget_set_visible (self->work, FALSE);
}

void
mg_status_line_set_session (MgStatusLine *self, MgSession *session)
{
  g_return_if_fail (MG_IS_STATUS_LINE (self));
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  gtk_widget_set_visible (GTK_WIDGET (self->notes_button), session != NULL);
  gtk_widget_set_visible (self->work, FALSE);
  gtk_label_set_label (self->file, "");
  if (session == NULL)
    return;
  g_signal_connect_object (session, "notify::ready", G_CALLBACK (ready_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "prepare-progress", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "prepare-failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  progress_cb (self, "", 0.0);
  ready_cb (self);
}

void
mg_status_line_show_notes (MgStatusLine *self)
{
  g_return_if_fail (MG_IS_STATUS_LINE (self));
  if (self->session)
    gtk_menu_button_popup (self->notes_button);
}

static void
mg_status_line_dispose (GObject *object)
{
  MgStatusLine *self = MG_STATUS_LINE (object);

  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  mg_ui_dispose_template (GTK_WIDGET (self), MG_TYPE_STATUS_LINE);
  G_OBJECT_CLASS (mg_status_line_parent_class)->dispose (object);
}

static void
mg_status_line_class_init (MgStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = mg_status_line_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/mangrove/Mangrove/app/status-line.ui");
  gtk_widget_class_bind_template_child (widget_class, MgStatusLine, file);
  gtk_widget_class_bind_template_child (widget_class, MgStatusLine, work);
  gtk_widget_class_bind_template_child (widget_class, MgStatusLine, stage);
  gtk_widget_class_bind_template_child (widget_class, MgStatusLine, bar);
  gtk_widget_class_bind_template_child (widget_class, MgStatusLine, notes_button);
  gtk_widget_class_bind_template_child (widget_class, MgStatusLine, notes);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
mg_status_line_init (MgStatusLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Status line"), -1);
  gtk_menu_button_set_create_popup_func (self->notes_button, notes_create_cb, self, NULL);
}
