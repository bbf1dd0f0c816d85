#include "verify/domain.h"
#include "table/lookup.h"
#include "program/program.h"
#include "program/source.h"
#include "table/values.h"
#include "cases/random.h"
#include "run/breach.h"
#include "run/memory.h"
#include "base/calls.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A chunk fits a CPU's caches, or keeps a GPU busy. The host checks SAMPLE of each, or a whole walk up to
   SMALL. A counting work-item takes SHARE. */
enum { CHUNK_SLOW = 1 << 19, CHUNK_FAST = 1 << 22, SAMPLE = 1024, SMALL = 65536, SHARE = 64 };

enum { FILL, COMPARE, COUNT, ERROR, ERROR_PLACE, KERNELS };
static const char *const kernel_names[KERNELS + 1] = {"domain_fill",  "domain_compare",     "domain_count",
                                                      "domain_error", "domain_error_place", NULL};
enum { FOUND_WRONG, FOUND_FIRST, FOUND_ERROR, FOUND_ERROR_AT, FOUND_WORDS };

struct tool_walk {
    tool_session *session;
    const tool_domain *domain;
    tool_config config;
    int input, result; /* array indices; -1: none */
    size_t parts;      /* input elements per value */
    cl_uint chunk;     /* values */
    xl_plan *plan, *reference;
    tool_buffers made, expected; /* both share the input buffer */
    cl_mem marks, found;
    xl__program *program;
    cl_kernel kernel[KERNELS];
    tool_walk_sum sum;
};

static int fail(xl_error *error, cl_int status, const char *call) {
    return xl__fail(error, status, "%s, to walk a domain: %s", call, xl_status_name(status));
}

static int build(tool_walk *w, xl_error *error) {
    tool_session *s = w->session;
    xl__text text = {0};
    bool shared = false;
    xl__text_format(&text,
                    "static uint domain_random(ulong i, uint stream, ulong seed);\n"
                    "static float domain_unit(ulong i, uint stream, ulong seed);\n"
                    "static uint domain_value(ulong i, uint part, ulong seed) { return %s; }\n",
                    w->domain->value);
    int status = xl__expand_source(s->options->kernel_dir, "common/domain.cl", &text, error);
    if (status == XL_SUCCESS && text.failed) status = xl__fail(error, XL_NO_MEMORY, "no memory for a kernel");
    if (status == XL_SUCCESS)
        status =
            xl__program_get_text(s->device, "common/domain.cl", text.data, "", &w->program, &shared, error);
    xl__text_free(&text);
    for (int k = 0; k < KERNELS && status == XL_SUCCESS; k++) {
        cl_int made = CL_SUCCESS;
        w->kernel[k] = clCreateKernel(w->program->cl, kernel_names[k], &made);
        if (made != CL_SUCCESS) {
            w->kernel[k] = NULL;
            status = fail(error, made, "clCreateKernel");
        }
    }
    return status;
}

static size_t parts_of(const tool_walk *w, int array) {
    size_t shape[XL__MAX_RANK], elements = 0;
    int rank = 0;
    xl__array_elements(w->config.cs->algorithm, array, xl__plan_problem(w->plan), shape, &rank, &elements);
    return elements / w->chunk;
}

static cl_mem make_buffer(tool_walk *w, size_t bytes, int *status, xl_error *error) {
    cl_int made = CL_SUCCESS;
    if (*status != XL_SUCCESS) return NULL;
    const cl_mem buffer = clCreateBuffer(w->session->context, CL_MEM_READ_WRITE, bytes, NULL, &made);
    if (made == CL_SUCCESS) return buffer;
    *status = fail(error, made, "clCreateBuffer");
    return NULL;
}

/* The device writes the common input. */
static int make_input(tool_walk *w, xl_error *error) {
    xl__guarded *const input = &w->made.guarded[w->input];
    w->made.bytes[w->input] = (size_t)w->chunk * w->parts * sizeof(cl_uint);
    const int made = xl__guarded_make(w->session->context, CL_MEM_READ_WRITE, w->made.bytes[w->input],
                                      w->session->device->guard_bytes, NULL, input);
    if (made != XL_SUCCESS) return fail(error, made, "clCreateBuffer");
    w->made.mem[w->input] = w->expected.mem[w->input] = input->part;
    const cl_int filled = xl__guarded_fill(w->session->queue, input);
    return filled == CL_SUCCESS ? XL_SUCCESS : fail(error, filled, "clEnqueueFillBuffer");
}

