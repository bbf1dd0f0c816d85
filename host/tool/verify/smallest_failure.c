#include "verify/smallest_failure.h"
#include "table/lookup.h"
#include "base/os.h"
#include "table/settings.h"
#include "table/values.h"
#include "run/checked_run.h"
#include "run/findings.h"
#include "run/memory.h"
#include "base/calls.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 40, MOST_VALUES = 8192, MOST_SIZES = 16, OTHER_WIDTHS = 4, TIMEOUT_SHARE = 20 };

typedef struct run {
    tool_observed seen;
    double *values; /* expected, got, allowed; owned */
} run;

typedef struct inquiry {
    const tool_question *q;
    run runs[MOST_RUNS];
    tool_observed seen[MOST_RUNS]; /* for tool_diagnose */
    int count;
    uint64_t start;
} inquiry;

/* The user waits for it, but not as long as for a driver. */
static bool has_time(const inquiry *in) {
    const double most = in->q->session->options->timeout / TIMEOUT_SHARE;
    return in->count < MOST_RUNS && 1e-9 * (double)(xl__os_now() - in->start) < most;
}

static void keep_sizes(const xl__algorithm *algorithm, const xl__problem *problem, tool_observed *seen) {
    for (int p = 0; p < algorithm->param_count && seen->size_count < TOOL_OBSERVED_SIZES; p++) {
        if (!algorithm->params[p].size) continue;
        seen->size[seen->size_count].name = algorithm->params[p].name;
        seen->size[seen->size_count++].value = xl__int(problem, p);
    }
}

static double untouched_value(xl_type type) {
    unsigned char bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = xl__untouched_byte(i);
    return tool_value_double(tool_value_at(bytes, type, 0));
}

static void keep_values(tool_session *s, const xl_plan *plan, const tool_data *data,
                        const tool_buffers *buffers, const tool_verdict *v, run *r) {
    const xl__algorithm *const algorithm = xl__plan_algorithm(plan);
    const xl__array_desc *const array = &algorithm->arrays[v->array];
    const tool_expected *const expected = &data->expected[v->array];
    size_t elements = 0;
    tool_observed *const seen = &r->seen;
    seen->array = array->name;
    if (v->any_order || array->counted_by || expected->elements > MOST_VALUES) return;
    if (!xl__array_elements(algorithm, v->array, xl__plan_problem(plan), seen->shape, &seen->rank, &elements))
        return;
    if (elements != expected->elements || elements == 0) return;
    for (int d = 0; d < seen->rank; d++) seen->dimension[d] = array->shape[d];
    unsigned char *const got = malloc(elements * xl_type_size(expected->type));
    r->values = malloc(3 * elements * sizeof *r->values);
    if (got && r->values &&
        clEnqueueReadBuffer(s->queue, buffers->mem[v->array], CL_TRUE, 0,
                            elements * xl_type_size(expected->type), got, 0, NULL, NULL) == CL_SUCCESS) {
        for (size_t i = 0; i < elements; i++) {
            r->values[i] = tool_value_double(tool_expected_at(expected, i));
            r->values[elements + i] = tool_value_double(tool_value_at(got, expected->type, i));
            r->values[2 * elements + i] = expected->allowed ? expected->allowed[i] : 0.0;
        }
        seen->count = elements;
        seen->expected = r->values;
        seen->got = r->values + elements;
        seen->allowed = r->values + 2 * elements;
        seen->rows_per_group = xl__plan_rows(plan);
        seen->has_untouched = true;
        seen->untouched_is_rare = !tool_is_floating(expected->type) && xl_type_size(expected->type) > 2;
        seen->untouched = untouched_value(expected->type);
    }
    free(got);
}

