/* Plans and enqueues: refusals, runs, and their order. */
#include "support/place.h"
#include "support/suite.h"
#include "plan/plan.h"
#include "caps/device_open.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static uint32_t input[4 * N];

static void open_here(void) {
    for (uint32_t i = 0; i < 4 * N; i++) input[i] = i * 2654435761u >> 20;
    sample_open(&place, NULL);
}

static xl_plan *make(const char *strategy, int width, const char *settings) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.strategy = strategy, .width = width, .settings = settings};
    const int status = xl__plan_make_for(place.device, &sample, &request, &plan, &error);
    ck_assert_msg(status == XL_SUCCESS, "%s: %s", strategy, error.text);
    return plan;
}

static void refuse(const xl_plan_request *request, int status, const char *told) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    ck_assert_int_eq(xl__plan_make_for(place.device, &sample, request, &plan, &error), status);
    ck_assert_ptr_null(plan);
    ck_assert_int_eq(error.status, status);
    ck_assert_msg(strstr(error.text, told) != NULL, "'%s' lacks '%s'", error.text, told);
    ck_assert_int_eq(xl__plan_make_for(place.device, &sample, request, &plan, NULL), status);
}

AROUND(open_here, close_place);
GROUP("plan");

TEST(wrong_requests_are_refused) {
    refuse(&(xl_plan_request){.strategy = "sun"}, XL_BAD_NAME, "plain sum");
    refuse(&(xl_plan_request){.type = XL_I8}, XL_UNSUPPORTED, "does not take i8 in array 'x', only ");
    refuse(&(xl_plan_request){.type = (xl_type)99}, XL_BAD_VALUE, "type is 99, which is no xl_type");
    refuse(&(xl_plan_request){.settings = "n=-1"}, XL_BAD_VALUE, "range");
    refuse(&(xl_plan_request){.settings = "m=1"}, XL_BAD_NAME, "no parameter 'm'");
    refuse(&(xl_plan_request){.settings = "mode=three n=11"}, XL_BAD_VALUE, "at most 10");
    refuse(&(xl_plan_request){.backend = "none"}, XL_BAD_NAME, "no backend 'none'");
    refuse(&(xl_plan_request){.width = 48}, XL_BAD_VALUE, "48 lanes");
    refuse(&(xl_plan_request){.strategy = "refusing"}, XL_UNSUPPORTED, "a missing ability");
    refuse(&(xl_plan_request){.strategy = "short"}, XL_BAD_VALUE,
           "argument 3 is missing: the kernel takes 'uint n'");
    refuse(&(xl_plan_request){.strategy = "absent"}, CL_INVALID_KERNEL_NAME,
           "no kernel 'sample_absent' is in it; it has '");
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request unknown = {.algorithm = "histogramm"};
    ck_assert_int_eq(xl_plan_make(place.device, &unknown, &plan, &error), XL_BAD_NAME);
    ck_assert_ptr_nonnull(strstr(error.text, "no algorithm 'histogramm'; there are:"));
    ck_assert_int_eq(xl_plan_make(place.device, &(xl_plan_request){0}, &plan, &error), XL_BAD_VALUE);
}

TEST(compiler_errors_show_the_line) {
    refuse(&(xl_plan_request){.strategy = "broken"}, XL_BUILD_FAILED, "broken.cl did not compile");
    refuse(&(xl_plan_request){.strategy = "broken"}, XL_BUILD_FAILED, "undeclared_name");
    refuse(&(xl_plan_request){.strategy = "broken"}, XL_BUILD_FAILED,
           "inner.h:3:     return v + undeclared_name;");
}

static cl_mem in, out;

static void make_buffers(void) {
    in = sample_buffer(&place, 4 * N, input);
    out = sample_buffer(&place, 4 * N, NULL);
}

static void free_buffers(void) {
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static int enqueue(xl_plan *plan, const xl_array *arrays, size_t count, xl_error *error) {
    cl_event event = NULL;
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = count, .event = &event};
    const int status = xl_enqueue(plan, &launch, error);
    ck_assert_int_eq(status == XL_SUCCESS, event != NULL);
    if (event) {
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
    }
    return status;
}

static void run(xl_plan *plan, size_t in_offset, size_t out_offset) {
    const xl_array arrays[] = {{"x", in, in_offset}, {"y", out, out_offset}};
    xl_error error = {0};
    ck_assert_msg(enqueue(plan, arrays, 2, &error) == 0, "%s", error.text);
}

