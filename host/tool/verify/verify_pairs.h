/*
 * verify_pairs.h - the worker's side of `verify --level pairs`: rows in which every two values meet that can:
 * strategy, width and backend, type, inputs, and each value of a parameter that its table names.
 *
 * The rows follow from the tables, the seed and what the device offers, before anything is compiled. A row is
 * what has to be compiled together; its problems differ in inputs and sizes. How many pairs met, and which
 * cannot, is told in one event per algorithm:
 *   {"event":"pairs","algorithm":"lerp","met":N,"left":N,"never":N,
 *    "left_names":["strategy=tree with type=f64", ...],"never_names":[...]}
 * A pair is left when its row was refused by the driver or ended at a wrong result before.
 */
#ifndef TOOL_VERIFY_PAIRS_H
#define TOOL_VERIFY_PAIRS_H

#include "verify/verify.h"

tool_exit tool_verify_pairs(tool_session *session, const tool_choice *choices, int count);

#endif
