/*
 * verify_pairs.h - the worker's side of `verify --level pairs`: rows in which every two compatible values
 * meet: of strategy, width and backend, type, inputs, and each parameter.
 *
 * The rows follow from the tables, the seed and the device. A row shares a program; its problems differ in
 * inputs and sizes. One event per algorithm counts pairs:
 *   {"event":"pairs","algorithm":"lerp","met":N,"left":N,"never":N,
 *    "left_names":["strategy=tree with type=f64", ...],"never_names":[...]}
 * Left: the driver refused the row, or a wrong result ended it first. Never: impossible.
 */
#pragma once

#include "verify/verify.h"

tool_exit tool_verify_pairs(tool_session *session, const tool_choice *choices, int count);