static int make_buffers(tool_walk *w, xl_error *error) {
    tool_session *s = w->session;
    const xl__algorithm *algorithm = w->config.cs->algorithm;
    tool_data sizes = {0};
    for (int a = 0; a < algorithm->array_count; a++)
        if (algorithm->arrays[a].direction == XL__OUT) sizes.elements[a] = parts_of(w, a) * w->chunk;
    int status = tool_buffers_make(s, algorithm, xl__plan_problem(w->plan), &sizes, &w->made, error);
    if (status == XL_SUCCESS)
        status = tool_buffers_make(s, algorithm, xl__plan_problem(w->plan), &sizes, &w->expected, error);
    if (status == XL_SUCCESS) status = make_input(w, error);
    w->marks = make_buffer(w, w->chunk, &status, error);
    w->found = make_buffer(w, FOUND_WORDS * sizeof(cl_uint), &status, error);
    if (status == XL_SUCCESS) status = tool_poison(s, w->plan, &w->made, error);
    return status == XL_SUCCESS ? tool_poison(s, w->reference, &w->expected, error) : status;
}

static int make_plans(tool_walk *w, xl_error *error) {
    const tool_case *cs = w->config.cs;
    char size[64];
    tool_config reference = w->config;
    reference.strategy = xl__find_strategy(cs->algorithm, w->domain->reference);
    snprintf(size, sizeof size, "%s=%u", w->domain->size, w->chunk);
    tool_settings_join(cs->algorithm, w->config.settings, size, reference.settings);
    memcpy(w->config.settings, reference.settings, sizeof reference.settings);
    const int status = tool_plan_make(w->session, &w->config, &w->plan, error);
    if (status != XL_SUCCESS) return status;
    tool_config_trim(w->session, &reference); /* it may lack the strategy's tuning parameters */
    return tool_plan_make(w->session, &reference, &w->reference, error);
}

int tool_walk_open(tool_session *s, const tool_domain *domain, const tool_config *config, uint64_t first,
                   uint64_t end, tool_walk **out, xl_error *error) {
    const xl__algorithm *algorithm = config->cs->algorithm;
    tool_walk *w = calloc(1, sizeof *w);
    if (!w) return xl__fail(error, XL_NO_MEMORY, "no memory to walk a domain");
    const uint64_t most = s->slow ? CHUNK_SLOW : CHUNK_FAST;
    *w = (tool_walk){.session = s,
                     .domain = domain,
                     .config = *config,
                     .input = xl__find_array(algorithm, domain->input),
                     .result = domain->result ? xl__find_array(algorithm, domain->result) : -1,
                     .chunk = (cl_uint)(end - first < most ? end - first : most),
                     .sum = {.first = first, .end = end, .error = domain->result ? 0.0 : -1.0}};
    int status = make_plans(w, error);
    if (status == XL_SUCCESS) {
        w->parts = parts_of(w, w->input);
        status = make_buffers(w, error);
    }
    if (status == XL_SUCCESS) status = build(w, error);
    if (status == XL_SUCCESS)
        *out = w;
    else
        tool_walk_close(w);
    return status;
}

void tool_walk_close(tool_walk *w) {
    if (!w) return;
    for (int k = 0; k < KERNELS; k++)
        if (w->kernel[k]) clReleaseKernel(w->kernel[k]);
    if (w->program) xl__program_release(w->session->device, w->program);
    if (w->marks) clReleaseMemObject(w->marks);
    if (w->found) clReleaseMemObject(w->found);
    tool_buffers_free(&w->made);
    tool_buffers_free(&w->expected);
    xl_plan_free(w->plan);
    xl_plan_free(w->reference);
    free(w);
}

const tool_walk_sum *tool_walk_result(const tool_walk *w) {
    return &w->sum;
}

xl_plan *tool_walk_plan(const tool_walk *w) {
    return w->plan;
}

