/* Random schedules: one to eight threads enqueue runs of shared and own plans on one to four queues, in
   order and out of order. CROSSLANE_TEST_QUEUE_RUNS: the number of runs over all problems; default 120, over
   a few. CROSSLANE_TEST_SEED: default 1. No blocking writes, after which one driver loses fills on
   out-of-order queues. */
#include "base/clapi.h"
#include "caps/device_open.h"
#include "cases/case.h"
#include "plan/plan.h"
#include "run/checked_run.h"
#include "support/place.h"
#include "support/suite.h"
#include "table/lookup.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORKS = 96, DATA = 3, QUEUES = 4, THREADS = 8, RUNS = 40, FEW_RUNS = 120 };

/* ---- problems -------------------------------------------------------------------------------------------
 */

/* Large enough that runs overlap. */
static const struct {
    const char *algorithm, *settings;
} problems[] = {
    {"sort", "n=20011"},
    {"sort", "n=5003 value=u32"},
    {"scan", "n=60013"},
    {"scan", "n=20011 counted=u32"},
    {"reduce", "n=200003"},
    {"compact", "n=40009"},
    {"histogram", "n=100003"},
    {"expand", "n=2003 capacity=40000"},
    {"dispatch", "n=2048 each=1 threshold=4294967296 work=3"},
    {"balance", "segments=300 n=5003 capacity=40000"},
    {"lerp", "rows=5 n=3001 channels=3"},
    {"lights4", "points=1001 lights=38"},
    {"mips", "width=237 height=121"},
    {"spheres", "points=137 spheres=301 channels=3"},
};

typedef struct work {
    const xl__algorithm *algorithm;
    const char *strategy, *settings;
    xl_plan *plan; /* shared; all plans of the work have its problem */
    pthread_mutex_t lock;
    tool_data data[DATA];
    cl_mem in[DATA][XL__MAX_ARRAYS];
} work;

static work works[MOST_WORKS];
static int work_count;
static uint64_t seed = 1;

static xl_plan *make_plan(const work *w, xl_error *error) {
    xl_plan *plan = NULL;
    const xl_plan_request request = {.strategy = w->strategy, .settings = w->settings};
    return xl__plan_make_for(place.device, w->algorithm, &request, &plan, error) == XL_SUCCESS ? plan : NULL;
}

static bool has_memory(const xl_plan *plan) {
    bool kept = false;
    for (int a = 0; a < XL__MAX_AREAS; a++)
        kept = kept || (plan->ready.uses_area[a] && plan->algorithm->areas[a].kept);
    return kept || plan->facts.scratch_bytes > 0;
}

