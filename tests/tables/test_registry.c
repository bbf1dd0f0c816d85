/* Every algorithm of kernels/algorithms.def: tables, case and kernels are complete and consistent, and
   strategies are right on a small problem. */
#include "cases/case.h"
#include "table/lookup.h"
#include "table/registry.h"
#include "table/settings.h"
#include "table/values.h"
#include "charts/sweep.h"
#include "ops/ops.h"
#include "support/place.h"
#include "support/one_command.h"
#include "support/suite.h"
#include "program/source.h"
#include "options/case_check.h"
#include "options/select.h"
#include "options/used.h"
#include "base/text.h"
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

GROUP("tables");

LOOP_TEST(case_is_whole, xl_algorithm_count()) {
    const tool_case *const cs = tool_cases[_i];
    const xl__algorithm *const algorithm = cs->algorithm;
    ck_assert_str_eq(algorithm->name, xl__algorithms[_i]->name);
    ck_assert_ptr_eq(tool_find_case(algorithm->name), cs);
    xl_error error = {0};
    ck_assert_msg(tool_check_case(cs, &error) == XL_SUCCESS, "%s", error.text);
}

LOOP_TEST(shapes_are_sizes, xl_algorithm_count()) {
    const xl__algorithm *const algorithm = xl__algorithms[_i];
    bool output = false;
    for (int i = 0; i < algorithm->array_count; i++) {
        const xl__array_desc *const array = &algorithm->arrays[i];
        output = output || array->direction == XL__OUT;
        for (int d = 0; d < XL__MAX_RANK && array->shape[d]; d++)
            ck_assert_msg(xl__is_dimension(algorithm, array->shape[d]),
                          "%s: '%s' in the shape of array %s is neither an integer parameter nor a number",
                          algorithm->name, array->shape[d], array->name);
    }
    ck_assert_msg(output, "%s: it has no output", algorithm->name);
    for (int d = 0; d < XL__MAX_RANK && algorithm->shape[d]; d++)
        ck_assert_msg(xl__find_param(algorithm, algorithm->shape[d]) >= 0,
                      "%s: '%s' in .shape is no parameter", algorithm->name, algorithm->shape[d]);
}

/* A mistake in .choose shows only on a kind of device that a test machine may lack. */
LOOP_TEST(auto_names_a_strategy_on_any_device, xl_algorithm_count()) {
    const xl__algorithm *const algorithm = xl__algorithms[_i];
    for (int kind = 0; kind < 2 * XL_TYPE_COUNT; kind++) {
        xl__problem problem = {.algorithm = algorithm,
                               .type = (xl_type)(kind / 2),
                               .cpu = kind % 2,
                               .width = 32,
                               .compute_units = 132,
                               .group_size = 256,
                               .largest_group = 1024};
        ck_assert_int_eq(xl__read_settings(algorithm, "", &problem, NULL), XL_SUCCESS);
        const char *const name = xl__choose_strategy(&problem);
        const int index = name ? xl__find_strategy(algorithm, name) : -1;
        ck_assert_msg(index >= 0 && xl__auto_may_choose(&algorithm->strategies[index]) && !problem.unknown,
                      "%s: auto takes '%s', after it asked for '%s'", algorithm->name,
                      name ? name : "nothing", problem.unknown ? problem.unknown : "nothing unknown");
    }
}

/* The main ones first. */
TEST(run_has_every_algorithm) {
    tool_options o = {.command = TOOL_COMMAND_run, .seconds = 1.0};
    static tool_choice choices[TOOL_MAX_CHOICES];
    int count = 0, algorithms = 0;
    ck_assert_int_eq(tool_select_strategies(&o, choices, &count), TOOL_OK);
    for (int part = 0, from = 0, end; from < count; part++, from = end) {
        end = tool_next_part(choices, count, from);
        ck_assert_int_gt(end, from);
        for (int i = from; i < end; i++) {
            ck_assert_int_eq(choices[i].cs->algorithm->main_job, part == 0);
            algorithms += i == 0 || choices[i].cs != choices[i - 1].cs;
        }
    }
    ck_assert_int_eq(algorithms, (int)xl_algorithm_count());
    for (int i = 0; tool_cases[i]; i++)
        ck_assert(tool_cases[i]->algorithm->main_job ==
                  (tool_run_place(tool_cases[i]->algorithm->name) == INT_MAX));
}

