/*
 * learn.h - the worker's side of learn: runs kernels of exercises, compares, recognises known mistakes.
 *
 * The words are "check EXERCISE" for the student's kernel, "test EXERCISE..." for solutions and known
 * mistakes, "solve EXERCISE..." for solutions. Every kernel is a row. Its record is that of verify with more
 * fields:
 *
 *   exercise  its name          file   of the kernel, as messages call it
 *   stage     "build", "run": the step at which the process died or gave up
 *   launched  true: the kernel ran before, at some width
 *   untouched true: the kernel is the original
 *   found     the record of a wrong result, if the process died after it
 *   widths    "8, 32 (native), 64": where it was right; not `skipped`, which the device cannot run
 *   common    what the failures share; hints: mistakes in the kernel's text; sentences
 *   mistake   the sentence of a known mistake with the same results
 *   perhaps   true if its results differ between runs, so only their wrongness was compared
 *   compiled  set by the parent (learn/compiled.h), with compiled_says: findings in the compiled code
 *   collectives  on the checking device: how many the kernel executed
 *   says      test: words that the answer must contain; absent for the solution, which must be right
 */
#pragma once

#include "system/os_drivers.h"
#include "run/session.h"

/* The student's kernel in --kernel-dir, which learn always sets. */
const char *tool_learn_file(const tool_options *options, const char *exercise, char path[TOOL_PATH]);

tool_exit tool_learn(tool_session *session);
