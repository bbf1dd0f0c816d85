/* probes_case.c - inputs and reference of probes. */
#include "cases/case.h"
#include "probes_host.h"
#include <math.h>

/* Indices in the tables of probes.c. */
enum { N, STEPS, OPERATION, STREAMS, SOURCES, DISTANCE, X = 0, Y };
enum { NONE = OPERATIONS, LANES = 128 };

/* random: any integers; floats: integers from -128 to 127. equal: all elements equal. single: equal except
 * one in 37. */
static uint64_t number(const tool_element *e) {
    const uint64_t at = tool_is(e, "random") ? e->i : tool_is(e, "single") && e->i % 37 == 5;
    const uint32_t any = tool_random_at(e->seed, 0, at), high = tool_random_at(e->seed, 1, at);
    if (tool_is_floating(e->problem->type)) return (uint64_t)((int64_t)(any >> 24) - 128);
    return (uint64_t)high << 32 | any;
}

/* Floats are integers of at most 128, so that sums are exact. */
#define MOST_OF_FLOATS 128.0

static int refuse(const xl__problem *problem, const tool_data *data, xl_error *error) {
    if (!tool_is_floating(problem->type)) return XL_SUCCESS;
    for (size_t i = 0; i < data->elements[X]; i++) {
        const double x = tool_value_at(data->in[X].data, problem->type, i).as.f;
        if (!(fabs(x) <= MOST_OF_FLOATS) || x != floor(x))
            return xl__fail(
                error, XL_BAD_VALUE,
                "probes: element %zu of 'x' is %g; floats have to be whole numbers from -%.0f to %.0f", i, x,
                MOST_OF_FLOATS, MOST_OF_FLOATS);
    }
    return XL_SUCCESS;
}

/* ---- reference -------------------------------------------------------------------------------------- */

/* A step's values as integers for all types (floats are integers here, in two's complement), and their
   results for the sub-group. */
typedef struct sub_group {
    bool floats, words, sign; /* words: 32-bit integers */
    unsigned width, sources, distance;
    uint64_t v[LANES], sum, largest;
    uint64_t before[LANES]; /* the sum of the lanes below */
    bool equal;
    unsigned below[LANES], count, first; /* lanes whose bit 5 is set: below each lane, in total, the first */
    uint64_t set;                        /* those as a number: lane l is bit l modulo 32, by xor */
} sub_group;

static bool above(const sub_group *g, uint64_t a, uint64_t b) {
    const int up = g->words ? 32 : 0;
    return g->sign ? (int64_t)(a << up) > (int64_t)(b << up) : a > b;
}

static void look_at_all(sub_group *g) {
    g->sum = g->set = 0;
    g->largest = g->v[0];
    g->equal = true;
    g->count = 0;
    g->first = g->width;
    for (unsigned l = 0; l < g->width; l++) {
        const bool is_set = g->v[l] >> 5 & 1;
        g->before[l] = g->sum;
        g->sum += g->v[l];
        if (above(g, g->v[l], g->largest)) g->largest = g->v[l];
        g->equal = g->equal && g->v[l] == g->v[0];
        if (is_set && g->count == 0) g->first = l;
        g->below[l] = g->count;
        g->count += is_set;
        g->set ^= (uint64_t)is_set << l % 32;
    }
}

/* The lanes with the value of lane l, as a number like `set`; for floats their count. */
static uint64_t match(const sub_group *g, unsigned l) {
    uint64_t found = 0;
    for (unsigned j = 0; j < g->width; j++)
        if (g->v[j] == g->v[l]) found = g->floats ? found + 1 : found ^ (UINT64_C(1) << j % 32);
    return found;
}

static uint64_t sum_of_four(const sub_group *g, unsigned l) {
    const unsigned end = (l | 3) + 1;
    return (end < g->width ? g->before[end] : g->sum) - g->before[l & ~3u];
}

/* The lane of the set with l others below it. */
static uint64_t nth(const sub_group *g, unsigned l) {
    unsigned lane = 0;
    while (lane < g->width && !((g->v[lane] >> 5 & 1) && g->below[lane] == l)) lane++;
    return lane;
}

/* The result of lane l by the definition of each operation; its own value for barriers and for none. */
static uint64_t result(const sub_group *g, int operation, unsigned l, uint64_t step) {
    const unsigned w = g->width, far = g->distance % w;
    switch (operation) {
    case SHUFFLE: return g->v[(l % g->sources + 1) % w];
    case SHUFFLE_UNIFORM:
    case BROADCAST: return g->v[(step + far) % w];
    case SHUFFLE_CONSTANT: return g->v[w / 2];
    case SHUFFLE_XOR: return g->v[l ^ far];
    case SHUFFLE_UP: return g->v[l >= far ? l - far : l];
    case SHUFFLE_DOWN: return g->v[l + far < w ? l + far : l];
    case ROTATE: return g->v[(l + far) % w];
    case QUAD_X: return g->v[l ^ 1];
    case QUAD_Y: return g->v[l ^ 2];
    case QUAD_DIAGONAL: return g->v[l ^ 3];
    case ALL_EQUAL: return g->equal;
    case MATCH_ANY: return match(g, l);
    case REDUCE_ADD: return g->sum;
    case REDUCE_MAX: return g->largest;
    case SCAN_INCLUSIVE: return g->before[l] + g->v[l];
    case SCAN_EXCLUSIVE: return g->before[l];
    case CLUSTER_REDUCE:
    case SEGMENT_REDUCE:
    case PARTITION_REDUCE: return sum_of_four(g, l);
    case BALLOT: return g->set;
    case BALLOT_COUNT: return g->below[l];
    case ANY: return g->count > 0;
    case ALL: return g->count == w;
    case FIRST: return g->first;
    case ELECT: return l == g->first;
    case MASK_NTH: return nth(g, l);
    default: return g->v[l];
    }
}

