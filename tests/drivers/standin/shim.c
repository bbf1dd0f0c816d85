/* A preloaded library (LD_PRELOAD) between a program and the loader that presents an OpenCL device as
   another. CROSSLANE_STANDIN names a file (host/tool/inspect/described.h) that answers device queries. Its
   `prelude`, a file with the other compiler's built-ins, is put before kernel sources. Build options are
   extended by `options`, and by `narrow`, or by `wide` if they contain `wide_option`, which is removed. */
#define _GNU_SOURCE
#include "inspect/described.h"
#include "base/text.h"
#include "text/os_memory.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): OpenCL's header has names of its own */

static tool_described device;
static char *prelude;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fail(const char *what, const char *name) {
    fprintf(stderr, "stand-in: %s %s\n", what, name);
    exit(EXIT_FAILURE);
}

/* For described.c: the command's own would need the JSON library. */
void *tool_need(void *memory) {
    if (!memory) fail("out of", "memory");
    return memory;
}

static char *read_whole(const char *path) {
    FILE *stream = fopen(path, "rb");
    if (!stream) fail("cannot read", path);
    char *data = calloc(1, 1 << 16);
    if (!data || fread(data, 1, (1 << 16) - 1, stream) == 0) fail("nothing in", path);
    fclose(stream);
    return data;
}

static char *read_beside(const char *file, const char *name) {
    char path[1024];
    const char *slash = strrchr(file, '/');
    snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - file) + 1 : 0, file, name);
    return read_whole(path);
}

static void start(void) {
    const char *file = getenv("CROSSLANE_STANDIN");
    if (!file) fail("CROSSLANE_STANDIN", "is not set");
    char *const text = read_whole(file);
    if (!tool_described_read(&device, text)) fail("too many keys or too long a line in", file);
    free(text);
    const char *name = tool_described_value(&device, "prelude");
    prelude = name ? read_beside(file, name) : calloc(1, 1);
    if (!prelude) fail("no memory for", "a prelude");
}

static void find(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) fail("the loader lacks", name);
    memcpy(function, &found, size);
}

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *given) {
    cl_int(CL_API_CALL * next)(cl_device_id, cl_device_info, size_t, void *, size_t *);
    cl_int status = CL_SUCCESS;
    pthread_once(&once, start);
    if (tool_described_answer(&device, what, size, value, given, &status)) return status;
    find("clGetDeviceInfo", &next, sizeof next);
    return next(id, what, size, value, given);
}

__attribute__((visibility("default"))) CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(
    cl_context context, cl_uint count, const char **texts, const size_t *sizes, cl_int *status) {
    cl_program(CL_API_CALL * next)(cl_context, cl_uint, const char **, const size_t *, cl_int *);
    xl__text all = {0};
    pthread_once(&once, start);
    xl__text_format(&all, "%s", prelude);
    for (cl_uint i = 0; i < count; i++)
        xl__text_add(&all, texts[i], sizes && sizes[i] ? sizes[i] : strlen(texts[i]));
    if (all.failed) fail("no memory for", "a source");
    find("clCreateProgramWithSource", &next, sizeof next);
    const char *whole = all.data;
    cl_program program = next(context, 1, &whole, NULL, status);
    xl__text_free(&all);
    return program;
}

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clBuildProgram(cl_program program, cl_uint count, const cl_device_id *list, const char *options,
               void(CL_CALLBACK *done)(cl_program, void *), void *user) {
    cl_int(CL_API_CALL * next)(cl_program, cl_uint, const cl_device_id *, const char *,
                               void(CL_CALLBACK *)(cl_program, void *), void *);
    xl__text all = {0};
    pthread_once(&once, start);
    const char *wide_option = tool_described_value(&device, "wide_option"), *given = options ? options : "";
    const char *found = wide_option ? strstr(given, wide_option) : NULL;
    const char *added = tool_described_value(&device, found ? "wide" : "narrow");
    const char *always = tool_described_value(&device, "options");
    xl__text_add(&all, given, found ? (size_t)(found - given) : strlen(given));
    if (found) xl__text_format(&all, "%s", found + strlen(wide_option));
    xl__text_format(&all, " %s %s", always ? always : "", added ? added : "");
    if (all.failed) fail("no memory for", "options");
    find("clBuildProgram", &next, sizeof next);
    const cl_int status = next(program, count, list, all.data, done, user);
    xl__text_free(&all);
    return status;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
