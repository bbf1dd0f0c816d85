/* elect_case.c - inputs and reference of elect. */
#include "../common/rounds_host.h"
#include "case.h"

enum { ROWS, N, ROUNDS, KEY = 0, X, OUT, COUNT }; /* places in the tables of elect.c: parameters, arrays */

/* Elements that are not 0. dense: all; half, rare: one in 2, one in 32; last: the last one of each row. */
static const char *const distributions[] = {"dense", "half", "rare", NULL};
static const char *const edges[] = {"none", "last", NULL};

static uint32_t key(const tool_element *e) {
    return tool_any(e, 0);
}

static bool is_there(const tool_element *e) {
    const uint64_t n = (uint64_t)e->problem->value[N];
    if (tool_is(e, "half")) return tool_any(e, 1) % 2 == 0;
    if (tool_is(e, "rare")) return tool_any(e, 1) % 32 == 0;
    return tool_is(e, "last") ? e->i % n == n - 1 : tool_is(e, "dense");
}

static uint32_t number(const tool_element *e) {
    return is_there(e) ? tool_any(e, 2) | 1 : 0;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *key = data->in[KEY].data, *x = data->in[X].data,
                   rounds = (uint32_t)problem->value[ROUNDS];
    const size_t n = (size_t)problem->value[N];
    size_t count = 0;
    for (size_t i = 0; i < data->elements[X]; i++) count += x[i] != 0;
    const int status = tool_data_counted(problem, problem->algorithm, OUT, count, data, error);
    if (status != XL_SUCCESS) return status;
    uint32_t *out = data->expected[OUT].exact;
    for (size_t r = 0; r < data->elements[KEY]; r++) {
        const uint32_t function = host_rounds(key[r], rounds);
        for (size_t i = r * n; i < (r + 1) * n; i++)
            if (x[i] != 0) *out++ = x[i] ^ function;
    }
    return XL_SUCCESS;
}

static const tool_sweep sweeps[] = {
    {.name = "rounds",
     .question = "from how many rounds on does it pay that one lane computes the function?",
     .title = "rounds of the function",
     .axis = "rounds=0,1,4,16,64,256",
     .settings = (const char *const[]){"rows=8192", "n=64", "distribution=dense", NULL}},
    {.name = "length",
     .question = "which way is the fastest, by the number of elements that share a function?",
     .title = "elements of a row",
     .axis = "n=1,4,16,64,256",
     .settings = (const char *const[]){"rows=8192", "rounds=64", "distribution=dense", NULL}},
    {.name = NULL}};

const tool_case tool_case_elect = {
    .algorithm = &xl__algorithm_elect,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "rows=37 n=53 rounds=3",
    .verify_settings = (const char *const[]){"", "rounds=0", NULL},
    .bench_settings = (const char *const[]){"rows=8192 n=64", "rows=131072 n=128", NULL},
    .sweeps = sweeps,
    .inputs = (const tool_input[]){{"key", key}, {"x", number}, {0}},
    .reference = reference,
};
