/* promise_progress.c - may one part of a launch wait for another? (kernels/sg/promises/progress.cl) */
#include "promises/promise_launch.h"
#include "base/os.h"
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

/* What waits for what. Order of `which` in the questions. */
typedef enum wait_for {
    LANE_DOWN,
    LANE_UP,
    LOCK_INSIDE,
    LOCK_AFTER,
    SUB_GROUPS,
    STARTED,
    EVERY_GROUP
} wait_for;

/* Adds the waiters and those that gave up. `mutant`: nothing is signalled. */
static int launch_once(tool_promise_launch *l, wait_for which, bool mutant, tool_promise *out,
                       xl_error *error) {
    const tool_promise_place *const place = l->place;
    const xl__device_facts *const facts = &place->session->device->facts;
    const cl_uint width = place->target ? (cl_uint)place->target->width : 1;
    const bool cpu = facts->type & CL_DEVICE_TYPE_CPU;
    const bool between = which == STARTED || which == EVERY_GROUP;
    /* Every waiter of a mutant, and a waiter without hope, polls to the end. */
    const size_t groups = mutant || !between ? (cpu ? FEW : GROUPS) : cpu ? MOST_OF_CPU : MOST_GROUPS;
    const size_t local = between ? 1 : which == SUB_GROUPS ? 2 * width : width;
    const cl_uint polls = mutant || !cpu ? POLLS : POLLS_OF_CPU;
    cl_uint head[FLAGS] = {0}, first = 0, second = 0;
    switch (which) {
    case LANE_DOWN: first = 0, second = width - 1; break;
    case LANE_UP: first = width - 1, second = 0; break;
    case SUB_GROUPS: first = 0, second = width; break;
    case LOCK_INSIDE: first = 1; break;
    case LOCK_AFTER: break;
    default: first = (cl_uint)(FLAGS + groups); break; /* the ticket's word, after the flags */
    }
    l->arguments = 0;
    int status = tool_promise_words(l, 0, FLAGS + groups + 1, 0, error);
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
                                          "progress_lock",  "progress_items", "progress_started",
                                          "progress_all"};
    const wait_for which = (wait_for)question->which;
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * place->seconds);
    const tool_promise_place plain = {
        .session = place->session, .seconds = place->seconds, .seed = place->seed};
    if (place->target && place->target->width == 1) {
        out->outcome = TOOL_PROMISE_IMPOSSIBLE;
        snprintf(out->words, sizeof out->words, "sub-groups of one lane");
        return XL_SUCCESS;
    }
    tool_promise_launch l;
    int status = tool_promise_build(&l, &plain, "progress.cl", NULL, "", error);
    l.place = place;
    if (!status) status = tool_promise_kernel(&l, kernels[which], error);
    if (!status) status = launch_once(&l, which, true, out, error);
    do
        if (!status) status = launch_once(&l, which, false, out, error);
    while (!status && out->broken == 0 && xl__os_now() < end);
    tool_promise_end(&l);
    out->outcome = tool_promise_judge(out);
    return status;
}
