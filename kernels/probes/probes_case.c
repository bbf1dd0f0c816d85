/* probes_case.c - inputs and reference of probes. */
#include "case.h"
#include "probes_host.h"
#include "elements.h"
#include <math.h>

/* Places in the tables of probes.c. */
enum { N, STEPS, OPERATION, STREAMS, SOURCES, DISTANCE };
enum { X, Y };
enum { EMPTY = OPERATIONS, LANES = 128 };

/* random: any integers; floats: whole numbers from -128 to 127. equal: each element the same. single: one in
 * 37 is another one. */
static const char *const distributions[] = {"random", "equal", "single", NULL};

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    const bool equal = strcmp(distribution, "random") != 0, single = strcmp(distribution, "single") == 0;
    void *x = data->in[X].data;
    for (uint64_t i = 0; i < data->elements[X]; i++) {
        const uint64_t at = equal ? (single && i % 37 == 5) : i;
        const uint32_t any = tool_random_at(seed, 0, at), high = tool_random_at(seed, 1, at);
        const int whole = (int)(any >> 24) - 128;
        if (problem->type == XL_F32)
            ((float *)x)[i] = (float)whole;
        else
            tool_put_whole(x, problem->type, i, (uint64_t)high << 32 | any);
    }
    return XL_SUCCESS;
}

/* ---- reference -------------------------------------------------------------------------------------- */

/* Values of all types as integers: floats are whole numbers here, as two's complement. */
typedef struct sub_group {
    bool floats, words; /* words: of 32 bits */
    unsigned width, sources, distance;
    uint64_t own[LANES], v[LANES], result[LANES];
} sub_group;

static uint64_t cut(const sub_group *g, uint64_t v) {
    return g->words ? v & UINT32_MAX : v;
}

static bool above(const sub_group *g, uint64_t a, uint64_t b) {
    return g->floats ? (int64_t)a > (int64_t)b : a > b;
}

/* The lane that lane l reads. */
static unsigned source_of(const sub_group *g, int operation, unsigned l, uint64_t step) {
    const unsigned w = g->width, far = g->distance % w;
    switch (operation) {
    case SHUFFLE: return (l % g->sources + 1) % w;
    case SHUFFLE_UNIFORM:
    case BROADCAST: return (unsigned)((step + far) % w);
    case SHUFFLE_CONSTANT: return w / 2;
    case SHUFFLE_XOR: return l ^ far;
    case SHUFFLE_UP: return l >= far ? l - far : l;
    case SHUFFLE_DOWN: return l + far < w ? l + far : l;
    case ROTATE: return (l + far) % w;
    case QUAD_X: return l ^ 1;
    case QUAD_Y: return l ^ 2;
    case QUAD_DIAGONAL: return l ^ 3;
    default: return l;
    }
}

/* A set of lanes as a number: lane l is bit l modulo 32, and bits that meet cancel; of floats how many. */
static uint64_t match(const sub_group *g, unsigned l) {
    uint64_t found = 0;
    for (unsigned j = 0; j < g->width; j++)
        if (g->v[j] == g->v[l]) found = g->floats ? found + 1 : found ^ (UINT64_C(1) << j % 32);
    return found;
}

/* What is told of the lanes whose bit 5 is set. */
static void ask_lanes(sub_group *g, int operation) {
    uint64_t set = 0;
    unsigned count = 0, first = g->width;
    for (unsigned l = 0; l < g->width; l++) {
        const bool is_set = g->v[l] >> 5 & 1;
        g->result[l] = count;
        if (is_set && count == 0) first = l;
        count += is_set;
        set ^= (uint64_t)is_set << l % 32;
    }
    for (unsigned l = 0; l < g->width; l++) {
        if (operation == BALLOT) g->result[l] = set;
        if (operation == ANY) g->result[l] = count > 0;
        if (operation == ALL) g->result[l] = count == g->width;
        if (operation == FIRST) g->result[l] = first;
        if (operation == ELECT) g->result[l] = l == first;
    }
}

static void combine(sub_group *g, int operation) {
    uint64_t sum = 0, largest = g->v[0];
    bool equal = true;
    for (unsigned l = 0; l < g->width; l++) {
        if (operation == SCAN_EXCLUSIVE) g->result[l] = cut(g, sum);
        sum += g->v[l];
        if (operation == SCAN_INCLUSIVE) g->result[l] = cut(g, sum);
        if (above(g, g->v[l], largest)) largest = g->v[l];
        equal = equal && g->v[l] == g->v[0];
    }
    for (unsigned l = 0; l < g->width; l++) {
        if (operation == REDUCE_ADD) g->result[l] = cut(g, sum);
        if (operation == REDUCE_MAX) g->result[l] = largest;
        if (operation == ALL_EQUAL) g->result[l] = equal;
    }
}

static uint64_t next(const sub_group *g, uint64_t result, uint64_t own) {
    if (g->floats) {
        const int64_t r = (int64_t)result;
        return own - (uint64_t)(r < -1024 ? -1024 : r > 1024 ? 1024 : r);
    }
    /* of 32 bits: what is above is cut off */
    return (result << 5 | result >> ((g->words ? 32 : 64) - 5)) + own;
}

