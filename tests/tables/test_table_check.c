/* Checks of tables, without a device: each planted mistake gives one line with its place. */
#include "support/suite.h"
#include "cases/case.h"
#include "check/table_check.h"
#include <math.h>
#include <string.h>

LOOP_TEST(tables_that_there_are_hold_together, xl_algorithm_count()) {
    xl_error error = {0};
    ck_assert_msg(xl__check_table(tool_cases[_i]->algorithm, true, &error) == XL_SUCCESS, "%s", error.text);
}

/* Its kernels take (x, result, ulong n, ulong share, local). */
typedef struct table {
    xl__param params[4];
    xl__array_desc arrays[4];
    xl__size sizes[3];
    xl__area areas[3];
    xl__pass passes[7];
    xl__strategy strategies[2];
    xl__algorithm algorithm;
} table;

#define ARGS "x, totals, ulong n, ulong share, local T sub_groups"

static void make(table *t) {
    *t = (table){
        .params = {{.name = "n",
                    .kind = XL__INT,
                    .role = XL__RUNTIME,
                    .initial = 5,
                    .most = 100,
                    .help = "",
                    .size = true},
                   {.name = "way",
                    .kind = XL__CHOICE,
                    .role = XL__PROBLEM,
                    .most = 1,
                    .choices = "one|two",
                    .help = ""},
                   {.name = "scale", .kind = XL__REAL, .role = XL__RUNTIME, .most = 1, .help = ""},
                   {.name = "group", .kind = XL__INT, .role = XL__TUNING, .most = 1024, .help = ""}},
        .arrays = {{.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = ""},
                   {.name = "result", .types = {XL_U32}, .direction = XL__OUT, .shape = {"1"}, .help = ""},
                   {.name = "list",
                    .types = {XL_U32, XL_F32},
                    .direction = XL__OUT,
                    .shape = {"n"},
                    .help = "",
                    .counted_by = "result"},
                   {.name = "places", .types = {XL_U32}, .direction = XL__OUT, .shape = {"n"}, .help = ""}},
        .sizes = {{.name = "parts", .is = "blocks(n, group)"}, {.name = "share", .is = "group * 2"}},
        .areas = {{.name = "totals", .type = "T", .count = "parts"}},
        .passes = {{.kernel = "reduce_tree", .args = ARGS, .groups = "parts"},
                   {.kernel = "reduce_tree",
                    .args = "totals, result, ulong parts, ulong parts, local T 1",
                    .groups = "1",
                    .when = "way == two"},
                   {.fill = "list"},
                   {.fill = "places"}},
        .strategies =
            {{.name = "tree",
              .help = "",
              .source = "reduce/reduce.cl",
              .flow = XL__GROUP_UNIFORM,
              .ops = "shuffle_down:u32 reduce_$way:$type",
              .tuning = "group",
              .any_order = "list"},
             {.name = "again", .help = "", .source = "reduce/reduce.cl", .flow = XL__GROUP_UNIFORM}},
    };
    t->strategies[0].passes = t->strategies[1].passes = t->passes;
    t->algorithm = (xl__algorithm){.name = "sample",
                                   .help = "",
                                   .params = t->params,
                                   .param_count = 4,
                                   .arrays = t->arrays,
                                   .array_count = 4,
                                   .strategies = t->strategies,
                                   .strategy_count = 2,
                                   .sizes = t->sizes,
                                   .areas = t->areas,
                                   .cost = {"4 * n", "n", "strategy == again ? 1 : parts * group", "1"}};
}

TEST(small_table_is_right) {
    table t;
    xl_error error = {0};
    make(&t);
    ck_assert_msg(xl__check_table(&t.algorithm, true, &error) == XL_SUCCESS, "%s", error.text);
}

static const char *choose_again(xl__problem *problem) {
    (void)problem;
    return "again";
}

#define MISTAKE(name, change)                                                                                \
    static void name(table *t) {                                                                             \
        change;                                                                                              \
    }
