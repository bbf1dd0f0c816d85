/* spheres.c - the table of spheres: points take on the colours of spheres, one after another (README.md). */
#include "spheres_table.h"

/* Indices are 32-bit in the kernels, and the last block may reach one sub-group's worth of items past the
 * end. */
#define MOST_ELEMENTS 2147418112.0

static const xl__param params[] = {
    [SPHERES_POINTS] = {"points", XL__INT, XL__RUNTIME, 1024, 0, MOST_ELEMENTS, NULL, "points",
                        "points to colour, or width and height", true},
    [SPHERES_SPHERES] = {"spheres", XL__INT, XL__RUNTIME, 1024, 0, MOST_ELEMENTS, NULL, "spheres",
                         "spheres, later ones cover earlier ones", true},
    [SPHERES_CHANNELS] = {"channels", XL__INT, XL__PROBLEM, 3, 1, 4, NULL, "floats", "components of a colour",
                          true},
    [SPHERES_MODEL] = {"model", XL__CHOICE, XL__PROBLEM, SPHERES_QUADRATIC, 0, 1, "linear|quadratic", NULL,
                       "influence: 1 - d / r or 1 - d^2 / r^2, not below 0", false},
    [SPHERES_WIDTH] = {"width", XL__INT, XL__RUNTIME, 0, 0, 65536, NULL, "pixels",
                       "of the image whose pixels are the points, 0 = none", false},
    [SPHERES_HEIGHT] = {"height", XL__INT, XL__RUNTIME, 0, 0, 65536, NULL, "pixels", "of that image", false},
    [SPHERES_WEIGHTS] = {"weights", XL__CHOICE, XL__TUNING, 0, 0, 2, "auto|lane|pass", NULL,
                         "1 / r or 1 / r^2: as a lane loads a sphere, or by a pass before", false},
    [SPHERES_ITEMS] = {"items", XL__INT, XL__TUNING, 0, 0, 16, NULL, "spheres",
                       "spheres that a lane takes at once in deferred and group, 0 = chosen", false},
    [SPHERES_LAYOUT] = {"layout", XL__CHOICE, XL__TUNING, 0, 0, 2, "auto|blocks|runs", NULL,
                        "these spheres: a width apart, so that lanes read side by side, or consecutive",
                        false},
    [SPHERES_PER_SUB_GROUP] = {"per_sub_group", XL__INT, XL__TUNING, 4, 1, 16, NULL, "points",
                               "points of a sub-group in shared", false},
    [SPHERES_GROUP] = {"group", XL__INT, XL__TUNING, 0, 0, 1024, NULL, "work-items",
                       "work-group size, 0 = chosen", false},
};

static const xl__array_desc arrays[] = {
    [SPHERES_IN_POINTS] = {"points",
                           {XL_F32},
                           XL__IN_OPTIONAL,
                           {"points", "3"},
                           XL__NO_PICTURE,
                           "x, y, z; without them the pixels of a width x height image"},
    [SPHERES_IN_SPHERES] =
        {"spheres", {XL_F32}, XL__IN, {"spheres", "4"}, XL__NO_PICTURE, "centre x, y, z and radius"},
    [SPHERES_IN_COLORS] =
        {"colors", {XL_F32}, XL__IN, {"spheres", "channels"}, XL__NO_PICTURE, "of the spheres"},
    [SPHERES_RESULT] =
        {"result", {XL_F32}, XL__OUT, {"points", "channels"}, XL__COLOR, "colours of the points"},
};

float xl__spheres_image(const xl__problem *problem, uint32_t *width) {
    const long long columns = xl__int(problem, SPHERES_WIDTH), rows = xl__int(problem, SPHERES_HEIGHT);
    const long long longer = rows > columns ? rows : columns;
    *width = columns > 0 ? (uint32_t)columns : 1;
    return longer > 0 ? 1.0f / (float)longer : 1.0f;
}

/* ---- plan ------------------------------------------------------------------------------------------ */

/* As many as leave every lane a full share, up to 4: loads and scans of 4 spheres are then under way at once.
 */
static int suitable_items(const xl__problem *problem) {
    int items = 4;
    while (items > 1 && (long long)items * problem->width > xl__int(problem, SPHERES_SPHERES)) items /= 2;
    return items;
}

/* A pass over the spheres costs a launch, a reciprocal a load costs most where loads are many. */
static int suitable_weights(const xl__problem *problem) {
    const double loads = problem->value[SPHERES_POINTS] * problem->value[SPHERES_SPHERES];
    return loads > 67108864.0 ? SPHERES_WEIGHTS_PASS : SPHERES_WEIGHTS_LANE;
}

