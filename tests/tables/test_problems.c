/* Random problems: draws from the tables, and `verify --random`. */
#include "plan/plan.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include "verify/problems.h"
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include "table/real.h"
#include <float.h>
#include <math.h>

enum { DRAWS = 1000, WIDTH = 16, GROUP = 64 };
static const tool_problem_limits limits = {20000.0, 100000.0};

static xl__problem empty_problem(const tool_case *cs, xl_type type) {
    xl__problem problem = {
        .type = type, .width = WIDTH, .group_size = GROUP, .largest_group = GROUP, .compute_units = 1};
    for (int p = 0; p < cs->algorithm->param_count; p++) problem.value[p] = cs->algorithm->params[p].initial;
    return problem;
}

static double elements_of(const xl__algorithm *algorithm, const xl__problem *problem) {
    double sum = 0;
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], elements = 0;
        int rank = 0;
        ck_assert(xl__array_elements(algorithm, a, problem, shape, &rank, &elements));
        sum += (double)elements;
    }
    return sum;
}

/* No assertion for each value: each costs a message of Check. */
static void check_values(const tool_case *cs, xl__problem *problem, double *least, double *most) {
    const xl__algorithm *algorithm = cs->algorithm;
    char text[TOOL_SETTINGS_TEXT];
    xl_error error = {0};
    ck_assert(tool_problem_text(algorithm, problem, text));
    double again[XL__MAX_PARAMS] = {0};
    if (xl__parse_settings(algorithm, text, again, &error) != XL_SUCCESS) ck_abort_msg("%s", error.text);
    for (int p = 0; p < algorithm->param_count; p++) {
        if (again[p] != problem->value[p]) ck_abort_msg("%s: %s", algorithm->params[p].name, text);
        if (xl__check_value(algorithm, p, xl__real_of(problem, p), &error) != XL_SUCCESS)
            ck_abort_msg("%s", error.text);
        if (problem->value[p] < least[p]) least[p] = problem->value[p];
        if (problem->value[p] > most[p]) most[p] = problem->value[p];
    }
    if (algorithm->check && algorithm->check(problem, &error) != XL_SUCCESS) ck_abort_msg("%s", error.text);
    /* Only run-time sizes can be made smaller. */
    if (elements_of(algorithm, problem) > limits.elements) ck_abort_msg("too large: %s", text);
}

GROUP("drawing");

TEST(both_ends_are_drawn_and_all_fits) {
    for (int i = 0; tool_cases[i]; i++) {
        const tool_case *cs = tool_cases[i];
        const xl__algorithm *algorithm = cs->algorithm;
        double least[XL__MAX_PARAMS] = {0}, most[XL__MAX_PARAMS] = {0};
        for (int p = 0; p < algorithm->param_count; p++) {
            least[p] = algorithm->params[p].most;
            most[p] = algorithm->params[p].least;
        }
        tool_random random;
        tool_random_start(&random, 7, (uint64_t)i);
        const xl__array_desc *const first = &algorithm->arrays[0];
        int drawn = 0, t = 0; /* all types, because some allow more than others */
        for (int k = 0; k < DRAWS; k++) {
            xl__problem problem = empty_problem(cs, first->types[t]);
            if (++t == XL__MAX_TYPES || first->types[t] == XL_TYPE_NONE) t = 0;
            if (!tool_problem_draw(cs, "", TOOL_DRAW_ALL, &limits, &random, &problem)) continue;
            check_values(cs, &problem, least, most);
            drawn++;
        }
        ck_assert_msg(drawn > DRAWS * 9 / 10, "%s: only %d", algorithm->name, drawn);
        for (int p = 0; p < algorithm->param_count; p++) {
            const xl__param *param = &algorithm->params[p];
            /* Compiled-in values are not small, unless they are an array's size. */
            const bool bounded = param->role == XL__RUNTIME || strcmp(param->name, "buckets") == 0;
            ck_assert_msg(least[p] == param->least, "%s: least drawn value of %s is %g", algorithm->name,
                          param->name, least[p]);
            ck_assert_msg(bounded || most[p] == param->most, "%s: largest drawn value of %s is %g",
                          algorithm->name, param->name, most[p]);
        }
    }
}

TEST(sizes_lie_around_the_width_and_the_group) {
    const tool_case *cs = tool_find_case("lerp");
    const int n = xl__find_param(cs->algorithm, "n");
    bool seen[3 * GROUP] = {false};
    tool_random random;
    tool_random_start(&random, 1, 1);
    for (int k = 0; k < DRAWS; k++) {
        xl__problem problem = empty_problem(cs, cs->algorithm->arrays[0].types[0]);
        ck_assert(tool_problem_draw(cs, "rows=3 channels=1", TOOL_DRAW_RUNTIME, &limits, &random, &problem));
        if (problem.value[n] < 3 * GROUP) seen[(int)problem.value[n]] = true;
        if (problem.value[0] != 3) ck_abort_msg("rows, a given value, was changed"); /* the first parameter */
    }
    static const int wanted[] = {0,         1,         WIDTH - 1,     WIDTH, WIDTH + 1, GROUP - 1, GROUP,
                                 GROUP + 1, 2 * WIDTH, 3 * WIDTH + 1, 127,   2 * GROUP, 129};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(seen[wanted[i]], "n = %d was not drawn", wanted[i]);
}

