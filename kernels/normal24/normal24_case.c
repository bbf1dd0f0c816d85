/* normal24_case.c - inputs, reference and cost of normal24. */
#include "case.h"
#include "random.h"
#include <math.h>
#include <string.h>

/* Places in the tables of normal24.c, and what the forms are. */
enum { N, FORM, X = 0, STENCIL, CODE, VALUE };
typedef struct form {
    int parts, bits[3], place[3]; /* components; of each: steps of 2^-bits, from bit number `place` on */
    bool sign, no_one, stencil;
} form;
static const form forms[] = {
    {.parts = 1, .bits = {23}},
    {.parts = 1, .bits = {23}, .sign = true},
    {.parts = 1, .bits = {22}, .sign = true},
    {.parts = 1, .bits = {10}},
    {.parts = 1, .bits = {7}},
    {.parts = 1, .bits = {23}, .place = {8}, .stencil = true},
    {.parts = 3, .bits = {9, 9, 8}, .place = {0, 11, 22}, .sign = true},
    {.parts = 3, .bits = {9, 9, 9}, .place = {0, 10, 20}, .sign = true, .no_one = true},
};

static const form *form_of(const xl__problem *problem) {
    return &forms[(int)problem->value[FORM]];
}

/* uniform: [0, 1), signed forms (-1, 1). special: ends, halves of steps and their neighbours, what is
   clamped, NaN. bits: any bit pattern. stencil: uniform, and a stencil. */
static const char *const distributions[] = {"uniform", NULL};
static const char *const edges[] = {"special", "bits", "stencil", NULL};

/* Near 1 below, 1, above; 0, the least floats, where the sum of 1 begins to move; -0.3, infinities, NaN. */
static const uint32_t special[] = {
    0x3f7fffffu, 0x3f800000u, 0x3f800001u, 0x3f7ffffeu, 0x3f7fefffu, 0x3f7ff000u, 0x3f7f7fffu, 0x3f7f8000u,
    0x00000000u, 0x00000001u, 0x00800000u, 0x33800000u, 0x33800001u, 0x33ffffffu, 0x34000000u, 0x3a000000u,
    0x3a000001u, 0x3b800000u, 0x3e99999au, 0x40000000u, 0x7f7fffffu, 0x7f800000u, 0x7fc00000u, 0x7f800001u};

static uint32_t bits_at(const char *distribution, uint32_t any) {
    if (strcmp(distribution, "bits") == 0) return any;
    return special[any % (sizeof special / sizeof *special)] | (any & 0x80000000u);
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const bool stencil = form_of(problem)->stencil && strcmp(distribution, "stencil") == 0;
    const bool uniform = strcmp(distribution, "uniform") == 0 || strcmp(distribution, "stencil") == 0;
    int status = tool_data_allocate(problem, problem->algorithm, X, data, error);
    if (status == XL_SUCCESS && stencil)
        status = tool_data_allocate(problem, problem->algorithm, STENCIL, data, error);
    if (status != XL_SUCCESS) return status;
    for (size_t i = 0; i < data->elements[X]; i++) {
        const uint32_t any = tool_random_at(seed, 0, i), bits = bits_at(distribution, any);
        const float below_one = (float)(any >> 8) * 0x1p-24F;
        float *const x = &((float *)data->in[X].data)[i];
        if (uniform)
            *x = form_of(problem)->sign && (any & 1u) ? -below_one : below_one;
        else
            memcpy(x, &bits, sizeof bits);
    }
    for (size_t i = 0; stencil && i < data->elements[STENCIL]; i++)
        ((uint8_t *)data->in[STENCIL].data)[i] = (uint8_t)tool_random_at(seed, 1, i);
    return XL_SUCCESS;
}

/* Steps from 0, negative for a negative number, in double precision: its product with a power of two is
   exact, and nearbyint rounds to even. */
static double steps_of(const form *f, int component, float x) {
    const double one = ldexp(1.0, f->bits[component]), most = f->no_one ? one - 1.0 : one;
    if (isnan(x)) return 0.0;
    return fmax(f->sign ? -most : 0.0, fmin(most, nearbyint((double)x * one)));
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const form *f = form_of(problem);
    const float *x = data->in[X].data;
    const uint8_t *stencil = data->in[STENCIL].data;
    for (size_t i = 0; i < data->elements[CODE]; i++) {
        uint32_t word = f->stencil && stencil ? stencil[i] : 0;
        for (int c = 0; c < f->parts; c++) {
            const size_t at = i * (size_t)f->parts + (size_t)c;
            const double steps = steps_of(f, c, x[at]);
            const int sign_at = f->place[c] + f->bits[c] + (f->no_one ? 0 : 1);
            word |= (uint32_t)fabs(steps) << f->place[c];
            if (f->sign && !isnan(x[at]) && signbit(x[at])) word |= UINT32_C(1) << sign_at;
            data->expected[VALUE].value[at] = ldexp(steps, -f->bits[c]);
        }
        ((uint32_t *)data->expected[CODE].exact)[i] = word;
    }
    return XL_SUCCESS;
}

