/* reduce: the order of `fixed` bit by bit, known results, runs with fewer elements than planned. */
#include "expected/expected.h"
#include "table/settings.h"
#include "cases/case.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* n of the plan's `most` elements; returns the result's first word. own false: with the caller's scratch. */
static uint32_t run(const char *strategy, xl_type type, int width, const char *settings, size_t most,
                    const uint32_t *words, size_t n, bool own) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    char text[128];
    snprintf(text, sizeof text, "n=%zu %s", most, settings);
    const xl_plan_request request = {
        .algorithm = "reduce", .strategy = strategy, .type = type, .width = width, .settings = text};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    cl_mem x = sample_buffer(&place, n ? n : 1, words), result = sample_buffer(&place, 1, NULL),
           scratch = sample_buffer(&place, facts.scratch_bytes / 4 + 1, NULL);
    const xl_array arrays[] = {{"x", x, 0}, {"result", result, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}};
    const xl_launch launch = {.queue = place.queue,
                              .arrays = arrays,
                              .array_count = 2,
                              .scalars = scalars,
                              .scalar_count = 1,
                              .scratch = own || facts.scratch_bytes == 0 ? NULL : scratch};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    uint32_t word = 0;
    sample_read(&place, result, 0, 1, &word);
    clReleaseMemObject(x);
    clReleaseMemObject(result);
    clReleaseMemObject(scratch);
    xl_plan_free(plan);
    return word;
}

/* ---- the order of `fixed` in kernels/reduce/README.md ------------------------------------------------- */

enum { SLOTS = 128, BLOCK = 4096 };

static float block_sum(const float *x, size_t n) {
    float slot[SLOTS] = {0};
    for (size_t i = 0; i < n; i++) slot[i % SLOTS] += x[i];
    for (size_t d = SLOTS / 2; d > 0; d /= 2)
        for (size_t s = 0; s < d; s++) slot[s] += slot[s + d];
    return slot[0];
}

static float ordered_sum(const float *x, size_t n) {
    if (n <= BLOCK) return block_sum(x, n);
    const size_t blocks = (n + BLOCK - 1) / BLOCK;
    float *totals = calloc(blocks, sizeof *totals);
    ck_assert_ptr_nonnull(totals);
    for (size_t b = 0; b < blocks; b++)
        totals[b] = block_sum(x + b * BLOCK, b + 1 < blocks ? BLOCK : n - b * BLOCK);
    const float sum = ordered_sum(totals, blocks);
    free(totals);
    return sum;
}

static const int widths[] = {1, 2, 4, 8, 16, 32, 64, 128};
static const size_t sizes[] = {0, 1, 127, 128, 129, 4095, 4096, 4097, 100003};

EXPECTED("reduce")

GROUP("order");
AROUND_ALL(open_place, close_place);

EACH_TEST(fixed_gives_the_same_bits_at_every_width, widths) {
    enum { MOST = 100003 };
    float *x = malloc(MOST * sizeof *x);
    ck_assert_ptr_nonnull(x);
    uint32_t state = 12345;
    for (size_t i = 0; i < MOST; i++) { /* sizes differ widely, so that every order gives other bits */
        state = state * 1664525u + 1013904223u;
        x[i] = ldexpf((float)(state >> 8) * 0x1p-24f - 0.5f, (int)(state & 15u));
    }
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const float wanted = ordered_sum(x, sizes[s]);
        uint32_t bits = 0;
        memcpy(&bits, &wanted, sizeof bits);
        const uint32_t got = run("fixed", XL_F32, widths[_i], "", MOST, (const uint32_t *)(const void *)x,
                                 sizes[s], s % 2 == 0);
        ck_assert_msg(got == bits, "%zu elements at width %d: %08x, not %08x", sizes[s], widths[_i], got,
                      bits);
    }
    float backwards = 0.0f;
    for (size_t i = MOST; i-- > 0;) backwards += x[i];
    ck_assert(backwards != ordered_sum(x, MOST));
    free(x);
}

/* ---- what is allowed ----------------------------------------------------------------------------- */

/* Factors close to 1 (found at random) that round down more often than up: the product's error exceeds its
   depth. */
TEST(roundings_of_a_product_add_up) {
    enum { FACTORS = 65535, SHARES = 896 };
    const tool_case *const cs = tool_find_case("reduce");
    xl__problem problem = {
        .type = XL_F32, .algorithm = cs->algorithm, .strategy = &cs->algorithm->strategies[2]};
    ck_assert_str_eq(problem.strategy->name, "tree");
    char settings[64];
    snprintf(settings, sizeof settings, "n=%d operator=mul", FACTORS);
    ck_assert_int_eq(xl__read_settings(cs->algorithm, settings, &problem, NULL), XL_SUCCESS);
    tool_data data = {0};
    ck_assert_int_eq(tool_data_generate(cs, &problem, "uniform", 91382429, &data, NULL), XL_SUCCESS);
    ck_assert_int_eq(tool_data_allocate_expected(&problem, cs->algorithm, &data, NULL), XL_SUCCESS);
    ck_assert_int_eq(tool_data_expect(cs, &problem, &data, NULL), XL_SUCCESS);
    const float *const x = data.in[0].data;
    float product = 1.0f;
    for (size_t share = 0; share < SHARES; share++) {
        float own = 1.0f;
        for (size_t i = share; i < FACTORS; i += SHARES) own *= x[i];
        product *= own;
    }
    const double error = fabs((double)product - data.expected[1].value[0]);
    ck_assert_double_le(error, data.expected[1].allowed[0]);
    ck_assert_double_gt(error, 0.0);
    ck_assert_double_le(data.expected[1].allowed[0], 0.005); /* the bound is narrow: n 2^-24 */
    tool_data_free(&data);
}
