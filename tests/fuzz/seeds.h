/* Inputs to begin with: small .gcdump files of every kind. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds them to SEEDS (GBytes). */
void mg_fuzz_add_seeds (GPtrArray *seeds);

G_END_DECLS
