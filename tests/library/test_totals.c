/* Totals that a plan keeps between runs: one launch on an in-order queue, otherwise a fill first. */
#include "base/clapi.h"
#include "plan/plan.h"
#include "support/place.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 300, MOST = 2400000, QUEUES = 3 };

/* Fewer for more units, so that kept totals pay off on every device. */
static uint64_t groups_of(uint64_t units) {
    enum { GROUPS = 2048 };
    const uint64_t each = units < GROUPS ? GROUPS / units : 1;
    return each < 1024 ? each : 1024; /* the parameter's upper bound */
}

static xl_plan *make_plan(const char *strategy) {
    cl_uint units = 1;
    char settings[100];
    ck_assert_int_eq(clGetDeviceInfo(place.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL),
                     CL_SUCCESS);
    snprintf(settings, sizeof settings, "n=2400000 buckets=300 group=64 groups=%d", (int)groups_of(units));
    const xl_plan_request request = {
        .algorithm = "histogram", .strategy = strategy, .type = XL_U32, .width = 8, .settings = settings};
    xl_error error = {0};
    xl_plan *plan = NULL;
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    return plan;
}

static cl_mem samples, counts;

/* Counts the first n samples in 1 or more commands; returns their number. */
static int count(xl_plan *plan, cl_command_queue queue, uint32_t n, uint32_t result[BUCKETS]) {
    const xl_array bound[] = {{"samples", samples, 0}, {"counts", counts, 0}};
    const xl_scalar size = {"n", n};
    cl_event last = NULL, first = NULL;
    xl_error error = {0};
    const xl_launch launch = {.queue = queue,
                              .arrays = bound,
                              .array_count = 2,
                              .scalars = &size,
                              .scalar_count = 1,
                              .event = &last,
                              .first_event = &first};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(clWaitForEvents(1, &last), CL_SUCCESS);
    const int commands = first == last ? 1 : 2;
    clReleaseEvent(first);
    clReleaseEvent(last);
    sample_read(&place, counts, 0, BUCKETS, result);
    return commands;
}

/* The counts of data[i] = i * i % 317, or of all `same`. */
static void expect(uint32_t n, const uint32_t *data, const uint32_t found[BUCKETS]) {
    uint32_t expected[BUCKETS] = {0};
    for (uint32_t i = 0; i < n; i++)
        if (data[i] < BUCKETS) expected[data[i]]++;
    for (int b = 0; b < BUCKETS; b++)
        ck_assert_msg(found[b] == expected[b], "n=%u bucket %d: expected %u, got %u", n, b, expected[b],
                      found[b]);
}

static uint32_t *make_data(bool same) {
    uint32_t *data = malloc(MOST * sizeof *data);
    ck_assert_ptr_nonnull(data);
    for (uint32_t i = 0; i < MOST; i++) data[i] = same ? 7 : (uint32_t)((uint64_t)i * i % 317);
    samples = sample_buffer(&place, MOST, data);
    counts = sample_buffer(&place, BUCKETS, NULL);
    return data;
}

static void free_data(uint32_t *data) {
    clReleaseMemObject(samples);
    clReleaseMemObject(counts);
    free(data);
}

static const char *const strategies[] = {"privatised", "ranges"};

/* The marker after the last run may end after the next call on a busy machine. */
static void settle(const xl_plan *plan) {
    if (plan->last.after) ck_assert_int_eq(clWaitForEvents(1, &plan->last.after), CL_SUCCESS);
}

/* All runs of a plan write width records. */
static void open_plain(void) {
    sample_open(&place, &(xl_options){.cache_dir = NULL});
}

AROUND(open_plain, close_place);

