/* verify_random.h - the worker's side of `verify --random N`. */
#pragma once

#include "verify/verify.h"

/* The problems of a row share a program; run-time sizes, inputs and seeds differ. All depends only on --seed.
 * A row ends with its first failure, whose record has the command that repeats only this problem.
 */
tool_exit tool_verify_random(tool_session *session, const tool_choice *choices, int count);
