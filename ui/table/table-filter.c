#include "ui/table/table-filter.h"

void
mg_table_filter_update (GtkEditable *search, GtkToggleButton *regex, GtkLabel *message, MgRowList *rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MgTextFilter) filter
      = mg_text_filter_new (gtk_editable_get_text (search), gtk_toggle_button_get_active (regex), &error);

  gtk_label_set_label (message, error ? error->message : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (message), error ? error->message : NULL);
  if (error)
    {
      gtk_widget_add_css_class (GTK_WIDGET (search), "error");
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (search), "error");
  mg_row_list_set_filter (rows, filter);
}
