/* Inputs and reference of tilelights. */
#include "../common/fused_host.h"
#include "cases/case.h"
#include "minmax_host.h"
#include "tilelights_host.h"

enum { DEPTH, LIGHTS, BITS, COUNT, LIST }; /* indices in the table */

/* scene: slopes at several distances, a part undrawn, lights all over the view.
   flat: tiles whose depths differ in their last bits. small: tiny lights on the
   surfaces. around: lights around the camera. strange: NaN, infinities, no
   radius. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    const double *const value = problem->value;
    const size_t width = (size_t)value[TILELIGHTS_WIDTH], height = (size_t)value[TILELIGHTS_HEIGHT],
                 lights = (size_t)value[TILELIGHTS_LIGHTS];
    const bool small = strcmp(distribution, "small") == 0, around = strcmp(distribution, "around") == 0;
    const double near = value[TILELIGHTS_NEAR], far = value[TILELIGHTS_FAR];
    static const float strange[] = {NAN, INFINITY, -INFINITY, 3e38F, 0.0F, -1.0F};
    float *const depth = data->in[DEPTH].data, *const light = data->in[LIGHTS].data;
    for (size_t i = 0; i < width * height; i++) {
        const uint32_t any = tool_random_at(seed, 1, i),
                       tile = tool_random_at(seed, 2, i / width / 8 * width + i % width / 8);
        const double z = near * 2.0 + (tile >> 8) * 0x1p-24 * 20.0 + (any >> 8) * 0x1p-24;
        depth[i] = (float)(far * (z - near) / (z * (far - near)));
        if (strcmp(distribution, "flat") == 0)
            depth[i] = 0.97F + (float)(tile >> 8) * 0x1p-30F + (float)(any % 8) * 0x1p-24F;
        if (tile % 16 == 0 || any % 64 == 0) depth[i] = 2.0F;
    }
    for (size_t j = 0; j < lights; j++) {
        double unit[4];
        for (size_t k = 0; k < 4; k++) unit[k] = (tool_random_at(seed, 3, 4 * j + k) >> 8) * 0x1p-24;
        const double z = around ? 2.0 * unit[2] - 1.0 : 25.0 * unit[2];
        light[4 * j] = (float)((2.0 * unit[0] - 1.0) * (z + 1.0) * value[TILELIGHTS_SLOPE_X]);
        light[4 * j + 1] = (float)((2.0 * unit[1] - 1.0) * (z + 1.0) * value[TILELIGHTS_SLOPE_Y]);
        light[4 * j + 2] = (float)z;
        light[4 * j + 3] = (float)(small ? 0.01 + 0.1 * unit[3] : 0.3 + 2.0 * unit[3]);
        if (strcmp(distribution, "strange") == 0 && j % 3 == 0) light[4 * j + j % 4] = strange[j / 3 % 6];
    }
    return XL_SUCCESS;
}

/* ---- the kernels' test, in floats that are rounded once per step
 * ------------------------------------------ */

static float stretch_of(float a, float b) {
    return fused_float(fminf(fabsf(a), fabsf(b)), 0.41422F, fmaxf(fabsf(a), fabsf(b)));
}

static bool meets(float at, float z, float reach, double slope, size_t first, size_t end, size_t pixels) {
    const float size = (float)pixels, low = (float)slope * (float)(2.0 * (double)first - (double)pixels),
                high = (float)slope * (float)(2.0 * (double)end - (double)pixels), x = at * size;
    const float below = -(reach * stretch_of(low, size)), above = reach * stretch_of(high, size);
    return fused_float(-low, z, x) >= below && fused_float(-high, z, x) <= above;
}

static float depth_share(float d, float near, float far) {
    const float left = 1.0F - d, rest = left * far;
    return fused_float(d, near, rest);
}

typedef struct scene {
    const xl__problem *problem;
    const float *depth;
    size_t width, height, across, down, column, row;
    tile_code code;
    bool clear;
} scene;

