/* Runs that use a plan's own scratch are ordered on any queues. User events delay a run. */
#include "base/clapi.h"
#include "base/os.h"
#include "caps/device_open.h"
#include "plan/plan.h"
#include "support/place.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000, STEPS = 5, RUNS = 3, PATIENCE_MS = 200 };

static uint32_t input[RUNS][N];
static cl_mem in[RUNS], out[RUNS];

/* Without width records, which order all runs. */
static void open_plain(void) {
    sample_open(&place, &(xl_options){.kernel_dir = sample_kernels()});
    for (uint32_t r = 0; r < RUNS; r++) {
        for (uint32_t i = 0; i < N; i++) input[r][i] = (i + 7 * r) * 2654435761u >> 20;
        in[r] = sample_buffer(&place, N, input[r]);
        out[r] = sample_buffer(&place, N, NULL);
    }
}

static void close_plain(void) {
    for (int r = 0; r < RUNS; r++) {
        clReleaseMemObject(in[r]);
        clReleaseMemObject(out[r]);
    }
    close_place();
}

/* Scratch holds the values between its five passes. */
static xl_plan *make_plan(void) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.strategy = "chain", .settings = "n=1000 steps=5"};
    const int status = xl__plan_make_for(place.device, &sample, &request, &plan, &error);
    ck_assert_msg(status == XL_SUCCESS, "%s", error.text);
    return plan;
}

static cl_command_queue make_queue(bool out_of_order) {
    cl_int status = CL_SUCCESS;
    const cl_command_queue queue = xl__make_queue(
        place.context, place.id, out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    return queue;
}

static cl_event make_gate(void) {
    cl_int status = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(place.context, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    return gate;
}

static cl_event start(xl_plan *plan, cl_command_queue queue, int r, cl_event gate) {
    const xl_array arrays[] = {{"x", in[r], 0}, {"y", out[r], 0}};
    cl_event event = NULL;
    const xl_launch launch = {.queue = queue,
                              .arrays = arrays,
                              .array_count = 2,
                              .wait_count = gate != NULL,
                              .wait_list = gate ? &gate : NULL,
                              .event = &event};
    xl_error error = {0};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(clFlush(queue), CL_SUCCESS);
    return event;
}

static cl_int state_of(cl_event event) {
    cl_int state = CL_QUEUED;
    ck_assert_int_eq(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL),
                     CL_SUCCESS);
    return state;
}

static void expect_waiting(cl_event event, const char *what) {
    for (int ms = 0; ms < PATIENCE_MS; ms += 10) {
        ck_assert_msg(state_of(event) > CL_COMPLETE, "%s did not wait", what);
        xl__os_sleep(10000000);
    }
}

static void expect_right(cl_event event, int r) {
    uint32_t y[N];
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    sample_read(&place, out[r], 0, N, y);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t value = input[r][i];
        for (int step = 0; step < STEPS; step++) value = 3 * value + 1;
        ck_assert_uint_eq(y[i], value + 10 * (i % 4 + 1));
    }
}

/* A run enqueued before its driver reported the failure of the run before may fail too. */
static void expect_right_or_failed(cl_event event, int r) {
    if (clWaitForEvents(1, &event) == CL_SUCCESS)
        expect_right(event, r);
    else
        clReleaseEvent(event);
}

static void open_gate(cl_event gate, cl_int status) {
    ck_assert_int_eq(clSetUserEventStatus(gate, status), CL_SUCCESS);
    clReleaseEvent(gate);
}

AROUND(open_plain, close_plain);

static const struct {
    bool first_out_of_order, second_out_of_order, same;
} pairs[] = {{false, false, false}, {false, true, false}, {true, false, false},
             {true, true, false},   {true, true, true},   {false, false, true}};

/* The caller may release the first queue while its run waits. */
EACH_TEST(a_run_follows_the_plans_last_one, pairs) {
    const bool needs = pairs[_i].first_out_of_order || pairs[_i].second_out_of_order;
    if (needs && !xl__get_facts(place.device)->out_of_order) {
        fprintf(stderr, "skipped: out-of-order queues, the device has none\n");
        return;
    }
    xl_plan *const plan = make_plan();
    const cl_event gate = make_gate();
    cl_command_queue first = make_queue(pairs[_i].first_out_of_order);
    cl_command_queue second = pairs[_i].same ? first : make_queue(pairs[_i].second_out_of_order);
    const cl_event before = start(plan, first, 0, gate), after = start(plan, second, 1, NULL);
    if (!pairs[_i].same) clReleaseCommandQueue(first);
    expect_waiting(after, "the second run");
    const cl_event last = start(plan, second, 2, NULL);
    open_gate(gate, CL_COMPLETE);
    expect_right(last, 2);
    expect_right(after, 1);
    expect_right(before, 0);
    clReleaseCommandQueue(second);
    xl_plan_free(plan);
}

TEST(other_scratch_is_not_waited_for) {
    xl_plan *const plan = make_plan(), *const other = make_plan();
    const cl_event gate = make_gate();
    const cl_command_queue queue = make_queue(false);
    const cl_mem scratch = sample_buffer(&place, N, NULL);
    const cl_event first = start(plan, queue, 0, gate);
    const xl_array arrays[] = {{"x", in[1], 0}, {"y", out[1], 0}};
    cl_event own = NULL;
    const xl_launch launch = {
        .queue = place.queue, .arrays = arrays, .array_count = 2, .scratch = scratch, .event = &own};
    ck_assert_int_eq(xl_enqueue(plan, &launch, NULL), XL_SUCCESS);
    expect_right(own, 1);
    expect_right(start(other, place.queue, 2, NULL), 2);
    open_gate(gate, CL_COMPLETE);
    expect_right(first, 0);
    clReleaseMemObject(scratch);
    clReleaseCommandQueue(queue);
    xl_plan_free(plan);
    xl_plan_free(other);
}

