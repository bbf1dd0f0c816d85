#include "player/trace_exercise.h"
#include "exec/trace.h"
#include "learn/exercise.h"
#include "learn/learn.h"
#include "program/source.h"
#include <stdlib.h>
#include <string.h>

static tool_exit trace_kernel(tool_session *s, tool_exercise *e, const char *path, const char *text) {
    tool_point point = {.type = XL_TYPE_NONE};
    const tool_points points = {&point, 1};
    const tool_choice choice = {.cs = &e->cs, .strategy = 0, .points = &points};
    const char *const slash = strrchr(path, '/');
    e->session = s;
    tool_exercise_set_kernel(e, strlen(path) < XL__SOURCE_NAME || !slash ? path : slash + 1, text);
    return tool_trace_choice(s, &choice);
}

tool_exit tool_trace_exercise(tool_session *s) {
    const tool_options *const o = s->options;
    tool_exercise *exercise = NULL;
    char path[TOOL_PATH], *text = NULL;
    xl_error error = {0};
    tool_exit status = TOOL_USAGE;
    tool_learn_file(o, o->names.word[0], path);
    if (tool_exercise_open(o->exercises, o->names.word[0], &exercise, &error) != XL_SUCCESS ||
        xl__read_source(path, TOOL_LARGEST_KERNEL, &text, &error) != XL_SUCCESS)
        tool_emit_failure(s, TOOL_USAGE, error.text);
    else
        status = trace_kernel(s, exercise, path, text);
    tool_exercise_free(exercise);
    free(text);
    return status;
}
