/* learn_code.c - checks compiled code for exercises that ask for it. */
#include "learn/compiled.h"
#include "learn/learn.h"
#include "learning/cmd_learn.h"
#include "program/source.h"
#include "system/os_start.h"
#include <stdlib.h>
#include <string.h>

/* The caller frees it. NULL: it cannot be read. */
static char *read_kernel(const tool_options *o, const char *exercise, const char *file, bool testing) {
    char *text = NULL;
    xl_error ignored;
    const char *const slash = strrchr(file, '/');
    if (testing)
        tool_exercise_file(o->exercises, exercise, slash ? slash + 1 : file, &text, &ignored);
    else
        xl__read_source(file, TOOL_LARGEST_KERNEL, &text, &ignored);
    return text;
}

static void look(const tool_options *o, const tool_exercise *e, bool testing, json_t *record) {
    char path[TOOL_PATH]; /* the record's "file" is only for display */
    const char *const file = testing ? tool_text_of(record, "file") : tool_learn_file(o, e->name, path);
    json_t *const said = json_array();
    char *const text = read_kernel(o, e->name, file, testing);
    tool_compiled compiled = TOOL_COMPILED_UNSEEN;
    if (text)
        compiled = tool_compiled_look(o, e, file, text, said);
    else
        json_array_append_new(said,
                              json_string("its compiled code was not checked, because the file is gone"));
    json_object_set_new(record, "compiled", json_string(tool_compiled_name(compiled)));
    json_object_set_new(record, "compiled_says", said);
    free(text);
}

json_t *cli_learn_with_code(const tool_options *options, const json_t *record, bool testing) {
    json_t *const told = json_copy((json_t *)(uintptr_t)record);
    tool_exercise *exercise = NULL;
    xl_error ignored;
    if (strcmp(tool_text_of(record, "status"), "ok") != 0 || tool_interrupted()) return told;
    const int status =
        tool_exercise_open(options->exercises, tool_text_of(record, "exercise"), &exercise, &ignored);
    if (status == XL_SUCCESS && exercise->compiled_count > 0) look(options, exercise, testing, told);
    tool_exercise_free(exercise);
    return told;
}