static int launch(tool_session *s, xl_plan *plan, const tool_data *data, const tool_buffers *buffers,
                  tool_verdict *v) {
    const xl__algorithm *const algorithm = xl__plan_algorithm(plan);
    xl_error error;
    int status = tool_poison(s, plan, buffers, &error);
    if (status == XL_SUCCESS && clFinish(s->queue) != CL_SUCCESS) status = XL_IO;
    tool_launch_begins(s, plan);
    if (status == XL_SUCCESS) status = tool_enqueue(s, plan, algorithm, buffers, NULL, NULL, &error);
    if (status == XL_SUCCESS && clFinish(s->queue) != CL_SUCCESS) status = XL_IO;
    tool_launch_ends(s);
    if (status != XL_SUCCESS) return status;
    return tool_compare(s, plan, data, buffers, 1, v, &error);
}

/* Unknown for a kernel that replaces a table's. */
static bool has_identity(const xl__strategy *strategy) {
    static const char *const names[] = {"_mul", "_min", "_max", "_and"};
    if (!strategy->text) return true;
    for (size_t i = 0; strategy->ops && i < sizeof names / sizeof *names; i++)
        if (strstr(strategy->ops, names[i])) return true;
    return false;
}

static bool stores_past_end(const tool_verdict *v) {
    for (int b = 0; b < v->breach_count; b++)
        if (!v->breach[b].area && !v->breach[b].before) return true;
    return false;
}

/* Twice if it is wrong. False: it does not run. */
static bool observe(const inquiry *in, const tool_config *c, run *r) {
    tool_session *const s = in->q->session;
    xl_plan *plan = NULL;
    xl_error error;
    tool_data *data = NULL;
    tool_buffers buffers = {0};
    tool_verdict v = {0}, again = {0};
    *r = (run){.values = NULL};
    tool_row_at(s, in->q->row);
    if (tool_plan_make(s, c, &plan, &error) != XL_SUCCESS) return false;
    const xl__problem *const problem = xl__plan_problem(plan);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    int status = tool_check_memory(s, c->cs->algorithm, problem, facts.scratch_bytes, false, &error);
    if (status == XL_SUCCESS)
        status = tool_data_get(in->q->cache, c, problem, s->options->seed, &data, &error);
    if (status == XL_SUCCESS)
        status = tool_buffers_make(s, c->cs->algorithm, problem, data, &buffers, &error);
    if (status == XL_SUCCESS) status = launch(s, plan, data, &buffers, &v);
    if (status == XL_SUCCESS) {
        r->seen =
            (tool_observed){.wrong = v.wrong,
                            .width = xl__plan_strategy(plan)->flow == XL__NO_SUB_GROUPS ? 0 : problem->width,
                            .group_size = problem->group_size,
                            .inputs = c->distribution,
                            .identity = has_identity(xl__plan_strategy(plan)),
                            .past_end = stores_past_end(&v)};
        keep_sizes(c->cs->algorithm, problem, &r->seen);
        if (v.wrong && !v.guard) keep_values(s, plan, data, &buffers, &v, r);
        if (v.wrong && launch(s, plan, data, &buffers, &again) == XL_SUCCESS)
            r->seen.varies = v.checksum != again.checksum;
    }
    tool_buffers_free(&buffers);
    xl_plan_free(plan);
    return status == XL_SUCCESS;
}

/* True: it was wrong. */
static bool look(inquiry *in, const tool_config *c) {
    if (!has_time(in) || !observe(in, c, &in->runs[in->count])) return false;
    return in->runs[in->count++].seen.wrong;
}

static void set_size(const tool_config *from, const xl__param *param, long long value, tool_config *to) {
    char text[96];
    snprintf(text, sizeof text, "%s=%lld", param->name, value);
    *to = *from;
    tool_settings_join(from->cs->algorithm, from->settings, text, to->settings);
}

static bool is_free(const tool_question *q, const xl__algorithm *algorithm, int p) {
    return algorithm->params[p].size && !tool_settings_decide(algorithm, q->given, algorithm->params[p].name);
}

