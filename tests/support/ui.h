/* For tests of widgets: start without a desktop, wait for conditions, write pictures. */
#pragma once

#include <gtk/gtk.h>

#include "tests/support/test.h"

G_BEGIN_DECLS

/* GTK, libadwaita and the ui layer, without animations. Ends the program as skipped when there is no display. */
void mg_test_ui_init (void);

/* Runs the main loop until CONDITION holds, at most SECONDS. */
typedef gboolean (*MgTestCondition) (gpointer user_data);
gboolean mg_test_wait (MgTestCondition condition, gpointer user_data, double seconds);
/* Under valgrind, or on a machine with much else to do, everything takes its time: what is waited for comes, or not. */
#define MG_PATIENCE 6.0
#define MG_WAIT_UNTIL(expression, seconds) \
  G_STMT_START \
    { \
      gint64 end_ = g_get_monotonic_time () + (gint64) ((seconds) * MG_PATIENCE * G_USEC_PER_SEC); \
      while (!(expression) && g_get_monotonic_time () < end_) \
        mg_test_spin_once (); \
      if (!(expression)) \
        mg_test_fail (__FILE__, __LINE__, "waited %g s for %s", (seconds) * MG_PATIENCE, #expression); \
    } \
  G_STMT_END

/* Whether the program runs far slower than it would (valgrind, sanitizers): then big data is not for it, and no time is
 * measured. */
gboolean mg_test_is_slow (void);
/* Milliseconds of processor time of the whole process: what other programs on the machine do does not count. */
double mg_test_cpu_msec (void);

/* Checks that no turn of the main loop takes longer than a frame while STEP runs, which ends with some turns of its
 * own. What counts is processor time. Even that is longer now and then: STEP runs again when a turn was too long, and
 * fails when one was in each of five runs. And it is longer all the time while others share the cores and their caches:
 * with more to do than there are cores a turn may take half as long again. */
typedef void (*MgTestStep) (gpointer user_data);
void mg_test_check_turns (const char *what, MgTestStep step, gpointer user_data);

/* One turn of the main loop, with a short sleep when there is nothing to do. */
void mg_test_spin_once (void);
/* Runs the main loop for SECONDS. */
void mg_test_spin (double seconds);
/* Shows WINDOW and waits for its first frame. */
void mg_test_present (GtkWindow *window);

/* Writes WIDGET (mapped) as PNG, by GTK's cairo renderer: the same bytes on every machine with the same fonts. */
gboolean mg_test_save_png (GtkWidget *widget, const char *path);

/* The first descendant of WIDGET (or itself) of TYPE whose accessible label or text is NAME (NULL: any). */
GtkWidget *mg_test_find (GtkWidget *widget, GType type, const char *name);

/* The first controller of TYPE of WIDGET itself; borrowed, NULL when there is none. */
GtkEventController *mg_test_controller (GtkWidget *widget, GType type);
/* Gives a key to WIDGET's own key controller; TRUE when it took it. */
gboolean mg_test_key (GtkWidget *widget, guint key, GdkModifierType state);
/* Does what that key means to WIDGET's own shortcut controllers; TRUE when one took it. */
gboolean mg_test_shortcut (GtkWidget *widget, guint key, GdkModifierType state);

G_END_DECLS
