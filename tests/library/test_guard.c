/* SG_GUARD of crosslane_sg.h in kernels built for a wrong width. Without native sub-groups it must stay
   silent. */
#include "support/ops_place.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

enum { GROUP = 128, ITEMS = 4 * GROUP };

/* CALL: one more call, whose index the guard checks. */
static const char kernel_text[] =
    "#line 1\n"
    "SG_KERNEL void move(__global const uint *x, __global uint2 *out SG_PARAMS) {\n"
    "    SG_BEGIN(sg);\n"
    "    const uint v = x[get_global_id(0)];\n"
    "    out[get_global_id(0)] = (uint2)(sg_reduce_add(sg, v), sg_rotate(sg, v, 1u));\n"
    "#ifdef CALL\n"
    "    const uint lane = sg_lane(sg), given = CALL;\n"
    "    if (given == 0xffffffffu) out[get_global_id(0)].x = 0;\n"
    "#endif\n"
    "}\n";

typedef struct launch {
    bool ran;
    bool right;        /* sums and rotations are those of sub-groups of `width` */
    uint32_t guard[3]; /* 0 without SG_GUARD */
} launch;

static uint32_t value(uint32_t i) {
    return i * 2654435761u >> 20;
}

static bool is_right(const uint32_t *out, uint32_t items, uint32_t width) {
    for (uint32_t i = 0; i < items; i++) {
        const uint32_t first = i / width * width;
        uint32_t sum = 0;
        for (uint32_t k = 0; k < width; k++) sum += value(first + k);
        if (out[2 * i] != sum || out[2 * i + 1] != value(first + (i + 1) % width)) return false;
    }
    return true;
}