static void expect_sums(const uint32_t *x, size_t n, int width, size_t first) {
    uint32_t *y = malloc(n * sizeof *y);
    ck_assert_ptr_nonnull(y);
    sample_read(&place, out, first, n, y);
    for (size_t i = 0; i < n; i++) {
        uint32_t sum = 0;
        const size_t start = i / (size_t)width * (size_t)width;
        for (size_t k = start; k < start + (size_t)width && k < n; k++) sum += x[k];
        ck_assert_msg(y[i] == sum, "width %d: y[%zu] = %u, expected %u", width, i, y[i], sum);
    }
    free(y);
}

TEST(every_width_runs) {
    make_buffers();
    static const char *const strategies[] = {"sum", "group"};
    const size_t largest = xl__get_facts(place.device)->largest_group;
    /* A driver that dies at narrow widths would end the whole suite. */
    const char *least = getenv("CROSSLANE_TEST_LEAST_WIDTH");
    for (int width = least ? atoi(least) : 1; width <= 128 && (size_t)width <= largest; width *= 2)
        for (int s = 0; s < (width % 24 == 8 ? 2 : 1); s++) { /* the second one at 8 and 32 only */
            xl_plan *plan = make(strategies[s], width, "n=1000");
            xl_plan_facts facts;
            xl_plan_get_facts(plan, &facts);
            ck_assert_int_eq(facts.width, width);
            ck_assert_uint_eq(facts.group_size % (size_t)width, 0);
            run(plan, 0, 0);
            expect_sums(input, N, width, 0);
            int measured = 0;
            ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &measured, NULL), 0);
            ck_assert_int_eq(measured, width);
            measured = 0; /* the same answer until another program runs */
            ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &measured, NULL), 0);
            ck_assert_int_eq(measured, width);
            xl_plan_free(plan);
        }
    free_buffers();
}

TEST(plain_kernels_need_no_width) {
    make_buffers();
    xl_plan *plan = make("plain", 0, "n=1000 added=2");
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    ck_assert_str_eq(facts.backend, "none");
    ck_assert_int_eq(facts.width, 0);
    ck_assert_uint_eq(facts.group_size, 64);
    run(plan, 0, 0);
    uint32_t y[N];
    sample_read(&place, out, 0, N, y);
    for (int i = 0; i < N; i++) ck_assert_uint_eq(y[i], input[i] + 2);
    int measured = -5;
    ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &measured, NULL), 0);
    ck_assert_int_eq(measured, 0);
    cl_mem extra = sample_buffer(&place, N, input);
    const xl_array arrays[] = {{"y", out, 0}, {"extra", extra, 0}, {"x", in, 0}};
    ck_assert_int_eq(enqueue(plan, arrays, 3, NULL), 0);
    sample_read(&place, out, 0, N, y);
    for (int i = 0; i < N; i++) ck_assert_uint_eq(y[i], 2 * input[i] + 2);
    clReleaseMemObject(extra);
    xl_plan_free(plan);
    free_buffers();
}

TEST(types_are_compiled_in) {
    float values[8];
    for (int i = 0; i < 8; i++) values[i] = 0.25f * (float)i;
    cl_int status = CL_SUCCESS;
    cl_mem x = clCreateBuffer(place.context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    cl_mem y = sample_buffer(&place, 8, NULL);
    xl_plan *plan = NULL;
    const xl_plan_request request = {.strategy = "plain", .type = XL_F32, .settings = "n=8 added=1.5"};
    ck_assert_int_eq(xl__plan_make_for(place.device, &sample, &request, &plan, NULL), 0);
    const xl_array arrays[] = {{"x", x, 0}, {"y", y, 0}};
    ck_assert_int_eq(enqueue(plan, arrays, 2, NULL), 0);
    float results[8];
    ck_assert_int_eq(clEnqueueReadBuffer(place.queue, y, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL),
                     0);
    for (int i = 0; i < 8; i++) ck_assert(results[i] == 0.25f * (float)i + 1.5f);
    xl_plan_free(plan);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
}

/* On an out-of-order queue only events order the passes. */
static void run_chain(cl_command_queue queue, cl_mem scratch, size_t scratch_offset) {
    make_buffers();
    xl_plan *plan = make("chain", 0, "n=1000 steps=9");
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    ck_assert_uint_eq(facts.scratch_bytes, N * sizeof(uint32_t));
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    cl_event event = NULL;
    const xl_launch launch = {.queue = queue,
                              .arrays = arrays,
                              .array_count = 2,
                              .scratch = scratch,
                              .scratch_offset = scratch_offset,
                              .event = &event};
    for (int repeat = 0; repeat < 3; repeat++) {
        xl_launch next = launch;
        cl_event before = event;
        next.wait_count = before != NULL;
        next.wait_list = before ? &before : NULL;
        xl_error error = {0};
        ck_assert_msg(xl_enqueue(plan, &next, &error) == 0, "%s", error.text);
        if (before) clReleaseEvent(before);
    }
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    uint32_t y[N];
    sample_read(&place, out, 0, N, y);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t value = input[i];
        for (int step = 0; step < 9; step++) value = 3 * value + 1;
        ck_assert_uint_eq(y[i], value + 10 * (i % 4 + 1));
    }
    xl_plan_free(plan);
    free_buffers();
}

