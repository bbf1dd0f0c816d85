#include "exec/exec_ranks.h"
#include "combine.h"
#include "table/lookup.h"
#include "base/text.h"
#include "run/checked_run.h"
#include "text/complain.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "exec/exec_job.h"
#include "arrays/npy.h"
#include "system/output_file.h"
#include "system/os_file.h"
#include "system/ranks.h"
#include "run/breach.h"
#include <stdlib.h>
#include <string.h>

typedef struct parts {
    exec_job job;
    tool_session session;
    tool_ranks *ranks;
    void (*told)(const char *line);
    tool_array out;  /* this rank's part of the output, or all of it if the parts are combined */
    int out_array;   /* the only output */
    xl__operator op; /* that combines the parts */
    int components;  /* of that: numbers */
    size_t count;    /* of combined values; rows of lerp */
    char strategy[96];
} parts;

static const char *const combined[] = {"reduce", "scan", "lerp", "histogram"};
enum { REDUCE, SCAN, LERP, HISTOGRAM, COMBINED };

static int kind_of(const xl__algorithm *algorithm) {
    int kind = 0;
    while (kind < COMBINED && strcmp(combined[kind], algorithm->name) != 0) kind++;
    return kind;
}

bool tool_can_combine(const xl__algorithm *algorithm) {
    return kind_of(algorithm) < COMBINED;
}

/* An error of one rank ends all. */
static tool_exit stage(parts *p, int status) {
    if (status != XL_SUCCESS) tool_complain("%s", p->job.error.text);
    return tool_ranks_agree(p->ranks, status == XL_WRONG_ANSWER ? TOOL_WRONG : exec_status(status));
}

/* ---- a checked run ------------------------------------------------------------------------------------- */

static int judge(parts *p, const xl__algorithm *algorithm, const tool_verdict *v) {
    char expected[TOOL_VALUE_TEXT], got[TOOL_VALUE_TEXT], text[256];
    if (!v->wrong) return XL_SUCCESS;
    if (v->guard)
        return xl__fail(&p->job.error, XL_WRONG_ANSWER, "%s: %s", p->strategy,
                        tool_breach_text(&v->breach[0], text, sizeof text));
    return xl__fail(&p->job.error, XL_WRONG_ANSWER, "%s: element %zu of '%s' is wrong: expected %s, got %s",
                    p->strategy, v->index, algorithm->arrays[v->array].name,
                    tool_value_text(v->expected, expected, sizeof expected),
                    tool_value_text(v->got, got, sizeof got));
}

/* Returns output number `array`, freed by the caller. */
static int run_checked(parts *p, const tool_config *config, tool_data *data, int array, tool_array *out) {
    const xl__algorithm *algorithm = config->cs->algorithm;
    xl_error *const error = &p->job.error;
    static tool_verdict verdict;
    tool_buffers buffers = {0};
    xl_plan *plan = NULL;
    xl_plan_facts facts = {0};
    uint64_t there = 0;
    int width = 0;
    memset(&verdict, 0, sizeof verdict);
    tool_array_free(out);
    int status = tool_plan_make(&p->session, config, &plan, error);
    if (status == XL_SUCCESS) {
        xl_plan_get_facts(plan, &facts);
        snprintf(p->strategy, sizeof p->strategy, "%s/%s", facts.algorithm, facts.strategy);
        status = tool_run_checked(&p->session, config->cs, plan, data, 0, &buffers, &verdict, error);
    }
    if (status == XL_SUCCESS) status = judge(p, algorithm, &verdict);
    if (status == XL_SUCCESS) status = xl_plan_width_measured(plan, p->session.queue, &width, error);
    if (status == XL_SUCCESS && width > 0 && width != facts.width)
        status = xl__fail(error, XL_WRONG_ANSWER, "%s: %d lanes were requested, %d ran", p->strategy,
                          facts.width, width);
    if (status == XL_SUCCESS)
        status = tool_read_output(&p->session, algorithm, xl__plan_problem(plan), array, &buffers, out,
                                  &there, error);
    tool_buffers_free(&buffers);
    xl_plan_free(plan);
    return status;
}

