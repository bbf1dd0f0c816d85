/* copy.c - `crosslane copy NAME DIR`: kernel sources to edit and run with --kernel-dir. */
#include "../src/os.h"
#include "../src/source.h"
#include "../tool/display.h"
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
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
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

tool_exit cli_copy(const tool_options *o, int argc, char **argv) {
    (void)argc;
    (void)argv;
    if (o->names.count != 2) {
        tool_complain("copy takes an algorithm and a folder: crosslane copy NAME DIR");
        return TOOL_USAGE;
    }
    tool_options named = *o;
    named.names.count = 1;
    static tool_choice choices[TOOL_MAX_CHOICES];
    int count = 0;
    const tool_exit chosen = tool_select_strategies(&named, false, choices, &count);
    if (chosen != TOOL_OK) return chosen;
    const char *folder = o->names.word[1];
    int written = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < xl__embedded_file_count; i++) {
            const xl__embedded_file *file = &xl__embedded_files[i];
            bool wanted = false;
            for (int c = 0; c < count && !wanted; c++)
                wanted = belongs(file->name, choices[c].cs->algorithm->name);
            if (!wanted) continue;
            const tool_exit status = pass == 0 ? check_free(folder, file) : write_one(folder, file);
            if (status != TOOL_OK) return status;
            written += pass;
        }
    char name[TOOL_PATH];
    tool_text_clean(folder, name, sizeof name);
    if (!o->quiet)
        printf("%d files in %s; edit them, then: crosslane verify %s --kernel-dir %s\n", written, name,
               o->names.word[0], name);
    return fflush(stdout) == 0 ? TOOL_OK : TOOL_OUTPUT;
}
