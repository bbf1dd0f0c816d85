#include "support/ops_place.h"
#include "program/source.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void open_one(ops_place *place, cl_device_id id) {
    cl_int status = CL_SUCCESS;
    xl_error error = {0};
    *place = (ops_place){.id = id};
    place->context = clCreateContext(NULL, 1, &id, NULL, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    place->queue = xl__make_queue(place->context, id, 0, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    status = xl_open(id, place->context, NULL, &place->device, &error);
    ck_assert_msg(status == XL_SUCCESS, "xl_open: %s", error.text);
    /* A folder with a changed layer checks that these tests find the change. */
    status = xl__expand_source(getenv("CROSSLANE_TEST_KERNELS"), XL__PROBE_SOURCE, &place->source, &error);
    ck_assert_msg(status == XL_SUCCESS, "%s", error.text);
}

int ops_open(ops_place places[OPS_DEVICES]) {
    const char *wanted = getenv("CROSSLANE_TEST_DEVICE");
    cl_platform_id platforms[OPS_DEVICES];
    cl_uint platform_count = 0;
    long index = 0;
    int count = 0;
    if (clGetPlatformIDs(OPS_DEVICES, platforms, &platform_count) != CL_SUCCESS) platform_count = 0;
    for (cl_uint p = 0; p < platform_count && p < OPS_DEVICES; p++) {
        cl_device_id devices[OPS_DEVICES];
        cl_uint found = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, OPS_DEVICES, devices, &found) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < found && d < OPS_DEVICES && count < OPS_DEVICES; d++, index++)
            if (!wanted || strtol(wanted, NULL, 10) == index) open_one(&places[count++], devices[d]);
    }
    ck_assert_msg(count > 0, "no OpenCL device, and these tests need one: install a driver");
    return count;
}

void ops_close(ops_place *places, int count) {
    for (int i = 0; i < count; i++) {
        xl__text_free(&places[i].source);
        xl_close(places[i].device);
        clReleaseCommandQueue(places[i].queue);
        clReleaseContext(places[i].context);
    }
}

ops_place ops_places[OPS_DEVICES];
int ops_place_count;

void open_places(void) {
    ops_place_count = ops_open(ops_places);
}

void close_places(void) {
    ops_close(ops_places, ops_place_count);
}

static int build(ops_place *place, const char *text, const char *options, cl_program *out, char *log,
                 size_t log_size) {
    cl_int status = CL_SUCCESS;
    const char *parts[2] = {place->prefix ? place->prefix : "", text};
    cl_program program = clCreateProgramWithSource(place->context, 2, parts, NULL, &status);
    if (status != CL_SUCCESS) return status;
    xl__text all = {0};
    xl__text_format(&all, "%s %s", options, place->options ? place->options : "");
    status = clBuildProgram(program, 1, &place->id, all.data, NULL, NULL);
    xl__text_free(&all);
    if (status == CL_SUCCESS) {
        *out = program;
        return XL_SUCCESS;
    }
    size_t length = 0;
    clGetProgramBuildInfo(program, place->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    char *whole = calloc(1, length + 1);
    if (whole) {
        clGetProgramBuildInfo(program, place->id, CL_PROGRAM_BUILD_LOG, length, whole, NULL);
        const char *first = strstr(whole, "error");
        snprintf(log, log_size, "%s", first ? first : whole);
    }
    free(whole);
    clReleaseProgram(program);
    return status;
}

static int build_probe(void *user, const char *text, const char *options, cl_program *out, char *log,
                       size_t log_size) {
    return build(user, text, options, out, log, log_size);
}

cl_program ops_build_text(ops_place *place, const char *text, const char *options) {
    char log[1024] = "";
    cl_program program = NULL;
    const int status = build(place, text, options, &program, log, sizeof log);
    ck_assert_msg(status == XL_SUCCESS, "%s: %s", options, log);
    return program;
}

xl__probe_target ops_target(ops_place *place, const xl__backend *backend, const char *standard, int width,
                            int group_size, const char *natives) {
    xl__text options = {0};
    xl__text_format(&options, "%s", standard);
    xl__backend_options(backend, &place->device->facts, width, &options);
    ck_assert(!options.failed);
    snprintf(place->expanded, sizeof place->expanded, "%s", options.data);
    xl__text_free(&options);
    return (xl__probe_target){.context = place->context,
                              .device = place->id,
                              .queue = place->queue,
                              .source = place->source.data,
                              .options = place->expanded,
                              .natives = natives,
                              .width = width,
                              .group_size = group_size,
                              .offers = backend->emulated ? 0 : backend->probe_bit,
                              .build = build_probe,
                              .user = place};
}

/* The width that runs if `width` is requested; 0 if no kernel builds. */
static int measure(ops_place *place, const xl__backend *backend, const char *standard, int width) {
    /* A wider sub-group would be cut to a small work-group's size. */
    const bool single = xl__backend_one_sub_group(backend, &place->device->facts);
    const xl__probe_target target =
        ops_target(place, backend, standard, width, single ? width : 2 * width, "");
    xl__probe_result result;
    const int status = xl__probe_op(&target, xl__op_find("lane"), XL__OP_UINT, &result);
    return status == XL_SUCCESS ? result.width_measured : 0;
}

int ops_each_native(ops_place *place, ops_visit *visit, void *user) {
    const xl__device_facts *facts = &place->device->facts;
    int visited = 0;
    for (int b = 0; b < XL__BACKENDS; b++) {
        const xl__backend *backend = &xl__backends[b];
        char why[256];
        int widths[XL__MAX_WIDTHS] = {32};
        const char *only = getenv("CROSSLANE_TEST_NATIVE"); /* a backend's name */
        if (backend->emulated || (only && strcmp(only, backend->name) != 0) ||
            !backend->recognise(facts, why, sizeof why))
            continue;
        const int listed = backend->widths(facts, widths);
        for (int w = 0; w < (listed > 0 ? listed : 1); w++) {
            int measured = 0;
            const char *const *standard = backend->standards;
            while (*standard && (measured = measure(place, backend, *standard, widths[w])) == 0) standard++;
            /* The library refuses a width that the device lists but does not run. */
            const bool usable = measured > 0 && (listed == 0 || measured == widths[w]);
            if (!usable) {
                printf("  %s at %d lanes: %d ran, not tested\n", backend->name, widths[w], measured);
                continue;
            }
            visit(place, backend, *standard, measured, user);
            visited++;
        }
    }
    return visited;
}

bool ops_has_type(const ops_place *place, xl__op_type type) {
    const xl__device_facts *facts = &place->device->facts;
    const xl_type element = xl__op_type_get(type)->element;
    return (element != XL_F64 || facts->fp64) && (element != XL_F16 || facts->fp16);
}