MISTAKE(unknown_array, t->passes[0].args = "y, totals, ulong n, ulong share, local T sub_groups")
MISTAKE(unknown_size, t->passes[0].args = "x, totals, ulong n, ulong shar, local T sub_groups")
MISTAKE(swapped, t->passes[0].args = "totals, x, ulong n, ulong share, local T sub_groups")
MISTAKE(one_too_few, t->passes[0].args = "x, totals, ulong n, ulong share")
MISTAKE(one_too_many, t->passes[0].args = ARGS ", uint 1")
MISTAKE(wrong_type, t->passes[0].args = "x, totals, uint n, ulong share, local T sub_groups")
MISTAKE(number_for_memory, t->passes[0].args = "x, uint 1, ulong n, ulong share, local T sub_groups")
MISTAKE(memory_for_number, t->passes[0].args = "x, totals, x, ulong share, local T sub_groups")
MISTAKE(real_for_integer, t->passes[0].args = "x, totals, float scale, ulong share, local T sub_groups")
MISTAKE(global_for_local, t->passes[0].args = "x, totals, ulong n, ulong share, totals")
MISTAKE(real_in_expression, t->passes[0].groups = "scale * 2")
MISTAKE(unknown_kernel, t->passes[1].kernel = "reduce_tre")
MISTAKE(unknown_file, t->strategies[0].source = "reduce/reduse.cl")
MISTAKE(unknown_group, t->passes[0].groups = "part")
MISTAKE(no_groups, t->passes[0].groups = NULL)
MISTAKE(bad_condition, t->passes[1].when = "way == three")
MISTAKE(bad_area_type, t->areas[0].type = "uitn")
MISTAKE(bad_area_count, t->areas[0].count = "parts +")
MISTAKE(bad_size, t->sizes[0].is = "blocks(n, lane)")
MISTAKE(circular_size, t->sizes[0].is = "parts + 1")
MISTAKE(fill_of_input, t->passes[1] = (xl__pass){.fill = "x"})
MISTAKE(unknown_tuning, t->strategies[0].tuning = "grop")
MISTAKE(tuning_that_is_problem, t->strategies[0].tuning = "group way")
MISTAKE(bad_becomes, t->params[3].becomes = "group > 0 ? group : lane")
MISTAKE(unknown_operation, t->strategies[0].ops = "shufle:u32")
MISTAKE(unknown_operation_type, t->strategies[0].ops = "ballot shuffle:f23")
MISTAKE(needs_without_why, t->strategies[0].needs = "lanes > 1")
MISTAKE(bad_needs, (t->strategies[0].needs = "lane > 1", t->strategies[0].why = "many"))
static const xl__measure no_unit[] = {{.name = "steps", .help = "steps"}, {0}};
static const xl__measure bad_bound[] = {{.name = "steps", .unit = "steps", .help = "", .least = "partz"},
                                        {0}};
static const xl__measure no_name[] = {{.name = "a step", .unit = "steps", .help = "steps"}, {0}};
MISTAKE(measure_of_no_name, t->strategies[0].measures = no_name)
MISTAKE(measure_without_unit, t->strategies[0].measures = no_unit)
MISTAKE(bad_measure_bound, t->strategies[0].measures = bad_bound)
MISTAKE(unknown_ability, (t->strategies[0].needs = "progres", t->strategies[0].why = "waits"))
MISTAKE(measures_of_none, t->passes[0].args = "x, measures, ulong n, ulong share, local T sub_groups")
MISTAKE(same_name, t->strategies[1].name = "tree")
MISTAKE(hole, t->params[1].name = NULL)
MISTAKE(same_param, t->params[2].name = "n")
MISTAKE(bad_range, t->params[0].initial = 200)
MISTAKE(words_and_range, t->params[1].most = 2)
MISTAKE(unknown_shape, t->arrays[0].shape[0] = "m")
MISTAKE(no_type, t->arrays[0].types[0] = XL_TYPE_NONE)
MISTAKE(typed_by_a_number, t->arrays[0].typed_by = "n")
MISTAKE(typed_by_other_words, t->arrays[0].typed_by = "way")
MISTAKE(result_of_output, t->arrays[2].result_of = "result")
#define COUNT_AREA                                                                                           \
    t->areas[1] = (xl__area) {                                                                               \
        .name = "count_now", .type = "ulong", .count = "1"                                                   \
    }
MISTAKE(count_without_area, t->passes[0].args = ARGS ", counted")
MISTAKE(count_in_front,
        (COUNT_AREA, t->passes[0].args = "x, counted, totals, ulong n, ulong share, local T 1"))
MISTAKE(count_of_one_launch, (COUNT_AREA, t->passes[0].args = ARGS ", counted"))
MISTAKE(count_for_nobody, (COUNT_AREA, t->passes[0].kernel = "common/offsets.cl:offsets_from_counts",
                           t->passes[0].args = "totals, result, uint n, local uint 1, counted"))
MISTAKE(count_without_status, (t->params[1].name = "counted", t->params[1].choices = "none|u32",
                               t->strategies[0].ops = NULL, t->passes[1].when = NULL,
                               t->arrays[0].direction = XL__IN_OPTIONAL, t->arrays[0].typed_by = "counted"))
