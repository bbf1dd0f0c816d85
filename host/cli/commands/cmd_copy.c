/* cmd_copy.c - `crosslane copy NAME DIR`: kernel sources to edit and run with --kernel-dir. */
#include "base/os.h"
#include "base/text.h"
#include "program/source.h"
#include "text/display.h"
#include "text/print.h"
#include "system/os_start.h"
#include "run/rows.h"
#include "shared/cli.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_in(const char *file, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/';
}

static void want(const char *name, size_t length, bool *wanted) {
    for (size_t i = 0; i < xl__embedded_file_count; i++)
        if (strncmp(xl__embedded_files[i].name, name, length) == 0 && !xl__embedded_files[i].name[length])
            wanted[i] = true;
}

/* An expanded source names each file in a #line. */
static void want_included(const char *name, bool *wanted) {
    static const char directive[] = "\n#line ";
    xl__text whole = {0};
    xl_error ignored;
    want(name, strlen(name), wanted);
    if (xl__expand_source(NULL, name, &whole, &ignored) == XL_SUCCESS && whole.data)
        for (const char *at = whole.data; (at = strstr(at, directive)) != NULL; at += sizeof directive - 1) {
            const char *const quote = at + 1 + strcspn(at + 1, "\"\n");
            if (*quote == '"') want(quote + 1, strcspn(quote + 1, "\"\n"), wanted);
        }
    xl__text_free(&whole);
}

/* Also files of other folders with kernels of its strategies. */
static void want_algorithm(const xl__algorithm *algorithm, bool *wanted) {
    for (size_t i = 0; i < xl__embedded_file_count; i++)
        if (is_in(xl__embedded_files[i].name, xl__folder(algorithm)))
            want_included(xl__embedded_files[i].name, wanted);
    for (int s = 0; s < algorithm->strategy_count; s++) {
        const xl__strategy *const strategy = &algorithm->strategies[s];
        if (strategy->source) want_included(strategy->source, wanted);
        for (int p = 0; strategy->passes && xl__is_pass(&strategy->passes[p]); p++) {
            char file[XL__SOURCE_NAME];
            const char *const kernel = strategy->passes[p].kernel, *const colon =
                                                                       kernel ? strchr(kernel, ':') : NULL;
            if (!colon) continue;
            snprintf(file, sizeof file, "%.*s", (int)(colon - kernel), kernel);
            want_included(file, wanted);
        }
    }
}

static bool is_same(const char *path, const xl__embedded_file *file) {
    enum { LARGEST = 1 << 24 };
    char *text = NULL;
    size_t size = 0;
    const bool same = xl__os_read_file(path, LARGEST, &text, &size) == 0 && size == file->size &&
                      memcmp(text, file->text, size) == 0;
    free(text);
    return same;
}

/* Edited files must not be lost. *there: an identical file exists. */
static tool_exit check_free(const char *folder, const xl__embedded_file *file, bool *there) {
    char path[TOOL_PATH];
    *there = false;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, file->name);
    if (length < 0 || (size_t)length >= sizeof path) {
        tool_complain("copy: the path %.60s... is too long", folder);
        return TOOL_USAGE;
    }
    *there = xl__os_exists(path);
    if (!*there || is_same(path, file)) return TOOL_OK;
    tool_complain("%s exists and differs; name a new folder, or remove the file", path);
    return TOOL_OUTPUT;
}

static tool_exit write_one(const char *folder, const xl__embedded_file *file) {
    char path[TOOL_PATH], parent[TOOL_PATH], reason[128];
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    snprintf(parent, sizeof parent, "%s", path);
    *strrchr(parent, '/') = '\0';
    int failed = xl__os_make_folders(parent);
    if (!failed) failed = xl__os_write_file(path, file->text, file->size);
    if (!failed) return TOOL_OK;
    tool_complain("%s: %s", path, xl__os_reason(failed, reason, sizeof reason));
    return TOOL_OUTPUT;
}

static void remove_one(const char *folder, const xl__embedded_file *file, bool written) {
    char path[TOOL_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    if (written) xl__os_remove_file(path);
    *strrchr(path, '/') = '\0';
    (void)remove(path);
}

static void add_word(xl__text *line, const char *option, const char *word) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,=:@%";
    if (word[strspn(word, plain)] == '\0')
        xl__text_format(line, " %s%s%s", option, option[0] ? " " : "", word);
    else
        tool_add_shell_word(line, option, word);
}

static void print_next(int written, const char *name, const char *folder) {
    char shown[TOOL_PATH];
    xl__text line = {0};
    tool_text_clean(folder, shown, sizeof shown);
    xl__text_format(&line, "%d file%s in %s; edit them, then: crosslane verify", written,
                    written == 1 ? "" : "s", shown);
    add_word(&line, "", name);
    add_word(&line, "--kernel-dir", shown);
    tool_print(stdout, "%s\n", (char *)tool_need(line.failed ? NULL : line.data));
    xl__text_free(&line);
}

tool_exit cli_copy(const tool_options *o) {
    if (o->names.count != 2) {
        tool_complain("copy takes an algorithm and a folder: crosslane copy NAME DIR");
        return TOOL_USAGE;
    }
    if (!o->names.word[1][0]) {
        tool_complain("copy: the folder's name is empty; '.' is the current folder");
        return TOOL_USAGE;
    }
    tool_options named = *o;
    named.names.count = 1;
    static tool_choice choices[TOOL_MAX_CHOICES];
    int count = 0;
    const tool_exit chosen = tool_select_strategies(&named, choices, &count);
    if (chosen != TOOL_OK) return chosen;
    const char *folder = o->names.word[1];
    tool_exit status = cli_need_free_folder(folder, o->force, "copy");
    bool *const wanted = tool_need(calloc(xl__embedded_file_count, sizeof *wanted));
    for (int i = 0; i < count; i++) want_algorithm(choices[i].cs->algorithm, wanted);
    size_t at = 0;
    int written = 0;
    for (; at < xl__embedded_file_count && status == TOOL_OK; at++) {
        bool there = false;
        if (!wanted[at]) continue;
        status = check_free(folder, &xl__embedded_files[at], &there);
        wanted[at] = !there;
    }
    const bool begun = status == TOOL_OK;
    for (at = 0; at < xl__embedded_file_count && status == TOOL_OK; at++) {
        if (!wanted[at]) continue;
        status = write_one(folder, &xl__embedded_files[at]);
        written++;
    }
    if (status != TOOL_OK && begun) /* leftovers make the next copy fail */
        for (size_t i = 0; i < at; i++)
            if (wanted[i]) remove_one(folder, &xl__embedded_files[i], i + 1 < at);
    free(wanted);
    if (status != TOOL_OK) return status;
    if (!o->quiet) print_next(written, o->names.word[0], folder);
    return tool_flush(stdout);
}
