/* Inputs and reference of segments. */
#include "cases/fold.h"
#include <math.h>
#include <stdlib.h>

enum { N, SEGMENTS, OPERATOR, KIND, KEY, X = 0, KEYS, OFFSETS, VALUES, POSITIONS, Y }; /* of segments.c */
enum { ARGMIN = XL__AFFINE + 1, ARGMAX };

static xl__operator operator_of(const xl__problem *problem) {
    const int number = (int)problem->value[OPERATOR];
    return number == ARGMIN ? XL__MIN : number == ARGMAX ? XL__MAX : (xl__operator)number;
}

/* ---- inputs ----------------------------------------------------------------------------------------------
 */

/* Where segment s of `segments` begins. even: of about one length; giant: one has nearly all elements, most
   are empty; single: of one element, then empty ones; one: all elements, after and before empty ones. */
static uint32_t begin_of(const char *distribution, uint64_t seed, uint64_t s, uint64_t segments, uint64_t n) {
    const uint64_t half = segments / 2;
    if (strcmp(distribution, "single") == 0) return (uint32_t)(s < n ? s : n);
    if (strcmp(distribution, "one") == 0) return s < half ? 0 : s == half ? (uint32_t)(n / 3) : (uint32_t)n;
    if (strcmp(distribution, "giant") == 0) {
        const uint64_t few = s < half ? s / 64 : (segments - 1 - s) / 64, most = few < n / 3 ? few : n / 3;
        return (uint32_t)(s < half ? most : n - most);
    }
    return n == 0 ? 0 : (uint32_t)((s * n + tool_random_at(seed, 7, s) % n) / segments);
}

/* Whether element i begins a segment with another key. */
static bool changes(const char *distribution, uint64_t seed, uint64_t i) {
    const uint32_t any = tool_random_at(seed, 8, i);
    if (strcmp(distribution, "single") == 0) return true;
    if (strcmp(distribution, "one") == 0) return false;
    return strcmp(distribution, "giant") == 0 ? any % 4000 == 0 || i % 4001 == 7 : any % 8 == 0;
}

static int make_keys(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                     xl_error *error) {
    const int status = tool_data_allocate(problem, &xl__algorithm_segments, KEYS, data, error);
    const size_t size = status == XL_SUCCESS ? xl_type_size(data->in[KEYS].type) : 0;
    uint64_t key = 1;
    for (size_t i = 0; status == XL_SUCCESS && i < data->elements[KEYS]; i++) {
        if (changes(distribution, seed, i))
            key += UINT64_C(0x9e3779b97f4a7c15); /* odd, so it differs in any size */
        for (size_t b = 0; b < size; b++)
            ((uint8_t *)data->in[KEYS].data)[i * size + b] = (uint8_t)(key >> 8 * b);
    }
    return status;
}

/* The elements are those of reduce; exact ones for sums of long segments. `rows`: segments of one length. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const bool special = strcmp(distribution, "special") == 0 || strcmp(distribution, "largest") == 0;
    const char *const of_x = special ? distribution : strcmp(distribution, "even") == 0 ? "uniform" : "exact";
    const uint64_t n = (uint64_t)problem->value[N];
    tool_fold_inputs(operator_of(problem), data->in[X].type, of_x, seed, n, data->in[X].data);
    if (problem->value[KEY] != 0) return make_keys(problem, distribution, seed, data, error);
    if (strcmp(distribution, "rows") == 0) return XL_SUCCESS;
    const int status = tool_data_allocate(problem, &xl__algorithm_segments, OFFSETS, data, error);
    for (size_t s = 0; status == XL_SUCCESS && s < data->elements[OFFSETS]; s++)
        ((uint32_t *)data->in[OFFSETS].data)[s] = begin_of(distribution, seed, s, data->elements[OFFSETS], n);
    return status;
}

static int refuse(const xl__problem *problem, const tool_data *data, xl_error *error) {
    const uint32_t *const offsets = data->in[OFFSETS].data;
    const uint64_t segments = (uint64_t)problem->value[SEGMENTS];
    for (uint64_t s = 0; offsets && s < segments; s++) {
        const double most = s + 1 < segments ? offsets[s + 1] : problem->value[N];
        if ((double)offsets[s] > most)
            return xl__fail(
                error, XL_BAD_VALUE,
                "segments: offsets[%llu] is %u, but what follows is %.0f: they have to ascend, up to n",
                (unsigned long long)s, offsets[s], most);
    }
    return XL_SUCCESS;
}

/* ---- reference -------------------------------------------------------------------------------------------
 */

/* A segment: elements begin to end - 1. */
typedef struct span {
    uint64_t begin, end;
} span;

static bool same_keys(const tool_array *keys, uint64_t i, uint64_t j) {
    const size_t size = xl_type_size(keys->type);
    const char *const bytes = keys->data;
    return memcmp(bytes + i * size, bytes + j * size, size) == 0;
}

/* Segment s; by keys it begins at `begin`. */
static span span_of(const xl__problem *problem, const tool_data *data, uint64_t s, uint64_t begin) {
    const uint64_t n = (uint64_t)problem->value[N], segments = (uint64_t)problem->value[SEGMENTS];
    const uint32_t *const offsets = data->in[OFFSETS].data;
    uint64_t end = begin + 1;
    if (problem->value[KEY] != 0) {
        while (end < n && same_keys(&data->in[KEYS], begin, end)) end++;
        return (span){begin, end};
    }
    if (offsets) return (span){offsets[s], s + 1 < segments ? offsets[s + 1] : n};
    const uint64_t each = (n + segments - 1) / segments;
    begin = s * each < n ? s * each : n;
    return (span){begin, begin + each < n ? begin + each : n};
}

