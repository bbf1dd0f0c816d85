#include "inspect/target.h"
#include "base/os.h"
#include "text/os_memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long tool_target_number(const tool_inspect_target *target, const char *key) {
    const char *const text = tool_described_value(&target->facts, key);
    return text ? strtol(text, NULL, 0) : 0;
}

const char *tool_target_install(const tool_inspect_target *target) {
    const char *const own = tool_described_value(&target->facts, "install");
    return own ? own : target->vendor->install;
}

bool tool_target_is_tried(const tool_inspect_target *target, const char *version) {
    const char *at = tool_described_value(&target->facts, "tried");
    while (at && *at) {
        char one[160];
        snprintf(one, sizeof one, "%.*s", (int)strcspn(at, "|"), at);
        if (strstr(version, one)) return true;
        at += strcspn(at, "|");
        at += *at == '|';
    }
    return false;
}

int tool_target_widths(const tool_inspect_target *target, int *widths, int capacity) {
    const char *at = tool_described_value(&target->facts, "lanes");
    int count = 0;
    for (char *end = NULL; at && count < capacity; at = end) {
        const long width = strtol(at, &end, 10);
        if (end == at) break;
        widths[count++] = (int)width;
    }
    return count;
}

void tool_occupancy_limit(tool_occupancy *out, long held, const char *by) {
    if (held >= out->held) return;
    out->held = (int)held;
    out->limit = by;
}

static size_t count_words(const char *const *words) {
    size_t count = 0;
    while (words[count]) count++;
    return count;
}

static bool is_cxx(const char *const *options) {
    for (; *options; options++)
        if (tool_begins(*options, "-cl-std=CLC++") || tool_begins(*options, "-cl-std=clc++")) return true;
    return false;
}

/* In C99 inline without static expects a definition elsewhere; drivers define it. */
const char **tool_target_clang(const tool_compiling *job, const char *const *own, const char *source,
                               const char *made) {
    const char *const all[] = {job->tools->compiler,
                               "-x",
                               "cl",
                               "-Xclang",
                               "-finclude-default-header",
                               "-O3",
                               "-fno-crash-diagnostics",
                               "-Werror=implicit-function-declaration",
                               is_cxx(job->options) ? NULL : "-fgnu89-inline",
                               NULL};
    const char *const files[] = {"-S", source, "-o", made, NULL};
    const char *const *const lists[] = {all, own, job->options, files};
    enum { LISTS = sizeof lists / sizeof *lists };
    size_t count = 0;
    for (int i = 0; i < LISTS; i++) count += count_words(lists[i]);
    const char **const words = tool_need(calloc(count + 1, sizeof *words)), **to = words;
    for (int i = 0; i < LISTS; i++)
        for (const char *const *from = lists[i]; *from; from++) *to++ = *from;
    return words;
}

bool tool_target_source(const tool_compiling *job, char path[TOOL_PATH + 8]) {
    char *text = NULL;
    size_t size = 0;
    xl__text out = {0};
    snprintf(path, TOOL_PATH + 8, "%s.cl", job->base);
    if (job->numbers_alone) return true;
    if (xl__os_read_file(path, 1 << 28, &text, &size) != 0) return false;
    tool_place_wrap(text, &out);
    snprintf(path, TOOL_PATH + 8, "%s.line.cl", job->base);
    const bool good = !out.failed && out.data && xl__os_write_file(path, out.data, out.size) == 0;
    xl__text_free(&out);
    free(text);
    return good;
}

char *tool_target_text(const char *path, int *ended) {
    char *text = NULL;
    size_t size = 0;
    const int failed = xl__os_read_file(path, TOOL_CODES_BYTES, &text, &size);
    if (failed == 0) return text;
    if (*ended == 0) *ended = failed == EFBIG ? TOOL_TOO_LARGE : 1;
    return NULL;
}

int tool_target_run(const tool_compiling *job, const char *const *argv, const char *const *settings) {
    xl__text log = {0};
    xl__text_format(&log, "%s.log", job->base);
    const int ended = tool_run_program(argv, settings, log.data, log.data, job->seconds);
    xl__text_free(&log);
    return ended;
}