static cl_program try_build(const ops_place *place, const char *options) {
    cl_int status;
    const char *parts[2] = {xl_header_text(), kernel_text};
    cl_program program = clCreateProgramWithSource(place->context, 2, parts, NULL, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    if (clBuildProgram(program, 1, &place->id, options, NULL, NULL) == CL_SUCCESS) return program;
    clReleaseProgram(program);
    return NULL;
}

static cl_mem make_buffer(const ops_place *place, size_t size, void *data) {
    cl_int status;
    cl_mem buffer =
        clCreateBuffer(place->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, data, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    return buffer;
}

static void take(const ops_place *place, cl_mem buffer, size_t size, void *data) {
    ck_assert_int_eq(clEnqueueReadBuffer(place->queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(buffer);
}

static launch run(const ops_place *place, const char *options, int width, size_t items, size_t group) {
    launch r = {.ran = false};
    const bool guarded = strstr(options, "-DSG_GUARD=") != NULL;
    uint32_t x[ITEMS], out[2 * ITEMS] = {0};
    cl_int status;
    cl_program program = try_build(place, options);
    if (!program) return r;
    for (uint32_t i = 0; i < ITEMS; i++) x[i] = value(i);
    cl_kernel kernel = clCreateKernel(program, "move", &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_mem buffers[3] = {make_buffer(place, sizeof x, x), make_buffer(place, sizeof out, out),
                         make_buffer(place, sizeof r.guard, r.guard)};
    for (cl_uint i = 0; i < (guarded ? 3u : 2u); i++)
        ck_assert_int_eq(clSetKernelArg(kernel, i, sizeof *buffers, &buffers[i]), CL_SUCCESS);
    r.ran =
        clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL) == CL_SUCCESS &&
        clFinish(place->queue) == CL_SUCCESS;
    clReleaseMemObject(buffers[0]);
    take(place, buffers[1], sizeof out, out);
    take(place, buffers[2], sizeof r.guard, r.guard);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    r.right = is_right(out, (uint32_t)items, (uint32_t)width);
    return r;
}

/* The standard's backend cannot request a width, so any can be claimed. False: the device lacks it. */
static bool claim(const ops_place *place, const char *standard, int width, int *caught) {
    char options[256];
    snprintf(options, sizeof options, "-DSG_BACKEND=SG_KHR -DSG_WIDTH=%d -DSG_GROUP_SIZE=%d %s", width, GROUP,
             standard);
    const launch alone = run(place, options, width, ITEMS, GROUP);
    if (!alone.ran) return false;
    snprintf(options, sizeof options, "-DSG_BACKEND=SG_KHR -DSG_WIDTH=%d -DSG_GROUP_SIZE=%d %s -DSG_GUARD=1",
             width, GROUP, standard);
    const launch guarded = run(place, options, width, ITEMS, GROUP);
    const char *const name = place->device->facts.name;
    ck_assert_msg(guarded.ran, "%s: %s", name, options);
    ck_assert_msg(guarded.right == (guarded.guard[0] == 0), "%s: %s: %s, and the guard has %u", name, options,
                  guarded.right ? "right" : "wrong", guarded.guard[0]);
    ck_assert_uint_eq(guarded.guard[1], 0);
    if (guarded.right || alone.right) return true;
    (*caught)++;
    snprintf(options, sizeof options, "-DSG_BACKEND=SG_KHR -DSG_WIDTH=%u -DSG_GROUP_SIZE=%d %s -DSG_GUARD=1",
             guarded.guard[0], GROUP, standard);
    const launch mended = run(place, options, (int)guarded.guard[0], ITEMS, GROUP);
    ck_assert_msg(mended.ran && mended.right && mended.guard[0] == 0, "%s: %s: the guard has %u", name,
                  options, mended.guard[0]);
    return true;
}

AROUND(open_places, close_places);

TEST(test_wrong_widths_are_reported) {
    static const char *const standards[] = {"", "-cl-std=CL3.0"};
    for (int i = 0; i < ops_place_count; i++) {
        int built = 0, caught = 0;
        for (size_t s = 0; s < sizeof standards / sizeof *standards && built == 0; s++)
            for (int width = 4; width <= 64; width *= 2)
                built += claim(&ops_places[i], standards[s], width, &caught);
        printf("guard: %s: %d widths claimed, %d of them wrong and reported\n",
               ops_places[i].device->facts.name, built, caught);
        if (built > 0) ck_assert_int_ge(caught, 1);
    }
}

/* 44 work-items by 16: the last work-group has 12. */
TEST(test_short_groups_are_reported) {
    static const char *const standards[] = {"", "-cl-std=CL2.0", "-cl-std=CL3.0"};
    for (int i = 0; i < ops_place_count; i++)
        for (size_t s = 0; s < sizeof standards / sizeof *standards; s++) {
            char options[256];
            snprintf(options, sizeof options,
                     "-DSG_BACKEND=SG_LOCAL -DSG_WIDTH=8 -DSG_GROUP_SIZE=16 -DSG_GUARD=1 %s", standards[s]);
            const launch cut = run(&ops_places[i], options, 8, 44, 16);
            if (cut.ran) ck_assert_uint_eq(cut.guard[1], 12);
            const launch whole = run(&ops_places[i], options, 8, 48, 16);
            if (whole.ran) ck_assert(whole.right && whole.guard[0] == 0 && whole.guard[1] == 0);
            if (s == 0) ck_assert(whole.ran);
        }
}

/* ---- right widths ---------------------------------------------------------------------------------- */

TEST(test_right_widths_are_quiet) {
    for (int i = 0; i < ops_place_count; i++) {
        int widths[12] = {1, 4, 32, 128};
        const int emulated = 4;
        const int count =
            emulated + (int)xl_native_widths(ops_places[i].device, NULL, widths + emulated, 8, NULL);
        for (int k = 0; k < count; k++) {
            xl_header_use use;
            char options[4096 + 64];
            ck_assert_int_eq(xl_header_options(ops_places[i].device, k < emulated ? "local" : "auto",
                                               widths[k], 1, &use, NULL),
                             XL_SUCCESS);
            snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%d -DSG_GUARD=1", use.options, GROUP);
            const launch r = run(&ops_places[i], options, widths[k], ITEMS, GROUP);
            ck_assert_msg(r.ran && r.right && r.guard[0] == 0 && r.guard[1] == 0,
                          "%s: %s: %s, the guard has %u and %u", ops_places[i].device->facts.name, options,
                          r.right ? "right" : "wrong", r.guard[0], r.guard[1]);
        }
    }
}

/* SG_GUARD=2, emulated and native: the kind of mistake, the line and the index. */
TEST(test_wrong_indices_are_reported) {
    static const struct {
        const char *call;
        unsigned what, more; /* more: the index above the width */
    } calls[] = {{"sg_shuffle(sg,v,(lane+1)%SG_WIDTH)", 0, 0},
                 {"sg_shuffle(sg,v,lane+1)", 1, 0},
                 {"sg_shuffle(sg,v,lane+5)", 1, 4},
                 {"sg_shuffle(sg,sg_shuffle(sg,v,lane),0)", 0, 0},
                 {"sg_broadcast(sg,v,SG_WIDTH-1)", 0, 0},
                 {"sg_broadcast(sg,v,SG_WIDTH+2)", 2, 2},
                 {"sg_broadcast(sg,v,lane)", 4, 0},
                 {"sg_shuffle_xor(sg,v,SG_WIDTH/2)", 0, 0},
                 {"sg_shuffle_xor(sg,v,SG_WIDTH+1)", 3, 1},
                 {"sg_broadcast_first(sg,v,lane==3)", 0, 0},
                 {"sg_shuffle_up(sg,v,99)", 0, 0},
                 {"sg_reduce_max(sg,v)+sg_rotate(sg,v,99)", 0, 0}};
    for (int i = 0; i < ops_place_count; i++) {
        int native = 0;
        const size_t widths = 1 + (xl_native_widths(ops_places[i].device, NULL, &native, 1, NULL) > 0);
        for (size_t k = 0; k < widths; k++)
            for (size_t n = 0; n < sizeof calls / sizeof *calls; n++) {
                const int width = k ? native : 8;
                xl_header_use use;
                char options[4096 + 160];
                ck_assert_int_eq(
                    xl_header_options(ops_places[i].device, k ? "auto" : "local", width, 1, &use, NULL),
                    XL_SUCCESS);
                snprintf(options, sizeof options, "%s -DSG_GROUP_SIZE=%d -DSG_GUARD=2 -DCALL=%s", use.options,
                         GROUP, calls[n].call);
                const launch r = run(&ops_places[i], options, width, ITEMS, GROUP);
                const unsigned told =
                    calls[n].what == 4 ? 4u << 29 | 6u << 16 | (unsigned)(width - 1)
                                       : calls[n].what << 29 | 6u << 16 | ((unsigned)width + calls[n].more);
                ck_assert_msg(r.ran && r.right, "%s: %s", ops_places[i].device->facts.name, options);
                ck_assert_msg(r.guard[0] == 0 && r.guard[1] == 0 && r.guard[2] == (calls[n].what ? told : 0u),
                              "%s, %d lanes: %s: the guard has %u, %u, %#x, expected %#x",
                              ops_places[i].device->facts.name, width, calls[n].call, r.guard[0], r.guard[1],
                              r.guard[2], calls[n].what ? told : 0u);
            }
    }
}
