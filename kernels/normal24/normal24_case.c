/* normal24_case.c - inputs and reference of normal24. */
#include "case.h"
#include "number.h"
#include <math.h>

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

static uint32_t float_bits(const tool_element *e) {
    const uint32_t any = tool_any(e, 0);
    const float below_one = (float)(any >> 8) * 0x1p-24F;
    if (tool_is(e, "bits")) return any;
    if (tool_is(e, "special")) return special[any % (sizeof special / sizeof *special)] | (any & 0x80000000u);
    return xl__float_bits(form_of(e->problem)->sign && (any & 1u) ? -below_one : below_one);
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    if (!form_of(problem)->stencil || strcmp(distribution, "stencil") != 0) return XL_SUCCESS;
    const int status = tool_data_allocate(problem, problem->algorithm, STENCIL, data, error);
    for (size_t i = 0; i < data->elements[STENCIL] && status == XL_SUCCESS; i++)
        ((uint8_t *)data->in[STENCIL].data)[i] = (uint8_t)tool_random_at(seed, 1, i);
    return status;
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
/* Beside each form's own numbers, what is to be clamped. */
#define FORM(of, words, bits, how_many, last, off, planted)                                                  \
    {                                                                                                        \
        .name = #of, .help = (words), .settings = "form=" #of, .value = (bits), .count = (how_many),         \
        .last_bits = (last), .most = (off), .shows = (planted), WALKED                                       \
    }
#define UNSIGNED(of, off)                                                                                    \
    FORM(of, "all floats in [0, 1]", BITS, 0x3f800001, 0x3f800000, off, "before cut above_two one_lost")
#define SIGNED(of, off)                                                                                      \
    FORM(of, "all floats in [-1, 1]", SIGNED_BITS, 0x7f000002, 0xbf800000, off,                              \
         "before cut above_two one_lost")
#define SIGNED_HALVES(of, planted)                                                                           \
    FORM(of, "all halves in [-1, 1]", SIGNED_HALF_BITS, 2 * 15361, 0xbf800000, 0x1p-9, planted)
static const tool_domain domains[] = {
    UNSIGNED(unorm24, 0x1p-24),
    SIGNED(sign25, 0x1p-24),
    SIGNED(snorm24, 0x1p-23),
    UNSIGNED(depth_stencil, 0x1p-24),
    FORM(half11, "all halves in [0, 1]", HALF_BITS, 15361, 0x3f800000, 0x1p-11,
         "before cut above_two one_lost"),
    FORM(bfloat8, "all bfloat16 in [0, 1]", "(uint)i << 16", 0x3f81, 0x3f800000, 0x1p-8,
         "before cut above_two one_lost"),
    SIGNED_HALVES(half3, "before cut above_two one_lost"),
    SIGNED_HALVES(half3_open, "before cut above_two"),
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

const tool_case tool_case_normal24 = {
    .algorithm = &xl__algorithm_normal24,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=2003",
    .verify_settings = verify_settings,
    .bench_settings = (const char *const[]){"n=1048576", "n=16777216", NULL},
    .sweeps = sweeps,
    .domains = domains,
    .inputs = (const tool_input[]){{"x", float_bits}, {0}},
    .generate = generate,
    .reference = reference,
};
