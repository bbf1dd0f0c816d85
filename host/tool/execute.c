/* execute.c - buffers, launch, comparison. */
#include "execute.h"
#include "../src/device_open.h"
#include "../src/lookup.h"
#include "../src/settings.h"
#include "../src/device.h"
#include "../src/os.h"
#include "os_process.h"
#include "used.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All bits set: no float that a kernel leaves out can pass as a small number. */
enum { GUARD_BYTES = 1024, POISON = 0xFF };

void tool_data_free(tool_data *data) {
    for (int a = 0; a < XL__MAX_ARRAYS; a++) {
        tool_array_free(&data->in[a]);
        tool_expected_free(&data->expected[a]);
    }
    memset(data, 0, sizeof *data);
}

int tool_data_allocate(const xl__problem *problem, const xl__algorithm *algorithm, int array, tool_data *data,
                       xl_error *error) {
    size_t shape[XL__MAX_RANK];
    int rank = 0;
    size_t elements = 0;
    if (!xl__array_elements(algorithm, array, problem, shape, &rank, &elements))
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address",
                        algorithm->name, algorithm->arrays[array].name);
    data->elements[array] = elements;
    tool_array_free(&data->in[array]);
    return tool_array_make(&data->in[array], xl__array_type(algorithm, array, problem->type), rank, shape,
                           error);
}

int tool_data_allocate_expected(const xl__problem *problem, const xl__algorithm *algorithm, tool_data *data,
                                xl_error *error) {
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        size_t shape[XL__MAX_RANK];
        int rank = 0;
        size_t elements = 0;
        if (!xl__array_elements(algorithm, a, problem, shape, &rank, &elements))
            return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address",
                            algorithm->name, algorithm->arrays[a].name);
        data->elements[a] = elements;
        const xl_type type = xl__array_type(algorithm, a, problem->type);
        tool_expected_free(&data->expected[a]);
        const int status = tool_expected_make(&data->expected[a], type, elements, error);
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

void tool_data_cache_clear(tool_data_cache *cache) {
    if (cache->full) tool_data_free(&cache->data);
    cache->full = false;
}

int tool_data_get(tool_data_cache *cache, const tool_config *c, const xl__problem *problem, uint64_t seed,
                  tool_data **out, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    char key[sizeof cache->key];
    int used = snprintf(key, sizeof key, "%s %s %s %llu", algorithm->name, xl_type_name(problem->type),
                        c->distribution, (unsigned long long)seed);
    if (c->cs->by_strategy && problem->strategy && used > 0 && (size_t)used < sizeof key)
        used += snprintf(key + used, sizeof key - (size_t)used, " %s", problem->strategy->name);
    for (int p = 0; p < algorithm->param_count && used > 0 && (size_t)used < sizeof key; p++)
        if (algorithm->params[p].role != XL__TUNING)
            used += snprintf(key + used, sizeof key - (size_t)used, " %.17g", problem->value[p]);
    *out = &cache->data;
    if (cache->full && strcmp(cache->key, key) == 0) return XL_SUCCESS;
    tool_data_cache_clear(cache);
    memset(&cache->data, 0, sizeof cache->data);
    int status = c->cs->generate(problem, c->distribution, seed, &cache->data, error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(problem, algorithm, &cache->data, error);
    if (status == XL_SUCCESS) status = c->cs->reference(problem, &cache->data, error);
    cache->full = status == XL_SUCCESS;
    if (!cache->full) tool_data_free(&cache->data);
    memcpy(cache->key, key, sizeof key);
    return status;
}

int tool_data_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                      tool_data *data, xl_error *error) {
    const xl_type type = xl__array_type(algorithm, array, problem->type);
    tool_expected *counter = &data->expected[xl__counter_of(algorithm, array)];
    if (counter->type == XL_U32)
        *(uint32_t *)counter->exact = (uint32_t)count;
    else
        *(uint64_t *)counter->exact = count;
    tool_expected_free(&data->expected[array]);
    return tool_expected_make(&data->expected[array], type, (size_t)count, error);
}

/* ---- does it fit ---------------------------------------------------------------------------------- */

/* What a problem may take, bytes; 0 where that is not known. */
typedef struct room {
    double array;  /* largest buffer of the device */
    double device; /* of its memory, arrays and scratch together */
    double host;   /* of the machine's: inputs, expectations, results read back; a CPU's buffers too */
    bool shared;   /* the device's memory is the machine's */
    bool loaded;   /* the inputs are in the machine's memory already */
} room;

