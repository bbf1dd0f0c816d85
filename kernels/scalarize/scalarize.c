/* scalarize.c - the table of scalarize: each lane has a light of its own kind (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, 268435456, "points", "points, each with one light"),
    XL__SIZE_PARAM("lights", 64, 16777216, "lights", "number of lights"),
    XL__TUNING_CHOICE("key", 1, "kind|light", "the value that lanes of a round share"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("points", XL_F32), .shape = {"n", "3"}, .help = "x, y, z"},
    {XL__INPUT("normals", XL_F32), .shape = {"n", "3"}, .help = "normals of the surface, of length 1"},
    {XL__INPUT("which", XL_U32), .shape = {"n"}, .help = "index of each point's light"},
    {XL__INPUT("kinds", XL_U32), .shape = {"lights"}, .help = "0 point, 1 spot, 2 directional, 3 area"},
    {XL__INPUT("lights", XL_F32), .shape = {"lights", "16"},
     .help = "position, radius, direction, angles, axes (README.md)"},
    {XL__OUTPUT("result", XL_F32), .shape = {"n"},
     .help = "the light that arrives; 0 if there is no such light"},
};

static const xl__size sizes[] = {
    {.name = "waves", .is = "blocks(n, lanes)"},
    {.name = "keys", .is = "min(lanes, key == kind ? min(lights, 4) : lights)"},
    {0},
};

/* A sub-group takes one turn per different key. */
#define MEASURE(word, of, upto, text)                                                                        \
    { XL__MEASURE(word, of, text), .least = "0", .most = (upto) }
#define MEASURES                                                                                             \
    XL__MEASURES(MEASURE("turns", "turns", "waves * keys", "of all sub-groups"),                             \
                 MEASURE("most_turns", "turns", "keys", "of one sub-group"),                                 \
                 MEASURE("agreed", "sub-groups", "waves", "that took one turn"),                             \
                 MEASURE("astray", "turns", "0", "more or fewer than the sub-group's different keys"))

#define ARGS(more) "points, normals, which, kinds, lights, result, " more "uint n, uint lights"
#define TURNS(kernel_name)                                                                                   \
    .flow = XL__SUB_GROUP_UNIFORM, .ops = "ballot broadcast:u32", .tuning = "key group", .rows = "group",    \
    MEASURES, XL__LAUNCH(kernel_name, ARGS("measures, "), "blocks(n, group)")
#define RIGHT(word, what) XL__KERNEL(word, what, "scalarize/scalarize.cl")
/* Planted: a right kernel with an edit of its own text or of take_turns. */
#define CHANGED(word, bug, kernel_name, ...)                                                                 \
    XL__EDITED(word, bug, "scalarize/scalarize.cl", __VA_ARGS__), TURNS(kernel_name)
#define WATERFALL "scalarize_waterfall"
#define LEADER                                                                                               \
    {                                                                                                        \
        "const uint value = sg_broadcast(sg, work.key, sg_mask_lowest(left));",                              \
            "const uint leader = sg_mask_lowest(left), value = sg_broadcast(sg, work.key, leader);"          \
    }
#define WORK "if (mine) *bright = shade_turn(value, work, kinds, lights);"
#define UPPER_LANES .needs = "lanes > 32", .why = "shows in sub-groups of more than 32 lanes"

static const xl__strategy strategies[] = {
    {RIGHT("switch", "a branch per kind"), .tuning = "group", .rows = "group",
     XL__LAUNCH("scalarize_switch", ARGS(""), "blocks(n, group)")},
    {RIGHT("waterfall", "the first remaining lane broadcasts its key; all lanes with this key work"),
     TURNS("scalarize_waterfall")},
    {RIGHT("fast", "one round if all lanes have one key, otherwise the waterfall"), TURNS("scalarize_fast")},
    {CHANGED("cut_mask", "the mask has 32 bits: upper lanes get no turn", WATERFALL,
             {"take_turns(sg, sg_ballot(sg, work.key != NOTHING), work,",
              "take_turns(sg, sg_ballot(sg, work.key != NOTHING && sg_lane(sg) < 32u), work,"},
             {"mine = sg_mask_bit(turn, sg_lane(sg));",
              "mine = sg_lane(sg) < 32u && sg_mask_bit(turn, sg_lane(sg));"}),
     UPPER_LANES},
    {CHANGED("cut_agree", "published: agreement is tested on 32 lanes only", "scalarize_fast",
             {"sg_mask_equal(agree, left)", "sg_mask_words(agree).x == sg_mask_words(left).x"}),
     UPPER_LANES},
    {CHANGED("lost_lane", "the leading lane does not execute its own turn", WATERFALL, LEADER,
             {"if (mine) *bright", "if (mine && sg_lane(sg) != leader) *bright"})},
    {CHANGED("all_lanes", "finished lanes execute again", WATERFALL,
             {"if (mine) *bright", "if (work.key != NOTHING) *bright"}),
     XL__SEVERAL_LANES},
    {CHANGED("leaders_light", "lanes of one kind use the leading lane's light", WATERFALL, LEADER,
             {WORK, "const uint light = sg_broadcast(sg, work.which, leader); "
                    "if (mine) *bright = shade(kinds[light], lights + 4u * light, work.p, work.normal);"}),
     .needs = "lanes > 1 && key == kind", .why = "shows over several lanes, with key=kind"},
    {CHANGED("ends_agree", "agreement is tested on the first and the last lane only", "scalarize_fast",
             {"const uint first = sg_broadcast(sg, work.key, sg_mask_lowest(left) & (SG_WIDTH - 1u));",
              "const uint first = sg_broadcast(sg, work.key, 0u), last = sg_broadcast(sg, work.key, SG_WIDTH "
              "- 1u);"},
             {"sg_mask_equal(agree, left)", "first == last"}),
     .needs = "lanes > 2", .why = "shows if there are lanes between the first and the last"},
    {CHANGED("tail", "lanes past the end take part: one turn too many", WATERFALL,
             {"const uint turns = take_turns(sg, sg_ballot(sg, work.key != NOTHING), work, kinds, lights, "
              "&bright);",
              "scalarize_work with = work; with.key = i < n || light_count == 0u ? work.key : 0u; "
              "const uint turns = take_turns(sg, sg_ballot(sg, with.key != NOTHING), with, kinds, lights, "
              "&bright);"}),
     XL__SEVERAL_LANES},
};

const xl__algorithm xl__algorithm_scalarize = {
    .name = "scalarize",
    .help = "each lane shades with one of four kinds of light",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"n", "lights"},
    .cost = {.bytes = "32 * n + 68 * lights",
             .operations = "30 * n", /* about the average of the kinds */
             .work_items = "n",
             .steps = "strategy == switch ? 1 : min(min(4, lights), lanes)"},
};