/* What is left to be chosen is decided here, once: launches may have fewer points and spheres. */
static int prepare(xl__prepare *p) {
    xl__problem *problem = p->problem;
    if (xl__int(problem, SPHERES_WEIGHTS) == SPHERES_WEIGHTS_AUTO)
        problem->value[SPHERES_WEIGHTS] = suitable_weights(problem);
    const bool pass = xl__int(problem, SPHERES_WEIGHTS) == SPHERES_WEIGHTS_PASS;
    xl__define(p, "CHANNELS", xl__int(problem, SPHERES_CHANNELS));
    xl__define(p, "MODEL", xl__int(problem, SPHERES_MODEL));
    xl__define(p, "WEIGHTS_PREPARED", pass);
    if (pass)
        p->scratch_bytes = (size_t)xl__int(problem, SPHERES_SPHERES) * 4 * sizeof(float);
    else
        p->skipped = 1u << 1;
    return XL_SUCCESS;
}

/* Where a collective costs barriers or a loop over the lanes, runs take the fewest; elsewhere reads that lie
   side by side are worth more. */
static int prepare_items(xl__prepare *p) {
    xl__problem *problem = p->problem;
    if (xl__int(problem, SPHERES_ITEMS) == 0) problem->value[SPHERES_ITEMS] = suitable_items(problem);
    if (xl__int(problem, SPHERES_LAYOUT) == SPHERES_LAYOUT_AUTO)
        problem->value[SPHERES_LAYOUT] =
            problem->emulated || problem->cpu ? SPHERES_LAYOUT_RUNS : SPHERES_LAYOUT_BLOCKS;
    xl__define(p, "ITEMS", xl__int(problem, SPHERES_ITEMS));
    xl__define(p, "LAYOUT", xl__int(problem, SPHERES_LAYOUT) == SPHERES_LAYOUT_RUNS);
    return prepare(p);
}

static int prepare_shared(xl__prepare *p) {
    xl__define(p, "PER_SUB_GROUP", xl__int(p->problem, SPHERES_PER_SUB_GROUP));
    return prepare(p);
}

/* A work-group a point: as many sub-groups as leave each two blocks of spheres, up to 1024 work-items and 32
   sub-groups, whose maps one work-item applies; local memory holds a map each. */
static int prepare_whole_group(xl__prepare *p) {
    enum { MOST_WORK_ITEMS = 1024, MOST_SUB_GROUPS = 32, MAP_BYTES = 32 };
    xl__problem *problem = p->problem;
    const size_t width = (size_t)problem->width;
    const int status = prepare_items(p);
    if (status != XL_SUCCESS) return status;
    if (xl__int(problem, SPHERES_GROUP) == 0) {
        const size_t block = width * (size_t)xl__int(problem, SPHERES_ITEMS);
        const size_t most =
            problem->largest_group < MOST_WORK_ITEMS ? problem->largest_group : MOST_WORK_ITEMS;
        size_t count = xl__blocks((size_t)xl__int(problem, SPHERES_SPHERES), 2 * block);
        if (count > MOST_SUB_GROUPS) count = MOST_SUB_GROUPS;
        if (count * width > most) count = most / width;
        problem->group_size = (count > 0 ? count : 1) * width;
    }
    const size_t bytes = problem->group_size / width * MAP_BYTES;
    if (bytes > problem->local_bytes)
        return xl__fail(p->error, XL_UNSUPPORTED,
                        "a work-group of %zu sub-groups needs %zu bytes of local memory",
                        problem->group_size / width, bytes);
    return XL_SUCCESS;
}