typedef struct excess {
    int array; /* -1: all of them together */
    double needs, has;
    const char *of; /* whose memory; NULL: no memory has so many addresses */
} excess;

static room room_of(const tool_session *s, bool loaded) {
    const double share = 0.9, available = (double)xl__os_memory_available();
    const double most = (double)tool_memory_limit(); /* above it the worker would be ended */
    room r = {.array = (double)s->largest_buffer,
              .device = share * (double)s->global_bytes,
              .host = share * (available < most || most == 0.0 ? available : most),
              .shared = xl__get_facts(s->device)->host_unified,
              .loaded = loaded};
    return r;
}

static bool passes(double needs, double has, const char *of, excess *out) {
    out->needs = needs;
    out->has = has;
    out->of = of;
    return has > 0.0 && needs > has;
}

/* Whether the problem needs more than there is room for, and which. */
static bool exceeds(const room *r, const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                    excess *out) {
    double device = (double)scratch, host = 0.0;
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK];
        int rank = 0;
        size_t elements = 0;
        const bool countable = xl__array_elements(algorithm, a, problem, shape, &rank, &elements);
        const xl_type type = xl__array_type(algorithm, a, problem->type);
        const double bytes = (double)elements * (double)xl_type_size(type);
        out->array = a;
        if (!countable) return passes(INFINITY, (double)SIZE_MAX, NULL, out);
        if (passes(bytes + GUARD_BYTES, r->array, "the device's largest buffer", out)) return true;
        device += bytes + GUARD_BYTES;
        if (algorithm->arrays[a].direction == XL__OUT)
            host += bytes + tool_expected_bytes(type, (double)elements) +
                    (xl__in_any_order(algorithm, problem->strategy, a) ? TOOL_ANY_ORDER_BYTES : 0.0) *
                        (double)elements;
        else if (!r->loaded)
            host += bytes;
    }
    out->array = -1;
    return passes(device, r->device, "the device's memory", out) ||
           passes(r->shared ? host + device : host, r->host, "this machine's free memory", out);
}

/* Whether an array that is too large (all: -1) has the parameter among its dimensions. */
static bool governs(const xl__algorithm *algorithm, int param, int array) {
    for (int a = 0; a < algorithm->array_count; a++)
        for (int d = 0; (array < 0 || a == array) && d < XL__MAX_RANK && algorithm->arrays[a].shape[d]; d++)
            if (strcmp(algorithm->arrays[a].shape[d], algorithm->params[param].name) == 0) return true;
    return false;
}

/* The largest value of the parameter with which the problem fits, the others as they are; -1: none. */
static double largest_fit(const room *r, const xl__algorithm *algorithm, const xl__problem *problem,
                          size_t scratch, int param) {
    xl__problem tried = *problem;
    excess ignored;
    double fits = algorithm->params[param].least, fails = problem->value[param];
    tried.value[param] = fits;
    if (exceeds(r, algorithm, &tried, scratch, &ignored)) return -1.0;
    while (fails - fits > 1.0) {
        const double middle = floor((fits + fails) / 2.0);
        tried.value[param] = middle;
        if (exceeds(r, algorithm, &tried, scratch, &ignored))
            fails = middle;
        else
            fits = middle;
    }
    return fits;
}

/* "; n = 1234 would fit": of the sizes that govern what is too large the one whose value is the largest. */
static void suggest_size(const room *r, const xl__algorithm *algorithm, const xl__problem *problem,
                         size_t scratch, const excess *e, char *text, size_t size) {
    int chosen = -1;
    double value = -1.0;
    snprintf(text, size, "; no size of it would fit");
    for (int p = 0; p < algorithm->param_count; p++) {
        if (!algorithm->params[p].size || !governs(algorithm, p, e->array)) continue;
        if (chosen >= 0 && problem->value[p] <= problem->value[chosen]) continue;
        const double fit = largest_fit(r, algorithm, problem, scratch, p);
        if (fit <= 0.0) continue;
        chosen = p;
        value = fit;
    }
    if (chosen >= 0) snprintf(text, size, "; %s = %.0f would fit", algorithm->params[chosen].name, value);
}