/* ---- memory ----------------------------------------------------------------------------------------------
 */

static size_t held_bytes(const xl_plan *plan) {
    xl_plan_facts facts;
    ck_assert_int_eq(xl_plan_get_facts(plan, &facts), XL_SUCCESS);
    return facts.held_bytes;
}

/* Other memory is made and filled meanwhile. */
TEST(scratch_can_be_freed_under_a_run) {
    enum { OTHERS = 16 };
    xl_plan *const plan = make_plan();
    const size_t scratch = N * sizeof(uint32_t), before = held_bytes(plan);
    cl_mem other[OTHERS];
    for (int turn = 0; turn < 20; turn++) {
        const cl_event gate = make_gate(), run = start(plan, place.queue, 0, gate);
        ck_assert_uint_eq(held_bytes(plan), before + scratch);
        ck_assert_uint_eq(xl_plan_trim(plan), scratch);
        ck_assert_uint_eq(xl_plan_trim(plan), 0);
        ck_assert_uint_eq(held_bytes(plan), before);
        for (int i = 0; i < OTHERS; i++) other[i] = sample_buffer(&place, N, input[1]);
        const cl_event next = start(plan, place.queue, 2, NULL); /* with new scratch */
        open_gate(gate, CL_COMPLETE);
        expect_right(run, 0);
        expect_right(next, 2);
        for (int i = 0; i < OTHERS; i++) {
            uint32_t found[N];
            sample_read(&place, other[i], 0, N, found);
            ck_assert_mem_eq(found, input[1], sizeof found);
            clReleaseMemObject(other[i]);
        }
        xl_plan_trim(plan);
    }
    xl_plan_free(plan);
    ck_assert_uint_eq(xl_plan_trim(NULL), 0);
}

/* ---- runs that fail ------------------------------------------------------------------------------------ */

/* The first command waits for an event that fails, each other command for its predecessor. */
static void fail_plainly(void) {
    const cl_event gate = make_gate();
    const cl_uint zero = 0;
    for (int i = 0; i < 4; i++)
        clEnqueueFillBuffer(place.queue, out[0], &zero, sizeof zero, 0, sizeof zero, i == 0,
                            i == 0 ? &gate : NULL, NULL);
    clFlush(place.queue);
    open_gate(gate, -1);
    clFinish(place.queue);
}

/* Some drivers crash there in plain OpenCL, so another process tries it first. Others crash later if the
   queue is out of order. */
static const char trial[] = "CROSSLANE_TEST_FAILED_EVENTS";

static bool driver_survives(void) {
    int status = 0;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        setenv(trial, "1", 1);
        setenv("CK_RUN_CASE", "trial", 1);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(127);
        execl("/proc/self/exe", "crosslane_tests", "order", (char *)NULL);
        _exit(127);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (status == 0) return true;
    fprintf(stderr, "skipped: failed events, the driver dies of them in plain OpenCL\n");
    return false;
}

GROUP("trial");

TEST(events_can_fail) {
    if (getenv(trial)) fail_plainly();
}

GROUP("failures");

/* If the run that it waits for fails, a run is right or reports a failure; later runs are right. */
TEST(a_failed_run_is_seen) {
    if (!driver_survives()) return;
    xl_plan *const plan = make_plan();
    const cl_event gate = make_gate();
    const cl_command_queue first = make_queue(false), second = make_queue(false);
    const cl_event before = start(plan, first, 0, gate), after = start(plan, second, 1, NULL);
    open_gate(gate, -1);
    clWaitForEvents(1, &before);
    clReleaseEvent(before);
    clReleaseCommandQueue(first);
    clReleaseCommandQueue(second);
    expect_right_or_failed(after, 1);
    const cl_command_queue third = make_queue(false);
    expect_right_or_failed(start(plan, third, 1, NULL), 1); /* fails on an H100, driver 580 */
    expect_right(start(plan, place.queue, 2, NULL), 2);
    expect_right(start(plan, third, 1, NULL), 1);
    clReleaseCommandQueue(third);
    xl_plan_free(plan);
}

/* The run before it may continue for long. */
LOOP_TEST(a_failed_run_ends_no_other, 2) {
    if (!driver_survives()) return;
    xl_plan *const plan = make_plan();
    const cl_event gate = make_gate(), wrong = make_gate();
    const cl_command_queue first = make_queue(false), second = make_queue(false);
    const cl_event before = start(plan, first, 0, gate), failing = start(plan, second, 1, wrong);
    open_gate(wrong, -1);
    xl__os_sleep(PATIENCE_MS * UINT64_C(1000000));
    const cl_event last = start(plan, _i ? second : place.queue, 2, NULL);
    expect_waiting(last, "the run after the failed one");
    open_gate(gate, CL_COMPLETE);
    expect_right_or_failed(last, 2);
    expect_right(before, 0);
    expect_right(start(plan, place.queue, 1, NULL), 1);
    clReleaseCommandQueue(first);
    clReleaseCommandQueue(second);
    clReleaseEvent(failing);
    xl_plan_free(plan);
}