TEST(passes_follow_each_other) {
    run_chain(place.queue, NULL, 0);
}

static xl_plan *make_spheres(const char *settings) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {
        .algorithm = "spheres", .strategy = "naive", .width = 8, .settings = settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    return plan;
}

/* Compiled once for all plans with the same code, and not at all if it is not launched. */
TEST(passes_are_shared) {
    xl_plan *const three = make_spheres("weights=pass channels=3");
    xl_plan *const four = make_spheres("weights=pass channels=4");
    xl_plan *const linear = make_spheres("weights=pass channels=4 model=linear");
    xl_plan *const without = make_spheres("weights=lane channels=4");
    ck_assert_ptr_nonnull(three->programs[1]);
    ck_assert_ptr_eq(three->programs[1], four->programs[1]);
    ck_assert_ptr_ne(three->programs[2], four->programs[2]);
    ck_assert_ptr_ne(four->programs[1], linear->programs[1]);
    ck_assert_ptr_null(without->programs[1]);
    ck_assert_ptr_null(without->kernels[1]);
    xl_plan_free(three);
    xl_plan_free(four);
    xl_plan_free(linear);
    xl_plan_free(without);
}

TEST(out_of_order_queues_are_chained) {
    if (!xl__get_facts(place.device)->out_of_order) {
        fprintf(stderr, "skipped: out-of-order queues, the device has none\n");
        return;
    }
    cl_int status = CL_SUCCESS;
    cl_command_queue queue =
        xl__make_queue(place.context, place.id, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    run_chain(queue, NULL, 0);
    clReleaseCommandQueue(queue);
}

TEST(scratch_can_be_the_callers) {
    const size_t align = xl__get_facts(place.device)->align_bytes;
    const size_t words = align / sizeof(uint32_t) + N;
    cl_mem scratch = sample_buffer(&place, words, NULL);
    run_chain(place.queue, scratch, 0);
    run_chain(place.queue, scratch, align);
    make_buffers();
    xl_plan *plan = make("chain", 0, "n=1000");
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    xl_error error = {0};
    xl_launch launch = {.queue = place.queue,
                        .arrays = arrays,
                        .array_count = 2,
                        .scratch = scratch,
                        .scratch_offset = align + sizeof(uint32_t)};
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    launch.scratch = in; /* scratch must not be an input */
    launch.scratch_offset = 0;
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    ck_assert_ptr_nonnull(strstr(error.text, "overlaps"));
    xl_plan_free(plan);
    free_buffers();
    clReleaseMemObject(scratch);
}

TEST(offsets_are_sub_buffers) {
    make_buffers();
    const size_t align = xl__get_facts(place.device)->align_bytes;
    xl_plan *plan = make("sum", 0, "n=1000");
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    run(plan, align, 2 * align);
    expect_sums(input + align / sizeof(uint32_t), N, facts.width, 2 * align / sizeof(uint32_t));
    const size_t gap = (N * sizeof(uint32_t) + align - 1) / align * align;
    const xl_array beside[] = {{"x", out, 0}, {"y", out, gap}};
    xl_error error = {0};
    ck_assert_msg(enqueue(plan, beside, 2, &error) == 0, "%s", error.text);
    const cl_buffer_region regions[] = {{align, N * sizeof(uint32_t)}, {align + gap, N * sizeof(uint32_t)}};
    cl_mem parts[2];
    for (int i = 0; i < 2; i++) {
        cl_int status = CL_SUCCESS;
        parts[i] = clCreateSubBuffer(in, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[i], &status);
        ck_assert_int_eq(status, CL_SUCCESS);
    }
    const xl_array own[] = {{"x", parts[0], 0}, {"y", parts[1], 0}};
    ck_assert_msg(enqueue(plan, own, 2, &error) == 0, "%s", error.text);
    for (int i = 0; i < 2; i++) clReleaseMemObject(parts[i]);
    xl_plan_free(plan);
    free_buffers();
}

static void refuse_arrays(xl_plan *plan, const xl_array *arrays, size_t count, int status, const char *told) {
    xl_error error = {0};
    ck_assert_int_eq(enqueue(plan, arrays, count, &error), status);
    ck_assert_msg(strstr(error.text, told) != NULL, "'%s' lacks '%s'", error.text, told);
    ck_assert_int_eq(enqueue(plan, arrays, count, NULL), status);
}

TEST(wrong_arrays_are_refused) {
    make_buffers();
    const size_t align = xl__get_facts(place.device)->align_bytes;
    xl_plan *plan = make("sum", 0, "n=4000");
    const xl_array missing[] = {{"x", in, 0}}, twice[] = {{"x", in, 0}, {"y", out, 0}, {"x", in, 0}};
    refuse_arrays(plan, missing, 1, XL_BAD_ARRAY, "'y' is missing");
    refuse_arrays(plan, twice, 3, XL_BAD_ARRAY, "twice");
    const xl_array unknown[] = {{"x", in, 0}, {"z", out, 0}}, unnamed[] = {{NULL, in, 0}};
    refuse_arrays(plan, unknown, 2, XL_BAD_NAME, "no array 'z'");
    refuse_arrays(plan, unnamed, 1, XL_BAD_VALUE, "the name of array 0 is NULL");
    const xl_array null[] = {{"x", NULL, 0}, {"y", out, 0}};
    refuse_arrays(plan, null, 2, XL_BAD_ARRAY, "no buffer");
    const xl_array small[] = {{"x", in, align}, {"y", out, 0}},
                   beyond[] = {{"x", in, 1 << 30}, {"y", out, 0}};
    refuse_arrays(plan, small, 2, XL_BAD_ARRAY, "needs 16000 bytes");
    refuse_arrays(plan, beyond, 2, XL_BAD_ARRAY, "needs 16000 bytes");
    const xl_array same[] = {{"x", out, 0}, {"y", out, 0}};
    refuse_arrays(plan, same, 2, XL_BAD_ARRAY, "overlaps");
    xl_plan_free(plan);
    plan = make("sum", 0, "n=1000");
    const xl_array crooked[] = {{"x", in, 4}, {"y", out, 0}}, over[] = {{"x", in, 0}, {"y", in, align}};
    refuse_arrays(plan, crooked, 2, XL_BAD_ARRAY, "multiples of");
    refuse_arrays(plan, over, 2, XL_BAD_ARRAY, "overlaps");
    const cl_buffer_region region = {align, N * sizeof(uint32_t)};
    cl_int status = CL_SUCCESS;
    cl_mem part = clCreateSubBuffer(in, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    ck_assert_int_eq(status, CL_SUCCESS);
    const xl_array shared[] = {{"x", in, 0}, {"y", part, 0}};
    refuse_arrays(plan, shared, 2, XL_BAD_ARRAY, "overlaps");
    clReleaseMemObject(part);
    ck_assert_int_eq(xl_enqueue(plan, NULL, NULL), XL_BAD_VALUE);
    ck_assert_int_eq(xl_enqueue(plan, &(xl_launch){0}, NULL), XL_BAD_VALUE);
    xl_plan_free(plan);
    free_buffers();
}

TEST(scalars_change_a_run) {
    make_buffers();
    xl_plan *plan = make("plain", 0, "n=1000 added=1");
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    const xl_scalar scalars[] = {{"n", 10}, {"added", 5}};
    xl_launch launch = {
        .queue = place.queue, .arrays = arrays, .array_count = 2, .scalars = scalars, .scalar_count = 2};
    ck_assert_int_eq(xl_enqueue(plan, &launch, NULL), 0);
    uint32_t y[20];
    sample_read(&place, out, 0, 20, y);
    for (int i = 0; i < 20; i++) ck_assert_uint_eq(y[i], i < 10 ? input[i] + 5 : 0);
    static const xl_scalar turns[][2] = {{{"n", 20}, {"added", 5}},
                                         {{"n", 20}, {"added", 2}},
                                         {{"n", 10}, {"added", 3}},
                                         {{"n", 20}, {"added", 2}}};
    for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
        const double end = turns[t][0].value, more = turns[t][1].value;
        uint32_t before[20];
        memcpy(before, y, sizeof before);
        launch.scalars = turns[t];
        ck_assert_int_eq(xl_enqueue(plan, &launch, NULL), 0);
        sample_read(&place, out, 0, 20, y);
        for (int i = 0; i < 20; i++) ck_assert_uint_eq(y[i], i < end ? input[i] + (uint32_t)more : before[i]);
    }
    static const struct {
        xl_scalar scalar;
        int status;
    } wrong[] = {{{"n", 1001}, XL_BAD_VALUE},   {{"n", -1}, XL_BAD_VALUE},  {{"n", 1.5}, XL_BAD_VALUE},
                 {{"added", 11}, XL_BAD_VALUE}, {{"mode", 1}, XL_BAD_NAME}, {{"steps", 1}, XL_BAD_NAME},
                 {{"nothing", 1}, XL_BAD_NAME}, {{NULL, 1}, XL_BAD_VALUE},  {{"n", 0.0 / 1}, XL_SUCCESS}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        launch.scalars = &wrong[i].scalar;
        launch.scalar_count = 1;
        ck_assert_int_eq(xl_enqueue(plan, &launch, NULL), wrong[i].status);
    }
    xl_plan_free(plan);
    free_buffers();
}

/* With n = 0 nothing is launched, but the wait list is awaited. */
TEST(nothing_still_gives_an_event) {
    static const char *const strategies[] = {"plain", "sum", "chain"};
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        xl_plan *plan = make(strategies[i], 0, "n=0");
        xl_error error = {0};
        ck_assert_msg(enqueue(plan, NULL, 0, &error) == 0, "%s", error.text);
        cl_int status = CL_SUCCESS;
        cl_event gate = clCreateUserEvent(place.context, &status), event = NULL;
        ck_assert_int_eq(status, CL_SUCCESS);
        const xl_launch launch = {.queue = place.queue, .wait_count = 1, .wait_list = &gate, .event = &event};
        ck_assert_int_eq(xl_enqueue(plan, &launch, &error), 0);
        cl_int state = CL_COMPLETE;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        ck_assert_int_ne(state, CL_COMPLETE);
        clSetUserEventStatus(gate, CL_COMPLETE);
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        clReleaseEvent(gate);
        xl_plan_free(plan);
    }
}

