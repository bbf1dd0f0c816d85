/* promise_lanes.c - which work-item is which lane, and what lanes see of each other
 * (kernels/sg/promises/values.cl). */
#include "promises/promise_launch.h"
#include "base/os.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 64, IN = 1, ROUNDS = 16 };

static int hand_over(const tool_promise_place *place, bool collective, long long *tries, long long *missed,
                     xl_error *error) {
    const size_t width = (size_t)place->target->width, local = 2 * width, count = GROUPS * local;
    cl_uint *const seen = malloc(count * sizeof *seen);
    char options[64];
    tool_promise_launch l = {.place = place};
    if (!seen) return xl__fail_memory(error);
    snprintf(options, sizeof options, "-DPROMISE_COLLECTIVE=%d -DSG_GROUP_SIZE=%zu", collective, local);
    int status = tool_promise_build(&l, place, "values.cl", NULL, options, error);
    const uint64_t end = xl__os_now() + (uint64_t)(0.5e9 * place->seconds);
    if (!status) status = tool_promise_kernel(&l, "values_handed", error);
    do {
        l.arguments = 0;
        if (!status) status = tool_promise_words(&l, 0, count, 0, error);
        if (!status) status = tool_promise_words(&l, IN, count, 1, error);
        if (!status) status = tool_promise_run(&l, GROUPS, local, error);
        if (!status) status = tool_promise_read(&l, 0, seen, count * sizeof *seen, error);
        for (size_t i = 0; !status && i < count; i++) *missed += ROUNDS - (long long)seen[i];
        if (!status) *tries += (long long)count * ROUNDS;
    } while (!status && *missed == 0 && xl__os_now() < end);
    tool_promise_end(&l);
    free(seen);
    return status;
}

int tool_measure_handed(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                        xl_error *error) {
    (void)question;
    int status = hand_over(place, true, &out->tries, &out->broken, error);
    if (!status) status = hand_over(place, false, &out->mutant_tries, &out->mutant_broken, error);
    out->outcome = tool_promise_judge(out);
    return status;
}

/* The lane follows from the linear number in the work-group. */
static bool is_linear(const cl_uint *lanes, size_t items, size_t size, size_t width) {
    for (size_t i = 0; i < items; i++)
        if (lanes[i] != i % size % width) return false;
    return true;
}

static int map_lanes(const tool_promise_place *place, const size_t local[2], bool *linear, xl_error *error) {
    const size_t size = local[0] * local[1], items = 2 * size, global[2] = {2 * local[0], local[1]};
    cl_uint lanes[2 * 512];
    tool_promise_launch l = {.place = place};
    char options[64];
    if (size > 512) return xl__fail(error, XL_UNSUPPORTED, "promises: a work-group of %zu work-items", size);
    snprintf(options, sizeof options, "-DSG_GROUP_SIZE=%d -DPROMISE_COLLECTIVE=1", place->target->width);
    int status = tool_promise_build(&l, place, "values.cl", NULL, options, error);
    if (!status) status = tool_promise_kernel(&l, "values_lanes", error);
    if (!status) status = tool_promise_words(&l, 0, items, UINT32_MAX, error);
    if (!status) status = tool_promise_run_2d(&l, global, local, error);
    if (!status) status = tool_promise_read(&l, 0, lanes, items * sizeof *lanes, error);
    if (!status) *linear = is_linear(lanes, items, size, (size_t)place->target->width);
    tool_promise_end(&l);
    return status;
}

int tool_measure_lanes(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                       xl_error *error) {
    (void)question;
    const size_t width = (size_t)place->target->width;
    const size_t shapes[][2] = {
        {4 * width, 1}, {width + width / 2, 1}, {width / 2 > 0 ? width / 2 : 1, 8}, {3, 2 * width}};
    static const char *const names[] = {"1-D", "half a sub-group at the end", "2-D", "2-D with rows of 3"};
    char linear[64] = "", other[64] = "";
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        bool is = false;
        const int status = map_lanes(place, shapes[i], &is, error);
        if (status) return status;
        char *const list = is ? linear : other;
        snprintf(list + strlen(list), sizeof linear - strlen(list), "%s%s", list[0] ? ", " : "", names[i]);
    }
    out->outcome = TOOL_PROMISE_FOUND;
    snprintf(out->words, sizeof out->words, "linear in x, then y: %s%s%s", linear[0] ? linear : "none",
             other[0] ? "; not in " : "", other);
    return XL_SUCCESS;
}
