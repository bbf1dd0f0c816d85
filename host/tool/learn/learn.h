/*
 * learn.h - the worker's side of learn: runs kernels of exercises, compares, recognises known mistakes.
 *
 * The words are "check EXERCISE", for the person's kernel, or "test EXERCISE...", for the solution and the
 * known mistakes of each. Every kernel is a row. Its record is one of verify with more fields:
 *
 *   exercise  its name          file   of the kernel, as messages call it
 *   stage     "build", "run": what the process was at when it died or gave up
 *   launched  true: the kernel has run before, at this width or another
 *   untouched true: the kernel is the one that was handed out
 *   found     the record of what was wrong, where the process died after that
 *   widths    "8, 32 (native), 64": where it was right; without `skipped`, those that the device cannot run
 *   common    what the failures have in common, hints what the kernel's text shows: sentences
 *   mistake   the sentence of a known mistake with the same results
 *   perhaps   true where only that it is wrong could be compared: its results differ from run to run
 *   compiled  set by the parent (learn/compiled.h), with compiled_says: what was found of the compiled code
 *   says      test: what the answer has to hold; absent for the solution, which has to be right
 */
#pragma once

#include "system/os_drivers.h"
#include "run/session.h"

/* The file of the person's kernel: in --kernel-dir, which learn always has. */
const char *tool_learn_file(const tool_options *options, const char *exercise, char path[TOOL_PATH]);

tool_exit tool_learn(tool_session *session);