TEST(a_seed_decides_all) {
    for (int i = 0; tool_cases[i]; i++) {
        char text[3][TOOL_SETTINGS_TEXT];
        for (int k = 0; k < 3; k++) {
            tool_random random;
            tool_random_start(&random, k < 2 ? 5 : 6, 0);
            xl__problem problem = empty_problem(tool_cases[i], tool_cases[i]->algorithm->arrays[0].types[0]);
            ck_assert(tool_problem_draw(tool_cases[i], "", TOOL_DRAW_ALL, &limits, &random, &problem));
            ck_assert(tool_problem_text(tool_cases[i]->algorithm, &problem, text[k]));
        }
        ck_assert_str_eq(text[0], text[1]);
        ck_assert_str_ne(text[0], text[2]);
    }
}

TEST(problems_that_cannot_be_drawn_fail) {
    const tool_case *cs = tool_find_case("lerp");
    tool_random random;
    tool_random_start(&random, 1, 0);
    xl__problem problem = empty_problem(cs, cs->algorithm->arrays[0].types[0]);
    ck_assert(!tool_problem_draw(cs, "rows=100000 n=100000", TOOL_DRAW_ALL, &limits, &random, &problem));
}

GROUP("commands");
AROUND(enter, leave);

TEST(problems_are_counted_and_repeat) {
    char sums[3][64] = {""};
    for (int i = 0; i < 3; i++) {
        crosslane(0, "verify 'lerp/*' histogram/private --device 0 --width 4 --random 41 --seed %d --json -",
                  i < 2 ? 11 : 12);
        json_t *const document = command_document(&c), *row = NULL;
        json_int_t cases = 0;
        size_t at = 0;
        json_array_foreach(json_object_get(document, "records"), at, row) {
            ck_assert_str_eq(json_string_value(json_object_get(row, "status")), "ok");
            cases += json_integer_value(json_object_get(row, "cases"));
            if (at == 1)
                snprintf(sums[i], sizeof sums[i], "%s", json_string_value(json_object_get(row, "checksum")));
        }
        ck_assert_int_eq(cases, 41);
        ck_assert_uint_eq(at, 7); /* six cases in each row, the rest in the last */
        json_decref(document);
        err_has(i < 2 ? "41 random problems; '--random 41 --seed 11' repeats them\n"
                      : "41 random problems; '--random 41 --seed 12' repeats them\n");
    }
    ck_assert_str_eq(sums[0], sums[1]);
    ck_assert_str_ne(sums[0], sums[2]);
}

static void repeat_line(const char *text, char line[1024]) {
    const char *const word = strstr(text, "repeat:");
    ck_assert_msg(word != NULL, "%.4000s", text);
    const char *const at = strstr(word, "crosslane ") + strlen("crosslane ");
    snprintf(line, 1024, "%.*s", (int)strcspn(at, "\n"), at);
}

static void write_kernels_with_a_bug(char folder[300]) {
    static const char from[] = "lerp_step(color, x, t, base + i);",
                      to[] = "lerp_step(color, x, t, base + i) * (CHANNELS == 3 && i > 100 ? 0.5f : 1.0f);";
    snprintf(folder, 300, "%s", scratch_path("kernels"));
    crosslane(0, "copy lerp %s", folder);
    scratch_edit("kernels/lerp/lerp.cl", from, to);
}

static char *first_wrong(void) {
    const char *const at = strstr(c.out, "the first is ");
    ck_assert_msg(at != NULL, "%s\n%.8000s", c.line, c.out);
    return strndup(at, strcspn(at, "\n"));
}

TEST(a_wrong_problem_is_found_and_its_line_repeats_it) {
    char folder[300], line[1024];
    write_kernels_with_a_bug(folder);
    crosslane(1, "verify lerp/serial --device 0 --random 200 --seed 3 --kernel-dir %s", folder);
    out_has("WRONG: lerp/serial");
    repeat_line(c.out, line);
    char *const wrong = first_wrong();
    crosslane(1, "%s", line);
    char *const again = first_wrong();
    ck_assert_str_eq(again, wrong);
    free(again);
    free(wrong);
}

/* Each process dies at its ninth launch, five in a row. */
TEST(a_driver_that_dies_leaves_the_line) {
    if (!bad_driver_ready()) return;
    bad_driver_run(
        &c, "abort-launch=9", "",
        "verify lerp/serial --device 0 --backend local --width 4 --random 30 --seed 3 --quiet --json -");
    command_expect(&c, 4);
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "oeoeoe");
    const char *const reason = bad_driver_reason(document, 1);
    command_has(&c, reason, "died: Aborted");
    command_has(&c, reason, "; repeat: crosslane verify lerp/serial --device 0 ");
    command_has(&c, reason, " --set distribution=");
    json_decref(document);
}

TEST(meaningless_settings_are_refused) {
    command_run(&c, "verify --random 0");
    command_refused(&c, 2, "--random '0'", "1 to 10000000", NULL);
    command_run(&c, "verify --random 5 --plant '*'");
    command_refused(&c, 2, "--random and --plant", NULL);
    command_run(&c, "bench --random 5");
    command_refused(&c, 2, "--random means nothing to 'bench'", NULL);
    crosslane(2, "verify lerp/tail --random 5 --device 0 --quiet");
    err_has("only planted kernels are named");
}
