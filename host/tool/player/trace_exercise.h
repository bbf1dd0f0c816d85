/*
 * trace_exercise.h - traces an answer to an exercise (learn/exercise.h).
 */
#pragma once

#include "run/session.h"

/* Of the exercise that is the job's only name, with --kernel-dir; as tool_trace (exec/trace.h). */
tool_exit tool_trace_exercise(tool_session *session);