static const char *chosen;
static const char *choose_chosen(xl__problem *problem) {
    (void)problem;
    return chosen;
}

TEST(auto_takes_a_strategy_by_its_name) {
    static const char *const refused[][2] = {{"nobody", "'nobody', is no strategy"},
                                             {"broken", "'broken', is planted"}};
    xl__algorithm table = sample;
    const xl_plan_request request = {.width = 8};
    xl_plan *plan = NULL;
    xl_error error = {0};
    table.choose = choose_chosen;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        chosen = refused[i][0];
        ck_assert_int_eq(xl__plan_make_for(place.device, &table, &request, &plan, &error), XL_BAD_NAME);
        ck_assert_msg(strstr(error.text, "sample: ") && strstr(error.text, refused[i][1]), "%s", error.text);
    }
    chosen = NULL;
    ck_assert_int_eq(xl__plan_make_for(place.device, &table, &request, &plan, &error), XL_UNSUPPORTED);
    table.choose = NULL;
    ck_assert_int_eq(xl__plan_make_for(place.device, &table, &request, &plan, &error), XL_SUCCESS);
    ck_assert_str_eq(xl__plan_strategy(plan)->name, "plain");
    xl_plan_free(plan);
}

TEST(auto_keeps_the_callers_settings) {
    xl_plan *plan = make(NULL, 0, "n=10 mode=two");
    ck_assert(xl__plan_problem(plan)->value[SAMPLE_STEPS] == 7);
    xl_plan_free(plan);
    plan = make("auto", 0, "n=10 mode=two steps=3");
    ck_assert_int_eq(xl__plan_strategy_index(plan), 3);
    ck_assert(xl__plan_problem(plan)->value[SAMPLE_STEPS] == 3);
    xl_plan_free(plan);
}