static uint64_t cut(const sub_group *g, uint64_t v) {
    return g->words ? v & UINT32_MAX : v;
}

static uint64_t next(const sub_group *g, uint64_t r, uint64_t own) {
    const int64_t whole = (int64_t)r;
    if (g->floats) return own - (uint64_t)(whole < -1024 ? -1024 : whole > 1024 ? 1024 : whole);
    return cut(g, (r << 5 | r >> ((g->words ? 32 : 64) - 5)) + own);
}

static void do_step(sub_group *g, int operation, uint64_t step, const uint64_t *own) {
    uint64_t after[LANES] = {0};
    look_at_all(g);
    for (unsigned l = 0; l < g->width; l++) after[l] = next(g, cut(g, result(g, operation, l, step)), own[l]);
    memcpy(g->v, after, g->width * sizeof *after);
}

static uint64_t element(const tool_part *t, size_t i) {
    const tool_value v = tool_value_at(t->in[X].data, t->problem->type, i);
    return tool_is_floating(v.type) ? (uint64_t)(int64_t)v.as.f : v.as.u;
}

/* A part is a sub-group; its lanes past the end start at 0. */
static void expect(const tool_part *t) {
    const double *const value = t->problem->value;
    const bool empty = t->problem->strategy && strcmp(t->problem->strategy->name, "empty") == 0;
    const int operation = empty ? NONE : (int)value[OPERATION];
    const uint64_t streams = (uint64_t)value[STREAMS];
    const uint64_t rounds = 10 * xl__blocks((size_t)value[STEPS], 10 * (size_t)streams);
    const unsigned width = (unsigned)t->problem->width, sources = (unsigned)value[SOURCES];
    uint64_t own[LANES] = {0}, sum[LANES] = {0};
    sub_group g = {.floats = tool_is_floating(t->problem->type),
                   .words = t->problem->type == XL_U32 || t->problem->type == XL_I32,
                   .sign = t->problem->type != XL_U32 && t->problem->type != XL_U64,
                   .width = width,
                   .sources = sources == 0 || sources > width ? width : sources,
                   .distance = (unsigned)value[DISTANCE]};
    for (size_t l = 0; l < t->lanes; l++) own[l] = element(t, t->i + l);
    for (uint64_t s = 0; s < streams; s++) {
        for (size_t l = 0; l < width; l++) g.v[l] = cut(&g, own[l] + s);
        for (uint64_t step = 0; step < rounds; step++) do_step(&g, operation, step, own);
        for (size_t l = 0; l < width; l++) sum[l] += g.v[l];
    }
    for (size_t l = 0; l < t->lanes; l++) tool_expect_whole(&t->expected[Y], t->i + l, sum[l]);
}

/* A long chain in each lane, timed per step. */
#define STEPS_OF(...)                                                                                        \
    .settings = TOOL_TEXTS("n=128", "steps=10000", "distribution=random", __VA_ARGS__), .per_step = true,    \
    .less = "empty"
const tool_case tool_case_probes = {
    .algorithm = &xl__algorithm_probes,
    .distributions = TOOL_TEXTS("random", "equal", "single"),
    .verify_base = "n=211 steps=40",
    /* One of each kind; --level pairs and full use all, and bench verifies what it times. */
    .verify_settings = TOOL_TEXTS("operation=shuffle streams=3", "operation=shuffle_up distance=2",
                                  "operation=broadcast", "operation=match_any", "operation=reduce_add",
                                  "operation=scan_exclusive_add", "operation=ballot_count", "operation=any"),
    .bench_settings = TOOL_TEXTS("operation=shuffle", "operation=shuffle_xor", "operation=broadcast",
                                 "operation=ballot", "operation=reduce_add", "operation=scan_exclusive_add"),
    .sweeps = TOOL_SWEEPS(
        {.name = "chain",
         .question = "what does an operation cost if the next one waits for it?",
         .title = "operation",
         .axis = "operation=" PROBES_VALUES,
         STEPS_OF("streams=1", "type=u32")},
        {.name = "streams",
         .question = "what does an operation cost if independent ones overlap?",
         .title = "operation",
         .axis = "operation=" PROBES_VALUES,
         STEPS_OF("streams=5", "type=u32")},
        {.name = "sources",
         .question =
             "does the cost of a shuffle grow with the number of lanes read? Then it is a loop, a waterfall",
         .title = "different lanes read",
         .axis = "sources=1,2,4,8,16,32,64,128",
         STEPS_OF("operation=shuffle", "streams=1", "type=u32")},
        {.name = "types",
         .question = "what does an operation cost for each type of values?",
         .title = "type",
         .axis = "type=u32,i32,f32,u64,i64,f64",
         STEPS_OF("operation=shuffle", "streams=1")}),
    .inputs = (const tool_input[]){{"x", .whole = number}, {0}},
    .refuse = refuse,
    .parts = "n",
    .expect = expect,
    .apart = true,
    .by_strategy = true, /* the empty loop differs */
    .by_width = true,
};
