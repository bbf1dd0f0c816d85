/* Strategies that read a value back within a run; auto chooses none of them. */
#include "base/clapi.h"
#include "table/lookup.h"
#include "support/place.h"
#include "support/suite.h"
#include <string.h>

/* found = the number of elements of x other than 0, plus PLANTED; list[0 to found) = 1000 * found + found. */
enum { N = 10, THERE = 6, ROOM = 16 };
static const uint32_t input[N] = {3, 0, 4, 0, 9, 5, 6, 0, 7, 0};

static const xl__param params[] = {
    {.name = "n", .role = XL__RUNTIME, .initial = N, .most = 1000, .help = "", .size = true}};
static const xl__area areas[] = {{.name = "kept", .type = "ulong", .count = "1"}, {0}};
static const xl__size sizes[] = {{.name = "twice", .is = "2 * there"}, {0}};
static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = ""},
    {.name = "found", .types = {XL_U32}, .direction = XL__OUT, .shape = {"1"}, .help = ""},
    {.name = "list", .types = {XL_U32}, .direction = XL__OUT, .shape = {"16"}, .help = ""},
};

#define COUNT(to)                                                                                            \
    { .kernel = "read_back_count", .args = "x, " to ", uint n", .groups = "1", .group = "1" }
#define LIST(told, many)                                                                                     \
    { .kernel = "read_back_list", .args = "list, uint " told, .groups = (many), .group = "1" }
#define READS                                                                                                \
    (const xl__pass[]) {                                                                                     \
        {.fill = "list"}, COUNT("found"), {.read = "found", .as = "there", .most = "n"},                     \
            LIST("there", "there"), {                                                                        \
            0                                                                                                \
        }                                                                                                    \
    }
#define STRATEGY(planted, wide)                                                                              \
    .help = "", .source = "read_back.cl", .defines = "PLANTED=" planted ", WIDE=" wide
enum { PLAIN };
static const xl__strategy strategies[] = {
    [PLAIN] = {.name = "plain", STRATEGY("0", "0"), .passes = (const xl__pass[]){{.fill = "list"}, {0}}},
    {.name = "reads", STRATEGY("0", "0"), .passes = READS},
    {.name = "most", STRATEGY("4", "0"), .passes = READS},
    {.name = "above", STRATEGY("5", "0"), .passes = READS},
    {.name = "absurd", STRATEGY("4294967289", "0"), .passes = READS},
    {.name = "more",
     STRATEGY("0", "1"),
     .passes = (const xl__pass[]){{.fill = "list"},
                                  {.fill = "found"},
                                  COUNT("kept"),
                                  {.read = "kept", .as = "there", .most = "n"},
                                  {.read = "found", .as = "none", .most = "0"},
                                  LIST("there + none", "twice"),
                                  {.kernel = "read_back_list",
                                   .args = "list, uint 7",
                                   .groups = "1",
                                   .group = "1",
                                   .when = "there > 6"},
                                  {0}}},
    {.name = "huge",
     STRATEGY("4294967296", "1"),
     .passes = (const xl__pass[]){COUNT("kept"), {.read = "kept", .as = "there", .most = "n"}, {0}}},
    /* A value that is not read is 0. */
    {.name = "skips",
     STRATEGY("0", "0"),
     .passes = (const xl__pass[]){{.fill = "list"},
                                  COUNT("found"),
                                  {.read = "found", .as = "there", .most = "0", .when = "n > 10"},
                                  LIST("there", "there + 1"),
                                  {0}}},
};

static const char *takes_reads(xl__problem *problem) {
    (void)problem;
    return "reads";
}
static const xl__algorithm reader = {.name = "reader",
                                     .help = "",
                                     .params = params,
                                     .param_count = 1,
                                     .arrays = arrays,
                                     .array_count = 3,
                                     .strategies = strategies,
                                     .strategy_count = sizeof strategies / sizeof *strategies,
                                     .areas = areas,
                                     .sizes = sizes};

/* ---- runs ------------------------------------------------------------------------------------------------
 */

typedef struct outcome {
    int status;
    xl_error error;
    uint32_t list[ROOM];
    bool event, first;
} outcome;