static int check_memory(const tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem,
                        size_t scratch, bool loaded, xl_error *error) {
    const room r = room_of(s, loaded);
    excess e = {.array = -1};
    char advice[128];
    if (!exceeds(&r, algorithm, problem, scratch, &e)) return XL_SUCCESS;
    suggest_size(&r, algorithm, problem, scratch, &e, advice, sizeof advice);
    if (!e.of)
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address%s",
                        algorithm->name, algorithm->arrays[e.array].name, advice);
    if (e.array >= 0)
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' needs %.0f bytes, %s has %.0f%s",
                        algorithm->name, algorithm->arrays[e.array].name, e.needs, e.of, e.has, advice);
    return xl__fail(error, XL_TOO_LARGE, "%s: needs %.0f bytes of %s, of which %.0f may be used%s",
                    algorithm->name, e.needs, e.of, e.has, advice);
}

int tool_check_memory(const tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, xl_error *error) {
    return check_memory(s, algorithm, problem, scratch, false, error);
}

/* ---- plans ---------------------------------------------------------------------------------------- */

static xl_plan_request request_of(const tool_config *c) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    return (xl_plan_request){
        .algorithm = algorithm->name,
        .strategy = c->strategy == TOOL_AUTO_STRATEGY ? NULL : algorithm->strategies[c->strategy].name,
        .type = c->type,
        .width = c->width,
        .backend = c->backend,
        .settings = c->settings};
}

int tool_plan_preview(const tool_session *s, const tool_config *c, xl__preview *out, xl_error *error) {
    const xl_plan_request request = request_of(c);
    return xl__plan_preview(s->device, c->cs->algorithm, &request, out, error);
}

int tool_config_strategy(const tool_session *s, const tool_config *c) {
    if (c->strategy != TOOL_AUTO_STRATEGY) return c->strategy;
    xl__preview preview;
    tool_plan_preview(s, c, &preview, NULL);
    return preview.strategy < 0 ? TOOL_AUTO_STRATEGY : preview.strategy;
}

void tool_config_trim(const tool_session *s, tool_config *c) {
    const bool cpu = (xl__get_facts(s->device)->type & CL_DEVICE_TYPE_CPU) != 0;
    tool_settings_read(c->cs->algorithm, tool_config_strategy(s, c), c->type, cpu, c->settings, c->settings);
}

/* What auto took may lack a parameter that was asked for. */
static int check_asked(const tool_config *c, const xl_plan *plan, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    for (int p = 0; p < algorithm->param_count && c->asked && c->strategy == TOOL_AUTO_STRATEGY; p++) {
        const char *name = algorithm->params[p].name;
        if (!tool_settings_have(c->asked, name) ||
            xl__uses(algorithm, xl__plan_problem(plan), xl__plan_strategy_index(plan), p))
            continue;
        const tool_choice choice = {c->cs, c->strategy};
        char line[XL_ERROR_TEXT];
        tool_unread_text(name, xl__plan_strategy(plan)->name,
                         xl__has_param(algorithm, xl__plan_strategy(plan), p), &choice, 1, line, sizeof line);
        return xl__fail(error, XL_UNSUPPORTED, "%s", line);
    }
    return XL_SUCCESS;
}

int tool_plan_make(tool_session *s, const tool_config *c, xl_plan **out, xl_error *error) {
    const xl__algorithm *algorithm = c->cs->algorithm;
    const xl_plan_request request = request_of(c);
    int status = xl_plan_make(s->device, &request, out, error);
    if (status == XL_SUCCESS && check_asked(c, *out, error) != XL_SUCCESS) {
        xl_plan_free(*out);
        *out = NULL;
        status = XL_UNSUPPORTED;
    }
    if (status != XL_TOO_LARGE) return status;
    /* The library says what is too large; where that is an array, say also which size would fit. */
    xl__problem problem = {.type = c->type};
    if (xl__read_settings(algorithm, c->settings, &problem, NULL) == XL_SUCCESS)
        check_memory(s, algorithm, &problem, 0, true, error);
    return status;
}

/* ---- buffers -------------------------------------------------------------------------------------- */

