/* Inputs and reference of normal24. */
#include "cases/case.h"
#include "cases/inputs.h"
#include "base/number.h"
#include "cases/walks.h"
#include <math.h>

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

/* uniform: [0, 1), signed forms (-1, 1). special: ends, halves of steps and their neighbours, clamped
   values, NaN. bits: any bit pattern. stencil: uniform, and a stencil. */
static uint32_t float_bits(const tool_element *e) {
    const uint32_t any = tool_any(e, 0);
    const float below_one = (float)(any >> 8) * 0x1p-24F;
    if (tool_is(e, "bits")) return any;
    if (tool_is(e, "special")) return tool_special_bits(XL_F32, 0, any >> 1) | (any << 31);
    return xl__float_bits(form_of(e->problem)->sign && (any & 1u) ? -below_one : below_one);
}

/* Steps from 0, with x's sign. A double times a power of two is exact; nearbyint rounds to even. */
static double steps_of(const form *f, int component, float x) {
    const double one = ldexp(1.0, f->bits[component]), most = f->no_one ? one - 1.0 : one;
    if (isnan(x)) return 0.0;
    return fmax(f->sign ? -most : 0.0, fmin(most, nearbyint((double)x * one)));
}

static void expect(const tool_part *t) {
    const form *f = form_of(t->problem);
    const uint8_t *stencil = t->in[STENCIL].data;
    uint32_t word = f->stencil && stencil ? stencil[t->i] : 0;
    for (int c = 0; c < f->parts; c++) {
        const size_t at = t->i * (size_t)f->parts + (size_t)c;
        const float x = tool_f32(t, X, at);
        const double steps = steps_of(f, c, x);
        word |= (uint32_t)fabs(steps) << f->place[c];
        if (f->sign && !isnan(x) && signbit(x)) word |= 1u << (f->place[c] + f->bits[c] + !f->no_one);
        t->expected[VALUE].value[at] = ldexp(steps, -f->bits[c]);
    }
    tool_expect_whole(&t->expected[CODE], t->i, word);
}

/* A form's values; last, the clamped ones. */
#define WALKED .size = "n", .input = "x", .reference = "exact"
#define FORM(word) WALKED, .name = (word), .settings = "form=" word, .result = "value"
#define SHOWN "before cut above_two" /* planted kernels; forms with an exact 1 add one_lost */
static const tool_domain domains[] = {
    {FORM("unorm24"), TOOL_UNIT_FLOATS, .most = 0x1p-24, .shows = SHOWN " one_lost"},
    {FORM("sign25"), TOOL_SIGNED_UNIT_FLOATS, .most = 0x1p-24, .shows = SHOWN " one_lost"},
    {FORM("snorm24"), TOOL_SIGNED_UNIT_FLOATS, .most = 0x1p-23, .shows = SHOWN " one_lost"},
    {FORM("depth_stencil"), TOOL_UNIT_FLOATS, .most = 0x1p-24, .shows = SHOWN " one_lost"},
    {FORM("half11"), TOOL_UNIT_HALVES, .most = 0x1p-11, .shows = SHOWN " one_lost"},
    {FORM("bfloat8"), TOOL_UNIT_BFLOATS, .most = 0x1p-8, .shows = SHOWN " one_lost"},
    {FORM("half3"), TOOL_SIGNED_UNIT_HALVES, .most = 0x1p-9, .shows = SHOWN " one_lost"},
    {FORM("half3_open"), TOOL_SIGNED_UNIT_HALVES, .most = 0x1p-9, .shows = SHOWN},
    {WALKED, TOOL_FLOATS_OUTSIDE_UNIT, .name = "outside", .settings = "form=unorm24", .shows = "above_only"},
    {.name = NULL}};

const tool_case tool_case_normal24 = {
    .algorithm = &xl__algorithm_normal24,
    .distributions = TOOL_TEXTS("uniform"),
    .edges = TOOL_TEXTS("special", "bits", "stencil"),
    .verify_base = "n=2003",
    .verify_settings = TOOL_TEXTS("form=unorm24", "form=sign25", "form=snorm24", "form=half11",
                                  "form=bfloat8", "form=depth_stencil", "form=half3", "form=half3_open"),
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps =
        TOOL_SWEEPS({.name = "form",
                     .question = "what does each form cost, and does it matter how it is computed?",
                     .title = "what is in a word",
                     .axis = "form=unorm24,sign25,snorm24,half11,bfloat8,depth_stencil,half3,half3_open",
                     .settings = TOOL_TEXTS("n=16777216", "distribution=uniform")}),
    .domains = domains,
    .inputs = (const tool_input[]){{"x", .bits = float_bits}, {"stencil", .only = "stencil"}, {0}},
    .parts = "n",
    .expect = expect,
};
