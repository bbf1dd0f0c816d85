/* promise_progress.c - may one part of a launch wait for another? kernels/sg/promises/progress.cl tries it
 * within a work-group, the library (abilities.h) between work-groups.
 */
#include "promises/promise_launch.h"
#include "base/os.h"
#include "caps/able.h"
#include "base/status.h"
#include <stdio.h>

enum {
    WAITED,
    GAVE_UP,
    FLAGS,
    GROUPS = 512,
    MOST_GROUPS = 1 << 16, /* more than a GPU runs at the same time */
    MOST_OF_CPU = 4096,
    POLLS = 1 << 16,
    POLLS_OF_CPU = 1 << 20,
    FEW = 4
};

/* What waits for what; in the order of `which`. */
typedef enum wait_for { LANE_DOWN, LANE_UP, LOCK_INSIDE, LOCK_AFTER, SUB_GROUPS } wait_for;

/* Adds waiters and those that gave up. `mutant`: nothing is signalled. */
static int launch_once(tool_promise_launch *l, wait_for which, bool mutant, tool_promise *out,
                       xl_error *error) {
    const tool_promise_place *const place = l->place;
    const xl__device_facts *const facts = &place->session->device->facts;
    const cl_uint width = (cl_uint)place->target->width;
    const bool cpu = facts->type & CL_DEVICE_TYPE_CPU;
    /* Every waiter of a mutant, and a waiter without hope, polls to the end. */
    const size_t groups = cpu ? FEW : GROUPS, local = which == SUB_GROUPS ? 2 * width : width;
    const cl_uint polls = mutant || !cpu ? POLLS : POLLS_OF_CPU;
    cl_uint head[FLAGS] = {0}, first = 0, second = 0;
    switch (which) {
    case LANE_DOWN: second = width - 1; break;
    case LANE_UP: first = width - 1; break;
    case LOCK_INSIDE: first = 1; break;
    case LOCK_AFTER: break;
    case SUB_GROUPS: second = width; break;
    }
    l->arguments = 0;
    int status = tool_promise_words(l, 0, FLAGS + groups, 0, error);
    if (!status) status = tool_promise_number(l, polls, error);
    if (!status) status = tool_promise_number(l, !mutant, error);
    if (!status) status = tool_promise_number(l, first, error);
    if (!status) status = tool_promise_number(l, second, error);
    if (!status) status = tool_promise_run(l, groups, local, error);
    if (!status) status = tool_promise_read(l, 0, head, sizeof head, error);
    if (!status && head[WAITED] == 0)
        status = xl__fail(error, XL_UNSUPPORTED, "progress: no work-item waited");
    *(mutant ? &out->mutant_tries : &out->tries) += head[WAITED];
    *(mutant ? &out->mutant_broken : &out->broken) += head[GAVE_UP];
    return status;
}

int tool_measure_progress(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                          xl_error *error) {
    static const char *const kernels[] = {"progress_items", "progress_items", "progress_lock",
                                          "progress_lock", "progress_items"};
    const wait_for which = (wait_for)question->which;
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * place->seconds);
    if (place->target->width == 1) {
        out->outcome = TOOL_PROMISE_IMPOSSIBLE;
        snprintf(out->words, sizeof out->words, "sub-groups of one lane");
        return XL_SUCCESS;
    }
    tool_promise_launch l;
    int status = tool_promise_build(&l, place, "progress.cl", NULL, "", error);
    if (!status) status = tool_promise_kernel(&l, kernels[which], error);
    if (!status) status = launch_once(&l, which, true, out, error);
    do
        if (!status) status = launch_once(&l, which, false, out, error);
    while (!status && out->broken == 0 && xl__os_now() < end);
    tool_promise_end(&l);
    out->outcome = tool_promise_judge(out);
    return status;
}

int tool_measure_ability(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                         xl_error *error) {
    const xl__ability ability = (xl__ability)question->which;
    xl_device *const device = place->session->device;
    const bool cpu = device->facts.type & CL_DEVICE_TYPE_CPU;
    xl__ability_count mutant = {.groups = cpu ? FEW : GROUPS, .mutant = true},
                      right = {.groups = cpu ? MOST_OF_CPU : MOST_GROUPS, .seconds = place->seconds};
    tool_row_alive(place->session);
    int status = xl__count_ability(device, ability, &mutant, error);
    if (!status) status = xl__count_ability(device, ability, &right, error);
    out->tries = right.tries;
    out->broken = right.broken;
    out->mutant_tries = mutant.tries;
    out->mutant_broken = mutant.broken;
    out->outcome = tool_promise_judge(out);
    return status;
}