typedef struct argument {
    size_t size;
    const void *value;
} argument;

static int launch(tool_walk *w, int kernel, const argument *arguments, cl_uint count, size_t items,
                  xl_error *error) {
    cl_int status = CL_SUCCESS;
    for (cl_uint i = 0; i < count && status == CL_SUCCESS; i++)
        status = clSetKernelArg(w->kernel[kernel], i, arguments[i].size, arguments[i].value);
    if (status != CL_SUCCESS) return fail(error, status, "clSetKernelArg");
    const size_t group = 64, global = xl__blocks(items, group) * group;
    status =
        clEnqueueNDRangeKernel(w->session->queue, w->kernel[kernel], 1, NULL, &global, &group, 0, NULL, NULL);
    return status == CL_SUCCESS ? XL_SUCCESS : fail(error, status, "clEnqueueNDRangeKernel");
}

static int read_words(tool_walk *w, cl_mem from, size_t first, size_t count, void *to, xl_error *error) {
    const cl_int status = clEnqueueReadBuffer(w->session->queue, from, CL_TRUE, first * sizeof(cl_uint),
                                              count * sizeof(cl_uint), to, 0, NULL, NULL);
    return status == CL_SUCCESS ? XL_SUCCESS : fail(error, status, "clEnqueueReadBuffer");
}

static int fill(tool_walk *w, cl_uint used, xl_error *error) {
    const cl_ulong first = w->sum.first + w->sum.done, seed = w->session->options->seed;
    const cl_uint parts = (cl_uint)w->parts;
    const argument arguments[] = {{sizeof(cl_mem), &w->made.mem[w->input]},
                                  {sizeof first, &first},
                                  {sizeof w->chunk, &w->chunk},
                                  {sizeof used, &used},
                                  {sizeof parts, &parts},
                                  {sizeof seed, &seed}};
    return launch(w, FILL, arguments, 6, w->chunk, error);
}

static int compare(tool_walk *w, cl_uint used, xl_error *error) {
    const xl__algorithm *algorithm = w->config.cs->algorithm;
    cl_uint more = 0;
    int status = XL_SUCCESS;
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        const cl_uint parts = (cl_uint)parts_of(w, a);
        const argument arguments[] = {{sizeof(cl_mem), &w->made.mem[a]},
                                      {sizeof(cl_mem), &w->expected.mem[a]},
                                      {sizeof(cl_mem), &w->marks},
                                      {sizeof used, &used},
                                      {sizeof parts, &parts},
                                      {sizeof more, &more}};
        status = launch(w, COMPARE, arguments, 6, used, error);
        more = 1;
    }
    const argument arguments[] = {
        {sizeof(cl_mem), &w->marks}, {sizeof(cl_mem), &w->found}, {sizeof used, &used}};
    return status == XL_SUCCESS ? launch(w, COUNT, arguments, 3, xl__blocks(used, SHARE), error) : status;
}

/* A bit for each element with one of these signs. */
static cl_uint sides_of(const tool_domain *d, const char *signs) {
    cl_uint mask = d->sides ? 0 : strchr(signs, '=') ? UINT32_MAX : 0;
    for (size_t part = 0; d->sides && d->sides[part]; part++)
        if (strchr(signs, d->sides[part])) mask |= UINT32_C(1) << part;
    return mask;
}

static int measure_error(tool_walk *w, int kernel, cl_uint used, xl_error *error) {
    if (w->result < 0) return XL_SUCCESS;
    const cl_uint parts = (cl_uint)w->parts, elements = used * parts;
    const cl_uint counted = sides_of(w->domain, "=<>"), above = sides_of(w->domain, "<"),
                  below = sides_of(w->domain, ">");
    const argument arguments[] = {{sizeof(cl_mem), &w->made.mem[w->result]},
                                  {sizeof(cl_mem), &w->made.mem[w->input]},
                                  {sizeof(cl_mem), &w->found},
                                  {sizeof elements, &elements},
                                  {sizeof parts, &parts},
                                  {sizeof counted, &counted},
                                  {sizeof above, &above},
                                  {sizeof below, &below}};
    return launch(w, kernel, arguments, 8, kernel == ERROR ? xl__blocks(elements, SHARE) : elements, error);
}

