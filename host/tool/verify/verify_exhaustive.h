/*
 * verify_exhaustive.h - the worker's side of `verify --exhaustive`: every value of the domains that the cases
 * name (case.h), a row for each strategy and domain.
 *
 * A row's measures are "values" (of the domain), "walked", "wrong", and where they are known
 * "first_wrong_bits" and "largest_error_bits", the bits of the values. The row's last state is told once a
 * second, so that an interrupt keeps it.
 */
#ifndef TOOL_VERIFY_EXHAUSTIVE_H
#define TOOL_VERIFY_EXHAUSTIVE_H

#include "verify/verify.h"

tool_exit tool_verify_exhaustive(tool_session *session, const tool_choice *choices, int count);

#endif
