/* keep_case.c - inputs and reference of keep. */
#include "case.h"
#include "number.h"

enum { X, KEPT, COUNT }; /* places of arrays in the table of keep.c */

/* uniform: in [-1, 1). few: one in 100 is above 0. */
static uint32_t number(const tool_element *e) {
    const float shift = tool_is(e, "few") ? 1.98F : 1.0F;
    return xl__float_bits((float)(tool_any(e, 0) >> 8) * 0x1p-23F - shift);
}

/* In the order of x; a strategy in any order is compared value by value. */
static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const float *x = data->in[X].data;
    size_t count = 0;
    for (size_t i = 0; i < data->elements[X]; i++) count += x[i] > 0.0F;
    const int status = tool_data_counted(problem, problem->algorithm, KEPT, count, data, error);
    double *kept = data->expected[KEPT].value;
    for (size_t i = 0; status == XL_SUCCESS && i < data->elements[X]; i++)
        if (x[i] > 0.0F) *kept++ = (double)x[i];
    return status;
}

const tool_case tool_case_keep = {
    .algorithm = &xl__algorithm_keep,
    .distributions = (const char *const[]){"uniform", "few", NULL},
    .verify_base = "n=1001 capacity=1001",
    .verify_settings = (const char *const[]){"", "capacity=100", NULL},
    .bench_settings = (const char *const[]){"n=1048576", NULL},
    .inputs = (const tool_input[]){{"x", number}, {0}},
    .reference = reference,
};