static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    (void)strategy;
    const double n = problem->value[N], parts = (double)form_of(problem)->parts,
                 group = (double)problem->group_size;
    *out = (tool_cost){.bytes = n * (4.0 + 8.0 * parts),
                       .operations = n * parts * 4.0,
                       .work_items = ceil(n / group) * group,
                       .steps_per_lane = parts};
}

static const char *const verify_settings[] = {"form=unorm24", "form=sign25",     "form=snorm24",
                                              "form=half11",  "form=bfloat8",    "form=depth_stencil",
                                              "form=half3",   "form=half3_open", NULL};

static const tool_sweep sweeps[] = {
    {.name = "form",
     .question = "what does each form cost, and does it matter how it is computed?",
     .title = "what is in a word",
     .axis = "form=unorm24,sign25,snorm24,half11,bfloat8,depth_stencil,half3,half3_open",
     .settings = (const char *const[]){"n=16777216", "distribution=uniform", NULL}},
    {.name = NULL}};

#define BITS "(uint)i"
#define SIGNED_BITS "(uint)(i >> 1) | (uint)(i & 1) << 31"
/* Number i of the 15361 halves from 0 to 1: below 2^-14 they are multiples of 2^-24. */
#define HALF_BITS "i < 1024 ? as_uint((float)i * 0x1p-24f) : (uint)(i << 13) + 0x38000000u"
#define SIGNED_HALF_BITS                                                                                     \
    "((i >> 1) < 1024 ? as_uint((float)(i >> 1) * 0x1p-24f) : (uint)((i >> 1) << 13) + 0x38000000u)"         \
    " | (uint)(i & 1) << 31"
#define WALKED .size = "n", .input = "x", .reference = "exact", .result = "value", .first_bits = 0
#define UNSIGNED_FLOATS                                                                                      \
    .help = "all floats in [0, 1]", .value = BITS, .count = 0x3f800001, .last_bits = 0x3f800000,             \
    .shows = "before cut above_two one_lost", WALKED
#define SIGNED_FLOATS                                                                                        \
    .help = "all floats in [-1, 1]", .value = SIGNED_BITS, .count = 0x7f000002, .last_bits = 0xbf800000,     \
    .shows = "before cut above_two one_lost", WALKED
#define SIGNED_HALVES                                                                                        \
    .help = "all halves in [-1, 1]", .value = SIGNED_HALF_BITS, .count = 2 * 15361, .last_bits = 0xbf800000, \
    WALKED

/* Beside each form's own numbers, what is to be clamped. */
static const tool_domain domains[] = {
    {.name = "unorm24", .settings = "form=unorm24", .most = 0x1p-24, UNSIGNED_FLOATS},
    {.name = "sign25", .settings = "form=sign25", .most = 0x1p-24, SIGNED_FLOATS},
    {.name = "snorm24", .settings = "form=snorm24", .most = 0x1p-23, SIGNED_FLOATS},
    {.name = "depth_stencil", .settings = "form=depth_stencil", .most = 0x1p-24, UNSIGNED_FLOATS},
    {.name = "half11",
     .help = "all halves in [0, 1]",
     .settings = "form=half11",
     .value = HALF_BITS,
     .count = 15361,
     .last_bits = 0x3f800000,
     .most = 0x1p-11,
     .shows = "before cut above_two one_lost",
     WALKED},
    {.name = "bfloat8",
     .help = "all bfloat16 in [0, 1]",
     .settings = "form=bfloat8",
     .value = "(uint)i << 16",
     .count = 0x3f81,
     .last_bits = 0x3f800000,
     .most = 0x1p-8,
     .shows = "before cut above_two one_lost",
     WALKED},
    {.name = "half3",
     .settings = "form=half3",
     .most = 0x1p-9,
     .shows = "before cut above_two one_lost",
     SIGNED_HALVES},
    {.name = "half3_open",
     .settings = "form=half3_open",
     .most = 0x1p-9,
     .shows = "before cut above_two",
     SIGNED_HALVES},
    {.name = "outside",
     .help = "all floats outside of [0, 1], infinities and NaN among them",
     .settings = "form=unorm24",
     .size = "n",
     .input = "x",
     .value = "i < 0x40800000 - 1 ? 0x3f800001u + (uint)i : 0x80000000u + (uint)(i - (0x40800000 - 1))",
     .count = 0xc07fffff,
     .first_bits = 0x3f800001,
     .last_bits = 0xffffffff,
     .reference = "exact",
     .shows = "above_only"},
    {.name = NULL}};

extern const xl__algorithm xl__algorithm_normal24;

const tool_case tool_case_normal24 = {
    .algorithm = &xl__algorithm_normal24,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=2003",
    .verify_settings = verify_settings,
    .bench_settings = (const char *const[]){"n=1048576", "n=16777216", NULL},
    .sweeps = sweeps,
    .domains = domains,
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