/* Value k of the chunk, the walk's first wrong one. */
static int keep_wrong(tool_walk *w, cl_uint k, xl_error *error) {
    const xl__algorithm *algorithm = w->config.cs->algorithm;
    const xl__problem problem = {.algorithm = algorithm, .type = w->config.type};
    w->sum.first_wrong = w->sum.first + w->sum.done + k;
    int status = read_words(w, w->made.mem[w->input], k * w->parts, 1, &w->sum.wrong_bits, error);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        const size_t parts = parts_of(w, a);
        const xl_type type = xl__array_type(algorithm, a, &problem);
        for (size_t part = 0; part < parts && status == XL_SUCCESS; part++) {
            cl_uint got = 0, expected = 0;
            status = read_words(w, w->made.mem[a], k * parts + part, 1, &got, error);
            if (status == XL_SUCCESS)
                status = read_words(w, w->expected.mem[a], k * parts + part, 1, &expected, error);
            if (got == expected) continue;
            w->sum.wrong_array = a;
            w->sum.got = tool_value_at(&got, type, 0);
            w->sum.expected = tool_value_at(&expected, type, 0);
            return status;
        }
    }
    return status;
}

/* The value with the largest error so far. */
static int keep_error(tool_walk *w, cl_uint bits, cl_uint used, xl_error *error) {
    const double error_now = tool_float_of(bits);
    if (w->result < 0 || isnan(w->sum.error) || error_now <= w->sum.error) return XL_SUCCESS;
    cl_uint at = 0;
    int status = measure_error(w, ERROR_PLACE, used, error);
    if (status == XL_SUCCESS) status = read_words(w, w->found, FOUND_ERROR_AT, 1, &at, error);
    if (status == XL_SUCCESS) status = read_words(w, w->made.mem[w->input], at, 1, &w->sum.error_bits, error);
    w->sum.error = error_now;
    return status;
}

/* The outer ends of the first and last chunk, else anywhere. */
static size_t sample_place(const tool_walk *w, cl_uint used, size_t count) {
    if (w->sum.done == 0) return 0;
    if (w->sum.first + w->sum.done + used == w->sum.end) return used - count;
    return tool_random_at(w->session->options->seed, 7, w->sum.chunks) % (used - count + 1);
}

static int check_ends(const tool_walk *w, const uint32_t *x, size_t place, size_t count, xl_error *error) {
    const tool_domain *d = w->domain;
    const uint64_t first = w->sum.first + w->sum.done + place;
    const uint32_t last_bits = x[(count - 1) * w->parts];
    if (d->first_bits == 0 && d->last_bits == 0) return XL_SUCCESS;
    if ((first == 0 && x[0] != d->first_bits) || (first + count == d->count && last_bits != d->last_bits))
        return xl__fail(
            error, XL_BAD_VALUE,
            "domain '%s' begins with 0x%08x and ends with 0x%08x; the device made 0x%08x to 0x%08x", d->name,
            d->first_bits, d->last_bits, x[0], last_bits);
    return XL_SUCCESS;
}

static int compare_sample(const tool_walk *w, const tool_data *data, const xl__problem *problem, size_t place,
                          xl_error *error) {
    const xl__algorithm *algorithm = problem->algorithm;
    tool_verdict verdict = {0};
    int status = XL_SUCCESS;
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        uint32_t *got = calloc(data->elements[a] ? data->elements[a] : 1, sizeof *got);
        if (!got) return xl__fail(error, XL_NO_MEMORY, "no memory for a sample");
        const size_t parts = parts_of(w, a);
        status = read_words((tool_walk *)w, w->expected.mem[a], place * parts, data->elements[a], got, error);
        if (status == XL_SUCCESS) tool_compare_array(&data->expected[a], got, a, 1, &verdict);
        free(got);
        if (status != XL_SUCCESS || !verdict.wrong) continue;
        char wanted[TOOL_VALUE_TEXT], text[TOOL_VALUE_TEXT];
        const uint32_t *x = data->in[w->input].data;
        return xl__fail(error, XL_BAD_VALUE,
                        "the reference '%s' itself is wrong: '%s' of 0x%08x is %s, by the host's own %s",
                        w->domain->reference, algorithm->arrays[a].name, x[verdict.index / parts * w->parts],
                        tool_value_text(verdict.got, text, sizeof text),
                        tool_value_text(verdict.expected, wanted, sizeof wanted));
    }
    return status;
}

