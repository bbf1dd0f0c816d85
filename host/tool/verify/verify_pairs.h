/*
 * verify_pairs.h - the worker's side of `verify --level pairs`: rows in which every two compatible values
 * meet: of strategy, width and backend, type, inputs, and each parameter's values in its table.
 *
 * The rows follow from the tables, the seed and the device, before anything is compiled. A row shares a
 * program; its problems differ in inputs and sizes. One event per algorithm tells how many pairs met, and
 * which cannot:
 *   {"event":"pairs","algorithm":"lerp","met":N,"left":N,"never":N,
 *    "left_names":["strategy=tree with type=f64", ...],"never_names":[...]}
 * A pair is left if the driver refused its row, or a wrong result ended the row first.
 */
#pragma once

#include "verify/verify.h"

tool_exit tool_verify_pairs(tool_session *session, const tool_choice *choices, int count);