static void check_ops(const xl__algorithm *algorithm, const xl__strategy *strategy) {
    for (const char *at = strategy->ops ? strategy->ops : ""; *at;) {
        const size_t size = strcspn(at, " ");
        char word[64] = "";
        if (size < sizeof word) memcpy(word, at, size);
        char *const colon = strchr(word, ':');
        xl__op_type type = XL__OP_UINT;
        const bool open = strchr(word, '$') != NULL; /* "reduce_$operator:$type" depends on values */
        if (colon) *colon = '\0';
        const xl__op *const op = xl__op_find(word);
        ck_assert_msg(open ||
                          (op && (!colon || xl__op_type_find(colon + 1, &type)) && xl__op_takes(op, type)),
                      "%s: .ops of %s: no operation of that name and type: '%.*s'", algorithm->name,
                      strategy->name, (int)size, at);
        at += size + strspn(at + size, " ");
    }
}

LOOP_TEST(strategies_have_their_operations, xl_algorithm_count()) {
    const xl__algorithm *const algorithm = tool_cases[_i]->algorithm;
    int right = 0, wrong = 0;
    for (int i = 0; i < algorithm->strategy_count; i++) {
        const xl__strategy *const strategy = &algorithm->strategies[i];
        *(strategy->flags & XL__WRONG ? &wrong : &right) += 1;
        check_ops(algorithm, strategy);
    }
    ck_assert_msg(right > 0, "%s: no strategy", algorithm->name);
    ck_assert_msg(wrong > 0, "%s: no planted wrong kernel shows that its reference detects errors",
                  algorithm->name);
}

LOOP_TEST(there_is_a_lesson, xl_algorithm_count()) {
    char path[512];
    snprintf(path, sizeof path, XL_TEST_SOURCE_DIR "/kernels/%s/README.md", xl__folder(xl__algorithms[_i]));
    FILE *const lesson = fopen(path, "r");
    ck_assert_msg(lesson != NULL, "%s is missing", path);
    fclose(lesson);
}

static bool mentions(const char *settings, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = settings; at && *at; at += strspn(at, " ")) {
        if (strncmp(at, name, length) == 0 && at[length] == '=') return true;
        at += strcspn(at, " ");
    }
    return false;
}

static void add_setting(const xl__param *param, double value, xl__text *options) {
    const char *choice = param->choices;
    if (!choice) {
        xl__text_format(options, " --set %s=%.17g", param->name, value);
        return;
    }
    for (int skip = (int)value; skip > 0; skip--) choice = strchr(choice, '|') + 1;
    xl__text_format(options, " --set %s=%.*s", param->name, (int)strcspn(choice, "|"), choice);
}

/* With the first element type; otherwise the parameter is refused. */
static bool is_read(const xl__algorithm *algorithm, const double *values, int param) {
    xl_type types[XL__MAX_TYPES];
    tool_plan_types(algorithm, types);
    xl__problem problem = {.type = types[0]};
    memcpy(problem.value, values, sizeof problem.value);
    return tool_reads(algorithm, &problem, TOOL_AUTO_STRATEGY, param);
}

static void pin(const tool_case *cs, xl__text *options) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const char *const first = cs->verify_settings && cs->verify_settings[0] ? cs->verify_settings[0] : "";
    double values[XL__MAX_PARAMS];
    xl_error error = {0};
    for (int i = 0; i < algorithm->param_count; i++) values[i] = algorithm->params[i].initial;
    ck_assert_int_eq(xl__parse_settings(algorithm, cs->verify_base, values, &error), XL_SUCCESS);
    ck_assert_int_eq(xl__parse_settings(algorithm, first, values, &error), XL_SUCCESS);
    xl__text_format(options, "--set distribution=%s", cs->distributions[0]);
    xl_type types[XL__MAX_TYPES];
    if (tool_plan_types(algorithm, types) > 1)
        xl__text_format(options, " --set type=%s", xl_type_name(types[0]));
    for (int i = 0; i < algorithm->param_count; i++) {
        bool named = mentions(cs->verify_base, algorithm->params[i].name);
        for (int s = 0; cs->verify_settings && cs->verify_settings[s]; s++)
            named = named || mentions(cs->verify_settings[s], algorithm->params[i].name);
        named = named && is_read(algorithm, values, i);
        if (named) add_setting(&algorithm->params[i], values[i], options);
    }
}