static void make_data(work *w, const tool_case *cs, int d) {
    const xl__problem *const problem = xl__plan_problem(w->plan);
    tool_data *const data = &w->data[d];
    xl_error error = {0};
    int status = tool_data_generate(cs, problem, cs->distributions[0], seed + (uint64_t)d, data, &error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(problem, w->algorithm, data, &error);
    if (status == XL_SUCCESS) status = tool_data_expect(cs, problem, data, &error);
    ck_assert_msg(status == XL_SUCCESS, "%s: %s", w->algorithm->name, error.text);
    for (int a = 0; a < w->algorithm->array_count; a++) {
        cl_int made = CL_SUCCESS;
        if (!data->in[a].data) continue;
        w->in[d][a] = clCreateBuffer(place.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     data->in[a].bytes ? data->in[a].bytes : 1, data->in[a].data, &made);
        ck_assert_int_eq(made, CL_SUCCESS);
    }
}

static void add_work(const xl__algorithm *algorithm, const char *strategy, const char *settings) {
    work *const w = &works[work_count];
    xl_error error = {0};
    *w = (work){.algorithm = algorithm, .strategy = strategy, .settings = settings};
    w->plan = make_plan(w, &error);
    if (w->plan && has_memory(w->plan)) {
        ck_assert_int_lt(++work_count, MOST_WORKS);
        pthread_mutex_init(&w->lock, NULL);
        for (int d = 0; d < DATA; d++) make_data(w, tool_find_case(algorithm->name), d);
    } else {
        xl_plan_free(w->plan); /* not for this device, or without memory of its own */
    }
}

static uint32_t draw(uint64_t *state, uint32_t below) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

static void make_works(bool all) {
    uint64_t state = seed;
    for (size_t p = 0; p < sizeof problems / sizeof *problems; p++) {
        const xl__algorithm *const algorithm = tool_find_case(problems[p].algorithm)->algorithm;
        const int first = (int)draw(&state, (uint32_t)algorithm->strategy_count);
        const bool wanted = p == 0 || p == 2 || draw(&state, 6) == 0;
        for (int s = 0, before = work_count; s < algorithm->strategy_count; s++) {
            const int at = (first + s) % algorithm->strategy_count;
            if (algorithm->strategies[at].flags & XL__WRONG) continue;
            if (!all && (!wanted || work_count > before)) continue;
            add_work(algorithm, algorithm->strategies[at].name, problems[p].settings);
        }
    }
    ck_assert_int_gt(work_count, 1);
}

static void free_works(void) {
    for (int i = 0; i < work_count; i++) {
        work *const w = &works[i];
        for (int d = 0; d < DATA; d++) {
            for (int a = 0; a < XL__MAX_ARRAYS; a++)
                if (w->in[d][a]) clReleaseMemObject(w->in[d][a]);
            tool_data_free(&w->data[d]);
        }
        xl_plan_free(w->plan);
        pthread_mutex_destroy(&w->lock);
    }
    work_count = 0;
}

/* ---- runs -----------------------------------------------------------------------------------------------
 */

typedef struct one_run {
    const work *w;
    int d, array_count;
    xl_array arrays[XL__MAX_ARRAYS];
    cl_mem out[XL__MAX_ARRAYS];
    unsigned char *got[XL__MAX_ARRAYS];
    size_t bytes[XL__MAX_ARRAYS];
    cl_event done, read[XL__MAX_ARRAYS];
} one_run;

typedef struct worker {
    uint64_t state;
    int runs;
    bool own; /* plans of its own */
    xl_plan *plans[MOST_WORKS];
    one_run run[RUNS];
    char failure[400];
    pthread_t thread;
} worker;

static cl_command_queue queues[QUEUES];
static int queue_count;
static int chosen[2]; /* works of the schedule */

static bool make_outputs(one_run *r) {
    const xl__algorithm *const algorithm = r->w->algorithm;
    for (int a = 0; a < algorithm->array_count; a++) {
        const bool output = algorithm->arrays[a].direction == XL__OUT;
        cl_mem buffer = r->w->in[r->d][a];
        cl_int status = CL_SUCCESS;
        if (output) {
            r->bytes[a] = r->w->data[r->d].elements[a] * xl_type_size(r->w->data[r->d].expected[a].type);
            r->got[a] = malloc(r->bytes[a] + 1);
            if (!r->got[a]) return false;
            memset(r->got[a], 0x7e, r->bytes[a] + 1);
            buffer = r->out[a] = clCreateBuffer(place.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                                r->bytes[a] + 1, r->got[a], &status);
        }
        if (status != CL_SUCCESS) return false;
        if (buffer) r->arrays[r->array_count++] = (xl_array){algorithm->arrays[a].name, buffer, 0};
    }
    return true;
}

static bool enqueue(worker *k, int index) {
    one_run *const r = &k->run[index];
    const int which = chosen[draw(&k->state, 2)];
    work *const w = &works[which];
    const cl_command_queue queue = queues[draw(&k->state, (uint32_t)queue_count)];
    const bool waits = index > 0 && draw(&k->state, 4) == 0;
    *r = (one_run){.w = w, .d = (int)draw(&k->state, DATA)};
    xl_error error = {0};
    if (!make_outputs(r)) return false;
    const xl_launch launch = {.queue = queue,
                              .arrays = r->arrays,
                              .array_count = (size_t)r->array_count,
                              .wait_count = waits,
                              .wait_list = waits ? &k->run[draw(&k->state, (uint32_t)index)].done : NULL,
                              .event = &r->done};
    if (!k->own) pthread_mutex_lock(&w->lock);
    const int status = xl_enqueue(k->own ? k->plans[which] : w->plan, &launch, &error);
    if (!k->own) pthread_mutex_unlock(&w->lock);
    snprintf(k->failure, sizeof k->failure, "%.390s", error.text);
    for (int a = 0; a < w->algorithm->array_count && status == XL_SUCCESS; a++)
        if (r->bytes[a] > 0 && clEnqueueReadBuffer(queue, r->out[a], CL_FALSE, 0, r->bytes[a], r->got[a], 1,
                                                   &r->done, &r->read[a]) != CL_SUCCESS)
            return false;
    return status == XL_SUCCESS && (draw(&k->state, 3) > 0 || clFlush(queue) == CL_SUCCESS);
}

static void *enqueue_all(void *argument) {
    worker *const k = argument;
    xl_error error = {0};
    for (int c = 0; c < 2 && k->own; c++) {
        if (!k->plans[chosen[c]]) k->plans[chosen[c]] = make_plan(&works[chosen[c]], &error);
        if (!k->plans[chosen[c]]) snprintf(k->failure, sizeof k->failure, "%.390s", error.text);
    }
    for (int i = 0; i < k->runs && !k->failure[0]; i++)
        if (!enqueue(k, i) && !k->failure[0]) snprintf(k->failure, sizeof k->failure, "OpenCL failed");
    return NULL;
}

static bool is_right(one_run *r) {
    const xl__algorithm *const algorithm = r->w->algorithm;
    tool_verdict verdict = {0};
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t used = 0;
        xl_error error;
        const int index = xl__index_of(algorithm, a);
        if (!r->got[a]) continue;
        if (r->read[a]) ck_assert_int_eq(clWaitForEvents(1, &r->read[a]), CL_SUCCESS);
        if (index >= 0 && r->read[index]) ck_assert_int_eq(clWaitForEvents(1, &r->read[index]), CL_SUCCESS);
        ck_assert_int_eq(tool_compare_output(algorithm, xl__plan_problem(r->w->plan), &r->w->data[r->d], a,
                                             r->got[a], index >= 0 ? r->got[index] : NULL, 0, &used, &verdict,
                                             &error),
                         XL_SUCCESS);
    }
    return !verdict.wrong;
}