static int by_value(const void *a, const void *b) {
    const long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

static int sizes_of(const xl__param *param, int width, size_t group, long long below,
                    long long out[MOST_SIZES]) {
    const long long w = width > 1 ? width : 4, g = group > 0 ? (long long)group : 4 * w;
    const long long tried[] = {0, 1, 2, 3, 5, w - 1, w, w + 1, 2 * w, 2 * w + 1, 4 * w, g, g + 1, 2 * g};
    int count = 0;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if ((double)tried[i] >= param->least && (double)tried[i] <= param->most && tried[i] < below)
            out[count++] = tried[i];
    qsort(out, (size_t)count, sizeof *out, by_value);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1] != out[i]) out[kept++] = out[i];
    return kept;
}

static long long size_in(const run *r, const char *name) {
    for (int i = 0; i < r->seen.size_count; i++)
        if (strcmp(r->seen.size[i].name, name) == 0) return r->seen.size[i].value;
    return 0;
}

/* Each size in turn. */
static void make_smallest(inquiry *in, tool_config *c) {
    const xl__algorithm *const algorithm = c->cs->algorithm;
    for (int p = 0; p < algorithm->param_count; p++) {
        long long size[MOST_SIZES];
        if (!is_free(in->q, algorithm, p) || in->count == 0) continue;
        const run *const first = &in->runs[0];
        const int count = sizes_of(&algorithm->params[p], c->width, first->seen.group_size,
                                   size_in(first, algorithm->params[p].name), size);
        for (int i = 0; i < count && has_time(in); i++) {
            tool_config tried;
            set_size(c, &algorithm->params[p], size[i], &tried);
            if (!look(in, &tried)) continue;
            *c = tried;
            break;
        }
    }
}

/* Whole sub-groups and slightly more. */
static void look_at_sizes(inquiry *in, const tool_config *c, bool many) {
    const xl__algorithm *const algorithm = c->cs->algorithm;
    const long long w = c->width > 1 ? c->width : 4, all[] = {w, w + 1, 2 * w, 3, 2 * w + 1, 4 * w};
    for (int p = 0; p < algorithm->param_count; p++)
        for (size_t i = 0; is_free(in->q, algorithm, p) && i < (many ? sizeof all / sizeof *all : 2); i++) {
            tool_config other;
            set_size(c, &algorithm->params[p], all[i], &other);
            look(in, &other);
        }
}

static void look_at_widths(inquiry *in, const tool_config *whole, const tool_config *smallest) {
    int done = 0;
    for (int t = in->q->target_count - 1; t >= 0 && done < OTHER_WIDTHS && smallest->width > 0; t--) {
        if (in->q->targets[t].width == smallest->width) continue;
        tool_config other = *whole, small = *smallest;
        other.backend = small.backend = in->q->targets[t].backend;
        other.width = small.width = in->q->targets[t].width;
        look(in, &other);
        look(in, &small);
        look_at_sizes(in, &small, false);
        done++;
    }
}

static void look_at_inputs(inquiry *in, const tool_config *c) {
    const char *const *const list = c->cs->distributions;
    int done = 0;
    for (int i = 0; list[i] && done < 2; i++) {
        if (c->distribution && strcmp(list[i], c->distribution) == 0) continue;
        tool_config other = *c;
        other.distribution = list[i];
        look(in, &other);
        done++;
    }
}

void tool_explain_wrong(const tool_question *q, tool_config *config, tool_diagnosis *out) {
    inquiry *const in = calloc(1, sizeof *in);
    const tool_config whole = *config;
    if (!in) return;
    in->q = q;
    in->start = xl__os_now();
    look(in, &whole);
    make_smallest(in, config);
    look_at_sizes(in, config, true);
    look_at_widths(in, &whole, config);
    if (!strstr(q->given, "distribution=")) look_at_inputs(in, &whole);
    tool_findings_skip(q->session); /* or the next row would report them */
    for (int i = 0; i < in->count; i++) in->seen[i] = in->runs[i].seen;
    tool_diagnose(in->seen, (size_t)in->count, out);
    for (int i = 0; i < in->count; i++) free(in->runs[i].values);
    free(in);
}
