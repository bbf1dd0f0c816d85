/* os_tool_windows.c - compilers of others are not run on Windows yet: none is found. */
#include "inspect/os_tool.h"
#include "base/status.h"
#include <stddef.h>

bool tool_find_program(const char *name, char path[TOOL_PATH]) {
    (void)name;
    path[0] = '\0';
    return false;
}

bool tool_find_program_of(const char *const *names, char path[TOOL_PATH]) {
    (void)names;
    path[0] = '\0';
    return false;
}

int tool_run_program(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds) {
    (void)argv, (void)settings, (void)out, (void)log, (void)seconds;
    return TOOL_CANNOT_RUN;
}

void tool_ask_program(const char *const *argv, char *out, size_t size) {
    (void)argv;
    if (size > 0) out[0] = '\0';
}

void tool_hide_drivers(const char *empty) {
    (void)empty; /* no folder to look in was made */
}

void tool_show_drivers(void) {
}

int tool_work_folder_make(tool_work_folder *folder, xl_error *error) {
    *folder = (tool_work_folder){.mark = -1};
    return xl__fail(error, XL_UNSUPPORTED, "inspect runs compilers only on Linux");
}

void tool_work_folder_remove(tool_work_folder *folder) {
    (void)folder; /* none was made */
}
