/* unused.c - removes functions that clang names as unused, such as overloads of a needed name. */
#include "export/plain_source.h"
#include "base/os.h"
#include "compilers/os_tool.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 16, LARGEST = 1 << 24 }; /* each round removes the callers of the next one's functions */

static size_t count_lines(const char *text) {
    size_t lines = 1;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

/* Marks the lines of warnings such as "in.cl:12:34: warning: unused function". Returns how many. */
static int read_warnings(const char *log, const char *file, bool *marked, size_t lines) {
    int found = 0;
    for (const char *at = log; (at = strstr(at, file)); at++) {
        const char *const end = at + strcspn(at, "\n"), *const word = strstr(at, "unused function");
        const size_t line = strtoul(at + strlen(file) + 1, NULL, 10);
        if (!word || word > end || line == 0 || line > lines || marked[line - 1]) continue;
        marked[line - 1] = true;
        found++;
    }
    return found;
}

/* False: clang names none, or cannot read the text. */
static bool mark_unused(const char *clang, const tool_work_folder *folder, const char *text, bool *marked,
                        size_t lines) {
    char in[TOOL_PATH + 8], log[TOOL_PATH + 8], *said = NULL;
    size_t size = 0;
    snprintf(in, sizeof in, "%s/in.cl", folder->path);
    snprintf(log, sizeof log, "%s/log", folder->path);
    const char *const argv[] = {clang,
                                "-fsyntax-only",
                                "-x",
                                "cl",
                                "-cl-std=CL2.0",
                                "-Xclang",
                                "-cl-ext=+all",
                                "-target",
                                "spir64-unknown-unknown",
                                "-Xclang",
                                "-finclude-default-header",
                                "-Wno-everything",
                                "-Wunused-function",
                                "-fno-caret-diagnostics",
                                in,
                                NULL};
    if (xl__os_write_file(in, text, strlen(text)) != 0) return false;
    if (tool_run_program(argv, NULL, log, log, 60.0) != 0) return false;
    const bool any =
        xl__os_read_file(log, LARGEST, &said, &size) == 0 && read_warnings(said, "in.cl", marked, lines) > 0;
    free(said);
    return any;
}

void export_remove_unused(const char *text, const char *const *kernels, xl__text *out) {
    static const char *const names[] = {"clang", NULL};
    char clang[TOOL_PATH];
    tool_work_folder folder;
    xl_error ignored;
    char *best = tool_need(xl__copy_text(text));
    const bool opened =
        tool_find_program_of(names, clang) && tool_work_folder_make(&folder, &ignored) == XL_SUCCESS;
    for (int round = 0; opened && round < ROUNDS; round++) {
        const size_t lines = count_lines(best);
        bool *const marked = tool_need(calloc(lines, sizeof *marked));
        xl__text less = {0}, pruned = {0};
        const bool any = mark_unused(clang, &folder, best, marked, lines);
        if (any) export_drop_functions(best, marked, &less);
        if (less.data) export_prune(less.data, kernels, &pruned);
        xl__text_free(&less);
        free(marked);
        if (!pruned.data || strlen(pruned.data) >= strlen(best)) {
            xl__text_free(&pruned);
            break;
        }
        free(best);
        best = pruned.data;
    }
    if (opened) tool_work_folder_remove(&folder);
    xl__text_add(out, best, strlen(best));
    free(best);
}
