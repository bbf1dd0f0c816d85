/* os_tool_windows.c - no compilers are found on Windows yet. */
#include "compilers/os_tool.h"
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

int tool_run_mapping(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds) {
    return tool_run_program(argv, settings, out, log, seconds);
}

void tool_ask_program(const char *const *argv, char *out, size_t size) {
    (void)argv;
    if (size > 0) out[0] = '\0';
}

void tool_hide_drivers(const char *empty) {
    (void)empty;
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
