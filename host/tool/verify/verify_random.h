/*
 * verify_random.h - the worker's side of `verify --random N`: N problems, drawn over all that can be set,
 * against their references.
 */
#pragma once

#include "verify/verify.h"

/* The problems of a row share all that is compiled in: strategy, backend, width, type, compile-time and
   tuning values. Run-time sizes, inputs and seeds differ. All follows from --seed. A row ends with its first
   failure, whose record says how to run it alone. */
tool_exit tool_verify_random(tool_session *session, const tool_choice *choices, int count);
