/* A picture as text, one line for each node, edge and cut: what tests compare with. */
#pragma once

#include "analysis/picture/picture.h"

G_BEGIN_DECLS

/* For example (kind, title, count, weight, and what else is set):
 *
 *   0 root static "Monitor" x1 w3 dominator
 *   1 group "ConnectionMonitor" x1 w3 dominator own
 *   2 subject "NotificationContext" x3 w3 dominator own
 *   0 -> 1 w3 "" bold
 *   1 -> 2 w3 "event handlers" "3 of them" folded(EventHandler → Object[] → EventHandler) bold
 *   cut small stub 12 groups 3 subjects 4: text */
char *mg_test_dump_picture (const MgPicture *picture) G_GNUC_WARN_UNUSED_RESULT;

/* Fails the running test unless PICTURE keeps what every picture promises: order, ranks, ids, weights that add up at
 * every node and at every cut, texts that are never NULL. TOTAL: what weights are shares of. */
void mg_test_check_picture (const char *file, int line, const MgPicture *picture, guint64 total);
#define MG_CHECK_PICTURE(picture, total) mg_test_check_picture (__FILE__, __LINE__, (picture), (total))

G_END_DECLS
