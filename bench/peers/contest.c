/* contest.c - checks solutions of a problem and times them. */
#include "contest.h"
#include "base/os.h"
#include "records/stats.h"
#include "run/timing.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

const peers_problem peers_problems[] = {
    {"reduce", "n=4194304", "uniform", XL_U32, openmp_reduce, true},
    {"scan", "n=4194304", "uniform", XL_U32, openmp_scan, true},
    {"compact", "n=4194304 threshold=2147483648", "uniform", XL_U32, openmp_compact, true},
    {"expand", "n=1048576", "uniform", XL_U32, openmp_expand, true},
    {"match", "n=1048576", "few", XL_U32, openmp_match, true},
    {"mips", "width=1920 height=1080", "uniform", XL_TYPE_NONE, openmp_mips, true},
    {"minmax", "width=1920 height=1080", "scene", XL_TYPE_NONE, openmp_minmax, false},
    {"quad", "width=1920 height=1080", "uniform", XL_TYPE_NONE, openmp_quad, false},
    {"lights4", "points=65536 lights=64", "soft", XL_TYPE_NONE, openmp_lights4, true},
    {"normal24", "n=4194304", "uniform", XL_TYPE_NONE, openmp_normal24, false},
    {"histogram", "n=16777216 buckets=256", "uniform", XL_U32, openmp_histogram, true},
    {"spheres", "points=1024 spheres=1024 channels=4", "soft", XL_TYPE_NONE, openmp_spheres, true},
    {"lerp", "rows=1024 n=1024 channels=4", "even", XL_TYPE_NONE, openmp_lerp, true},
    {NULL, NULL, NULL, XL_TYPE_NONE, NULL, false},
};

static int say_wrong(const entrant *e, const char *who, xl_error *error) {
    return xl__fail(error, XL_WRONG_ANSWER, "%s: %s is wrong", e->config.cs->algorithm->name, who);
}

int entrant_enter(entrant *e, tool_session *session, const peers_problem *problem, tool_data_cache *cache,
                  xl_error *error) {
    tool_verdict verdict = {0};
    tool_data *data = NULL;
    *e = (entrant){.session = session,
                   .config = {.cs = tool_find_case(problem->algorithm),
                              .strategy = TOOL_AUTO_STRATEGY,
                              .type = problem->type,
                              .distribution = problem->distribution},
                   .batch = 1,
                   .repeats = 1};
    snprintf(e->config.settings, sizeof e->config.settings, "%s", problem->settings);
    int status = tool_plan_make(session, &e->config, &e->plan, error);
    if (status == XL_SUCCESS)
        status = tool_data_get(cache, &e->config, xl__plan_problem(e->plan), 1, &data, error);
    if (status == XL_SUCCESS)
        status = tool_run_checked(session, e->config.cs, e->plan, data, 1, &e->buffers, &verdict, error);
    return status == XL_SUCCESS && verdict.wrong ? say_wrong(e, "auto", error) : status;
}

/* Inputs belong to the reference, outputs to e. */
static int bind_arrays(entrant *e, const xl__algorithm *algorithm, const tool_data *data, xl_error *error) {
    for (int a = 0; a < algorithm->array_count; a++) {
        const bool out = algorithm->arrays[a].direction == XL__OUT;
        const size_t count = data->elements[a] ? data->elements[a] : 1;
        e->call.array[a] = out ? calloc(count, sizeof(uint64_t)) : data->in[a].data;
        if (out && !e->call.array[a]) return xl__fail(error, XL_NO_MEMORY, "no memory for OpenMP's results");
    }
    return XL_SUCCESS;
}

int entrant_enter_openmp(entrant *e, const entrant *beside, const peers_problem *problem,
                         tool_data_cache *cache, xl_error *error) {
    const xl__algorithm *const algorithm = beside->config.cs->algorithm;
    const xl__problem *const solved = xl__plan_problem(beside->plan);
    tool_data *data = NULL;
    *e = (entrant){.config = beside->config,
                   .call = {.value = solved->value, .lanes = solved->width},
                   .loop = problem->loop,
                   .batch = 1,
                   .repeats = 1};
    int status = tool_data_get(cache, &e->config, solved, 1, &data, error);
    if (status == XL_SUCCESS) status = bind_arrays(e, algorithm, data, error);
    if (status != XL_SUCCESS) return status;
    e->loop(&e->call);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        tool_verdict verdict = {0};
        size_t used = 0;
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        status = tool_compare_output(algorithm, solved, data, a, e->call.array[a], NULL, 1, &used, &verdict,
                                     error);
        if (status == XL_SUCCESS && verdict.wrong) status = say_wrong(e, "OpenMP", error);
    }
    return status;
}

void entrant_leave(entrant *e) {
    if (!e->session && e->config.cs)
        for (int a = 0; a < e->config.cs->algorithm->array_count; a++)
            if (e->config.cs->algorithm->arrays[a].direction == XL__OUT) free(e->call.array[a]);
    tool_buffers_free(&e->buffers);
    xl_plan_free(e->plan);
    *e = (entrant){0};
}

static int launch(void *what, cl_event *first, cl_event *last, xl_error *error) {
    entrant *e = what;
    int status = XL_SUCCESS;
    for (int i = 0; i < e->repeats && status == XL_SUCCESS; i++)
        status = tool_enqueue(e->session, e->plan, e->config.cs->algorithm, &e->buffers, i > 0 ? NULL : first,
                              i + 1 < e->repeats ? NULL : last, error);
    return status;
}

/* Of this process: other programs do not count. */
static double effort_of(clock_t start, int calls) {
    return 1e9 * (double)(clock() - start) / CLOCKS_PER_SEC / calls;
}

int entrant_sample(entrant *e, entrant_times *out, xl_error *error) {
    const clock_t start = clock();
    if (e->session) {
        tool_shot shot = {0};
        const int status = tool_time_batch(e->session, launch, e, e->batch, false, &shot, error);
        /* A batch has one launch more, at whose end its time begins (timing.c). */
        *out = (entrant_times){shot.ns, effort_of(start, e->batch > 1 ? e->batch + 1 : 1)};
        return status;
    }
    const uint64_t began = xl__os_now();
    for (int i = 0; i < e->batch; i++) e->loop(&e->call);
    *out = (entrant_times){(double)(xl__os_now() - began) / e->batch, effort_of(start, e->batch)};
    return XL_SUCCESS;
}

int entrant_warm_up(entrant *e, double seconds, xl_error *error) {
    int status = XL_SUCCESS;
    for (int i = 0; i < 3 && status == XL_SUCCESS; i++) {
        entrant_times times = {0};
        e->batch = 1;
        status = entrant_sample(e, &times, error);
        e->batch = tool_batch_size(times.ns, seconds);
    }
    return status;
}

double contest_ratio(const double *a, const double *b, int count) {
    double ratio[64];
    for (int i = 0; i < count; i++) ratio[i] = b[i] > 0.0 ? a[i] / b[i] : 0.0;
    return tool_median(ratio, (size_t)count);
}
