#include "learn/compiled.h"
#include "inspect/targets/target_list.h"
#include "records/record.h"
#include "text/display.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SECONDS = 30 }; /* for one compilation, which usually takes less than one */

const char *tool_compiled_name(tool_compiled compiled) {
    static const char *const names[] = {"right", "wrong", "not looked at"};
    return names[compiled];
}

/* One kernel being checked. */
typedef struct look {
    const tool_exercise *exercise;
    const char *file, *kernel;
    json_t *held, *missed; /* sentences */
    bool unseen;           /* some code could not be compiled */
} look;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(json_t *to, const char *format, ...) {
    char line[TOOL_PATH + 600];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    json_array_append_new(to, tool_json_text(line));
}

static const char *relation_words(tool_relation relation) {
    switch (relation) {
    case TOOL_LESS: return "less than ";
    case TOOL_AT_MOST: return "at most ";
    case TOOL_NOT_EQUAL: return "a number other than ";
    case TOOL_AT_LEAST: return "at least ";
    case TOOL_MORE: return "more than ";
    default: return "";
    }
}

static void judge(look *l, const tool_condition *condition, const tool_inspection *it,
                  const tool_code *code) {
    const char *const name = tool_condition_name(condition);
    const char *const words = relation_words(condition->relation);
    char number[24] = "not told";
    long got = -1;
    const bool holds = tool_condition_holds(condition, it, code, &got);
    if (got >= 0) snprintf(number, sizeof number, "%ld", got);
    if (holds)
        say(l->held, "in its code for %s %s is %s; it has to be %s%ld", it->target->name, name, number, words,
            condition->value);
    else
        say(l->missed, "in its code for %s %s has to be %s%ld, and is %s", it->target->name, name, words,
            condition->value, number);
}

/* The target's compiler is missing or does not work. */
static bool is_unseen(const tool_inspection *it) {
    return it->status == TOOL_NOTHING_DONE || it->status == TOOL_BROKEN || it->status == TOOL_OUTPUT ||
           (it->status == TOOL_DEVICE_FAILED && !it->backend[0]);
}

static void judge_target(look *l, const tool_inspection *it) {
    const char *const reason = it->reason ? it->reason : "it has no such kernel";
    const tool_code *const code = tool_codes_find(&it->codes, l->kernel);
    if (!code && is_unseen(it)) {
        if (!l->unseen) say(l->held, "its compiled code was not checked: %s", reason);
        l->unseen = true;
    } else if (!code) {
        say(l->missed, "for %s it does not compile: %s", it->target->name, reason);
    }
    for (int c = 0; code && c < l->exercise->compiled_count; c++)
        if (tool_condition_applies(&l->exercise->compiled[c], it))
            judge(l, &l->exercise->compiled[c], it, code);
}

static bool is_first_of(const tool_exercise *e, int number) {
    for (int c = 0; c < number; c++)
        if (strcmp(e->compiled[c].target, e->compiled[number].target) == 0) return false;
    return true;
}

static void tell_how(const look *l, json_t *said) {
    char shown[TOOL_PATH];
    for (int c = 0; c < l->exercise->compiled_count; c++)
        if (is_first_of(l->exercise, c))
            say(said, "'crosslane inspect %s --for %s --asm' shows it",
                tool_text_clean(l->file, shown, sizeof shown), l->exercise->compiled[c].target);
}

static void look_at(look *l, const tool_options *options, const char *folder, const char *text) {
    const tool_exercise *const e = l->exercise;
    tool_options own = *options; /* without the selection of a local device */
    own.settings.count = 0;
    own.backend = own.kernel_dir = NULL;
    const tool_inspecting inspecting = {&own, folder,
                                        own.timeout < MOST_SECONDS ? own.timeout : MOST_SECONDS};
    for (int c = 0; c < e->compiled_count; c++) {
        tool_inspection it;
        if (!is_first_of(e, c)) continue;
        tool_inspect_text(&inspecting, tool_target_find(e->compiled[c].target), l->file, text, 0, &it);
        judge_target(l, &it);
        tool_inspection_free(&it);
    }
}

tool_compiled tool_compiled_look(const tool_options *options, const tool_exercise *exercise, const char *file,
                                 const char *text, json_t *said) {
    tool_work_folder folder;
    xl_error error = {.text = ""};
    look l = {exercise, file, exercise->passes[exercise->launch].kernel, json_array(), json_array(), false};
    if (tool_work_folder_make(&folder, &error) == XL_SUCCESS) {
        look_at(&l, options, folder.path, text);
        tool_work_folder_remove(&folder);
    } else {
        l.unseen = true;
        say(l.held, "its compiled code was not checked: %s", error.text);
    }
    const bool wrong = json_array_size(l.missed) > 0;
    json_array_extend(said, wrong ? l.missed : l.held);
    if (wrong) tell_how(&l, said);
    json_decref(l.held);
    json_decref(l.missed);
    return wrong ? TOOL_COMPILED_WRONG : l.unseen ? TOOL_COMPILED_UNSEEN : TOOL_COMPILED_RIGHT;
}