/* For planted kernels whose bug lies between lanes. */
static int prepare_lanes(xl__prepare *p) {
    if (p->problem->width < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a sub-group of one lane cannot show this bug");
    return prepare(p);
}

/* For a planted kernel whose bug lies between sub-groups: four of them, whatever was asked for. */
static int prepare_parts(xl__prepare *p) {
    xl__problem *problem = p->problem;
    if (problem->largest_group < 4 * (size_t)problem->width)
        return xl__fail(p->error, XL_UNSUPPORTED, "needs a work-group of 4 sub-groups to show this bug");
    problem->group_size = 4 * (size_t)problem->width;
    return prepare(p);
}

static int prepare_wrong_width(xl__prepare *p) {
    xl__define(p, "SG_PLANT_WRONG_WIDTH", 1);
    return prepare_items(p);
}

/* ---- launches -------------------------------------------------------------------------------------- */

/* Kernel 0 colours the points, kernel 1 prepares the weights. Without spheres all is black and nothing is
 * run. */
static int enqueue(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    const size_t points = (size_t)xl__int(problem, SPHERES_POINTS);
    const size_t spheres = (size_t)xl__int(problem, SPHERES_SPHERES);
    const bool pass = xl__int(problem, SPHERES_WEIGHTS) == SPHERES_WEIGHTS_PASS;
    if (spheres == 0)
        return xl__fill(e, SPHERES_RESULT, 0, 0,
                        points * (size_t)xl__int(problem, SPHERES_CHANNELS) * sizeof(float));
    if (pass) {
        xl__begin(e, 1);
        xl__arg_array(e, SPHERES_IN_SPHERES);
        xl__arg_scratch(e);
        xl__arg_uint(e, (uint32_t)spheres);
        xl__go_pass(e, spheres); /* an error sticks and is returned below */
    }
    uint32_t width = 0;
    const float step = xl__spheres_image(problem, &width);
    xl__begin(e, 0);
    xl__arg_array(e, SPHERES_IN_POINTS);
    if (pass)
        xl__arg_scratch(e);
    else
        xl__arg_array(e, SPHERES_IN_SPHERES);
    xl__arg_array(e, SPHERES_IN_COLORS);
    xl__arg_array(e, SPHERES_RESULT);
    xl__arg_uint(e, (uint32_t)points);
    xl__arg_uint(e, (uint32_t)spheres);
    xl__arg_uint(e, width);
    xl__arg_float(e, step);
    return xl__go_rows(e, points);
}

static size_t points_of_shared(const xl__problem *problem) {
    return xl__row_a_sub_group(problem) * (size_t)xl__int(problem, SPHERES_PER_SUB_GROUP);
}

/* ---- strategies ------------------------------------------------------------------------------------ */

/* A strategy's kernel is named after it. RIGHT ones stand in a file of their own where they have tuning
   values of their own, so that no other kernel is compiled again for these; WRONG ones in wrong.cl. */
#define PREPARE "spheres/prepare.cl:spheres_prepare"
#define RIGHT(name, file, prepare, points_per_group, help)                                                   \
    {                                                                                                        \
        name, help, "spheres/" file, {"spheres_" name, PREPARE}, XL__GROUP_UNIFORM, 0, OPS, prepare,         \
            enqueue, points_per_group                                                                        \
    }
#define WRONG(name, prepare, points_per_group, help)                                                         \
    {                                                                                                        \
        name, help, "spheres/wrong.cl", {"spheres_" name, PREPARE}, XL__GROUP_UNIFORM, XL__WRONG, OPS,       \
            prepare, enqueue, points_per_group                                                               \
    }
#define OPS "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 scan_exclusive_mul:f32 reduce_add:f32"

static const xl__strategy strategies[] = {
    [SPHERES_NAIVE] = {"naive",
                       "a work-item a point: one loop over the spheres",
                       "spheres/spheres.cl",
                       {"spheres_naive", PREPARE},
                       XL__NO_SUB_GROUPS,
                       0,
                       NULL,
                       prepare,
                       enqueue,
                       xl__row_a_work_item},
    [SPHERES_CONTINUED] = RIGHT("continued", "spheres.cl", prepare, xl__row_a_sub_group,
                                "a sub-group a point, a sphere a lane; a sum a block"),
    [SPHERES_DEFERRED] = RIGHT("deferred", "deferred.cl", prepare_items, xl__row_a_sub_group,
                               "a sub-group a point, a run of spheres a lane; one sum at the end"),
    [SPHERES_SHARED] = RIGHT("shared", "shared.cl", prepare_shared, points_of_shared,
                             "a sub-group for several points, which share its loads of spheres"),
    [SPHERES_WHOLE_GROUP] = RIGHT("group", "group.cl", prepare_whole_group, xl__row_a_group,
                                  "a work-group a point, a part of the spheres a sub-group"),
    WRONG("tail", prepare_lanes, xl__row_a_sub_group,
          "lanes past the first sphere are counted: wrong where spheres is no multiple of the width"),
    WRONG("order", prepare, xl__row_a_sub_group,
          "blocks from the first sphere: earlier spheres cover later ones"),
    WRONG("unclamped", prepare, xl__row_a_sub_group, "influence below 0 outside of a sphere is counted"),
    WRONG("zero_radius", prepare, xl__row_a_sub_group, "1 / r^2 of a radius of 0: NaN at the centre"),
    WRONG("part_order", prepare_parts, xl__row_a_group,
          "the sub-groups' maps are applied from the last spheres to the first"),
    {"wrong_width",
     "deferred, right, but reporting twice the width that ran",
     "spheres/deferred.cl",
     {"spheres_deferred", PREPARE},
     XL__GROUP_UNIFORM,
     XL__WRONG,
     OPS,
     prepare_wrong_width,
     enqueue,
     xl__row_a_sub_group},
};

/* First simple rule, from launches counted in lanes. A device holds some 1024 work-items a compute unit at
   work: with that many points a work-item each is enough, and on a CPU a compute unit is one core whose
   compiler vectorises over points. With fewer points every one gets a sub-group, with very few a work-group.
   A sub-group needs spheres for its lanes. */
static int choose(xl__problem *problem) {
    const double points = problem->value[SPHERES_POINTS], spheres = problem->value[SPHERES_SPHERES];
    const double width = problem->width, units = problem->compute_units;
    if (problem->cpu) return SPHERES_NAIVE;
    if (spheres < width || points >= 1024.0 * units) return SPHERES_NAIVE;
    return points < 2.0 * units && spheres >= 8.0 * width ? SPHERES_WHOLE_GROUP : SPHERES_DEFERRED;
}

const xl__algorithm xl__algorithm_spheres = {
    .name = "spheres",
    .help = "points take on the colours of spheres, one after another, by their influence",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .arrays = arrays,
    .array_count = (int)(sizeof arrays / sizeof *arrays),
    .strategies = strategies,
    .strategy_count = (int)(sizeof strategies / sizeof *strategies),
    .shape = {"points", "spheres"},
    .product = {"points", "width", "height"},
    .main_job = true,
    .choose = choose,
};