static const char digits[] = "0123456789abcdef";

static char *to_text(const void *data, size_t bytes) {
    char *const text = malloc(2 * bytes + 1);
    if (!text) return NULL;
    for (size_t i = 0; i < bytes; i++) {
        text[2 * i] = digits[((const unsigned char *)data)[i] >> 4];
        text[2 * i + 1] = digits[((const unsigned char *)data)[i] & 15];
    }
    text[2 * bytes] = '\0';
    return text;
}

/* False: not of so many bytes. */
static bool from_text(const char *text, void *data, size_t bytes) {
    if (strlen(text) != 2 * bytes) return false;
    for (size_t i = 0; i < bytes; i++) {
        const char *const high = strchr(digits, text[2 * i]), *const low = strchr(digits, text[2 * i + 1]);
        if (!high || !low) return false;
        ((unsigned char *)data)[i] = (unsigned char)((high - digits) << 4 | (low - digits));
    }
    return true;
}

/* Totals of ranks `from` to `end` - 1 in rank order. */
static bool fold(const parts *p, char **all, xl_type type, int from, int end, void *out, void *one) {
    const size_t step = xl_type_size(type) * (size_t)p->components;
    for (size_t i = 0; i < p->count; i++)
        xl__total_identity(p->op, type, p->components, (char *)out + i * step);
    for (int rank = from; rank < end; rank++) {
        if (!from_text(all[rank], one, p->count * step)) return false;
        for (size_t i = 0; i < p->count; i++)
            xl__total_combine(p->op, type, p->components, (char *)out + i * step, (char *)one + i * step,
                              (char *)out + i * step);
    }
    return true;
}

/* Of earlier ranks into `before` (NULL: not wanted), of all into `own`. */
static tool_exit combine(parts *p, xl_type type, void *own, void *before) {
    const size_t bytes = p->count * xl_type_size(type) * (size_t)p->components;
    char *const text = to_text(own, bytes);
    void *const one = malloc(bytes + 1);
    char **all = NULL;
    tool_exit status = stage(p, text && one ? XL_SUCCESS : xl__fail_memory(&p->job.error));
    if (status == TOOL_OK) status = tool_ranks_share(p->ranks, text, &all);
    if (status == TOOL_OK && !((!before || fold(p, all, type, 0, p->ranks->rank, before, one)) &&
                               fold(p, all, type, 0, p->ranks->size, own, one))) {
        tool_complain("ranks do not share rows: they read different files");
        status = TOOL_USAGE;
    }
    status = tool_ranks_agree(p->ranks, status);
    free(all);
    free(one);
    free(text);
    return status;
}

/* ---- the algorithms ------------------------------------------------------------------------------------ */

static int out_of(const parts *p, const char *name) {
    return xl__find_array(p->job.algorithm, name);
}

/* Only rank 0 uses the value before the first element. */
static void keep_initial(parts *p) {
    const int initial = out_of(p, "initial");
    if (initial < 0 || p->ranks->rank == 0) return;
    tool_array_free(&p->job.data.in[initial]);
    p->job.data.elements[initial] = 0;
}

static tool_exit do_reduce(parts *p) {
    const tool_exit status = stage(p, run_checked(p, &p->job.config, &p->job.data, p->out_array, &p->out));
    return status == TOOL_OK ? combine(p, p->out.type, p->out.data, NULL) : status;
}

/* The last prefix; for an exclusive scan, combined with the last element. */
static void last_prefix(const parts *p, void *total) {
    const tool_array *x = &p->job.data.in[out_of(p, "x")], *initial = &p->job.data.in[out_of(p, "initial")];
    const size_t step = xl_type_size(x->type) * (size_t)p->components, n = x->bytes / step;
    const bool exclusive = p->job.values[xl__find_param(p->job.algorithm, "kind")] != 0.0;
    xl__total_identity(p->op, x->type, p->components, total);
    if (n == 0) {
        if (initial->data) memcpy(total, initial->data, step);
        return;
    }
    memcpy(total, (const char *)p->out.data + (n - 1) * step, step);
    if (exclusive)
        xl__total_combine(p->op, x->type, p->components, total, (const char *)x->data + (n - 1) * step,
                          total);
}

