/*
 * verify_exhaustive.h - the worker's side of `verify --exhaustive`: a row per strategy and domain (case.h).
 *
 * A row's measures: "values" (of the domain), "walked", "wrong", and if known "first_wrong_bits" and
 * "largest_error_bits". The row is sent once a second, so that an interrupt keeps it.
 */
#pragma once

#include "verify/verify.h"

tool_exit tool_verify_exhaustive(tool_session *session, const tool_choice *choices, int count);
