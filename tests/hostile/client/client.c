/*
 * A program that uses the library on faulty drivers (tests/drivers/fake/faults.h).
 *
 *   client list          a line for each device with its platform, in the loader's order
 *   client all           every strategy of every algorithm, compared with the command's references
 *   client unfinished    a run of two launches, of which the driver refuses one, in each kind of queue
 *   client in-order      the same, only in an in-order queue
 *   client read-back     a run that reads a value back between its launches
 *   client compiling     enqueues, queries and frees while another thread compiles
 *
 * Exit status 1 for a wrong result or event, 4 for a failure.
 */
#include "base/clapi.h"
#include "table/lookup.h"
#include "base/os.h"
#include "plan/plan_make.h"
#include "options/select.h"
#include "run/checked_run.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED = 4 };

typedef struct client {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    xl_device *device;
    int right, refused, wrong, failed;
} client;

static bool open_client(client *c) {
    cl_platform_id platform = NULL;
    cl_int status = clGetPlatformIDs(1, &platform, NULL);
    xl_error error = {0};
    if (status == CL_SUCCESS) status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &c->id, NULL);
    if (status == CL_SUCCESS) c->context = clCreateContext(NULL, 1, &c->id, NULL, NULL, &status);
    if (status == CL_SUCCESS) c->queue = xl__make_queue(c->context, c->id, 0, &status);
    if (status == CL_SUCCESS) status = xl_open(c->id, c->context, NULL, &c->device, &error);
    if (status != CL_SUCCESS) printf("not opened: %s: %s\n", xl_status_name(status), error.text);
    return status == CL_SUCCESS;
}