TEST(values_are_traced) {
    sample_close(&place);
    const xl_options options = {.kernel_dir = sample_kernels(), .trace = 1};
    sample_open(&place, &options);
    make_buffers();
    xl_plan *plan = make("sum", 4, "n=10");
    for (int repeat = 0; repeat < 2; repeat++) {
        run(plan, 0, 0);
        xl_trace records[64];
        size_t count = 0;
        ck_assert_int_eq(xl_plan_trace(plan, place.queue, records, 64, &count, NULL), 0);
        xl_plan_facts facts;
        xl_plan_get_facts(plan, &facts);
        ck_assert_uint_eq(count, (10 + facts.group_size - 1) / facts.group_size * facts.group_size);
        for (size_t i = 0; i < count && i < 64; i++) {
            uint32_t value = 0, sum = 0;
            memcpy(&value, records[i].value, sizeof value);
            const unsigned first = records[i].work_item / 4 * 4;
            for (unsigned k = first; k < first + 4 && k < 10; k++) sum += input[k];
            ck_assert_str_eq(records[i].name, "sum");
            ck_assert_int_eq(records[i].type, XL_U32);
            ck_assert_int_eq(records[i].components, 1);
            ck_assert_uint_eq(records[i].lane, records[i].work_item % 4);
            ck_assert_uint_eq(value, sum);
        }
        ck_assert_int_eq(xl_plan_trace(plan, place.queue, records, 1, &count, NULL), 0);
    }
    int width = 0;
    ck_assert_int_eq(xl_plan_width_measured(plan, place.queue, &width, NULL), XL_BAD_VALUE);
    xl_plan_free(plan);
    free_buffers();
}