static bool is_kept(const scene *s, const float *light) {
    const double *const value = s->problem->value;
    const float near = (float)value[TILELIGHTS_NEAR], far = (float)value[TILELIGHTS_FAR];
    const float product = (float)((double)far * (double)near);
    const float reach = light[3] * 1.001F, z = light[2];
    const float nearest = depth_share((float)s->code.least, near, far),
                farthest = depth_share((float)s->code.most, near, far);
    const float close = z + reach, away = z - reach, low = product * 0.999F, high = product * 1.001F;
    const float close_depth = close * nearest, away_depth = away * farthest;
    if (s->clear || !(light[3] > 0.0F) || !(close_depth >= low) || !(away_depth <= high)) return false;
    const size_t left = s->column * s->across, top = s->row * s->down;
    const size_t right = left + s->across < s->width ? left + s->across : s->width,
                 bottom = top + s->down < s->height ? top + s->down : s->height;
    return meets(light[0], z, reach, value[TILELIGHTS_SLOPE_X], left, right, s->width) &&
           meets(light[1], z, reach, value[TILELIGHTS_SLOPE_Y], top, bottom, s->height);
}

/* ---- every light at every pixel, in double
 * ---------------------------------------------------------------- */

/* True if the light reaches a drawn pixel's centre: a kernel that drops it is wrong. */
static bool reaches(const scene *s, const float *light) {
    const double *const value = s->problem->value;
    const double near = (double)(float)value[TILELIGHTS_NEAR], far = (double)(float)value[TILELIGHTS_FAR];
    for (size_t y = s->row * s->down; y < (s->row + 1) * s->down && y < s->height; y++)
        for (size_t x = s->column * s->across; x < (s->column + 1) * s->across && x < s->width; x++) {
            const double d = (double)s->depth[y * s->width + x];
            if (!(d >= 0.0 && d <= 1.0)) continue;
            const double z = near * far / (far - d * (far - near));
            const double dx =
                value[TILELIGHTS_SLOPE_X] * ((2.0 * (double)x + 1.0) / (double)s->width - 1.0) * z -
                (double)light[0];
            const double dy =
                value[TILELIGHTS_SLOPE_Y] * ((2.0 * (double)y + 1.0) / (double)s->height - 1.0) * z -
                (double)light[1];
            const double dz = z - (double)light[2], r = (double)light[3];
            if (r > 0.0 && dx * dx + dy * dy + dz * dz < r * r) return true;
        }
    return false;
}

static void expect(const tool_part *t) {
    const double *const value = t->problem->value;
    scene s = {.problem = t->problem,
               .depth = t->in[DEPTH].data,
               .width = (size_t)value[TILELIGHTS_WIDTH],
               .height = (size_t)value[TILELIGHTS_HEIGHT],
               .across = (size_t)value[TILELIGHTS_TILE_WIDTH],
               .down = (size_t)value[TILELIGHTS_TILE_HEIGHT]};
    const tile_ends ends = ends_of(s.depth, s.width, s.height, s.across, s.down, t->i);
    const size_t columns = xl__blocks(s.width, s.across), lights = (size_t)value[TILELIGHTS_LIGHTS],
                 words = xl__blocks(lights, 32);
    size_t kept = 0;
    s.column = t->i % columns;
    s.row = t->i / columns;
    s.clear = ends.clear;
    s.code = code_of(ends, (int)value[TILELIGHTS_ENCODING], false);
    for (size_t w = 0; w < words; w++) {
        uint32_t word = 0;
        for (size_t j = 32 * w; j < 32 * w + 32 && j < lights; j++) {
            const float *const light = (const float *)t->in[LIGHTS].data + 4 * j;
            if (!is_kept(&s, light) && !reaches(&s, light)) continue;
            word |= UINT32_C(1) << j % 32;
            tool_expect_whole(&t->expected[LIST], t->i * lights + kept++, j);
        }
        tool_expect_whole(&t->expected[BITS], t->i * words + w, word);
    }
    tool_expect_whole(&t->expected[COUNT], t->i, kept);
    for (; kept < lights; kept++) tool_expect_whole(&t->expected[LIST], t->i * lights + kept, UINT32_MAX);
}

const tool_case tool_case_tilelights = {
    .algorithm = &xl__algorithm_tilelights,
    .distributions = TOOL_TEXTS("scene"),
    .edges = TOOL_TEXTS("flat", "small", "around", "strange"),
    .verify_base = "width=51 height=37 lights=70",
    .verify_settings =
        TOOL_TEXTS("tile_width=16 tile_height=16", "tile_width=16 tile_height=16 encoding=ratio",
                   "tile_width=8 tile_height=5 encoding=ratio far=1000",
                   "tile_width=8 tile_height=8 encoding=word slope_x=0.5 near=0.5",
                   "tile_width=8 tile_height=8 near=0.000001 far=8192"),
    .bench_settings = TOOL_TEXTS("width=1920 height=1080 lights=256", "width=1920 height=1080 lights=4096"),
    .generate = generate,
    .parts = "tiles",
    .expect = expect,
};