static void close_client(client *c) {
    xl_close(c->device);
    if (c->queue) clReleaseCommandQueue(c->queue);
    if (c->context) clReleaseContext(c->context);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

/* Inputs from the case, outputs with ones. */
static int make_arrays(const client *c, const xl__algorithm *algorithm, const tool_data *data,
                       const xl_plan *plan, xl_array arrays[XL__MAX_ARRAYS], void *read[XL__MAX_ARRAYS]) {
    for (int a = 0; a < algorithm->array_count; a++) {
        xl_array_size size;
        cl_int status = xl_plan_get_array(plan, algorithm->arrays[a].name, &size, NULL);
        arrays[a].name = algorithm->arrays[a].name;
        if (status != CL_SUCCESS) return status;
        if (algorithm->arrays[a].direction != XL__OUT && !data->in[a].data) continue;
        read[a] = malloc(size.bytes ? size.bytes : 1);
        if (!read[a]) return XL_NO_MEMORY;
        memset(read[a], 0xff, size.bytes);
        if (data->in[a].data) memcpy(read[a], data->in[a].data, size.bytes);
        arrays[a].buffer = clCreateBuffer(c->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                          size.bytes ? size.bytes : 1, read[a], &status);
        if (status != CL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

static bool is_right(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                     void *const read[XL__MAX_ARRAYS]) {
    static tool_verdict verdict;
    size_t used = 0;
    xl_error error;
    memset(&verdict, 0, sizeof verdict);
    for (int a = 0; a < algorithm->array_count; a++) {
        const int index = xl__index_of(algorithm, a);
        if (algorithm->arrays[a].direction == XL__OUT &&
            tool_compare_output(algorithm, problem, data, a, read[a], index >= 0 ? read[index] : NULL, 1,
                                &used, &verdict, &error) != XL_SUCCESS)
            return false;
    }
    return !verdict.wrong && verdict.wrong_count == 0;
}

static int run_arrays(const client *c, xl_plan *plan, const xl__algorithm *algorithm, const tool_data *data,
                      bool *right, xl_error *error) {
    xl_array arrays[XL__MAX_ARRAYS] = {{NULL, NULL, 0}};
    void *read[XL__MAX_ARRAYS] = {NULL};
    int status = make_arrays(c, algorithm, data, plan, arrays, read);
    const xl_launch launch = {
        .queue = c->queue, .arrays = arrays, .array_count = (size_t)algorithm->array_count};
    if (status == XL_SUCCESS) status = xl_enqueue(plan, &launch, error);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        xl_array_size size;
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        status = xl_plan_get_array(plan, algorithm->arrays[a].name, &size, error);
        if (status == XL_SUCCESS && size.bytes > 0)
            status = clEnqueueReadBuffer(c->queue, arrays[a].buffer, CL_TRUE, 0, size.bytes, read[a], 0, NULL,
                                         NULL);
    }
    *right = status == XL_SUCCESS && is_right(algorithm, xl__plan_problem(plan), data, read);
    clFinish(c->queue);
    for (int a = 0; a < algorithm->array_count; a++) {
        if (arrays[a].buffer) clReleaseMemObject(arrays[a].buffer);
        free(read[a]);
    }
    return status;
}

static int make_plan(client *c, const tool_case *cs, const char *strategy, xl_plan **plan, xl_error *error) {
    static const char *const none[] = {"", NULL};
    const char *const *more = cs->verify_settings ? cs->verify_settings : none;
    int status = XL_UNSUPPORTED;
    for (; status == XL_UNSUPPORTED && *more; more++) {
        char settings[TOOL_SETTINGS_TEXT];
        tool_settings_join(cs->algorithm, cs->verify_base, *more, settings);
        const xl_plan_request request = {.algorithm = cs->algorithm->name,
                                         .strategy = strategy,
                                         .width = 4,
                                         .backend = "local",
                                         .settings = settings};
        status = xl_plan_make(c->device, &request, plan, error);
    }
    return status;
}

static void try_strategy(client *c, const tool_case *cs, const char *strategy) {
    const xl__algorithm *algorithm = cs->algorithm;
    xl_error error = {0};
    xl_plan *plan = NULL;
    tool_data data = {.elements = {0}};
    bool right = false;
    int status = make_plan(c, cs, strategy, &plan, &error);
    const bool refused = status == XL_UNSUPPORTED || status == XL_TOO_LARGE;
    if (status == XL_SUCCESS)
        status = tool_data_generate(cs, xl__plan_problem(plan), cs->distributions[0], 1, &data, &error);
    if (status == XL_SUCCESS)
        status = tool_data_allocate_expected(xl__plan_problem(plan), algorithm, &data, &error);
    if (status == XL_SUCCESS) status = tool_data_expect(cs, xl__plan_problem(plan), &data, &error);
    if (status == XL_SUCCESS) status = run_arrays(c, plan, algorithm, &data, &right, &error);
    tool_data_free(&data);
    xl_plan_free(plan);
    c->right += right;
    c->refused += refused;
    c->wrong += status == XL_SUCCESS && !right;
    c->failed += status != XL_SUCCESS && !refused;
    if (!right)
        printf("%s/%s: %s: %s\n", algorithm->name, strategy, status ? xl_status_name(status) : "wrong result",
               error.text);
}

static int run_all(client *c) {
    for (size_t a = 0; a < xl_algorithm_count(); a++) {
        xl_algorithm_info info;
        const tool_case *cs = tool_find_case(xl_algorithm_name(a));
        if (!cs || xl_describe_algorithm(xl_algorithm_name(a), &info, NULL) != XL_SUCCESS) return FAILED;
        try_strategy(c, cs, "auto");
        for (size_t s = 0; s < info.strategy_count; s++) {
            xl_strategy_info strategy;
            if (xl_describe_strategy(info.name, s, &strategy, NULL) != XL_SUCCESS) return FAILED;
            try_strategy(c, cs, strategy.name);
        }
    }
    printf("%d right, %d refused, %d wrong, %d failed\n", c->right, c->refused, c->wrong, c->failed);
    return c->wrong > 0 ? 1 : c->failed > 0 ? FAILED : 0;
}

/* ---- unfinished ---------------------------------------------------------------------------------------- */

static cl_mem make_floats(const client *c, size_t count, float value) {
    float data[256];
    cl_int status = CL_SUCCESS;
    for (size_t i = 0; i < count; i++) data[i] = value;
    return clCreateBuffer(c->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof *data, data,
                          &status);
}

/* The driver refuses one of the two launches. */
static int run_unfinished(const client *c, cl_command_queue_properties kind) {
    cl_int status = CL_SUCCESS;
    cl_command_queue queue = xl__make_queue(c->context, c->id, kind, &status);
    xl_error error = {0};
    xl_plan *plan = NULL;
    const xl_plan_request request = {.algorithm = "spheres",
                                     .strategy = "naive",
                                     .settings = "points=16 spheres=8 channels=1 weights=pass"};
    if (status != CL_SUCCESS || xl_plan_make(c->device, &request, &plan, &error) != XL_SUCCESS) return FAILED;
    cl_mem buffers[] = {make_floats(c, 48, 0.5f), make_floats(c, 32, 1.0f), make_floats(c, 8, 1.0f),
                        make_floats(c, 16, 7.0f)};
    const xl_array arrays[] = {{"points", buffers[0], 0},
                               {"spheres", buffers[1], 0},
                               {"colors", buffers[2], 0},
                               {"result", buffers[3], 0}};
    cl_event first = NULL, last = NULL;
    float result = 0;
    status = xl_enqueue(
        plan,
        &(xl_launch){
            .queue = queue, .arrays = arrays, .array_count = 4, .event = &last, .first_event = &first},
        &error);
    printf("%s, %s event, %s first event%s\n", xl_status_name(status), last ? "an" : "no", first ? "a" : "no",
           strstr(error.text, "clFinish") ? ", asked to wait" : "");
    bool sane = (status != CL_SUCCESS) && !last == !first && (last == NULL || clWaitForEvents(1, &last) == 0);
    clEnqueueReadBuffer(queue, buffers[3], CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL);
    sane = sane && result == 7.0f; /* the kernel that writes it never ran */
    if (last) clReleaseEvent(last);
    if (first) clReleaseEvent(first);
    xl_plan_free(plan);
    for (int i = 0; i < 4; i++) clReleaseMemObject(buffers[i]);
    clReleaseCommandQueue(queue);
    return sane ? 0 : 1;
}

/* ---- read-back ----------------------------------------------------------------------------------------- */

/* The value in the middle of 64 items in work-groups of 16 cannot be read or is impossible. */
static int run_read_back(const client *c) {
    enum { N = 64 };
    xl_error error = {0};
    xl_plan *plan = NULL;
    const xl_plan_request request = {.algorithm = "dispatch",
                                     .strategy = "read_back",
                                     .width = 4,
                                     .backend = "local",
                                     .settings = "n=64 each=1 threshold=4294967296 tile=16 work=0"};
    if (xl_plan_make(c->device, &request, &plan, &error) != XL_SUCCESS) {
        printf("no plan: %s\n", error.text);
        return FAILED;
    }
    cl_mem buffers[] = {make_floats(c, N, 1.0f), make_floats(c, N, 7.0f), make_floats(c, 1, 7.0f),
                        make_floats(c, 1, 7.0f)};
    const xl_array arrays[] = {
        {"x", buffers[0], 0}, {"out", buffers[1], 0}, {"count", buffers[2], 0}, {"groups", buffers[3], 0}};
    cl_event first = NULL, last = NULL;
    float result = 0;
    const int status = xl_enqueue(
        plan,
        &(xl_launch){
            .queue = c->queue, .arrays = arrays, .array_count = 4, .event = &last, .first_event = &first},
        &error);
    printf("%s, %s event, %s first event%s: %s\n", xl_status_name(status), last ? "an" : "no",
           first ? "a" : "no", strstr(error.text, "clFinish") ? ", asked to wait" : "", error.text);
    bool sane = !last == !first && (last == NULL || clWaitForEvents(1, &last) == CL_SUCCESS);
    clFinish(c->queue);
    clEnqueueReadBuffer(c->queue, buffers[1], CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL);
    sane = sane && result == (status == XL_SUCCESS ? 1.0f : 7.0f); /* the consumer either ran or never did */
    if (last) clReleaseEvent(last);
    if (first) clReleaseEvent(first);
    xl_plan_free(plan);
    for (int i = 0; i < 4; i++) clReleaseMemObject(buffers[i]);
    return sane ? 0 : 1;
}

/* ---- compiling ----------------------------------------------------------------------------------------- */

static atomic_bool compiled;

static void *compile(void *argument) {
    const client *c = argument;
    const xl_plan_request request = {.algorithm = "lerp", .strategy = "serial", .settings = "channels=2"};
    xl_plan *plan = NULL;
    const int status = xl_plan_make(c->device, &request, &plan, NULL);
    atomic_store(&compiled, true);
    xl_plan_free(plan);
    return status == XL_SUCCESS ? NULL : "failed";
}

/* Until the other thread has compiled. */
static int run_compiling(client *c) {
    enum { PLANS = 20 };
    xl_plan *plans[PLANS] = {NULL};
    pthread_t thread;
    int done = 0;
    bool right = true;
    const tool_case *cs = tool_find_case("lerp");
    const xl_plan_request request = {.algorithm = "lerp", .strategy = "serial", .settings = cs->verify_base};
    tool_data data = {.elements = {0}};
    for (int i = 0; i < PLANS; i++)
        if (xl_plan_make(c->device, &request, &plans[i], NULL) != XL_SUCCESS) return FAILED;
    const xl__problem *problem = xl__plan_problem(plans[0]);
    if (tool_data_generate(cs, problem, cs->distributions[0], 1, &data, NULL) ||
        tool_data_allocate_expected(problem, cs->algorithm, &data, NULL) ||
        tool_data_expect(cs, problem, &data, NULL) || pthread_create(&thread, NULL, compile, c) != 0)
        return FAILED;
    xl__os_sleep(300000000); /* until the other thread is in the compiler */
    for (; done < PLANS && right && !atomic_load(&compiled); done++) {
        xl_plan *again = NULL; /* an existing program needs no compilation either */
        right = run_arrays(c, plans[done], cs->algorithm, &data, &right, NULL) == XL_SUCCESS && right &&
                xl_plan_make(c->device, &request, &again, NULL) == XL_SUCCESS;
        xl_plan_free(again);
        xl_plan_free(plans[done]);
        plans[done] = NULL;
    }
    const bool in_time = !atomic_load(&compiled);
    void *failure = NULL;
    pthread_join(thread, &failure);
    for (int i = 0; i < PLANS; i++) xl_plan_free(plans[i]);
    tool_data_free(&data);
    printf("%d runs while it compiled%s%s\n", in_time ? done : -done, right ? "" : ", wrong",
           failure ? ", compiling failed" : "");
    return right && in_time && !failure ? 0 : 1;
}

static int list_platforms(void) {
    enum { MOST = 16 };
    cl_platform_id platforms[MOST];
    cl_uint count = 0;
    if (clGetPlatformIDs(MOST, platforms, &count) != CL_SUCCESS) return FAILED;
    for (cl_uint p = 0; p < count && p < MOST; p++) {
        char name[256] = "";
        cl_uint devices = 0;
        clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
        clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof name, name, NULL);
        for (cl_uint d = 0; d < devices; d++) puts(name);
    }
    return 0;
}

int main(int argc, char **argv) {
    client c = {.id = NULL};
    int status = FAILED;
    if (argc == 2 && strcmp(argv[1], "list") == 0) return list_platforms();
    if (argc == 2 && open_client(&c)) {
        if (strcmp(argv[1], "all") == 0) status = run_all(&c);
        if (strcmp(argv[1], "unfinished") == 0) {
            const int in_order = run_unfinished(&c, 0);
            const int other = run_unfinished(&c, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
            status = in_order ? in_order : other;
        }
        if (strcmp(argv[1], "in-order") == 0) status = run_unfinished(&c, 0);
        if (strcmp(argv[1], "read-back") == 0) status = run_read_back(&c);
        if (strcmp(argv[1], "compiling") == 0) status = run_compiling(&c);
    }
    close_client(&c);
    return status;
}