static void do_step(sub_group *g, int operation, uint64_t step) {
    if (operation >= BALLOT && operation <= ELECT)
        ask_lanes(g, operation);
    else if (operation == ALL_EQUAL || (operation >= REDUCE_ADD && operation <= SCAN_EXCLUSIVE))
        combine(g, operation);
    else
        for (unsigned l = 0; l < g->width; l++)
            g->result[l] = operation == MATCH_ANY ? match(g, l) : g->v[source_of(g, operation, l, step)];
    for (unsigned l = 0; l < g->width; l++) g->v[l] = cut(g, next(g, g->result[l], g->own[l]));
}

static uint64_t rounds_of(const xl__problem *problem) {
    return 10 * (uint64_t)ceil(problem->value[STEPS] / (10.0 * problem->value[STREAMS]));
}

static uint64_t element(const void *x, xl_type type, size_t i) {
    const tool_value v = tool_value_at(x, type, i);
    return tool_is_floating(type) ? (uint64_t)(int64_t)v.as.f : v.as.u;
}

static void expect(const xl__problem *problem, tool_expected *y, size_t i, uint64_t sum) {
    if (tool_is_floating(problem->type))
        y->value[i] = (double)(int64_t)sum;
    else
        tool_put_whole(y->exact, problem->type, i, sum);
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const size_t n = data->elements[X], width = (size_t)problem->width;
    const bool empty = problem->strategy && strcmp(problem->strategy->name, "empty") == 0;
    const int operation = empty ? EMPTY : (int)problem->value[OPERATION];
    const unsigned sources = (unsigned)problem->value[SOURCES];
    sub_group g = {.floats = tool_is_floating(problem->type),
                   .words = problem->type == XL_U32,
                   .width = (unsigned)width,
                   .sources = sources == 0 || sources > width ? (unsigned)width : sources,
                   .distance = (unsigned)problem->value[DISTANCE]};
    for (size_t first = 0; first < n; first += width) {
        uint64_t sum[LANES] = {0};
        for (size_t l = 0; l < width; l++)
            g.own[l] = first + l < n ? element(data->in[X].data, problem->type, first + l) : 0;
        for (uint64_t s = 0; s < (uint64_t)problem->value[STREAMS]; s++) {
            for (size_t l = 0; l < width; l++) g.v[l] = cut(&g, g.own[l] + s);
            for (uint64_t step = 0; step < rounds_of(problem); step++) do_step(&g, operation, step);
            for (size_t l = 0; l < width; l++) sum[l] += g.v[l];
        }
        for (size_t l = 0; l < width && first + l < n; l++)
            expect(problem, &data->expected[Y], first + l, sum[l]);
    }
    return XL_SUCCESS;
}

/* A long chain in each lane, of which a step is timed. */
#define STEPS_OF(...)                                                                                        \
    .settings = (const char *const[]){"n=128", "steps=10000", "distribution=random", __VA_ARGS__, NULL},     \
    .per_step = true, .less = "empty"
static const tool_sweep sweeps[] = {
    {.name = "chain",
     .question = "what does an operation cost that the next one waits for?",
     .title = "operation",
     .axis = "operation=" PROBES_VALUES,
     STEPS_OF("streams=1", "type=u32")},
    {.name = "streams",
     .question = "what does an operation cost if there are others to do meanwhile?",
     .title = "operation",
     .axis = "operation=" PROBES_VALUES,
     STEPS_OF("streams=5", "type=u32")},
    {.name = "sources",
     .question = "does a shuffle cost more, the more lanes are read? Then it is a loop, a waterfall",
     .title = "different lanes that are read",
     .axis = "sources=1,2,4,8,16,32,64,128",
     STEPS_OF("operation=shuffle", "streams=1", "type=u32")},
    {.name = "types",
     .question = "what does an operation cost, by the type of its values?",
     .title = "type",
     .axis = "type=u32,f32,u64",
     STEPS_OF("operation=shuffle", "streams=1")},
    {.name = NULL}};

const tool_case tool_case_probes = {
    .algorithm = &xl__algorithm_probes,
    .distributions = distributions,
    .verify_base = "n=211 steps=40",
    /* One of each kind; --level pairs and full take all, and bench verifies what it times. */
    .verify_settings = (const char *const[]){"operation=shuffle streams=3", "operation=shuffle_up distance=2",
                                             "operation=broadcast", "operation=match_any",
                                             "operation=reduce_add", "operation=scan_exclusive_add",
                                             "operation=ballot_count", "operation=any", NULL},
    .bench_settings = (const char *const[]){"operation=shuffle", "operation=shuffle_xor",
                                            "operation=broadcast", "operation=ballot", "operation=reduce_add",
                                            "operation=scan_exclusive_add", NULL},
    .sweeps = sweeps,
    .generate = generate,
    .reference = reference,
    .by_strategy = true, /* the empty loop */
    .by_width = true,
};