MISTAKE(unknown_counter, t->arrays[2].counted_by = "reslt")
MISTAKE(counter_that_is_read, t->arrays[2].counted_by = "x")
MISTAKE(counter_of_floats, t->arrays[1].types[0] = XL_F32)
MISTAKE(counter_of_two_types, t->arrays[1].types[1] = XL_U64)
MISTAKE(counter_of_many, t->arrays[1].shape[0] = "n")
MISTAKE(counted_of_two_sizes, (t->arrays[3].counted_by = "result", t->arrays[3].shape[0] = "9"))
MISTAKE(counted_by_itself, (t->arrays[1].counted_by = "result", t->arrays[2].counted_by = NULL))
MISTAKE(counter_that_is_counted, (t->arrays[1].counted_by = "places", t->arrays[3].shape[0] = "1"))
MISTAKE(counted_input, (t->arrays[0].counted_by = "result"))
MISTAKE(counted_rows, t->arrays[2].shape[1] = "2")
MISTAKE(size_in_shape, t->arrays[2].shape[0] = "parts")
MISTAKE(order_of_unknown, t->strategies[0].any_order = "list lst")
MISTAKE(runs_without_index, t->arrays[2].lengths = "x")
MISTAKE(runs_without_lengths, t->arrays[2].placed_by = "places")
MISTAKE(runs_of_input, (t->arrays[0].placed_by = "places", t->arrays[0].lengths = "x"))
MISTAKE(runs_of_output, (t->arrays[2].placed_by = "places", t->arrays[2].lengths = "places"))
MISTAKE(runs_of_others, (t->arrays[2].placed_by = "result", t->arrays[2].lengths = "x"))
MISTAKE(runs_without_their_index, (t->arrays[2].placed_by = "places", t->arrays[2].lengths = "x"))
MISTAKE(output_not_written, t->passes[3] = (xl__pass){0})
MISTAKE(output_only_read,
        (t->passes[3] = (xl__pass){.kernel = "reduce_tree",
                                   .args = "places, result, ulong n, ulong share, local T 1",
                                   .groups = "1"}))
MISTAKE(ops_without_flow, t->strategies[0].flow = XL__NO_SUB_GROUPS)
MISTAKE(collective_without_flow, t->strategies[1].flow = XL__NO_SUB_GROUPS)
MISTAKE(collective_without_layer,
        t->strategies[1].text = "__kernel void reduce_tree(__global const uint *x, __global uint *result, "
                                "ulong n, ulong share, __local uint *parts SG_PARAMS) {\n"
                                "    SG_BEGIN(sg);\n    result[0] = (uint)sg_any(sg, 1);\n}\n")
MISTAKE(shared_pass_without_ops, (t->passes[2] = (xl__pass){.kernel = "common/offsets.cl:offsets_counts",
                                                            .args = "x, list, uint n, local uint sub_groups",
                                                            .groups = "parts"}))
MISTAKE(order_of_input, t->strategies[0].any_order = "x")
MISTAKE(no_pass, t->passes[0] = (xl__pass){0})
MISTAKE(unknown_product, (t->algorithm.product[0] = "n", t->algorithm.product[1] = "wdth"))
MISTAKE(picture_of_no_product, t->arrays[2].picture = XL__COLOR)
MISTAKE(picture_of_one_dimension, (t->arrays[1].types[0] = XL_F32, t->arrays[2].counted_by = NULL,
                                   t->strategies[0].any_order = NULL, t->arrays[1].picture = XL__PIXELS))
MISTAKE(levels_without_sizes, t->arrays[2].picture = XL__LEVELS)
MISTAKE(no_passes, t->strategies[0].passes = NULL)
MISTAKE(unknown_in_cost, t->algorithm.cost.bytes = "4 * m")
MISTAKE(unknown_strategy_in_cost, t->algorithm.cost.steps = "strategy == agan ? n : 1")
MISTAKE(no_cost, t->algorithm.cost.operations = NULL)
MISTAKE(turn_of_none, t->passes[0].groups = "parts * turn")
MISTAKE(bad_turns, t->passes[0].turns = "part")
MISTAKE(turns_of_fill, t->passes[1] = ((xl__pass){.fill = "result", .turns = "2"}))
MISTAKE(span_without_turns, t->passes[0].span = 2)
MISTAKE(span_past_end, (t->passes[0].turns = "2", t->passes[0].span = 9))
MISTAKE(turns_in_turns, (t->passes[0].turns = "2", t->passes[0].span = 2, t->passes[1].turns = "2"))
MISTAKE(turn_behind_span, (t->passes[0].turns = "2", t->passes[0].span = 2, t->passes[2].when = "turn"))
MISTAKE(strategy_in_pass, t->passes[0].groups = "strategy == again ? 1 : parts")
MISTAKE(unknown_automatic, t->algorithm.automatic = "n > 1000 ? tree : agan")
MISTAKE(automatic_is_number, t->algorithm.automatic = "n > 1000 ? tree : group")
MISTAKE(automatic_is_past_end, t->algorithm.automatic = "n > 1000 ? tree : 2")
MISTAKE(automatic_is_computed, t->algorithm.automatic = "way + 1")
MISTAKE(automatic_is_planted,
        (t->algorithm.automatic = "n > 1000 ? tree : again", t->strategies[1].flags = XL__WRONG))