int tool_buffers_make(tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem,
                      const tool_data *data, tool_buffers *out, xl_error *error) {
    *out = (tool_buffers){0};
    for (int a = 0; a < algorithm->array_count; a++) {
        const bool output = algorithm->arrays[a].direction == XL__OUT;
        if (!output && !data->in[a].data) continue;
        const size_t element = xl_type_size(xl__array_type(algorithm, a, problem->type));
        out->bytes[a] = data->elements[a] * element;
        const char *call = "clCreateBuffer";
        cl_int status = CL_SUCCESS;
        out->mem[a] = clCreateBuffer(s->context, output ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY,
                                     out->bytes[a] + GUARD_BYTES, NULL, &status);
        if (status == CL_SUCCESS && !output && out->bytes[a] > 0) {
            call = "clEnqueueWriteBuffer";
            status = clEnqueueWriteBuffer(s->queue, out->mem[a], CL_TRUE, 0, out->bytes[a], data->in[a].data,
                                          0, NULL, NULL);
        }
        if (status != CL_SUCCESS) {
            xl__fail(error, status, "%s of %zu bytes for array '%s': %s", call, out->bytes[a],
                     algorithm->arrays[a].name, xl_status_name(status));
            tool_buffers_free(out);
            return status;
        }
    }
    return XL_SUCCESS;
}

void tool_buffers_free(tool_buffers *buffers) {
    for (int a = 0; a < XL__MAX_ARRAYS; a++)
        if (buffers->mem[a]) clReleaseMemObject(buffers->mem[a]);
    *buffers = (tool_buffers){0};
}

int tool_buffers_poison(tool_session *s, const xl__algorithm *algorithm, const tool_buffers *buffers,
                        xl_error *error) {
    const unsigned char poison = POISON;
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        const cl_int status = clEnqueueFillBuffer(s->queue, buffers->mem[a], &poison, 1, 0,
                                                  buffers->bytes[a] + GUARD_BYTES, 0, NULL, NULL);
        if (status != CL_SUCCESS)
            return xl__fail(error, status, "clEnqueueFillBuffer of array '%s': %s", algorithm->arrays[a].name,
                            xl_status_name(status));
    }
    return XL_SUCCESS;
}

int tool_enqueue(tool_session *s, xl_plan *plan, const xl__algorithm *algorithm, const tool_buffers *buffers,
                 cl_event *event, xl_error *error) {
    xl_array arrays[XL__MAX_ARRAYS];
    size_t count = 0;
    for (int a = 0; a < algorithm->array_count; a++)
        if (buffers->mem[a]) arrays[count++] = (xl_array){algorithm->arrays[a].name, buffers->mem[a], 0};
    const xl_launch launch = {.queue = s->queue, .arrays = arrays, .array_count = count, .event = event};
    return xl_enqueue(plan, &launch, error);
}

static uint64_t hash_bytes(uint64_t hash, const unsigned char *data, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ data[i]) * 1099511628211u;
    return hash;
}

/* `elements` stand before the guard. */
static void check_guard(const unsigned char *guard, size_t bytes, int array, size_t elements, size_t element,
                        tool_verdict *v) {
    for (size_t i = 0; i < bytes; i++) {
        if (guard[i] == POISON) continue;
        v->wrong_count++;
        if (v->wrong) return;
        v->wrong = v->guard = true;
        v->array = array;
        v->index = elements + i / element;
        return;
    }
}

/* Elements of an output that are results: of a counted one those that there are and fit. */
static size_t used_elements(const xl__algorithm *algorithm, const tool_data *data, int array) {
    const size_t capacity = data->elements[array], there = data->expected[array].elements;
    return xl__counter_of(algorithm, array) >= 0 && there < capacity ? there : capacity;
}

int tool_compare_output(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                        int array, const void *got, int row, size_t *used, tool_verdict *out,
                        xl_error *error) {
    tool_expected part = data->expected[array];
    *used = used_elements(algorithm, data, array);
    if (xl__in_any_order(algorithm, problem->strategy, array))
        return tool_compare_any_order(&part, got, *used, array, out, error);
    part.elements = *used;
    tool_compare_array(&part, got, array, row, out);
    return XL_SUCCESS;
}

/* One output, read back with its guard, of `capacity` bytes without it. What is behind the elements that
   count has to be untouched, as the guard has. */
static int compare_guarded(const xl__algorithm *algorithm, const xl__problem *problem, const tool_data *data,
                           int array, const unsigned char *got, size_t capacity, int row, tool_verdict *out,
                           xl_error *error) {
    const size_t element = xl_type_size(data->expected[array].type);
    size_t used = 0;
    const int status = tool_compare_output(algorithm, problem, data, array, got, row, &used, out, error);
    if (status != XL_SUCCESS) return status;
    check_guard(got + used * element, capacity - used * element + GUARD_BYTES, array, used, element, out);
    out->checksum = hash_bytes(out->checksum, got, used * element);
    if (xl__counter_of(algorithm, array) >= 0) out->counted_bytes += (double)used * (double)element;
    return XL_SUCCESS;
}

