/*
 * exec.h - the worker's side of exec: one strategy on the user's own arrays.
 */
#pragma once

#include "run/config.h"

/* The parent's side: complains of mistakes that can be found without a device. */
tool_exit tool_exec_check(const tool_job *of);

/* Loads --in, binds dimensions, runs, checks, writes --out (whole or not at all). Complaints go to the parent
   as failures with their exit status. */
tool_exit tool_exec(tool_session *session);
