/* cmd_copy.c - `crosslane copy NAME DIR`: kernel sources to edit and run with --kernel-dir. */
#include "base/os.h"
#include "program/source.h"
#include "text/display.h"
#include "system/os_start.h"
#include "cli.h"
#include <string.h>

/* Files that an algorithm's kernels are made of: its folder, the layer, what algorithms share. */
static bool belongs(const char *file, const char *algorithm) {
    const size_t length = strlen(algorithm);
    return strncmp(file, "sg/", 3) == 0 || strncmp(file, "common/", 7) == 0 ||
           (strncmp(file, algorithm, length) == 0 && file[length] == '/');
}

/* Asked for all files before the first is written: the edited ones of a student stay as they are. */
static tool_exit check_free(const char *folder, const xl__embedded_file *file) {
    char path[TOOL_PATH];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, file->name);
    if (length < 0 || (size_t)length >= sizeof path) {
        tool_complain("%.60s...: the name is too long", folder);
        return TOOL_USAGE;
    }
    if (!xl__os_is_file(path)) return TOOL_OK;
    tool_complain("%s is there already; name a new folder, or remove the file", path);
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

static void remove_one(const char *folder, const xl__embedded_file *file) {
    char path[TOOL_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    xl__os_remove_file(path);
}

static bool is_wanted(size_t file, const tool_choice *choices, int count) {
    for (int c = 0; c < count; c++)
        if (belongs(xl__embedded_files[file].name, choices[c].cs->algorithm->name)) return true;
    return false;
}

tool_exit cli_copy(const tool_options *o, int argc, char **argv) {
    (void)argc;
    (void)argv;
    if (o->names.count != 2) {
        tool_complain("copy takes an algorithm and a folder: crosslane copy NAME DIR");
        return TOOL_USAGE;
    }
    if (!o->names.word[1][0]) {
        tool_complain("copy: the folder's name is empty; '.' is the folder that you are in");
        return TOOL_USAGE;
    }
    tool_options named = *o;
    named.names.count = 1;
    static tool_choice choices[TOOL_MAX_CHOICES];
    int count = 0;
    const tool_exit chosen = tool_select_strategies(&named, choices, &count);
    if (chosen != TOOL_OK) return chosen;
    const char *folder = o->names.word[1];
    tool_exit status = TOOL_OK;
    size_t at = 0;
    int written = 0;
    for (; at < xl__embedded_file_count && status == TOOL_OK; at++)
        if (is_wanted(at, choices, count)) status = check_free(folder, &xl__embedded_files[at]);
    if (status != TOOL_OK) return status;
    for (at = 0; at < xl__embedded_file_count && status == TOOL_OK; at++) {
        if (!is_wanted(at, choices, count)) continue;
        status = write_one(folder, &xl__embedded_files[at]);
        written++;
    }
    if (status != TOOL_OK) { /* a part of them would stand in the way of the next copy */
        for (size_t i = 0; i + 1 < at; i++)
            if (is_wanted(i, choices, count)) remove_one(folder, &xl__embedded_files[i]);
        return status;
    }
    char name[TOOL_PATH];
    tool_text_clean(folder, name, sizeof name);
    if (!o->quiet)
        printf("%d files in %s; edit them, then: crosslane verify %s --kernel-dir %s\n", written, name,
               o->names.word[0], name);
    return tool_flush(stdout);
}