static tool_exit do_scan(parts *p) {
    exec_job *job = &p->job;
    const int initial = out_of(p, "initial");
    const xl_type type = job->data.in[out_of(p, "x")].type;
    _Alignas(8) char total[16];
    _Alignas(8) char before[16];
    tool_exit status = stage(p, run_checked(p, &job->config, &job->data, p->out_array, &p->out));
    if (status != TOOL_OK) return status;
    last_prefix(p, total);
    status = combine(p, type, total, before);
    if (status != TOOL_OK || p->ranks->rank == 0)
        return stage(p, XL_SUCCESS) == TOOL_OK ? status : TOOL_DEVICE_FAILED;
    const size_t shape[] = {1, (size_t)p->components};
    int again = tool_array_make(&job->data.in[initial], type, p->components > 1 ? 2 : 1, shape, &job->error);
    if (again == XL_SUCCESS) {
        job->data.elements[initial] = (size_t)p->components;
        memcpy(job->data.in[initial].data, before, job->data.in[initial].bytes);
        again = run_checked(p, &job->config, &job->data, p->out_array, &p->out);
    }
    return stage(p, again);
}

/* By a lerp of one channel from 1 towards 0. */
static int part_products(parts *p, size_t n, tool_array *products) {
    const xl__algorithm *algorithm = p->job.algorithm;
    const int x = out_of(p, "x"), t = out_of(p, "t"), initial = out_of(p, "initial");
    tool_data data = {0};
    tool_config config = p->job.config;
    const size_t shape[] = {p->count, n, 1}, start[] = {p->count, 1};
    snprintf(config.settings, sizeof config.settings, "rows=%zu n=%zu channels=1", p->count, n);
    config.strategy = TOOL_AUTO_STRATEGY;
    int status = tool_array_make(&data.in[x], XL_F32, 3, shape, &p->job.error);
    if (status == XL_SUCCESS) status = tool_array_make(&data.in[initial], XL_F32, 2, start, &p->job.error);
    if (status == XL_SUCCESS) {
        for (size_t row = 0; row < p->count; row++) ((float *)data.in[initial].data)[row] = 1.0f;
        data.in[t] = p->job.data.in[t];
        for (int a = 0; a < algorithm->array_count; a++) data.elements[a] = tool_array_elements(&data.in[a]);
        status = run_checked(p, &config, &data, p->out_array, products);
    }
    data.in[t] = (tool_array){0};
    tool_data_free(&data);
    return status;
}

static tool_exit do_lerp(parts *p) {
    const tool_array *t = &p->job.data.in[out_of(p, "t")];
    const size_t channels = (size_t)p->components - 1;
    tool_array products = {0};
    float *maps = NULL;
    int status = run_checked(p, &p->job.config, &p->job.data, p->out_array, &p->out);
    if (status == XL_SUCCESS) status = part_products(p, t->shape[1], &products);
    if (status == XL_SUCCESS) {
        maps = malloc((p->count * (channels + 1) + 1) * sizeof *maps);
        if (!maps) status = xl__fail_memory(&p->job.error);
    }
    tool_exit result = stage(p, status);
    for (size_t row = 0; row < p->count && result == TOOL_OK; row++) {
        memcpy(maps + row * (channels + 1), (float *)p->out.data + row * channels, channels * sizeof *maps);
        maps[row * (channels + 1) + channels] = ((float *)products.data)[row];
    }
    if (result == TOOL_OK) result = combine(p, XL_F32, maps, NULL);
    for (size_t row = 0; row < p->count && result == TOOL_OK; row++)
        memcpy((float *)p->out.data + row * channels, maps + row * (channels + 1), channels * sizeof *maps);
    free(maps);
    tool_array_free(&products);
    return result;
}