static void *work(void *argument) {
    const int index = *(const int *)argument;
    static const char *const settings[] = {"n=1000 steps=9", "n=1000 steps=9 group=64"};
    cl_int status = CL_SUCCESS;
    cl_command_queue queue = xl__make_queue(place.context, place.id, 0, &status);
    if (status != CL_SUCCESS) return "no queue";
    const char *failure = NULL;
    for (int repeat = 0; repeat < 20 && !failure; repeat++) {
        xl_plan *plan = NULL;
        const xl_plan_request request = {.strategy = repeat % 2 ? "chain" : "sum",
                                         .settings = settings[index]};
        if (xl__plan_make_for(place.device, &sample, &request, &plan, NULL) != 0) return "no plan";
        cl_mem x = sample_buffer(&place, N, input), y = sample_buffer(&place, N, NULL);
        const xl_array arrays[] = {{"x", x, 0}, {"y", y, 0}};
        const xl_launch launch = {.queue = queue, .arrays = arrays, .array_count = 2};
        uint32_t first = 0;
        if (xl_enqueue(plan, &launch, NULL) != 0) failure = "no launch";
        if (clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL) != 0)
            failure = "no read";
        uint32_t expected = 0;
        if (repeat % 2) {
            expected = input[0];
            for (int step = 0; step < 9; step++) expected = 3 * expected + 1;
            expected += 10;
        } else {
            for (int k = 0; k < xl__plan_problem(plan)->width; k++) expected += input[k];
        }
        if (!failure && first != expected) failure = "wrong result";
        clReleaseMemObject(x);
        clReleaseMemObject(y);
        xl_plan_free(plan);
    }
    clReleaseCommandQueue(queue);
    return (void *)failure;
}

GROUP("threads");

TEST(threads_share_a_device) {
    pthread_t threads[2];
    int index[2] = {0, 1};
    for (int i = 0; i < 2; i++) ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &index[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *failure = NULL;
        ck_assert_int_eq(pthread_join(threads[i], &failure), 0);
        ck_assert_msg(!failure, "thread %d: %s", i, (const char *)failure);
    }
}

GROUP("plan");

TEST(null_is_harmless) {
    xl_plan_free(NULL);
    xl_close(NULL);
    xl_device *device = NULL;
    ck_assert_int_eq(xl_open(NULL, NULL, NULL, &device, NULL), XL_BAD_VALUE);
    ck_assert_ptr_null(device);
}
