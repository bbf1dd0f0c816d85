/*
 * compiled.h - checks an exercise's conditions on a kernel's compiled code, as `crosslane inspect FILE
 * --for TARGET` shows it. Kernels may be hostile: each compilation is a process with limits of time and
 * memory. This code runs in the parent and calls OpenCL's loader, which finds no driver
 * (compilers/os_tool.h).
 */
#pragma once

#include "learn/exercise.h"
#include "options/options.h"

/* In records and answers: "right", "wrong", "not looked at". */
typedef enum tool_compiled {
    TOOL_COMPILED_RIGHT,
    TOOL_COMPILED_WRONG,
    TOOL_COMPILED_UNSEEN /* a compiler is missing, or does not work */
} tool_compiled;
const char *tool_compiled_name(tool_compiled compiled);

/* Checks the kernel `text` with correct results, called `file` in messages. `said` receives sentences:
   which conditions are met or violated, or why no code was checked. */
tool_compiled tool_compiled_look(const tool_options *options, const tool_exercise *exercise, const char *file,
                                 const char *text, json_t *said);