MISTAKE(automatic_twice, (t->algorithm.automatic = "tree", t->algorithm.choose = choose_again))
MISTAKE(unknown_in_used, t->params[2].used = "way == three")
MISTAKE(unknown_in_array_used, (t->arrays[0].direction = XL__IN_OPTIONAL, t->arrays[0].used = "way == three"))
MISTAKE(unknown_in_output_used, t->arrays[1].used = "way == three")
MISTAKE(used_of_a_needed_array, t->arrays[0].used = "way == two")
MISTAKE(unknown_in_shape, (t->sizes[1].is = "n * m", t->arrays[3].shape[0] = "share"))
MISTAKE(tuning_in_shape, (t->params[3].name = "piece", t->strategies[0].tuning = "piece",
                          t->sizes[1].is = "n * piece", t->arrays[3].shape[0] = "share"))
/* Tables that could not be read, or only wrongly. */
static const xl__size many_sizes[] = {
#define FOUR(c)                                                                                              \
    {.name = c "0", .is = "1"}, {.name = c "1", .is = "1"}, {.name = c "2", .is = "1"}, {                    \
        .name = c "3", .is = "1"                                                                             \
    }
    FOUR("a"), FOUR("b"), FOUR("c"), FOUR("d"), FOUR("e"), {.name = "last", .is = "1"}, {0}};
#define SIXTEEN "n + n + n + n + "
#define LONG SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN
#define LONGER LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG
MISTAKE(table_without_name, t->algorithm.name = NULL)
MISTAKE(no_such_length, t->algorithm.param_count = -1)
MISTAKE(length_of_no_list, t->algorithm.arrays = NULL)
MISTAKE(no_arrays, t->algorithm.array_count = 0)
MISTAKE(too_many_strategies, t->algorithm.strategy_count = 65)
MISTAKE(too_many_sizes, t->algorithm.sizes = many_sizes)
MISTAKE(strategy_without_name, t->strategies[1].name = NULL)
MISTAKE(name_of_signs, t->sizes[0].name = "par-ts")
MISTAKE(same_size, t->sizes[1].name = "parts")
MISTAKE(range_that_is_no_number, t->params[2].most = NAN)
MISTAKE(range_below_0, t->params[0].least = -1)
MISTAKE(range_above_2_53, t->params[0].most = 1e300)
MISTAKE(default_between_numbers, t->params[3].initial = 0.5)
MISTAKE(kind_of_none, t->params[1].kind = (xl__param_kind)7)
MISTAKE(type_of_none, t->arrays[0].types[0] = (xl_type)99)
MISTAKE(direction_of_none, t->arrays[0].direction = (xl__direction)3)
MISTAKE(picture_of_none, t->arrays[0].picture = (xl__picture)9)
MISTAKE(flow_of_none, t->strategies[0].flow = (xl__flow)3)
MISTAKE(flag_of_none, t->strategies[0].flags = 64)
MISTAKE(lanes_of_none, t->strategies[0].cpu_lanes = 3)
MISTAKE(size_of_nothing, t->sizes[0].is = NULL)
MISTAKE(area_of_no_type, t->areas[0].type = NULL)
MISTAKE(area_of_no_count, t->areas[0].count = NULL)
MISTAKE(area_like_array, t->areas[0].name = "list")
MISTAKE(shape_of_none, t->algorithm.shape[0] = "m")
MISTAKE(long_text, t->passes[0].groups = LONGER "1")
MISTAKE(words_of_none, t->params[1].choices = "one|")
MISTAKE(words_with_signs, t->params[1].choices = "one|t wo")
static void edit(table *t, const char *old, const char *made, int count) {
    static xl__edit edits[10];
    for (int i = 0; i < 10; i++) edits[i] = i < count ? (xl__edit){old, made} : (xl__edit){0};
    t->strategies[0].flags = XL__WRONG;
    t->strategies[0].edits = edits;
    t->algorithm.automatic = "again";
}
MISTAKE(change_of_none, (edit(t, "SG_BEGIN", "SG_END", 1), t->strategies[0].of = "tre"))
MISTAKE(change_of_planted, (edit(t, "SG_BEGIN", "SG_END", 1), t->strategies[0].of = "tree"))
MISTAKE(edit_of_right, (edit(t, "SG_BEGIN", "SG_END", 1), t->strategies[0].flags = 0))
MISTAKE(edit_of_nothing, edit(t, NULL, NULL, 0))
MISTAKE(edit_to_the_same, edit(t, "SG_BEGIN", "SG_BEGIN", 1))
MISTAKE(too_many_edits, edit(t, "SG_BEGIN", "SG_END", 9))
MISTAKE(edit_not_there, edit(t, "sg_reduce_addition", "", 1))
MISTAKE(edit_in_many_places, edit(t, "SG_BEGIN(sg)", "", 1))
MISTAKE(bad_name_in_defines, t->strategies[0].defines = "RO WS=4")
MISTAKE(bad_defines, t->strategies[0].defines = "ROWS=4, PARTS")
MISTAKE(unknown_in_defines, t->strategies[0].defines = "ROWS=4, PARTS=lane * 2")

