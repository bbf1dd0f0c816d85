/* The operations, types and widths of a test level, on every device and backend. */
#pragma once

#include "support/ops_place.h"

/* `turn` counts the widths of the backend from 0. */
typedef bool ops_chosen(const xl__op *op, size_t op_index, xl__op_type type, int turn);

/* Probes the combinations, emulated at `widths` (ended by 0) and natively at every width. Fails if the form
   in use is wrong, and prints each demoted native form. */
void ops_sweep(const int *widths, ops_chosen *chosen);