/* In 64 bits if there are more samples than 32 bits can count. */
static tool_exit do_histogram(parts *p) {
    tool_array wide = {0};
    int status = run_checked(p, &p->job.config, &p->job.data, p->out_array, &p->out);
    if (status == XL_SUCCESS) status = tool_array_make(&wide, XL_U64, 1, p->out.shape, &p->job.error);
    tool_exit result = stage(p, status);
    for (size_t b = 0; b < p->count && result == TOOL_OK; b++)
        ((uint64_t *)wide.data)[b] = ((uint32_t *)p->out.data)[b];
    if (result == TOOL_OK) result = combine(p, XL_U64, wide.data, NULL);
    const bool fits = p->job.whole_n <= UINT32_MAX;
    for (size_t b = 0; b < p->count && result == TOOL_OK && fits; b++)
        ((uint32_t *)p->out.data)[b] = (uint32_t)((uint64_t *)wide.data)[b];
    if (!fits && result == TOOL_OK) {
        tool_array_free(&p->out);
        p->out = wide;
    } else {
        tool_array_free(&wide);
    }
    return result;
}

/* ---- the output ---------------------------------------------------------------------------------------- */

/* Rank 0 begins the file and, when all have written, renames it. */
static tool_exit write_parts(parts *p, const char *path, const tool_array *whole) {
    unsigned char header[TOOL_NPY_HEADER];
    const size_t before = tool_npy_header(whole, header);
    const size_t step = p->job.whole_n ? whole->bytes / p->job.whole_n : 0;
    xl_error *const error = &p->job.error;
    tool_out out = {0};
    char **names = NULL;
    int status = XL_SUCCESS;
    if (p->ranks->rank == 0) {
        status = tool_out_open(&out, path, error);
        if (status == XL_SUCCESS && out.direct)
            status = xl__fail(error, XL_IO, "%s: several ranks write a regular file only", path);
        if (status == XL_SUCCESS) {
            tool_out_write(&out, header, before);
            fflush(out.stream);
        }
    }
    tool_exit result = status == XL_SUCCESS ? TOOL_OK : TOOL_OUTPUT;
    if (result != TOOL_OK) tool_complain("%s", error->text);
    result = tool_ranks_agree(p->ranks, result);
    if (result == TOOL_OK) result = tool_ranks_share(p->ranks, out.temp ? out.temp : "", &names);
    if (result == TOOL_OK) {
        FILE *const part = fopen(names[0], "r+b");
        const int failed =
            part ? tool_file_write_at(part, before + p->job.first_n * step, p->out.data, p->out.bytes) : 1;
        if (failed || fclose(part) != 0) {
            tool_complain("%s: a part cannot be written%s", path,
                          part ? "" : ": this rank does not see the folder of rank 0's file");
            result = TOOL_OUTPUT;
        }
    }
    free(names);
    result = tool_ranks_agree(p->ranks, result);
    if (p->ranks->rank == 0 && out.stream) {
        if (result != TOOL_OK) {
            tool_out_abandon(&out);
        } else if (tool_out_close(&out, error) != XL_SUCCESS) {
            tool_complain("%s", error->text);
            result = TOOL_OUTPUT;
        }
    }
    return tool_ranks_agree(p->ranks, result);
}

static tool_exit write_whole(parts *p, const char *path) {
    tool_exit result = TOOL_OK;
    if (p->ranks->rank == 0 && tool_npy_write(path, &p->out, &p->job.error) != XL_SUCCESS) {
        tool_complain("%s", p->job.error.text);
        result = TOOL_OUTPUT;
    }
    return tool_ranks_agree(p->ranks, result);
}

static void tell_written(const parts *p, const char *path, const tool_array *whole) {
    char shape[128], *const name = tool_need(malloc(strlen(path) + 1));
    xl__text line = {0};
    xl__text_format(&line, "%s: %s %s %s, checked, computed by %d ranks, rank 0 by %s",
                    tool_text_clean(path, name, strlen(path) + 1),
                    p->job.algorithm->arrays[p->out_array].name,
                    tool_shape_text(whole->rank, whole->shape, shape, sizeof shape),
                    xl_type_name(whole->type), p->ranks->size, p->strategy);
    p->told(tool_need(line.failed ? NULL : line.data));
    xl__text_free(&line);
    free(name);
}

