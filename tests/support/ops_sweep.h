/*
 * ops_sweep.h - which operations, types and widths a level of the tests covers, on every device and backend.
 */
#pragma once

#include "support/ops_place.h"

/* Whether this combination belongs to the level; `turn` counts the widths of the backend from 0. */
typedef bool ops_chosen(const xl__op *op, size_t op_index, xl__op_type type, int turn);

/* Probes all chosen combinations, emulated at `widths` (0 at the end) and natively at every width of every
   backend. Fails the test if the form that is used in the end is wrong, and prints each demoted native
   form. */
void ops_sweep(const int *widths, ops_chosen *chosen);
