/* Inputs and reference of minmax. */
#include "base/number.h"
#include "cases/case.h"
#include "cases/walks.h"
#include "minmax_host.h"

enum { WIDTH, HEIGHT, TILE_WIDTH, TILE_HEIGHT, ENCODING, ROUNDING, DEPTH = 0, CODE, BOUNDS };

/* scene: slopes and noise, like a picture. uniform: [0, 1). flat: tiles that
   differ in their last bits. near: 0 to 2^-15, some tiles entirely 0. drawn:
   half of the pixels, and many whole tiles, are undrawn. bits: any bit pattern.
   ties: within two floats of halfway between two codes. */
static uint32_t depth_bits(const tool_element *e) {
    const uint64_t width = (uint64_t)e->problem->value[WIDTH], x = e->i % width, y = e->i / width;
    const uint32_t any = tool_any(e, 0), tile = tool_random_at(e->seed, 1, y / 16 * width + x / 16);
    const float unit = (float)(any >> 8) * 0x1p-24F, base = (float)(tile >> 8) * 0x1p-24F;
    const float halfway = (float)(((double)(tile % 65535) + 0.5) / 65535.0);
    float out = unit;
    if (tool_is(e, "bits")) return any;
    if (tool_is(e, "flat")) return xl__float_bits(base) + any % 64;
    if (tool_is(e, "ties")) return xl__float_bits(halfway) + any % 5 - 2;
    if (tool_is(e, "scene")) out = base * 0.9F + unit * 0.05F + (float)(x % 16) * 0.003F;
    if (tool_is(e, "near")) out = tile % 4 == 0 ? 0.0F : unit * base * 0x1p-15F;
    if (tool_is(e, "drawn") && (tile % 2 || any % 2)) out = any % 4 < 2 ? 2.0F : -0.5F;
    return xl__float_bits(out);
}

static void expect(const tool_part *t) {
    const double *const value = t->problem->value;
    const int encoding = (int)value[ENCODING];
    const tile_ends ends = ends_of(t->in[DEPTH].data, (size_t)value[WIDTH], (size_t)value[HEIGHT],
                                   (size_t)value[TILE_WIDTH], (size_t)value[TILE_HEIGHT], t->i);
    const tile_code code = code_of(ends, encoding, value[ROUNDING] == 0.0);
    tool_expect_whole(&t->expected[CODE], t->i, code.low | code.high << (encoding == WORD ? 15 : 16));
    t->expected[BOUNDS].value[2 * t->i] = code.least;
    t->expected[BOUNDS].value[2 * t->i + 1] = code.most;
}

/* Two pixels, the smaller depth first; in walks over all floats both are equal. */
#define PAIRS .size = "height", .input = "depth", .reference = "exact", .result = "bounds"
#define NEARLY_FLAT                                                                                          \
    .help = "two depths less than 1024 floats apart",                                                        \
    .value = "sub_sat(as_uint(domain_unit(i, 0u, seed)), part ? 0u : "                                       \
             "domain_random(i, 1u, seed) & 0x3ffu)",                                                         \
    .count = 1000000000
#define RANDOM                                                                                               \
    .help = "two depths in [0, 1)",                                                                          \
    .value = "as_uint(part ? fmax(domain_unit(i, 0u, seed), domain_unit(i, 1u, "                             \
             "seed))"                                                                                        \
             " : fmin(domain_unit(i, 0u, seed), domain_unit(i, 1u, seed)))",                                 \
    .count = 1000000000
/* Only the minimum is measured, with a maximum of about a quarter. */
#define QUARTER                                                                                              \
    .help = "minimum, with a maximum in [0.2, 0.25)", .sides = "=.", .count = 1000000000,                    \
    .value = "as_uint((0.2f + 0.05f * domain_unit(i, 0u, seed)) * (part ? 1.0f "                             \
             ": domain_unit(i, 1u, seed)))"
/* `most` is a share of a step, plus 0.1% for other roundings. */
#define CONSERVATIVE(encoding_word, bits)                                                                    \
    PAIRS, .settings = "width=2 tile_width=2 tile_height=1 rounding=conservative encoding=" encoding_word,   \
           .sides = "<>", .most = 1.001 / ((1 << (bits)) - 1)
#define NEAREST(encoding_word, share, bits)                                                                  \
    PAIRS, .settings = "width=2 tile_width=2 tile_height=1 rounding=nearest encoding=" encoding_word,        \
           .most = (share)*1.001 / ((1 << (bits)) - 1)

static const tool_domain domains[] = {
    {.name = "random_direct", RANDOM, CONSERVATIVE("direct", 16), .shows = "cuts one_lane"},
    {.name = "random_ratio", RANDOM, CONSERVATIVE("ratio", 16), .shows = "published cuts one_lane"},
    {.name = "random_word", RANDOM, CONSERVATIVE("word", 15), .shows = "published cuts one_lane"},
    {.name = "flat_direct", TOOL_UNIT_FLOATS, CONSERVATIVE("direct", 16), .shows = "as_clear cuts"},
    {.name = "flat_ratio", TOOL_UNIT_FLOATS, CONSERVATIVE("ratio", 16), .shows = "published as_clear cuts"},
    {.name = "flat_word", TOOL_UNIT_FLOATS, CONSERVATIVE("word", 15), .shows = "published as_clear cuts"},
    {.name = "nearly_ratio", NEARLY_FLAT, CONSERVATIVE("ratio", 16), .shows = "published cuts one_lane"},
    {.name = "nearest_direct", RANDOM, NEAREST("direct", 0.5, 16), .shows = "one_lane"},
    {.name = "nearest_ratio", RANDOM, NEAREST("ratio", 1.0, 16), .shows = "published one_lane"},
    {.name = "nearest_word", RANDOM, NEAREST("word", 0.5, 15), .shows = "published one_lane"},
    {.name = "quarter_direct", QUARTER, NEAREST("direct", 0.5, 16), .shows = "one_lane"},
    {.name = "quarter_ratio", QUARTER, NEAREST("ratio", 0.125, 16), .shows = "published one_lane"},
    {.name = "quarter_word", QUARTER, NEAREST("word", 0.125, 15), .shows = "published one_lane"},
    {.name = NULL}};

const tool_case tool_case_minmax = {
    .algorithm = &xl__algorithm_minmax,
    .distributions = TOOL_TEXTS("scene", "uniform"),
    .edges = TOOL_TEXTS("flat", "near", "drawn", "bits", "ties"),
    .verify_base = "width=163 height=75",
    .verify_settings =
        TOOL_TEXTS("encoding=ratio rounding=conservative", "encoding=direct", "encoding=ratio",
                   "encoding=word", "encoding=direct rounding=conservative",
                   "encoding=word rounding=conservative", "tile_width=3 tile_height=5 encoding=word"),
    .bench_settings = TOOL_TEXTS("width=1920 height=1080", "width=3840 height=2160"),
    .domains = domains,
    .inputs = (const tool_input[]){{"depth", .bits = depth_bits}, {0}},
    .parts = "tiles",
    .expect = expect,
};
