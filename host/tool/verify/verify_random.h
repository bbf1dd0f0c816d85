/*
 * verify_random.h - the worker's side of `verify --random N`: N problems drawn over everything that can be
 * set, each against its reference.
 */
#ifndef TOOL_VERIFY_RANDOM_H
#define TOOL_VERIFY_RANDOM_H

#include "verify/verify.h"

/* Rows of problems that share what has to be compiled: strategy, backend, width, type, values of the problem
   and of tuning. Sizes of run time, inputs and their seeds differ. Everything follows from --seed. A row ends
   with the first problem that is not right; its record is that problem's, and says how to run it alone. */
tool_exit tool_verify_random(tool_session *session, const tool_choice *choices, int count);

#endif
