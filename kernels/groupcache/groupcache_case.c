/* groupcache_case.c - inputs, reference and cost of groupcache. */
#include "case.h"
#include "random.h"
#include <math.h>
#include <string.h>

enum { N, ENTRIES, CHUNK, INPUTS }; /* places in the tables of groupcache.c: parameters, then arrays */
enum { QUERIES, TABLE, NEAREST };
enum { SERIAL, STAGED, SUB_GROUP, ALONE, CACHED };

/* uniform: both in [-1, 1). near: each point a 2^-10 beside an entry. same: on an entry. far: squares near
   the largest float, and past it. strange: NaN, infinities, denormal numbers and zeros among the others. */
static const char *const distributions[] = {"uniform", "near", NULL};
static const char *const edges[] = {"same", "far", "strange", NULL};

static float coordinate(const char *distribution, uint64_t seed, uint64_t stream, size_t i) {
    static const float special[] = {NAN,        INFINITY, -INFINITY, 0x1p-149F,
                                    -0x1p-127F, 0x1p-70F, -0.0F,     0x1p-63F};
    const uint32_t any = tool_random_at(seed, stream, i);
    const float unit = (float)(any >> 8) * 0x1p-23F - 1.0F;
    if (strcmp(distribution, "strange") == 0 && any % 16 == 0) return special[any / 16 % 8];
    return strcmp(distribution, "far") == 0 ? unit * 0x1p64F : unit;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = tool_data_allocate(problem, problem->algorithm, QUERIES, data, error);
    if (status == XL_SUCCESS) status = tool_data_allocate(problem, problem->algorithm, TABLE, data, error);
    if (status != XL_SUCCESS) return status;
    float *queries = data->in[QUERIES].data, *table = data->in[TABLE].data;
    const size_t entries = data->elements[TABLE] / 3;
    const bool near = strcmp(distribution, "near") == 0, same = strcmp(distribution, "same") == 0;
    for (size_t i = 0; i < data->elements[TABLE]; i++) table[i] = coordinate(distribution, seed, 0, i);
    for (size_t i = 0; i < data->elements[QUERIES]; i++) {
        queries[i] = coordinate(distribution, seed, 1, i);
        if (entries == 0 || !(near || same)) continue;
        const size_t entry = tool_random_at(seed, 2, i / 3) % entries;
        queries[i] = table[3 * entry + i % 3] + (near ? queries[i] * 0x1p-10F : 0.0F);
    }
    return XL_SUCCESS;
}

/* All terms are above 0, so errors are relative: differences are off by u = 2^-24, so their squares by 2 u
   and a bit, a product and two sums by 3 u more. 8 u are allowed, and what four denormal numbers taken for 0
   make. What passes the largest float on some way is open. */
static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)problem, (void)error;
    const float *queries = data->in[QUERIES].data, *table = data->in[TABLE].data;
    for (size_t i = 0; i < data->elements[NEAREST]; i++) {
        double best = INFINITY;
        for (size_t e = 0; e < data->elements[TABLE]; e += 3) {
            double squared = 0.0;
            for (size_t k = 0; k < 3; k++) {
                const double d = (double)queries[3 * i + k] - (double)table[e + k];
                squared += d * d;
            }
            if (squared < best) best = squared;
        }
        const bool open = best > 0x1p127 && isfinite(best);
        data->expected[NEAREST].value[i] = best;
        data->expected[NEAREST].allowed[i] = open ? (double)INFINITY : best * 8.0 * 0x1p-24 + 0x1p-124;
        if (!isfinite(best)) data->expected[NEAREST].allowed[i] = 0.0;
    }
    return XL_SUCCESS;
}

static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double n = problem->value[N], entries = problem->value[ENTRIES],
                 group = (double)problem->group_size;
    const bool by_lanes = strategy >= SUB_GROUP, shares = strategy >= ALONE;
    const double points = shares ? problem->value[INPUTS] : 1.0,
                 lanes = by_lanes ? (double)problem->width : 1.0;
    *out = (tool_cost){.bytes = n * 16.0 + entries * 12.0,
                       .operations = n * entries * 8.0,
                       .work_items = ceil(ceil(n / points) * lanes / group) * group,
                       .steps_per_lane = points * ceil(entries / lanes)};
}

static const char *const group_settings[] = {"n=16384", "entries=1024", "inputs=1", NULL};
static const char *const entry_settings[] = {"n=16384", NULL};
static const tool_sweep sweeps[] = {{.name = "group",
                                     .question = "how many sub-groups should share a table?",
                                     .title = "work-items of a work-group",
                                     .axis = "group=32,64,128,256,512,1024",
                                     .settings = group_settings},
                                    {.name = "entries",
                                     .question = "from which length of the table on does local memory pay?",
                                     .title = "entries of the table",
                                     .axis = "entries=16,64,256,1024,4096",
                                     .settings = entry_settings},
                                    {.name = NULL}};

extern const xl__algorithm xl__algorithm_groupcache;

const tool_case tool_case_groupcache = {
    .algorithm = &xl__algorithm_groupcache,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=61 entries=307",
    .verify_settings = (const char *const[]){"chunk=100 inputs=3", NULL},
    .bench_settings = (const char *const[]){"n=16384 entries=1024", "n=262144 entries=4096", NULL},
    .sweeps = sweeps,
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