int tool_compare(tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem,
                 const tool_data *data, const tool_buffers *buffers, int row, tool_verdict *out,
                 xl_error *error) {
    *out = (tool_verdict){.checksum = 14695981039346656037u};
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        unsigned char *got = malloc(buffers->bytes[a] + GUARD_BYTES);
        if (!got) return xl__fail(error, XL_NO_MEMORY, "no memory to read %zu bytes back", buffers->bytes[a]);
        int status = clEnqueueReadBuffer(s->queue, buffers->mem[a], CL_TRUE, 0,
                                         buffers->bytes[a] + GUARD_BYTES, got, 0, NULL, NULL);
        if (status == CL_SUCCESS)
            status = compare_guarded(algorithm, problem, data, a, got, buffers->bytes[a], row, out, error);
        else
            xl__fail(error, status, "clEnqueueReadBuffer of array '%s': %s", algorithm->arrays[a].name,
                     xl_status_name(status));
        free(got);
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

int tool_run_checked(tool_session *s, const tool_case *cs, xl_plan *plan, tool_data *data, int row,
                     tool_buffers *buffers, tool_verdict *verdict, xl_error *error) {
    const xl__algorithm *algorithm = cs->algorithm;
    const xl__problem *problem = xl__plan_problem(plan);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    int status = check_memory(s, algorithm, problem, facts.scratch_bytes, true, error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(problem, algorithm, data, error);
    if (status == XL_SUCCESS) status = cs->reference(problem, data, error);
    if (status == XL_SUCCESS) status = tool_buffers_make(s, algorithm, problem, data, buffers, error);
    if (status == XL_SUCCESS) status = tool_buffers_poison(s, algorithm, buffers, error);
    if (status == XL_SUCCESS) status = tool_enqueue(s, plan, algorithm, buffers, NULL, error);
    if (status != XL_SUCCESS) return status;
    return tool_compare(s, algorithm, problem, data, buffers, row, verdict, error);
}

/* How many elements a counted output has, as the device left it. */
static int read_count(tool_session *s, int counter, const tool_buffers *buffers, uint64_t *count,
                      const char *name, xl_error *error) {
    uint32_t narrow = 0;
    const bool wide = buffers->bytes[counter] == sizeof *count;
    void *const to = wide ? (void *)count : (void *)&narrow;
    const cl_int status = clEnqueueReadBuffer(s->queue, buffers->mem[counter], CL_TRUE, 0,
                                              buffers->bytes[counter], to, 0, NULL, NULL);
    if (status != CL_SUCCESS)
        return xl__fail(error, status, "clEnqueueReadBuffer of array '%s': %s", name, xl_status_name(status));
    if (!wide) *count = narrow;
    return XL_SUCCESS;
}

int tool_read_output(tool_session *s, const xl__algorithm *algorithm, const xl__problem *problem, int array,
                     const tool_buffers *buffers, tool_array *out, uint64_t *there, xl_error *error) {
    const int counter = xl__counter_of(algorithm, array);
    size_t shape[XL__MAX_RANK];
    int rank = 0;
    size_t elements = 0;
    xl__array_elements(algorithm, array, problem, shape, &rank, &elements);
    *there = elements;
    if (counter >= 0) {
        const int counted = read_count(s, counter, buffers, there, algorithm->arrays[counter].name, error);
        if (counted != XL_SUCCESS) return counted;
        if (*there < elements) shape[0] = (size_t)*there;
    }
    const int status =
        tool_array_make(out, xl__array_type(algorithm, array, problem->type), rank, shape, error);
    if (status != XL_SUCCESS || out->bytes == 0) return status;
    const cl_int read =
        clEnqueueReadBuffer(s->queue, buffers->mem[array], CL_TRUE, 0, out->bytes, out->data, 0, NULL, NULL);
    if (read == CL_SUCCESS) return XL_SUCCESS;
    return xl__fail(error, read, "clEnqueueReadBuffer of array '%s': %s", algorithm->arrays[array].name,
                    xl_status_name(read));
}