static tool_exit write_output(parts *p) {
    const char *path = p->job.out[p->out_array];
    const bool cut = kind_of(p->job.algorithm) == SCAN;
    tool_array whole = p->out;
    char line[400];
    if (cut) whole.shape[0] = (size_t)p->job.whole_n;
    tool_array_bytes(whole.type, whole.rank, whole.shape, &whole.bytes);
    const tool_exit result = cut ? write_parts(p, path, &whole) : write_whole(p, path);
    if (result != TOOL_OK || p->ranks->rank > 0 || !p->told) return result;
    tell_written(p, path, &whole);
    if (p->job.config.cs->counts_of)
        p->told(
            tool_uncounted_text(tool_uncounted(p->job.whole_n, &p->out), p->job.whole_n, line, sizeof line));
    return result;
}

/* ---- the call ------------------------------------------------------------------------------------------ */

/* All ranks must see the same files. */
static tool_exit check_same(parts *p) {
    char mine[512] = "", shape[128];
    char **all = NULL;
    tool_exit result = TOOL_OK;
    for (int a = 0; a < p->job.algorithm->array_count; a++) {
        const tool_array *whole = &p->job.whole[a];
        if (!p->job.given[a]) continue;
        const size_t used = strlen(mine);
        snprintf(mine + used, sizeof mine - used, "%s%s %s %s", used ? ", " : "",
                 p->job.algorithm->arrays[a].name, xl_type_name(whole->type),
                 tool_shape_text(whole->rank, whole->shape, shape, sizeof shape));
    }
    result = tool_ranks_share(p->ranks, mine, &all);
    if (result == TOOL_OK && strcmp(all[0], mine) != 0) {
        tool_complain("the ranks read different files: here %s, on rank 0 %s", mine, all[0]);
        result = TOOL_USAGE;
    }
    free(all);
    return tool_ranks_agree(p->ranks, result);
}

static void settle(parts *p, int kind) {
    const int op = xl__find_param(p->job.algorithm, "operator"),
              channels = xl__find_param(p->job.algorithm, "channels");
    p->op = kind == LERP ? XL__AFFINE : op >= 0 ? (xl__operator)p->job.values[op] : XL__ADD;
    p->components = kind == LERP ? (int)p->job.values[channels] + 1 : p->op == XL__AFFINE ? 2 : 1;
    p->count = kind == LERP        ? (size_t)p->job.values[xl__find_param(p->job.algorithm, "rows")]
               : kind == HISTOGRAM ? (size_t)p->job.values[xl__find_param(p->job.algorithm, "buckets")]
                                   : 1;
    for (int a = 0; a < p->job.algorithm->array_count; a++)
        if (p->job.out[a]) p->out_array = a;
    keep_initial(p);
}

static tool_exit run_kind(parts *p, int kind) {
    switch (kind) {
    case REDUCE: return do_reduce(p);
    case SCAN: return do_scan(p);
    case LERP: return do_lerp(p);
    default: return do_histogram(p);
    }
}

tool_exit tool_exec_ranks(tool_ranks *ranks, const tool_job *job, tool_exit before, const tool_driver *driver,
                          void (*told)(const char *line)) {
    parts p = {.ranks = ranks, .told = told};
    tool_exit result = tool_ranks_agree(p.ranks, before);
    if (result != TOOL_OK) return result;
    result = stage(&p, exec_job_make(&p.job, job, false));
    if (result == TOOL_OK) result = check_same(&p);
    if (result == TOOL_OK) {
        tool_driver_use(driver);
        settle(&p, kind_of(p.job.algorithm));
        result = stage(&p, tool_session_open(&p.session, job, NULL, &p.job.error));
    }
    if (result == TOOL_OK) result = run_kind(&p, kind_of(p.job.algorithm));
    if (result == TOOL_OK) result = write_output(&p);
    tool_session_close(&p.session);
    tool_array_free(&p.out);
    exec_job_free(&p.job);
    return result;
}
