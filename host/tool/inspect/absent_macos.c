/* absent_macos.c - macOS's OpenCL has no loader: calls always go to the system. */
#include "inspect/absent.h"

tool_absent *tool_absent_make(const tool_absent_given *given) {
    (void)given;
    return NULL;
}

void tool_absent_free(tool_absent *absent) {
    (void)absent;
}

cl_device_id tool_absent_device(tool_absent *absent) {
    (void)absent;
    return NULL;
}

cl_context tool_absent_context(tool_absent *absent) {
    (void)absent;
    return NULL;
}

tool_absent_counts tool_absent_count(const tool_absent *absent) {
    (void)absent;
    return (tool_absent_counts){0};
}

const char *tool_absent_kernel(const tool_absent *absent, size_t index, const char **name) {
    (void)absent, (void)index, (void)name;
    return NULL;
}

const char *tool_absent_base(cl_program program) {
    (void)program;
    return "";
}