LOOP_TEST(a_queue_that_waits_is_not_waited_for, 2) {
    uint32_t *data = make_data(false), found[BUCKETS];
    xl_plan *plan = make_plan(strategies[_i]);
    cl_int status = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(place.context, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_command_queue other = xl__make_queue(place.context, place.id, 0, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_mem late = sample_buffer(&place, BUCKETS, NULL);
    const xl_array bound[] = {{"samples", samples, 0}, {"counts", late, 0}};
    const xl_scalar size = {"n", 5000};
    const xl_launch waits = {.queue = other,
                             .arrays = bound,
                             .array_count = 2,
                             .scalars = &size,
                             .scalar_count = 1,
                             .wait_list = &gate,
                             .wait_count = 1};
    ck_assert_int_eq(xl_enqueue(plan, &waits, NULL), XL_SUCCESS);
    for (uint32_t turn = 0; turn < 3; turn++) {
        ck_assert_int_eq(count(plan, place.queue, 1000 + turn, found), 2);
        expect(1000 + turn, data, found);
    }
    ck_assert_int_eq(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ck_assert_int_eq(clFinish(other), CL_SUCCESS);
    sample_read(&place, late, 0, BUCKETS, found);
    expect(5000, data, found);
    settle(plan);
    ck_assert_int_eq(count(plan, place.queue, 1000, found), 1);
    expect(1000, data, found);
    xl_plan_free(plan);
    clReleaseEvent(gate);
    clReleaseMemObject(late);
    clReleaseCommandQueue(other);
    free_data(data);
}

LOOP_TEST(one_queue_at_a_time_has_the_totals, 2) {
    uint32_t *data = make_data(false), found[BUCKETS];
    xl_plan *plan = make_plan(strategies[_i]);
    cl_command_queue queue[QUEUES];
    cl_int status = CL_SUCCESS;
    for (int q = 0; q < QUEUES; q++) {
        queue[q] =
            xl__make_queue(place.context, place.id, q ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
        ck_assert_int_eq(status, CL_SUCCESS);
    }
    /* The totals stay with the first queue, and move when the other comes twice in a row. */
    static const struct {
        int queue, commands;
    } turns[] = {{0, 2}, {1, 1}, {1, 1}, {2, 2}, {1, 1}, {0, 2},
                 {2, 2}, {1, 1}, {2, 2}, {2, 1}, {2, 1}, {1, 2}};
    for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
        const uint32_t n = 1000 + 77 * (uint32_t)t;
        int commands = count(plan, queue[turns[t].queue], n, found);
        settle(plan);
        if (commands > turns[t].commands) commands = count(plan, queue[turns[t].queue], n, found);
        ck_assert_msg(commands == turns[t].commands, "turn %zu: %d commands", t, commands);
        expect(n, data, found);
    }
    ck_assert_int_eq(count(plan, queue[2], 0, found), 1); /* the fill */
    expect(0, data, found);
    /* The plan retains the owner, so a later queue cannot have the same handle. */
    clReleaseCommandQueue(queue[2]);
    queue[2] = xl__make_queue(place.context, place.id, 0, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    for (int turn = 0; turn < 2; turn++) {
        ck_assert_int_eq(count(plan, queue[2], 1000, found), turn ? 1 : 2);
        settle(plan);
        expect(1000, data, found);
    }
    xl_plan_free(plan);
    for (int q = 0; q < QUEUES; q++) clReleaseCommandQueue(queue[q]);
    free_data(data);
}

/* Totals of 32 bits overflow from about 2^32 / n work-groups on; one launch suffices if the groups less a
   sixteenth fit. */
static int commands_of(uint32_t n, uint64_t units) {
    const uint64_t groups = groups_of(units) * units;
    return BUCKETS * groups <= 1 << 20 && (uint64_t)(n + 1) * (groups - groups / 16) < 1ull << 32 ? 1 : 2;
}

LOOP_TEST(totals_fit_into_their_word, 2) {
    static const uint32_t sizes[] = {1,       63,      1048574, 1048576, 1118480, 1118500, 2097150,
                                     2097151, 2097152, 2236961, 2236962, MOST,    2097151};
    for (int same = 0; same < 2; same++) {
        uint32_t *data = make_data(same), found[BUCKETS];
        xl_plan *plan = make_plan(strategies[_i]);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            const int commands = count(plan, place.queue, sizes[s], found);
            ck_assert_msg(commands == commands_of(sizes[s], plan->problem.compute_units), "n=%u", sizes[s]);
            expect(sizes[s], data, found);
        }
        xl_plan_free(plan);
        free_data(data);
    }
}
