/* Processes with a shared cache folder, here devices of one process. */
#include "support/scratch.h"
#include "support/sample.h"
#include "support/suite.h"
#include "base/os.h"
#include "caps/caps.h"
#include "plan/plan.h"
#include "program/program.h"
#include <pthread.h>

enum { ONE, OTHER, PLACES };
static sample_place place[PLACES];

static void open_places(void) {
    scratch_make();
    for (int i = 0; i < PLACES; i++)
        sample_open(&place[i], &(xl_options){.cache_dir = scratch_folder, .kernel_dir = sample_kernels()});
}

static void close_places(void) {
    for (int i = 0; i < PLACES; i++) sample_close(&place[i]);
    scratch_remove();
}

static int make(int which, xl_plan **plan, xl_error *error) {
    const xl_plan_request request = {.strategy = "sum", .settings = "n=100", .width = 8};
    return xl__plan_make_for(place[which].device, &sample, &request, plan, error);
}

static void run(int which, xl_plan *plan) {
    uint32_t x[100] = {0};
    cl_mem in = sample_buffer(&place[which], 100, x), out = sample_buffer(&place[which], 100, NULL);
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    const xl_launch launch = {.queue = place[which].queue, .arrays = arrays, .array_count = 2};
    xl_error error = {0};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place[which], out, 0, 100, x);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

typedef struct waiting {
    pthread_t thread;
    xl_plan *plan;
    int status;
    xl_error error;
} waiting;

static void *make_other(void *user) {
    waiting *const w = user;
    w->status = make(OTHER, &w->plan, &w->error);
    return NULL;
}

static void start_waiting(waiting *w) {
    *w = (waiting){.plan = NULL};
    place[ONE].device->sharing = XL__AHEAD;
    place[OTHER].device->sharing = XL__WAITS;
    ck_assert_int_eq(pthread_create(&w->thread, NULL, make_other, w), 0);
    /* The claim follows the expansion of the source. */
    while (xl__programs_expanded(place[OTHER].device) == 0) xl__os_sleep(1000000);
    xl__os_sleep(50000000);
}

static bool end_waiting(waiting *w) {
    pthread_join(w->thread, NULL);
    ck_assert_msg(w->status == XL_SUCCESS, "%s", w->error.text);
    const bool from_disk = w->plan->programs[0]->from_disk;
    xl_plan_free(w->plan);
    return from_disk;
}

AROUND(open_places, close_places);

TEST(helpers_skip_programs_that_others_compile) {
    xl_plan *plan = NULL, *none = NULL;
    xl_error error = {0};
    for (int i = 0; i < PLACES; i++) place[i].device->sharing = XL__AHEAD;
    ck_assert_msg(make(ONE, &plan, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(make(OTHER, &none, &error), XL_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.text, "another process compiles it"));
    run(ONE, plan);
    xl_plan_free(plan);
    ck_assert_msg(make(OTHER, &none, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert(none->programs[0]->from_disk);
    xl_plan_free(none);
}

/* One device compiles, the other waits. The first runs its program or frees it unused. */
static bool wait_for(bool run_by_other) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    waiting w;
    place[ONE].device->sharing = XL__AHEAD;
    ck_assert_msg(make(ONE, &plan, &error) == XL_SUCCESS, "%s", error.text);
    start_waiting(&w);
    if (run_by_other) run(ONE, plan);
    xl_plan_free(plan);
    return end_waiting(&w);
}

TEST(a_waiting_process_loads_the_stored_program) {
    ck_assert(wait_for(true));
}

TEST(a_waiting_process_compiles_an_abandoned_program) {
    ck_assert(!wait_for(false));
}

TEST(without_a_folder_no_process_waits) {
    xl_plan *plan[PLACES] = {NULL};
    xl_error error = {0};
    for (int i = 0; i < PLACES; i++) {
        place[i].device->sharing = XL__WAITS;
        free(place[i].device->cache_dir);
        place[i].device->cache_dir = strdup("/proc/no/such");
        ck_assert_msg(make(i, &plan[i], &error) == XL_SUCCESS, "%s", error.text);
        ck_assert(!plan[i]->programs[0]->from_disk);
    }
    for (int i = 0; i < PLACES; i++) xl_plan_free(plan[i]);
}

static void probe(int which, const char *op) {
    const xl__target target = {xl__find_backend("local"), 4};
    xl__probe_result result;
    xl_error error = {0};
    ck_assert_msg(xl__target_probe(place[which].device, &target, xl__op_find(op), XL__OP_UINT, &result,
                                   &error) == XL_SUCCESS,
                  "%s", error.text);
    ck_assert(result.right);
}

TEST(trials_of_other_processes_are_known) {
    place[ONE].device->sharing = XL__WAITS;
    place[OTHER].device->sharing = XL__AHEAD;
    probe(ONE, "shuffle");
    probe(OTHER, "ballot");
    probe(ONE, "broadcast");
    probe(OTHER, "broadcast");
    probe(ONE, "ballot");
    ck_assert_int_eq(xl__count_probed(place[ONE].device), 2);
    ck_assert_int_eq(xl__count_probed(place[OTHER].device), 1);
    sample_close(&place[ONE]);
    sample_open(&place[ONE], &(xl_options){.cache_dir = scratch_folder, .kernel_dir = sample_kernels()});
    probe(ONE, "shuffle");
    probe(ONE, "ballot");
    ck_assert_int_eq(xl__count_probed(place[ONE].device), 0);
}