/* The device reference against the host's. */
static int check_sample(tool_walk *w, cl_uint used, xl_error *error) {
    const tool_case *cs = w->config.cs;
    const size_t most = used == w->sum.end - w->sum.first && used <= SMALL ? SMALL : SAMPLE;
    const size_t count = used < most ? used : most, place = sample_place(w, used, count);
    xl__problem problem = *xl__plan_problem(w->reference);
    problem.value[xl__find_param(cs->algorithm, w->domain->size)] = (double)count;
    tool_data data = {0};
    int status = tool_data_allocate(&problem, cs->algorithm, w->input, &data, error);
    if (status == XL_SUCCESS)
        status = read_words(w, w->made.mem[w->input], place * w->parts, count * w->parts,
                            data.in[w->input].data, error);
    if (status == XL_SUCCESS) status = check_ends(w, data.in[w->input].data, place, count, error);
    if (status == XL_SUCCESS) status = tool_data_allocate_expected(&problem, cs->algorithm, &data, error);
    if (status == XL_SUCCESS) status = tool_data_expect(cs, &problem, &data, error);
    if (status == XL_SUCCESS) status = compare_sample(w, &data, &problem, place, error);
    tool_data_free(&data);
    return status;
}

static int check_guards(tool_walk *w, xl_plan *plan, const tool_buffers *buffers, xl_error *error) {
    tool_verdict verdict = {.wrong = false};
    char text[256];
    const int status = tool_check_guards(w->session, plan, buffers, &verdict, error);
    if (status != XL_SUCCESS || !verdict.wrong) return status;
    return xl__fail(error, XL_BAD_VALUE, "%s: %s", xl__plan_strategy(plan)->name,
                    tool_breach_text(&verdict.breach[0], text, sizeof text));
}

int tool_walk_step(tool_walk *w, xl_error *error) {
    static const cl_uint nothing[FOUND_WORDS] = {0, UINT32_MAX, 0, UINT32_MAX};
    const uint64_t left = w->sum.end - w->sum.first - w->sum.done;
    const cl_uint used = (cl_uint)(left < w->chunk ? left : w->chunk);
    const xl__algorithm *algorithm = w->config.cs->algorithm;
    cl_uint found[FOUND_WORDS] = {0};
    const cl_int cleared = clEnqueueWriteBuffer(w->session->queue, w->found, CL_FALSE, 0, sizeof nothing,
                                                nothing, 0, NULL, NULL);
    if (cleared != CL_SUCCESS) return fail(error, cleared, "clEnqueueWriteBuffer");
    int status = fill(w, used, error);
    if (status == XL_SUCCESS)
        status = tool_enqueue(w->session, w->plan, algorithm, &w->made, NULL, NULL, error);
    if (status == XL_SUCCESS)
        status = tool_enqueue(w->session, w->reference, algorithm, &w->expected, NULL, NULL, error);
    if (status == XL_SUCCESS) status = compare(w, used, error);
    if (status == XL_SUCCESS) status = measure_error(w, ERROR, used, error);
    if (status == XL_SUCCESS) status = read_words(w, w->found, 0, FOUND_WORDS, found, error);
    if (status == XL_SUCCESS) status = check_guards(w, w->plan, &w->made, error);
    if (status == XL_SUCCESS) status = check_guards(w, w->reference, &w->expected, error);
    if (status == XL_SUCCESS) status = check_sample(w, used, error);
    if (status == XL_SUCCESS && found[FOUND_WRONG] > 0 && w->sum.wrong == 0)
        status = keep_wrong(w, found[FOUND_FIRST], error);
    if (status == XL_SUCCESS) status = keep_error(w, found[FOUND_ERROR], used, error);
    if (status != XL_SUCCESS) return status;
    w->sum.wrong += found[FOUND_WRONG];
    w->sum.done += used;
    w->sum.chunks++;
    return XL_SUCCESS;
}