#define READ(...)                                                                                            \
    (t->passes[1] = (xl__pass){__VA_ARGS__},                                                                 \
     t->passes[2] = (xl__pass){.kernel = "reduce_tree", .args = ARGS, .groups = "made"},                     \
     t->passes[4] = (xl__pass){.fill = "list"}, t->passes[5] = (xl__pass){.fill = "result"},                 \
     t->algorithm.choose = choose_again)
MISTAKE(read_without_name, READ(.read = "totals", .most = "n"))
MISTAKE(read_without_most, READ(.read = "totals", .as = "made"))
MISTAKE(read_of_unknown, READ(.read = "total", .as = "made", .most = "n"))
MISTAKE(read_of_input, READ(.read = "x", .as = "made", .most = "n"))
MISTAKE(read_of_many, READ(.read = "list", .as = "made", .most = "n"))
MISTAKE(read_of_elements, READ(.read = "totals", .as = "made", .most = "n"))
MISTAKE(read_of_floats, (READ(.read = "result", .as = "made", .most = "n"), t->arrays[1].types[0] = XL_F32,
                         t->arrays[2].counted_by = NULL))
MISTAKE(read_before_written, READ(.read = "result", .as = "made", .most = "n"))
MISTAKE(read_as_parameter, READ(.read = "totals", .as = "way", .most = "n"))
MISTAKE(read_as_size, READ(.read = "totals", .as = "parts", .most = "n"))
MISTAKE(read_as_device, READ(.read = "totals", .as = "lanes", .most = "n"))
MISTAKE(read_and_launched, READ(.read = "totals", .as = "made", .most = "n", .kernel = "reduce_tree"))
MISTAKE(read_nothing, READ(.as = "made"))
MISTAKE(bad_most, (READ(.read = "totals", .as = "made", .most = "m"), t->areas[0].type = "uint"))
static const xl__pass others[] = {{.kernel = "reduce_tree", .args = ARGS, .groups = "made"}, {0}};
#define READ_TOTALS(...)                                                                                     \
    (READ(.read = "totals", .as = "made", .most = "n"), t->areas[0].type = "uint", __VA_ARGS__)
MISTAKE(named_before_read, READ_TOTALS(t->passes[0].groups = "made"))
MISTAKE(named_in_area, READ_TOTALS(t->areas[0].count = "made"))
MISTAKE(named_in_local, READ_TOTALS(t->passes[2].args = "x, totals, ulong n, ulong share, local T made"))
MISTAKE(named_in_group, READ_TOTALS(t->passes[2].group = "made"))
MISTAKE(named_in_other, READ_TOTALS(t->strategies[1].passes = others))
MISTAKE(auto_waits, READ_TOTALS(t->algorithm.choose = NULL))

TEST(small_table_that_reads_is_right) {
    table held, *t = &held;
    xl_error error = {0};
    make(t);
    READ_TOTALS(t->passes[0].groups = "parts");
    ck_assert_msg(xl__check_table(&t->algorithm, true, &error) == XL_SUCCESS, "%s", error.text);
}

