#include "compile/builtins.h"

#include <stdio.h>
#include <string.h>

#include "program/source.h"

extern const xl__embedded_file check_builtin_files[];
extern const size_t check_builtin_file_count;

const char *check_builtin(const char *name) {
    char full[64];
    snprintf(full, sizeof full, strchr(name, '.') ? "%s" : "%s.cl", name);
    for (size_t i = 0; i < check_builtin_file_count; ++i)
        if (!strcmp(check_builtin_files[i].name, full)) return check_builtin_files[i].text;
    return "";
}
