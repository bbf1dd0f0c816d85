/* expand_case.c - inputs and reference of expand. */
#include "case.h"
#include "elements.h"

enum { X, REPEAT, OUT, COUNT }; /* places of arrays in the table of expand.c */

/* How often: any of 0 to 15; none; one in 100 elements up to 1000 times; one each. */
static const char *const distributions[] = {"uniform", "rare", NULL};
static const char *const edges[] = {"none", "once", NULL};

static uint32_t times(const tool_element *e) {
    const uint32_t any = tool_any(e, 1);
    if (tool_is(e, "rare")) return any % 100 == 0 ? any / 100 % 1001 : 0;
    if (tool_is(e, "none")) return 0;
    return tool_is(e, "once") ? 1 : any % 16;
}

/* The numbers to be repeated, of any type. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)distribution, (void)error;
    for (size_t i = 0; i < data->elements[X]; i++) {
        const uint64_t any = tool_random_at(seed, 0, i);
        tool_put_whole(data->in[X].data, problem->type, i, problem->type == XL_U64 ? any << 32 | i : any);
    }
    return XL_SUCCESS;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *repeat = data->in[REPEAT].data;
    const size_t n = data->elements[X];
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) count += repeat[i];
    if (count > UINT32_MAX)
        return xl__fail(error, XL_BAD_VALUE,
                        "expand: the numbers in 'repeat' are %llu together, the most is %u",
                        (unsigned long long)count, UINT32_MAX);
    const int status = tool_data_counted(problem, problem->algorithm, OUT, count, data, error);
    if (status != XL_SUCCESS) return status;
    for (size_t i = 0, made = 0; i < n; i++)
        for (uint32_t k = 0; k < repeat[i]; k++)
            tool_expected_copy(&data->expected[OUT], made++, data->in[X].data, i);
    return XL_SUCCESS;
}

const tool_case tool_case_expand = {
    .algorithm = &xl__algorithm_expand,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=2003 capacity=40000",
    .verify_settings = (const char *const[]){"", "capacity=1000", "capacity=0", NULL},
    .bench_settings = (const char *const[]){"n=65536", "n=1048576", NULL},
    .inputs = (const tool_input[]){{"repeat", times}, {0}},
    .generate = generate,
    .reference = reference,
};
