/* inspect_work.h - private to inspection.c and inspect_file.c: an inspection in progress. */
#pragma once

#include "inspect/cross.h"
#include "inspect/inspection.h"

typedef struct tool_work {
    const tool_inspecting *inspecting;
    tool_inspection *out;
    tool_cross cross;
} tool_work;

/* Reports missing tools: false. */
bool tool_work_begin(tool_work *w, const tool_inspecting *inspecting, const tool_inspect_target *target,
                     int width, tool_inspection *out);
void tool_work_fail(tool_inspection *out, tool_exit status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* How the compiler ended, if that needs a line, or why its result is refused. */
bool tool_work_tell_end(tool_work *w);
void tool_work_tell_failure(tool_work *w, int status, const xl_error *error);
void tool_work_take_program(tool_inspection *out, const char *base);