static uint64_t count_of(const xl__problem *problem, const tool_data *data) {
    const uint64_t n = (uint64_t)problem->value[N];
    uint64_t count = 0;
    if (problem->value[KEY] == 0) return (uint64_t)problem->value[SEGMENTS];
    for (uint64_t i = 0; i < n; i = span_of(problem, data, count, i).end) count++;
    return count;
}

/* True if element i is better than element `best`, which is before it. */
static bool is_better(const xl__problem *problem, const void *x, uint64_t i, uint64_t best) {
    const tool_value a = tool_value_at(x, problem->type, best), b = tool_value_at(x, problem->type, i);
    const bool least = problem->value[OPERATOR] == ARGMIN;
    if (tool_is_floating(problem->type))
        return isnan(b.as.f) ? !isnan(a.as.f) : least ? b.as.f < a.as.f : b.as.f > a.as.f;
    if (tool_is_signed(problem->type)) return least ? b.as.i < a.as.i : b.as.i > a.as.i;
    return least ? b.as.u < a.as.u : b.as.u > a.as.u;
}

static void expect_place(const xl__problem *problem, tool_data *data, uint64_t s, span of) {
    const void *const x = data->in[X].data;
    uint64_t best = of.begin;
    for (uint64_t i = of.begin + 1; i < of.end; i++)
        if (is_better(problem, x, i, best)) best = i;
    tool_expect_whole(&data->expected[POSITIONS], s, of.begin < of.end ? best : UINT32_MAX);
    if (of.begin == of.end) return;
    const tool_value v = tool_value_at(x, problem->type, best);
    if (tool_is_floating(problem->type))
        tool_expect_near(&data->expected[VALUES], s, v.as.f, fabs(v.as.f) < 0x1p-126 ? 0x1p-126 : 0.0);
    else
        tool_expected_copy(&data->expected[VALUES], s, x, best);
}

/* However terms are added, each passes through fewer additions than there are terms. */
static void expect_segment(const xl__problem *problem, tool_data *data, uint64_t s, span of) {
    const int kind = (int)problem->value[KIND];
    tool_fold fold;
    tool_fold_start(&fold, operator_of(problem), problem->type);
    for (uint64_t i = of.begin; i < of.end; i++) {
        const double depth = (double)(i - of.begin + 1);
        if (kind == 2) tool_fold_result(&fold, depth, &data->expected[Y], i);
        tool_fold_add(&fold, data->in[X].data, i);
        if (kind == 1) tool_fold_result(&fold, depth, &data->expected[Y], i);
    }
    if (kind != 0) return;
    tool_fold_result(&fold, (double)(of.end - of.begin), &data->expected[VALUES], s);
    tool_expect_whole(&data->expected[POSITIONS], s, of.begin);
    if (problem->value[OPERATOR] >= ARGMIN) expect_place(problem, data, s, of);
}

/* A pair is an element of the count. */
static int make_values(const xl__problem *problem, uint64_t count, tool_data *data, xl_error *error) {
    int status = tool_data_counted(problem, &xl__algorithm_segments, POSITIONS, count, data, error);
    if (status == XL_SUCCESS)
        status = tool_data_counted(problem, &xl__algorithm_segments, VALUES, count, data, error);
    if (status != XL_SUCCESS || operator_of(problem) != XL__AFFINE) return status;
    const xl_type type = data->expected[VALUES].type;
    tool_expected_free(&data->expected[VALUES]);
    return tool_expected_make(&data->expected[VALUES], type, 2 * count, error);
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint64_t count = count_of(problem, data);
    const int status = make_values(problem, count, data, error);
    if (status != XL_SUCCESS) return status;
    span of = {0, 0};
    if (problem->value[KEY] == 0 && problem->value[KIND] != 0) { /* the elements before the first segment */
        of.end = count > 0 ? span_of(problem, data, 0, 0).begin : (uint64_t)problem->value[N];
        expect_segment(problem, data, 0, of);
    }
    for (uint64_t s = 0; s < count; s++) {
        of = span_of(problem, data, s, of.end);
        expect_segment(problem, data, s, of);
    }
    return XL_SUCCESS;
}

#define OF_SUMS "type=u32", "operator=add", "distribution=even"
const tool_case tool_case_segments = {
    .algorithm = &xl__algorithm_segments,
    .distributions = TOOL_TEXTS("even", "giant", "single", "one"),
    .edges = TOOL_TEXTS("rows", "largest", "special"),
    .verify_base = "n=10007 segments=900",
    .trace_base = "n=16 segments=3 items=4",
    .verify_settings =
        TOOL_TEXTS("", "key=u32", "operator=min key=u8 items=4", "operator=max kind=inclusive items=4",
                   "operator=affine items=4", "operator=affine kind=exclusive key=u64 items=4",
                   "operator=argmin items=4", "operator=argmax key=u16 items=8", "kind=exclusive key=u32",
                   "kind=inclusive segments=30000 items=4", "operator=xor segments=30000 items=4",
                   "operator=mul kind=inclusive key=f64 group=64"),
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N(OF_SUMS), TOOL_GROWS_WIDTH("n=1048576", OF_SUMS)),
    .generate = generate,
    .refuse = refuse,
    .reference = reference,
};