static void free_run(one_run *r) {
    for (int a = 0; a < XL__MAX_ARRAYS; a++) {
        if (r->read[a]) clReleaseEvent(r->read[a]);
        if (r->out[a]) clReleaseMemObject(r->out[a]);
        free(r->got[a]);
    }
    if (r->done) clReleaseEvent(r->done);
}

/* ---- schedules ------------------------------------------------------------------------------------------
 */

static void make_queues(uint64_t *state) {
    queue_count = 1 + (int)draw(state, QUEUES);
    for (int q = 0; q < queue_count; q++) {
        cl_int status = CL_SUCCESS;
        const bool out_of_order = draw(state, 2) && xl__get_facts(place.device)->out_of_order;
        queues[q] = xl__make_queue(place.context, place.id,
                                   out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &status);
        ck_assert_int_eq(status, CL_SUCCESS);
    }
}

/* Returns how many of its runs were wrong; *runs gets the total. */
static int run_schedule(uint64_t number, int *runs) {
    static worker workers[THREADS];
    uint64_t state = seed * UINT64_C(1000003) + number;
    int wrong = 0;
    make_queues(&state);
    const int threads = 1 + (int)draw(&state, THREADS);
    for (int c = 0; c < 2; c++) chosen[c] = (int)draw(&state, (uint32_t)work_count);
    for (int t = 0; t < threads; t++) {
        workers[t] = (worker){
            .state = state + (uint64_t)t * 7919, .runs = RUNS / threads, .own = draw(&state, 3) == 0};
        ck_assert_int_eq(pthread_create(&workers[t].thread, NULL, enqueue_all, &workers[t]), 0);
    }
    for (int t = 0; t < threads; t++) ck_assert_int_eq(pthread_join(workers[t].thread, NULL), 0);
    for (int q = 0; q < queue_count; q++) ck_assert_int_eq(clFlush(queues[q]), CL_SUCCESS);
    for (int t = 0; t < threads; t++) {
        worker *const k = &workers[t];
        ck_assert_msg(!k->failure[0], "schedule %llu: %s", (unsigned long long)number, k->failure);
        for (int i = 0; i < k->runs; i++) {
            const bool right = is_right(&k->run[i]);
            if (!right)
                fprintf(stderr, "schedule %llu, %d threads, %d queues: %s/%s is wrong\n",
                        (unsigned long long)number, threads, queue_count, k->run[i].w->algorithm->name,
                        k->run[i].w->strategy);
            wrong += !right;
            *runs += 1;
        }
    }
    for (int q = 0; q < queue_count; q++) ck_assert_int_eq(clFinish(queues[q]), CL_SUCCESS);
    for (int t = 0; t < threads; t++) {
        for (int i = 0; i < workers[t].runs; i++) free_run(&workers[t].run[i]);
        for (int w = 0; w < work_count; w++) xl_plan_free(workers[t].plans[w]);
    }
    for (int q = 0; q < queue_count; q++) clReleaseCommandQueue(queues[q]);
    return wrong;
}

static void open_plain(void) {
    sample_open(&place, &(xl_options){.cache_dir = NULL});
}

AROUND(open_plain, close_place);

TEST(random_schedules_are_right) {
    const char *const asked = getenv("CROSSLANE_TEST_QUEUE_RUNS"), *const other =
                                                                       getenv("CROSSLANE_TEST_SEED");
    const int most = asked ? atoi(asked) : FEW_RUNS;
    int runs = 0, wrong = 0;
    if (other) seed = (uint64_t)atoll(other);
    make_works(asked != NULL);
    for (uint64_t number = 0; runs < most; number++) wrong += run_schedule(number, &runs);
    printf("queues: %d runs of %d strategies, %d wrong\n", runs, work_count, wrong);
    free_works();
    ck_assert_msg(wrong == 0, "%d of %d runs are wrong", wrong, runs);
}