static outcome run(const char *strategy, cl_command_queue_properties kind) {
    xl_plan *plan = NULL;
    outcome o = {.status = 1};
    const xl_plan_request request = {.strategy = strategy};
    ck_assert_msg(xl__plan_make_for(place.device, &reader, &request, &plan, &o.error) == XL_SUCCESS, "%s: %s",
                  strategy, o.error.text);
    cl_int status = CL_SUCCESS;
    cl_command_queue queue = xl__make_queue(place.context, place.id, kind, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_mem buffers[] = {sample_buffer(&place, N, input), sample_buffer(&place, 1, NULL),
                        sample_buffer(&place, ROOM, NULL)};
    const xl_array bound[] = {{"x", buffers[0], 0}, {"found", buffers[1], 0}, {"list", buffers[2], 0}};
    cl_event gate = NULL, last = NULL, first = NULL;
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(place.queue, 0, NULL, &gate), CL_SUCCESS);
    ck_assert_int_eq(clFlush(place.queue), CL_SUCCESS);
    const xl_launch launch = {.queue = queue,
                              .arrays = bound,
                              .array_count = 3,
                              .wait_count = 1,
                              .wait_list = &gate,
                              .event = &last,
                              .first_event = &first};
    o.status = xl_enqueue(plan, &launch, &o.error);
    o.event = last != NULL;
    o.first = first != NULL;
    if (last) ck_assert_int_eq(clWaitForEvents(1, &last), CL_SUCCESS);
    ck_assert_int_eq(clFinish(queue), CL_SUCCESS);
    sample_read(&place, buffers[2], 0, ROOM, o.list);
    if (last) clReleaseEvent(last);
    if (first) clReleaseEvent(first);
    clReleaseEvent(gate);
    for (int i = 0; i < 3; i++) clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queue);
    xl_plan_free(plan);
    return o;
}

/* Expects a list of `groups` work-groups that got `told`. */
static void expect_list(const outcome *o, uint32_t groups, uint32_t told) {
    ck_assert_msg(o->status == XL_SUCCESS, "%s", o->error.text);
    ck_assert(o->event && o->first);
    for (uint32_t i = 0; i < ROOM; i++) ck_assert_uint_eq(o->list[i], i < groups ? 1000 * told + groups : 0);
}

AROUND(open_place, close_place);

LOOP_TEST(later_launches_use_the_value, 2) {
    const cl_command_queue_properties kind = _i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    const outcome reads = run("reads", kind), most = run("most", kind), more = run("more", kind),
                  skips = run("skips", kind);
    expect_list(&reads, THERE, THERE);
    expect_list(&most, N, N);
    expect_list(&more, 2 * THERE, THERE);
    expect_list(&skips, 1, 0);
}

TEST(each_run_uses_its_own_value) {
    static const uint32_t contents[][N] = {{1, 1, 1, 1, 1, 1, 1}, {0, 2}, {5, 5, 5}};
    static const uint32_t there[] = {7, 1, 3};
    xl_plan *plan = NULL;
    const xl_plan_request request = {.strategy = "reads"};
    ck_assert_int_eq(xl__plan_make_for(place.device, &reader, &request, &plan, NULL), XL_SUCCESS);
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        cl_mem buffers[] = {sample_buffer(&place, N, contents[i]), sample_buffer(&place, 1, NULL),
                            sample_buffer(&place, ROOM, NULL)};
        const xl_array bound[] = {{"x", buffers[0], 0}, {"found", buffers[1], 0}, {"list", buffers[2], 0}};
        const xl_launch launch = {.queue = place.queue, .arrays = bound, .array_count = 3};
        outcome o = {.status = xl_enqueue(plan, &launch, &o.error), .event = true, .first = true};
        sample_read(&place, buffers[2], 0, ROOM, o.list);
        expect_list(&o, there[i], there[i]);
        for (int k = 0; k < 3; k++) clReleaseMemObject(buffers[k]);
    }
    xl_plan_free(plan);
}

/* The list is as the fill left it, and nothing still runs. */
LOOP_TEST(impossible_values_are_refused, 2) {
    static const struct {
        const char *strategy, *told;
    } wrong[] = {{"above", "reader/above, pass 3: 'found' is 11 "},
                 {"absurd", "reader/absurd, pass 3: 'found' is 4294967295 "},
                 {"huge", "reader/huge, pass 2: 'kept' is 4294967302 "}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const outcome o = run(wrong[i].strategy, _i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        ck_assert_int_eq(o.status, XL_WRONG_ANSWER);
        ck_assert_msg(strstr(o.error.text, wrong[i].told) && strstr(o.error.text, "but can be at most 10"),
                      "%s", o.error.text);
        ck_assert_msg(!strchr(o.error.text, '\n') && !strstr(o.error.text, "clFinish"), "%s", o.error.text);
        ck_assert(!o.event && !o.first);
        for (int k = 0; k < ROOM; k++) ck_assert_uint_eq(o.list[k], 0);
    }
}

TEST(auto_takes_none_that_waits) {
    xl__algorithm table = reader;
    xl_plan *plan = NULL;
    xl_error error = {0};
    table.choose = takes_reads;
    ck_assert_int_eq(xl__plan_make_for(place.device, &table, &(xl_plan_request){0}, &plan, &error),
                     XL_BAD_NAME);
    ck_assert_msg(strstr(error.text, "'reads', is planted, waits, or"), "%s", error.text);
    ck_assert(!xl__waits(&strategies[PLAIN]));
    for (size_t i = 1; i < sizeof strategies / sizeof *strategies; i++) ck_assert(xl__waits(&strategies[i]));
}