static const struct {
    void (*plant)(table *);
    const char *place, *word; /* texts that the line must have */
} mistakes[] = {
    {table_without_name, "table '(no name)'", "needs a name"},
    {no_such_length, "sample: has -1", "parameter"},
    {length_of_no_list, "sample: has 4", "array, in no list"},
    {no_arrays, "sample: has 0", "array"},
    {too_many_strategies, "sample: has 65", "strategy"},
    {too_many_sizes, "sample: has 21", "size"},
    {strategy_without_name, "sample: strategy '(no name)'", "needs a name"},
    {name_of_signs, "sample: size 'par-ts'", "characters"},
    {same_size, "sample: size 'parts'", "twice"},
    {range_that_is_no_number, "sample: parameter 'scale'", "not finite"},
    {range_below_0, "sample: parameter 'n'", "whole numbers"},
    {range_above_2_53, "sample: parameter 'n'", "2^53"},
    {default_between_numbers, "sample: parameter 'group'", "whole numbers"},
    {kind_of_none, "sample: parameter 'way'", "no kind"},
    {type_of_none, "sample: array 'x'", "an unknown type"},
    {direction_of_none, "sample: array 'x'", "no input"},
    {picture_of_none, "sample: array 'x'", "no kind of picture"},
    {flow_of_none, "sample: strategy 'tree'", "unknown flow"},
    {flag_of_none, "sample: strategy 'tree'", "unknown flag"},
    {lanes_of_none, "sample: strategy 'tree'", ".cpu_lanes"},
    {size_of_nothing, "sample: size 'parts'", "(.is)"},
    {area_of_no_type, "sample: area 'totals'", "a type"},
    {area_of_no_count, "sample: area 'totals'", "a count"},
    {area_like_array, "sample: area 'list'", "name of an array"},
    {shape_of_none, "sample: shape 'm'", "no parameter"},
    {long_text, "sample: strategy 'tree'", "2000 characters"},
    {measure_of_no_name, "sample: strategy 'tree'", "no name"},
    {words_of_none, "sample: parameter 'way'", "no names"},
    {words_with_signs, "sample: parameter 'way'", "no names"},
    {change_of_none, "sample: strategy 'tree'", "missing or planted itself"},
    {change_of_planted, "sample: strategy 'tree'", "missing or planted itself"},
    {edit_of_right, "sample: strategy 'tree'", "is not planted"},
    {edit_of_nothing, "sample: strategy 'tree'", "edits (.edits)"},
    {edit_to_the_same, "sample: strategy 'tree'", "changes nothing"},
    {too_many_edits, "sample: strategy 'tree'", "more than 8"},
    {edit_not_there, "sample/tree: 'sg_reduce_addition'", "nor in reduce/reduce.cl"},
    {edit_in_many_places, "sample/tree: 'SG_BEGIN(sg)'", "more than once in reduce/reduce.cl"},
    {bad_name_in_defines, "sample/tree, defines 'RO WS=4'", "NAME=EXPRESSION"},
    {bad_defines, "sample/tree, defines 'PARTS'", "NAME=EXPRESSION"},
    {unknown_in_defines, "sample/tree, defines 'PARTS=lane * 2'", "no such name"},
    {measure_without_unit, "strategy 'tree'", "without name, unit or help"},
    {bad_measure_bound, "sample/tree, steps", "'partz'"},
    {unknown_ability, "sample/tree, needs", "'progres'"},
    {measures_of_none, "sample/tree, pass 1 (reduce_tree)", "'measures'"},
    {unknown_array, "sample/tree, pass 1 (reduce_tree)", "'y'"},
    {unknown_size, "sample/tree, pass 1 (reduce_tree)", "'shar'"},
    {swapped, "sample/tree, pass 1 (reduce_tree)", "'x'"},
    {one_too_few, "sample/tree, pass 1 (reduce_tree)", "argument 5"},
    {one_too_many, "sample/tree, pass 1 (reduce_tree)", "'uint 1'"},
    {wrong_type, "sample/tree, pass 1 (reduce_tree)", "'uint n'"},
    {number_for_memory, "sample/tree, pass 1 (reduce_tree)", "'uint 1'"},
    {memory_for_number, "sample/tree, pass 1 (reduce_tree)", "argument 3, 'x'"},
    {real_for_integer, "sample/tree, pass 1 (reduce_tree)", "'float scale'"},
    {global_for_local, "sample/tree, pass 1 (reduce_tree)", "argument 5, 'totals'"},
    {real_in_expression, "sample/tree, pass 1 (reduce_tree)", "'scale"},
    {unknown_kernel, "sample/tree, pass 2", "no kernel 'reduce_tre' is in it; it has '"},
    {unknown_file, "sample/tree, pass 1 (reduce_tree)", "reduce/reduse.cl"},
    {unknown_group, "sample/tree, pass 1 (reduce_tree)", "'part'"},
    {no_groups, "sample/tree, pass 1 (reduce_tree)", "groups"},
    {bad_condition, "sample/tree, pass 2 (reduce_tree)", "'three'"},
    {bad_area_type, "sample/tree, pass 1 (reduce_tree)", "'uitn'"},
    {bad_area_count, "sample/tree, pass 1 (reduce_tree), totals", "value is missing"},
    {bad_size, "sample/tree, pass 1 (reduce_tree)", "'lane)'"},
    {circular_size, "sample/tree, pass 1 (reduce_tree)", "too deep"},
    {fill_of_input, "sample/tree, pass 2 (x)", "'x'"},
    {unknown_tuning, "sample/tree", "'grop'"},
    {tuning_that_is_problem, "sample/tree", "'way'"},
    {bad_becomes, "sample/tree, group", "'lane'"},
    {unknown_operation, "sample/tree", "'shufle:u32'"},
    {unknown_operation_type, "sample/tree", "'shuffle:f23'"},
    {needs_without_why, "sample: strategy 'tree'", ".why"},
    {bad_needs, "sample/tree, needs", "'lane'"},
    {same_name, "sample: strategy 'tree'", "twice"},
    {hole, "sample: parameter", "no name"},
    {same_param, "sample: parameter 'n'", "twice"},
    {bad_range, "sample: parameter 'n'", "range"},
    {words_and_range, "sample: parameter 'way'", "words"},
    {unknown_shape, "sample: array 'x'", "'m'"},
    {no_type, "sample: array 'x'", "type"},
    {typed_by_a_number, "sample: array 'x'", "no choice of the problem"},
    {typed_by_other_words, "sample: array 'x' is typed_by 'way'", "none of its types"},
    {result_of_output, "sample: array 'list'", "result_of"},
    {count_without_area, "sample/tree, pass 1 (reduce_tree)", "'counted' needs an area count_now"},
    {count_in_front, "sample/tree, pass 1 (reduce_tree): argument 3, 'totals'", "after the count"},
    {count_of_one_launch, "sample/tree, pass 2 (reduce_tree): argument 6", "the kernel takes the count"},
    {count_for_nobody, "sample/tree, pass 1 (common/offsets.cl:offsets_from_counts): argument 5",
     "is the count, the kernel takes none"},
    {count_without_status, "sample: array 'x'", "no output 'status'"},
    {unknown_counter, "sample: array 'list'", "'reslt'"},
    {counter_that_is_read, "sample: array 'list'", "no output: counted_by 'x'"},
    {counter_of_floats, "sample: array 'list'", "u32 or u64"},
    {counter_of_two_types, "sample: array 'list'", "u32 or u64"},
    {counter_of_many, "sample: array 'list'", "not one element"},
    {counted_of_two_sizes, "sample: array 'places'", "another capacity too: counted_by 'result'"},
    {counted_by_itself, "sample: array 'result'", "counted itself"},
    {counter_that_is_counted, "sample: array 'list'", "counted itself"},
    {counted_input, "sample: array 'x'", "no output"},
    {counted_rows, "sample: array 'list'", "one dimension"},
    {size_in_shape, "sample: array 'list'", "'parts'"},
    {order_of_unknown, "sample/tree", "'lst'"},
    {output_not_written, "sample/tree", "no pass writes the output 'places'"},
    {output_only_read, "sample/tree", "the output 'places'"},
    {ops_without_flow, "sample: strategy 'tree'", ".flow"},
    {collective_without_layer, "sample/again, pass 1 (reduce_tree)", "not with SG_KERNEL"},
    {collective_without_flow, "sample/again, pass 1 (reduce_tree)",
     "sg_shuffle_down, and the strategy has no flow"},
    {shared_pass_without_ops, "sample/again, pass 3 (common/offsets.cl:offsets_counts)", "sg_reduce_add"},
    {order_of_input, "sample/tree", "'x'"},
    {runs_without_index, "sample: array 'list'", "placed_by"},
    {runs_without_lengths, "sample: array 'list'", "lengths are no input"},
    {runs_of_input, "sample: array 'x'", "no output"},
    {runs_of_output, "sample: array 'list'", "lengths are no input"},
    {runs_of_others, "sample: array 'list'", "other dimensions"},
    {runs_without_their_index, "sample/tree: any_order: 'list'", "'places'"},
    {no_pass, "sample: strategy 'tree'", "no pass"},
    {unknown_product, "sample: product 'wdth'", "no parameter"},
    {picture_of_no_product, "sample: array 'list'", "picture"},
    {picture_of_one_dimension, "sample: array 'result'", "f32 of 2 or 3 dimensions"},
    {levels_without_sizes, "sample: array 'list'", "level function"},
    {no_passes, "sample: strategy 'tree'", "no pass"},
    {unknown_in_cost, "sample, cost.bytes", "'m'"},
    {unknown_strategy_in_cost, "sample, cost.steps", "'agan'"},
    {no_cost, "sample, cost.operations", "not there"},
    {turn_of_none, "sample/tree, pass 1 (reduce_tree)", "'turn'"},
    {bad_turns, "sample/tree, pass 1 (reduce_tree), turns", "'part'"},
    {turns_of_fill, "sample/tree, pass 2 (result)", "without a kernel"},
    {span_without_turns, "sample/tree, pass 1 (reduce_tree): 'reduce_tree'", "no turns"},
    {span_past_end, "sample/tree, pass 1 (reduce_tree): '2'", "past the last pass"},
    {turns_in_turns, "sample/tree, pass 2", "within those of a pass before"},
    {turn_behind_span, "sample/tree, pass 3", "'turn'"},
    {strategy_in_pass, "sample/tree, pass 1 (reduce_tree)", "'strategy'"},
    {unknown_automatic, "sample, automatic", "'agan'"},
    {automatic_is_number, "sample, automatic", "no strategy, group"},
    {automatic_is_past_end, "sample, automatic", "may come to 2"},
    {automatic_is_computed, "sample, automatic", "no strategy"},
    {automatic_is_planted, "sample: automatic", "'again' which is planted"},
    {automatic_twice, "sample: the choice for auto", "'tree'"},
    {unknown_in_used, "sample, scale", "'three'"},
    {unknown_in_array_used, "sample, x", "'three'"},
    {unknown_in_output_used, "sample, result", "'three'"},
    {used_of_a_needed_array, "sample: array 'x'", "not optional"},
    {unknown_in_shape, "sample, share", "'m'"},
    {tuning_in_shape, "sample: array 'places': 'share'", "'piece'"},
    {read_without_name, "sample/tree, pass 2 (totals)", ".as"},
    {read_without_most, "sample/tree, pass 2 (totals)", ".most"},
    {read_of_unknown, "sample/tree, pass 2 (total)", "'total'"},
    {read_of_input, "sample/tree, pass 2 (x)", "'x'"},
    {read_of_many, "sample/tree, pass 2 (list)", "one u32"},
    {read_of_elements, "sample/tree, pass 2 (totals)", "uint or ulong"},
    {read_of_floats, "sample/tree, pass 2 (result)", "one u32"},
    {read_before_written, "sample/tree, pass 2 (result)", "before a pass writes it"},
    {read_as_parameter, "sample/tree, pass 2 (totals)", "'way'"},
    {read_as_size, "sample/tree, pass 2 (totals)", "'parts'"},
    {read_as_device, "sample/tree, pass 2 (totals)", "'lanes'"},
    {read_and_launched, "sample/tree, pass 2 (reduce_tree)", "'totals'"},
    {read_nothing, "sample/tree, pass 1 (reduce_tree)", "'made'"},
    {bad_most, "sample/tree, pass 2 (totals), most", "'m'"},
    {named_before_read, "sample/tree, pass 1 (reduce_tree)", "'made'"},
    {named_in_area, "sample/tree, pass 1 (reduce_tree), totals", "'made'"},
    {named_in_local, "sample/tree, pass 3 (reduce_tree)", "'made'"},
    {named_in_group, "sample/tree, pass 3 (reduce_tree), group", "'made'"},
    {named_in_other, "sample/again, pass 1 (reduce_tree)", "'made'"},
    {auto_waits, "sample: strategy 'tree'", "waits for the device"},
};

TEST(an_edit_whose_text_is_gone_is_passed_over) {
    xl_error error = {0};
    table t;
    make(&t);
    edit_not_there(&t);
    ck_assert_int_eq(xl__check_table(&t.algorithm, true, &error), XL_BUILD_FAILED);
    ck_assert_msg(xl__check_table(&t.algorithm, false, &error) == XL_SUCCESS, "%s", error.text);
}

EACH_TEST(mistake_is_one_line_that_names_its_place, mistakes) {
    table t;
    xl_error error = {0};
    make(&t);
    mistakes[_i].plant(&t);
    ck_assert_msg(xl__check_table(&t.algorithm, true, &error) != XL_SUCCESS, "mistake %d passed", _i);
    ck_assert_msg(strstr(error.text, mistakes[_i].place) != NULL, "mistake %d: %s", _i, error.text);
    ck_assert_msg(strstr(error.text, mistakes[_i].word) != NULL, "mistake %d: %s", _i, error.text);
    ck_assert_msg(strchr(error.text, '\n') == NULL, "mistake %d: %s", _i, error.text);
}