GROUP("runs");
AROUND(NULL, free_command);

LOOP_TEST(every_strategy_is_right_on_one_problem, xl_algorithm_count()) {
    const tool_case *const cs = tool_cases[_i];
    xl__text options = {0};
    pin(cs, &options);
    ck_assert(!options.failed);
    crosslane(0, "verify %s --device 0 --width 8 %s --quiet", cs->algorithm->name, options.data);
    out_has(" 0 wrong, 0 failed");
    xl__text_free(&options);
}

static xl_plan *make_plan(const xl__algorithm *algorithm, const xl__strategy *strategy, xl_type type,
                          const char *settings) {
    const xl_plan_request request = {
        .algorithm = algorithm->name, .strategy = strategy->name, .settings = settings, .type = type};
    xl_plan *plan = NULL;
    xl_error error = {0};
    const int status = xl_plan_make(place.device, &request, &plan, &error);
    ck_assert_msg(status == XL_SUCCESS || status == XL_UNSUPPORTED, "%s/%s %s: %s", algorithm->name,
                  strategy->name, settings, error.text);
    return plan;
}

/* The upper end or a value before it, as text. */
static void other_value(const xl__param *param, char *out, size_t size) {
    char value[64];
    const double other = param->kind == XL__REAL        ? (param->least + param->initial) / 2
                         : param->initial < param->most ? param->initial + 1
                                                        : param->initial - 1;
    xl__value_text(param, other, value, sizeof value);
    snprintf(out, size, "%s=%s", param->name, value);
}

static void check_unread(const xl__algorithm *algorithm, int strategy, xl_type type, int param) {
    const xl__strategy *s = &algorithm->strategies[strategy];
    char setting[160];
    other_value(&algorithm->params[param], setting, sizeof setting);
    xl_plan *const usual = make_plan(algorithm, s, type, ""), *const other =
                                                                  make_plan(algorithm, s, type, setting);
    ck_assert_msg(!usual == !other, "%s/%s: whether it runs depends on %s", algorithm->name, s->name,
                  setting);
    if (usual) {
        ck_assert_msg(xl__plan_same(usual, other),
                      "%s/%s is said not to read %s, and becomes another program, scratch or work-group",
                      algorithm->name, s->name, setting);
    }
    xl_plan_free(usual);
    xl_plan_free(other);
}

/* How many answers were "not read"; 0: nothing was tried. */
static int check_strategy(const xl__algorithm *algorithm, int strategy) {
    xl_type types[XL__MAX_TYPES];
    const int count = tool_plan_types(algorithm, types);
    int asked = 0;
    for (int t = 0; t < count; t++) {
        xl__problem problem = {.type = types[t]};
        for (int p = 0; p < algorithm->param_count; p++) problem.value[p] = algorithm->params[p].initial;
        for (int p = 0; p < algorithm->param_count; p++) {
            if (xl__uses(algorithm, &problem, &algorithm->strategies[strategy], p)) continue;
            check_unread(algorithm, strategy, types[t], p);
            asked++;
        }
    }
    return asked;
}

GROUP("unread");
AROUND(open_place, close_place);

TEST(unread_parameters_change_nothing) {
    int asked = 0;
    for (int a = 0; xl__algorithms[a]; a++)
        for (int s = 0; s < xl__algorithms[a]->strategy_count; s++)
            asked += check_strategy(xl__algorithms[a], s);
    ck_assert_int_gt(asked, 0);
}
