/* scalarize.c - the table of scalarize: a light of another kind on each lane (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    {.name = "n",
     .role = XL__RUNTIME,
     .initial = 1048576,
     .most = 268435456,
     .unit = "points",
     .help = "that are shaded, each with one light",
     .size = true},
    {.name = "lights",
     .role = XL__RUNTIME,
     .initial = 64,
     .most = 16777216,
     .unit = "lights",
     .help = "to choose from",
     .size = true},
    {.name = "key",
     .kind = XL__CHOICE,
     .role = XL__TUNING,
     .most = 1,
     .choices = "kind|light",
     .help = "what lanes share that have their turn together"},
    {.name = "group", .role = XL__TUNING, .most = 1024, .help = "work-items per work-group, 0 = chosen"},
};

static const xl__array_desc arrays[] = {
    {.name = "points", .types = {XL_F32}, .shape = {"n", "3"}, .help = "x, y, z"},
    {.name = "normals", .types = {XL_F32}, .shape = {"n", "3"}, .help = "of the surface there, of length 1"},
    {.name = "which", .types = {XL_U32}, .shape = {"n"}, .help = "the number of the point's light"},
    {.name = "kinds",
     .types = {XL_U32},
     .shape = {"lights"},
     .help = "0 point, 1 spot, 2 directional, 3 area"},
    {.name = "lights",
     .types = {XL_F32},
     .shape = {"lights", "16"},
     .help = "position, radius, direction, angles, axes (README.md)"},
    {.name = "result",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = {"n"},
     .help = "how much light arrives; 0 where there is no such light"},
};

static const xl__size sizes[] = {
    {.name = "waves", .is = "blocks(n, lanes)"},
    {.name = "keys", .is = "min(lanes, key == kind ? min(lights, 4) : lights)"},
    {0},
};

/* A sub-group whose lanes agree takes one turn, any other as many as it has different keys. */
static const xl__measure measures[] = {
    {.name = "turns",
     .unit = "turns",
     .help = "of all sub-groups together",
     .least = "0",
     .most = "waves * keys"},
    {.name = "most_turns", .unit = "turns", .help = "of one sub-group", .least = "0", .most = "keys"},
    {.name = "agreed", .unit = "sub-groups", .help = "that took one turn", .least = "0", .most = "waves"},
    {.name = "astray",
     .unit = "turns",
     .help = "more, or fewer, than the sub-group's lanes have different keys",
     .least = "0",
     .most = "0"},
    {0},
};

#define ARGS(more) "points, normals, which, kinds, lights, result, " more "uint n, uint lights"
#define TURNS(kernel_name)                                                                                   \
    .flow = XL__SUB_GROUP_UNIFORM, .ops = "ballot broadcast:u32", .tuning = "key group",                     \
    .measures = measures, .rows = "group", .passes = (const xl__pass[]) {                                    \
        {.kernel = (kernel_name), .args = ARGS("measures, "), .groups = "blocks(n, group)"}, {0},            \
    }
#define RIGHT(kernel_name) .source = "scalarize/scalarize.cl", TURNS(kernel_name)
#define WRONG(kernel_name) .source = "scalarize/wrong.cl", .flags = XL__WRONG, TURNS(kernel_name)
#define UPPER_LANES .needs = "lanes > 32", .why = "shows in sub-groups of more than 32 lanes"
#define SEVERAL_LANES .needs = "lanes > 1", .why = "a sub-group of one lane cannot show this bug"

static const xl__strategy strategies[] = {
    {.name = "switch",
     .help = "a branch for each kind",
     .source = "scalarize/scalarize.cl",
     .tuning = "group",
     .rows = "group",
     .passes =
         (const xl__pass[]){{.kernel = "scalarize_switch", .args = ARGS(""), .groups = "blocks(n, group)"},
                            {0}}},
    {.name = "waterfall",
     .help = "the first lane that is left names a key, all lanes with it work and leave",
     RIGHT("scalarize_waterfall")},
    {.name = "fast", .help = "one turn where all lanes agree, else the waterfall", RIGHT("scalarize_fast")},
    {.name = "cut_mask",
     .help = "the mask is one uint: upper lanes get no turn",
     UPPER_LANES,
     WRONG("scalarize_cut_mask")},
    {.name = "cut_agree",
     .help = "published: whether all agree is asked of 32 lanes",
     UPPER_LANES,
     WRONG("scalarize_cut_agree")},
    {.name = "lost_lane",
     .help = "the leading lane leaves without having worked",
     WRONG("scalarize_lost_lane")},
    {.name = "all_lanes",
     .help = "lanes that had their turn work again",
     SEVERAL_LANES,
     WRONG("scalarize_all_lanes")},
    {.name = "leaders_light",
     .help = "lanes of one kind take the leading lane's light",
     .needs = "lanes > 1 && key == kind",
     .why = "shows over several lanes, with key=kind",
     WRONG("scalarize_leaders_light")},
    {.name = "ends_agree",
     .help = "whether all agree is asked of two lanes",
     .needs = "lanes > 2",
     .why = "shows if there are lanes between the first and the last",
     WRONG("scalarize_ends_agree")},
    {.name = "tail",
     .help = "lanes past the end take part: a turn too many",
     SEVERAL_LANES,
     WRONG("scalarize_tail")},
};

const xl__algorithm xl__algorithm_scalarize = {
    .name = "scalarize",
    .help = "a light of one of four kinds on each lane: branches, or turns in which all lanes do the same",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"n", "lights"},
};
