/* Concurrent use: every device in one process, four threads on each; two processes with one cache folder. */
#include "support/command.h"
#include "support/ops_place.h"
#include "support/scratch.h"
#include "support/suite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, REPEATS = 5, SAMPLES = 5003, BUCKETS = 61 };

static ops_place places[OPS_DEVICES];
static int place_count;
static uint32_t samples[SAMPLES], expected[BUCKETS];

static void open_all(void) {
    place_count = ops_open(places);
    memset(expected, 0, sizeof expected);
    uint32_t state = 12345;
    for (int i = 0; i < SAMPLES; i++) {
        state = state * 1664525u + 1013904223u; /* Knuth's "quick and dirty" generator */
        samples[i] = (state >> 16) % BUCKETS;
        expected[samples[i]]++;
    }
}

static void close_all(void) {
    ops_close(places, place_count);
}

/* ---- threads ------------------------------------------------------------------------------------------ */

typedef struct job {
    ops_place *place;
    int index; /* the thread's number on its device */
    char failure[300];
    pthread_t thread;
} job;

typedef struct run {
    cl_command_queue queue;
    cl_mem samples, counts;
    xl_plan *plan;
} run;

static bool make_run(job *j, run *r) {
    static const char *const strategies[THREADS] = {"local", "match_local", "uniform", "private"};
    static const char settings[] = "n=5003 buckets=61";
    const ops_place *p = j->place;
    cl_int status[3] = {0};
    xl_error error = {0};
    r->queue = xl__make_queue(p->context, p->id, 0, &status[0]);
    r->samples = clCreateBuffer(p->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof samples, samples,
                                &status[1]);
    r->counts = clCreateBuffer(p->context, CL_MEM_READ_WRITE, sizeof expected, NULL, &status[2]);
    const xl_plan_request request = {
        .algorithm = "histogram", .strategy = strategies[j->index], .settings = settings, .type = XL_U32};
    if (!status[0] && !status[1] && !status[2] && !xl_plan_make(p->device, &request, &r->plan, &error))
        return true;
    snprintf(j->failure, sizeof j->failure, "queue %d, buffers %d %d, plan: %.200s", status[0], status[1],
             status[2], error.text);
    return false;
}

static void free_run(run *r) {
    if (r->plan) xl_plan_free(r->plan);
    if (r->counts) clReleaseMemObject(r->counts);
    if (r->samples) clReleaseMemObject(r->samples);
    if (r->queue) clReleaseCommandQueue(r->queue);
}

static bool run_once(job *j, const run *r) {
    uint32_t counts[BUCKETS] = {0};
    xl_error error = {0};
    const xl_array arrays[] = {{"samples", r->samples, 0}, {"counts", r->counts, 0}};
    const xl_launch launch = {.queue = r->queue, .arrays = arrays, .array_count = 2};
    if (xl_enqueue(r->plan, &launch, &error)) {
        snprintf(j->failure, sizeof j->failure, "%.250s", error.text);
        return false;
    }
    const cl_int status =
        clEnqueueReadBuffer(r->queue, r->counts, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL);
    if (status == CL_SUCCESS && memcmp(counts, expected, sizeof counts) == 0) return true;
    snprintf(j->failure, sizeof j->failure, "read: %d, counts are %s", status, status ? "unknown" : "wrong");
    return false;
}

static void *work(void *argument) {
    job *j = argument;
    for (int repeat = 0; repeat < REPEATS && !j->failure[0]; repeat++) {
        run r = {0};
        if (make_run(j, &r) && run_once(j, &r)) run_once(j, &r);
        free_run(&r);
    }
    return NULL;
}

GROUP("threads");
AROUND(open_all, close_all);

TEST(threads_on_every_device_at_once) {
    static job jobs[OPS_DEVICES * THREADS];
    const int count = place_count * THREADS;
    for (int i = 0; i < count; i++) {
        jobs[i] = (job){.place = &places[i / THREADS], .index = i % THREADS};
        ck_assert_int_eq(pthread_create(&jobs[i].thread, NULL, work, &jobs[i]), 0);
    }
    for (int i = 0; i < count; i++) ck_assert_int_eq(pthread_join(jobs[i].thread, NULL), 0);
    for (int i = 0; i < count; i++)
        ck_assert_msg(!jobs[i].failure[0], "%s, thread %d: %s", jobs[i].place->device->facts.name,
                      jobs[i].index, jobs[i].failure);
}

/* ---- processes ---------------------------------------------------------------------------------------- */

static void count_cached(const command *c, size_t *built, size_t *cached) {
    json_t *const document = command_document(c), *row = NULL;
    size_t i = 0;
    *built = *cached = 0;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        ck_assert_str_eq(json_string_value(json_object_get(row, "status")), "ok");
        *built += 1;
        *cached += json_is_true(json_object_get(row, "cached"));
    }
    json_decref(document);
}

GROUP("processes");

TEST(two_processes_with_one_cache_folder) {
    static const char line[] = "CROSSLANE_CACHE_DIR=%s verify lerp/serial lerp/readlane lerp/affine "
                               "--device 0 --width 4 --set shape=5x17 --set channels=1 --json -";
    command both[2] = {0}, third = {0};
    scratch_make();
    for (int i = 0; i < 2; i++) command_start(&both[i], line, scratch_folder);
    for (int i = 0; i < 2; i++) {
        command_wait(&both[i]);
        command_expect(&both[i], 0);
    }
    command_run(&third, line, scratch_folder);
    command_expect(&third, 0);
    size_t built = 0, cached = 0;
    count_cached(&third, &built, &cached);
    ck_assert_uint_ge(built, 3);
    /* The command does not store programs of a driver that compiles again to return them, such as PoCL. */
    if (scratch_holds(".", ".program")) ck_assert_uint_eq(built, cached);
    for (int i = 0; i < 2; i++) command_free(&both[i]);
    command_free(&third);
    scratch_remove();
}
