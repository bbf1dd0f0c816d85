/*
 * compiled.h - whether the compiled code of a kernel has what its exercise asks of it. It is compiled as
 * `crosslane inspect FILE --for TARGET` does it, so that this shows a person the same numbers.
 *
 * What is compiled may be anybody's: each compilation is a process of its own with a limit of time and
 * memory. This runs in the parent, and calls OpenCL's loader, which finds no driver (inspect/os_tool.h).
 */
#pragma once

#include "learn/exercise.h"
#include "options/options.h"

/* Of a kernel whose results are right. As a field of records and answers: "right", "wrong", "not looked at".
 */
typedef enum tool_compiled {
    TOOL_COMPILED_RIGHT,
    TOOL_COMPILED_WRONG,
    TOOL_COMPILED_UNSEEN /* a compiler is missing here, or does not work */
} tool_compiled;
const char *tool_compiled_name(tool_compiled compiled);

/* Looks at the kernel `text`, which messages call `file`, by the exercise's conditions. `said` gets
   sentences: what holds, or what does not and how it is seen, or why nothing was looked at. */
tool_compiled tool_compiled_look(const tool_options *options, const tool_exercise *exercise, const char *file,
                                 const char *text, json_t *said);
