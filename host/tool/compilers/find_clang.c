#include "compilers/find_clang.h"
#include <stddef.h>

bool tool_find_clang(char path[TOOL_PATH]) {
    static const char *const names[] = {"clang-15", "clang-19", "clang-18", "clang-17",
                                        "clang-16", "clang",    NULL};
    return tool_find_program_of(names, path);
}
