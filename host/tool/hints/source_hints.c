#include "hints/source_hints.h"
#include "base/os.h"
#include "table/lookup.h"
#include "program/source.h"
#include "base/text.h"
#include "records/record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 24, MOST_HINTS = 3 };

/* A source file's text if it is a user's: made at run time, or in the folder and different from the
   built-in file; owned. */
static char *own_text(const char *kernel_dir, const xl__strategy *strategy, const char *name) {
    xl__text path = {0};
    char *text = NULL;
    xl_error ignored;
    if (strategy->text) return xl__copy_text(strategy->text);
    xl__text_format(&path, "%s/%s", kernel_dir, name);
    if (!path.failed) xl__read_source(path.data, LARGEST, &text, &ignored);
    xl__text_free(&path);
    const xl__embedded_file *const built_in = xl__find_embedded(name);
    if (text && built_in && strcmp(text, built_in->text) == 0) {
        free(text);
        text = NULL;
    }
    return text;
}

static const char *file_of(const xl__strategy *strategy, const xl__pass *pass, char file[XL__SOURCE_NAME]) {
    size_t size = 0;
    const char *const kernel = xl__kernel_name(pass->kernel, &size);
    if (size == 0)
        snprintf(file, XL__SOURCE_NAME, "%s", strategy->source);
    else
        snprintf(file, XL__SOURCE_NAME, "%.*s", (int)size, pass->kernel);
    return kernel;
}

static bool includes_own(const char *kernel_dir, const xl__strategy *strategy, const char *file) {
    const xl__embedded_file *const source = xl__find_embedded(file);
    bool own = false;
    for (size_t i = 0; source && i < xl__embedded_file_count && !own; i++) {
        char quoted[XL__SOURCE_NAME + 2];
        snprintf(quoted, sizeof quoted, "\"%s\"", xl__embedded_files[i].name);
        if (!strstr(source->text, quoted)) continue;
        char *const text = own_text(kernel_dir, strategy, xl__embedded_files[i].name);
        own = text != NULL;
        free(text);
    }
    return own;
}

bool tool_is_own_source(const char *kernel_dir, const xl__strategy *strategy) {
    bool own = false;
    for (const xl__pass *p = strategy->passes; kernel_dir && p && xl__is_pass(p) && !own; p++) {
        char file[XL__SOURCE_NAME];
        if (!p->kernel) continue;
        file_of(strategy, p, file);
        char *const text = own_text(kernel_dir, strategy, file);
        own = text != NULL || includes_own(kernel_dir, strategy, file);
        free(text);
    }
    return own;
}

static int add_findings(const char *file, const char *text, const char *kernel, tool_diagnosis *out) {
    tool_finding found[TOOL_MOST_FINDINGS];
    const int count = tool_kernel_check(text, kernel, found);
    int added = 0;
    bool told[TOOL_MISTAKES] = {false}; /* one of each kind is enough */
    for (int i = 0; i < count && added < MOST_HINTS; i++) {
        if (told[found[i].mistake]) continue;
        told[found[i].mistake] = true;
        tool_diagnosis_add(out, "%s:%u: %s", file, found[i].line, found[i].text);
        added++;
    }
    return added;
}

int tool_add_source_hints(const char *kernel_dir, const xl__strategy *strategy, tool_diagnosis *out) {
    int added = 0;
    for (const xl__pass *p = strategy->passes; kernel_dir && p && xl__is_pass(p) && added < MOST_HINTS; p++) {
        char file[XL__SOURCE_NAME];
        if (!p->kernel) continue;
        const char *const kernel = file_of(strategy, p, file);
        char *const text = own_text(kernel_dir, strategy, file);
        /* such a text has one kernel and what it calls */
        if (text) added += add_findings(file, text, strategy->text ? NULL : kernel, out);
        free(text);
    }
    return added;
}

void tool_add_sentences(json_t *record, const tool_diagnosis *sentences) {
    const char *const reason = json_string_value(json_object_get(record, "reason"));
    const char *const own = reason ? reason : "", *const log =
                                                      strstr(own, "\noptions:"); /* of a failed build */
    const size_t front = log ? (size_t)(log - own) : strlen(own);
    xl__text text = {0};
    xl__text_format(&text, "%.*s", (int)front, own);
    for (int i = 0; i < sentences->count; i++) xl__text_format(&text, "\n%s", sentences->line[i]);
    xl__text_format(&text, "%s", own + front);
    if (!text.failed && sentences->count > 0)
        json_object_set_new(record, "reason", tool_json_text(text.data));
    xl__text_free(&text);
}
